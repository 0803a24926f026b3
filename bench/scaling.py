"""The server alone, with plain output, for a machine with many cores: `python -m bench.scaling --parts tables`."""

import argparse
from pathlib import Path

from bench import growth, house, report


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.scaling", description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--tables", type=int, default=house.TABLES)
    parser.add_argument("--out", default="build/scaling.json")
    parser.add_argument("--rates", type=float, nargs="*", default=house.RATES)
    parser.add_argument("--parts", nargs="*", default=["tables", "servers"], choices=["duel", "tables", "servers"])
    options = parser.parse_args()
    house.raise_file_limit()
    rows = []
    stages = {
        "duel": house.beside_boardgameio(2 * options.rounds + 1, options.seconds),
        "tables": house.thousand_tables(2 * options.seconds, options.tables, options.rates),
        "servers": growth.more_servers(options.rounds, options.seconds),
    }
    for part in options.parts:
        try:
            for row in stages[part]:
                rows.append(row)
                print(" | ".join(filter(None, report.cells(row))), flush=True)
        except Exception as fault:
            print(f"not measured: {fault!r}", flush=True)
        report.write(rows, Path(options.out))
    report.show_plainly(rows)


if __name__ == "__main__":
    main()
