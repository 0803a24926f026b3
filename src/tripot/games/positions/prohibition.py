"""PROHIBITION: what follows from the rest of a position, and which positions can't be.

The names that look undefined are the game's.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from itertools import pairwise, product

from tripot.games.chicago import BAR, BLOCKS, COLOURS, ENDS, touches
from tripot.games.positions.chicago import SMALLEST_LOAD, check_all

check_all()  # when the game is loaded

FLAWS = {
    "brown": 6, "black": 6, "white": 6, "losses": 14, "layout": 4, "bars": 17, "neighbours": 18, "limit": 19,
    "closed": 25, "spent": 22, "open loads": 22, "face down": 24, "streets": 9, "second truck": 29, "hands": 10,
    "load cards": 10, "cargo": 22, "delivered": 22, "prime": 22, "prime to lose": 23, "prime to score": 21,
    "lost primes": 23, "points": 20, "crossroads": 13, "contact": 13, "turn": 9, "two players": 29, "dealing": 10,
    "start": 9, "dice": 12, "walk": 12, "path": 16, "question": 12, "round": 26, "end": 26,
}  # fmt: skip


def complete(s):
    """Fill in what follows from the bars."""
    for block in range(BLOCK_COUNT):
        for colour in range(COLOUR_COUNT):
            if s.bars[block, colour] > 0:
                s.blocks[colour] |= BIT[block]
        if s.closed[block]:
            s.blocks[CLOSED] |= BIT[block]


def flaws(s):
    for chapter in (
        flaws_of_turn, flaws_of_cubes, flaws_of_bars, flaws_of_loads, flaws_of_trucks, flaws_of_dealing,
        flaws_of_primes, flaws_of_characters, flaws_of_question, flaws_of_end,
    ):  # fmt: skip
        yield from chapter(s)


def trucks(s):
    return product(range(s.seats), range(2))


def flaws_of_turn(s):
    """Whose turn it is, and with which truck."""
    drawn = s.phase > FIRST_LOT
    if (s.layout < 0) != (s.phase == LAYOUT_LOT):
        yield "layout"
    if (s.first >= 0) != drawn or (s.turn >= 0) != drawn or (s.phase in (DEALING, OPENING) and s.turn != s.first):
        yield "turn"
    one = s.phase in (PLACING, KEEPING) or LOADING <= s.phase <= DELIVERING
    if not 0 <= s.truck < fleet(s) if one else s.truck != -1:
        yield "turn"
    playing = s.phase >= TRUCK_CHOICE
    if s.round > 0 and not playing:
        yield "round"
    if s.seats > 2:
        if s.second_truck or s.opener >= 0 or s.stage == LAST_TRUCK or s.phase == TRUCK_CHOICE:
            yield "two players"
        return
    chosen = playing and not (is_opening(s) and s.phase == TRUCK_CHOICE)
    single = is_opening(s) or s.stage == LAST_TRUCK
    if (s.opener >= 0) != chosen or (is_opening(s) and chosen and s.truck != s.opener):
        yield "two players"
    if s.second_truck and (single or s.phase < LOADING or s.phase == OVER):
        yield "two players"
    if s.phase != OVER and s.stage == LAST_TRUCK and (s.turn != s.first or s.truck != 1 - s.opener):
        yield "two players"


def flaws_of_cubes(s):
    """Every cube is somewhere, once."""
    for colour, name in enumerate(COLOURS):
        on_trucks = sum(s.cargo[*each, colour] + s.lost[*each, colour] for each in trucks(s))
        in_bars = sum(s.bars[block, colour] for block in range(len(BLOCKS)))
        if s.stock[colour] + s.box[colour] + on_trucks + in_bars != all_cubes(s):
            yield name
    if any(s.losses[each] < on_tile(s, *each) for each in trucks(s)):
        yield "losses"
    if sum(s.losses[each] - on_tile(s, *each) for each in trucks(s)) != sum(s.box):
        yield "losses"


def on_tile(s, seat, truck):
    return sum(s.lost[seat, truck, colour] for colour in range(COLOUR_COUNT))


def flaws_of_bars(s):
    for block in range(BLOCK_COUNT):
        yield from flaws_of_bar(s, block)
    if total(s.closed) > CLOSED_TILES:
        yield "closed"


def flaws_of_bar(s, block):
    building = BUILDING[s.layout, block] if s.layout >= 0 else DISTILLERY
    held = [colour for colour in range(COLOUR_COUNT) if s.bars[block, colour] > 0]
    if held and s.phase < TRUCK_CHOICE:
        yield "start"
    if held and building == DISTILLERY:
        yield "bars"
    for colour in held:
        if s.bars[block, colour] > (LIMIT if building == BAR else PRIVATE_LIMIT) + 1:
            yield "limit"
        if building >= PRIVATE and building != PRIVATE + colour:
            yield "limit"
        if s.blocks[colour] & across_from(BIT[block]):
            yield "neighbours"
    if len(held) > 1:
        yield "bars"
    if s.closed[block] and (s.layout < 0 or not blocks_shut_in(s) >> block & 1):
        yield "closed"


def flaws_of_loads(s):
    spent = sum(s.spent)
    out = COLOUR_COUNT * all_cubes(s) - sum(s.stock)
    if spent != sum(max(s.loaded[each] - 1, 0) for each in trucks(s)) or SMALLEST_LOAD * spent > out:
        yield "spent"
    empty = sum(kind == EMPTY for kind in s.open)
    for kind, down in zip(s.open, s.down, strict=True):
        if down != (kind != EMPTY and not can_fill(s, kind)):
            yield "face down"
    if s.phase < OPENING:
        fits = empty == OPEN
    elif s.phase == OPENING:
        fits = 0 < empty == OPEN - filled(s.open)
    else:
        fits = empty == (s.phase == REFILLING)
    if not fits:
        yield "open loads"


def flaws_of_trucks(s):
    for seat, truck in trucks(s):
        yield from flaws_of_truck(s, seat, truck)


def flaws_of_truck(s, seat, truck):
    street, card = s.at[seat, truck], s.card[seat, truck]
    if street >= 0 and sum(s.at[each] == street for each in trucks(s)) > 1:
        yield "streets"
    if (street >= 0) != is_placed(s, seat, truck):
        yield "second truck" if truck >= fleet(s) else "streets"
    if s.phase < TRUCK_CHOICE and street >= 0:
        if DOOR[street] < 0 or BUILDING[s.layout, DOOR[street]] != DISTILLERY:
            yield "streets"
    if (card != EMPTY) != has_kept(s, seat, truck):
        yield "second truck" if truck >= fleet(s) else "load cards"
    if sum(s.hands[seat, truck, kind] for kind in range(KINDS)) != expected_hand(s, seat, truck):
        yield "hands"
    yield from flaws_of_cargo(s, seat, truck)


def is_placed(s, seat, truck):
    """Whether a truck must be on the map: from the last player to the first (PRB-09)."""
    if s.phase != PLACING or truck >= fleet(s):
        return s.phase > PLACING and truck < fleet(s)
    behind, asked = ((s.first + s.seats - 1 - each) % s.seats for each in (seat, s.turn))
    return (behind, truck) < (asked, s.truck)


def has_kept(s, seat, truck):
    """Whether a truck must have its card: clockwise from the first player (PRB-10)."""
    if s.phase != KEEPING or truck >= fleet(s):
        return s.phase > KEEPING and truck < fleet(s)
    place, asked = ((each - s.first) % s.seats for each in (seat, s.turn))
    return (place, truck) < (asked, s.truck)


def expected_hand(s, seat, truck):
    if truck >= fleet(s) or are_open(s, -1) or has_kept(s, seat, truck):
        return 0
    before = ((seat - s.first) % s.seats * fleet(s) + truck) * DEALT
    return min(max(s.dealt - before, 0), DEALT)


def flaws_of_cargo(s, seat, truck):
    """Cubes aboard and lost come from the card; what is missing was delivered."""
    loaded, delivered, drove = s.loaded[seat, truck], s.delivered[seat, truck], s.drove[seat, truck]
    if s.fined[seat, truck] > s.losses[seat, truck] or s.primes[seat, truck] > loaded:
        yield "points"
    if any(s.served[seat, truck, colour] > CUBES for colour in range(COLOUR_COUNT)):
        yield "points"
    if loaded == 0 and (delivered or drove):
        yield "delivered"
    if loaded > 0 and (s.phase < TRUCK_CHOICE or s.card[seat, truck] == EMPTY):
        yield "cargo"
    missing = 0
    for colour in range(COLOUR_COUNT):
        in_load = IN_LOAD[s.card[seat, truck], colour] if loaded > 0 else 0
        gone = in_load - s.cargo[seat, truck, colour] - s.lost[seat, truck, colour]
        if gone < 0:
            yield "cargo"
        missing += gone
    if delivered and (missing == 0 or not drove):
        yield "delivered"
    if not delivered and missing > 0 and loaded > 1:
        yield "delivered"
    if loaded == 0 and (s.losses[seat, truck] > 0 or s.points[seat, truck] > 0):
        yield "points"


def flaws_of_dealing(s):
    if LOADING <= s.phase <= DELIVERING and s.loaded[s.turn, s.truck] == 0:
        yield "cargo"
    every = DEALT * fleet(s) * s.seats
    if s.phase >= KEEPING:
        fits = s.dealt == every
    else:
        fits = s.dealt < every if s.phase == DEALING else s.dealt == 0
    if not fits:
        yield "dealing"


def flaws_of_primes(s):
    """At most one token of each value for every truck that has had such a load."""
    if any(s.lost_primes[i] != EMPTY for i in range(filled(s.lost_primes), PRIME_COUNT)):
        yield "lost primes"
    most = sum((colour + 1) * s.bars[block, colour] for block in range(len(BLOCKS)) for colour in range(COLOUR_COUNT))
    for prime in range(PRIMES_A_TRUCK):
        held = sum(lost == prime for lost in s.lost_primes) + sum(s.prime[each] == prime for each in trucks(s))
        had = sum(s.loaded[each] > prime or (prime == 0 and s.card[each] != EMPTY) for each in trucks(s))
        if held > had:
            yield "lost primes"
        most += PRIME_VALUES[prime] * (had - held)
    for seat, truck in trucks(s):
        prime, loads, card = s.prime[seat, truck], s.loaded[seat, truck], s.card[seat, truck]
        if prime == EMPTY:
            if loads == 0 and card != EMPTY:
                yield "prime"
            continue
        if card == EMPTY or (loads <= PRIMES_A_TRUCK and prime != max(loads - 1, 0)):
            yield "prime"
        if is_forfeit(s, seat, truck, prime):
            yield "prime to lose"
        if loads > 0 and aboard(s, seat, truck) == 0:
            yield "prime to score"
    if sum(s.points[each] for each in trucks(s)) > most:
        yield "points"


def flaws_of_characters(s):
    places = [place for place in s.where if place >= 0]
    if len(set(places)) < len(places) or (places and s.phase < TRUCK_CHOICE):
        yield "crossroads"
    for character, (seat, truck) in product(range(CHARACTER_COUNT), trucks(s)):
        if s.touched[character, seat, truck] and (s.where[character] < 0 or truck >= fleet(s)):
            yield "contact"


def flaws_of_question(s):
    """Dice, character, path and what is asked fit together."""
    late, rolled = s.path[0] >= 0, s.pair >= 0
    if s.number > FACES or rolled != (s.number > 0):
        yield "dice"
    if s.phase in (LOADING, REFILLING):
        if rolled != late:
            yield "dice"
    elif rolled != (CHARACTER_CHOICE <= s.phase <= DELIVERING):
        yield "dice"
    elif late != (s.phase in (DRIVING, DELIVERING)):
        yield "path"
    moving = s.phase in (ENTERING, WALKING)
    if s.character < 0 or not is_shown(s, s.character) if moving else s.character != -1:
        yield "walk"
    if s.phase == WALKING:
        if not 1 <= s.steps <= s.number or (s.came < 0) != (s.steps == s.number):
            yield "walk"
        elif s.where[s.character] < 0 or not ways_to_walk(s, s.character, s.where[s.character], s.came, s.steps):
            yield "walk"
    elif s.steps != 0 or s.came != -1:
        yield "walk"
    choices = any(is_shown(s, character) and can_go(s, character) for character in range(CHARACTER_COUNT))
    if s.phase == CHARACTER_CHOICE and not choices:
        yield "question"
    if s.phase == ENTERING and (s.where[s.character] >= 0 or not can_go(s, s.character)):
        yield "question"
    yield from flaws_of_path(s)
    if (s.phase == LOADING and not can_load(s)) or (s.phase == DELIVERING and not can_deliver(s)):
        yield "question"


def flaws_of_path(s):
    """Every street of a drive follows from the one before (PRB-16)."""
    count = driven(s)
    path = list(s.path[: count + 1])
    if any(street >= 0 for street in s.path[count + 1 :]) or (s.path[0] < 0 and count > 0) or len(set(path)) <= count:
        yield "path"
        return
    if s.path[0] < 0:
        return
    for i, (last, street) in enumerate(pairwise(path), 1):
        crossing = next((ENDS[last, i] for i in range(2) if touches(street, ENDS[last, i])), -1)
        if crossing < 0 or (i > 1 and touches(path[i - 2], crossing)) or (i < count and has_truck(s, street)):
            yield "path"
        elif is_occupied(s, crossing) and not (i == 1 and is_between_two(s, path[0])):
            yield "path"
    if path[-1] != s.at[s.turn, s.truck] or (count > 0 and has_truck(s, path[0])):
        yield "path"
    if s.phase == DRIVING and count == LONGEST_DRIVE:
        yield "path"
    if s.phase != REFILLING and count > 0 and not s.drove[s.turn, s.truck]:
        yield "path"


def flaws_of_end(s):
    """Where an end has come it is announced (PRB-26); three of the four can be seen on the table."""
    if not s.quiet <= s.round <= LONGEST or s.quiet > QUIET_ROUNDS + 1 or (s.quiet >= QUIET_ROUNDS and s.stage == PLAY):
        yield "round"
    if (s.stage > PLAY and s.ending < 0) or (s.ending >= 0 and s.phase < TRUCK_CHOICE):
        yield "end"
    if s.phase == OVER:
        if s.reason != s.ending or s.stage != (LAST_TRUCK if s.seats == 2 else LAST_ROUND):
            yield "end"
        return
    if s.reason != -1:
        yield "end"
    if s.phase < TRUCK_CHOICE:
        if s.busy or s.quiet:
            yield "round"
        return
    for reason, come in enumerate((total(s.down) == OPEN, total(s.closed) == CLOSED_TILES, are_bars_served(s))):
        if (come and s.ending < 0) or (s.ending == reason and not come):
            yield "end"
