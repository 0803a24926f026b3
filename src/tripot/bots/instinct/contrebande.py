"""Contrebande by instinct: honest with cheap goods, tempted to lie about dear ones, and slow to believe the others."""

from __future__ import annotations

import random
from collections import Counter
from math import comb, prod
from typing import Any

from tripot.engine.look import Look
from tripot.games.contrebande import CARDS, COMPENSATION, DUTY, FINE, OPTIONS, PACKS, REWARD

DUTIES = dict(zip(CARDS, DUTY, strict=False))
FINES = dict(zip(CARDS, FINE, strict=False))
GOODS = CARDS[2:10]  # in the order of the board
DEAR = 200  # the duty from which a good is worth a lie
TEMPTATION = 0.15  # how often it is told
TRUST = 0.7  # how many are honest, as long as nothing is said
LIES = (0.5, 0.3, 0.15, 0.04, 0.01)  # how many goods a liar names
FALSE_CLAIMS = 0.1  # how often a liar claims the bag


def choose(look: Look, rng: random.Random, /) -> str:
    table = look.document()
    match look.phase:
        case "declaration":
            return declare(table["hand"], table["declared"], rng)
        case "customs":
            return "search" if search_pays(table) else "let-pass"
        case "neighbour":
            true = belief(table, Counter(table["memory"][look.viewer]))
            return "denounce" if (1 - true) * REWARD > true * COMPENSATION else "take"
    return max(look.legal, key=lambda move: DUTIES[move.removeprefix("discard ")])


def declare(hand: dict[str, int], named: dict[str, int], rng: random.Random) -> str:
    """Name what is there, in board order, but now and then leave out a dear good. Who has the bag claims it."""
    if hand.get("bag") and not named:
        return "claim-bag"
    last = max((GOODS.index(good) for good in named), default=0)
    for good in GOODS[last:]:
        tempted = DUTIES[good] >= DEAR and rng.random() < TEMPTATION
        if named.get(good, 0) < hand.get(good, 0) and not tempted:
            return f"declare {good}"
    return "declared"


def search_pays(table: dict[str, Any]) -> bool:
    """The fines of a liar instead of his duty, and no informer to be paid; against an honest man's compensation."""
    unseen, size = unseen_cards(table), sum(table["hand"].values())
    fines: float = size * sum(FINES[card] * count for card, count in unseen.items()) / unseen.total()
    duty: int = sum(DUTIES[good] * count for good, count in table["declared"].items())
    true = belief(table, Counter())
    return (1 - true) * (fines - duty + REWARD / 2) > true * COMPENSATION


def belief(table: dict[str, Any], remembered: Counter[str]) -> float:
    """How likely a declaration is wholly true: how often an honest man has to say it, how often a liar would."""
    named = Counter(table["declared"])
    honest = TRUST * true_hand(table, named, remembered)
    if named["bag"]:
        liar = FALSE_CLAIMS
    else:
        items = named.total()
        liar = LIES[items] / comb(len(GOODS) + items - 1, items)
    return honest / (honest + (1 - TRUST) * liar)


def true_hand(table: dict[str, Any], named: Counter[str], remembered: Counter[str]) -> float:
    """How likely the hand is just as declared, by the cards not seen yet and those remembered of this hand."""
    unseen = unseen_cards(table) - remembered
    drawn = remembered["unknown"] if remembered else sum(table["hand"].values())
    known = Counter({card: count for card, count in remembered.items() if card != "unknown"})
    if named["bag"]:
        return 1.0 if known["bag"] else drawn * unseen["bag"] / unseen.total()
    if any(known[good] > named[good] for good in GOODS):
        return 0.0
    missing = {good: named[good] - known[good] for good in GOODS}
    plain = drawn - sum(missing.values())
    if plain < 0:
        return 0.0
    ways = prod(comb(unseen[good], count) for good, count in missing.items())
    return ways * comb(unseen["luggage"] + unseen["bag"], plain) / comb(unseen.total(), drawn)


def unseen_cards(table: dict[str, Any]) -> Counter[str]:
    pack = PACKS[OPTIONS["pack"].index(table["edition"])].tolist()
    return Counter(dict(zip(CARDS, pack, strict=False))) - Counter(table["discards"])
