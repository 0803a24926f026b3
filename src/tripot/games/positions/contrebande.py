"""Contrebande: how a viewer fills in the cards that they can't see, and which positions can't be.

The names that look undefined are the game's.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import itertools

from tripot.games.random_numbers import below

COIN = 25  # every payment is a multiple of the lowest duty
DEAREST = 2700  # the most that is ever paid at once: a false claim of the bag with the crown and three necklaces
FLAWS = {
    "round": 5, "officer": 5, "turn": 13, "hand": 7, "taken": 13, "drawn": 14, "bag kept": 17,
    "declaration": 8, "shown": 12, "memory": 14, "money": 19, "end": 21,
}  # fmt: skip


def imagine(s, viewer, luck):
    """Deal all unseen cards anew: first they lie in the pack, then some fill the hand, and memories follow from it."""
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind) - s.discards[kind] - s.hand[kind]
    s.pack[UNKNOWN] = 0
    if s.hand[UNKNOWN] > 0:
        imagine_hand(s, viewer, luck)
    imagine_memories(s, viewer, luck)


def imagine_hand(s, viewer, luck):
    """Around what the viewer remembers. In a hand that was taken over only its newest card can be the bag (CON-17)."""
    if steps_back(s, viewer) > 0:
        for kind in range(KINDS):
            s.hand[kind] = s.memory[viewer, kind]
            s.pack[kind] -= s.memory[viewer, kind]
        s.hand[UNKNOWN] = s.memory[viewer, UNKNOWN]
    places = s.hand[UNKNOWN]
    s.hand[UNKNOWN] = 0
    bag_anywhere = s.taken == 0 or (s.taken == 1 and s.phase == DISCARDING)
    newest_is_bag = False
    if places > 0 and s.pack[BAG] > 0 and not bag_anywhere and s.phase != DEALING:
        newest_is_bag = below(luck, total(s.pack) - places + 1) == 0  # as likely as any place in the pack
    for i in range(places):
        kind = BAG
        if i > 0 or not newest_is_bag:
            kind = unseen(s, bag_anywhere, luck)
        s.pack[kind] -= 1
        s.hand[kind] += 1
        if i == 0 and s.drawn == UNKNOWN:
            s.drawn = kind


def steps_back(s, seat):
    """How many holders ago this seat held the hand; 0 if it did not, or holds it."""
    holder = s.turn
    for back in range(1, holders(s) + 1):
        holder = before(s, holder)
        if holder == seat:
            return back
    return 0


def unseen(s, bag_too, luck):
    """The kind of a card that the viewer can't see, by luck."""
    pick = below(luck, total(s.pack) if bag_too else total(s.pack) - s.pack[BAG])
    for kind in range(KINDS):
        if kind != BAG or bag_too:
            pick -= s.pack[kind]
            if pick < 0:
                return kind
    return -1


def whole_hand(s):
    """How many cards a player takes, if the pack has them."""
    return HANDS[s.edition]


def drawn_since(s, back):
    """How many cards were drawn into the hand since the holder so many back had it."""
    to_draw = 1 if s.phase == DISCARDING or s.phase == DEALING else 0  # its present holder has not drawn yet
    undrawn = 0 if s.phase == DEALING else whole_hand(s) - total(s.hand)  # the pack was empty so often (CON-20)
    return max(0, back - to_draw - undrawn)


def may_be_gone(s, seat, back):
    """How many of those may be discarded again: of kinds that this holder knows none of now, and not the newest."""
    if drawn_since(s, back) == 1 and s.phase != DEALING and total(s.hand) == whole_hand(s):
        return 0
    cards = 0
    for kind in range(KINDS):
        if s.memory[seat, kind] == 0:
            cards += s.discards[kind]
    return cards


def imagine_memories(s, viewer, luck):
    """Going back, each holder knows what the next one knew, but for a card that the next one drew."""
    if s.taken == 0:
        return
    own = steps_back(s, viewer)
    later = s.turn
    for kind in range(KINDS):
        s.memory[later, kind] = s.hand[kind]
    for back in range(1, holders(s) + 1):
        seat = before(s, later)
        if back != own:
            for kind in range(KINDS + 1):
                s.memory[seat, kind] = s.memory[later, kind]
            kind = not_known(s, seat, back, viewer, own, luck)
            if kind >= 0:
                s.memory[seat, kind] -= 1
                s.memory[seat, UNKNOWN] += 1
        later = seat
    forget(s, s.turn)


def not_known(s, seat, back, viewer, own, luck):
    """The card of those that the next holder knew that this one did not, by luck; -1 for none.

    A viewer who had the hand before both knew no more than they.
    """
    if drawn_since(s, back) == drawn_since(s, back - 1):
        return -1
    if back == 1:
        return s.drawn
    if s.memory[seat, BAG] > 0:  # CON-17: drawn by the last holder
        return BAG
    between = own > back
    cards = 0
    for kind in range(KINDS):
        cards += s.memory[seat, kind] - (s.memory[viewer, kind] if between else 0)
    if drawn_since(s, back) - s.memory[seat, UNKNOWN] <= may_be_gone(s, seat, back):
        if below(luck, own - back + 1 if between else cards + 1) >= cards:
            return -1
    pick = below(luck, cards)
    for kind in range(KINDS):
        pick -= s.memory[seat, kind] - (s.memory[viewer, kind] if between else 0)
        if pick < 0:
            return kind
    return -1


def flaws(s):
    chapters = (in_round, in_hand, in_declaration, in_turn, in_shown, in_memory, in_money)
    return (flaw for chapter in chapters for flaw, found in chapter(s) if found)


def in_round(s):
    yield "round", not 1 <= s.round <= s.rounds <= s.seats
    yield "officer", (s.officer != -1 or s.round > 1) if s.phase == LOT else s.officer < 0
    yield "turn", s.turn != -1 if s.phase in (LOT, OVER) else s.turn in (-1, s.officer)
    over = s.phase == OVER
    yield "end", over != (s.reason == ALL_ROUNDS) or (over and s.round < s.rounds)


def in_hand(s):
    size, whole = total(s.hand), whole_hand(s)
    if s.phase in (LOT, OVER):
        yield "hand", size > 0
        yield "end", total(s.pack) > 0 if s.phase == OVER else total(s.discards) > 0
    elif s.phase == DEALING:
        yield "hand", size >= whole or total(s.pack) == 0 or (s.taken > 0 and size < whole - 1)
    else:
        yield "hand", size == 0 or size > whole or (size < whole and total(s.pack) > 0)
    yield "taken", s.phase == DISCARDING if s.taken == 0 else s.phase in (LOT, OVER)
    has_drawn = DECLARATION <= s.phase <= NEIGHBOUR and s.taken > 0 and size == whole
    yield "drawn", (s.drawn >= 0) != has_drawn or (has_drawn and s.hand[s.drawn] == 0)
    just_taken = s.phase == DISCARDING and (s.taken == 1 or size == whole)
    yield "bag kept", s.hand[BAG] > 0 and s.taken > 0 and not just_taken and s.drawn != BAG


def in_declaration(s):
    items = total(s.declared)
    too_many = any(s.declared[kind] > in_pack(s, kind) for kind in range(KINDS))
    yield "declaration", s.declared[LUGGAGE] > 0 or too_many or items > total(s.hand)
    yield "declaration", items > 0 and not DECLARATION <= s.phase <= NEIGHBOUR
    yield "declaration", s.declared[BAG] > 0 and (items > 1 or s.phase == DECLARATION)


def discarded_singly(s):
    """Discards by those who took over this hand."""
    return s.taken - 1 if s.phase == DISCARDING else s.taken


def may_be_turn(s):
    """The turn went on with every hand that was shown, a whole one each, and with every one that was taken over."""
    place = -1 if s.phase == DISCARDING else 0
    seat = after(s, s.officer)
    while seat != s.turn:
        seat = after(s, seat)
        place += 1
    for shown in range(total(s.discards) // whole_hand(s) + 1):
        singly = total(s.discards) - shown * whole_hand(s)
        fits = singly == discarded_singly(s) if shown == 0 else singly >= discarded_singly(s)
        if fits and (shown + singly - place) % (s.seats - 1) == 0:
            return True
    return False


def in_turn(s):
    yield "turn", LOT < s.phase < OVER and not may_be_turn(s)


def in_shown(s):
    most = [s.discards[kind] if s.round == 1 else in_pack(s, kind) for kind in range(KINDS)]
    yield "shown", total(s.shown) > whole_hand(s) or any(s.shown[kind] > most[kind] for kind in range(KINDS))
    expected = whole_hand(s) if total(s.discards) > discarded_singly(s) else 0
    yield "shown", s.round == 1 and s.phase < OVER and total(s.shown) != expected


def in_memory(s):
    """Going back, each holder knows no card more than the next one, and at most the one less that the next one drew."""
    for seat in range(s.seats):
        remembered = sum(s.memory[seat, kind] for kind in range(KINDS + 1))
        yield "memory", remembered != (total(s.hand) if steps_back(s, seat) > 0 else 0)
    known, seat = [s.hand[kind] for kind in range(KINDS)], s.turn
    for back in range(1, holders(s) + 1):
        seat = before(s, seat)
        own = [s.memory[seat, kind] for kind in range(KINDS)]
        drawn = drawn_since(s, back)
        yield "memory", sum(known) - sum(own) > drawn - drawn_since(s, back - 1)
        yield "memory", drawn - s.memory[seat, UNKNOWN] > may_be_gone(s, seat, back)
        yield "memory", any(mine > theirs for mine, theirs in zip(own, known, strict=True))
        yield "memory", back == 1 and s.drawn >= 0 and own[s.drawn] == s.hand[s.drawn]
        yield "bag kept", own[BAG] > 0 and (back > 1 or s.phase != DISCARDING)
        known = own


def in_money(s):
    money = [s.money[seat] for seat in range(s.seats)]
    begun = s.round > 1 or s.phase >= NEIGHBOUR or total(s.discards) > 0
    yield "money", sum(money) != s.seats * share(s.seats) or any(francs % COIN for francs in money)
    yield "money", not begun and len(set(money)) > 1
    for seat, payment in itertools.product(range(s.seats), range(len(PAYMENTS))):
        times = s.payments[seat, payment]
        yield "money", times > (LONGEST if begun else 0) or s.ledger[seat, payment] > times * DEAREST
