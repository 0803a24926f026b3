"""A seat's look at a table: everything a player, a bot or an adapter is given. It has no way to a full state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tripot.engine import legend
from tripot.engine.state import PlainState
from tripot.engine.tensor import tensor_size
from tripot.games import luck as luck_module
from tripot.games.terms import CHANCE

if TYPE_CHECKING:
    from tripot.engine.game import Game


def seats_in(asked: int) -> frozenset[int]:
    return frozenset(seat for seat in range(asked.bit_length()) if asked >> seat & 1) if asked > 0 else frozenset()


class Look:
    """What one viewer (a seat, or -1: a spectator) may know of a table at one moment."""

    def __init__(self, game: Game, state: PlainState, viewer: int) -> None:
        """Take a full state's copy and redact it at once."""
        self.game = game
        self.viewer = viewer
        self._rules, self._plain = game.rules, game.plain
        self._state = state.copy()
        self._plain.redact(self._state, viewer)
        self._legal: list[int] | None = None

    def __bytes__(self) -> bytes:
        """The redacted record: equal for two tables exactly if the viewer can't tell them apart now."""
        return bytes(self._state)

    @property
    def actors(self) -> frozenset[int]:
        """Who is asked, as far as the viewer can see."""
        return seats_in(self._plain.actors(self._state))

    @property
    def phase(self) -> str:
        return str(self._rules.PHASES[self._state.phase])  # type: ignore[attr-defined]

    @property
    def role(self) -> str:
        """What the viewer is in this game, where that decides how he is asked; else nothing."""
        place = self._plain.role(self._state, self.viewer) if hasattr(self._plain, "role") else -1
        return str(self._rules.ROLES[place]) if place >= 0 and self.viewer >= 0 else ""

    @property
    def clause(self) -> str:
        """The clause that the present question rests on."""
        return self.game.clause_name(self._rules.PROMPTS[self._state.phase])  # type: ignore[attr-defined]

    def legal_numbers(self) -> list[int]:
        """The viewer's legal moves, as places in the game's table."""
        if self._legal is None:
            self._legal = self._marked() if self.viewer in self.actors else []
        return self._legal

    def _marked(self) -> list[int]:
        can = bytearray(8 * self.game.words)
        self._plain.legal(self._state, self.viewer, can)
        found, at = [], can.find(1)
        while at >= 0:
            found.append(at)
            at = can.find(1, at + 1)
        return found

    @property
    def legal(self) -> tuple[str, ...]:
        """The viewer's legal moves."""
        return tuple(self.game.moves[move] for move in self.legal_numbers())

    def clause_of(self, move: int) -> str:
        """The clause that allows or forbids a move of the viewer."""
        return self.game.clause_name(self._plain.clause(self._state, self.viewer, move))

    @property
    def passive(self) -> str | None:
        """What a time-out plays for the viewer."""
        legal = self.legal
        if legal and hasattr(self._plain, "passive"):
            move = self._plain.passive(self._state, self.viewer)
            if move >= 0:
                return str(self.game.moves[move])
        return self.game.passive_of(legal)

    def document(self) -> dict[str, Any]:
        """The table as the viewer sees it."""
        return legend.to_document(self._rules, self._state)

    def changes(self, known: Look) -> dict[str, Any]:
        """The fields of the document that differ from an earlier look's."""
        return legend.changes(self._rules, known._state, self._state)

    @property
    def sealed(self) -> bool:
        """Whether the present question is answered in secret, by all at once."""
        return bool(self._plain.sealed(self._state))

    def view(self) -> dict[str, Any]:
        """All that the viewer may know, as a plain dict."""
        asked = self._plain.actors(self._state)
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "viewer": None if self.viewer < 0 else self.viewer,
            "seats": legend.seats_of(self._rules, self._state),
            "actors": sorted(self.actors),
            "chance": asked == CHANCE,
            "phase": self.phase,
            "clause": self.clause,
            "legal": list(self.legal),
            "table": self.document(),
        }

    def tensor(self) -> npt.NDArray[np.float32]:
        """The same as numbers; `tripot.engine.tensor` says which is which."""
        out = np.zeros(tensor_size(self._rules), np.float32)
        self._plain.encode(self._state, self.viewer, out)
        return out

    def imagined(self, seed: int) -> PlainState:
        """A full state that agrees with this look, by luck."""
        state = self._state.copy()
        luck = [0, 0]
        luck_module.seed(luck, seed)
        self._plain.imagine(state, self.viewer, luck)
        return state

    def news(self, then: Look) -> list[tuple[str, int]]:
        """What happened between this look and the next one, beyond the move itself: names and seats."""
        told = [-1] * len(self._rules.NEWS)
        self._plain.news(self._state, then._state, told)
        return [(name, seat) for name, seat in zip(self._rules.NEWS, told, strict=True) if seat >= 0]

    def about(self, then: Look, seat: int, move: int) -> str:
        """The thing a move concerns that its own words don't name, or nothing."""
        place = self._plain.about(self._state, then._state, seat, move)
        return str(self._rules.ABOUT[place]) if place >= 0 else ""
