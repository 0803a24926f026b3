"""Golden playthroughs: a game of each kind with all that everybody is given, compared word for word."""

from tripot.testing import playthrough
from tripot.testing.settings import each_pinned_game

LARGEST = 150_000  # bytes: somebody should be able to read it


@each_pinned_game()
def test_a_playthrough_reads_as_before(game):
    told = playthrough.written(game)
    assert len(told.encode()) < LARGEST
    assert told == playthrough.file_of(game.name).read_text(encoding="utf-8")
