"""Condamnés!: how a viewer fills in the cards that they can't see, and which positions can't be.

The names that look undefined are the game's.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from tripot.games.random_numbers import below

ATTEMPTS = 200  # to imagine hands that fit all notes and tunnels; the last one lets the notes be


def complete(s):
    """Fill in where each seat's player sits."""
    for seat in range(MOST_SEATS):
        s.place[seat] = -1
    for place in range(s.seats):
        if s.seat_at[place] >= 0:
            s.place[s.seat_at[place]] = place


def imagine(s, viewer, luck):
    """Deal all unseen cards anew, in such a way that everything the record tells can be true."""
    hidden_holder = s.holder < 0 and s.stolen >= 0 and s.phase != GRABBING
    if s.phase == GRABBING and viewer >= 0 and s.answers[viewer] == GRABS:
        s.holder = viewer
    count_free_places(s)
    for attempt in range(ATTEMPTS):
        if hidden_holder:
            imagine_holder(s, luck)
        if imagine_needed(s, attempt + 1 < ATTEMPTS, luck):
            break
        for card in range(PACK):  # that could not be: take back what was placed
            if not s.known[card]:
                if s.hand[card] >= 0:
                    s.held[s.hand[card]] += 1
                s.hand[card] = -1
                s.lies[card] = NOWHERE
    imagine_rest(s, luck)
    for seat in range(s.seats):
        s.held[seat] = 0
    for heap in range(HEAPS):
        s.heaps[heap] = 0
    for card in range(PACK):
        if s.hand[card] >= 0:
            s.held[s.hand[card]] += 1
        elif s.lies[card] >= HEAP:
            s.heaps[s.lies[card] - HEAP] += 1
        s.known[card] = imagined_knowledge(s, card, viewer)


def count_free_places(s):
    """`held` and `heaps` count places for unseen cards, until all are filled."""
    for card in range(PACK):
        if s.hand[card] >= 0:
            s.held[s.hand[card]] -= 1
        elif s.lies[card] >= HEAP:
            s.heaps[s.lies[card] - HEAP] -= 1


def imagine_holder(s, luck):
    count = 0
    for seat in range(s.seats):
        count += s.suspects[seat]
    pick = below(luck, count)
    for seat in range(s.seats):
        if s.suspects[seat]:
            if pick == 0:
                s.holder = seat
            pick -= 1


def imagine_needed(s, with_notes, luck):
    """Place the cards that can't be just any; false if that fails."""
    if s.phase == VERDICT:  # a spectator knows the suit
        for _ in range(TUNNEL_CARDS - lying(s, LAID)):
            card = unseen(s, s.mark // SUIT, 0, SUIT, -1, luck)
            s.lies[card] = LAID
    for seat in range(s.seats):
        if with_notes:
            for _ in range(s.sure[seat]):
                if not imagine_in_hand(s, seat, -1, 0, SUIT, seat, luck):
                    return False
        if s.inspected[seat] and s.looked != seat:  # nothing higher was found here
            while s.held[seat] > 0:
                if not imagine_in_hand(s, seat, -1, 0, value_of(s.returned), -1, luck):
                    return False
        elif s.inspected[seat] and s.held[seat] > 0 and not holds(s, seat, value_of(s.returned)):
            if not imagine_in_hand(s, seat, -1, value_of(s.returned), SUIT, -1, luck):
                return False
        if s.digging[seat] and not imagine_tunnel(s, seat, luck):
            return False
    if s.phase == PAYING and s.paid == 0 and s.held[s.guard] == 1:
        only = True
        for card in range(PACK):
            if s.hand[card] == s.guard:
                only = False
        if only:  # one card pays only if it is a tête
            return imagine_in_hand(s, s.guard, -1, LOWEST_FACE, SUIT, -1, luck)
    return True


def imagine_tunnel(s, seat, luck):
    """Who has announced a tunnel can lay one: complete a suit in their hand."""
    begun = laid_suit(s) if seat == s.layer else -1
    choices = 0
    for suit in range(SUITS):
        if (begun < 0 or suit == begun) and tunnel_lacks(s, seat, suit) <= s.held[seat]:
            choices += 1
    if choices == 0:
        return False
    pick = below(luck, choices)
    for suit in range(SUITS):
        if (begun < 0 or suit == begun) and tunnel_lacks(s, seat, suit) <= s.held[seat]:
            if pick == 0:
                for _ in range(tunnel_lacks(s, seat, suit)):
                    if not imagine_in_hand(s, seat, suit, 0, SUIT, -1, luck):
                        return False
                return True
            pick -= 1
    return False


def tunnel_lacks(s, seat, suit):
    lacks = TUNNEL_CARDS - of_suit(s, seat, suit)
    if seat == s.layer:
        for card in range(suit * SUIT, suit * SUIT + SUIT):
            if s.lies[card] == LAID:
                lacks -= 1
    return lacks


def imagine_in_hand(s, seat, suit, lowest, below_value, noted, luck):
    """Put an unseen card of this kind into a hand; false if there is none, or no place."""
    card = unseen(s, suit, lowest, below_value, noted, luck)
    if card < 0 or s.held[seat] <= 0:
        return False
    s.hand[card] = seat
    s.held[seat] -= 1
    return True


def unseen(s, suit, lowest, below_value, noted, luck):
    """An unplaced card by luck: of a suit (-1: any), from lowest to below a value (ace 0), noted in a hand (or -1)."""
    count = 0
    for card in range(PACK):
        if is_unseen(s, card, suit, lowest, below_value, noted):
            count += 1
    if count == 0:
        return -1
    pick = below(luck, count)
    for card in range(PACK):
        if is_unseen(s, card, suit, lowest, below_value, noted):
            if pick == 0:
                return card
            pick -= 1
    return -1


def is_unseen(s, card, suit, lowest, below_value, noted):
    if s.hand[card] >= 0 or s.lies[card] >= 0 or (noted >= 0 and s.noted[card] != noted):
        return False
    return (suit < 0 or card // SUIT == suit) and lowest <= card % SUIT and card % SUIT < below_value


def imagine_rest(s, luck):
    """Every unseen card that is left goes to any free place."""
    free = 0
    for seat in range(s.seats):
        free += s.held[seat]
    for heap in range(HEAPS):
        free += s.heaps[heap]
    for card in range(PACK):
        if s.hand[card] < 0 and s.lies[card] < 0:
            pick = below(luck, free)
            free -= 1
            seat = 0
            while seat < s.seats and pick >= s.held[seat]:
                pick -= s.held[seat]
                seat += 1
            if seat < s.seats:
                s.hand[card] = seat
                s.held[seat] -= 1
            else:
                heap = 0
                while pick >= s.heaps[heap]:
                    pick -= s.heaps[heap]
                    heap += 1
                s.lies[card] = HEAP + heap
                s.heaps[heap] -= 1


def imagined_knowledge(s, card, viewer):
    """Who knows where a card is: the viewer or nobody, and those who always do."""
    knowers = 0
    if s.known[card]:
        knowers = EVERYBODY if viewer < 0 else bit_of(viewer)
    seat = s.hand[card]
    if seat >= 0:
        if s.phase != REVEAL:
            knowers |= bit_of(seat)
        if s.inspected[seat]:
            knowers |= bit_of(s.guard)
    elif s.lies[card] == LAID and card != s.mark and card != s.stolen:
        knowers |= onlookers(s)
    elif s.lies[card] < HEAP:
        knowers = EVERYBODY
    return knowers


FLAWS = {
    "unknown cards": 1, "cards": 1, "hands": 5, "pack": 12, "reveal": 2, "guard": 2, "places": 15, "stolen card": 3,
    "suspects": 14, "holder": 4, "round": 22, "search": 19, "travelling card": 9, "end": 22, "ten cards": 7,
    "tunnels": 6, "drawing": 12, "answers": 13, "gaze": 13, "hand-over": 14, "caught": 15, "laid cards": 16,
    "digging": 16, "verdict": 17, "returned card": 10, "inspection": 11, "knowledge": 11, "notes": 11,
}  # fmt: skip


def flaws(s):
    later = (in_guard, in_round, in_draw, in_hands, in_answers, in_tunnel, in_search, in_inspection, in_knowledge)
    chapters = (in_cards, in_reveal) if s.phase == REVEAL else (in_cards, *later)
    return (flaw for chapter in chapters for flaw, found in chapter(s) if found)


def cards_where(field, value):
    return [card for card in range(PACK) if field[card] == value]


def in_cards(s):
    for hand, lies in zip(s.hand, s.lies):
        yield "unknown cards", hand < 0 and lies < 0
        yield "cards", hand >= 0 and lies >= 0
    yield "hands", any(s.held[seat] != len(cards_where(s.hand, seat)) for seat in range(s.seats))
    heaps = list(s.heaps)
    yield "pack", heaps != [lying(s, HEAP + heap) for heap in range(HEAPS)]
    yield "pack", 0 in heaps[: sum(count > 0 for count in heaps)]


def in_reveal(s):
    """Nothing has happened yet but one card to each seat from 0 up."""
    yield "reveal", s.drawer < 0 or s.to_draw != 1 or s.heaps[0] + s.drawer != PACK
    for seat in range(s.seats):
        yield "reveal", s.held[seat] != (seat < s.drawer) or s.seat_at[seat] != seat
    for name, field in RECORD.fields.items():
        if name not in ("seats", "phase", "drawer", "to_draw", "held", "seat_at", "place", "heaps", "hand", "lies"):
            yield (
                "reveal",
                any(value != field.start for value in (getattr(s, name) if field.axes else [getattr(s, name)])),
            )


def in_guard(s):
    yield "guard", s.guard < 0
    yield "places", sorted(s.seat_at)[-s.seats :] != list(range(s.seats)) or s.seat_at[s.guard] != s.guard
    lies_there = stolen_lies(s, STOLEN)
    is_laid = stolen_lies(s, LAID) and s.holder == s.layer
    yield "stolen card", lying(s, STOLEN) != lies_there or (s.stolen >= 0 and not lies_there and not is_laid)
    replaced = s.phase in (NEW_STOLEN, OVER) or (s.phase == DRAWING and s.round > 0 and s.drawer != s.guard)
    yield "stolen card", s.phase == NEW_STOLEN if s.stolen >= 0 else not replaced
    yield "suspects", s.rumours[s.guard] or any(s.suspects[seat] > s.rumours[seat] for seat in range(s.seats))
    nobody = s.stolen < 0 or s.phase == GRABBING
    yield "suspects", nobody and any(s.suspects)
    yield "holder", s.holder >= 0 and s.phase != GRABBING if nobody else not is_prisoner(s, s.holder)
    yield "suspects", not nobody and not s.suspects[s.holder]


def in_round(s):
    before = s.round == 0 and s.phase in (GRABBING, DRAWING)
    yield "round", s.round > ROUNDS or (s.round == 0) != before
    fresh = before or s.phase == GIVING or s.reason == ROUNDS_OUT
    yield "round", s.moments + s.searches != 0 if fresh else not 1 <= s.moments <= PATIENCE + MOST_SEATS
    ended = s.moments if fresh or s.searched >= 0 else s.moments - 1  # moments that can have ended with a search
    yield "search", s.searches > ended or (s.searches > 1 and s.seats - 1 <= FEW_PRISONERS)
    yield "round", fresh != (s.announced < 0)
    back = s.phase in (INSPECTING, SWAPPING) or (s.drawer == s.guard and s.searched < 0)
    yield "travelling card", s.bearer >= 0 if fresh or back else s.phase != OVER and not is_prisoner(s, s.bearer)
    yield "end", (s.phase == OVER) != (s.reason >= 0) or (s.reason == ROUNDS_OUT and s.round != ROUNDS)
    yield "ten cards", (s.held[s.guard] >= TRANSFER) != (s.reason == TEN_CARDS) or s.held[s.guard] > TRANSFER
    dug = lying(s, TABLE)
    yield "tunnels", dug > s.seats - 1 or (dug == s.seats - 1) != (s.reason == ALL_TUNNELS)


def in_draw(s):
    pack = sum(s.heaps)
    if s.phase != DRAWING:
        yield "drawing", s.drawer >= 0 or s.to_draw != 0 or (s.phase == NEW_STOLEN and pack == 0)
        return
    yield "drawing", s.drawer < 0 or not 1 <= s.to_draw <= pack
    if s.round > 0:
        yield "drawing", s.drawer not in (s.guard, s.layer if s.searched < 0 else s.searched)
        yield "drawing", s.drawer == s.guard and s.to_draw > (s.paid + 1 if s.found == 1 else 1)


def in_hands(s):
    """Prisoners have three cards, four with the travelling one, unless they are being dealt or laying them."""
    dealt = s.phase != GRABBING
    seat = s.guard
    for _ in range(s.seats):
        size = GUARDS_HAND if seat == s.guard else proper_hand(s, seat)
        if s.round == 0:
            size = size if dealt else 0
            dealt = dealt and s.drawer != seat
        elif seat == s.guard or (seat == s.layer and s.reason == ALL_TUNNELS):
            size = s.held[seat]
        elif seat == s.layer:
            size -= lying(s, LAID) - stolen_lies(s, LAID)
        if s.drawer == seat and (seat != s.guard or s.round == 0):
            size -= s.to_draw
        yield "hands", s.held[seat] != size
        seat = beside(s, seat, 1)
    yield "hands", s.phase == GIVING and s.held[s.guard] == 0


def in_answers(s):
    for seat, answer in enumerate(s.answers):
        if answer != NOT_YET:
            yield "answers", seat == s.guard or s.phase != (GRABBING if answer in (LEAVES, GRABS) else MOMENT)
            yield "answers", answer == DIGS and not can_dig(s, seat)
            across = beside(s, seat, 1 if answer == SLIPS_LEFT else -1) == s.guard
            yield "answers", answer >= SLIPS_LEFT and (s.holder != seat or across)
    yield "gaze", s.eyes >= 0 and (s.phase != MOMENT or s.eyes == s.guard)
    yield "answers", (s.phase == GRABBING or (s.phase == MOMENT and s.eyes >= 0)) and thieves(s) == 0
    grabbed = s.answers[s.holder] == GRABS if s.holder >= 0 else GRABS not in s.answers
    yield "holder", s.phase == GRABBING and not grabbed
    unused = s.round == 0 or (s.round == 1 and (s.phase == GIVING or (s.phase == MOMENT and s.moments == 1)))
    yield "gaze", s.gaze == s.guard or (s.gaze < 0) != unused
    yield "hand-over", (s.giver < 0) != (s.receiver < 0) or s.guard in (s.giver, s.receiver)
    yield "hand-over", s.giver >= 0 and (s.gaze < 0 or s.giver == s.receiver)
    due = s.giver >= 0 and s.giver == s.gaze and s.caught[s.giver] >= CAUGHT_OFTEN
    yield "caught", (s.phase == RESEATING and not due) or s.caught[s.guard] > 0


def in_tunnel(s):
    laying = LAYING <= s.phase <= VERDICT
    follows = s.phase in (DRAWING, NEW_STOLEN, GRABBING) or s.reason == ALL_TUNNELS
    laid = cards_where(s.lies, LAID)
    yield "laid cards", not is_prisoner(s, s.layer) if laying else s.layer >= 0 and not follows
    if s.layer >= 0:
        yield "laid cards", s.layer == s.guard or s.searched >= 0 or s.round == 0
        yield "laid cards", s.phase == DRAWING and s.drawer != s.layer
    yield "laid cards", s.phase == GRABBING and s.round > 0 and s.layer < 0 and s.searched < 0
    yield "laid cards", len(laid) > TUNNEL_CARDS or (len(laid) == TUNNEL_CARDS) != (s.phase in (MARKING, VERDICT))
    if laid:
        yield "laid cards", not laying or len({card // SUIT for card in laid}) > 1
        yield "laid cards", of_suit(s, s.layer, laid_suit(s)) + len(laid) < TUNNEL_CARDS
    for seat in range(s.seats):
        begun = seat == s.layer and laid
        yield "digging", s.digging[seat] and (seat == s.guard or s.layer < 0 or not (begun or can_dig(s, seat)))
    yield "digging", s.phase in (LAYING, MARKING) and not s.digging[s.layer]
    yield "verdict", (s.phase == VERDICT) != (s.mark >= 0)
    yield "verdict", s.mark >= 0 and (s.gaze != s.layer or s.lies[s.mark] != LAID or s.mark == s.stolen)


def in_search(s):
    if s.searched < 0:
        yield "search", s.paid != 0 or s.found >= 0 or s.phase == PAYING
        return
    follows = s.phase in (PAYING, DRAWING, NEW_STOLEN, GRABBING) or s.reason == TEN_CARDS
    yield "search", s.searched == s.guard or s.searches < 1 or not follows
    if s.phase == PAYING:
        yield "search", s.found >= 0 or s.paid >= PRICE or (s.paid > 0 and s.held[s.guard] == 0)
        has_face = any(is_face(card) for card in cards_where(s.hand, s.guard))
        yield "search", s.paid == 0 and s.held[s.guard] < PRICE and not has_face
        return
    yield "search", s.found < 0 or not 1 <= s.paid <= PRICE
    yield "search", s.phase != GRABBING and s.stolen >= 0 and (s.holder == s.searched) != (s.found == 1)


def in_inspection(s):
    looking = s.phase in (INSPECTING, SWAPPING)
    yield "returned card", looking != (s.returned >= 0) or (s.phase == SWAPPING) != (s.looked >= 0)
    yield "returned card", looking and s.hand[s.returned] != s.guard
    yield "returned card", looking and value_of(s.returned) > value_of(s.announced)
    for seat in range(s.seats):
        if s.inspected[seat]:
            yield (
                "inspection",
                not looking or seat == s.guard or holds(s, seat, value_of(s.returned)) != (seat == s.looked),
            )
    yield "inspection", s.phase == INSPECTING and sum(s.inspected) == s.seats - 1
    yield "inspection", s.looked >= 0 and not s.inspected[s.looked]


def in_knowledge(s):
    """Everyone knows their own hand and what lies in the open; the guard knows the hand just looked through."""
    guard = bit_of(s.guard)
    for card in range(PACK):
        known, seat, lies, noted = s.known[card], s.hand[card], s.lies[card], s.noted[card]
        open_to_all = card in (s.mark, s.stolen) or (STOLEN <= lies < HEAP and lies != LAID)
        yield "knowledge", known > EVERYBODY or ((known & 1 or open_to_all) and known != EVERYBODY)
        yield "knowledge", seat >= 0 and not (known & bit_of(seat) and (known & guard or not s.inspected[seat]))
        yield "knowledge", lies == LAID and known & onlookers(s) != onlookers(s)
        yield "notes", noted >= 0 and (noted == s.guard or known & guard)
    for seat in range(s.seats):
        there = [
            s.hand[card] == seat or (s.lies[card] == LAID and s.layer == seat) for card in cards_where(s.noted, seat)
        ]
        yield "notes", s.sure[seat] > sum(there)
