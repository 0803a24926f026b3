"""PROHIBITION, clause by clause. Scenarios play on layout 1 unless they say otherwise."""

from collections import Counter
from itertools import islice

import pytest

import tripot
from tripot.games import chicago
from tripot.games.positions.chicago import check_centre, check_doors, check_layout, check_loads

PROHIBITION = tripot.game("prohibition")
COLOURS = ("brown", "black", "white")
VALUES = {"brown": 1, "black": 2, "white": 3}
LOADS = {
    6: "220 220 301 410", 7: "130 211 320 401", 8: "121 202 230 311", 9: "031 112 221 302",
    10: "022 103 131 212", 11: "013 041 122 203", 12: "032 032 113 113",
}  # fmt: skip
PACK = Counter(" ".join(LOADS.values()).split())
LAYOUTS = {  # centre; distilleries and private bars NW, NE, SE, SW, as row and column
    "1": ("black", "01 15 54 40", "20 13 35 42"),
    "2": ("black", "21 13 34 42", "01 15 54 40"),
    "3": ("brown", "01 13 54 42", "21 15 34 40"),
    "4": ("brown", "01 13 34 40", "21 15 54 42"),
}
PRIVATE_COLOURS = ("white", "black", "brown", "black")
SPOTS = [(row, column) for row in range(6) for column in range(6)]
OPEN = "301 410 401 202 311"
PRIMES = {0: "3", 1: "3", 2: "5", 3: "7"}  # by loads that came aboard
PRIVATE = "d2-e3"  # the black one in the north-east


def crossroads(row, column):
    return f"{'abcdefg'[column]}{row + 1}"


def block(row, column):
    return f"{crossroads(row, column)}-{crossroads(row + 1, column + 1)}"


def blocks(spots):
    return [block(*map(int, spot)) for spot in spots.split()]


def doors(row, column):
    """The two streets at a block's doors (PRB-03)."""
    if (row + column) % 2 == 0:
        return [f"{crossroads(side, column)}-{crossroads(side, column + 1)}" for side in (row, row + 1)]
    return [f"{crossroads(row, side)}-{crossroads(row + 1, side)}" for side in (column, column + 1)]


def cubes(digits):
    return {colour: int(digit) for colour, digit in zip(COLOURS, digits, strict=True) if digit != "0"}


def script(*outcomes):
    """Chance as a scenario wants it: these outcomes, in this order, then the first of those that are most likely."""
    coming = iter(outcomes)
    return lambda weights: next(coming, max(weights, key=weights.get))


def truck(at, card, aboard=None, lost="000", loaded=1, **rest):
    """A truck on a street that has driven with its load; what is neither aboard nor lost was delivered."""
    aboard = (card if loaded else "000") if aboard is None else aboard
    missing = sum(map(int, card)) - sum(map(int, aboard)) - sum(map(int, lost))
    return {
        "at": at,
        "card": card,
        "cargo": cubes(aboard),
        "lost": cubes(lost),
        "losses": sum(map(int, lost)),
        "prime": PRIMES.get(loaded) if aboard != "000" or not loaded else None,
        "loaded": loaded,
        "delivered": loaded > 0 and missing > 0,
        "drove": loaded > 0,
        "points": 0,
        "served": {},
        "fined": 0,
        "primes": 0,
        **rest,
    }


RIVALS = (truck("e5-e6", "302"), truck("f5-f6", "112"), truck("g5-g6", "212"), truck("g4-g5", "103"))


def position(*trucks, seats=3, stock=None, loads=OPEN, bars=(), phase="drive", turn=0, **rest):
    """Seat 0 is about to drive their first truck, unless said otherwise; seats that aren't named have rivals' trucks.
    Cubes that aren't named are in stock; those that can't be have left the game, lost by the last truck."""
    fleet = 2 if seats == 2 else 1
    trucks = [dict(each) for each in (*trucks, *RIVALS)[: fleet * seats]]
    bars = {place: Counter(words.split()) for place, words in dict(bars).items()}
    left = Counter(dict.fromkeys(COLOURS, 15 if seats == 3 else 20))
    for held in (*bars.values(), *(each[place] for each in trucks for place in ("cargo", "lost"))):
        left.subtract(held)
    kept = dict(left) if stock is None else cubes(stock)
    box = left - Counter(kept)
    trucks[-1]["losses"] += box.total()
    pack = PACK - Counter(each["card"] for each in trucks) - Counter(loads.split())
    spent = Counter(islice(pack.elements(), sum(max(each["loaded"] - 1, 0) for each in trucks)))
    rolled = phase in ("character", "place", "walk", "drive", "delivery")
    which = rest.get("truck", "1")
    document = {
        "seats": seats, "layout": "1", "phase": phase, "first": 0, "turn": turn, "truck": "1", "second_truck": False,
        "opener": "1" if seats == 2 else None, "round": 1, "stage": "play", "ending": None, "reason": None,
        "dealt": 3 * fleet * seats, "busy": False, "quiet": 0,
        "number": int(rolled), "pair": "ness-policeman" if rolled else None, "character": None, "steps": 0,
        "came": None, "path": [], "where": {}, "touched": {}, "stock": kept, "box": dict(box),
        "pack": dict(pack - spent), "open": loads.split(),
        "down": [any(int(digit) > kept.get(COLOURS[i], 0) for i, digit in enumerate(load)) for load in loads.split()],
        "spent": dict(spent), "lost_primes": [], "hands": [{}] * seats, "bars": {k: dict(v) for k, v in bars.items()},
        "closed": {},
    }  # fmt: skip
    for field in trucks[0]:
        document[field] = [
            {str(i + 1): each[field] for i, each in enumerate(trucks[fleet * seat : fleet * (seat + 1)])}
            for seat in range(seats)
        ]
    if phase in ("drive", "delivery"):
        document["path"] = [document["at"][turn][which]]
    return document | rest


def scenario(*trucks, chance=(), **rest):
    return PROHIBITION.position(position(*trucks, **rest), chance=script(*chance))


def rolled(roll, *trucks, chance=(), **rest):
    """The dice are rolled; the scenario begins with the choice of a character."""
    return scenario(*trucks, phase="dice", chance=(f"roll {roll}", *chance), **rest)


def opened(seats=3, deals="", first=0, **options):
    """All trucks are placed and all cards dealt, these first."""
    deals = (f"deal {load}" for load in deals.split())
    table = PROHIBITION.start(seats, chance=script(f"first {first}", *deals), **{"layout": "1"} | options)
    while table.view(None)["phase"] == "placing":
        time_out(table)
    return table


JAM = {"ness": "a1", "policeman": "a2", "capone": "b1"}
JAMMED = ("b1-b2", "a2-a3", "a2-b2", "b1-c1")


def jammed(*trucks, cards="113 022 013 203", **rest):
    """Four trucks shut all three characters in, so that no dice ever move one. Seat 0 is at a distillery."""
    parked = [truck(at, card, drove=False) for at, card in zip(JAMMED, cards.split(), strict=True)]
    return scenario(*trucks, *parked[len(trucks) :], **{"seats": 4, "where": JAM} | rest)


def walk(table, character, ways):
    table.play(turn(table), f"character {character}", *(f"step {way}" for way in ways))


def path(streets):
    return [f"drive {street}" for street in streets.split()]


def drive(table, streets, *then):
    """The truck on turn drives through these streets, parks, and then does something."""
    moves = path(streets)
    table.play(turn(table), *moves, *(["park"] if len(moves) < 4 else []), *then)


def park(table, times=1):
    for _ in range(times):
        table.play(turn(table), "park")


def time_out(table):
    """Whoever is asked lets the time run out."""
    table.play(turn(table), table.look(turn(table)).passive)


def turn(table):
    (seat,) = table.actors
    return seat


def refused(table, seat, *moves):
    """The clause that the refusal of these moves names. A refusal changes nothing."""
    before = table.position()
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(seat, *moves)
    assert table.position() == before
    return refusal.value.clause


def drives(table):
    """The streets that can be entered now."""
    return {move.removeprefix("drive ") for move in table.legal(turn(table)) if move.startswith("drive")}


def seen(table, thing, viewer=None):
    return table.view(viewer)["table"][thing]


def of_truck(table, thing, seat=0, which="1"):
    return seen(table, thing)[seat].get(which)


def points(table, seat=0, which="1"):
    return of_truck(table, "points", seat, which) or 0


def prime(table, seat=0, which="1"):
    return of_truck(table, "prime", seat, which)


def digits(counts):
    return "".join(str((counts or {}).get(colour, 0)) for colour in COLOURS)


def aboard(table, seat=0, which="1"):
    return digits(of_truck(table, "cargo", seat, which))


def lost(table, seat=0, which="1"):
    return digits(of_truck(table, "lost", seat, which))


def bar(table, place):
    return seen(table, "bars").get(place, {})


# The map


@pytest.mark.clauses("PRB-01")
def test_two_to_four_may_play():
    for seats in (2, 3, 4):
        assert len(seen(PROHIBITION.start(seats, seed=0), "at")) == seats
    for seats in (0, 1, 5):
        with pytest.raises(tripot.BadOption, match="PRB-01"):
            PROHIBITION.start(seats, seed=0)


@pytest.mark.clauses("PRB-02")
def test_the_city_has_36_blocks_49_crossroads_and_84_streets():
    assert sum(move.startswith("drive ") for move in PROHIBITION.moves) == 84
    assert sum(move.startswith("place ") for move in PROHIBITION.moves) == 49
    assert list(chicago.BLOCKS) == [block(*spot) for spot in SPOTS]


@pytest.mark.parametrize(
    ("at", "ahead"),
    [
        ("c2-c3", "c1-c2 b2-c2 c2-d2 b3-c3 c3-d3 c3-c4"),
        ("a3-a4", "a2-a3 a3-b3 a4-a5 a4-b4"),
        ("a1-a2", "a1-b1 a2-a3 a2-b2"),
        ("f7-g7", "e7-f7 f6-f7 g6-g7"),
    ],
)
@pytest.mark.clauses("PRB-02", "PRB-16")
def test_a_street_joins_two_neighbouring_crossroads(at, ahead):
    assert drives(scenario(truck(at, "220"))) == set(ahead.split())


@pytest.mark.clauses("PRB-03")
def test_every_inner_street_has_one_door_and_half_of_the_rim_has_none():
    served = {street: block(*spot) for spot in SPOTS for street in doors(*spot)}
    assert len(served) == 2 * 36
    found = dict(zip(chicago.STREETS, chicago.DOOR, strict=True))
    assert {street: chicago.BLOCKS[there] for street, there in found.items() if there >= 0} == served
    without = [street.split("-") for street in found if street not in served]
    assert len(without) == 12
    assert all(set(start) & set(end) & set("ag17") for start, end in without)


@pytest.mark.parametrize("spot", [(2, 2), (2, 3), (0, 0), (5, 5), (3, 0)], ids=lambda spot: block(*spot))
@pytest.mark.clauses("PRB-03", "PRB-17")
def test_a_building_is_served_at_its_two_doors(spot):
    for street in doors(*spot):
        for start in drives(scenario(truck(street, "220"))):
            table = scenario(truck(start, "220"))
            drive(table, street, "deliver brown")
            assert seen(table, "bars") == {block(*spot): {"brown": 1}}


@pytest.mark.parametrize(
    ("sides", "clause"),
    [
        (chicago.DOORS[:-1], "PRB-02: doors of 35 blocks"),
        ([(chicago.NORTH, chicago.SOUTH)] * 36, "PRB-03: the street .* doors"),
        ([(0, 1, 2), *chicago.DOORS[1:]], "PRB-03: block a1-b2 has not two doors"),
        ([(0, 0), *chicago.DOORS[1:]], "PRB-03: block a1-b2 has not two doors"),
        ([(chicago.NORTH, chicago.EAST), *chicago.DOORS[1:]], "PRB-03: the street .* doors"),
    ],
)
@pytest.mark.clauses("PRB-02", "PRB-03")
def test_wrong_doors_are_refused(sides, clause):
    check_doors(chicago.DOORS)
    with pytest.raises(ValueError, match=clause):
        check_doors(sides)


@pytest.mark.clauses("PRB-04")
def test_the_layout_is_drawn_by_lot_or_chosen():
    asked = []
    table = PROHIBITION.start(3, chance=lambda weights: asked.append(weights) or list(weights)[-1])
    assert asked[0] == {f"layout {layout}": 1 for layout in LAYOUTS}
    assert seen(table, "layout") == "4"
    for layout in LAYOUTS:
        table = PROHIBITION.start(3, seed=1, layout=layout)
        assert table.history[0][1].startswith("first")
        assert seen(table, "layout") == layout
    for layout in ("0", "5", "north"):
        with pytest.raises(tripot.BadOption):
            PROHIBITION.start(3, layout=layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clauses("PRB-01", "PRB-04", "PRB-09")
def test_each_district_has_a_distillery(layout):
    table = PROHIBITION.start(4, seed=1, layout=layout)
    spots = [(int(row), int(column)) for row, column in LAYOUTS[layout][1].split()]
    assert {(row // 3, column // 3) for row, column in spots} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert set(table.legal(turn(table))) == {f"place-truck {street}" for spot in spots for street in doors(*spot)}
    for place in blocks(LAYOUTS[layout][1]):
        with pytest.raises(tripot.BadPosition, match="PRB-17"):
            scenario(truck("a1-a2", "220"), layout=layout, bars={place: "brown"})


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clauses("PRB-04", "PRB-19")
def test_each_district_has_a_private_bar(layout):
    private = dict(zip(blocks(LAYOUTS[layout][2]), PRIVATE_COLOURS, strict=True))
    for place, own in private.items():
        scenario(truck("a1-a2", "220"), layout=layout, bars={place: f"{own} {own} {own}"})
        for colour in set(COLOURS) - {own}:
            with pytest.raises(tripot.BadPosition, match="PRB-19"):
                scenario(truck("a1-a2", "220"), layout=layout, bars={place: colour})
    for spot in SPOTS:
        if block(*spot) not in (*private, *blocks(LAYOUTS[layout][1])):
            for colour in COLOURS:
                scenario(truck("a1-a2", "220"), layout=layout, bars={block(*spot): f"{colour} {colour}"})


NOWHERE = (-1, -1)


def plan(*changes):
    """The first layout with some buildings moved: from a spot to another, or pulled down, or added as a private bar."""
    city = {(row, column): sign for row, signs in enumerate(chicago.LAYOUTS[0]) for column, sign in enumerate(signs)}
    for old, new in changes:
        moved = city.get(old, "W")
        city |= {old: ".", new: moved}
    return ["".join(city[row, column] for column in range(6)) for row in range(6)]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([((2, 0), (0, 2))], "touch"),
        ([((2, 0), (1, 2))], "touch"),  # at a corner
        ([((3, 5), (3, 3))], "touch"),  # across two districts
        ([((2, 0), (2, 3))], "each of the four districts"),
        ([((1, 5), NOWHERE)], "each of the four districts"),
        ([(NOWHERE, (2, 5))], "each of the four districts"),
        ([((0, 1), NOWHERE), ((2, 0), (0, 1))], "each of the four districts"),  # two private bars, or one
        ([((0, 1), (0, 0))], "a door on a coloured crossroads' line"),
        ([((0, 1), (1, 2)), ((2, 0), (0, 1)), ((1, 2), (2, 0))], "a door on a coloured crossroads' line"),
    ],
)
@pytest.mark.clauses("PRB-04")
def test_a_wrong_layout_is_refused(changes, why):
    check_layout(plan())
    with pytest.raises(ValueError, match=f"PRB-04: .*{why}"):
        check_layout(plan(*changes))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.clauses("PRB-05", "PRB-12")
def test_characters_begin_on_crossroads_of_their_colour(layout):
    corners, middles = {"a1", "a7", "g1", "g7"}, {"a4", "d1", "d7", "g4"}
    in_black = LAYOUTS[layout][0] == "black"
    for character, pair, places in (
        ("ness", "ness-policeman", {"d4"} if in_black else corners),
        ("policeman", "ness-policeman", corners if in_black else {"d4"}),
        ("capone", "ness-capone", middles),
    ):
        table = rolled(f"3 {pair}", truck("a1-a2", "220"), layout=layout)
        table.play(0, f"character {character}")
        assert set(table.legal(0)) == {f"place {place}" for place in places}


@pytest.mark.clauses("PRB-05")
def test_a_white_centre_is_refused():
    for centre in (chicago.BLACK, chicago.BROWN):
        check_centre(centre)
    with pytest.raises(ValueError, match="PRB-05"):
        check_centre(chicago.WHITE)


# Material


@pytest.mark.parametrize(("seats", "each"), [(2, 20), (3, 15), (4, 20)])
@pytest.mark.clauses("PRB-06")
def test_cubes(seats, each):
    document = PROHIBITION.start(seats, seed=1).position()
    assert document["stock"] == dict.fromkeys(COLOURS, each)
    for colour in COLOURS:
        with pytest.raises(tripot.BadPosition, match="PRB-06"):
            PROHIBITION.position(document | {"stock": document["stock"] | {colour: each + 1}})


@pytest.mark.clauses("PRB-07")
def test_28_load_cards_with_values_6_to_12():
    asked = []
    chance = script("first 0")
    table = PROHIBITION.start(3, chance=lambda weights: asked.append(weights) or chance(weights), layout="1")
    for _ in range(3):
        time_out(table)
    assert asked[1] == {f"deal {load}": count for load, count in PACK.items()}
    assert sum(asked[1].values()) == 28
    for value, loads in LOADS.items():
        assert [sum(VALUES[colour] * count for colour, count in cubes(load).items()) for load in loads.split()] == (
            [value] * 4
        )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({12: LOADS[12] + " 113"}, "29 loads, not 28"),
        ({12: "032 032 113"}, "27 loads, not 28"),
        ({12: "032 032 113 112"}, "the load 112 is not worth 12"),
        ({11: LOADS[11] + " 203", 12: "032 032 113"}, "5 loads of value 11, not 4"),
        ({6: "220 220 003 410"}, "the load 003 is not worth 6"),
        ({6: "220 220 301 111"}, "the load 111 has fewer than 4 cubes"),
        ({6: "220 220 301 41"}, "'41' is no load"),
        ({6: "220 220 301 4x0"}, "'4x0' is no load"),
        ({12: "", 13: "123 042 204 023"}, "values 6 to 12"),
    ],
)
@pytest.mark.clauses("PRB-07")
def test_wrong_load_cards_are_refused(changes, why):
    cards = {value: loads for value, loads in (LOADS | changes).items() if loads}
    check_loads(LOADS)
    with pytest.raises(ValueError, match=f"PRB-07: .*{why}"):
        check_loads(cards)


@pytest.mark.clauses("PRB-08")
def test_the_dice_show_a_number_and_two_characters():
    asked = []
    chance = script("roll 2 ness-capone")
    table = PROHIBITION.position(
        position(truck("a1-a2", "220"), phase="dice", where={"ness": "d4", "policeman": "d5", "capone": "d6"}),
        chance=lambda weights: asked.append(weights) or chance(weights),
    )
    pairs = ("ness-policeman", "ness-capone", "policeman-capone")
    assert asked == [{f"roll {number} {pair}": 1 for number in (1, 2, 3) for pair in pairs}]
    assert (seen(table, "number"), seen(table, "pair")) == (2, "ness-capone")


# Set-up


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, 0, [3, 2, 1, 0]),
        (4, 2, [1, 0, 3, 2]),
        (3, 1, [0, 2, 1]),
        (2, 0, [1, 1, 0, 0]),
        (2, 1, [0, 0, 1, 1]),
    ],
)
@pytest.mark.clauses("PRB-09")
def test_trucks_are_placed_from_the_last_player_to_the_first(seats, first, order):
    asked = []
    chance = script(f"first {first}")
    table = PROHIBITION.start(seats, chance=lambda weights: asked.append(weights) or chance(weights), layout="2")
    assert asked == [{f"first {seat}": 1 for seat in range(seats)}]
    placed = []
    while table.view(None)["phase"] == "placing":
        placed.append(turn(table))
        time_out(table)
    assert placed == order
    assert turn(table) == first
    streets = [street for trucks in seen(table, "at") for street in trucks.values()]
    assert len(set(streets)) == len(order)


@pytest.mark.clauses("PRB-09")
def test_two_players_place_truck_1_then_truck_2():
    table = PROHIBITION.start(2, chance=script("first 0"), layout="1")
    for seat, street in ((1, "f2-g2"), (1, "b1-b2"), (0, "c1-c2"), (0, "a5-b5")):
        table.play(seat, f"place-truck {street}")
    assert seen(table, "at") == [{"1": "c1-c2", "2": "a5-b5"}, {"1": "f2-g2", "2": "b1-b2"}]


@pytest.mark.clauses("PRB-09")
def test_one_truck_a_street_at_a_door_of_a_distillery():
    table = PROHIBITION.start(4, chance=script("first 0"), layout="1")
    table.play(3, "place-truck b1-b2")
    assert "place-truck c1-c2" in table.legal(2)
    for street in ("b1-b2", "b1-c1", "a3-b3"):
        assert refused(table, 2, f"place-truck {street}") == "PRB-09"


HAND_0, HAND_1, HAND_2 = "220 031 113", "220 410 022", "113 121 203"


@pytest.mark.clauses("PRB-10")
def test_each_keeps_one_of_three_loads_openly_with_a_prime_of_3():
    table = opened(deals=f"{HAND_1} {HAND_2} {HAND_0} 041 212 032 130 032", first=1)
    assert sum(text.startswith("deal") for _, text in table.history) == 9
    for seat, hand, kept in ((1, HAND_1, "410"), (2, HAND_2, "113"), (0, HAND_0, "031")):
        assert turn(table) == seat
        assert set(table.legal(seat)) == {f"keep {load}" for load in hand.split()}
        assert refused(table, seat, "keep 401") == "PRB-10"
        table.play(seat, f"keep {kept}")
        assert of_truck(table, "card", seat) == kept
        assert prime(table, seat) == "3"
    assert seen(table, "open") == ["041", "212", "032", "130", "032"]
    assert seen(table, "pack") == dict(PACK - Counter(["410", "113", "031", *seen(table, "open")]))
    assert seen(table, "hands") == [{}, {}, {}]


@pytest.mark.clauses("PRB-10", "PRB-29")
def test_two_players_keep_a_load_for_each_truck():
    table = opened(2, f"{HAND_0} {HAND_1} {HAND_2} 301 401 320", first=1)
    assert sum(text.startswith("deal") for _, text in table.history) == 12
    for seat, hand, kept in ((1, HAND_0, "031"), (1, HAND_1, "022"), (0, HAND_2, "203"), (0, "301 401 320", "320")):
        assert set(table.legal(seat)) == {f"keep {load}" for load in hand.split()}
        table.play(seat, f"keep {kept}")
    assert seen(table, "card") == [{"1": "203", "2": "320"}, {"1": "031", "2": "022"}]
    assert seen(table, "prime") == [{"1": "3", "2": "3"}] * 2


@pytest.mark.clauses("PRB-10")
def test_cards_dealt_are_seen_by_their_owner_alone():
    table = opened(deals=f"{HAND_0} {HAND_1} {HAND_2}")
    hands = [{"1": dict(Counter(hand.split()))} for hand in (HAND_0, HAND_1, HAND_2)]
    hidden = {"1": {"unknown": 3}}
    for viewer in (0, 1, 2):
        assert seen(table, "hands", viewer) == [hands[i] if i == viewer else hidden for i in range(3)]
    assert seen(table, "hands") == [hidden] * 3
    table.play(0, "keep 031")
    for viewer in (0, 1, 2, None):
        assert seen(table, "hands", viewer) == [{}, *(hands[i] if i == viewer else hidden for i in (1, 2))]
        assert seen(table, "pack", viewer) == {"unknown": 21}
        assert seen(table, "card", viewer) == [{"1": "031"}, {}, {}]
        heard = [event.text for event in table.heard(viewer) if event.act == "deal"]
        assert heard == [
            f"deal {load}" if i == viewer else None
            for i, hand in enumerate((HAND_0, HAND_1, HAND_2))
            for load in hand.split()
        ]


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.clauses("PRB-10")
def test_cards_that_go_back_stay_unseen(viewer):
    stories = []
    for hand in ("220 410 022", "220 401 130"):
        table = opened(deals=f"{HAND_0} {hand} {HAND_2}", first=0)
        table.play(0, "keep 031")
        table.play(1, "keep 220")
        stories.append((bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)))
    assert stories[0] == stories[1]


@pytest.mark.clauses("PRB-10")
def test_all_is_open_from_the_first_turn_on():
    table = opened()
    for _ in range(3):
        time_out(table)
    for viewer in (0, 1, 2, None):
        assert table.look(viewer).document() == table.position()


@pytest.mark.clauses("PRB-11")
def test_the_first_load_comes_aboard_by_itself_before_the_dice():
    table = opened(deals=f"{HAND_0} {HAND_1} {HAND_2}")
    for seat, kept in enumerate(("113", "220", "121")):
        assert aboard(table, seat) == "000"
        table.play(seat, f"keep {kept}")
    assert table.history[-1][1].startswith("roll")
    assert [aboard(table, seat) for seat in range(3)] == ["113", "000", "000"]
    assert seen(table, "stock") == {"brown": 14, "black": 14, "white": 12}
    while turn(table) == 0:
        time_out(table)
    assert [aboard(table, seat) for seat in range(3)] == ["113", "220", "000"]


@pytest.mark.clauses("PRB-11")
def test_the_first_load_comes_aboard_whoever_rules_the_street():
    table = scenario(truck("a1-a2", "113"), truck("c1-c2", "220", loaded=0), where={"ness": "c2", "policeman": "c1"})
    park(table)
    assert turn(table) == 1
    assert aboard(table, 1) == "220"


@pytest.mark.clauses("PRB-11", "PRB-24")
def test_of_a_first_load_comes_aboard_what_the_stock_has():
    table = scenario(
        truck("a1-a2", "113"), truck("c1-c2", "320", loaded=0), stock="215", loads="301 410 401 202 004"[:15] + " 211"
    )
    assert seen(table, "down") == [True, True, True, False, False]
    park(table)
    assert aboard(table, 1) == "210"
    assert seen(table, "stock") == {"white": 5}
    assert seen(table, "down") == [True] * 5
    assert prime(table, 1) == "3"


# A turn: dice and characters

ELSEWHERE = {"ness": "g1", "policeman": "g7", "capone": "a7"}
PAIR = {"ness": "ness-policeman", "policeman": "ness-policeman", "capone": "ness-capone"}


@pytest.mark.parametrize("pair", ["ness-policeman", "ness-capone", "policeman-capone"])
@pytest.mark.clauses("PRB-12")
def test_one_of_the_two_characters_shown_is_chosen(pair):
    table = rolled(f"2 {pair}", truck("c2-c3", "220"), where=ELSEWHERE)
    assert set(table.legal(0)) == {f"character {character}" for character in pair.split("-")}
    (hidden,) = set(ELSEWHERE) - set(pair.split("-"))
    assert refused(table, 0, f"character {hidden}") == "PRB-12"


@pytest.mark.parametrize(("number", "ways"), [(1, "n"), (2, "ne"), (3, "nes")])
@pytest.mark.clauses("PRB-12")
def test_a_character_walks_exactly_the_rolled_number(number, ways):
    table = rolled(f"{number} ness-policeman", truck("a1-a2", "220"), where=ELSEWHERE | {"ness": "c4"})
    table.play(0, "character ness")
    for way in ways:
        assert table.view(0)["phase"] == "walk"
        table.play(0, f"step {way}")
    assert table.view(0)["phase"] == "drive"
    assert seen(table, "where")["ness"] == {1: "c3", 2: "d3", 3: "d4"}[number]


@pytest.mark.clauses("PRB-12")
def test_a_character_never_walks_straight_back_nor_out_of_town():
    table = rolled("3 ness-policeman", truck("d5-d6", "220"), where=ELSEWHERE | {"ness": "b2"})
    table.play(0, "character ness", "step n")
    assert table.legal(0) == ("step e", "step w")
    assert refused(table, 0, "step s") == "PRB-12"
    assert refused(table, 0, "step n") == "PRB-12"
    table.play(0, "step w", "step s")
    assert seen(table, "where")["ness"] == "a2"


@pytest.mark.clauses("PRB-12", "PRB-05")
def test_a_character_is_placed_on_a_free_crossroads_of_its_colour():
    table = rolled("3 ness-capone", truck("c2-c3", "220"), where={"ness": "d1"})
    table.play(0, "character capone")
    assert table.legal(0) == ("place a4", "place d7", "place g4")
    for place in ("d1", "d4", "a1"):
        assert refused(table, 0, f"place {place}") == "PRB-12"
    table.play(0, "place g4")
    assert seen(table, "where") == {"ness": "d1", "capone": "g4"}
    assert table.view(0)["phase"] == "drive"


@pytest.mark.clauses("PRB-12", "PRB-13")
def test_placing_is_no_move():
    trucks = (truck("d4-d5", "220"), truck("a1-a2", "113"))
    table = rolled("3 ness-capone", *trucks, chance=("roll 3 ness-capone",))
    table.play(0, "character ness", "place d4")
    assert aboard(table) == "220"
    park(table)
    walk(table, "ness", "esw")  # in contact with the same truck, as if it had not been before
    assert aboard(table) == "210"


@pytest.mark.clauses("PRB-12")
def test_a_character_without_a_free_crossroads_of_its_colour_cannot_be_chosen():
    table = rolled("1 ness-policeman", truck("c2-c3", "220"), where={"policeman": "d4"})
    assert table.legal(0) == ("character policeman",)
    assert refused(table, 0, "character ness") == "PRB-12"


@pytest.mark.clauses("PRB-12")
def test_a_character_without_a_complete_walk_cannot_be_chosen():
    where = ELSEWHERE | {"ness": "a1", "policeman": "a2"}
    table = rolled("1 ness-policeman", truck("a1-b1", "220"), where=where)
    assert table.legal(0) == ("character policeman",)
    assert refused(table, 0, "character ness") == "PRB-12"


@pytest.mark.clauses("PRB-12")
def test_only_steps_are_offered_from_which_the_walk_can_be_completed():
    trucks = (truck("a2-a3", "220"), truck("a2-b2", "113"))
    for number, ways in ((1, ("step e", "step s")), (2, ("step e",)), (3, ("step e",))):
        table = rolled(f"{number} ness-capone", *trucks, where=ELSEWHERE | {"ness": "a1"})
        table.play(0, "character ness")
        assert table.legal(0) == ways
    assert refused(table, 0, "step s") == "PRB-12"
    trucks = (truck("a1-a2", "220"), truck("b1-b2", "113"))  # two steps to the west there is only the way back
    table = rolled("3 ness-capone", *trucks, where=ELSEWHERE | {"ness": "c1"})
    table.play(0, "character ness")
    assert table.legal(0) == ("step e", "step s")


@pytest.mark.clauses("PRB-12")
def test_where_neither_character_can_go_nothing_is_asked():
    table = jammed(phase="dice", chance=("roll 2 policeman-capone",))
    assert table.history == ((None, "roll 2 policeman-capone"),)
    assert table.view(0)["phase"] == "drive"
    assert table.log(None)[-1] == "Neither character can move."
    assert seen(table, "where") == JAM


@pytest.mark.parametrize("ways", ["n", "ne"])
@pytest.mark.clauses("PRB-13")
def test_a_character_neither_passes_nor_stops_where_another_stands(ways):
    where = {"ness": "d4", "capone": "d3", "policeman": "g7"}
    table = rolled(f"{len(ways)} ness-policeman", truck("a1-a2", "220"), where=where)
    table.play(0, "character ness")
    assert refused(table, 0, *(f"step {way}" for way in ways)) == "PRB-13"


@pytest.mark.clauses("PRB-13")
def test_a_character_uses_no_street_with_a_truck():
    trucks = (truck("d4-e4", "220"), truck("c4-d4", "113", aboard="000"))
    table = rolled("2 ness-policeman", *trucks, where=ELSEWHERE | {"ness": "d4"})
    table.play(0, "character ness")
    assert table.legal(0) == ("step n", "step s")
    assert refused(table, 0, "step e") == refused(table, 0, "step w") == "PRB-13"


@pytest.mark.parametrize("load", ["220", "000"])
@pytest.mark.parametrize("character", PAIR)
@pytest.mark.clauses("PRB-13")
def test_no_character_goes_to_the_same_truck_twice_running(character, load):
    table = rolled(
        f"1 {PAIR[character]}",
        truck("a1-a2", "113"),
        truck("d2-d3", "220", aboard=load),
        where=ELSEWHERE | {character: "d4"},
        touched={character: [{}, {"1": True}, {}]},
    )
    table.play(0, f"character {character}")
    assert table.legal(0) == ("step e", "step s", "step w")
    assert refused(table, 0, "step n") == "PRB-13"


@pytest.mark.clauses("PRB-13", "PRB-14")
def test_after_a_move_elsewhere_a_character_may_come_back():
    trucks = (truck("a1-a2", "220"), truck("d2-d3", "113"))
    chance = ("roll 1 ness-policeman", "roll 1 ness-policeman")
    table = rolled("1 ness-policeman", *trucks, where=ELSEWHERE | {"ness": "d4"}, chance=chance)
    for way in "new":
        walk(table, "ness", way)
        park(table)
    assert aboard(table, 1) == "111"
    assert lost(table, 1) == "002"


@pytest.mark.clauses("PRB-13")
def test_what_counts_is_the_truck_and_not_its_street():
    trucks = (truck("a1-a2", "220"), truck("d2-d3", "113"))
    chance = ("roll 1 ness-policeman", "roll 1 ness-policeman")
    table = rolled("1 ness-policeman", *trucks, where=ELSEWHERE | {"ness": "d4"}, chance=chance)
    walk(table, "ness", "n")
    park(table)
    walk(table, "policeman", "w")
    drive(table, "d1-d2")
    assert turn(table) == 2
    assert refused(table, 2, "character ness", "step n") == "PRB-13"
    walk(table, "ness", "e")


@pytest.mark.clauses("PRB-13", "PRB-16")
def test_a_truck_between_two_characters_drives_out_past_either():
    where = {"ness": "c2", "policeman": "c3", "capone": "d3"}
    everywhere = {"c1-c2", "b2-c2", "c2-d2", "b3-c3", "c3-d3", "c3-c4"}
    for street in everywhere:
        table = scenario(truck("c2-c3", "220"), where=where)
        assert drives(table) == everywhere
        drive(table, street)
        assert of_truck(table, "at") == street


@pytest.mark.clauses("PRB-13", "PRB-16")
def test_further_on_characters_stop_the_truck_again():
    table = scenario(truck("c2-c3", "220"), where={"ness": "c2", "policeman": "c3", "capone": "d3"})
    table.play(0, "drive c3-d3")
    assert table.legal(0) == ("park",)
    assert refused(table, 0, "drive d3-e3") == "PRB-16"


@pytest.mark.clauses("PRB-13", "PRB-16")
def test_past_a_single_character_no_truck_drives():
    table = scenario(truck("c2-c3", "220"), where={"ness": "c2", "policeman": "c4"})
    assert drives(table) == {"b3-c3", "c3-d3", "c3-c4"}
    assert refused(table, 0, "drive c2-d2") == "PRB-16"
    assert refused(table, 0, "drive c3-c4", "drive c4-c5") == "PRB-16"


POINTS = {"f1-g2": "white", "a6-b7": "brown"}  # delivered long ago: 4 points
SIXES = dict.fromkeys(("f1-g2", "a6-b7", "c6-d7"), "white white")  # 6 points for each of three


@pytest.mark.parametrize(
    ("character", "load", "left", "taken"),
    [
        ("ness", "211", "210", "001"),
        ("ness", "320", "310", "010"),
        ("ness", "410", "400", "010"),
        ("policeman", "211", "111", "100"),
        ("policeman", "031", "021", "010"),
        ("policeman", "013", "003", "010"),
    ],
)
@pytest.mark.clauses("PRB-14")
def test_ness_takes_the_most_valuable_cube_and_the_policeman_the_least(character, load, left, taken):
    loads = "301 401 202 311 130"
    table = rolled(
        "1 ness-policeman",
        truck("d2-d3", load, points=4),
        where=ELSEWHERE | {character: "d4"},
        bars=POINTS,
        loads=loads,
    )
    walk(table, character, "n")
    assert (aboard(table), lost(table), points(table)) == (left, taken, 3)
    assert of_truck(table, "losses") == 1


@pytest.mark.clauses("PRB-14")
def test_points_never_fall_below_0():
    table = rolled("1 ness-policeman", truck("d2-d3", "220"), where=ELSEWHERE | {"ness": "d4"})
    walk(table, "ness", "n")
    assert (aboard(table), points(table)) == ("210", 0)


@pytest.mark.clauses("PRB-14")
def test_contact_is_a_street_that_ends_at_the_crossroads():
    trucks = (truck("d1-d2", "220"), truck("d3-e3", "113"), truck("e3-f3", "122"), truck("c3-d3", "032", aboard="000"))
    table = rolled("1 ness-policeman", *trucks, seats=4, where=ELSEWHERE | {"ness": "d4"})
    walk(table, "ness", "n")
    assert [aboard(table, seat) for seat in range(4)] == ["220", "112", "122", "000"]
    assert seen(table, "losses") == [{}, {"1": 1}, {}, {}]


@pytest.mark.clauses("PRB-14")
def test_passing_by_takes_nothing():
    table = rolled("2 ness-policeman", truck("d2-d3", "220"), where=ELSEWHERE | {"ness": "d4"})
    walk(table, "ness", "ne")
    assert aboard(table) == "220"


@pytest.mark.parametrize(("character", "way"), [("ness", "n"), ("policeman", "e")])
@pytest.mark.clauses("PRB-14")
def test_capone_protects_a_truck_that_he_is_in_contact_with(character, way):
    where = {"ness": "d4", "policeman": "c3", "capone": "d2"}
    table = rolled("1 ness-policeman", truck("d2-d3", "220", points=4), where=where, bars=POINTS)
    walk(table, character, way)
    assert (aboard(table), points(table)) == ("220", 4)
    assert seen(table, "touched") == {character: [{"1": True}, {}, {}]}


@pytest.mark.clauses("PRB-14", "PRB-15")
def test_capone_protects_nobody_from_afar():
    where = {"ness": "d4", "policeman": "g7", "capone": "d1"}
    table = rolled("1 ness-policeman", truck("d2-d3", "220"), where=where)
    walk(table, "ness", "n")
    assert aboard(table) == "210"


@pytest.mark.clauses("PRB-14")
def test_only_the_character_that_moved_takes_cubes():
    where = {"ness": "d3", "policeman": "c2", "capone": "b4"}
    for pair, character, way in (("ness-policeman", "policeman", "w"), ("ness-capone", "capone", "e")):
        table = rolled(f"1 {pair}", truck("d2-d3", "220"), truck("c3-c4", "113"), where=where)
        walk(table, character, way)
        assert (aboard(table, 0), aboard(table, 1)) == ("220", "113")


LOSING = {  # the Policeman's next cube costs each its prime
    "3": ("220", {"aboard": "120", "lost": "100"}),
    "5": ("121", {"aboard": "120", "lost": "001", "loaded": 2}),
    "7": ("113", {"loaded": 3}),
}


def losing(at, token):
    card, rest = LOSING[token]
    return truck(at, card, **rest)


@pytest.mark.parametrize(("first", "pile"), [(0, "3 5 7"), (1, "5 7 3"), (2, "7 3 5")])
@pytest.mark.clauses("PRB-14", "PRB-23")
def test_several_trucks_lose_clockwise_from_the_player_on_turn(first, pile):
    trucks = (losing("d2-d3", "3"), losing("c3-d3", "5"), losing("d3-e3", "7"))
    table = rolled("1 ness-policeman", *trucks, where=ELSEWHERE | {"policeman": "d4"}, turn=first)
    walk(table, "policeman", "n")
    assert seen(table, "lost_primes") == pile.split()


@pytest.mark.parametrize(("tokens", "pile"), [("7 3 5", "3 5 7"), ("7 5 3", "5 3 7")])
@pytest.mark.clauses("PRB-14", "PRB-29")
def test_truck_1_loses_before_truck_2(tokens, pile):
    zero, one, two = (losing(at, token) for at, token in zip(("d2-d3", "c3-d3", "d3-e3"), tokens.split(), strict=True))
    trucks = (zero, truck("a1-a2", "122"), one, two)
    table = rolled("1 ness-policeman", *trucks, seats=2, where=ELSEWHERE | {"policeman": "d4"}, turn=1)
    walk(table, "policeman", "n")
    assert seen(table, "lost_primes") == pile.split()


@pytest.mark.clauses("PRB-14", "PRB-21")
def test_the_point_is_paid_before_the_prime_is_scored():
    last_cube = truck("d2-d3", "220", aboard="010", lost="100")
    table = rolled("1 ness-policeman", last_cube, where=ELSEWHERE | {"ness": "d4"})
    walk(table, "ness", "n")
    assert (aboard(table), points(table), prime(table)) == ("000", 3, None)


# Influence

NOBODY_NEAR, FORBIDDEN, CANCELLED, FAVOURED = 2, 0, 2, 3  # cubes that a private bar takes


@pytest.mark.parametrize(
    ("where", "cubes_taken"),
    [
        ({}, NOBODY_NEAR),
        ({"capone": "g2"}, FAVOURED),
        ({"capone": "a2"}, FAVOURED),
        ({"capone": "e2"}, FAVOURED),
        ({"capone": "d7"}, NOBODY_NEAR),
        ({"ness": "g2"}, FORBIDDEN),
        ({"ness": "a2"}, FORBIDDEN),
        ({"policeman": "g2"}, FORBIDDEN),
        ({"policeman": "e2"}, FORBIDDEN),
        ({"ness": "d3", "policeman": "e1"}, NOBODY_NEAR),
        ({"ness": "f2", "capone": "b2"}, FORBIDDEN),
        ({"policeman": "f2", "capone": "g2"}, FORBIDDEN),
        ({"capone": "f2", "ness": "b2"}, FAVOURED),
        ({"capone": "f2", "ness": "g2", "policeman": "a2"}, FAVOURED),
        ({"capone": "b2", "ness": "g2"}, CANCELLED),
        ({"capone": "g2", "policeman": "b2"}, CANCELLED),
        ({"ness": "b2", "policeman": "g2"}, FORBIDDEN),
        ({"capone": "b2", "ness": "g2", "policeman": "a2"}, CANCELLED),
        ({"capone": "g2", "policeman": "b2", "ness": "a2"}, CANCELLED),
        ({"ness": "b2", "policeman": "g2", "capone": "a2"}, FORBIDDEN),
        ({"ness": "b2", "policeman": "g2", "capone": "f2"}, FAVOURED),
    ],
)
@pytest.mark.clauses("PRB-15", "PRB-19")
def test_the_nearest_character_on_the_line_rules_and_equally_near_ones_cancel_out(where, cubes_taken):
    table = scenario(truck("b2-c2", "041"), where=where)
    drive(table, "c2-d2 d2-e2")
    while "deliver black" in table.legal(0):
        table.play(0, "deliver black")
    assert bar(table, PRIVATE).get("black", 0) == cubes_taken
    if cubes_taken == FORBIDDEN:
        table = scenario(truck("b2-c2", "041"), where=where)
        assert refused(table, 0, *path("c2-d2 d2-e2"), "deliver black") == "PRB-15"


@pytest.mark.parametrize(
    ("where", "allowed"),
    [
        ({}, True),
        ({"ness": "a2"}, False),
        ({"policeman": "g2"}, False),
        ({"ness": "f1", "policeman": "g5"}, True),
        ({"ness": "a2", "capone": "b2"}, True),
        ({"ness": "g2", "capone": "f2"}, True),
        ({"ness": "g2", "capone": "e2"}, False),
        ({"ness": "g2", "policeman": "f2"}, False),
    ],
)
@pytest.mark.clauses("PRB-15", "PRB-22")
def test_ness_and_the_policeman_forbid_loading_too(where, allowed):
    table = scenario(truck("f2-g2", "220", aboard="000"), where=where)
    park(table)
    assert ("load 0" in table.legal(0)) == allowed


# Driving and delivering


@pytest.mark.clauses("PRB-16", "PRB-17", "PRB-20")
def test_example_1_one_street_to_deliver_a_brown_cube():
    table = scenario(truck("c2-c3", "220"))
    drive(table, "c3-c4", "deliver brown")
    assert bar(table, "b3-c4") == {"brown": 1}
    assert (aboard(table), points(table), turn(table)) == ("120", 1, 1)


@pytest.mark.clauses("PRB-16", "PRB-19", "PRB-20")
def test_example_2_two_streets_to_deliver_two_black_cubes():
    table = scenario(truck("c2-c3", "130"), where={"capone": "d1"})
    drive(table, "c3-d3 d3-d4", "deliver black", "deliver black")
    assert bar(table, "d3-e4") == {"black": 2}
    assert (aboard(table), points(table), turn(table)) == ("110", 4, 1)


@pytest.mark.clauses("PRB-16", "PRB-20")
def test_example_3_three_streets_to_deliver_a_white_cube():
    table = scenario(truck("c2-c3", "022"))
    drive(table, "c3-d3 d3-d4 d4-e4", "deliver white")
    assert bar(table, "d4-e5") == {"white": 1}
    assert (aboard(table), points(table), turn(table)) == ("021", 3, 1)


SOUTHWARD = ("c3-c4", "c4-c5", "c5-c6", "c6-c7")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("streets", [1, 2, 3])
@pytest.mark.clauses("PRB-16", "PRB-17")
def test_the_length_of_the_drive_decides_the_colour(streets, colour):
    table = scenario(truck("c2-c3", "113"))
    way = " ".join(SOUTHWARD[:streets])
    if streets == VALUES[colour]:
        drive(table, way, f"deliver {colour}")
        assert points(table) == VALUES[colour]
    else:
        assert refused(table, 0, *path(way), f"deliver {colour}") == "PRB-16"


@pytest.mark.parametrize("streets", [1, 2, 3, 4])
@pytest.mark.clauses("PRB-16")
def test_one_to_four_streets_without_delivering(streets):
    table = scenario(truck("c2-c3", "113"))
    drive(table, " ".join(SOUTHWARD[:streets]))
    assert of_truck(table, "at") == SOUTHWARD[streets - 1]
    if streets < 4:
        assert table.legal(0) == (f"deliver {COLOURS[streets - 1]}", "done")
        table.play(0, "done")
    assert (aboard(table), turn(table)) == ("113", 1)  # after the fourth street the drive ends by itself


@pytest.mark.clauses("PRB-16")
def test_a_truck_may_stay_but_must_move_to_deliver():
    table = scenario(truck("c2-c3", "220"))
    assert refused(table, 0, "deliver brown") == "PRB-16"
    park(table)
    assert (of_truck(table, "at"), aboard(table), turn(table)) == ("c2-c3", "220", 1)


@pytest.mark.clauses("PRB-16")
def test_never_a_street_twice_the_first_included():
    table = scenario(truck("c2-c3", "220"))
    table.play(0, *path("c3-d3 d2-d3 c2-d2"))
    assert drives(table) == {"c1-c2", "b2-c2"}
    assert refused(table, 0, "drive c2-c3") == "PRB-16"


@pytest.mark.clauses("PRB-16")
def test_a_truck_may_come_back_to_a_crossroads():
    table = scenario(truck("b2-c2", "220"))
    drive(table, "c2-d2 d2-d3 c3-d3 c2-c3")
    assert (of_truck(table, "at"), turn(table)) == ("c2-c3", 1)


@pytest.mark.clauses("PRB-16")
def test_a_street_is_left_by_the_end_that_it_was_not_entered_by():
    table = scenario(truck("c2-c3", "220"))
    table.play(0, "drive c3-c4")
    assert drives(table) == {"b4-c4", "c4-d4", "c4-c5"}
    assert refused(table, 0, "drive c3-d3") == "PRB-16"


@pytest.mark.clauses("PRB-16")
def test_never_through_or_onto_an_occupied_street_or_through_an_occupied_crossroads():
    table = scenario(truck("c2-c3", "220"), truck("c3-c4", "113", aboard="000"), where={"capone": "d3"})
    assert drives(table) == {"c1-c2", "b2-c2", "c2-d2", "b3-c3", "c3-d3"}
    assert refused(table, 0, "drive c3-c4") == "PRB-16"
    assert refused(table, 0, "drive c3-d3", "drive d3-e3") == "PRB-16"
    drive(table, "c3-d3")
    assert of_truck(table, "at") == "c3-d3"


@pytest.mark.parametrize(("start", "streets"), [("b1-b2", "b1-c1"), ("c1-d1", "c1-c2"), ("e5-f5", "f5-f6 f6-g6 g6-g7")])
@pytest.mark.clauses("PRB-17", "PRB-03")
def test_where_no_door_of_a_bar_is_nothing_can_be_delivered(start, streets):
    table = scenario(truck(start, "113"), truck("a3-a4", "220"))
    colour = COLOURS[len(streets.split()) - 1]
    assert refused(table, 0, *path(streets), f"deliver {colour}") == "PRB-17"
    drive(table, streets)
    assert f"deliver {colour}" not in table.legal(0)


@pytest.mark.clauses("PRB-17")
def test_only_what_is_aboard_is_delivered():
    table = scenario(truck("c2-c3", "220", aboard="020"))
    assert refused(table, 0, "drive c3-c4", "deliver brown") == "PRB-17"


@pytest.mark.clauses("PRB-17")
def test_delivering_is_never_compulsory():
    table = scenario(truck("c2-c3", "220"), where={"capone": "c1"})
    drive(table, "c3-c4")
    assert table.legal(0) == ("deliver brown", "done")
    table.play(0, "deliver brown")
    assert table.legal(0) == ("deliver brown", "done")
    table.play(0, "done")
    assert (bar(table, "b3-c4"), turn(table)) == ({"brown": 1}, 1)


@pytest.mark.clauses("PRB-17")
def test_a_bar_holds_one_colour_only():
    table = scenario(truck("c2-c3", "220"), where={"capone": "c1"}, bars={"b3-c4": "black"})
    assert refused(table, 0, "drive c3-c4", "deliver brown") == "PRB-17"


@pytest.mark.parametrize("neighbour", ["b2-c3", "b4-c5", "c3-d4"])
@pytest.mark.clauses("PRB-18")
def test_neighbouring_bars_never_hold_the_same_colour(neighbour):
    table = scenario(truck("c2-c3", "220"), bars={neighbour: "brown"})
    assert refused(table, 0, "drive c3-c4", "deliver brown") == "PRB-18"
    table = scenario(truck("c2-c3", "220"), bars={neighbour: "white"})
    drive(table, "c3-c4", "deliver brown")
    assert bar(table, "b3-c4") == {"brown": 1}


@pytest.mark.clauses("PRB-18")
def test_private_bars_are_neighbours_too():
    to_the_neighbour = path("b2-b3 b3-c3 c3-c4")
    table = scenario(truck("a2-b2", "113"), bars={"a3-b4": "white"})
    assert refused(table, 0, *to_the_neighbour, "deliver white") == "PRB-18"
    table = scenario(truck("a2-b2", "220"), bars={"a2-b3": "white"})
    table = scenario(truck("b2-c2", "113"), bars={"a2-b3": "white"})
    assert refused(table, 0, *path("b2-b3 b3-b4 a4-b4"), "deliver white") == "PRB-18"


@pytest.mark.clauses("PRB-18")
def test_bars_that_touch_at_a_corner_are_no_neighbours():
    table = scenario(truck("c2-c3", "220"), bars=dict.fromkeys(("a2-b3", "c2-d3", "a4-b5", "c4-d5"), "brown"))
    drive(table, "c3-c4", "deliver brown")
    assert bar(table, "b3-c4") == {"brown": 1}


@pytest.mark.clauses("PRB-19")
def test_a_bar_takes_one_cube():
    table = scenario(truck("c2-c3", "220"))
    drive(table, "c3-c4", "deliver brown")
    assert turn(table) == 1
    table = scenario(truck("c2-c3", "220"), bars={"b3-c4": "brown"})
    assert refused(table, 0, "drive c3-c4", "deliver brown") == "PRB-19"


@pytest.mark.parametrize(("before", "more"), [("", 2), ("brown", 1), ("brown brown", 0)])
@pytest.mark.clauses("PRB-19")
def test_where_capone_rules_a_bar_takes_two(before, more):
    table = scenario(truck("c2-c3", "410"), where={"capone": "c7"}, bars={"b3-c4": before}, loads="301 401 202 311 130")
    if more:
        drive(table, "c3-c4", *["deliver brown"] * more)
        assert (bar(table, "b3-c4"), points(table), turn(table)) == ({"brown": 2}, more, 1)
    else:
        assert refused(table, 0, "drive c3-c4", "deliver brown") == "PRB-19"


@pytest.mark.parametrize(
    ("before", "capone", "more"),
    [
        ("", "a7", 2),
        ("black", "a7", 1),
        ("black black", "a7", 0),
        ("", "a2", 3),
        ("black", "a2", 2),
        ("black black", "a2", 1),
        ("black black black", "a2", 0),
    ],
)
@pytest.mark.clauses("PRB-19")
def test_a_private_bar_takes_two_and_where_capone_rules_a_third(before, capone, more):
    table = scenario(truck("b2-c2", "041"), where={"capone": capone}, bars={PRIVATE: before})
    if more:
        drive(table, "c2-d2 d2-e2", *["deliver black"] * more)
        assert (len(before.split()) + more, turn(table)) == (bar(table, PRIVATE)["black"], 1)
        assert points(table) == 2 * more
    else:
        assert refused(table, 0, *path("c2-d2 d2-e2"), "deliver black") == "PRB-19"


@pytest.mark.clauses("PRB-19")
def test_a_private_bar_takes_only_its_colour():
    table = scenario(truck("a2-a3", "220"))
    assert refused(table, 0, "drive a3-b3", "deliver brown") == "PRB-19"
    table = scenario(truck("b2-c2", "113"))
    drive(table, "b2-b3 b3-b4 a4-b4", "deliver white", "deliver white")
    assert bar(table, "a3-b4") == {"white": 2}


@pytest.mark.parametrize(("colour", "streets"), [("brown", 1), ("black", 2), ("white", 3)])
@pytest.mark.clauses("PRB-20")
def test_every_delivered_cube_scores_its_value(colour, streets):
    table = scenario(truck("c2-c3", "122", points=4), bars=POINTS)
    drive(table, " ".join(SOUTHWARD[:streets]), f"deliver {colour}")
    assert points(table) == 4 + VALUES[colour]


# Loads and primes


@pytest.mark.parametrize(("loaded", "value"), [(1, 3), (2, 5), (3, 7)])
@pytest.mark.clauses("PRB-21")
def test_an_empty_truck_scores_its_prime_and_the_token_leaves_the_game(loaded, value):
    table = scenario(truck("c2-c3", "220", aboard="100", loaded=loaded))
    drive(table, "c3-c4", "deliver brown")
    assert (aboard(table), points(table), prime(table)) == ("000", 1 + value, None)
    assert seen(table, "lost_primes") == []


@pytest.mark.clauses("PRB-21", "PRB-23")
def test_a_prime_that_was_lost_is_not_scored():
    table = scenario(truck("c2-c3", "220", aboard="100", lost="020", prime=None), lost_primes=["3"])
    drive(table, "c3-c4", "deliver brown")
    assert (aboard(table), points(table)) == ("000", 1)
    assert seen(table, "lost_primes") == ["3"]


@pytest.mark.clauses("PRB-21")
def test_a_prime_is_scored_too_when_the_last_cube_is_taken():
    table = rolled(
        "1 ness-policeman",
        truck("a1-a2", "113"),
        truck("d2-d3", "220", aboard="100", loaded=2, points=4),
        where=ELSEWHERE | {"policeman": "d4"},
        bars=POINTS,
    )
    walk(table, "policeman", "n")
    assert (aboard(table, 1), points(table, 1), prime(table, 1)) == ("000", 4 - 1 + 5, None)


@pytest.mark.clauses("PRB-21")
def test_an_empty_truck_has_nothing_to_deliver():
    table = scenario(truck("c2-c3", "220", aboard="000"))
    for i, colour in enumerate(COLOURS):
        assert refused(table, 0, *path(" ".join(SOUTHWARD[: i + 1])), f"deliver {colour}") == "PRB-17"


@pytest.mark.clauses("PRB-22", "PRB-06")
def test_a_new_load_is_taken_at_once():
    table = scenario(truck("b2-b3", "220", aboard="000", lost="010"), chance=("deal 031",))
    before = seen(table, "stock")
    drive(table, "b1-b2")
    assert table.legal(0) == (*(f"load {slot}" for slot in range(5)), "no-load")
    table.play(0, "load 3")
    assert (of_truck(table, "card"), aboard(table), prime(table)) == ("202", "202", "5")
    assert seen(table, "open") == ["301", "410", "401", "031", "311"]
    assert (lost(table), seen(table, "box")) == ("000", {"black": 1})
    assert seen(table, "stock") == before | {"brown": before["brown"] - 2, "white": before["white"] - 2}
    assert seen(table, "spent") == {"220": 1}
    assert turn(table) == 1


@pytest.mark.clauses("PRB-22")
def test_a_truck_that_stays_at_a_distillery_may_load():
    table = scenario(truck("b1-b2", "220", aboard="000"))
    table.play(0, "park", "load 0")
    assert aboard(table) == "301"


@pytest.mark.clauses("PRB-22")
def test_a_new_load_may_wait_for_the_start_of_the_next_turn_before_the_dice():
    table = jammed(truck("b1-b2", "220", aboard="000"), chance=["roll 1 ness-policeman"] * 3 + ["deal 031"])
    table.play(0, "park", "no-load")
    park(table, 3)
    assert table.view(0)["phase"] == "load"
    assert seen(table, "number") == 0
    assert table.history[-1] == (3, "park")
    table.play(0, "load 4")
    assert [text.split()[0] for _, text in table.history[-3:]] == ["load", "deal", "roll"]
    assert (aboard(table), table.view(0)["phase"]) == ("311", "drive")


@pytest.mark.clauses("PRB-22")
def test_a_load_is_offered_only_at_a_distillery():
    for at in ("c2-c3", "b1-c1", "a3-b3"):
        table = scenario(truck(at, "220", aboard="000"))
        park(table)
        assert turn(table) == 1
    with pytest.raises(tripot.BadPosition, match="PRB-12"):
        scenario(truck("c2-c3", "220", aboard="000"), phase="load")


@pytest.mark.parametrize(
    ("loaded", "pile", "token", "rest"),
    [
        (1, [], "5", []),
        (1, ["3"], "5", ["3"]),
        (2, ["5"], "7", ["5"]),
        (3, ["3", "5"], "5", ["3"]),
        (3, ["7", "3"], "3", ["7"]),
        (4, ["7"], "7", []),
        (3, [], None, []),
    ],
)
@pytest.mark.clauses("PRB-22")
def test_the_prime_of_a_new_load(loaded, pile, token, rest):
    table = scenario(truck("b1-b2", "220", aboard="000", loaded=loaded), lost_primes=pile, bars=SIXES)
    table.play(0, "park", "load 0")
    assert prime(table) == token
    assert seen(table, "lost_primes") == rest


@pytest.mark.parametrize(
    ("loaded", "load", "before", "scored", "token", "pile"),
    [
        (1, "110", "000", 3, "5", []),
        (1, "010", "100", 3, "5", []),
        (1, "200", "000", 0, "5", ["3"]),
        (1, "120", "100", 0, "5", ["3"]),
        (2, "020", "000", 5, "7", []),
        (2, "010", "100", 0, "7", ["5"]),
        (3, "100", "000", 0, "7", []),  # lost, and at once the last one lost
    ],
)
@pytest.mark.clauses("PRB-22", "PRB-23")
def test_cubes_still_aboard_are_lost_at_the_distillery(loaded, load, before, scored, token, pile):
    there = truck("b2-b3", "220", aboard=load, lost=before, loaded=loaded, points=4)
    table = scenario(there, bars=POINTS)
    table.play(0, "drive b1-b2", "park", "load 1")
    assert (aboard(table), lost(table)) == ("410", "000")
    assert points(table) == 4 + scored  # and nothing is paid for them
    assert (prime(table), seen(table, "lost_primes")) == (token, pile)
    assert of_truck(table, "losses") == sum(map(int, load + before))
    assert digits(seen(table, "box")) == digits(Counter(cubes(load)) + Counter(cubes(before)))


@pytest.mark.clauses("PRB-22")
def test_a_load_just_taken_is_not_thrown_away_before_the_truck_has_driven():
    table = scenario(truck("b1-b2", "220", drove=False))
    park(table)
    assert turn(table) == 1
    table = scenario(truck("b1-b2", "220", drove=False))
    drive(table, "b1-c1 c1-c2")
    assert "load 0" in table.legal(0)


@pytest.mark.clauses("PRB-22", "PRB-21")
def test_a_truck_robbed_of_everything_before_it_has_driven_may_load():
    robbed = truck("b1-b2", "220", aboard="000", lost="220", drove=False)
    table = scenario(robbed, lost_primes=["3"])
    park(table)
    assert "load 0" in table.legal(0)


@pytest.mark.parametrize(
    ("loaded", "card", "load", "before", "lost_it"),
    [
        (1, "113", "113", "000", False),
        (1, "113", "111", "001", True),
        (1, "122", "120", "001", False),
        (1, "122", "110", "011", True),
        (2, "122", "122", "000", False),
        (2, "113", "111", "001", False),
        (2, "113", "110", "002", True),
        (2, "122", "120", "001", True),
        (3, "113", "113", "000", True),
    ],
)
@pytest.mark.clauses("PRB-23")
def test_when_a_prime_is_lost(loaded, card, load, before, lost_it):
    robbed = truck("d2-d3", card, aboard=load, lost=before, loaded=loaded)
    table = rolled("1 ness-policeman", robbed, where=ELSEWHERE | {"ness": "d4"})
    token = prime(table)
    walk(table, "ness", "n")
    assert prime(table) == (None if lost_it else token)
    assert seen(table, "lost_primes") == ([token] if lost_it else [])
    assert points(table) == 0


@pytest.mark.clauses("PRB-24", "PRB-22")
def test_a_load_that_the_stock_cannot_fill_is_turned_face_down_for_good():
    table = scenario(
        truck("b1-b2", "130", aboard="000"), stock="222", loads="220 301 401 202 211", chance=("deal 410",)
    )
    assert seen(table, "down") == [False, True, True, False, False]
    park(table)
    assert table.legal(0) == ("load 0", "load 3", "load 4", "no-load")
    assert refused(table, 0, "load 1") == "PRB-24"
    table.play(0, "load 3")
    assert seen(table, "stock") == {"black": 2}
    assert seen(table, "open") == ["220", "301", "401", "410", "211"]
    assert seen(table, "down") == [True] * 5


@pytest.mark.clauses("PRB-24")
def test_a_load_that_is_turned_up_when_the_stock_is_short_goes_down_at_once():
    table = scenario(
        truck("b1-b2", "130", aboard="000"), stock="440", loads="220 220 410 202 211", chance=("deal 031",)
    )
    table.play(0, "park", "load 0")
    assert seen(table, "open")[0] == "031"
    assert seen(table, "down") == [True, False, True, True, True]


# Closing

SHUT_IN = {"d3-e4": "brown", "e4-f5": "black", "c4-d5": "white"}  # around d4-e5


def end_of_round(bars):
    """The last player parks; what is closed then."""
    table = scenario(truck("a6-a7", "220"), bars=bars, turn=2)
    assert seen(table, "closed") == {}
    park(table)
    return seen(table, "closed")


@pytest.mark.clauses("PRB-25")
def test_an_empty_bar_among_all_three_colours_is_closed():
    assert end_of_round(SHUT_IN) == {"d4-e5": True}
    assert end_of_round(SHUT_IN | {"d5-e6": "white"}) == {"d4-e5": True}
    assert end_of_round(SHUT_IN | {"e4-f5": "white"}) == {}
    assert end_of_round(SHUT_IN | {"c4-d5": "", "d4-e5": "white"}) == {}


@pytest.mark.parametrize(("place", "own"), list(zip(blocks(LAYOUTS["1"][2]), PRIVATE_COLOURS, strict=True)))
@pytest.mark.clauses("PRB-25")
def test_an_empty_private_bar_is_closed_when_a_neighbour_holds_its_colour(place, own):
    row, column = SPOTS[list(chicago.BLOCKS).index(place)]
    for near in (block(row - 1, column), block(row + 1, column)):
        for colour in COLOURS:
            assert end_of_round({near: colour}) == ({place: True} if colour == own else {})
        assert end_of_round({near: next(colour for colour in COLOURS if colour != own), place: own}) == {}


@pytest.mark.clauses("PRB-25")
def test_bars_are_closed_only_when_the_round_is_over():
    table = scenario(truck("a6-a7", "220"), bars=SHUT_IN, turn=1)
    park(table)
    assert turn(table) == 2
    assert seen(table, "closed") == {}
    table = scenario(truck("a6-a7", "220"), bars=SHUT_IN, turn=1, first=2)
    park(table)
    assert seen(table, "closed") == {"d4-e5": True}


@pytest.mark.clauses("PRB-25")
def test_a_closed_bar_takes_no_cube():
    table = scenario(truck("d3-d4", "113"), bars=SHUT_IN, closed={"d4-e5": True})
    assert refused(table, 0, "drive d4-e4", "deliver brown") == "PRB-25"
    table = scenario(truck("c1-c2", "130"), bars={"d1-e2": "black"}, closed={PRIVATE: True})
    assert refused(table, 0, *path("c2-d2 d2-e2"), "deliver black") == "PRB-25"


FOUR_SHUT_IN = {"a4-b5": "white", "d1-e2": "black", "f3-g4": "brown", "c4-d5": "black"}  # all private bars


@pytest.mark.clauses("PRB-25", "PRB-06")
def test_three_tiles_close_bars_in_reading_order():
    table = scenario(truck("a6-a7", "220"), bars=FOUR_SHUT_IN, turn=2)
    park(table)
    assert seen(table, "closed") == {"d2-e3": True, "a3-b4": True, "f4-g5": True}


# The end


def finish(table, turns):
    """So many trucks park; the game is over with the last one and not before."""
    for _ in range(turns):
        assert table.outcome is None
        park(table)
    return table.outcome.reason


@pytest.mark.clauses("PRB-26", "PRB-24")
def test_the_end_when_the_five_loads_are_face_down():
    stock_out = {"stock": "220", "loads": "220 031 131 032 121", "chance": ("deal 410",)}
    table = jammed(truck("b1-b2", "220", aboard="000"), phase="load", **stock_out)
    table.play(0, "load 0")
    assert seen(table, "ending") == "loads"
    assert finish(table, 4 + 4) == "loads"


@pytest.mark.clauses("PRB-26", "PRB-25")
def test_the_end_when_the_third_closed_tile_is_placed():
    table = jammed(turn=3, bars=FOUR_SHUT_IN)
    assert finish(table, 1 + 4) == "closed"
    table = jammed(turn=3, bars={"a4-b5": "white", "d1-e2": "black"})
    park(table, 5)
    assert seen(table, "ending") is None


def almost_all_bars():
    """In layout 2, brown and black like a chessboard: only a2-b3 is still empty."""
    special = {**dict.fromkeys(blocks(LAYOUTS["2"][1])), block(0, 1): "white", block(1, 0): None}
    full = {block(*spot): "brown" if sum(spot) % 2 else "black" for spot in SPOTS} | special
    return {place: colour for place, colour in full.items() if colour}


def nearly_jammed(last="a3-a4", **rest):
    """As jammed, but the last truck, on turn, is one street away from its place, which is at a bar and Capone's."""
    trucks = (truck("b1-b2", "022"), truck("a2-b2", "013"), truck("b1-c1", "203"), truck(last, "113"))
    return jammed(*trucks, turn=3, where={"ness": "a1", "policeman": "b1", "capone": "a2"}, **rest)


@pytest.mark.parametrize(("first", "turns"), [(0, 4), (1, 1 + 4), (3, 3 + 4)])
@pytest.mark.clauses("PRB-26")
def test_the_end_when_every_bar_has_a_cube(first, turns):
    table = nearly_jammed(layout="2", bars=almost_all_bars(), first=first)
    assert seen(table, "ending") is None
    drive(table, "a2-a3", "deliver brown")
    assert seen(table, "ending") == "bars"
    assert finish(table, turns) == "bars"


@pytest.mark.clauses("PRB-26", "PRB-25")
def test_a_closed_bar_needs_no_cube():
    shut_in = {"a1-b2": "brown", "b2-c3": "black", "a3-b4": "white"}  # around a2-b3, the last one
    table = nearly_jammed("a2-a3", layout="2", bars=almost_all_bars() | shut_in)
    assert seen(table, "ending") is None
    assert finish(table, 1 + 4) == "bars"
    assert seen(table, "closed") == {"a2-b3": True}


@pytest.mark.clauses("PRB-26", "PRB-11")
def test_the_end_after_three_full_rounds_without_a_delivery_or_a_load():
    assert finish(jammed(), 4 * 3 + 4) == "stalled"
    assert finish(jammed(busy=True), 4 + 4 * 3 + 4) == "stalled"
    table = jammed(truck("b1-b2", "113", drove=False), truck("a2-a3", "022", loaded=0))
    assert finish(table, 4 * 3 + 4) == "stalled"
    assert aboard(table, 1) == "022"


@pytest.mark.clauses("PRB-26")
def test_a_load_or_a_delivery_breaks_the_silence():
    table = jammed(truck("b1-b2", "220", aboard="000"), quiet=2, round=2)
    table.play(0, "park", "load 0")
    assert finish(table, 3 + 4 * 3 + 4) == "stalled"
    table = nearly_jammed(quiet=2, round=2)
    drive(table, "a2-a3", "deliver brown")
    assert finish(table, 4 * 3 + 4) == "stalled"
    table = nearly_jammed(quiet=2, round=2)
    drive(table, "a2-a3", "done")
    assert finish(table, 4) == "stalled"


@pytest.mark.clauses("PRB-26")
def test_the_first_reason_counts():
    table = jammed(turn=3, bars=FOUR_SHUT_IN, stage="last round", ending="stalled")
    park(table)
    assert len(seen(table, "closed")) == 3
    assert table.outcome.reason == "stalled"


@pytest.mark.clauses("PRB-26")
def test_the_round_in_which_the_end_comes_is_finished():
    stock_out = {"stock": "220", "loads": "220 031 131 032 121", "chance": ("deal 410",)}
    table = jammed(truck("b1-b2", "220", aboard="000"), phase="load", first=3, **stock_out)
    table.play(0, "load 0")
    assert finish(table, 3 + 4) == "loads"  # seat 3 begins the rounds


def final(*trucks, **rest):
    """The outcome when the last truck of the last round parks."""
    table = scenario(*trucks, **{"stage": "last round", "ending": "stalled", "turn": 2} | rest)
    park(table)
    assert table.actors == frozenset()
    return table.outcome


@pytest.mark.parametrize(
    ("loaded", "card", "load", "rest", "score"),
    [
        (3, "122", "111", {}, 7 - 3),  # the rulebook's own example
        (3, "122", "122", {}, 0),
        (3, "122", "111", {"prime": None}, 0),
        (2, "122", "001", {}, 5 - 1),
        (1, "122", "011", {}, 3 - 2),
        (1, "122", "012", {}, 0),
        (1, "122", "022", {}, 0),
        (3, "122", "110", {"lost": "001", "prime": None}, 0),
        (1, "122", "110", {"lost": "011"}, 3 - 2),
        (1, "122", "120", {"lost": "002", "prime": None}, 0),
    ],
)
@pytest.mark.clauses("PRB-27")
def test_a_prime_at_the_end_is_worth_less_for_every_cube_aboard(loaded, card, load, rest, score):
    assert final(truck("c2-c3", card, aboard=load, loaded=loaded, **rest)).scores[0] == score
    with_points = truck("c2-c3", card, aboard=load, loaded=loaded, points=4, **rest)
    assert final(with_points, bars=POINTS).scores[0] == 4 + score


@pytest.mark.clauses("PRB-27")
def test_a_delivery_in_the_very_last_turn_saves_the_prime():
    for delivery, score in (("deliver brown", 1 + 7 - 4), ("done", 0)):
        trucks = (*RIVALS[:2], truck("c2-c3", "122", loaded=3))
        table = scenario(*trucks, turn=2, stage="last round", ending="stalled")
        drive(table, "c3-c4", delivery)
        assert table.outcome.scores == (0, 0, score)


@pytest.mark.clauses("PRB-27", "PRB-22")
def test_cubes_of_an_earlier_load_save_no_prime():
    trucks = (*RIVALS[:2], truck("b2-b3", "220", aboard="100", loaded=2))
    table = scenario(*trucks, turn=2, stage="last round", ending="stalled")
    drive(table, "b1-b2", "load 0")
    assert prime(table, 2) == "7"
    assert table.outcome.scores == (0, 0, 5)


@pytest.mark.clauses("PRB-27")
def test_before_the_end_a_prime_counts_nothing():
    table = scenario(truck("c2-c3", "122", aboard="111", loaded=3), stage="last round", ending="stalled", turn=1)
    assert points(table) == 0
    assert prime(table) == "7"


@pytest.mark.parametrize(
    ("losses", "ranks"),
    [
        (("000", "000", "000"), (1, 1, 1)),
        (("100", "000", "000"), (3, 1, 1)),
        (("001", "110", "000"), (2, 3, 1)),
        (("001", "010", "110"), (1, 1, 3)),
    ],
)
@pytest.mark.clauses("PRB-28")
def test_of_equal_scores_fewer_cubes_lost_wins_whatever_their_value(losses, ranks):
    trucks = [
        truck(at, card, aboard=digits(Counter(cubes(card)) - Counter(cubes(gone))), lost=gone, points=6)
        for at, card, gone in zip(("a1-a2", "c1-d1", "e1-f1"), ("113", "113", "122"), losses, strict=True)
    ]
    assert final(*trucks, bars=SIXES) == tripot.Outcome((6, 6, 6), ranks, "stalled")


@pytest.mark.clauses("PRB-28")
def test_cubes_lost_with_earlier_loads_count_and_points_come_first():
    trucks = [truck(at, card, points=6) for at, card in (("a1-a2", "113"), ("c1-d1", "022"), ("e1-f1", "220"))]
    assert final(*trucks, bars=SIXES, stock="444").ranks == (1, 1, 3)  # what is missing was lost by the last
    trucks[2]["points"], trucks[0]["points"] = 7, 5
    assert final(*trucks, bars=SIXES, stock="444").ranks == (3, 2, 1)


# Two players


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.clauses("PRB-29", "PRB-26")
def test_the_order_of_trucks_over_four_rounds(first):
    table = opened(2, first=first)
    second = 1 - first
    choices = iter("21211221")
    order = []
    while table.outcome is None:
        phase = table.view(None)["phase"]
        if phase == "truck":
            assert set(table.legal(turn(table))) == {"truck 1", "truck 2"}
            assert seen(table, "number") == 0
            table.play(turn(table), f"truck {next(choices)}")
        elif phase == "drive":
            order.append((turn(table), seen(table, "truck"), seen(table, "round")))
            park(table)
        else:
            time_out(table)
    assert order == [
        (first, "2", 0),
        *((second, "1", 0), (second, "2", 0)),
        *((first, "2", 1), (first, "1", 1)),
        *((second, "1", 1), (second, "2", 1)),
        *((first, "1", 2), (first, "2", 2)),
        *((second, "2", 2), (second, "1", 2)),
        *((first, "2", 3), (first, "1", 3)),
        *((second, "1", 3), (second, "2", 3)),
        (first, "1", 4),  # the one that did not open
    ]
    assert sum(text.startswith("roll") for _, text in table.history) == len(order)
    assert table.outcome.reason == "stalled"


@pytest.mark.clauses("PRB-29", "PRB-25")
def test_with_two_players_a_round_is_over_when_the_second_has_played_both_trucks():
    for seat, second, closed in ((0, True, False), (1, False, False), (1, True, True)):
        table = jammed(seats=2, turn=seat, second_truck=second, bars={"d1-e2": "black"})
        park(table)
        assert (seen(table, "closed") == {PRIVATE: True}) == closed


@pytest.mark.clauses("PRB-29", "PRB-11")
def test_each_trucks_first_load_comes_aboard_in_its_own_first_turn():
    table = opened(2)
    for _ in range(4):
        time_out(table)
    table.play(0, "truck 2")
    assert [aboard(table, seat, which) != "000" for seat in (0, 1) for which in "12"] == [False, True, False, False]


def final_of_two(*trucks, **rest):
    return final(*trucks, seats=2, stage="last truck", turn=0, truck="2", **rest)


@pytest.mark.clauses("PRB-29", "PRB-27")
def test_only_the_weaker_truck_counts():
    streets = ("a1-a2", "c2-c3", "c1-d1", "e1-f1")
    weaker = [truck(at, card) for at, card in zip(streets, ("113", "022", "220", "203"), strict=True)]
    weaker[0]["points"], weaker[1]["points"], weaker[2]["points"], weaker[3]["points"] = 9, 2, 3, 4
    assert final_of_two(*weaker, bars=SIXES).scores == (2, 3)
    weaker[1] = truck("c2-c3", "022", aboard="001", loaded=3, points=2)
    assert final_of_two(*weaker, bars=SIXES).scores == (2 + 7 - 1, 3)
    weaker[1]["points"] = 4
    assert final_of_two(*weaker, bars=SIXES).scores == (9, 3)


@pytest.mark.clauses("PRB-29", "PRB-28")
def test_the_losses_of_both_trucks_count():
    trucks = (
        truck("a1-a2", "113", aboard="112", lost="001"),
        truck("c2-c3", "022"),
        truck("c1-d1", "220"),
        truck("e1-f1", "203", aboard="102", lost="101"),
    )
    assert final_of_two(*trucks) == tripot.Outcome((0, 0), (1, 2), "stalled")


# Moves, records and words


@pytest.mark.clauses("PRB-02", "PRB-07", "PRB-08")
def test_moves():
    places = [crossroads(row, column) for column in range(7) for row in range(7)]
    assert set(PROHIBITION.moves) == {
        *(f"{verb} {street}" for verb in ("place-truck", "drive") for street in chicago.STREETS),
        *(f"keep {load}" for load in PACK),
        *(f"truck {which}" for which in (1, 2)),
        *(f"load {slot}" for slot in range(5)),
        *(f"character {character}" for character in ("ness", "policeman", "capone")),
        *(f"place {place}" for place in places),
        *(f"step {way}" for way in "nesw"),
        *(f"deliver {colour}" for colour in COLOURS),
        *("no-load", "park", "done"),
    }
    pairs = ("ness-policeman", "ness-capone", "policeman-capone")
    assert set(PROHIBITION.outcomes) == {
        *(f"layout {layout}" for layout in LAYOUTS),
        *(f"first {seat}" for seat in range(4)),
        *(f"deal {load}" for load in PACK),
        *(f"roll {number} {pair}" for number in (1, 2, 3) for pair in pairs),
    }
    for text in ("drive c3-c2", "drive c2-d3", "keep 111", "step north", "deliver grey"):
        with pytest.raises(tripot.UnknownMove):
            scenario(truck("c2-c3", "220")).play(0, text)


RECORD = """\
game prohibition
rules 1
players 3
options layout=lot
---
chance layout 1
chance first 1
0 place-truck b1-b2
2 place-truck f2-g2
1 place-truck c1-c2
chance deal 220
chance deal 031
chance deal 113
chance deal 410
chance deal 022
chance deal 121
chance deal 203
chance deal 130
chance deal 220
1 keep 220
2 keep 022
0 keep 203
chance deal 041
chance deal 212
chance deal 032
chance deal 130
chance deal 301
chance roll 2 ness-capone
1 character capone
1 place d1
1 drive c2-d2
1 park
1 deliver brown
chance roll 1 ness-policeman
2 character ness
2 place d4
2 drive e2-f2
2 drive d2-e2
2 park
2 deliver black
2 deliver black
chance roll 3 policeman-capone
0 character policeman
0 place g1
0 drive b1-c1
0 drive c1-c2
0 park
0 load 0
chance deal 230
chance roll 1 ness-policeman
1 character ness
1 step n
1 drive b2-c2
1 drive b2-b3
1 park
1 deliver black
chance roll 2 policeman-capone
2 character policeman
2 step s
2 step s
2 park
chance roll 3 ness-capone
0 character ness
0 step w
0 step n
0 step e
0 park
chance roll 1 ness-policeman
"""


@pytest.mark.clauses("PRB-04", "PRB-09", "PRB-10", "PRB-12", "PRB-22")
def test_a_record_written_by_hand_replays():
    table = tripot.replay(RECORD)
    assert table.record() == RECORD
    assert seen(table, "open") == ["230", "212", "032", "130", "301"]
    assert seen(table, "where") == {"ness": "d2", "policeman": "g3", "capone": "d1"}
    assert [aboard(table, seat) for seat in range(3)] == ["041", "110", "001"]
    assert [points(table, seat) for seat in range(3)] == [0, 3, 3]
    assert [prime(table, seat) for seat in range(3)] == ["5", "3", "3"]
    assert seen(table, "lost_primes") == ["3"]
    assert seen(table, "bars") == {"c1-d2": {"brown": 1}, PRIVATE: {"black": 2}, "a2-b3": {"black": 1}}
    assert (seen(table, "round"), turn(table)) == (2, 1)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("chance first 1", "chance first 3"),
        ("0 place-truck b1-b2", "1 place-truck b1-b2"),
        ("chance deal 230", "chance deal 041"),
        ("2 place d4", "2 place a1"),
        ("1 deliver brown", "1 deliver black"),
        ("2 drive d2-e2", "2 drive c2-c3"),
        ("0 load 0", "1 load 0"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(line, instead):
    number = RECORD.splitlines().index(line) + 1
    with pytest.raises(tripot.BadRecord, match=f"line {number}:"):
        tripot.replay(RECORD.replace(line, instead))


@pytest.mark.clauses("PRB-26", "PRB-27")
def test_a_record_of_a_finished_game_carries_the_points():
    table = jammed(truck("b1-b2", "122", aboard="111", loaded=3), turn=3, stage="last round", ending="stalled")
    park(table)
    assert table.record().endswith("result 4 0 0 0\n")
    assert tripot.replay(table.record()).outcome == table.outcome


def every_question():
    """A table in every phase in which somebody is asked, and the clause that the question rests on."""
    placing = rolled("1 ness-policeman", truck("c2-c3", "220"))
    placing.play(0, "character ness")
    walking = rolled("2 ness-policeman", truck("c2-c3", "220"), where=ELSEWHERE)
    walking.play(0, "character ness", "step w")
    delivering = scenario(truck("c2-c3", "220"), where={"capone": "c1"})
    drive(delivering, "c3-c4", "deliver brown")
    loading = scenario(truck("b2-b3", "220", aboard="000"))
    drive(loading, "b1-b2")
    over = scenario(truck("c2-c3", "220"), turn=2, stage="last round", ending="stalled")
    park(over)
    return [
        (PROHIBITION.start(3, seed=1), "placing", "PRB-09"),
        (opened(), "keeping", "PRB-10"),
        (jammed(seats=2, phase="truck", truck=None), "truck", "PRB-29"),
        (loading, "load", "PRB-22"),
        (rolled("1 ness-policeman", truck("c2-c3", "220")), "character", "PRB-12"),
        (placing, "place", "PRB-12"),
        (walking, "walk", "PRB-12"),
        (scenario(truck("c2-c3", "220")), "drive", "PRB-16"),
        (delivering, "delivery", "PRB-17"),
        (over, "over", "PRB-26"),
    ]


QUESTIONS = every_question()


@pytest.mark.parametrize(("table", "phase", "clause"), QUESTIONS, ids=[phase for _, phase, _ in QUESTIONS])
def test_every_question_names_its_clause_and_every_position_can_be_written_and_read(table, phase, clause):
    asked = min(table.actors, default=None)
    assert (table.view(asked)["phase"], table.view(asked)["clause"]) == (phase, clause)
    assert PROHIBITION.position(table.position()).position() == table.position()


@pytest.mark.clauses("PRB-16", "PRB-17", "PRB-22")
def test_a_time_out_plays_the_passive_move():
    passive = {phase: table.look(min(table.actors)).passive for table, phase, _ in QUESTIONS if table.actors}
    assert passive | {"placing": None, "keeping": None} == {
        "placing": None,
        "keeping": None,
        "truck": "truck 1",
        "load": "no-load",
        "character": "character ness",
        "place": "place d4",
        "walk": "step s",
        "drive": "park",
        "delivery": "done",
    }


NAMES = ("Ana", "Bob", "Éva")


def story():
    trucks = (truck("c2-c3", "220", aboard="100"), truck("d2-d3", "113", loaded=3))
    table = rolled("1 ness-policeman", *trucks, where=ELSEWHERE | {"ness": "d4"})
    walk(table, "ness", "n")
    drive(table, "c3-c4", "deliver brown")
    return table


@pytest.mark.clauses("PRB-14", "PRB-20", "PRB-21", "PRB-23")
def test_the_log():
    assert story().log(None, "en", NAMES)[:-1] == (
        "Dice: 1, Ness or the Policeman.",
        "Ana chooses Ness.",
        "Ana moves Ness one crossroads north.",
        "Bob loses a cube, which costs 0 points.",
        "Taken: white cube.",
        "Bob loses the bonus of 7 points.",
        "Ana drives into c3-c4.",
        "Ana parks.",
        "Ana delivers a brown cube to a bar.",
        "That scores 1 point.",
        "Ana scores the bonus: 3 points.",
    )


def test_the_log_in_french():
    assert story().log(2, "fr", NAMES)[:-1] == (
        "Dés\xa0: 1, Ness ou le Policeman.",
        "Ana choisit Ness.",
        "Ana déplace Ness d’un carrefour vers le nord.",
        "Bob perd une caisse, ce qui coûte 0 point.",
        "Saisi\xa0: caisse blanche.",
        "Bob perd sa prime de 7 points.",
        "Ana prend la rue c3-c4.",
        "Ana se gare.",
        "Ana livre une caisse marron à un bar.",
        "Cela rapporte 1 point.",
        "Ana marque sa prime\xa0: 3 points.",
    )


@pytest.mark.clauses("PRB-24", "PRB-25", "PRB-26", "PRB-29")
def test_the_log_tells_how_the_end_comes():
    table = jammed(seats=2, turn=1, second_truck=True, bars=FOUR_SHUT_IN)
    park(table)
    for _ in range(2):
        time_out(table)
        park(table, 2)
    told = table.log(None, "en", NAMES)
    for sentence in (
        "Shut in by its neighbours, an empty bar gets a Closed tile.",
        "The end is near: this round is finished, then one last round is played.",
        "The last round begins.",
        "Neither character can move.",
        "Ana plays the last truck.",
    ):
        assert sentence in told
    table = scenario(truck("a1-a2", "113"), truck("c1-c2", "320", loaded=0), stock="215")
    park(table)
    told = table.log(None, "en", NAMES)
    assert "Bob's first load comes aboard." in told
    assert "The stock can no longer fill every open load: face down it goes." in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_its_words(language):
    said = PROHIBITION.texts(language)
    rules = PROHIBITION.rules
    labels = [said.move(move) for move in PROHIBITION.moves]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(PROHIBITION.moves)
    assert all(said.prompt(phase) for phase in rules.PHASES)
    assert all("Ana" in said.told(move, "Ana", "bar") for move in PROHIBITION.moves if move != "done")
    assert all(said.end(reason) for reason in PROHIBITION.reasons)
    assert all(said.option(name) != name for name in ("layout", "layout.lot", *(f"layout.{i}" for i in LAYOUTS)))


# Positions that can't be

PARKED = truck("c2-c3", "220")
HERE = position(PARKED)
KEEPING = opened(deals=f"{HAND_0} {HAND_1} {HAND_2}").position()


def less(document, thing, name):
    """One card or cube fewer in a place."""
    return document[thing] | {name: document[thing][name] - 1}


FAULTY = {
    **{colour: HERE | {"stock": less(HERE, "stock", colour)} for colour in COLOURS},
    "losses": HERE | {"losses": [{"1": 1}, {}, {}]},
    "layout": HERE | {"layout": None},
    "bars": position(PARKED, bars={"b1-c2": "brown"}),
    "neighbours": position(PARKED, bars={"a1-b2": "brown", "a2-b3": "brown"}),
    "limit": position(PARKED, bars={"a1-b2": "brown brown brown"}),
    "closed": HERE | {"closed": {"a1-b2": True}},
    "spent": HERE | {"pack": less(HERE, "pack", "032"), "spent": {"032": 1}},
    "open loads": position(PARKED, loads="301 410 401 202"),
    "face down": HERE | {"down": [True, False, False, False, False]},
    "streets": position(PARKED, truck("c2-c3", "113")),
    "second truck": HERE | {"at": [{"1": "c2-c3", "2": "a1-a2"}, *HERE["at"][1:]]},
    "hands": HERE | {"pack": less(HERE, "pack", "032"), "hands": [{"1": {"032": 1}}, {}, {}]},
    "load cards": HERE | {"pack": HERE["pack"] | {"302": 1}, "card": [HERE["card"][0], {}, HERE["card"][2]]},
    "cargo": position(truck("c2-c3", "220", aboard="211")),
    "delivered": position(truck("c2-c3", "220", delivered=True)),
    "prime": position(truck("c2-c3", "220", loaded=2, prime="3")),
    "prime to lose": position(truck("c2-c3", "220", aboard="020", lost="200")),
    "prime to score": position(truck("c2-c3", "220", aboard="000", prime="3")),
    "lost primes": HERE | {"lost_primes": ["7"]},
    "points": HERE | {"points": [{"1": 1}, {}, {}]},
    "crossroads": HERE | {"where": {"ness": "d4", "capone": "d4"}},
    "contact": HERE | {"touched": {"ness": [{"1": True}, {}, {}]}},
    "turn": HERE | {"turn": None},
    "two players": HERE | {"second_truck": True},
    "dealing": HERE | {"dealt": 8},
    "start": KEEPING | {"bars": {"a1-b2": {"brown": 1}}, "stock": less(KEEPING, "stock", "brown")},
    "dice": HERE | {"number": 0},
    "walk": HERE | {"came": "n"},
    "path": HERE | {"path": ["c2-c3", "e3-e4"]},
    "question": position(PARKED, phase="load"),
    "round": HERE | {"quiet": 2},
    "end": HERE | {"reason": "loads"},
}


@pytest.mark.parametrize(("flaw", "clause"), PROHIBITION.rules.FLAWS.items())
def test_an_impossible_position_is_refused_with_a_reason(flaw, clause):
    with pytest.raises(tripot.BadPosition) as refusal:
        PROHIBITION.position(FAULTY[flaw])
    assert str(refusal.value) == f"{PROHIBITION.texts().flaw(flaw)} (PRB-{clause:02d})"


@pytest.mark.clauses("PRB-07")
@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (HERE | {"points": [{"1": -1}, {}, {}]}, "points: nothing can be less than none (PRB-07)"),
        (HERE | {"pack": HERE["pack"] | {"unknown": 1}}, "pack: in a position all cards are known (PRB-07)"),
        (HERE | {"phase": None}, "phase: there is no such thing (PRB-07)"),
        (HERE | {"pack": less(HERE, "pack", "032")}, "2 white: there are too many or too few of these cards (PRB-07)"),
    ],
)
def test_what_no_position_can_have_is_refused_by_its_field(document, reason):
    with pytest.raises(tripot.BadPosition) as refusal:
        PROHIBITION.position(document)
    assert str(refusal.value).endswith(reason)


WALK = {"phase": "walk", "character": "ness", "steps": 2}
WALKING = rolled("2 ness-policeman", PARKED, where=ELSEWHERE).position() | WALK
TWO = position(PARKED, seats=2)
LAST_OF_TWO = TWO | {"stage": "last truck", "ending": "stalled"}
NOT_ROLLED = {"number": 0, "pair": None, "path": []}
FAULTY_TOO = {
    "a layout before it is drawn": ("layout", HERE | {"phase": "layout"}),
    "no truck on turn": ("turn", HERE | {"truck": None}),
    "a second truck among three players": ("turn", HERE | {"truck": "2"}),
    "a choice of trucks among three players": ("two players", HERE | NOT_ROLLED | {"phase": "truck", "truck": None}),
    "two players without an opener": ("two players", TWO | {"opener": None}),
    "two trucks in the opening": ("two players", TWO | {"round": 0, "second_truck": True}),
    "the last truck is the second player's": ("two players", LAST_OF_TWO | {"turn": 1}),
    "the last truck is the opener": ("two players", LAST_OF_TWO),
    "a private bar with another colour": ("limit", position(PARKED, bars={PRIVATE: "brown"})),
    "four cubes in a private bar": ("limit", position(PARKED, bars={PRIVATE: "black black black black"})),
    "two colours in a bar": ("bars", position(PARKED, bars={"a1-b2": "brown black"})),
    "four closed tiles": (
        "closed",
        position(PARKED, bars=FOUR_SHUT_IN, closed=dict.fromkeys(blocks(LAYOUTS["1"][2]), True), ending="closed"),
    ),
    "a closed distillery": ("closed", HERE | {"closed": {"b1-c2": True}}),
    "a gap among the open loads": (
        "open loads",
        HERE | {"open": [None, *HERE["open"][1:]], "pack": HERE["pack"] | {"301": 1}},
    ),
    "a load face up that can't be filled": ("face down", position(PARKED, stock="111", down=[False] * 5)),
    "a truck elsewhere before the first turn": ("streets", KEEPING | {"at": [{"1": "a1-a2"}, *KEEPING["at"][1:]]}),
    "a card kept out of turn": (
        "load cards",
        KEEPING | {"card": [{}, {"1": "212"}, {}], "pack": less(KEEPING, "pack", "212")},
    ),
    "a truck that plays without its load": ("cargo", position(truck("c2-c3", "220", loaded=0))),
    "cubes missing that nobody delivered": (
        "delivered",
        position(truck("c2-c3", "220", aboard="110", loaded=2, delivered=False)),
    ),
    "a delivery without a drive": ("delivered", position(truck("c2-c3", "220", aboard="110", drove=False))),
    "a gap in the pile of lost primes": ("lost primes", HERE | {"lost_primes": [None, "3"]}),
    "a first load without its prime": ("prime", position(PARKED, truck("c1-c2", "113", loaded=0, prime=None))),
    "a character on the map before the first turn": ("crossroads", KEEPING | {"where": {"ness": "d4"}}),
    "a character that the dice don't show": ("walk", WALKING | {"character": "capone"}),
    "a walk without an end": ("walk", WALKING | {"steps": 0}),
    "a walk longer than the roll": ("walk", WALKING | {"steps": 3}),
    "a step before the first one": ("walk", WALKING | {"came": "n"}),
    "a choice where no character can go": ("question", jammed().position() | {"phase": "character", "path": []}),
    "a character that is placed twice": ("question", WALKING | {"phase": "place", "steps": 0}),
    "a delivery where nothing can be delivered": ("question", position(PARKED, phase="delivery")),
    "a truck that is not where it drove to": ("path", HERE | {"path": ["c2-c3", "c3-c4"]}),
    "a drive past a character": (
        "path",
        position(truck("c3-c4", "220"), where={"ness": "c3"}, path=["c2-c3", "c3-c4"]),
    ),
    "a drive that turns back": ("path", position(truck("c3-d3", "220"), path=["c2-c3", "c3-c4", "c3-d3"])),
    "a street driven twice": ("path", HERE | {"path": ["c2-c3", "c3-c4", "c2-c3"]}),
    "three quiet rounds that nobody noticed": ("round", HERE | {"quiet": 3, "round": 5}),
    "a last round for no reason": ("end", HERE | {"stage": "last round"}),
    "all loads face down and nobody noticed": ("end", position(PARKED, stock="000")),
    "loads that are not all face down": ("end", HERE | {"ending": "loads"}),
    "every bar served and nobody noticed": (
        "end",
        position(truck("c2-c3", "013"), seats=4, layout="2", bars=almost_all_bars() | {"a2-b3": "white"}),
    ),
    "three bars closed and nobody noticed": (
        "end",
        position(PARKED, bars=FOUR_SHUT_IN, closed=dict.fromkeys(blocks(LAYOUTS["1"][2])[:3], True)),
    ),
    "over without a last round": ("end", HERE | NOT_ROLLED | {"phase": "over", "truck": None}),
}


@pytest.mark.parametrize("fault", FAULTY_TOO)
def test_more_impossible_positions(fault):
    flaw, document = FAULTY_TOO[fault]
    with pytest.raises(tripot.BadPosition) as refusal:
        PROHIBITION.position(document)
    assert str(refusal.value).startswith(PROHIBITION.texts().flaw(flaw))
