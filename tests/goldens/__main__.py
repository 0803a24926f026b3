"""Write the golden files anew: `python -m tests.goldens [GAME ...]`. Read the diff before you commit it."""

import sys

from tests.goldens import perft, playthrough
from tests.settings import complete_games
from tripot.engine.game import game


def main() -> None:
    names = sys.argv[1:] or complete_games()
    for name in names:
        playthrough.file_of(name).write_text(playthrough.written(game(name)), encoding="utf-8")
        print(f"wrote {playthrough.file_of(name)}")
    perft.write(names)
    print(f"wrote {perft.FILE}")


if __name__ == "__main__":
    main()
