"""Condamnés! by instinct: prisoners collect a suit each, feed the guard nothing he likes, and slip away from his gaze.

The guard asks for high cards, watches and searches whom he suspects, and spends têtes on that before anything else.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tripot.engine.look import Look
from tripot.games.condamnes import CARDS, LOWEST_FACE, SUIT

VALUE = {card: place % SUIT + 1 for place, card in enumerate(CARDS)}
FACES = {card for place, card in enumerate(CARDS) if place % SUIT >= LOWEST_FACE}
EAGER = 0.5  # how often a prisoner grabs a card that he has no use for yet
RESTLESS = 0.4  # how often he slips on a card that he has no use for


def choose(look: Look, rng: random.Random, /) -> str:
    table, legal, me = look.document(), look.legal, look.viewer
    hand = [card for card, seat in table["hand"].items() if seat == me]
    if table["guard"] == me:
        return stand_guard(look.phase, table, hand, legal, rng)
    return plot(look.phase, table, hand, legal, me, rng)


# Prisoners


def plot(
    phase: str, table: dict[str, Any], hand: list[str], legal: tuple[str, ...], me: int, rng: random.Random
) -> str:
    stolen = table["stolen"]
    match phase:
        case "grab":
            use = sum(suit_of(card) == suit_of(stolen) for card in hand)
            return "grab" if use > 1 or rng.random() < EAGER else "leave"
        case "moment":
            return "tunnel" if "tunnel" in legal else slip_or_wait(table, hand, legal, me, rng)
        case "lay":  # the stolen card only where it is needed
            return min(legal, key=lambda move: move.endswith(f" {stolen}"))
        case "mark":  # a tête left on the table is one that the guard won't get
            return max(legal, key=lambda move: VALUE[card_of(move)])
    return f"pass {spare_card(table, hand, me)}"


def slip_or_wait(table: dict[str, Any], hand: list[str], legal: tuple[str, ...], me: int, rng: random.Random) -> str:
    """Keep the stolen card while it fits the hand and nobody can be sure; else pass it on, away from the gaze."""
    ways = [move for move in legal if move.startswith("slip ") and move != f"slip {table['gaze']}"]
    fits = sum(suit_of(card) == suit_of(table["stolen"]) for card in hand) > 1
    known = sum(table["suspects"]) == 1
    restless = known or (not fits and rng.random() < RESTLESS)
    return rng.choice(ways) if ways and restless else "wait"


def spare_card(table: dict[str, Any], hand: list[str], me: int) -> str:
    """Keep the suit that is most complete. To the guard: higher than he announced, but no tête if it can be helped."""
    suits = Counter(map(suit_of, hand))
    if table["holder"] == me:
        suits[suit_of(table["stolen"])] += 1
    to_guard = receiver(table, me) == table["guard"]
    announced = VALUE[table["announced"]]

    def cost(card: str) -> tuple[int, int, int]:
        gift = 0 if not to_guard else 2 if card in FACES else int(VALUE[card] <= announced)
        return gift, suits[suit_of(card)], VALUE[card] if to_guard else -VALUE[card] % LOWEST_FACE

    return min(hand, key=cost)


def receiver(table: dict[str, Any], me: int) -> int:
    """Who gets the travelling card next: on the right in odd rounds, on the left in even ones."""
    places: list[int] = table["seat_at"]
    step = -1 if table["round"] % 2 else 1
    return places[(places.index(me) + step) % len(places)]


# The guard


def stand_guard(phase: str, table: dict[str, Any], hand: list[str], legal: tuple[str, ...], rng: random.Random) -> str:
    suspects = [seat for seat, suspected in enumerate(table["suspects"]) if suspected]
    match phase:
        case "give":  # the higher, the harder to beat without a tête
            return max(legal, key=lambda move: VALUE[card_of(move)])
        case "moment":
            return f"watch {rng.choice(suspects)}" if suspects else rng.choice(legal)
        case "search":
            sure = len(suspects) == 1
            affordable = sure or any(card in FACES for card in hand)
            move = f"search {rng.choice(suspects)}" if suspects else ""
            return move if affordable and move in legal else "carry-on"
        case "discard":
            return f"discard {payment(hand, len(suspects) == 1)}"
        case "inspect":
            return rng.choice(legal)
        case "swap":
            return max(legal, key=lambda move: VALUE[card_of(move)])
        case "verdict":
            return "annul" if "annul" in legal else "let-be"
    return "stay"


def payment(hand: list[str], sure: bool) -> str:
    """A search that can't fail is paid with low cards, of which three new ones come; another one with a tête."""
    plain = sorted((card for card in hand if card not in FACES), key=VALUE.__getitem__)
    faces = sorted((card for card in hand if card in FACES), key=VALUE.__getitem__)
    return plain[0] if plain and (sure or not faces) else faces[0]


def suit_of(card: str) -> str:
    return card[-1]


def card_of(move: str) -> str:
    return move.split()[1]
