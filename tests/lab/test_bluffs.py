"""What is counted of lies adds up; where they are told, regulars lie more than novices, who are a little too honest."""

import pytest

from tripot.lab.bluffs import GAMES, bluffs

SPOKEN = ("contrebande", "prohis")  # where whoever lies says or sends something false


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_of_lies_adds_up(name):
    seats = {"chasse": 2, "condamnes": 4}.get(name, 3)
    regular, novice = (bluffs(name, level, seats=seats, games=4, seed=7) for level in ("regular", "novice"))
    for found in (regular, novice):
        assert 0 < found.lies < found.said
        assert found.caught + found.believed <= found.lies
        assert found.doubted <= found.said - found.lies
    assert regular.caught > 0
    assert regular.believed > 0
    if name in SPOKEN:
        assert regular.lying > novice.lying
