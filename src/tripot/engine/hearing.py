"""What one viewer hears of a game, move by move; sealed answers are heard when the last one is in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

from tripot.engine.state import PlainState
from tripot.games.common import ALL, CHANCE, LATER, NOTHING


class Heard(NamedTuple):
    """A move as a viewer hears it: by a seat or by chance (None); `text` is None if only that something happened.

    `act` is then the verb of what happened, which is never secret.
    """

    seat: int | None
    text: str | None
    act: str


class Listener:
    """The ears of one viewer. It is told every move of the table and keeps only what they may hear.

    `sealed` are the answers that they will hear of later; another listener who is given them goes on from there. One
    who is `patient` hears of their own answer to a sealed question with the others': when it came is nobody's business.
    """

    def __init__(
        self,
        rules: ModuleType,
        plain: SimpleNamespace,
        viewer: int,
        sealed: Iterable[tuple[int, int]] = (),
        patient: bool = False,
    ) -> None:
        self._rules, self._plain, self._viewer, self.patient = rules, plain, viewer, patient
        self.sealed = list(sealed)

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> list[Heard]:
        """What is heard when a full record goes from before to after by this move."""
        label = self._plain.sealed(before)
        heard = self.hear(seat, move, self._plain.hears(before, seat, move, self._viewer), label)
        if self.sealed and self._plain.sealed(after) != label:
            heard += self.unseal(after)
        return heard

    def hear(self, seat: int, move: int, level: int, label: int) -> list[Heard]:
        """What is heard of a move at once, at a level that the rules have told; `label` is the sealed question's."""
        if level == LATER or (self.patient and label and seat == self._viewer and seat != CHANCE):
            self.sealed.append((seat, move))
        elif level != NOTHING:
            return [self._heard(seat, move, level)]
        return []

    def unseal(self, after: PlainState) -> list[Heard]:
        """What is heard when a sealed question was closed: by seat, not by time, which is nobody's business."""
        heard: list[Heard] = []
        for answered, answer in sorted(self.sealed):
            own = answered == self._viewer and answered != CHANCE
            level = ALL if own else self._plain.unsealed(after, answered, answer, self._viewer)
            if level != NOTHING:
                heard.append(self._heard(answered, answer, level))
        self.sealed.clear()
        return heard

    def _heard(self, seat: int, move: int, level: int) -> Heard:
        return heard_of(self._rules, seat, move, level == ALL)


@lru_cache(4096)
def heard_of(rules: ModuleType, seat: int, move: int, all_of_it: bool) -> Heard:
    """A move that is heard at once: all of it, or that something happened."""
    text = (rules.OUTCOMES if seat == CHANCE else rules.MOVES)[move]
    return Heard(None if seat == CHANCE else seat, text if all_of_it else None, text.split()[0])
