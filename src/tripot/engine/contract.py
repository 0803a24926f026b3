"""The rules contract: what a file in `games/` must offer, and nothing more.

A game is one module: constants, one record type, tables of texts and plain functions over one record `s`. No classes,
decorators, randomness, input or output; only what plain Python and native code share (`subset.py` checks this).
The file reads from top to bottom like the rulebook, with the clause number where a clause is enforced.

**Constants**

- `NAME`, `VERSION`, `CLAUSE`: the slug; the version of the rules, raised whenever old records would replay differently;
  the clauses' prefix (`PRO`).
- `SEATS`: fewest and most.
- `OPTIONS`: name -> `(default, other choice, ...)` of texts, or `(default, lowest, highest)` of numbers, or
  `(default text, reader)`, where the reader is a function from a text to a tuple of ints, always as many (a ValueError
  says what is wrong).
- `LIVE`, optional: name -> default, for options whose default is another one at a table where all sit together (a live
  table of the house) than by correspondence, in simulation and for research.
- `STUDY`: the options that only research needs (small boards and packs, other numbers). The library and the command
  line have them; hosts aren't asked.
- `STATE`: the record, a NumPy structured dtype with `align=True`: signed integers with room to spare, the fields
  `phase` and `reason` among them, and `seats` where the number of seats varies. The log is grouped by `round` (from 1)
  and `turn` (a seat), where there are such fields; `FIRST_ROUND`, optional, is where `round` begins instead of 1.
- `LEGEND`: how a record reads as a document, field by field: `(axis, ..., value)`. A value is a tuple of names,
  `"seat"`, `"count"` or `"flag"`; -1 reads as null. An axis is `"seats"`, `"list"` or a tuple of names (a document then
  leaves out entries that are 0 or, for names and seats, -1). A field without a line here is
  derived: `complete` fills it in, and also what belongs to seats that nobody sits in.
- `MOVES`, `OUTCOMES`: the texts of all moves of seats, and of chance. A move is its place in the table, and lists of
  moves keep the table's order.
- `PHASES`, `PROMPTS`: the names of the phases, and the number of the clause that each one's question rests on.
- `PASSIVE`: moves that a time-out plays: the first legal one; where none is legal, the first legal move of all.
- `REASONS`: the ways a game can end. The field `reason` is a place in it, -1 while the game goes on.
- `FLAWS`: `(name, clause number)` of every fault that `flaw` finds in a position.
- `NEWS`: `(name, clause number)` of all that `news` can tell, 0 where it rests on none.
- `LINES`: `(name, clause number)` of all that points are made of, in the order in which a score is explained.
- `ABOUT`: the words of the things that moves and news can be about.
- `LONGEST`: a proven bound on the moves of a game, chance included, with the proof beside it.

**Functions** that also run natively and on GPUs

- `setup(s, seats, options)`: an empty record becomes the start of a game; `options` are ints, in `OPTIONS`' order.
- `actors(s)`: who is asked now: seats as bits (several where choices are sealed), `CHANCE`, or `NOBODY`: it is over.
- `sealed(s)`: 0, or a label of the sealed question that is open now (different for different questions).
- `legal(s, seat, can)`: writes 1 for every move that this asked seat may make; `can` comes all zero.
- `chance(s, weights)`: writes the integer weight of every outcome, when chance is asked; `weights` come all zero.
- `apply(s, seat, move)`: makes one legal move (seat `CHANCE`: an outcome).
- `counts(s, seat, line)`: how many things of a line of `LINES` count for a seat, 0 for none, -1 if a redacted record
  doesn't tell.
- `earns(s, seat, line)`: the points that they come to, 0 where it doesn't tell. A seat's score is the sum of its lines,
  at the end and at any time before it.
- `redact(s, viewer)`: **the one gate**: turns the record into what this viewer (a seat, or -1: a spectator) may know.
- `hears(s, seat, move, viewer)`: what the viewer hears of a move that is about to be made in `s`: `ALL`, `SOMETHING`,
  `NOTHING`, or `LATER`: when the sealed question is closed.
- `unsealed(s, seat, move, viewer)`: what they then hear of it; `s` is the record just after the question was closed.
- `news(s, then, told, things)`: what a move from `s` to `then` (both redacted for one viewer) brought about, beyond
  the move: writes a seat (or 0) at `told[place in NEWS, WHO]` and, where there is something to count, another seat, a
  number and a sum at `WHOM`, `COUNT` and `SUM`; `told` comes all -1. `things[place in ABOUT]` counts the things that
  this step showed or moved, and comes all 0.
- `about(s, then, seat, move)`: the place in `ABOUT` of the thing that a move concerns and its own words don't name, or
  -1; both records are redacted for one viewer.
- `imagine(s, viewer, luck)`: fills a redacted record with a full one that agrees with it, by luck.

**Functions** that only plain Python runs

- `race(s)`, optional: whether the order of the answers to the sealed question that is open now may decide something
  (without it: never). The order of play is the order of the race; who plays the moves sees to it that it is fair, and
  that nobody learns more of it than `apply` makes of it.
- `tiebreak(s, out)`, optional: a second number by seat that ranks equal scores, more is better.
- `passive(s, seat)`, optional: the move that a time-out plays where `PASSIVE` can't say it, else -1; `s` is redacted
  for that seat.
- `role(s, seat)`, optional: a seat's place in `ROLES`, or -1: texts may ask different roles in different words, and
  `ROLE_PROMPTS`, optional, names the clauses on which questions to some of them rest instead of `PROMPTS`.
- `complete(s)`, optional: fills the fields that `LEGEND` leaves out.
- `reveals(s, then, seat, move, viewer)`: what a move from `s` to `then` (both full) opens to the viewer by the rules,
  beyond the move's own words: 0 for nothing, else a number that is the same in two games exactly if they learn the same
  in both. Only the leak tests ask.
- `flaw(s)`: -1, or the place in `FLAWS` of what makes a position impossible.
- `clause(s, seat, move)`: the number of the clause that allows or forbids a move of an asked seat; `s` is redacted for
  for that seat.

Everything a viewer gets (views, moves offered, prompts, refusals, log, tensors) is computed from *their* redacted
record and the moves they heard. So `legal(redacted, seat)` must equal `legal(full, seat)` for the seat itself.
"""

from __future__ import annotations

from types import ModuleType

CONSTANTS = (
    "NAME", "VERSION", "CLAUSE", "SEATS", "OPTIONS", "STUDY", "STATE", "LEGEND", "MOVES", "OUTCOMES", "PHASES",
    "PROMPTS", "PASSIVE", "REASONS", "FLAWS", "NEWS", "LINES", "ABOUT", "LONGEST",
)  # fmt: skip
FUNCTIONS = (
    "setup", "actors", "sealed", "legal", "chance", "apply", "counts", "earns", "redact", "hears", "unsealed",
    "imagine", "reveals", "flaw", "clause", "news", "about",
)  # fmt: skip


def missing_in(rules: ModuleType) -> list[str]:
    """What a rules module lacks of all this."""
    return [word for word in (*CONSTANTS, *FUNCTIONS) if not hasattr(rules, word)]
