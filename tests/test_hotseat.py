"""Whole games at one screen, played by a script that reads what it is offered, and what stays hidden between people."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import tripot
from tripot.engine.catalogue import catalogue
from tripot.engine.log_sentences import epilogue
from tripot.engine.look import Look
from tripot.house import botnames
from tripot.terminal.move_parsing import Offer
from tripot.terminal.words import words

WIPE = "\x1b[H\x1b[2J\x1b[3J"
CURTAIN = re.compile(r"Pass the screen to ([\w ]+), then press Enter\.\n$")
ASKED = "\n> "
# questions that are no move
BESIDES = re.compile(r"(Which game|How many seats|Save the record|Enregistrer la partie\s)\? \(.*\) $")
OFFERED = re.compile(r"^ +(\d+)  (\S.*?)(?= {2,}\d+  |\s*$)| {2,}(\d+)  (\S.*?)(?= {2,}\d+  |\s*$)", re.MULTILINE)

SitDown = Callable[..., "Screen"]
Choice = Callable[[Sequence[str]], str]


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "tripot", "play", "--lang", "en", *more]


@dataclass
class Screen:
    """The terminal, with all that was ever printed on it."""

    process: subprocess.Popen[bytes]
    printed: str = ""
    read_to: int = 0

    def until_asked(self) -> str | None:
        """What is printed until the next question; None when the program has ended."""
        assert self.process.stdout is not None
        while True:
            new = self.printed[self.read_to :]
            if new.endswith(ASKED) or CURTAIN.search(new) or BESIDES.search(new):
                self.read_to = len(self.printed)
                return new
            assert select.select([self.process.stdout], [], [], 60)[0], new
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.printed += more.decode()

    def say(self, answer: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{answer}\n".encode())
        self.process.stdin.flush()

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        while self.until_asked() is not None:
            pass
        assert self.process.stderr.read() == b""
        return self.process.wait()


@pytest.fixture
def sit_down() -> Iterator[SitDown]:
    """Starts a game; whatever happens, it is cleared away after the test."""
    processes = []
    environment = {**os.environ, "COLUMNS": "200"}

    def started(*more: str, cwd: Path | None = None) -> Screen:
        pipe = subprocess.PIPE
        processes.append(
            subprocess.Popen(command(*more), stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=cwd)
        )
        return Screen(processes[-1])

    yield started
    for process in processes:
        with process:
            process.kill()


def offered(shown: str) -> list[str]:
    """The numbered moves of the last question."""
    *_, question = re.split(r"\([A-Z]{3}-\d\d\)\n", shown)
    return [first or second for _, first, _, second in OFFERED.findall(question)]


def play_through(screen: Screen, choose: Choice) -> None:
    """Answer every question with one of the moves it offers."""
    while (shown := screen.until_asked()) is not None:
        if CURTAIN.search(shown):
            screen.say("")
        elif shown.endswith(ASKED):
            moves = offered(shown)
            assert moves, shown
            screen.say(choose(moves))
        else:
            break


def by_luck(seed: int) -> Choice:
    luck = random.Random(seed)
    return lambda moves: luck.choice([str(luck.randrange(len(moves)) + 1), luck.choice(moves)])


def screens_of(printed: str) -> Iterator[tuple[str, str]]:
    """Who was at the screen, and everything that could be seen there then: from a wipe to the next."""
    owner = ""
    for part in printed.split(WIPE):
        curtain = CURTAIN.search(part)
        if curtain:
            owner = curtain[1]
        else:
            yield owner, part
            owner = ""


# Whole games


@pytest.mark.parametrize("seed", [1, 2])
def test_two_people_and_a_random_opponent_play_prohis_to_the_end(sit_down: SitDown, tmp_path: Path, seed: int) -> None:
    file = tmp_path / "game.txt"
    screen = sit_down(
        "prohis", "--seed", str(seed), "--people", "2", "--bots", "random", "--save", str(file),
        *("--name", "Anna", "--name", "Bob", "--name", "Irma"),
    )  # fmt: skip
    play_through(screen, by_luck(seed))
    assert screen.end() == 0
    assert f"The record is in {file}." in screen.printed
    table = tripot.replay(file.read_text())
    assert table.names == ("Anna", "Bob", "Irma")
    assert table.outcome is not None
    assert table.game.texts("en").end(table.outcome.reason) in screen.printed
    assert epilogue(table, "en", table.names) in " ".join(screen.printed.split())
    for score in table.outcome.scores:
        assert f"{score:,}" in screen.printed[screen.printed.index("Rank") :]

    *before, (nobody, last) = screens_of(screen.printed)
    assert (nobody, "The game is over" in last) == ("", True)
    assert {owner for owner, _ in before[1:]} == {"Anna", "Bob"}
    for owner, seen in before[1:]:
        for other in {"Anna", "Bob", "Irma"} - {owner}:
            rows = re.findall(rf"^{other}(?: \(on turn\))?  +(.*)$", seen, re.MULTILINE)
            assert rows
            assert all(re.fullmatch(r"\d+ cards? +\d+ cards?\s*", row) for row in rows), rows
            assert not re.search(rf"{other} (loads|sets aside)", seen)
        assert re.search(rf"^{owner} \(you.*×", seen, re.MULTILINE)


def test_the_screen_is_wiped_before_and_after_it_changes_hands(sit_down: SitDown) -> None:
    screen = sit_down("prohis", "--seed", "3", "--people", "3", *("--name=Anna", "--name=Bob", "--name=Cleo"))
    play_through(screen, by_luck(3))
    assert screen.end() == 0
    parts = screen.printed.split(WIPE)
    curtains = [i for i, part in enumerate(parts) if CURTAIN.search(part)]
    assert len(curtains) > 20
    assert curtains[0] == 0
    for i in curtains[1:]:
        assert re.fullmatch(CURTAIN, parts[i])
    assert not any(i + 1 in curtains for i in curtains)


@pytest.mark.parametrize("people", ["1", "2"])
def test_chasse_is_played_to_the_end_and_customs_never_see_a_plaque(sit_down: SitDown, people: str) -> None:
    screen = sit_down(
        "chasse", "--seed", "5", "--people", people, "--name", "Red", "--name", "Black",
        "--option", "size=7", "--option", "quiet=20", "--option", "match=yes",
    )  # fmt: skip
    luck = random.Random(5)

    def by_square(moves: Sequence[str]) -> str:
        return luck.choice(moves).split()[-1]

    play_through(screen, by_square)
    assert screen.end() == 0
    assert "Rank" in screen.printed
    assert "The record was not saved." not in screen.printed  # standard input was closed before the answer
    played = screen.printed[: screen.printed.index("The game is over. ─")]
    seen_by = screens_of(played) if people == "2" else [("Red", played)]
    boards = [
        (owner, board) for owner, seen in seen_by if owner for board in seen.split("Chasse aux contrebandiers ─")[1:]
    ]
    smuggled = {"Red": 0, "Black": 0}
    for owner, board in boards:
        is_smuggler = re.search(rf"{owner}[^=\n]* = smuggler \(R\)", board) is not None
        sees_plaques = re.search(r"│.*[Rr][1-9].*│", board) is not None
        assert is_smuggler or not sees_plaques
        smuggled[owner] += sees_plaques
    assert smuggled["Red"]
    assert bool(smuggled["Black"]) == (people == "2")


@pytest.mark.parametrize("name", catalogue())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_can_be_begun_by_one_person(sit_down: SitDown, name: str, language: str) -> None:
    screen = sit_down(name, "--seed", "8", "--lang", language)
    luck = by_luck(8)
    for _ in range(25):
        shown = screen.until_asked()
        assert shown is not None, screen.process.stderr.read()  # type: ignore[union-attr]
        if not shown.endswith(ASKED):
            break
        screen.say(luck(offered(shown)))
    assert screen.end() == 0
    assert WIPE not in screen.printed


# Asking and answering


def test_without_a_game_it_asks_for_one(sit_down: SitDown) -> None:
    screen = sit_down("--seed", "1")
    assert "PROHIS (prohis)" in str(screen.until_asked())
    screen.say("poker")
    assert "no game 'poker'" in str(screen.until_asked())
    screen.say("prohis")
    assert "How many seats? (3 to 6)" in str(screen.until_asked())
    screen.say("7")
    assert "PROHIS has 3 to 6 seats." in str(screen.until_asked())
    screen.say("4")
    shown = str(screen.until_asked())
    assert re.search(r"Around the table:\n  1  Player 1\n  2  \w+: regular, .*\n  3  .*\n  4  ", shown)
    assert screen.end() == 0
    assert "The input has ended" in screen.printed


def test_a_wrong_answer_gets_a_sentence_with_the_clause_and_is_asked_again(sit_down: SitDown) -> None:
    screen = sit_down("prohis", "--seed", "5")
    moves = offered(str(screen.until_asked()))
    for answer, sentence in [
        ("99", f"There are {len(moves)} moves to choose from, not 99 (PRO-08)."),
        ("accept", "“Accept the bribe” can't be played now. PRO-18: "),
        ("xyzzy", "'xyzzy' is no move here (PRO-08)."),
        ("load", "'load' could be: Load legal goods / Load illegal goods"),
        ("drw pile", "Did you mean: Draw from the pile"),
        ("?", "PRO-08: Draw two face-up cards"),
        ("? pro-22", "PRO-22: Illegal goods turned up"),
        ("? 22", "PRO-22: Illegal goods turned up"),
        ("? 77", "There is no clause '77'; they go from PRO-01 to PRO-28."),
        ("moves", "Take face-up card 1"),
        ("log", "goes first."),
        ("", "warehouse"),
    ]:
        screen.say(answer)
        assert sentence in str(screen.until_asked())
    screen.say("draw p")  # clear enough
    assert "Stop here" in str(screen.until_asked())
    screen.end()


def test_quit_offers_to_save_the_record(sit_down: SitDown, tmp_path: Path) -> None:
    screen = sit_down("prohis", "--seed", "4", "--people", "2")
    screen.until_asked()
    screen.say("")
    screen.until_asked()
    screen.say("quit")
    shown = str(screen.until_asked())
    assert shown.startswith(WIPE)
    assert "×" not in shown
    screen.say(str(tmp_path / "no" / "folder.txt"))
    assert "can't be written" in str(screen.until_asked())
    screen.say(str(tmp_path / "game.txt"))
    assert screen.end() == 0
    assert tripot.replay((tmp_path / "game.txt").read_text()).outcome is None


def test_the_end_of_input_saves_where_it_was_told_to(sit_down: SitDown, tmp_path: Path) -> None:
    screen = sit_down("prohis", "--seed", "4", "--save", str(tmp_path / "game.txt"))
    screen.until_asked()
    assert screen.end() == 0
    assert tripot.replay((tmp_path / "game.txt").read_text()).seats == 3


def test_shuffled_people_sit_anywhere(sit_down: SitDown) -> None:
    seats = set()
    for seed in range(3):
        screen = sit_down("prohis", "--seats", "6", "--seed", str(seed), "--shuffle", "--name", "Anna")
        seats |= set(re.findall(r"^  (\d)  Anna$", str(screen.until_asked()), re.MULTILINE))
        screen.end()
    assert len(seats) > 1


# Bots


MAKERS = """
class Listens:
    def __init__(self):
        self.seen = b""

    def notice(self, heard, look):
        self.seen = bytes(look)

    def __call__(self, look, rng):
        assert self.seen == bytes(look), "I have missed something"
        return look.legal[-1]


def raises(look, rng):
    raise KeyError("no plan")


def cheats(look, rng):
    return "take all"
"""


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    """A folder in which somebody makes bots."""
    (tmp_path / "mine.py").write_text(MAKERS)
    return tmp_path


def test_who_sits_where_and_how_they_play_is_told_at_the_start(sit_down: SitDown, workshop: Path) -> None:
    screen = sit_down(
        "prohis", "--seats", "6", "--bots", "regular/bold", "novice", "random", "mine:Listens",
        *("--name", "Anna", "--name", "Bob"), cwd=workshop,
    )  # fmt: skip
    shown = str(screen.until_asked())
    sitting = re.findall(r"^  (\d)  (\w+)(?:: (.*))?$", shown, re.MULTILINE)[:6]
    assert [seat for seat, _, _ in sitting] == list("123456")
    assert sitting[0][1:] == ("Anna", "")
    assert sitting[1][1:] == ("Bob", "regular, bold (bluffs, and calls bluffs, about as often as it pays)")
    novice = sitting[2]
    assert novice[2] == f"novice, {botnames.character(novice[1])} (a little too honest, and makes mistakes)"
    assert sitting[3][2] == "random (any legal move, all equally likely)"
    assert sitting[4][2] == "mine:Listens"
    assert botnames.character(sitting[5][1]) == "bold"  # the first one's turn again
    assert sitting[5][2] == "regular, bold"
    screen.end()


def test_a_bot_that_remembers_is_shown_all_that_its_seat_notices(
    sit_down: SitDown, workshop: Path, tmp_path: Path
) -> None:
    screen = sit_down("prohis", "--seed", "2", "--bots", "mine:Listens", "--save", "game.txt", cwd=workshop)
    play_through(screen, by_luck(2))
    assert screen.end() == 0
    assert "missed" not in screen.printed
    assert tripot.replay((tmp_path / "game.txt").read_text()).outcome is not None


def test_a_bot_that_raises_or_cheats_is_named_and_passive_moves_are_made_in_its_place(
    sit_down: SitDown, workshop: Path, tmp_path: Path
) -> None:
    screen = sit_down(
        "prohis", "--seed", "2", "--bots", "mine:raises", "mine:cheats", "--save", "game.txt",
        *("--name", "Anna", "--name", "Bob", "--name", "Cleo"), cwd=workshop,
    )  # fmt: skip
    play_through(screen, by_luck(2))
    assert screen.end() == 0
    raised, cheated = sorted(line.strip() for line in screen.printed.splitlines() if " is out: " in line)
    assert raised.startswith(
        "Bob (mine:raises) is out: KeyError at mine.py:15: 'no plan'. From now on the most harmless"
    )
    assert cheated.startswith("Cleo (mine:cheats) is out: 'take all' isn't legal in the phase ")
    table = tripot.replay((tmp_path / "game.txt").read_text())
    for before, seat, move, _ in table.steps():
        if seat in (1, 2):
            look = Look(table.game, before, seat)
            assert table.game.moves[move] in (look.passive, *([] if look.passive else look.legal))


# A real terminal


def test_in_a_terminal_no_line_is_remembered_and_interrupting_is_clean() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    program = command("prohis", "--seed", "4", "--people", "3")
    process = subprocess.Popen(
        program,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    os.close(theirs)
    try:
        first = typed(ours, "", "press Enter.")
        typed(ours, "\n", "\n> ")
        typed(ours, "draw pile\n", "\n> ")
        second = typed(ours, "stop\n", "press Enter.")
        assert "×" not in first
        assert "×" not in second[second.rindex(WIPE) :]
        typed(ours, "\n", "\n> ")
        up_twice = typed(ours, "\x1b[A\x1b[A\n", "\n> ")
        assert not {"draw", "stop"} & set(up_twice.splitlines()[0].split())
        process.send_signal(signal.SIGINT)
        if not select.select([ours], [], [], 5)[0]:  # it came before the line editor listened, as a first Ctrl-C can
            process.send_signal(signal.SIGINT)
        assert WIPE in typed(ours, "", "before the end.")
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def typed(terminal: int, keys: str, until: str) -> str:
    """Type, and read until something is printed."""
    os.write(terminal, keys.encode())
    shown = ""
    while until not in shown:
        assert select.select([terminal], [], [], 20)[0], shown
        shown += os.read(terminal, 1 << 16).decode()
    return shown


# Words


def test_an_answer_may_be_any_clear_part_of_a_move() -> None:
    texts = tripot.game("chasse").texts("fr")
    offer = Offer(("lift a1", "lift a11", "lift b2"), texts.move)
    assert offer.meant("2") == ["lift a11"]
    assert offer.meant("A1") == ["lift a1"]
    assert offer.meant("lift b") == ["lift b2"]
    assert offer.meant(texts.move("lift a11")) == ["lift a11"]
    assert len(offer.meant("a")) == 2
    assert offer.meant("to a1") == []
    assert offer.forbidden("c3", ("to c3", "lift c3")) == "lift c3"
    assert offer.near("lft b2") == ["lift b2"]


def test_both_languages_say_the_same_things() -> None:
    english, french = words("en"), words("fr")
    assert english._fields.keys() == french._fields.keys()
    assert english._terms.keys() == french._terms.keys()
    places = re.compile(r"\{(\w+)")
    for key in english._sentences.keys() | french._sentences.keys():
        assert set(places.findall(english._sentences[key])) == set(places.findall(french._sentences[key])), key
    assert set(english.commands.values()) == set(french.commands.values())
