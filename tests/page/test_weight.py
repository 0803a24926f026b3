"""The page weighs what is promised to people with poor lines, and no more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.goals import FIRST_LOAD_KILOBYTES, GAME_KILOBYTES
from tests.page.browser import Visitor
from tests.page.tables import SETTINGS, Setting
from tests.page.weight import weigh


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_neither_the_lobby_nor_a_game_is_heavier_than_promised(visit: Callable[..., Visitor], setting: Setting) -> None:
    visitor = visit(keeps=False)  # what a service worker keeps would come without a byte
    visitor.excused.append("Service Worker registration blocked")
    lobby, more = weigh(visitor, setting)
    assert lobby <= 1000 * FIRST_LOAD_KILOBYTES
    assert more <= 1000 * GAME_KILOBYTES
