"""Golden playthroughs: a game per kind with all that everybody is given, compared word for word."""

from tests.goldens import playthrough
from tests.settings import each_game

LARGEST = 150_000  # bytes: somebody should be able to read it


@each_game()
def test_a_playthrough_reads_as_before(game):
    file = playthrough.file_of(game.name)
    assert file.exists(), "run python -m tests.goldens"
    told = playthrough.written(game)
    assert len(told.encode()) < LARGEST
    assert told == file.read_text(encoding="utf-8")
