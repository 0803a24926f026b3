"""PROHIS by instinct: smuggle behind a decoy, control all that can be controlled, take bribes that are rich enough."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tripot.engine.look import Look
from tripot.games.prohis import IN_WAREHOUSE, LARGEST_CONVOY

OFFICERS = ("lieutenant", "captain", "inspector")  # lowest rank first
WORTH = dict(zip(("legal", "illegal", *OFFICERS), IN_WAREHOUSE, strict=True))
FLIPS = dict(zip(OFFICERS, (1, 2, 3), strict=True))
READY = 6  # cards in hand that make a convoy worth the turn
ENOUGH_ILLEGAL = 3  # in hand: more of them are a danger
HONESTY = 0.1  # how often a card is packed as if there were nothing illegal at hand
SUSPICION = 0.4  # how likely a rival's card is illegal
AVERAGE = 2200  # what a card of a rival's convoy is worth
STORED = 2000  # what an officer gains on his way from hand to warehouse
LOST = 3000  # what a vain inspection costs


def choose(look: Look, rng: random.Random, /) -> str:
    table, legal = look.document(), look.legal
    hand = Counter(table["hands"][look.viewer])
    match look.phase:
        case "turn":
            return take_turn(table, hand, legal, rng)
        case "second card":
            return draw(table, hand, legal)
        case "loading":
            return load(table, hand, legal, rng)
        case "control":
            return control(table, hand)
        case "bribe":
            return bribe(table, hand)
        case "answer":
            return "accept" if worth(table["bribe"]) + STORED >= hopes(table) else "refuse"
        case "decide":
            return "inspect" if hopes(table) > STORED else "waive"
    return rng.choice(legal)


def take_turn(table: dict[str, Any], hand: Counter[str], legal: tuple[str, ...], rng: random.Random) -> str:
    """Fill the hand, then send; in the last round send whatever there is."""
    closing = table["last_turns"] is not None
    can_send = any(move.startswith("load ") for move in legal)
    if can_send and (closing or hand.total() >= READY):
        return load(table, hand, legal, rng)
    return "pass" if closing else draw(table, hand, legal)


def draw(table: dict[str, Any], hand: Counter[str], legal: tuple[str, ...]) -> str:
    """Lieutenants first, illegal goods while there are few in hand; rather the unknown than a legal good."""
    wanted = ["lieutenant", "illegal"] if hand["illegal"] < ENOUGH_ILLEGAL else ["lieutenant"]
    row = {card: f"draw row {slot}" for slot, card in enumerate(table["row"]) if card}
    choices = [*(row[card] for card in wanted if card in row), "draw pile", row.get("legal"), "stop", "pass"]
    return next(move for move in choices if move in legal)


def load(table: dict[str, Any], hand: Counter[str], legal: tuple[str, ...], rng: random.Random) -> str:
    """Put what is missing into the convoy, in any order: whoever inspects shall learn nothing from places."""
    loaded = Counter(table["convoy"])
    smuggling = loaded["illegal"] > 0 or rng.random() > HONESTY
    missing = cargo(hand + loaded, smuggling) - loaded
    moves = [move for kind in missing.elements() if (move := f"load {kind}") in legal]
    return rng.choice(moves) if moves and loaded.total() < LARGEST_CONVOY else "send" if "send" in legal else legal[0]


def cargo(cards: Counter[str], smuggling: bool) -> Counter[str]:
    """Illegal goods with one officer as a decoy; or legal goods, whose convoy brings officers home in safety."""
    officers = [officer for officer in OFFICERS for _ in range(cards[officer])]
    legal = ["legal"] * cards["legal"]
    if smuggling and cards["illegal"]:
        return Counter((officers[:1] + ["illegal"] * cards["illegal"] + legal)[:LARGEST_CONVOY])
    return Counter((legal + officers)[:LARGEST_CONVOY])


def control(table: dict[str, Any], hand: Counter[str]) -> str:
    """Always: an officer who waives the inspection is worth more than one in hand. The best one for big convoys."""
    held = [officer for officer in OFFICERS if hand[officer]]
    return f"control {held[-1] if len(table['convoy']) > 2 else held[0]}"


def bribe(table: dict[str, Any], hand: Counter[str]) -> str:
    """Pay for what is illegal, the more the higher the officer; an honest convoy pays nobody."""
    offered = worth(table["bribe"])
    if "illegal" in table["convoy"] and offered < 1000 * FLIPS[table["officer"]]:
        for kind in ("legal", "illegal"):
            if hand[kind]:
                return f"offer {kind}"
    return "hand-over" if offered else "no-bribe"


def hopes(table: dict[str, Any]) -> float:
    """What an inspection brings on average."""
    size = len(table["convoy"])
    misses = (1 - SUSPICION) ** min(FLIPS[table["officer"]], size)
    return (1 - misses) * (size * AVERAGE + STORED) - misses * LOST


def worth(cards: dict[str, int]) -> int:
    return sum(WORTH[kind] * count for kind, count in cards.items())
