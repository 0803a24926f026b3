"""The page of portraits: figures of play told in words, tables and pictures. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.game import Game
from tripot.lab import plots
from tripot.lab.arena import Mean, mean
from tripot.lab.portraits.statistics import Clauses, Measured

CLEAR = 4.0  # standard errors that make a lead clear
LARGE = 0.05  # the part of a score from which a lead is large
LOPSIDED = 0.7  # a side that wins more than this share has the better game
ENDLESS = 0.25  # a larger share of games that only a limit ends is too many
LIMITS = {"chasse": ("CHA-14", "quiet"), "condamnes": ("CND-22", "rounds"), "prohibition": ("PRB-26", "stalled")}
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
PLAYS = {"random": "with random play", "regular": "among regulars"}  # ways of playing, and as they are told
OPENING = """# The games in figures

`make portraits` (`python -m tripot.lab.portraits`) makes this page: every figure and picture on it is measured by
playing, none is typed by hand. Two ways of playing are compared.

- **random**: every legal move is as likely. The engine plays these games natively, so there are many of them.
- **regular**: regulars, the house's own bots of that level ([bots.md](bots.md)), sit in all seats. They see what a
  player sees, and no more.

*Moves* are those of the seats; cards dealt and dice rolled are not counted. ± is one standard error. The order of play
is counted from the seat that the lot names at the start; in Contrebande that is the first officer. What is said about
balance is true of these players: better ones may find more in the weaker side.

## In short
"""


@dataclass(frozen=True)
class Row:
    """One setting of a game, played in both ways."""

    label: str
    random: Measured
    regular: Measured
    clauses: Clauses  # of random play

    def played(self, play: str) -> Measured:
        return self.random if play == "random" else self.regular


def write_page(portraits: Mapping[Game, list[Row]], folder: Path) -> None:
    """`games.md` and `pictures/*.svg` in a folder."""
    parts = {game: list(portrait(game, rows, folder / "pictures")) for game, rows in portraits.items()}
    short = [in_short(game, portraits[game], parts[game]) for game in portraits]
    body = [part for game in portraits for part in parts[game]]
    (folder / "games.md").write_text("\n".join([OPENING, *short, "", *body]), encoding="utf-8")


def in_short(game: Game, rows: list[Row], parts: list[str]) -> str:
    """One line a game: how long it lasts, and every warning that its portrait gives."""
    lengths = [row.regular.length(50) for row in rows]
    warnings = [part.strip() for part in parts if part.startswith("**")]
    return (
        f"- {game.texts().title}: {min(lengths):,} to {max(lengths):,} moves among regulars (medians). "
        f"{' '.join(warnings) or 'Nothing lopsided, nothing endless.'}"
    )


def portrait(game: Game, rows: list[Row], folder: Path) -> Iterator[str]:
    texts = game.texts()
    yield f"## {texts.title}\n\n{texts.blurb}\n"
    if "rebuilt" in texts.sheet:
        yield f"*{texts.sheet['rebuilt']}*\n"
    counts = f"{rows[0].random.games:,} random games and {rows[0].regular.games:,} among regulars"
    yield f"Rules version {game.version}; each line of the tables stands for {counts}.\n"
    yield from lengths_and_ends(game, rows, folder)
    yield from sides(game, rows, folder) if winners(rows[0].random) else order_of_play(game, rows, folder)
    yield from clauses(game, rows, folder)


def lines(rows: list[Row]) -> Iterator[tuple[str, str, Measured]]:
    """Every setting in both ways, one after the other."""
    for row in rows:
        for play in PLAYS:
            yield row.label, play, row.played(play)


# Length and ends


def lengths_and_ends(game: Game, rows: list[Row], folder: Path) -> Iterator[str]:
    yield "### Length and end\n"
    shares = [{reason: each.ended(reason).value for reason in game.reasons} for _, _, each in lines(rows)]
    yield table(
        ["", "play", "moves (median)", "nine games of ten", *(f"*{reason}*" for reason in game.reasons)],
        [
            [
                label,
                play,
                f"{each.length(50):,}",
                f"{each.length(5):,} – {each.length(95):,}",
                *map(percent, ends.values()),
            ]
            for (label, play, each), ends in zip(lines(rows), shares, strict=True)
        ],
    )
    yield "\n".join(f"- *{reason}*: {game.texts().end(reason)}" for reason in game.reasons) + "\n"
    name = f"{game.name}-length.svg"
    plots.draw_lengths(folder / name, {row.label: {play: row.played(play).lengths for play in PLAYS} for row in rows})
    yield picture(name, f"Moves in a game of {game.texts().title}")
    if len(game.reasons) > 1 and game.name != "condamnes":  # whose ends are its balance
        name = f"{game.name}-ends.svg"
        bars = {f"{label}, {play}": ends for (label, play, _), ends in zip(lines(rows), shares, strict=True)}
        plots.draw_shares(folder / name, bars)
        yield picture(name, f"How games of {game.texts().title} end")
    if game.name in LIMITS:
        yield from (limited(*LIMITS[game.name], rows, play) for play in PLAYS)


def limited(clause: str, reason: str, rows: list[Row], play: str) -> str:
    """Whether too many games go on until a limit ends them."""
    shares = {row.label: row.played(play).ended(reason).value for row in rows}
    limit = f"the limit of {clause} (*{reason}*)"
    if max(shares.values()) > ENDLESS:
        return f"**Endless {PLAYS[play]}**: only {limit} ends {most_of(shares, ENDLESS)}.\n"
    return f"{PLAYS[play].capitalize()} {limit} ends at most {percent(max(shares.values()))} of the games.\n"


# Balance between unequal sides


def winners(measured: Measured) -> dict[str, npt.NDArray[np.bool_]]:
    """By side, whether it won each game; nothing for games of equal seats."""
    if measured.setting.name == "condamnes":
        reasons = measured.setting.game.reasons
        won = {"guard": "ten cards", "prisoners": "tunnels", "nobody": "rounds"}
        return {side: measured.ends == reasons.index(reason) for side, reason in won.items()}
    if measured.setting.name == "chasse":
        smuggler, customs = measured.scores.T
        return {"smuggler": smuggler > customs, "customs": customs > smuggler, "drawn": smuggler == customs}
    return {}


def sides(game: Game, rows: list[Row], folder: Path) -> Iterator[str]:
    yield "### Balance\n"
    won = {(label, play): {side: mean(each) for side, each in winners(m).items()} for label, play, m in lines(rows)}
    names = list(winners(rows[0].random))
    scored = names[:2] if game.name == "chasse" else []  # elsewhere a winner has one point and a loser none
    yield table(
        ["", "play", *names, *(f"points of the {name}" for name in scored)],
        [
            [
                label,
                play,
                *map(share_of, won[label, play].values()),
                *(spread(each.scores[:, i]) for i in range(len(scored))),
            ]
            for label, play, each in lines(rows)
        ],
    )
    name = f"{game.name}-balance.svg"
    bars = {", ".join(line): {side: share.value for side, share in each.items()} for line, each in won.items()}
    plots.draw_shares(folder / name, bars)
    yield picture(name, f"Who wins at {game.texts().title}")
    for play in PLAYS:
        for side in names[:2]:
            shares = {row.label: won[row.label, play][side].value for row in rows}
            if max(shares.values()) > LOPSIDED:
                yield f"**Lopsided {PLAYS[play]}**: won by the {side}, {most_of(shares, LOPSIDED)}.\n"


# Balance between equal seats


def order_of_play(game: Game, rows: list[Row], folder: Path) -> Iterator[str]:
    yield "### Scores and order of play\n"
    scores = {row.label: {play: row.played(play).in_order_of_play() for play in PLAYS} for row in rows}
    most = max(row.random.setting.seats for row in rows)
    body = []
    for label, series in scores.items():
        for play, each in series.items():
            averages = [figure(mean(column)) for column in each.T]
            body.append([label, play, *averages, *[""] * (most - len(averages)), number(each.std())])
    yield table(["", "play", *(f"{place} to play" for place in PLACES[:most]), "spread of a score"], body)
    name = f"{game.name}-scores.svg"
    plots.draw_scores(folder / name, scores)
    yield picture(name, f"Scores at {game.texts().title} by order of play, one standard deviation up and down")
    yield from (leads({label: series[play] for label, series in scores.items()}, play) for play in PLAYS)


def leads(scores: Mapping[str, npt.NDArray[Any]], play: str) -> str:
    """Whether it matters who begins: a lead is told if it is clear, with a warning if it is large."""
    found = {
        (label, place): mean(column - np.delete(each, place, axis=1).mean(axis=1))
        for label, each in scores.items()
        for place, column in enumerate(each.T)
    }
    parts = {where: abs(lead.value) / scores[where[0]].mean() for where, lead in found.items()}
    clear = [where for where, lead in found.items() if abs(lead.value) > CLEAR * lead.error]
    told = [f"{PLACES[place]} {figure(found[label, place], '+')} ({label})" for label, place in clear]
    if any(parts[where] > LARGE for where in clear):
        return f"**The order of play matters {PLAYS[play]}**, in points beyond the others: {', '.join(told)}.\n"
    if clear:
        most = percent(max(parts[where] for where in clear))
        how = PLAYS[play].capitalize()
        return f"{how} the order of play counts for little, at most {most} of a score: {', '.join(told)}.\n"
    label, place = max(found, key=lambda where: abs(found[where].value) / found[where].error)
    nearly = f"most nearly the {PLACES[place]} to play at {label}, {figure(found[label, place], '+')} points"
    return f"{PLAYS[play].capitalize()} nobody is clearly ahead or behind by the order of play; {nearly}.\n"


# Clauses


def clauses(game: Game, rows: list[Row], folder: Path) -> Iterator[str]:
    yield "### Clauses in play\n"
    counted = {play: Clauses() for play in PLAYS}
    for row in rows:
        counted["random"].add(row.clauses)
        counted["regular"].add(row.regular.clauses)
    games = " and ".join(f"{each.games:,} games {PLAYS[play]}" for play, each in counted.items())
    yield f"How many moves made and questions asked rest on each clause, in {games} at plain tables.\n"
    every = list(game.texts().clauses)
    used = [clause for clause in every if any(each.seen_in[clause] for each in counted.values())]
    name = f"{game.name}-clauses.svg"
    dots = {play: [each.times(clause) for clause in used] for play, each in counted.items()}
    plots.draw_clauses(folder / name, used, dots)
    yield picture(name, f"How often each clause of {game.texts().title} comes into play")
    yield table(
        ["clause", *(f"{what} ({play})" for what in ("games with it", "times a game") for play in PLAYS)],
        [
            [clause, *(percent(each.seen_in[clause] / each.games) for each in counted.values())]
            + [number(each.times(clause)) for each in counted.values()]
            for clause in used
        ],
    )
    rest = ", ".join(clause.split("-")[1] for clause in every if clause not in used)
    yield f"No move and no question rests on the others ({rest}): they lay the table, say what follows, or are rare.\n"


# Words


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"


def figure(average: Mean, sign: str = "") -> str:
    decimals = 0 if average.error >= 10 else 1 if average.error >= 0.1 else 2
    return f"{average.value:{sign},.{decimals}f} ± {average.error:,.{decimals}f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %" if 0.0005 <= share < 0.0995 else f"{100 * share:.0f} %"


def share_of(share: Mean) -> str:
    return f"{percent(share.value)} ± {percent(share.error)}"


def spread(scores: npt.NDArray[Any]) -> str:
    return f"{number(scores.mean())} (spread {number(scores.std())})"


def most_of(shares: Mapping[str, float], limit: float) -> str:
    """The shares beyond a limit, with their settings."""
    many = [f"{percent(share)} ({label})" for label, share in shares.items() if share > limit]
    return f"{', '.join(many)} of the games"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in (header, ["---"] * len(header), *rows)) + "\n"


def picture(name: str, what: str) -> str:
    return f"![{what}](pictures/{name})\n"
