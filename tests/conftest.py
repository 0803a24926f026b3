"""What all tests share: how Hypothesis works here."""

from hypothesis import settings

settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tripot")
