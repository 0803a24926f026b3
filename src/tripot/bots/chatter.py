"""What bots say: ready-made words only, from what their own seat may know, what was said to them, and luck.

What a bot says about hidden things it says on purpose. A coin decides whether it tells the truth or lies (`HONESTY`),
and of two opposite claims it makes the one that fits. With a fair coin each of them is made as often whatever the bot
holds, so that its words are no tell: they can be believed or not, and nobody learns anything from counting them.

A promise is made by luck alone, so making it says nothing. It tips the scales where its bot is in two minds, and never
buys what the bot's own play wouldn't nearly give: else anybody who has it promised would play the bot's hand.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from tripot.bots import MASTER, REGULAR, has_character
from tripot.bots.instincts import Instinct, temper
from tripot.engine.game import game
from tripot.engine.look import Look
from tripot.engine.phrases import Claim, Phrase, Remark, phrasebook, wording

HONESTY = 0.5  # how often a claim is true; any other share would make claims a tell
CLAIMS = 0.5  # how often a bot makes a claim where it could say something else
TWO_MINDS = 0.5  # a promise is kept by moves that are at least so many times as likely as those that break it
OWN_WORDS = 0.4  # how often it says, where it makes no claim, what only bots of its character say
LIKED = 0.2  # and how often a word of everybody's that is like it, instead of what anybody would say


class Utterance(msgspec.Struct, frozen=True):
    """A phrase, with what fills it."""

    phrase: str
    to: int | None = None
    count: int | None = None
    what: str = ""


def remark(look: Look, options: Remark, luck: random.Random, character: str = "") -> Utterance | None:
    """Something to say at a moment. A character only chooses among words that say nothing about hidden things."""
    claims, honest = luck.random() < CLAIMS, luck.random() < HONESTY
    other = luck.choice(options.says) if options.says else ""
    taste = luck.random()
    if other and character and has_character(look.game.name, REGULAR):
        book = phrasebook(look.game.name)
        own = book.own(character, book.role(look.document(), look.viewer))
        if taste < OWN_WORDS:
            other = luck.choice(own)
        elif taste < OWN_WORDS + LIKED:
            other = luck.choice(book.characters[character])
    if options.opposite and (claims or not other):
        first, second = options.opposite
        claim = phrasebook(look.game.name).phrases[first].claim
        said = first if claim is not None and holds(look, claim, options.what) == honest else second
        return _filled(look, said, options.what, None)
    return _filled(look, other, options.what, None) if other else None


def answer(look: Look, phrase: str, asker: int, luck: random.Random, character: str = "") -> Utterance | None:
    """Something to say to somebody who has addressed this seat."""
    book = phrasebook(look.game.name)
    said, taste = luck.choice(book.answers.get(phrase, book.answers["any"])), luck.random()
    retorts = book.retorts.get(character, {}).get(phrase, ())
    if retorts and taste < OWN_WORDS and has_character(look.game.name, REGULAR):
        said = luck.choice(retorts)
    return _filled(look, said, "", asker)


def _filled(look: Look, name: str, what: str, asker: int | None) -> Utterance | None:
    """A phrase said to whoever it is for; None if there is nobody."""
    game = look.game.name
    phrase, form = phrasebook(game).phrases[name], wording(game, "en").phrases[name]["other"]
    table = look.document()
    to = None
    if "{to}" in form:
        to = asker if asker is not None else _addressee(look, phrase, table)
        if to is None or to == look.viewer:
            return None
    count = len(table[phrase.count]) if phrase.count else 1
    return Utterance(name, to, count if "{count}" in form else None, (what or phrase.what[0]) if phrase.what else "")


def _addressee(look: Look, phrase: Phrase, table: dict[str, Any]) -> int | None:
    roles = phrasebook(look.game.name).roles
    seats = [table.get(roles[role]) for role in phrase.to if role in roles]
    return next((seat for seat in seats if seat is not None), None)


def holds(look: Look, claim: Claim, what: str = "") -> bool:
    """Whether a claim of the viewer's own is true."""
    table = look.document()
    if claim.of == "declaration":
        hand, declared = Counter(table["hand"]), Counter(table["declared"])
        exact = hand["bag"] > 0 if declared["bag"] else _goods(hand) == _goods(declared)
        return exact != claim.false
    held = Counter(table["hands"][look.viewer] if claim.of == "hand" else table[claim.of])
    kinds = [what if kind == "{what}" else kind for kind in (*claim.some, *claim.none)]
    return any(held[kind] for kind in kinds) == bool(claim.some)


def _goods(cards: Counter[str]) -> dict[str, int]:
    return {kind: count for kind, count in cards.items() if count and kind not in ("luggage", "bag")}


def keeping(look: Look, move: str, verdicts: dict[str, str], level: str, character: str = "") -> str:
    """The move that a bot makes who has given its word: one that keeps it, where its own policy is in two minds.

    Who has no policy sticks to what it chose; so does a master, who has weighed more than any policy knows.
    """

    def verdict(other: str) -> str:
        return verdicts.get(other.split()[0], "")

    name = look.game.name
    if verdict(move) != "broken" or level == MASTER or not has_character(name, level):
        return move
    try:
        weights = Instinct(game(name), temper(name, level, character)).weights(look)
    except Exception:  # a maker's policy; what was chosen without it stands
        return move
    kept = {other: weight for other, weight in weights.items() if verdict(other) == "kept"}
    broken = sum(weight for other, weight in weights.items() if verdict(other) == "broken")
    if not kept or sum(kept.values()) < TWO_MINDS * broken:
        return move
    return max(kept, key=lambda other: kept[other])
