"""PROHIS: how a viewer fills in the cards that they can't see, and which positions can't be.

The names that look undefined are the game's.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from tripot.games.random_numbers import below


def elsewhere(s, kind):
    """The controlling officer lies on the table."""
    return 1 if s.officer == kind and BRIBE <= s.phase and s.phase <= INSPECTION else 0


def imagine(s, viewer, luck):
    """Deal all unseen cards anew: first they lie in the pile, then they fill every hidden place.

    Captains and inspectors were never in the pile, a convoy has goods in it, an officer that was just shown is in the
    hand that took it back, and whoever passed before the end holds officers alone.
    """
    before_the_end = total(s.pile) > 0
    for kind in range(KINDS):
        s.pile[kind] = in_pack(s, kind) - seen(s, kind)
    s.pile[UNKNOWN] = 0
    if s.phase == LOT or (BRIBE <= s.phase and s.phase <= INSPECTION):
        for seat in range(s.seats):
            kind = s.answers[seat]
            if kind > LETS_PASS and seat != s.controller and s.hands[seat, UNKNOWN] > 0:
                s.pile[kind] -= 1
                s.hands[seat, UNKNOWN] -= 1
                s.hands[seat, kind] += 1
    if s.phase == CONTROL and s.answers[viewer if viewer >= 0 else s.turn] > LETS_PASS:
        s.fastest[s.answers[viewer] - LIEUTENANT] = viewer
    for back in range(1, s.passes + 1 if before_the_end else 1):
        hand_officers(s, passer(s, back), luck)
    places = 0
    hidden_convoy = 0
    needs_goods = not carries_goods(s)
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == UNKNOWN:
            hidden_convoy += 1
    for seat in range(s.seats):
        places += s.hands[seat, UNKNOWN] + s.warehouses[seat, UNKNOWN]
    places += hidden_convoy + s.bribe[UNKNOWN]
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == UNKNOWN:
            s.convoy[i] = unseen(s, places, needs_goods, hidden_convoy == 1, luck)
            if s.convoy[i] <= ILLEGAL:
                needs_goods = False
            places -= 1
            hidden_convoy -= 1
    while s.bribe[UNKNOWN] > 0:
        s.bribe[UNKNOWN] -= 1
        s.bribe[unseen(s, places, False, False, luck)] += 1
        places -= 1
    for seat in range(s.seats):
        while s.hands[seat, UNKNOWN] > 0:
            s.hands[seat, UNKNOWN] -= 1
            s.hands[seat, unseen(s, places, False, False, luck)] += 1
            places -= 1
        while s.warehouses[seat, UNKNOWN] > 0:
            s.warehouses[seat, UNKNOWN] -= 1
            s.warehouses[seat, unseen(s, places, False, False, luck)] += 1
            places -= 1


def seen(s, kind):
    """How many cards of a kind lie where they are not unknown, the pile aside."""
    count = s.bribe[kind] + elsewhere(s, kind)
    for seat in range(s.seats):
        count += s.hands[seat, kind] + s.warehouses[seat, kind]
    for i in range(ROW):
        if s.row[i] == kind:
            count += 1
        if s.convoy[i] == kind:
            count += 1
    return count


def passer(s, back):
    """Who passed so many turns ago."""
    return (s.turn - back + s.seats) % s.seats


def hand_officers(s, seat, luck):
    """Fill what is hidden of a hand with officers."""
    while s.hands[seat, UNKNOWN] > 0:
        pick = below(luck, s.pile[LIEUTENANT] + s.pile[CAPTAIN] + s.pile[INSPECTOR])
        kind = LIEUTENANT
        while pick >= s.pile[kind]:
            pick -= s.pile[kind]
            kind += 1
        s.pile[kind] -= 1
        s.hands[seat, UNKNOWN] -= 1
        s.hands[seat, kind] += 1


def unseen(s, places, needs_goods, last_for_goods, luck):
    """Take one unseen card out of the pile for the next of so many hidden places."""
    high = s.pile[CAPTAIN] + s.pile[INSPECTOR]
    free = places - 1 if needs_goods else places  # one place is kept for goods
    if needs_goods and last_for_goods:
        kind = LEGAL if below(luck, s.pile[LEGAL] + s.pile[ILLEGAL]) < s.pile[LEGAL] else ILLEGAL
    elif high > 0 and below(luck, free) < high:
        kind = CAPTAIN if below(luck, high) < s.pile[CAPTAIN] else INSPECTOR
    else:
        pick = below(luck, s.pile[LEGAL] + s.pile[ILLEGAL] + s.pile[LIEUTENANT])
        kind = LIEUTENANT
        if pick < s.pile[LEGAL]:
            kind = LEGAL
        elif pick < s.pile[LEGAL] + s.pile[ILLEGAL]:
            kind = ILLEGAL
    s.pile[kind] -= 1
    return kind


FLAWS = {
    "pile": 6, "turn": 7, "dealing": 5, "row": 9, "passes": 11, "last round": 25, "drawing": 8, "convoy": 12,
    "answers": 13, "control": 14, "bribe": 17, "inspection": 21, "end": 25,
}  # fmt: skip


def flaws(s):
    chapters = (in_deal, in_turn, in_convoy, in_answers, in_control)
    return (flaw for chapter in chapters for flaw, found in chapter(s) if found)


def in_deal(s):
    yield "pile", s.pile[CAPTAIN] + s.pile[INSPECTOR] > 0
    yield "turn", (s.turn < 0) != (s.phase == FIRST)
    hands = DEALT * s.seats
    if s.phase > DEALING:
        yield "dealing", s.dealt != hands + ROW
        return
    out = sum(in_pack(s, kind) for kind in range(CAPTAIN)) - total(s.pile)
    yield "dealing", s.dealt != out or s.dealt >= hands + ROW or (s.phase == FIRST and s.dealt > 0)
    for seat in range(s.seats):
        yield "dealing", hand_size(s, seat) != 2 + min(max(s.dealt - DEALT * seat, 0), DEALT)


def in_turn(s):
    gaps = 0  # places in the row that can't be filled any more
    for i in range(ROW):
        filled = s.row[i] != EMPTY
        yield "row", s.row[i] > LIEUTENANT or (s.phase <= DEALING and filled != (DEALT * s.seats + i < s.dealt))
        if s.phase > DEALING and not filled and not (s.phase == REFILL and s.slot == i):
            yield "row", total(s.pile) > 0
            gaps += 1
    yield "last round", (gaps > 0) != (s.last_turns >= 0)
    yield "passes", s.passes > 0 and s.phase not in (TURN, LOADING, OVER)
    yield "passes", s.passes > s.seats or (s.passes == s.seats) != (s.phase == OVER and s.reason == ALL_PASSED)
    if total(s.pile) > 0:  # PRO-11
        passed = [passer(s, back) for back in range(1, s.passes + 1)]
        yield "passes", any(can_send(s, seat) or hand_size(s, seat) < HAND_LIMIT for seat in passed)
    yield "last round", s.last_turns > s.seats + 1 or (s.last_turns > s.seats and s.phase != SECOND)
    yield "drawing", (s.phase == SECOND) != (s.drawn >= 0 and s.slot < 0) or (s.phase == REFILL) != (s.slot >= 0)
    yield "drawing", (s.phase == REFILL and total(s.pile) == 0) or (s.drawn == FROM_PILE and s.slot == TO_HAND)
    yield "drawing", s.phase == REFILL and s.slot < TO_HAND and s.row[s.slot] != EMPTY
    yield "end", (s.phase == OVER) != (s.reason >= 0) or (s.last_turns == 0) != (s.reason == LAST_ROUND)


def on_the_road(s):
    return CONTROL <= s.phase <= INSPECTION


def in_convoy(s):
    size, goods = filled(s.convoy), carries_goods(s)
    yield "convoy", any(s.convoy[i] != EMPTY for i in range(size, LARGEST_CONVOY))
    yield "convoy", (size < SMALLEST_CONVOY or not goods) if on_the_road(s) else size > 0 and s.phase != LOADING
    if s.phase == LOADING:
        goods_left = s.hands[s.turn, LEGAL] + s.hands[s.turn, ILLEGAL]
        yield "convoy", size == 0 or (size == 1 and hand_size(s, s.turn) == 0)
        yield "convoy", not goods and (goods_left == 0 or size == LARGEST_CONVOY)
    yield "bribe", s.phase not in (BRIBE, ANSWER) if total(s.bribe) > 0 else s.phase == ANSWER
    for i in range(LARGEST_CONVOY if on_the_road(s) else 0):
        legal_there = s.phase == INSPECTION and s.turned[i] == s.convoy[i] == LEGAL
        yield "inspection", s.turned[i] != EMPTY and not legal_there
    yield "inspection", s.phase == INSPECTION and flips_left(s) <= 0


def in_answers(s):
    answers = [s.answers[seat] for seat in range(s.seats)]
    for seat, answer in enumerate(answers):
        asked = s.phase == CONTROL and seat != s.turn
        yield "answers", (answer == NOT_YET and s.phase != CONTROL) or (answer == NOT_ASKED and asked)
        shown = on_the_road(s) and answer > LETS_PASS and seat != s.controller
        yield "answers", shown and s.hands[seat, answer] == 0
    for rank in range(3):
        first, given = s.fastest[rank], LIEUTENANT + rank in answers
        yield "answers", first >= 0 and (s.phase != CONTROL or answers[first] != LIEUTENANT + rank)
        yield "answers", s.phase == CONTROL and given and first < 0
    yield "answers", on_the_road(s) and answers[s.turn] != NOT_ASKED
    answered = sum(answer > NOT_ASKED for answer in answers)
    if s.phase == CONTROL:
        yield "answers", answered >= s.seats - 1 or s.controller >= 0 or s.officer != EMPTY
    else:
        yield "answers", (answered > 0 or on_the_road(s)) and answered != s.seats - 1


def in_control(s):
    answers = [s.answers[seat] for seat in range(s.seats)]
    highest = max(LETS_PASS, *answers)
    if s.phase == LOT:
        fits = s.officer == highest > LETS_PASS and answers.count(highest) > 1 and s.controller < 0 and s.tie == BY_LOT
        yield "control", not fits
    elif s.phase != CONTROL:
        yield "control", (s.controller < 0) != (s.officer == EMPTY)
        yield "control", BRIBE <= s.phase <= INSPECTION and s.controller < 0
        yield "control", s.controller >= 0 and not answers[s.controller] == s.officer == highest > LETS_PASS
