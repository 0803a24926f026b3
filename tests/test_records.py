"""What a house table adds to a record, and what is refused in one."""

from dataclasses import replace

import pytest

import tripot
from tripot.engine.table import Proof

SEAL, BYTES = "0a" * 32, "1b" * 32
PROOF = Proof("K7-x_2", "2c" * 32, (SEAL, None, SEAL), (BYTES, None, None), "3d" * 32, "live")


@pytest.fixture
def proven() -> str:
    table = tripot.game("prohis").start(seats=3, seed=1)
    table.proof = PROOF
    return table.record()


def test_a_record_keeps_what_proves_its_chance(proven):
    assert proven.splitlines()[4:11] == [
        "table K7-x_2",
        f"commitment {'2c' * 32}",
        f'seals ["{SEAL}", null, "{SEAL}"]',
        f'entropies ["{BYTES}", null, null]',
        "pace live",
        f"key {'3d' * 32}",
        "---",
    ]
    table = tripot.replay(proven)
    assert table.proof == PROOF
    assert table.copy().proof == PROOF
    assert table.commitment == PROOF.commitment
    assert table.record() == proven


def test_a_running_game_has_no_key_in_its_record(proven):
    table = tripot.replay(proven)
    table.proof = replace(PROOF, key="")
    assert "key " not in table.record()
    assert tripot.replay(table.record()).proof == table.proof


@pytest.mark.parametrize(
    ("line", "value", "sentence"),
    [
        (5, "table a b", "line 5: a table's id of letters, digits, - and _ is expected, not 'a b'"),
        (5, f"table {'x' * 65}", "line 5: a table's id"),
        (6, "commitment 2c2c", "line 6: commitment: 64 hex digits (0-9, a-f) are expected, not '2c2c'"),
        (6, f"commitment {'2C' * 32}", "line 6: commitment: 64 hex digits"),
        (7, f'seals ["{SEAL}", null]', "line 7: seals: a list with one entry for each of the 3 seats is expected"),
        (7, "seals {}", "line 7: seals: a list"),
        (7, "seals null", "line 7: a value is expected, not 'null'"),
        (7, "seals [", "line 7: seals: this is no JSON"),
        (8, "entropies [null, 7, null]", "line 8: entropies of seat 1: 64 hex digits (0-9, a-f) or null are expected"),
        (8, f'entropies [null, null, "{BYTES}0"]', "line 8: entropies of seat 2: 64 hex digits"),
        (9, "pace slow", "line 9: a table's pace is one of live, correspondence, not 'slow'"),
        (10, f"key {'3d' * 31}3g", "line 10: key: 64 hex digits"),
        (10, "key \x1b[2J", "line 10: key: 64 hex digits (0-9, a-f) are expected, not '\\x1b[2J'"),
        (10, f"key {'3' * 600}", "line 10: 'key' is followed by 600 letters, which is too long"),
    ],
)
def test_a_proof_that_has_not_its_form_is_refused_by_its_line(proven, line, value, sentence):
    lines = proven.splitlines()
    lines[line - 1] = value
    with pytest.raises(tripot.BadRecord) as refusal:
        tripot.replay("\n".join(lines))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize("key", ["table", "commitment", "seals", "entropies", "pace"])
def test_a_proof_is_whole(proven, key):
    lines = [line for line in proven.splitlines() if not line.startswith(f"{key} ")]
    with pytest.raises(tripot.BadRecord, match=f"line 10: expected a line '{key} ...' before '---'"):
        tripot.replay("\n".join(lines))


def test_a_proof_goes_with_a_deal_and_not_with_a_position():
    table = tripot.game("prohis").position(tripot.game("prohis").start(seats=3, seed=1).position())
    table.proof = PROOF
    with pytest.raises(tripot.BadRecord, match="line 4: a house table begins with a deal"):
        tripot.replay(table.record())


def test_lines_are_counted_with_the_blank_ones():
    lines = tripot.game("prohis").start(seats=3, seed=1).record().splitlines()
    with pytest.raises(tripot.BadRecord, match=f"line {len(lines) + 3}: 'fly' is no move"):
        tripot.replay("\n".join([*lines[:6], "", " ", *lines[6:], "0 fly"]))


@pytest.mark.parametrize("name", ["seed", "seats", "chance", "self"])
def test_an_option_that_the_game_has_not_is_refused_whatever_its_name(name):
    with pytest.raises(tripot.BadRecord, match=f"in the header: prohis has no option '{name}'"):
        tripot.replay(f"game prohis\nrules 1\nplayers 3\noptions {name}=1\n---\n")
