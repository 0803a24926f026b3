"""The command line as people use it: what it prints, what it refuses, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tripot
from tests.servers import ROOT
from tripot.cli import app
from tripot.engine.catalogue import catalogue
from tripot.engine.table import Proof
from tripot.house import fairness

RULES_OUTSIDE_SUBSET = "def setup(s, seats, options):\n    s.seats = sum([seat for seat in range(seats)])\n"


def run(*words: object, text: str | None = None, language: str = "en") -> Result:
    environment = {"LC_ALL": f"{language}_XX.UTF-8", "COLUMNS": "120"}
    return CliRunner().invoke(app, [str(word) for word in words], input=text, env=environment)


def refused(*words: object, text: str | None = None) -> str:
    """The one sentence with which something is refused; nothing else is printed."""
    result = run(*words, text=text)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("tripot: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("tripot: ").strip()


@pytest.fixture
def record() -> str:
    """A whole game of PROHIS."""
    table = tripot.game("prohis").start(seats=4, seed=11)
    while table.actors:
        seat = min(table.actors)
        moves = table.legal(seat)
        table.play(seat, moves[len(table.history) % len(moves)])
    table.names = ("Anna", "Bob", "Cleo", "Dan")
    return table.record()


@pytest.fixture
def file(tmp_path: Path, record: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record)
    return path


# Reading


def test_games_are_listed_with_seats_and_options() -> None:
    listed = run("games").stdout
    for name in catalogue():
        assert name in listed
        assert tripot.game(name).texts("en").title in listed
    assert "tie=lot|speed" in listed
    assert "plaques=5 (1–5)" in listed


def test_rules_are_read_in_either_language_whole_or_by_the_clause() -> None:
    clauses = tripot.game("prohis").texts("en").clauses
    whole = run("rules", "prohis").stdout
    assert all(name in whole for name in clauses)
    first, goal, turn, end, ours = (
        whole.index(text)
        for text in ("PRO-01 ", "Goal.", "Your turn.", "The end.", "Interpreted. Clockwise is printed.")
    )
    assert goal < turn < end < first < ours
    assert "a game by Marc Brunnenkant · illustrated by Tony Rochon" in whole
    assert "not those of the 1962 board" in " ".join(run("rules", "chasse").stdout.split())
    assert "not those of the 1962 board" in " ".join(run("games").stdout.replace("│", " ").replace("┃", " ").split())
    one = run("rules", "prohis", "pro-22").stdout
    assert one.split() == ["PRO-22", *clauses["PRO-22"].split(), "Printed."]
    french = [*tripot.game("prohis").texts("fr").clause("PRO-22").split(), "Imprimé."]
    assert run("rules", "prohis", "PRO-22", "--lang", "fr").stdout.split()[1:] == french
    assert run("rules", "prohis", "PRO-22", language="fr").stdout.split()[1:] == french


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("tripot ")
    for words in ([], ["--help"]):
        helped = run(*words)
        assert helped.exit_code == 0
        assert all(command in helped.stdout for command in ("games", "play", "simulate", "replay", "lint"))


def test_help_loads_neither_engine_nor_compiler() -> None:
    heavy = "{'numba', 'numpy', 'rich', 'tripot.engine.game'} & set(sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", f"import sys, tripot.cli; print({heavy})"], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "set()"


def test_python_m_tripot_is_the_command_line() -> None:
    said = subprocess.run([sys.executable, "-m", "tripot", "rules", "nothing"], capture_output=True, text=True)
    assert said.returncode == 2
    assert said.stderr.startswith("tripot: there is no game 'nothing'")


# Records


def test_replay_tells_everything_or_what_one_viewer_heard(file: Path) -> None:
    everything = run("replay", file).stdout
    spectator = run("replay", file, "--as", "spectator").stdout
    anna = run("replay", file, "--as", 0).stdout
    assert "Bob loads" in everything
    assert "Anna loads" in anna
    assert "Bob loads" not in anna
    assert "loads" not in spectator
    for told in (everything, spectator, anna):
        assert told.index("Rank") > told.index("sends a convoy")


def test_replay_is_told_by_round_and_turn(file: Path) -> None:
    told = run("replay", file).stdout.splitlines()
    for name in ("Anna", "Bob"):
        turn = told.index(f"{name}'s turn")
        assert told[turn - 1] == ""
        assert told[turn + 1].startswith("  ")
    contrebande = ROOT / "tests/records/contrebande-3-seats.txt"
    rounds = run("replay", contrebande, "--lang", "fr", "--as", 1).stdout.splitlines()
    assert [line for line in rounds if line.startswith("Manche ")] == ["Manche 1", "Manche 2", "Manche 3"]
    assert rounds[rounds.index("Manche 2") + 2].startswith("Au tour de ")


def test_replay_reads_standard_input_and_speaks_french(file: Path, record: str) -> None:
    assert run("replay", "-", text=record).stdout == run("replay", file).stdout
    assert "Rang" in run("replay", file, "--lang", "fr").stdout


def test_replay_by_steps_waits_for_enter(file: Path) -> None:
    few = run("replay", file, "--step", text="\n\n\n")
    assert few.exit_code == 0
    assert "Rank" not in few.stdout
    assert "Rank" in run("replay", file, "--step", text="\n" * 1000).stdout


def test_names_in_a_record_cannot_steer_the_terminal(record: str) -> None:
    told = run("replay", "-", text=record.replace("Anna", "\\u001b[2J")).stdout
    assert "\x1b" not in told


@pytest.fixture
def proven() -> str:
    """A whole game at a table of the house, where seat 1 mixed in nothing."""
    key, entropy = fairness.new_key(), fairness.new_key()
    table = tripot.game("prohis").start(seats=3, chance=fairness.stream(key, "T1", (entropy, None, None)))
    while table.actors:
        seat = min(table.actors)
        table.play(seat, table.legal(seat)[len(table.history) % len(table.legal(seat))])
    seals, entropies = (fairness.seal(entropy), None, None), (entropy.hex(), None, None)
    table.proof = Proof("T1", fairness.commitment(key), seals, entropies, key.hex(), "live")
    return table.record()


def test_verify_ticks_off_what_holds(tmp_path: Path, proven: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(proven)
    verified = run("verify", path)
    assert verified.exit_code == 0
    ticks = [line.split()[:2] for line in verified.stdout.splitlines() if line.startswith(("✓", "✗"))]
    assert ticks == [["✓", name] for name in ("commitment", "seals", "mixing", "chance", "races", "game")]
    assert "Seats 1 and 2 gave no seal." in verified.stdout
    assert "All of it holds, if the commitment and the seals are those that you saw" in verified.stdout
    assert run("verify", "-", text=proven).stdout == verified.stdout
    seals = json.loads(next(line for line in proven.splitlines() if line.startswith("seals "))[6:])
    told = {"table": "T1", "commitment": "0" * 64, "seat": 0, "seals": seals, "chairs": ["Anna", "Bot", "Bot"]}
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(told))
    held = run("verify", path, "--receipt", receipt)
    assert held.exit_code == 1
    assert "This record doesn't hold: receipt." in held.stdout


def test_verify_says_what_does_not_hold(proven: str) -> None:
    lines = proven.splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("chance deal"))
    lines[number] = "chance deal nothing"
    bent = run("verify", "-", text="\n".join(lines))
    assert bent.exit_code == 1
    assert f"line {number + 1} is 'deal nothing', and the stream gives 'deal" in " ".join(bent.stdout.split())
    assert "This record doesn't hold: chance, races, game." in bent.stdout


def test_verify_does_not_believe_a_game_without_proof(record: str) -> None:
    unproven = run("verify", "-", text=record)
    assert unproven.exit_code == 1
    assert "its chance can't be checked" in unproven.stdout


def test_verify_refuses_what_is_no_record(tmp_path: Path) -> None:
    assert "line 1: expected one of game, rules, players" in refused("verify", "-", text="Dear Sir,")
    assert "No such file" in refused("verify", tmp_path / "none.txt")
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(fairness.LARGEST_RECORD + 1)
    assert "at most 8,388,608 letters" in refused("verify", huge)


# Positions and counts


def test_position_is_written_read_and_shown(tmp_path: Path) -> None:
    written = run("position", "prohis", "--seats", 4, "--seed", 7).stdout
    table = tripot.game("prohis").start(seats=4, seed=7)
    assert json.loads(written) == table.position()
    path = tmp_path / "position.json"
    path.write_text(written)
    (turn,) = table.actors
    own = run("position", "--read", path, "--game", "prohis", "--as", turn).stdout
    assert "Inspector" in own
    assert "6 cards" in own
    assert "6 cards" not in run("position", "prohis", "--read", path).stdout


def test_position_after_moves_and_at_the_end_of_a_record(file: Path, record: str) -> None:
    table = tripot.game("prohis").start(seats=3, seed=0)
    (turn,) = table.actors
    table.play(turn, "draw pile")
    told = run("position", "prohis", "--moves", "-", text=f"{turn} draw pile\n").stdout
    assert json.loads(told) == table.position()
    assert json.loads(run("position", "--record", file).stdout) == tripot.replay(record).position()


def test_chance_has_not_acted_in_a_position_that_is_read(tmp_path: Path) -> None:
    game = tripot.game("prohis")
    state = game.new_state()
    game.plain.setup(state, 3, (0,))
    from tripot.engine.record_codec import to_document

    path = tmp_path / "first.json"
    path.write_text(json.dumps(to_document(game.rules, state)))
    assert run("perft", "prohis", "--depth", 1, "--position", path).stdout == "depth 1: 3\n"


def test_perft_counts_and_divides() -> None:
    counted = run("perft", "prohis", "--depth", 3).stdout.splitlines()
    assert [line.split(":")[0] for line in counted] == ["depth 1", "depth 2", "depth 3"]
    *moves, total = run("perft", "prohis", "--depth", 3, "--divide").stdout.splitlines()
    assert total == counted[-1]
    assert sum(int(line.rsplit(":")[-1]) for line in moves) == int(total.split()[-1])
    assert len(moves) == int(counted[0].split()[-1])


# Simulation


@pytest.mark.xdist_group("prohis playouts")
def test_simulation_adds_up(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    shown = run("simulate", "prohis", "--seats", 4, "--games", 3000, "--seed", 5, "--json", path)
    assert shown.exit_code == 0, shown.output
    assert all(word in shown.stdout for word in ("Scores", "Length", "Ends", "Moves", "let-pass"))
    figures = json.loads(path.read_text())
    assert figures["games"] == sum(figures["ends"].values()) == 3000
    assert sum(row["wins"] for row in figures["scores"]) == pytest.approx(1)
    assert sum(figures["moves"].values()) == pytest.approx(3000 * figures["length"]["mean"])
    run("simulate", "prohis", "--seats", 4, "--games", 3000, "--seed", 5, "--threads", 1, "--json", path)
    assert json.loads(path.read_text()) == figures


# Rules files


def test_lint_passes_what_all_twins_can_run_and_names_what_they_cannot(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside.py", tmp_path / "outside.py"
    inside.write_text("def setup(s, seats, options):\n    s.seats = seats\n")
    outside.write_text(RULES_OUTSIDE_SUBSET)
    assert (run("lint", inside).exit_code, run("lint", inside).stdout) == (0, "")
    complained = run("lint", inside, outside)
    assert complained.exit_code == 1
    assert "outside.py:2: in setup, there is a list" in complained.stdout


# Refusals


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "there is no game 'poker'" in refused("rules", "poker")
    assert "there is no game 'poker'" in refused("play", "poker")
    assert "no clause 'PRO-99'; they go from PRO-01 to PRO-28" in refused("rules", "prohis", "PRO-99")
    assert "3 to 6 seats, not 7 (PRO-01)" in refused("play", "prohis", "--seats", 7)
    assert "3 to 6 seats, not 2 (PRO-01)" in refused("simulate", "prohis", "--seats", 2)
    assert "prohis has no option 'jokers'" in refused("simulate", "prohis", "--option", "jokers=2")
    assert "tie is one of lot, speed, not 'dice'" in refused("play", "prohis", "--option", "tie=dice")
    assert "a name, = and a value are expected" in refused("play", "prohis", "--option", "tie")
    assert "prohis has no option 'seed'" in refused("perft", "prohis", "--option", "seed=3")
    assert "No such command" in refused("poker")
    assert "Missing argument 'GAME'" in refused("perft")
    assert "a seed is a whole number" in refused("perft", "prohis", "--seed", "-1")
    assert f"{tmp_path / 'none.txt'} can't be read: No such file" in refused("replay", tmp_path / "none.txt")
    assert "can't be read: Is a directory" in refused("replay", tmp_path)


def test_tables_that_cannot_be_laid_are_refused(tmp_path: Path, file: Path) -> None:
    assert "1 to 3 people can sit at this table, not 4" in refused("play", "prohis", "--people", 4)
    assert "not 0" in refused("play", "prohis", "--people", 0)
    assert "two players are called 'Anna'" in refused("play", "prohis", "--name", "Anna", "--name", "Anna")
    assert "is no name" in refused("play", "prohis", "--name", "\x1b[2J")
    assert "3 seats at this table and 4 names" in refused(
        "play", "prohis", *("--name=A", "--name=B", "--name=C", "--name=D")
    )
    assert "is there already" in refused("play", "prohis", "--save", file)
    assert "there is no folder" in refused("play", "prohis", "--save", tmp_path / "no" / "game.txt")


def test_bots_that_cannot_sit_down_are_refused() -> None:
    assert "there is no bot 'genius'" in refused("play", "prohis", "--bots", "genius")
    assert "no bot is 'timid'; they are bold, " in refused("play", "prohis", "--bots", "regular/timid")
    assert "can't be loaded: ModuleNotFoundError" in refused("play", "prohis", "--bots", "no.such:Bot")
    assert "more bots are named (2) than there are seats without a person (1)" in refused(
        "play", "prohis", "--people", 2, "--bots", "regular", "random"
    )
    assert "--bots comes before bots' names, such as 'random'" in refused("play", "prohis", "random")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["liar=no.such:Liar"], "the bot 'no.such:Liar' can't be loaded: ModuleNotFoundError: No module named 'no'"),
        (
            ["liar=math:Liar"],
            "the bot 'math:Liar' can't be loaded: AttributeError: module 'math' has no attribute 'Liar'",
        ),
        (["liar=math:pi"], "it is neither a function choose(look, rng) nor a class with such a __call__"),
        (["liar=collections:Counter"], "it is neither a function choose(look, rng) nor a class with such a __call__"),
        (["math:sqrt"], "'math:sqrt' names no bot: a name, = and package.module:Bot are expected"),
        (["a liar=math:sqrt"], "'a liar=math:sqrt' names no bot"),
        (["master=math:sqrt"], "there is a bot 'master' already: give this one another name"),
        (["liar=math:sqrt", "liar=math:cos"], "there is a bot 'liar' already"),
    ],
)
def test_a_house_stays_closed_where_a_bot_of_its_host_s_can_t_be_loaded(words: list[str], sentence: str) -> None:
    options = [part for word in words for part in ("--bot", word)]
    assert sentence in refused("serve", *options)
    assert sentence in refused("worker", *options)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("---\n", "", "line 6: expected one of game, rules, players"),
        ("players 4\n", "", "expected a line 'players ...' before '---'"),
        ("game prohis", "game poker", "in the header: there is no game 'poker'"),
        ("players 4", "players 9", "in the header: prohis has 3 to 6 seats, not 9"),
        ("options tie=lot", "options tie=dice", "in the header: tie is one of lot, speed, not 'dice'"),
        ("rules 1\n", "rules 99\n", "version 99 of prohis; these rules are"),
        ("chance first", "chance last", "line 7: chance can't give 'last"),
        ("---\nchance first", "---\nnobody first", "line 7: expected 'chance' and one of first 0"),
    ],
)  # fmt: skip
def test_a_malformed_record_is_refused_by_its_line(record: str, old: str, new: str, sentence: str) -> None:
    assert old in record
    assert sentence in refused("replay", "-", text=record.replace(old, new, 1))


def test_a_record_with_an_illegal_move_is_refused(record: str) -> None:
    lines = record.splitlines()
    number = next(number for number, line in enumerate(lines, 1) if line.endswith(" stop"))
    seat = lines[number - 1].split()[0]
    lines[number - 1] = f"{seat} accept"
    sentence = refused("replay", "-", text="\n".join(lines))
    assert f"line {number}: seat {seat} can't play 'accept' now. PRO-" in sentence
    lines[number - 1] = f"{seat} teleport"
    assert f"line {number}: 'teleport' is no move of prohis" in refused("replay", "-", text="\n".join(lines))


def test_moves_that_cannot_be_made_are_refused_by_their_line() -> None:
    (turn,) = tripot.game("prohis").start(seats=3, seed=0).actors
    other = (turn + 1) % 3
    assert "line 1: seat" in refused("position", "prohis", "--moves", "-", text=f"{other} pass\n")
    moves = f"{turn} draw pile\n{turn} fly"
    assert "line 2: 'fly' is no move" in refused("position", "prohis", "--moves", "-", text=moves)
    assert "expected a seat's number" in refused("position", "prohis", "--moves", "-", text="chance deal legal")


def test_an_impossible_position_is_refused() -> None:
    document = tripot.game("prohis").start(seats=3, seed=0).position()
    document["hands"][0]["legal"] = 59
    said = refused("position", "--read", "-", "--game", "prohis", text=json.dumps(document))
    assert said.endswith("(PRO-02)")
    said = refused("position", "prohis", "--read", "-", text=json.dumps({**document, "hands": [{}]}))
    assert said == "hands: 3 entries are expected, not 1"
    assert "is no JSON" in refused("position", "prohis", "--read", "-", text="{")
    assert "with named fields" in refused("position", "prohis", "--read", "-", text="[]")
    assert "which game?" in refused("position", "--read", "-", text="{}")


def test_viewers_and_files_that_do_not_fit_are_refused(file: Path) -> None:
    assert "a seat from 0 to 3 is expected, or spectator" in refused("replay", file, "--as", 4)
    assert "a seat from 0 to 3" in refused("replay", file, "--as", "anna")
    assert "--step reads the Enter key" in refused("replay", "-", "--step")
    assert "is a record of prohis, not of chasse" in refused("perft", "chasse", "--record", file)
    assert "not both" in refused("perft", "prohis", "--record", file, "--position", file)
    assert "--as goes with --read" in refused("position", "prohis", "--as", 1)


def test_rules_files_that_are_no_python_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def setup(s:\n")
    assert f"{broken}:1: this is no Python" in refused("lint", broken)
    broken.write_bytes(b"\xff\xfe\x00")
    assert "no UTF-8 text" in refused("lint", broken)
    assert "can't be read" in refused("lint", tmp_path / "none.py")


def test_only_prohibition_has_a_map(tmp_path: Path) -> None:
    city = tmp_path / "city.svg"
    assert "prohis has no map" in refused("map", "prohis", "-o", city)
    assert "layouts are 1 to 4, not 5" in refused("map", "prohibition", "--layout", 5, "-o", city)
    assert "can't be written" in refused("map", "prohibition", "-o", tmp_path / "no" / "city.svg")
    assert not city.exists()
    assert run("map", "prohibition", "--layout", 2, "-o", city).exit_code == 0
    assert city.read_text().startswith("<svg")


def test_replay_analyses_a_game_that_is_over(tmp_path: Path) -> None:
    file = ROOT / "tests/records/prohis-all-passed.txt"
    told = run("replay", file, "--analyse", "--effort", "0.02").stdout
    for heading in ("Key moments", "Truth and lies", "Luck and skill"):
        assert heading in told
    assert "Moments clés" in run("replay", file, "--analyse", "--effort", "0.02", "--lang", "fr").stdout
    table = tripot.game("prohis").start(3, seed=1)
    (tmp_path / "begun.txt").write_text(table.record(), "utf-8")
    refused = run("replay", tmp_path / "begun.txt", "--analyse")
    assert refused.exit_code == 2
    assert "over" in refused.stderr
