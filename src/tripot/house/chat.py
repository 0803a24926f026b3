"""What people may say at a table: their own words, or ready-made ones that everybody reads in their own language."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from tripot.engine.look import Look
from tripot.engine.phrases import phrasebook, wording
from tripot.house.errors import HouseError
from tripot.house.names import clean, is_seen

LONGEST = 200  # characters
MOST = 9  # that a phrase can count


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Own words in `text`; or a ready-made `phrase`, to one seat or to all, with a number and a thing where it has one.

    Words to one seat, and those that will be judged, keep the public beat at which they were said; judged ones also how
    many cards they are `of`.
    """

    text: str = ""
    phrase: str = ""
    to: int | None = None
    count: int | None = None
    what: str = ""
    beat: int = 0
    of: int = 0


class Public(NamedTuple):
    """A running game as a spectator sees it, at a beat."""

    look: Look
    beat: int


def checked(said: Said, game: str, seats: int, seat: int | None, public: Public | None) -> Said:
    """What a seat (None: a spectator) said, fit to be shown to others; never read as anything but words."""
    if bool(said.text) == bool(said.phrase):
        raise HouseError("talk.empty")
    if said.phrase:
        return _checked_phrase(said, game, seats, seat, public)
    if said.to is not None or said.count is not None or said.what:
        raise HouseError("talk.own-words")
    words = clean(said.text)
    if not is_seen(words):
        raise HouseError("talk.blank")
    if len(words) > LONGEST:
        raise HouseError("talk.long", longest=LONGEST, length=len(words))
    return Said(text=words)


def checked_of_person(said: Said, game: str, seats: int, seat: int | None, public: Public | None) -> Said:
    """The same of what a person said, who can't put on a character of the house."""
    phrase = phrasebook(game).phrases.get(said.phrase)
    if phrase is not None and phrase.character:
        raise HouseError("talk.character", phrase=said.phrase)
    return checked(said, game, seats, seat, public)


def _checked_phrase(said: Said, game: str, seats: int, seat: int | None, public: Public | None) -> Said:
    book, name = phrasebook(game), said.phrase
    phrase = book.phrases.get(name)
    if phrase is None:
        raise HouseError("talk.unknown", phrase=name[:40])
    form = wording(game, "en").phrases[name]["other"]
    if ("{to}" in form) != (said.to is not None) or (said.to is not None and not 0 <= said.to < seats):
        raise HouseError("talk.to-one" if "{to}" in form else "talk.to-all", phrase=name)
    if said.to is not None and said.to == seat:
        raise HouseError("talk.oneself")
    if "{count}" in form and said.count is None:
        raise HouseError("talk.count", phrase=name, most=MOST)
    if said.count is not None and (not ("{count}" in form or phrase.what) or not 1 <= said.count <= MOST):
        if "{count}" in form:
            raise HouseError("talk.count", phrase=name, most=MOST)
        raise HouseError("talk.no-count", phrase=name)
    if said.what not in (phrase.what or ("",)):
        if phrase.what:
            raise HouseError("talk.what", phrase=name, things=", ".join(phrase.what))
        raise HouseError("talk.no-what", phrase=name)
    beat = public.beat if public is not None and seat is not None and said.to is not None else 0
    said = Said(phrase=name, to=said.to, count=said.count, what=said.what, beat=beat)
    return _pledged(said, game, seat, public) if book.judged(name) else said


def _pledged(said: Said, game: str, seat: int | None, public: Public | None) -> Said:
    """A promise or a claim that the table will judge: it must fit the moment, as everybody sees it."""
    phrase = phrasebook(game).phrases[said.phrase]
    if public is None or seat is None:
        raise HouseError("talk.pledge")
    table = public.look.document()
    if not fits(said, game, seat, public.look.phase, table):
        raise HouseError("talk.moment", phrase=said.phrase)
    of = len(table[phrase.claim.of]) if phrase.claim is not None and isinstance(table.get(phrase.claim.of), list) else 0
    return msgspec.structs.replace(said, beat=public.beat, of=of)


def fits(said: Said, game: str, seat: int, phase: str, table: dict[str, Any]) -> bool:
    """Whether a phrase is for this phase, this speaker and whoever it is said to."""
    book = phrasebook(game)
    phrase = book.phrases[said.phrase]
    return (
        (not phrase.when or phase in phrase.when)
        and (not phrase.by or book.role(table, seat) in phrase.by)
        and (said.to is None or not phrase.to or book.role(table, said.to) in phrase.to)
    )
