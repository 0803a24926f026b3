"""Chasse aux contrebandiers, clause by clause."""

import pytest

import tripot

CHASSE = tripot.game("chasse")
SMUGGLER, CUSTOMS = 0, 1
COLUMNS = "abcdefghijklm"
RED_STARTS = [f"{column}1" for column in "acegikm"] + [f"{column}2" for column in "bdfhjl"]
BLACK_STARTS = [f"{column}11" for column in "acegikm"] + [f"{column}12" for column in "bdfhjl"]
# rows 1 to 12, as printed on the rules page
CUSTOMS_NUMBERS = ["51", "63", "42", "51", "63", "42", "246", "51", "63", "42", "51", "63"]
SMUGGLERS_NUMBERS = ["4", "2", "6", "3", "5", "1", "246", "4", "2", "6", "3", "5"]


def position(reds, blacks, turn=SMUGGLER, options=None, red_taken=0, black_taken=0, found=0, **rest):
    """A move is due. `reds` are squares with the plaques under them.

    Where a side has fewer figures than the other, the missing red ones have arrived, at the right end of the goal
    row, and the missing black ones stand at the right end of row 1.
    """
    document = CHASSE.start(**(options or {})).position()
    size = document["size"]
    figures = max(len(reds) + red_taken, len(blacks) + black_taken)
    right = COLUMNS[:size][::-1]
    arrived = [f"{column}{size}" for column in right[: figures - len(reds) - red_taken]]
    waiting = [f"{column}1" for column in right[: figures - len(blacks) - black_taken]]
    return document | {
        "phase": "lift",
        "turn": turn,
        "to_hide": 0,
        "figures": figures,
        "all_plaques": sum(reds.values()) + found,
        "board": dict.fromkeys([*reds, *arrived], "red") | dict.fromkeys([*blacks, *waiting], "black"),
        "plaques": {square: count for square, count in reds.items() if count},
        "red_taken": red_taken,
        "black_taken": black_taken,
        "found": found,
        **rest,
    }


def scenario(*args, **rest):
    return CHASSE.position(position(*args, **rest))


def opening(**options):
    """All plaques hidden under a1, the smuggler to move."""
    table = CHASSE.start(**options)
    while table.view(None)["phase"] == "hiding":
        table.play(*table.actors, "hide a1")
    return table


def move(table, start, end):
    (seat,) = table.actors
    table.play(seat, f"lift {start}", f"to {end}")


def liftable(table):
    (seat,) = table.actors
    return {text.split()[1] for text in table.legal(seat)}


def targets(table, square):
    """Where the side to move may take the figure on a square."""
    trial = table.copy()
    (seat,) = trial.actors
    trial.play(seat, f"lift {square}")
    return {text.split()[1] for text in trial.legal(seat)}


def at_distance(square, numbers, last_row=13):
    """The squares that are so many steps away on an empty board, with one turn at most."""
    column, row = COLUMNS.index(square[0]), int(square[1:])
    return {
        f"{COLUMNS[x]}{y}"
        for x in range(13)
        for y in range(1, last_row + 1)
        if abs(x - column) + abs(y - row) in numbers
    }


def refusal(table, *moves):
    """The clause that a refused move names."""
    (seat,) = table.actors
    with pytest.raises(tripot.IllegalMove) as refused:
        table.play(seat, *moves)
    return refused.value.clause


def numbers_on(table):
    """The numbers of every row of the board that has some, as digits."""
    rows = table.view(None)["table"]["numbers"]
    return {side: ["".join(str(n) for n in row if n) for row in rows[side] if any(row)] for side in rows}


# The set


@pytest.mark.clauses("CHA-01")
def test_two_players_thirteen_figures_each_five_plaques():
    for seats in (1, 3):
        with pytest.raises(tripot.BadOption, match="CHA-01"):
            CHASSE.start(seats)
    document = CHASSE.start().position()
    assert sorted(document["board"].values()) == ["black"] * 13 + ["red"] * 13
    assert document["to_hide"] == 5


@pytest.mark.clauses("CHA-02")
def test_figures_start_on_the_black_squares_of_two_rows():
    board = CHASSE.start().position()["board"]
    assert board == dict.fromkeys(RED_STARTS, "red") | dict.fromkeys(BLACK_STARTS, "black")


@pytest.mark.clauses("CHA-02")
def test_the_board_has_thirteen_rows_and_columns():
    assert {text.split()[1] for text in CHASSE.moves if text.startswith("to")} == at_distance("g7", range(13))
    assert len(at_distance("g7", range(13))) == 169


@pytest.mark.clauses("CHA-03")
def test_the_goal_is_the_row_behind_the_customs():
    table = scenario({"e12": 1, "a5": 0}, ["k12", "m12"])  # row 12: five squares
    move(table, "e12", "a13")
    assert table.outcome.reason == "decided"
    assert table.outcome.scores == (50, 0)


# Hiding


@pytest.mark.clauses("CHA-04")
def test_five_plaques_are_hidden_one_by_one_under_any_red_figure():
    table = CHASSE.start()
    for square in ("a1", "l2", "a1", "a1", "g1"):
        assert table.actors == {SMUGGLER}
        assert table.legal(SMUGGLER) == tuple(f"hide {start}" for start in RED_STARTS)
        table.play(SMUGGLER, f"hide {square}")
    assert table.position()["plaques"] == {"a1": 3, "g1": 1, "l2": 1}
    assert all(text.startswith("lift") for text in table.legal(SMUGGLER))


@pytest.mark.clauses("CHA-04")
def test_all_plaques_may_share_a_figure():
    assert opening().position()["plaques"] == {"a1": 5}


@pytest.mark.clauses("CHA-04")
def test_nobody_moves_before_all_plaques_are_hidden():
    table = CHASSE.start()
    assert refusal(table, "lift b2") == "CHA-04"


@pytest.mark.parametrize("viewer", [CUSTOMS, None])
@pytest.mark.clauses("CHA-04")
def test_hiding_is_secret(viewer):
    stories = []
    for squares in (("a1", "a1", "a1", "a1", "a1"), ("b2", "c1", "d2", "e1", "l2")):
        table = CHASSE.start()
        table.play(SMUGGLER, *(f"hide {square}" for square in squares))
        stories.append((bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)))
    assert stories[0] == stories[1]
    assert [event.text for event in stories[0][1]] == [None] * 5


@pytest.mark.clauses("CHA-05")
def test_the_smuggler_begins_and_moves_alternate():
    table = opening()
    order = []
    for start, end in (("b2", "b4"), ("a11", "a10"), ("b4", "b7"), ("a10", "a8")):
        order += table.actors
        move(table, start, end)
    assert order == [SMUGGLER, CUSTOMS, SMUGGLER, CUSTOMS]


# Moving


@pytest.mark.clauses("CHA-06")
def test_one_step_goes_forwards_backwards_or_sideways_never_diagonally():
    table = scenario({"g6": 1}, ["m12"])
    assert targets(table, "g6") == {"g7", "g5", "f6", "h6"}


@pytest.mark.clauses("CHA-06")
def test_a_turn_in_the_middle_of_a_move():
    table = scenario({"g9": 1}, ["m1"])
    assert targets(table, "g9") == {"g11", "g7", "e9", "i9", "f10", "h10", "f8", "h8"}
    move(table, "g9", "h10")
    assert table.position()["board"] == {"h10": "red", "m1": "black"}


@pytest.mark.parametrize(("blocked", "open_ways"), [((), 2), (("e6",), 1), (("f4",), 1), (("e6", "f4"), 0)])
@pytest.mark.clauses("CHA-06", "CHA-08")
def test_one_way_blocked_and_both_ways_blocked(blocked, open_ways):
    """From e4 to f6: up and then right, or right and then up. With both closed a second turn would be needed."""
    table = scenario({"e4": 1}, [*blocked, "m12"])
    assert ("f6" in targets(table, "e4")) == (open_ways > 0)


@pytest.mark.parametrize("row", range(1, 13))
@pytest.mark.clauses("CHA-06", "CHA-07")
def test_smugglers_go_exactly_as_far_as_their_row_says(row):
    square, far = f"g{row}", "m12" if row <= 6 else "m1"
    numbers = {int(digit) for digit in SMUGGLERS_NUMBERS[row - 1]}
    assert targets(scenario({square: 1}, [far]), square) == at_distance(square, numbers)


@pytest.mark.parametrize("row", range(1, 13))
@pytest.mark.clauses("CHA-06", "CHA-07", "CHA-09")
def test_customs_go_exactly_as_far_as_their_row_says(row):
    square, far = f"g{row}", "m12" if row <= 6 else "m1"
    numbers = {int(digit) for digit in CUSTOMS_NUMBERS[row - 1]}
    table = scenario({far: 1}, [square], turn=CUSTOMS)
    assert targets(table, square) == at_distance(square, numbers, last_row=12)


@pytest.mark.clauses("CHA-07")
def test_customs_have_two_numbers_smugglers_one_and_both_three_in_the_middle():
    assert numbers_on(CHASSE.start()) == {"red": SMUGGLERS_NUMBERS, "black": CUSTOMS_NUMBERS}
    assert [len(row) for row in CUSTOMS_NUMBERS] == [2] * 6 + [3] + [2] * 5
    assert [len(row) for row in SMUGGLERS_NUMBERS] == [1] * 6 + [3] + [1] * 5


@pytest.mark.clauses("CHA-07")
def test_a_lifted_figure_must_be_moved():
    table = scenario({"g6": 1, "a5": 0}, ["m12", "k12"])
    table.play(SMUGGLER, "lift g6")
    assert set(table.legal(SMUGGLER)) == {"to g7", "to g5", "to f6", "to h6"}
    assert refusal(table, "lift a5") == "CHA-07"
    assert refusal(table, "to g6") == "CHA-08"


@pytest.mark.clauses("CHA-08")
def test_a_figure_that_cannot_move_cannot_be_lifted():
    table = scenario({"g6": 1, "a5": 0}, ["g7", "g5", "f6", "h6"])
    assert liftable(table) == {"a5"}
    assert refusal(table, "lift g6") == "CHA-08"


@pytest.mark.clauses("CHA-08")
def test_nobody_lifts_the_opponents_figures_or_an_empty_square():
    table = scenario({"g6": 1}, ["m12"])
    for square in ("m12", "a1"):
        assert f"lift {square}" not in table.legal(SMUGGLER)
        refusal(table, f"lift {square}")


@pytest.mark.parametrize("blocker", ["red", "black"])
@pytest.mark.clauses("CHA-08")
def test_a_smuggler_jumps_over_nobody(blocker):
    reds, blacks = {"e4": 1}, ["m12"]
    if blocker == "red":
        reds["e6"] = 0
    else:
        blacks.append("e6")
    table = scenario(reds, blacks)
    assert "e7" not in targets(table, "e4")
    assert {"f6", "d6", "g5", "c5"} <= targets(table, "e4")  # by other ways, and before the blocker


@pytest.mark.parametrize("blocker", ["red", "black"])
@pytest.mark.clauses("CHA-08")
def test_customs_jump_over_nobody(blocker):
    reds, blacks = {"a5": 1}, ["e10"]
    if blocker == "red":
        reds["e9"] = 0
    else:
        blacks.append("e9")
    table = scenario(reds, blacks, turn=CUSTOMS)
    assert not {"e8", "e6"} & targets(table, "e10")
    assert {"d9", "f9", "d7"} <= targets(table, "e10")


@pytest.mark.clauses("CHA-08")
def test_what_stands_farther_on_closes_nothing():
    table = scenario({"e4": 1, "h4": 0}, ["e8", "m12"])
    assert {"e7", "g5", "f6"} <= targets(table, "e4")
    assert "h4" not in targets(table, "e4")


@pytest.mark.clauses("CHA-08")
def test_a_smuggler_ends_on_an_empty_square_only():
    table = scenario({"g6": 1, "f6": 0}, ["g7", "m12"])
    assert targets(table, "g6") == {"g5", "h6"}
    assert refusal(table, "lift g6", "to g7") == "CHA-08"
    assert refusal(table, "lift g6", "to f6") == "CHA-08"


@pytest.mark.clauses("CHA-08", "CHA-10")
def test_customs_end_on_an_empty_square_or_on_a_red_figure_but_not_on_a_black_one():
    table = scenario({"g10": 1, "f9": 0}, ["e10", "e12", "m12"], turn=CUSTOMS)
    assert {"g10", "e8"} <= targets(table, "e10")
    assert "f9" in targets(table, "e10")
    assert "e12" not in targets(table, "e10")
    assert refusal(table, "lift e10", "to e12") == "CHA-08"


@pytest.mark.clauses("CHA-09")
def test_both_sides_may_go_back_to_their_start_squares():
    table = scenario({"e4": 1}, ["h9"])
    move(table, "e4", "e1")
    move(table, "h9", "h12")
    assert table.position()["board"] == {"e1": "red", "h12": "black"}


@pytest.mark.clauses("CHA-09")
def test_customs_may_not_enter_the_goal_row():
    table = scenario({"a5": 1}, ["e12"], turn=CUSTOMS)
    assert not any(square.endswith("13") for square in targets(table, "e12"))
    assert refusal(table, "lift e12", "to f13") == "CHA-09"


@pytest.mark.clauses("CHA-09")
def test_an_arrived_figure_moves_no_more():
    table = scenario({"e13": 1, "a5": 1}, ["m1", "k1"])
    assert liftable(table) == {"a5"}
    assert refusal(table, "lift e13") == "CHA-09"


@pytest.mark.clauses("CHA-09", "CHA-07")
def test_an_arrived_figure_moves_no_more_on_a_small_board_with_other_numbers():
    options = {"size": "5", "numbers": "2,2,2,2,2,2/2,2,2,2,2,2"}
    table = scenario({"c5": 1, "a3": 1}, ["e1", "d1"], options=options)
    assert liftable(table) == {"a3"}


# Control


@pytest.mark.parametrize("plaques", [1, 2, 4])
@pytest.mark.clauses("CHA-10")
def test_a_control_that_finds_plaques(plaques):
    table = scenario({"e8": plaques, "a5": 5 - plaques}, ["e10", "m12"], turn=CUSTOMS)
    move(table, "e10", "e8")
    document = table.position()
    assert document["board"] == {"a5": "red", "e8": "black", "m12": "black"}
    assert document["plaques"] == {"a5": 5 - plaques}
    assert (document["found"], document["red_taken"], document["black_taken"]) == (plaques, 1, 0)
    assert table.actors == {SMUGGLER}


@pytest.mark.clauses("CHA-10", "CHA-13", "CHA-14")
def test_a_control_that_finds_all_five_plaques_ends_the_game():
    table = scenario({"e8": 5, "a5": 0}, ["e10", "m12"], turn=CUSTOMS)
    move(table, "e10", "e8")
    assert table.outcome == tripot.Outcome((0, 5 * 50 + 50), (2, 1), "decided")


@pytest.mark.clauses("CHA-06", "CHA-10")
def test_a_red_figure_at_the_wrong_distance_is_not_controlled():
    table = scenario({"e7": 5, "a5": 0}, ["e10", "m12"], turn=CUSTOMS)
    assert refusal(table, "lift e10", "to e7") == "CHA-10"


@pytest.mark.clauses("CHA-10")
def test_a_control_that_finds_nothing():
    table = scenario({"e8": 0, "a5": 5}, ["e10", "m12"], turn=CUSTOMS)
    move(table, "e10", "e8")
    document = table.position()
    assert document["board"] == {"a5": "red", "e8": "red", "m12": "black"}
    assert document["cleared"] == {"e8": True}
    assert (document["found"], document["red_taken"], document["black_taken"]) == (0, 0, 1)
    assert table.actors == {SMUGGLER}


@pytest.mark.clauses("CHA-10")
def test_an_empty_figure_is_known_wherever_it_goes_and_may_be_controlled_again():
    table = scenario({"e8": 0, "a5": 5}, ["e10", "g10", "m12"], turn=CUSTOMS)
    move(table, "e10", "e8")
    move(table, "e8", "f11")  # row 8: four squares
    assert table.view(CUSTOMS)["table"]["cleared"] == {"f11": True}
    move(table, "g10", "f11")
    assert table.position()["board"] == {"a5": "red", "f11": "red", "m12": "black", "m13": "red"}
    assert table.position()["black_taken"] == 2


@pytest.mark.parametrize("square", RED_STARTS)
@pytest.mark.clauses("CHA-11")
def test_no_control_on_a_start_square_while_empty_ones_may_be_stood_on(square):
    beside = f"{square[0]}1" if square.endswith("2") else "l1" if square == "m1" else f"{chr(ord(square[0]) + 1)}1"
    table = scenario({square: 5}, [*BLACK_STARTS[:12], beside], turn=CUSTOMS)
    assert at_distance(beside, {1}) - targets(table, beside) == {square}
    assert refusal(table, f"lift {beside}", f"to {square}") == "CHA-11"


@pytest.mark.clauses("CHA-09", "CHA-11")
def test_a_red_figure_that_goes_back_to_a_start_square_is_safe_there():
    table = scenario({"c4": 5}, [*BLACK_STARTS[:12], "d1"])
    move(table, "c4", "c1")
    assert "c1" not in targets(table, "d1")


@pytest.mark.clauses("CHA-11")
def test_customs_pass_over_an_empty_start_square_and_control_beside_it():
    table = scenario({"b1": 5}, [*BLACK_STARTS[:12], "b3"], turn=CUSTOMS)
    move(table, "b3", "b1")  # over b2; b1 is a white square
    assert table.outcome.scores == (0, 300)


@pytest.mark.clauses("CHA-11")
def test_no_control_on_the_goal_row():
    table = scenario({"c13": 2, "a5": 3}, ["e12", "m12"], turn=CUSTOMS)
    assert "c13" in at_distance("e12", {3})
    assert refusal(table, "lift e12", "to c13") == "CHA-11"


@pytest.mark.clauses("CHA-12")
def test_nobody_touches_peeks_or_hides_again():
    assert {text.split()[0] for text in CHASSE.moves} == {"hide", "lift", "to"}
    assert CHASSE.outcomes == ()
    table = opening()
    assert refusal(table, "hide a1") == "CHA-04"
    move(table, "b2", "b4")
    assert liftable(table) <= set(BLACK_STARTS)
    refusal(table, "lift b4")


# Points and the end


@pytest.mark.clauses("CHA-13")
def test_points_for_plaques_and_figures():
    reds = {"e12": 2, "c13": 1, "b13": 0, "k4": 0}
    blacks = ["m1", "l1", "k1"]
    table = scenario(reds, blacks, found=2, red_taken=1, black_taken=2, cleared={"k4": True})
    move(table, "e12", "a13")
    assert table.outcome.scores == (50 * 3 + 50 * 2, 50 * 2 + 50 * 1)


@pytest.mark.clauses("CHA-14")
def test_the_game_is_decided_when_no_plaque_is_left_on_the_way():
    table = scenario({"e12": 2, "c13": 3, "k4": 0}, ["m1", "l1", "k1"])
    move(table, "e12", "a13")
    assert table.outcome == tripot.Outcome((250, 0), (1, 2), "decided")


@pytest.mark.clauses("CHA-14")
def test_the_game_goes_on_while_a_plaque_is_on_the_way():
    table = scenario({"e12": 2, "k4": 1}, ["m1", "l1"])
    move(table, "e12", "a13")
    assert table.outcome is None


STUCK_SMUGGLERS = {"size": "5", "numbers": "2,2,2,2/9,9,9,9"}  # nine steps lead off a board of 5 x 5
STUCK_CUSTOMS = {"size": "5", "numbers": "9,9,9,9/2,2,2,2"}


@pytest.mark.clauses("CHA-14")
def test_a_side_without_a_move_ends_the_game_and_plaques_on_the_way_count_for_nobody():
    table = scenario({"a2": 2, "c5": 1}, ["e4", "d4"], turn=CUSTOMS, options=STUCK_SMUGGLERS)
    move(table, "e4", "e2")
    assert table.outcome == tripot.Outcome((50, 0), (1, 2), "no move")
    table = scenario({"a1": 2}, ["e4"], options=STUCK_CUSTOMS)
    move(table, "a1", "a3")
    assert table.outcome == tripot.Outcome((0, 0), (1, 1), "no move")


@pytest.mark.clauses("CHA-14")
def test_smugglers_who_are_stuck_from_the_start():
    table = opening(**STUCK_SMUGGLERS)
    assert table.outcome.reason == "no move"


@pytest.mark.clauses("CHA-13", "CHA-14")
def test_without_customs_the_plaques_on_the_way_have_arrived():
    reds = {"e8": 0, "a5": 3, "c13": 1}
    already = {"found": 1, "red_taken": 1, "black_taken": 3, "cleared": {"e8": True}}
    table = scenario(reds, ["e10"], turn=CUSTOMS, **already)
    move(table, "e10", "e8")
    assert table.outcome == tripot.Outcome((50 * 4 + 50 * 4, 50 + 50), (1, 2), "no customs")


def shuffle(table, count):
    """Quiet moves: a red figure on g6 and a black one on a8 step aside and back."""
    for _ in range(count):
        assert table.outcome is None
        board = table.position()["board"]
        steps = (("g6", "h6"), ("h6", "g6")) if table.actors == {SMUGGLER} else (("a8", "b8"), ("b8", "a8"))
        move(table, *next(step for step in steps if step[0] in board))


@pytest.mark.parametrize("turn", [SMUGGLER, CUSTOMS])
@pytest.mark.clauses("CHA-14")
def test_sixty_quiet_moves_end_the_game_and_plaques_on_the_way_count_for_nobody(turn):
    table = scenario({"g6": 2, "c13": 1}, ["a8", "m1"], turn=turn)
    shuffle(table, 60)
    assert table.outcome == tripot.Outcome((50, 0), (1, 2), "quiet")


@pytest.mark.clauses("CHA-14")
def test_hiding_and_lifting_are_no_moves():
    table = opening()
    assert table.view(None)["table"]["quiet"] == 0
    table.play(SMUGGLER, "lift b2")
    assert table.view(None)["table"]["quiet"] == 0
    table.play(SMUGGLER, "to b4")
    assert table.view(None)["table"]["quiet"] == 1


@pytest.mark.clauses("CHA-14")
def test_an_arrival_without_plaques_starts_the_quiet_moves_again():
    table = scenario({"e12": 0, "g6": 1}, ["a8", "m1"], quiet=59)
    move(table, "e12", "a13")
    assert table.view(None)["table"]["quiet"] == 0
    shuffle(table, 60)
    assert table.outcome.reason == "quiet"


@pytest.mark.parametrize("plaques", [0, 1])
@pytest.mark.clauses("CHA-14")
def test_any_control_starts_the_quiet_moves_again(plaques):
    table = scenario({"e8": plaques, "g6": 1}, ["a8", "e10"], turn=CUSTOMS, quiet=59)
    move(table, "e10", "e8")
    assert table.outcome is None
    assert table.view(None)["table"]["quiet"] == 0


@pytest.mark.clauses("CHA-14")
def test_the_ends_are_looked_at_in_their_order():
    table = scenario({"c3": 1, "a2": 0}, ["e3", "e4"], turn=CUSTOMS, options=STUCK_SMUGGLERS)
    move(table, "e3", "c3")
    assert table.outcome.reason == "decided"  # before: no move
    table = scenario({"a2": 1}, ["e4"], turn=CUSTOMS, options=STUCK_SMUGGLERS, quiet=59)
    move(table, "e4", "e2")
    assert table.outcome.reason == "no move"  # before: quiet
    reds = {"c3": 0, "a2": 1}
    table = scenario(reds, ["e3"], turn=CUSTOMS, options=STUCK_SMUGGLERS, black_taken=1, cleared={"c3": True})
    move(table, "e3", "c3")
    assert table.outcome == tripot.Outcome((2 * 50, 0), (1, 2), "no move")  # before: no customs


@pytest.mark.parametrize(
    ("plaques", "found", "scores", "ranks"),
    [(1, 0, (50, 0), (1, 2)), (2, 1, (100, 100), (1, 1)), (1, 1, (50, 100), (2, 1))],
)
@pytest.mark.clauses("CHA-15")
def test_more_points_win_and_equal_points_are_a_draw(plaques, found, scores, ranks):
    table = scenario({"e12": plaques}, ["m1"] + ["l1"] * found, found=found, red_taken=found)
    move(table, "e12", "a13")
    assert (table.outcome.scores, table.outcome.ranks) == (scores, ranks)


# A match


@pytest.mark.clauses("CHA-01")
def test_a_match_is_two_games_with_the_sides_changed():
    table = scenario({"e8": 1}, ["e10"], turn=CUSTOMS, options={"match": "yes"})
    move(table, "e10", "e8")
    assert table.outcome is None
    assert table.view(None)["table"]["points"] == [0, 100]
    assert table.view(None)["table"]["board"] == {"a1": "red", "a11": "black"}
    assert table.actors == {1}
    table.play(1, "hide a1")
    assert table.view(1)["table"]["plaques"] == {"a1": 1}
    assert table.view(0)["table"]["plaques"] == table.view(None)["table"]["plaques"] == {"a1": None}
    table.play(1, "lift a1", "to a5")
    assert table.actors == {0}
    table.play(0, "lift a11", "to a10")
    assert table.actors == {1}


@pytest.mark.clauses("CHA-01", "CHA-15")
def test_the_points_of_a_match_are_added():
    rest = {"options": {"match": "yes"}, "leg": 1, "points": [100, 150]}
    table = scenario({"e12": 3}, ["m1"], turn=1, **rest)
    move(table, "e12", "a13")
    assert table.outcome == tripot.Outcome((100, 300), (2, 1), "decided")
    table = scenario({"e8": 2}, ["e10"], turn=0, **rest)
    move(table, "e10", "e8")
    assert table.outcome == tripot.Outcome((250, 150), (1, 2), "decided")


@pytest.mark.clauses("CHA-01")
def test_a_single_game_is_the_default():
    table = scenario({"e8": 1}, ["e10"], turn=CUSTOMS)
    move(table, "e10", "e8")
    assert table.outcome is not None


# Options


@pytest.mark.parametrize("size", [13, 11, 9, 7, 5])
@pytest.mark.clauses("CHA-02", "CHA-03")
def test_smaller_boards(size):
    columns = COLUMNS[:size]
    board = CHASSE.start(size=str(size)).position()["board"]
    figures = {square: colour for square, colour in board.items() if colour != "wall"}
    reds = [f"{column}1" for column in columns[::2]] + [f"{column}2" for column in columns[1::2]]
    blacks = [f"{column}{size - 2}" for column in columns[::2]] + [f"{column}{size - 1}" for column in columns[1::2]]
    most = 4 if size == 5 else size  # more of them could not move
    assert figures == dict.fromkeys(reds[:most], "red") | dict.fromkeys(blacks[:most], "black")
    ones = ",".join("1" * 12)
    table = scenario({f"b{size - 1}": 1}, ["c1"], options={"size": str(size), "numbers": f"{ones}/{ones}"})
    move(table, f"b{size - 1}", f"b{size}")
    assert table.outcome.reason == "decided"


@pytest.mark.clauses("CHA-07")
def test_a_small_board_has_three_numbers_in_its_own_middle_row():
    assert numbers_on(CHASSE.start(size="7")) == {
        "red": ["4", "2", "6", "246", "4", "2"],
        "black": ["51", "63", "42", "246", "51", "63"],
    }


@pytest.mark.clauses("CHA-01")
def test_fewer_figures_and_plaques():
    table = CHASSE.start(figures=3, plaques=1)
    assert set(table.position()["board"]) == {"a1", "c1", "e1", "a11", "c11", "e11"}
    table.play(SMUGGLER, "hide e1")
    assert table.view(None)["phase"] == "lift"
    assert list(CHASSE.start(size="5").position()["board"].values()).count("red") == 4


@pytest.mark.clauses("CHA-02")
@pytest.mark.parametrize("size", CHASSE.options["size"])
def test_both_sides_can_move_on_every_board_with_the_other_defaults(size: str) -> None:
    table = CHASSE.start(size=size, seed=1)
    for _ in range(2 * table.look(0).document()["all_plaques"] + 2):
        (seat,) = table.actors
        table.play(seat, table.look(seat).legal[0])
        assert table.outcome is None


@pytest.mark.clauses("CHA-14")
def test_fewer_quiet_moves():
    table = opening(quiet=2)
    move(table, "b2", "b4")
    assert table.outcome is None
    move(table, "a11", "a10")
    assert table.outcome.reason == "quiet"


@pytest.mark.clauses("CHA-07")
def test_other_numbers_replace_those_of_the_first_rows():
    table = opening(numbers="9,123/1")
    assert numbers_on(table) == {"red": ["1", *SMUGGLERS_NUMBERS[1:]], "black": ["9", "123", *CUSTOMS_NUMBERS[2:]]}
    assert targets(table, "a1") == {"a2", "b1"}


@pytest.mark.parametrize(
    "options",
    [
        {"match": "maybe"},
        {"size": "8"},
        {"size": "15"},
        {"figures": 0},
        {"figures": 14},
        {"plaques": 0},
        {"plaques": 6},
        {"quiet": 1},
        {"quiet": 61},
        {"numbers": "4"},
        {"numbers": "0/1"},
        {"numbers": "1234/1"},
        {"numbers": "x/1"},
        {"numbers": "/"},
        {"numbers": ",".join("1" * 13) + "/1"},
        {"dice": "yes"},
    ],
    ids=str,
)
def test_options_that_the_game_does_not_have(options):
    with pytest.raises(tripot.BadOption):
        CHASSE.start(**options)


# Who sees what


@pytest.mark.clauses("CHA-04", "CHA-10")
def test_plaques_are_seen_by_the_smuggler_and_everything_else_by_all():
    table = scenario({"e8": 0, "g8": 2, "a5": 3, "c13": 0}, ["e10", "g10", "m12", "l12"], turn=CUSTOMS)
    shown = {viewer: table.view(viewer)["table"] for viewer in (SMUGGLER, CUSTOMS, None)}
    assert shown[SMUGGLER]["plaques"] == {"g8": 2, "a5": 3}
    assert shown[CUSTOMS]["plaques"] == shown[None]["plaques"] == dict.fromkeys(["e8", "g8", "a5", "c13"])
    hidden = {viewer: {**view, "plaques": None} for viewer, view in shown.items()}
    assert hidden[SMUGGLER] == hidden[CUSTOMS] == hidden[None]
    move(table, "e10", "e8")
    for viewer in (CUSTOMS, None):
        assert table.view(viewer)["table"]["plaques"] == dict.fromkeys(["g8", "a5", "c13"])
        assert table.view(viewer)["table"]["cleared"] == {"e8": True}
    move(table, "a5", "a10")
    move(table, "g10", "g8")
    for viewer in (CUSTOMS, None):
        assert table.view(viewer)["table"]["found"] == 2
        assert table.view(viewer)["table"]["plaques"] == dict.fromkeys(["a10", "c13"])


@pytest.mark.parametrize("viewer", [CUSTOMS, None])
@pytest.mark.clauses("CHA-04", "CHA-13")
def test_an_arrival_does_not_show_what_arrived(viewer):
    stories = []
    for plaques in ({"e12": 0, "a5": 5}, {"e12": 4, "a5": 1}):
        table = scenario(plaques, ["m1", "l1"])
        move(table, "e12", "a13")
        stories.append((bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)))
    assert stories[0] == stories[1]


@pytest.mark.parametrize("viewer", [SMUGGLER, CUSTOMS, None])
@pytest.mark.clauses("CHA-13")
def test_when_the_game_is_over_the_plaques_are_counted_in_the_open(viewer):
    table = scenario({"e12": 2, "c13": 3}, ["m1", "l1"])
    move(table, "e12", "a13")
    assert table.view(viewer)["table"]["plaques"] == {"a13": 2, "c13": 3}


# Records and words

RECORD = """\
game chasse
rules 1
players 2
options match=no size=5 figures=1 plaques=1 quiet=60 numbers=
---
0 hide a1
0 lift a1
0 to b4
1 lift a3
1 to a1
0 lift b4
0 to e5
score 0 CHA-13 1 50 home
result 50 0
"""


@pytest.mark.clauses("CHA-04", "CHA-05", "CHA-13")
def test_a_record_written_by_hand_replays():
    table = tripot.replay(RECORD)
    assert table.record() == RECORD
    assert table.outcome == tripot.Outcome((50, 0), (1, 2), "decided")


def test_a_record_that_breaks_the_rules_is_refused_with_its_line():
    with pytest.raises(tripot.BadRecord, match=r"line 8:.*CHA-06"):
        tripot.replay(RECORD.replace("0 to b4", "0 to b3"))
    with pytest.raises(tripot.BadRecord, match="line 14:"):
        tripot.replay(RECORD.replace("result 50 0", "result 100 0"))


def story():
    table = CHASSE.start(plaques=1, size="5", figures=2)
    table.play(0, "hide a1")
    move(table, "a1", "b4")
    move(table, "a3", "b4")
    return table


@pytest.mark.clauses("CHA-04")
def test_the_log_tells_each_viewer_what_he_may_know():
    names = ("Ana", "Bob")
    moves = (
        "Ana moves a figure from a1 to b4.",
        "Bob moves a figure from a3 to b4.",
        "Contraband! Bob finds one plaque and removes the red figure: 100 points.",
    )
    assert story().log(0, "en", names) == ("Ana hides a plaque under the figure on a1.", *moves)
    assert story().log(1, "en", names) == story().log(None, "en", names) == ("Ana hides a plaque.", *moves)
    assert story().log(1, "fr", names) == (
        "Ana cache une plaquette.",
        "Ana déplace une figurine de a1 à b4.",
        "Bob déplace une figurine de a3 à b4.",
        "Contrebande\u202f! Bob trouve une plaquette et retire la figurine rouge\xa0: 100 points.",
    )


@pytest.mark.clauses("CHA-01", "CHA-09", "CHA-10")
def test_the_log_tells_arrivals_empty_controls_and_the_change_of_sides():
    table = scenario({"e12": 0, "e8": 0, "a5": 1}, ["e10", "a10", "m1"], options={"match": "yes"})
    move(table, "e12", "a13")
    move(table, "e10", "e8")
    move(table, "a5", "b9")
    move(table, "a10", "b9")
    assert [line for line in table.log(None, "en", ("Ana", "Bob")) if "moves" not in line] == [
        "Ana brings a figure to the finish line.",
        "Nothing to declare: Bob loses the controlling figure, which gives the smuggler 50 points.",
        "The first game is over and the sides change: now Bob smuggles.",
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_its_words(language):
    said, rules = CHASSE.texts(language), CHASSE.rules
    labels = [said.move(text) for text in CHASSE.moves]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(CHASSE.moves)
    assert all(said.prompt(phase) for phase in rules.PHASES)
    assert all(said.end(reason) for reason in CHASSE.reasons)
    for name, spec in rules.OPTIONS.items():
        assert said.option(name) != name
        if isinstance(spec[0], str) and not callable(spec[-1]):
            assert all(said.option(f"{name}.{choice}") != f"{name}.{choice}" for choice in spec)


# Positions that can't be


def faulty(**changes):
    """An ordinary position with something wrong in it."""
    return position({"e4": 2, "g6": 0}, ["k9", "m12"]) | changes


FAULTY = {
    "board": faulty(size=6),
    "figures": faulty(figures=3),
    "plaques": faulty(all_plaques=3),
    "unknown plaques": faulty(plaques={"e4": None}),
    "turn": faulty(leg=1),
    "hiding": faulty(phase="hiding"),
    "lifted": faulty(lifted="e4"),
    "goal row": position({"e4": 2}, ["k13"]),
    "cleared": faulty(cleared={"e4": True}),
    "decided": position({"e13": 2}, ["k9"], turn=CUSTOMS),
    "numbers": faulty(numbers={"red": [[4], [], [6]], "black": CHASSE.start().position()["numbers"]["black"]}),
    "points": faulty(points=[25, 0]),
    "end": faulty(reason="quiet"),
    "no move": position({"a2": 2}, ["e4"], options=STUCK_SMUGGLERS),
}


@pytest.mark.parametrize(("flaw", "clause"), CHASSE.rules.FLAWS.items())
def test_an_impossible_position_is_refused_with_a_reason(flaw, clause):
    with pytest.raises(tripot.BadPosition) as refused:
        CHASSE.position(FAULTY[flaw])
    assert str(refused.value) == f"{CHASSE.texts().flaw(flaw)} (CHA-{clause:02d})"


OPENING = CHASSE.start().position()
EARLY_CUSTOMS = {square: OPENING["board"][square] for square in RED_STARTS + BLACK_STARTS[1:]} | {"a10": "black"}
FAULTY_TOO = [
    ("cleared", faulty(cleared={"g6": True})),  # customs lost nobody
    ("cleared", position({"e4": 1, "g6": 0}, ["m12"], black_taken=1)),  # lost to nobody
    ("cleared", faulty(cleared={"k9": True})),
    ("plaques", faulty(found=1, all_plaques=3)),  # under nobody
    ("plaques", position({"e4": 1}, ["k9", "m12"], red_taken=1)),  # who had none
    ("plaques", faulty(plaques={"e4": 1, "k9": 1})),
    ("plaques", position({"e4": 6}, ["k9"])),
    ("figures", position({"e4": 1, "g6": 0}, ["k9", "m12", "l12"]) | {"figures": 2}),
    ("figures", position({"e4": 1}, ["k9", "m12"]) | {"figures": 1}),
    ("goal row", position({"e4": 1}, ["a13"])),
    ("turn", faulty(quiet_limit=61)),
    ("turn", faulty(quiet_limit=0)),
    ("turn", faulty(quiet=60)),
    ("numbers", faulty(numbers=OPENING["numbers"] | {"red": [*OPENING["numbers"]["red"][:12], [2]]})),
    ("numbers", faulty(numbers=OPENING["numbers"] | {"red": [[4, 0, 2], *OPENING["numbers"]["red"][1:]]})),
    ("hiding", OPENING | {"board": EARLY_CUSTOMS}),
    ("hiding", OPENING | {"turn": CUSTOMS}),
    ("hiding", position({"e4": 1}, ["k9"], to_hide=1) | {"all_plaques": 2}),
    ("lifted", faulty(phase="move", lifted="k9")),
    ("lifted", position({"g6": 1, "a5": 0}, ["g7", "g5", "f6", "h6"], phase="move", lifted="g6")),  # nowhere to go
    ("lifted", faulty(phase="move")),
    ("decided", position({"e4": 1, "g6": 0}, [], black_taken=2, cleared={"g6": True})),  # no customs
    ("end", position({"e13": 1}, ["k9"], options={"match": "yes"}, phase="over", reason="decided")),
    ("end", faulty(phase="over")),
    ("points", faulty(points=[50, 0])),
]


@pytest.mark.parametrize(("flaw", "document"), FAULTY_TOO)
def test_more_impossible_positions(flaw, document):
    with pytest.raises(tripot.BadPosition) as refused:
        CHASSE.position(document)
    assert str(refused.value).startswith(CHASSE.texts().flaw(flaw))


def every_question():
    """A table in every phase, and the clause that the question rests on."""
    lifted = opening()
    lifted.play(SMUGGLER, "lift b2")
    over = scenario({"e12": 1}, ["m1"])
    move(over, "e12", "a13")
    return [
        (CHASSE.start(), "hiding", "CHA-04"),
        (opening(), "lift", "CHA-06"),
        (lifted, "move", "CHA-06"),
        (over, "over", "CHA-15"),
    ]


QUESTIONS = every_question()


@pytest.mark.parametrize(("table", "phase", "clause"), QUESTIONS, ids=[phase for _, phase, _ in QUESTIONS])
def test_every_question_names_its_clause_and_every_position_can_be_written_and_read(table, phase, clause):
    assert (table.view(None)["phase"], table.view(None)["clause"]) == (phase, clause)
    assert CHASSE.position(table.position()).position() == table.position()
