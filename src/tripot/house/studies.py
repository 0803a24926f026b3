"""An analysis as people read it: sentences, sums and labels in their language."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from tripot.bots.analysis import Analysis, Decision, KeyMoment, bots_version, effort_for
from tripot.bots.luck import Luck
from tripot.engine.elision import elide
from tripot.engine.game import game
from tripot.engine.texts import Texts

OPTIONS = 6  # of a decision that are shown at most
BELIEFS = 4
LIKELY = 0.05
CERTAIN = 0.995  # what is known needs no saying


class WorthView(msgspec.Struct):
    """An alternative, and what it was worth less than the best one; nothing for the best."""

    move: str
    label: str
    less: str
    share: float  # of the worst's loss that it avoids: 1 for the best


class LikelyView(msgspec.Struct):
    text: str
    share: float


class JudgedView(msgspec.Struct, omit_defaults=True):
    """A decision: its mark, what it cost, and its alternatives as the seat could know them."""

    step: int
    seat: int
    move: str
    cost: str
    options: list[WorthView]
    beliefs: list[LikelyView] = []
    kind: str = ""
    mark: str = ""


class ChanceView(msgspec.Struct):
    """Before a step: everybody's share of the win."""

    step: int
    wins: list[float]


class KeyMomentView(msgspec.Struct):
    step: int
    seat: int
    kind: str
    text: str


class HonestyView(msgspec.Struct):
    """Truth and lies of one seat, counted."""

    told: int
    lies: int
    believed: int
    caught: int
    doubted: int
    right: int
    wrong: int
    fooled: int
    bribes: int
    in_vain: int


class LuckView(msgspec.Struct):
    """A seat's result, what of it was luck, what is left and how uncertain; `lean` is for a picture, -1 to 1."""

    result: str
    luck: str
    corrected: str
    remains: str
    lean: float


class AnalysisView(msgspec.Struct, omit_defaults=True):
    """How far an analysis has come (`none`, `working`, `done`, `failed`), and what it found.

    `stale` says that rules or bots have changed since, so that it may be made anew.
    """

    status: str
    progress: float = 0.0
    stale: bool = False
    rules: int = 0
    bots: str = ""
    steps: int = 0
    together: bool = False  # winners win together
    bribery: bool = False  # there are bribes in this game
    chances: list[ChanceView] = []
    decisions: list[JudgedView] = []
    moments: list[KeyMomentView] = []
    honesty: list[HonestyView] = []
    luck: list[LuckView] = []
    comparison: str = ""  # who was luckier than whom


@cache
def sentences(language: str) -> dict[str, Any]:
    return tomllib.loads((files("tripot") / "texts" / f"analysis.{language}.toml").read_text(encoding="utf-8"))


class AnalysisTeller:
    """Puts an analysis into words."""

    def __init__(self, found: Analysis, names: Sequence[str], language: str) -> None:
        self.found, self.names, self.language = found, names, language
        self.texts: Texts = game(found.game, found.rules).texts(language)
        self.said = sentences(language)
        self.together = effort_for(found.game).together

    def sum(self, points: float) -> str:
        """A sum in what the game counts in; where only winning counts, a share of the win."""
        if self.together:
            return self.share(abs(points))
        return self.texts.sum(round(abs(points)))

    def clear(self, points: float) -> bool:
        """Whether it is written as more than nothing."""
        return round(points * (100 if self.together else 1)) != 0

    def signed(self, points: float) -> str:
        sign = "±" if not self.clear(points) else "+" if points > 0 else "−"
        return f"{sign}{self.sum(points)}"

    def share(self, share: float) -> str:
        return str(self.said["share"]).format(round(100 * share))

    def move(self, move: str) -> str:
        return self.texts.move(move, self.names.__getitem__)

    def filled(self, form: str, **named: str) -> str:
        fitting = elide(form, **named) if self.language == "fr" else form
        return fitting.format(**named)

    def moment(self, moment: KeyMoment) -> str:
        """A key moment in a sentence or two, with its sums."""
        who, whom = self.names[moment.seat], "" if moment.whom < 0 else self.names[moment.whom]
        own, usual = self.said.get(self.found.game, {}), self.said["moments"]
        alone = f"{moment.kind} alone"
        kind = alone if not whom and alone in usual else moment.kind
        chances = {"before": self.share(moment.before), "after": self.share(moment.after)}
        slight = effort_for(self.found.game).slight / 2
        way = "even" if self.together or abs(moment.sum) < slight else "won" if moment.sum > 0 else "lost"
        if chances["before"] == chances["after"]:
            way += " still"
        gain = self.filled(self.said["gain"][way], who=who, sum=self.sum(moment.sum), **chances)
        return self.filled(
            own.get(kind) or usual[kind],
            who=who, whom=whom, gain=gain, sum=self.sum(moment.sum), move=self.move(moment.move),
            better=self.move(moment.better) if moment.better else "", **chances,
        )  # fmt: skip

    def decision(self, decision: Decision) -> JudgedView:
        worst = min(option.worth for option in decision.options) or -1.0
        shown = [
            WorthView(
                option.move,
                self.move(option.move),
                f"−{self.sum(option.worth)}" if self.clear(option.worth) else "",
                round(1 - option.worth / worst, 3),
            )
            for place, option in enumerate(decision.options)
            if place < OPTIONS or option.move == decision.move
        ]
        likely = sorted((decision.beliefs or {}).items(), key=lambda belief: -belief[1])
        beliefs = [
            LikelyView(text, round(share, 2))
            for name, share in likely
            if LIKELY <= share < CERTAIN and (text := self.texts.chance(name, self.names.__getitem__))
        ]
        cost = self.sum(decision.cost) if self.clear(decision.cost) else ""
        return JudgedView(
            decision.step, decision.seat, decision.move, cost, shown, beliefs[:BELIEFS], decision.kind, decision.mark
        )

    def luck(self) -> list[LuckView]:
        most = max((abs(luck.luck) for luck in self.found.luck), default=0.0) or 1.0
        return [
            LuckView(
                self.sum(luck.result) if luck.result >= 0 else f"−{self.sum(luck.result)}",
                self.signed(luck.luck),
                self.sum(luck.corrected) if luck.corrected >= 0 else f"−{self.sum(luck.corrected)}",
                self.sum(luck.remains),
                round(luck.luck / most, 3),
            )
            for luck in self.found.luck
        ]

    def comparison(self, seat: int | None) -> str:
        """How much luckier somebody (else the luckiest) was than the one who differs most from them, or the reverse."""
        if not game(self.found.game, self.found.rules).outcomes:
            return str(self.said["luck"]["none"])
        had: list[Luck] = self.found.luck
        if not had:
            return ""
        seats = range(len(had))
        one = max(seats, key=lambda each: had[each].luck) if seat is None else seat
        other = max((each for each in seats if each != one), key=lambda each: abs(had[each].luck - had[one].luck))
        more = had[one].luck - had[other].luck
        way = "even" if not self.clear(more) else "luckier" if more > 0 else "unluckier"
        form = self.said["luck"][way if seat is None else f"you {way}"]
        return self.filled(form, who=self.names[one], other=self.names[other], sum=self.sum(more))

    def mark(self, mark: str) -> str:
        return str(self.said["marks"][mark])


def shown(found: Analysis, names: Sequence[str], language: str, seat: int | None) -> AnalysisView:
    """All of an analysis for one reader, who had a seat or none."""
    teller, played = AnalysisTeller(found, names, language), game(found.game, found.rules)
    return AnalysisView(
        status="done",
        progress=1.0,
        stale=found.bots != bots_version(found.game),
        rules=found.rules,
        bots=found.bots,
        steps=found.steps,
        together=teller.together,
        bribery="accept" in played.moves,
        chances=[ChanceView(chance.step, [round(share, 3) for share in chance.wins]) for chance in found.chances],
        decisions=[teller.decision(decision) for decision in found.decisions],
        moments=[KeyMomentView(each.step, each.seat, each.kind, teller.moment(each)) for each in found.moments],
        honesty=[msgspec.convert(msgspec.to_builtins(each), HonestyView) for each in found.honesty],
        luck=teller.luck(),
        comparison=teller.comparison(seat),
    )
