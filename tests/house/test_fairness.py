"""The chance of a house table: the house can't bend it, no seat can, and anybody can check."""

import hashlib
import hmac
import itertools
import json
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tripot
from tripot.engine.chance import Seeded
from tripot.engine.table import Proof, Table
from tripot.house import fairness
from tripot.testing.settings import each_game

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
VECTOR = Path(__file__).parents[2] / "ui" / "src" / "lib" / "fairness.vector.json"
KEY = bytes(range(32))
ANNA, BOB, CLEO = (bytes([number]) * 32 for number in (1, 2, 3))
FOUR = (ANNA, None, BOB, CLEO)  # a person, a bot, two persons


def house_table(
    name: str,
    given: tuple[bytes | None, ...],
    late: tuple[int, ...] = (),
    key: bytes = KEY,
    pace: str = "live",
    **options: str,
) -> Table:
    """A finished game at a table of the house; those who are late sealed their bytes and didn't reveal them."""
    mixed = [None if seat in late else entropy for seat, entropy in enumerate(given)]
    table = tripot.game(name).start(len(given), chance=fairness.stream(key, "K7mQ-2x", mixed), **options)
    rng = random.Random(5)
    while table.actors:
        order = rng.sample(sorted(table.actors), len(table.actors))
        if pace == "correspondence" and table.game.is_race(table.state()):
            secret = fairness.mixed(key, "K7mQ-2x", mixed)
            order = fairness.race_order(secret, questions_put(table) - 1, table.actors)
        for seat in order:
            table.play(seat, rng.choice(table.legal(seat)))
    table.proof = Proof(
        "K7mQ-2x",
        fairness.commitment(key),
        tuple(None if entropy is None else fairness.seal(entropy) for entropy in given),
        tuple(None if entropy is None else entropy.hex() for entropy in mixed),
        key.hex(),
        pace,
    )
    return table


def questions_put(table: Table) -> int:
    """How many sealed questions were put so far."""
    labels = [table.game.plain.sealed(state) for state in (table.start_state(), *(step[3] for step in table.steps()))]
    return sum(label > 0 and label != before for before, label in itertools.pairwise([0, *labels]))


@cache
def honest() -> str:
    """A game in which seat 1 has no seal and seat 3 is late."""
    return house_table("prohis", FOUR, late=(3,)).record()


@cache
def all_revealed() -> str:
    return house_table("prohis", FOUR).record()


def failed(record: str) -> set[str]:
    """The checks that don't hold; everything, if the file is refused."""
    try:
        report = fairness.verify(record)
    except tripot.BadRecord:
        return {"everything"}
    return {check.name for check in report.checks if not check.ok}


def said(record: str, name: str) -> str:
    (sentence,) = (check.sentence for check in fairness.verify(record).checks if check.name == name)
    return sentence


def with_line(record: str, key: str, value: object) -> str:
    """The record with another value in its header."""
    text = value if isinstance(value, str) else json.dumps(value)
    changed, count = re.subn(rf"^{key} .*$", f"{key} {text}", record, count=1, flags=re.MULTILINE)
    assert count == 1
    return changed


def line_of(record: str, key: str) -> str:
    return re.search(rf"^{key} (.*)$", record, re.MULTILINE)[1]


def shown(record: str, **changed: object) -> fairness.Receipt:
    """What the device of seat 0 was shown before the deal."""
    told = {"table": line_of(record, "table"), "commitment": line_of(record, "commitment"), "seat": 0,
            "seals": json.loads(line_of(record, "seals")), "chairs": ["Anna", "Bot", "Bob", "Cleo"]}  # fmt: skip
    return fairness.read_receipt(json.dumps(told | changed))


def test_a_record_is_held_to_what_a_device_was_shown():
    record = all_revealed()
    assert fairness.verify(record, shown(record)).ok
    seals = json.loads(line_of(record, "seals"))
    for changed, sentence in (
        ({"table": "T2"}, "The receipt is of another table, T2."),
        ({"commitment": "0" * 64}, "Before the deal the house showed another commitment."),
        (
            {"seals": [*seals[:2], "0" * 64, seals[3]]},
            "Seat 2 had another seal when the device of seat 0",
        ),
        ({"seals": [*seals[:1], "1" * 64, None, seals[3]]}, "Seats 1 and 2 had another seal"),
        ({"seals": seals[:3]}, "Before the deal the table had 3 seats."),
    ):
        first, *others = fairness.verify(record, shown(record, **changed)).checks
        assert (first.name, first.ok) == ("receipt", False)
        assert sentence in first.sentence
        assert all(check.ok for check in others)  # the record alone shows nothing


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"table": 1}', "Dear Sir,"])
def test_what_is_no_receipt_is_refused(text):
    with pytest.raises(tripot.BadRecord, match="this is no receipt"):
        fairness.read_receipt(text)


# What the house and the seats do


def test_the_house_publishes_the_hash_of_a_key_of_its_own_for_each_table():
    key = fairness.new_key()
    assert len(key) == 32
    assert key != fairness.new_key()
    assert fairness.commitment(key) == hashlib.sha256(key).hexdigest()


def test_bytes_are_taken_if_they_fit_their_seal():
    fairness.check_entropy(fairness.seal(ANNA), ANNA)
    with pytest.raises(fairness.WrongEntropy, match="not the bytes that were sealed"):
        fairness.check_entropy(fairness.seal(ANNA), BOB)
    with pytest.raises(tripot.TripotError, match="32 bytes, not 31"):
        fairness.check_entropy(hashlib.sha256(ANNA[1:]).hexdigest(), ANNA[1:])


def test_the_stream_is_the_one_that_anybody_can_compute():
    chance = fairness.stream(KEY, "t1", (ANNA, None))
    text = b"tripot table\nt1\n0 " + b"01" * 32 + b"\n1 -\n"
    assert chance.reveal() == hmac.new(KEY, text, hashlib.sha256).digest()


@pytest.mark.parametrize(
    "other",
    [(CLEO, "t1", (ANNA, BOB)), (KEY, "t2", (ANNA, BOB)), (KEY, "t1", (BOB, ANNA)),
     (KEY, "t1", (ANNA, None)), (KEY, "t1", (ANNA, BOB, None))],
)  # fmt: skip
def test_key_table_and_the_bytes_of_every_seat_all_count(other):
    assert fairness.stream(*other).reveal() != fairness.stream(KEY, "t1", (ANNA, BOB)).reveal()


@pytest.mark.parametrize("table", ["", "a b", "a\n0 -", "é", "x" * 65])
def test_a_table_has_a_plain_id(table):
    with pytest.raises(ValueError, match="a table's id"):
        fairness.stream(KEY, table, (None,))


def test_keys_and_bytes_have_their_length():
    with pytest.raises(ValueError, match="32 bytes"):
        fairness.stream(KEY[1:], "t1", (None,))
    with pytest.raises(ValueError, match="32 bytes"):
        fairness.stream(KEY, "t1", (b"",))


# Honest games


@each_game()
@settings(max_examples=6)
@given(data=st.data())
def test_an_honest_game_verifies_whoever_is_late_or_gives_nothing(game, data):
    seats = data.draw(st.integers(game.fewest, min(game.most, 4)))
    guests = st.one_of(st.none(), st.binary(min_size=32, max_size=32))
    given_bytes = (data.draw(st.binary(min_size=32, max_size=32)), *(data.draw(guests) for _ in range(seats - 1)))
    late = data.draw(st.sets(st.integers(1, seats - 1)))
    record = house_table(game.name, given_bytes, tuple(late)).record()
    assert failed(record) == set(), fairness.verify(record)


def test_the_report_names_who_mixed_in_nothing_and_counts_the_chance_lines():
    record = honest()
    assert said(record, "commitment").endswith(f"{fairness.commitment(KEY)}.")
    assert said(record, "seals") == "Seats 0 and 2 mixed in the bytes that were sealed."
    assert said(record, "mixing") == "Seat 1 gave no seal. Seat 3 gave a seal and then no bytes."
    assert said(record, "chance") == f"{record.count(chr(10) + 'chance ')} chance lines, all as the stream gives."
    assert said(record, "game").endswith(f"the result is {line_of(record, 'result')}.")


def test_blank_lines_and_windows_line_ends_change_nothing():
    assert failed(honest().replace("\n", "\r\n") + "\r\n\r\n") == set()


# Games that were bent


@given(data=st.data())
@settings(max_examples=150)
def test_any_changed_hex_digit_is_noticed(data):
    record = all_revealed()
    places = [
        place
        for key in ("commitment", "seals", "entropies", "key")
        for line in re.finditer(rf"^{key} .*$", record, re.MULTILINE)
        for run in re.finditer(r"[0-9a-f]{64}", line[0])
        for place in range(line.start() + run.start(), line.start() + run.end())
    ]
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789abcdefABCDEFg" if digit != record[place]]))
    assert failed(record[:place] + digit + record[place + 1 :])


@given(data=st.data())
@settings(max_examples=60)
def test_any_changed_chance_line_is_noticed_and_the_first_one_named(data):
    lines = honest().splitlines()
    number = data.draw(st.sampled_from([i for i, line in enumerate(lines) if line.startswith("chance ")]))
    outcomes = [f"chance {text}" for text in (*tripot.game("prohis").outcomes, "deal nothing")]
    lines[number] = data.draw(st.sampled_from([line for line in outcomes if line != lines[number]]))
    record = "\n".join(lines)
    assert "chance" in failed(record)
    assert f"line {number + 1} is {lines[number].removeprefix('chance ')!r}" in said(record, "chance")


@given(data=st.data())
@settings(max_examples=30)
def test_a_missing_or_second_chance_line_is_noticed(data):
    lines = honest().splitlines()
    number = data.draw(st.sampled_from([i for i, line in enumerate(lines) if line.startswith("chance ")]))
    assert failed("\n".join([*lines[:number], *lines[number + 1 :]]))
    assert failed("\n".join([*lines[:number], lines[number], *lines[number:]]))


def test_a_host_who_deals_what_he_likes_is_found_out():
    """A legal game with the right hashes in its header, dealt by another source."""
    table = tripot.game("prohis").start(4, chance=Seeded(3))
    table.play_random(3)
    table.proof = house_table("prohis", FOUR).proof
    assert failed(table.record()) == {"chance"}
    assert "the stream gives" in said(table.record(), "chance")


def test_swapped_bytes_are_noticed_with_and_without_their_seals():
    record = all_revealed()
    seals, entropies = json.loads(line_of(record, "seals")), json.loads(line_of(record, "entropies"))
    for both in (seals, entropies):
        both[0], both[2] = both[2], both[0]
    swapped = with_line(record, "entropies", entropies)
    assert failed(swapped) >= {"seals", "chance"}
    assert said(swapped, "seals") == "Seats 0 and 2 mixed in other bytes than were sealed."
    assert "chance" in failed(with_line(swapped, "seals", seals))


def test_bytes_that_were_used_cannot_be_called_late_nor_the_other_way_round():
    record = honest()
    entropies = json.loads(line_of(record, "entropies"))
    assert "chance" in failed(with_line(record, "entropies", [None, *entropies[1:]]))
    assert "chance" in failed(with_line(record, "entropies", [*entropies[:3], CLEO.hex()]))


def test_bytes_without_a_seal_could_have_been_chosen_last():
    record = all_revealed()
    seals = json.loads(line_of(record, "seals"))
    unsealed = with_line(record, "seals", [None, *seals[1:]])
    assert failed(unsealed) == {"seals"}
    assert said(unsealed, "seals") == "Seat 0 mixed in bytes that were never sealed."


def test_a_deal_that_the_house_made_alone_is_not_proven():
    record = house_table("prohis", FOUR, late=(0, 2, 3)).record()
    assert failed(record) == {"mixing"}
    assert said(record, "mixing").startswith("Nobody mixed anything in: the house alone made the deal.")


def test_another_key_table_or_number_of_seats_is_noticed():
    record = honest()
    other = with_line(record, "key", ANNA.hex())
    assert failed(other) >= {"commitment", "chance"}
    assert "chance" in failed(with_line(other, "commitment", fairness.commitment(ANNA)))
    assert "chance" in failed(with_line(record, "table", "K7mQ-2y"))
    assert failed(with_line(record, "players", "3")) == {"everything"}


def test_a_wrong_result_an_illegal_move_and_a_game_cut_short_are_noticed():
    record = honest()
    wrong = with_line(record, "result", "99 0 0 0")
    assert "the game ends with 'result " in said(wrong, "game")
    assert "game" in failed(wrong)
    lines = record.splitlines()
    last = max(i for i, line in enumerate(lines) if line[0].isdecimal())
    lines[last] = lines[last][0] + " fly"
    assert f"line {last + 1}: 'fly' is no move of prohis" in said("\n".join(lines), "game")
    assert failed("\n".join(lines)) == {"chance", "races", "game"}
    del lines[last:]
    assert said("\n".join(lines), "game").endswith("but the record stops before the game's end.")
    assert said(record[: record.index("score ")], "game").endswith("but the record doesn't say the result.")


def test_a_game_whose_key_is_not_revealed_is_not_proven():
    record = re.sub(r"^key .*\n", "", honest(), flags=re.MULTILINE)
    assert failed(record) == {"commitment", "chance"}
    assert "isn't revealed" in said(record, "commitment")


def test_a_game_without_any_proof_is_not_proven():
    table = tripot.game("chasse").start(seed=1)
    table.play_random(1)
    assert failed(table.record()) == {"commitment"}
    table.commitment = "0123"
    assert failed(table.record()) == {"commitment"}


# Races


@cache
def raced(name: str) -> str:
    """A game by correspondence with races in it."""
    options = {"tie": "speed"} if name == "prohis" else {}
    return house_table(name, FOUR, pace="correspondence", **options).record()


@cache
def answers_to_races(name: str) -> list[list[int]]:
    """The lines of every race's answers, by their places in the record."""
    table = tripot.replay(raced(name))
    first = raced(name).splitlines().index("---") + 1
    races: list[list[int]] = []
    for place, (before, seat, _, _) in enumerate(table.steps(), first):
        if seat >= 0 and table.game.is_race(before):
            asked = bin(table.game.plain.actors(before)).count("1")
            if asked == table.seats - 1:
                races.append([])
            races[-1].append(place)
    return races


@pytest.mark.parametrize("name", ["prohis", "condamnes"])
@pytest.mark.clauses("PRO-14", "CND-04")
def test_by_correspondence_races_are_in_the_order_that_chance_gives(name):
    assert failed(raced(name)) == set()
    races = answers_to_races(name)
    assert said(raced(name), "races").startswith(f"{len(races)} race")
    assert said(raced(name), "races").endswith("in the order that chance gives.")
    lines = raced(name).splitlines()
    assert len({tuple(lines[place].split()[0] for place in race) for race in races}) > 1, "always the same order"


@pytest.mark.parametrize("name", ["prohis", "condamnes"])
@pytest.mark.clauses("PRO-14", "CND-04")
def test_a_bent_order_of_a_race_is_refused(name):
    """Two who let the convoy pass, or leave the card, have changed places: nothing hangs on it but the proof."""
    lines, races = raced(name).splitlines(), answers_to_races(name)
    bent = 0
    for number, race in enumerate(races, 1):
        for one, other in itertools.combinations(race, 2):
            if lines[one].split(" ", 1)[1] in ("let-pass", "leave") and lines[one][1:] == lines[other][1:]:
                swapped = list(lines)
                swapped[one], swapped[other] = lines[other], lines[one]
                record = "\n".join(swapped)
                assert failed(record) == {"races"}
                assert f"race {number} has seats" in said(record, "races")
                assert failed(with_line(record, "pace", "live")) == set()  # there nothing can show it
                bent += 1
                break
    assert bent


def test_where_no_race_was_run_none_is_missed():
    assert said(honest(), "races") == "No question was a race."
    assert said(house_table("condamnes", FOUR).record(), "races").endswith("nothing here can show who was first.")


@pytest.mark.parametrize("pace", ["weekly", "Live", "live correspondence"])
def test_a_table_has_a_pace_that_the_house_offers(pace):
    with pytest.raises(tripot.BadRecord, match="a table's pace is one of live, correspondence"):
        fairness.verify(with_line(honest(), "pace", pace))


def test_every_order_of_a_race_is_as_likely():
    orders = Counter(tuple(fairness.race_order(KEY, question, (0, 2, 3))) for question in range(6000))
    assert set(orders) == set(itertools.permutations((0, 2, 3)))
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in orders.values())


def test_the_page_checks_races_by_the_same_lots():
    """The game that the page's own check is tested with."""
    vector = json.loads(VECTOR.read_text("utf-8"))
    entropies = [None if entropy is None else bytes.fromhex(entropy) for entropy in vector["entropies"]]
    secret = fairness.mixed(bytes.fromhex(vector["key"]), vector["table"], entropies)
    for race in vector["races"]:
        assert fairness.race_order(secret, race["question"], sorted(race["order"])) == race["order"]


# Files from strangers


HOSTILE = {
    "nothing": "",
    "no header": "\0" * 1000,
    "one endless line": "game " + "x" * 1_000_000,
    "only blank lines": "\n" * 1_000_000,
    "deep": "game prohis\nrules 1\nplayers 3\nnames " + "[" * 200_000 + "\n---\n",
    "long number": "game prohis\nrules 1\nplayers " + "9" * 5000 + "\n---\n",
    "long number in a list": "game prohis\nrules 1\nplayers 3\nnames [" + "9" * 5000 + "]\n---\n",
    "long version": "game prohis\nrules " + "1" * 5000 + "\nplayers 3\n---\n",
    "long option": "game chasse\nrules 1\nplayers 2\noptions plaques=" + "9" * 5000 + "\n---\n",
    "options that are none": "game prohis\nrules 1\nplayers 3\noptions seed=3 chance=4 seats=5 self=6\n---\n",
    "a module": "game luck\nrules 1\nplayers 3\n---\n",
    "a path": "game ../prohis\nrules 1\nplayers 3\n---\n",
    "escapes": "game prohis\nrules \x1b[2J\nplayers 3\n---\n",
    "too large": "#" * (fairness.LARGEST_RECORD + 1),
    "a position": "game prohis\nrules 1\nplayers 3\nposition {}\n---\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_is_no_record_is_refused_with_a_short_plain_sentence(text):
    with pytest.raises(tripot.BadRecord) as refusal:
        fairness.verify(text)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("line", ["9" * 5000 + " pass", "٣ pass", "0 " + "x" * 1_000_000, "chance " + "x" * 1_000_000,
                                  "\x1b[2J pass", "0 \x1b[2J", "result" + "9" * 5000, "result \x1b[2J"])  # fmt: skip
def test_an_odd_line_fails_the_game_with_a_short_plain_sentence(line):
    lines = honest().splitlines()
    for place in (lines.index("---") + 1, len(lines) - 1):
        record = "\n".join([*lines[:place], line, *lines[place:]])
        assert "game" in failed(record)
        for name in ("chance", "game"):
            assert said(record, name).isprintable()
            assert len(said(record, name)) < 1000


@given(data=st.data())
@settings(max_examples=150)
def test_a_file_with_anything_anywhere_gets_a_report_or_one_sentence(data):
    record = honest()
    begin = data.draw(st.integers(0, len(record)) | st.integers(0, 700))
    end = begin + data.draw(st.integers(0, 80))
    pieces = st.text(max_size=30) | st.sampled_from(
        ["null", "[]", "{}", '"', "\n---\n", "\nkey ", "\nresult 0", "0 pass\n"]
    )
    failed(record[:begin] + data.draw(pieces) + record[end:])


def test_every_game_of_the_house_fits_into_a_record():
    for game in tripot.games():
        line = max(map(len, game.moves + game.outcomes)) + len("chance \n")
        assert line * game.rules.LONGEST < fairness.LARGEST_RECORD


# The page


def by_hand() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    exec(compile(example, "docs/fairness.md", "exec"), {})


@each_game()
def test_the_page_checks_a_game_by_hand(game, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = house_table(game.name, (ANNA, None, BOB, CLEO)[: max(game.fewest, 2)], late=(1,))
    Path("game.txt").write_text(table.record(), encoding="utf-8")
    by_hand()
    assert capsys.readouterr().out == f"It holds: {table.outcome}\n"


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [("key", ANNA.hex(), "another key"), ("commitment", "0" * 64, "another key"),
     ("seals", [None] * 4, "other bytes"), ("table", "other", "can't play")],
)  # fmt: skip
def test_the_check_by_hand_notices_what_was_bent(key, value, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(with_line(honest(), key, value), encoding="utf-8")
    with pytest.raises((AssertionError, tripot.IllegalMove), match=complaint):
        by_hand()
