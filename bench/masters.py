"""Masters measured: matches of all games in many processes, with intervals, into a JSON file.

`python -m bench.masters OUT.json [--processes 16] [--seconds 480] [--games prohis ...]`
"""

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PIECE = 4  # games that one process plays at a time


@dataclass(frozen=True)
class Match:
    """Who meets whom: "master", or a type by its name. The first of a line-up is whose wins are counted."""

    game: str
    seats: int
    line_up: tuple[str, ...]
    games: int
    settings: dict[str, Any] = field(default_factory=dict)
    by_role: bool = False
    label: str = ""
    by: str = ""  # a module of scripted habits, whose names a line-up may have


def piece(match: Match, first: int, count: int, until: float) -> list[dict[str, Any]]:
    """Some games of a match, as many as there is time for."""
    import numpy as np

    import tripot
    from tripot.bots.master.match import MASTER, Effort, play, wins
    from tripot.bots.master.settings import settings_of, types_of

    game = tripot.game(match.game)
    policy = import_module(f"tripot.bots.instincts.{match.game}")
    settings = settings_of(match.game, **match.settings)
    names, rows, _, _, _ = types_of(policy, settings)
    habits = import_module(match.by) if match.by else None

    def player_of(name: str) -> tuple[int, ...] | None:
        if name == "master":
            return MASTER
        if habits is not None:
            return (*policy.LEVELS["regular"], habits.HABITS.index(name))
        return tuple(rows[names.index(name)].tolist())

    players = [player_of(name) for name in match.line_up]
    played = []
    for number in range(first, first + count):
        if time.time() > until:
            break
        effort = Effort()
        if match.by_role:
            points = play(game, policy, dict(enumerate(players)), match.seats, number, settings, effort, by=habits)
            guard_won = int(points.sum()) == 1  # of Condamnés!: several winners are the prisoners
            won = float(guard_won) if match.label == "guard" else float(points.sum() > 1)
            lead = 0.0
        else:
            turned = [players[(seat - number) % match.seats] for seat in range(match.seats)]
            points = play(game, policy, turned, match.seats, number, settings, effort, by=habits)
            me = number % match.seats
            won = float(wins(points)[me])
            lead = float(points[me] - np.delete(points, me).mean())
        played.append(
            {
                "number": number,
                "won": won,
                "lead": lead,
                "think": [round(1000 * second, 2) for second in effort.thinking],
                "notice": round(1000 * sum(effort.noticing), 1),
                "noticed": len(effort.noticing),
            }
        )
    return played


def summary(match: Match, played: list[dict[str, Any]]) -> dict[str, Any]:
    import numpy as np

    won, lead = np.array([game["won"] for game in played]), np.array([game["lead"] for game in played])
    think = np.array([ms for game in played for ms in game["think"]] or [0.0])
    error = won.std(ddof=1) / len(won) ** 0.5 if len(won) > 1 else 0.5
    return asdict(match) | {
        "played": len(played),
        "win": round(float(won.mean()), 4),
        "interval": [round(float(won.mean() - 1.96 * error), 4), round(float(won.mean() + 1.96 * error), 4)],
        "lead": round(float(lead.mean()), 2),
        "think_ms": round(float(think.mean()), 2),
        "think_p99_ms": round(float(np.percentile(think, 99)), 2),
        "notice_ms": round(sum(g["notice"] for g in played) / max(1, sum(g["noticed"] for g in played)), 3),
        "decisions": round(len(think) / max(1, len(played)), 1),
    }


def compile_once(game: str) -> None:
    """One small game by every kind of player, so that machine code is in the cache before many need it."""
    seats = {"chasse": 2, "prohibition": 3, "condamnes": 4}.get(game, 4)
    piece(Match(game, seats, ("master", *["regular"] * (seats - 1)), 1, {"simulations": 20}), 0, 1, time.time() + 600)


def run(matches: list[Match], processes: int, seconds: float, out: Path) -> list[dict[str, Any]]:
    until = time.time() + seconds
    results: dict[int, list[dict[str, Any]]] = {i: [] for i in range(len(matches))}
    with ProcessPoolExecutor(processes) as pool:
        ready = {game: pool.submit(compile_once, game) for game in sorted({match.game for match in matches})}
        for game, done in ready.items():
            if (fault := done.exception()) is not None:
                print(f"{game} can't be played: {str(fault)[-2000:]}", flush=True)
                matches = [match for match in matches if match.game != game]
        print(f"compiled with {until - time.time():.0f} s left", flush=True)
        jobs = {}
        rounds = max(-(-match.games // PIECE) for match in matches)
        for turn in range(rounds):  # all matches go on side by side, so that time runs out for all alike
            for i, match in enumerate(matches):
                count = min(PIECE, match.games - turn * PIECE)
                if count > 0:
                    jobs[pool.submit(piece, match, 1000 + turn * PIECE, count, until)] = i
        for job in as_completed(jobs):
            if (fault := job.exception()) is not None:
                print(f"{matches[jobs[job]].label}: {str(fault)[-500:]}", flush=True)
            else:
                results[jobs[job]] += job.result()
    rows = [summary(match, results[i]) for i, match in enumerate(matches) if results[i]]
    out.write_text(json.dumps(rows, indent=1))
    return rows


def show(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return (
        f"{row['game']:12} {row['seats']} {row['label'] or ' '.join(row['line_up'][:2]):34} {row['settings'] or ''} "
        f"{100 * row['win']:5.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {row['played']}, "
        f"{row['think_ms']:.1f} ms a decision (p99 {row['think_p99_ms']:.0f}), notices in {row['notice_ms']:.2f} ms"
    )


VARIANTS: dict[str, list[dict[str, Any]]] = {
    "prohis": [{"horizon": 16}, {"horizon": 28}],
    "contrebande": [{"wary": 0.0, "tests": 0.0}, {"simulations": 500}],
    "chasse": [{"longest": 2000, "simulations": 300}, {"longest": 100}],
    "condamnes": [],
}
SEATINGS = {"prohis": (4, 3), "contrebande": (4, 3), "prohibition": (3, 2), "chasse": (2,), "condamnes": (4, 6)}
# Games: against regulars, among players of one type; one regular, one player of a type among masters
STRENGTH, AMONG, CROWDED, KNOWN = 96, 32, 48, 24


def types_in(game: str) -> list[str]:
    """The ways to play that are neither a level nor a character of one."""
    from tripot.bots.master.settings import settings_of, types_of

    policy = import_module(f"tripot.bots.instincts.{game}")
    known = {*policy.LEVELS, *policy.CHARACTERS}
    return [name for name in types_of(policy, settings_of(game))[0] if name not in known]


def plan(games: list[str]) -> list[Match]:
    """Everything that is promised of the master."""
    matches = []
    for game in games:
        for seats in SEATINGS[game]:
            if game == "condamnes":
                matches.append(Match(game, seats, ("master", "regular"), STRENGTH, {}, True, "guard"))
                matches.append(Match(game, seats, ("regular", "master"), STRENGTH, {}, True, "prisoners"))
                matches.append(Match(game, seats, ("regular", "regular"), 4 * STRENGTH, {}, True, "regular prisoners"))
            else:
                matches.append(Match(game, seats, ("master", *["regular"] * (seats - 1)), STRENGTH))
                for changes in VARIANTS.get(game, ()):
                    matches.append(Match(game, seats, ("master", *["regular"] * (seats - 1)), STRENGTH, changes))
        seats = SEATINGS[game][0]
        if game == "condamnes":
            continue
        rivals = ["master"] * (seats - 1)
        if seats > 2:
            matches.append(Match(game, seats, ("regular", *rivals), CROWDED, label="regular among masters"))
        for name in types_in(game):
            others = [name] * (seats - 1)
            matches.append(Match(game, seats, ("master", *others), AMONG, label=f"master among: {name}"))
            matches.append(Match(game, seats, ("regular", *others), 4 * STRENGTH, label=f"regular among: {name}"))
            if seats > 2:
                matches.append(Match(game, seats, (name, *rivals), KNOWN, label=f"among masters: {name}"))
        matches += scripted(game, seats)
    return matches


def scripted(game: str, seats: int) -> list[Match]:
    """The scripted habits that tests hold regulars to: one among masters, and a master or a regular among them."""
    home = f"tests.bots.habits_{game}"
    if find_spec(home) is None:
        return []
    matches = []
    for name in import_module(home).HABITS[1:]:
        others, masters = [name] * (seats - 1), ["master"] * (seats - 1)
        matches.append(Match(game, seats, (name, *masters), KNOWN, label=f"among masters: {name}", by=home))
        if seats > 2:
            matches.append(Match(game, seats, ("master", *others), AMONG, label=f"master among: {name}", by=home))
            line_up = ("regular", *others)
            matches.append(Match(game, seats, line_up, 4 * STRENGTH, label=f"regular among: {name}", by=home))
    return matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--plan", type=Path, help="a JSON list of matches instead of the usual ones")
    parser.add_argument("--games", nargs="*", default=list(SEATINGS))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=480)
    given = parser.parse_args()
    if given.plan:
        matches = [Match(**{**each, "line_up": tuple(each["line_up"])}) for each in json.loads(given.plan.read_text())]
    else:
        matches = plan(given.games)
    for row in run(matches, given.processes, given.seconds, given.out):
        print(show(row))


if __name__ == "__main__":
    main()
