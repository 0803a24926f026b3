"""What is counted of lies adds up, and regulars lie more than novices, who are a little too honest."""

import pytest

from tripot.lab.bluffs import GAMES, bluffs


@pytest.mark.parametrize("name", GAMES)
def test_regulars_lie_and_novices_lie_less(name):
    regular, novice = (bluffs(name, level, seats=3, games=4, seed=7) for level in ("regular", "novice"))
    for found in (regular, novice):
        assert 0 < found.lies < found.said
        assert found.caught + found.believed <= found.lies
        assert found.doubted <= found.said - found.lies
    assert regular.lying > novice.lying
    assert regular.caught > 0
    assert regular.believed > 0
