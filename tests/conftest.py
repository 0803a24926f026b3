"""What all tests share: how Hypothesis works here."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.leaks.worlds")

settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tripot")
