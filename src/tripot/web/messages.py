"""What clients and the server say to each other. The page's types are made from these by `types.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tripot.house.scenes import Draft, OutcomeView, RoomView, Scene
from tripot.house.time_control import TimeControl

END = r"$(?!\n)"  # in Python alone, `$` lets a line feed follow
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r'^[ -"$-~]+' + END)]  # `#` marks what the house has done
TableId = Annotated[str, Meta(pattern="^[a-z2-9]{16}" + END)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END)]
MoveText = Annotated[str, Meta(min_length=1, max_length=80)]
Series = Annotated[list[MoveText], Meta(min_length=1, max_length=64)]
Begun = Annotated[list[MoveText], Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000_000)]
Language = Annotated[str, Meta(pattern="^(en|fr)" + END)]
Word = Annotated[str, Meta(max_length=40)]
RECORD = 262_144  # letters of a record that somebody brings along
EYES = "^(open|spectator|[0-9]|1[0-5])" + END


# a client over its WebSocket; `id` is the client's own and comes back with the answer


class ClientMessage(Struct, tag_field="t", forbid_unknown_fields=True):
    id: Id


class Watch(ClientMessage, tag="watch"):
    """Show me a table from now on, and what I missed after a beat, and after a number of what was said.

    `overheard` counts what those said who only watch.
    """

    table: TableId
    since: Count = 0
    heard: Count = 0
    overheard: Count = 0


class Unwatch(ClientMessage, tag="unwatch"):
    table: TableId


class Submit(ClientMessage, tag="submit"):
    """My decision, made at a beat. With the same `id` again it is the same decision, and is not played twice."""

    table: TableId
    beat: Count
    moves: Series


class Act(ClientMessage, tag="act"):
    """The same if the moves complete an act; else show me the table after them, as `draft` does, and do nothing.

    `waited`: seconds for which I was still shown earlier things when the question came.
    """

    table: TableId
    beat: Count
    moves: Series
    waited: Seconds = 0.0


class TryOut(ClientMessage, tag="draft"):
    """Show me the table after the first moves of a series, and whether they complete an act; nothing is done."""

    table: TableId
    moves: Begun


class TakeBack(ClientMessage, tag="undo"):
    """I take my sealed answer back; its question is still open."""

    table: TableId


class Reveal(ClientMessage, tag="reveal"):
    """What I sealed when I sat down, to be mixed into chance."""

    table: TableId
    entropy: Hex32


class Say(ClientMessage, tag="say"):
    table: TableId
    text: Annotated[str, Meta(max_length=400)] = ""
    phrase: Word = ""
    to: SeatNumber | None = None
    count: Annotated[int, Meta(ge=1, le=9)] | None = None
    what: Word = ""


class Mute(ClientMessage, tag="mute"):
    """Don't pass on to me what a seat says; or do again."""

    table: TableId
    seat: SeatNumber
    mute: bool


class Ping(ClientMessage, tag="ping"):
    pass


FromClient = Watch | Unwatch | Submit | Act | TryOut | TakeBack | Reveal | Say | Mute | Ping


# the server over that WebSocket


class Hello(Struct, tag_field="t", tag="hello"):
    name: str
    language: str
    version: str


class RoomNow(Struct, tag_field="t", tag="room"):
    """A table's seats and settings have changed."""

    room: RoomView


class ChatLine(Struct, tag_field="t", tag="said", omit_defaults=True):
    """Something was said at a table: in somebody's own words, or with a ready-made phrase.

    In the `gallery` those talk who only watch (their seat is -1); it counts by itself, and those who play hear it when
    the game is over.
    """

    table: str
    number: int
    seat: int
    name: str
    at: float
    text: str = ""
    phrase: str = ""
    to: int | None = None
    count: int | None = None
    what: str = ""
    gallery: bool = False


class PromiseView(Struct, omit_defaults=True):
    """A promise or a claim that was made after a beat of the viewer's, and what came of it at a later one.

    `verdict`: kept or broken, true or a lie, void (it never came to it), or nothing yet.
    """

    number: int
    seat: int
    phrase: str
    after: int
    to: int | None = None
    count: int | None = None
    what: str = ""
    verdict: str = ""
    settled: int = 0


class Promises(Struct, tag_field="t", tag="promises"):
    """All promises of a table, whenever there is something new about them."""

    table: str
    promises: list[PromiseView]


class Watching(Struct, tag_field="t", tag="watching"):
    """So many watch a table without sitting at it."""

    table: str
    count: int


class Drafted(Struct, tag_field="t", tag="drafted"):
    id: str
    draft: Draft


class Ack(Struct, tag_field="t", tag="ack"):
    """Done, and written down."""

    id: str


class Refused(Struct, tag_field="t", tag="refused"):
    """Not done; nothing has changed. A code for programs, a sentence for people, and the clause, if it is a rule.

    With the code `broken` nobody knows whether it is done: the same `id` again finds out, and does it at most once.
    """

    id: str
    code: str
    sentence: str
    clause: str


FromServer = Hello | RoomNow | Scene | Drafted | ChatLine | Promises | Watching | Ack | Refused


# HTTP


class Me(Struct):
    name: str
    language: str


class Greeting(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    language: Language


class OptionView(Struct, omit_defaults=True):
    """A choice that a game offers when a table is opened: `choices`, or a number from `lowest` to `highest`.

    `live` is the default at a live table, where that is another one. One for `study` is of use in research; the page
    leaves it at its default.
    """

    name: str
    title: str
    default: str | int
    live: str | int | None = None
    choices: list[str] = []
    labels: list[str] = []
    lowest: int = 0
    highest: int = 0
    study: bool = False


class SheetView(Struct, omit_defaults=True):
    """Whose game it is, age and length as printed, how its story begins, and what was rebuilt without pictures."""

    author: str = ""
    illustrator: str = ""
    publisher: str = ""
    year: str = ""
    edition: str = ""
    age: str = ""
    length: str = ""
    story: str = ""
    rebuilt: str = ""


class PartView(Struct):
    """What draws a package's own table: the address of a module and of its style, which may be empty."""

    script: str
    style: str


class FieldView(Struct, omit_defaults=True):
    """How a field of the view reads. Axes are `seats`, `list` or names; a value is `seat`, `count`, `flag` or names."""

    axes: list[str | list[str]]
    value: str | list[str]
    own: bool = False  # each seat may know its own: a hand, a role
    aside: bool = False  # only the rules need it


class LegendView(Struct):
    """How a game's view reads, for a table that draws any game; and by phase what stands above it, fields in braces."""

    fields: dict[str, FieldView]
    headlines: dict[str, str]


class GameView(Struct):
    name: str
    title: str
    blurb: str
    rules: int
    fewest: int
    most: int
    options: list[OptionView]
    sheet: SheetView
    secret: bool  # whether it ever asks several players in secret
    sum: str | dict[str, str]  # how points are written: one form, or one for each kind of number
    lesson: bool  # there is a first hand to be played
    bots: list[str]  # whom a seat can have: levels of the house, then bots of packages' makers
    coloured: list[str]  # those of them that have a character
    part: PartView | None  # a package's own table
    poster: str  # the address of a package's picture, if it has one


class SummaryView(Struct):
    """The rules on one page; clauses are named in brackets."""

    goal: str
    turn: str
    end: str


class SourceView(Struct, omit_defaults=True):
    """Where a clause is from; `why` says which part is ours, and why."""

    kind: Literal["printed", "interpreted", "reconstructed"]
    why: str = ""


class PhraseView(Struct, omit_defaults=True):
    """A ready-made phrase by plural form: `{to}` and `{who}` are names, `{count}` is a number, `{what}` a thing.

    It is offered first in the phases `when` to the roles `by`, and said to one of the roles `to`. One of a `character`
    is said by bots alone.
    """

    name: str
    forms: dict[str, str]
    when: list[str] = []
    by: list[str] = []
    to: list[str] = []
    what: list[str] = []
    count: str = ""  # the field of the view whose size is offered first
    judged: bool = False  # the table tells later whether it was kept, or true
    gesture: bool = False
    character: str = ""


class TalkView(Struct):
    """What can be said with ready-made words. A role is whoever a field of the view names, the first that fits."""

    roles: dict[str, str]
    phrases: list[PhraseView]
    things: dict[str, dict[str, str]]
    numbers: list[str]


class RulesView(Struct):
    """A game's clauses in our words, where they are from, its own words, and what can be said at its table."""

    name: str
    title: str
    summary: SummaryView | None
    rebuilt: str
    clauses: dict[str, str]
    sources: dict[str, SourceView]
    words: dict[str, str]
    ends: dict[str, str]
    sum: str | dict[str, str]  # how points are written: one form, or one for each kind of number
    moves: list[str]
    talk: TalkView


class Catalogue(Struct):
    games: list[GameView]
    live_fuses: list[int]
    hours: list[int]
    tempos: list[str]
    windows: list[int]  # seconds; 0: sealed questions wait for all who are asked
    characters: list[str]  # of bots, where their level has one
    version: str


class NewTable(Struct, forbid_unknown_fields=True):
    """A table that somebody wants to open. `bots` names a level by seat, or null for a seat that waits.

    `characters` says by seat what bots of the house are to be like; where it says nothing, the table draws it.
    """

    game: Word
    seats: SeatNumber
    options: dict[str, str | int] = {}
    pace: TimeControl = TimeControl()
    public: bool = False
    bots: Annotated[list[Word | None], Meta(max_length=16)] = []
    characters: Annotated[list[Word | None], Meta(max_length=16)] = []
    sits: bool = True
    seal: Hex32 | None = None


class TakeSeat(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    seal: Hex32 | None = None


class PutBot(Struct, forbid_unknown_fields=True):
    """A bot for a seat, or none. With another `character` it is somebody else; without one, whoever sits there stays,
    and for an empty seat the table draws somebody."""

    seat: SeatNumber
    level: Word | None = None
    offered: bool = False
    character: Word | None = None


class Again(Struct, forbid_unknown_fields=True):
    seal: Hex32 | None = None


class Revealed(Struct, forbid_unknown_fields=True):
    entropy: Hex32


class Decision(Struct, forbid_unknown_fields=True):
    """The same as `submit` over the WebSocket."""

    id: Id
    beat: Count
    moves: Series


class KeptRecord(Struct, forbid_unknown_fields=True):
    """A record as text, and whose eyes it is to be seen with: a seat's, a spectator's, or open ones."""

    record: Annotated[str, Meta(max_length=RECORD)]
    eyes: Annotated[str, Meta(pattern=EYES)] = "open"


class Listed(Struct, omit_defaults=True):
    """A table in a list: its room, whether something is asked of whoever looks, whether a seat is kept for them,
    and how the game ended."""

    room: RoomView
    asked: bool
    invited: bool = False
    outcome: OutcomeView | None = None


class Draw(Struct):
    """What chance could do, by weight and in the order that counts, and what it did."""

    weights: dict[str, int]
    outcome: str


class Race(Struct):
    """A race's sealed question, by its number among all sealed ones from 0, and the seats as they answered."""

    question: int
    order: list[int]


class WeighedView(Struct):
    """A move that was weighed, and how often a master would make it."""

    move: str
    label: str
    share: float


class BeliefView(Struct):
    """Something that may be so, and how likely it seems."""

    text: str
    share: float


class HintView(Struct):
    """What a master would weigh in your place, the best first, from what your seat may know; and why."""

    why: list[str]
    options: list[WeighedView]
    beliefs: list[BeliefView]


class ProofView(Struct):
    """All that is needed to check a finished game's chance by hand: docs/fairness.md tells how."""

    table: str
    commitment: str
    key: str
    seals: list[str | None]
    entropies: list[str | None]
    draws: list[Draw]
    pace: str
    races: list[Race]


class Problem(Struct):
    code: str
    sentence: str
    clause: str = ""


def decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(FromClient)
