"""Games and bots that packages bring: found by their entry points, held to the contract, named when they are broken."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import tripot
from tests import packages
from tripot import games
from tripot.bots import bot, levels_of, makers, play_at_random
from tripot.bots.instincts import Instinct
from tripot.engine.game import faults
from tripot.engine.texts import LANGUAGES
from tripot.house.lessons import has_lesson
from tripot.lab.contestants import contestant, player
from tripot.web import parts

GAME = "[tripot.games]\n{0} = tripot_{0}.rules\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example is installed."""
    return packages.install(packages.EXAMPLE, tmp_path_factory.mktemp("packages"))


class Maker:
    """Somebody with a new game, as `tripot new` writes it, and as it is installed."""

    def __init__(self, home: Path, installed: Path) -> None:
        self.home, self.installed = home, installed

    @property
    def package(self) -> Path:
        return self.installed / "tripot_mygame"

    def check(self, only: str = "") -> CompletedProcess[str]:
        """All that needs no compiler, or `only` what these words name: a check of a whole game takes seven seconds."""
        return packages.tripot("check", "mygame", "--plain", "--only", only, packages=self.installed, cwd=self.home)


@pytest.fixture(scope="module")
def as_written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maker")
    told = packages.tripot("new", "mygame", "--in", str(folder / "home"), "--table", packages=folder)
    assert told.returncode == 0, told.stderr
    packages.install(folder / "home", folder / "installed")
    return folder


@pytest.fixture
def maker(as_written: Path, tmp_path: Path) -> Maker:
    shutil.copytree(as_written, tmp_path / "maker")
    return Maker(tmp_path / "maker" / "home", tmp_path / "maker" / "installed")


@pytest.fixture
def house(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, for this process too."""
    monkeypatch.syspath_prepend(str(installed))
    return installed


def test_an_installed_game_is_one_of_the_house(house: Path) -> None:
    game = tripot.game("fauxpapiers")
    assert game in games()
    assert {game.texts(language).title for language in LANGUAGES} == {"Faux papiers"}
    table = game.start(3, seed=1)
    table.play_random(1)
    assert table.outcome is not None
    assert tripot.replay(table.record()).outcome == table.outcome
    assert not has_lesson("fauxpapiers")


def test_its_bots_sit_down_by_their_names(house: Path) -> None:
    assert "cerberus" in levels_of("fauxpapiers")
    assert "cerberus" not in levels_of("prohis")
    game = tripot.game("fauxpapiers")
    assert contestant(game, "cerberus").name == "cerberus"
    table, rng = game.start(3, seed=4), random.Random(4)
    seated = [bot("fauxpapiers", "cerberus"), bot("fauxpapiers", "regular"), player(game, "cerberus", 2, 10.0)]
    assert isinstance(seated[1], Instinct)
    while table.actors:
        seat = min(table.actors)
        table.play(seat, seated[seat](table.look(seat), rng))
    assert table.outcome is not None
    with pytest.raises(tripot.BadOption, match="there is no bot 'cerberus'"):
        bot("prohis", "cerberus")


def test_its_picture_is_served_under_a_name_that_changes_with_it(house: Path) -> None:
    address = parts.address_of("fauxpapiers", parts.POSTER)
    assert address.startswith("/assets/games/fauxpapiers/")
    assert parts.all_files()[address[1:]].startswith(b"<svg")
    assert parts.address_of("fauxpapiers", parts.SCRIPT) == ""
    assert parts.address_of("prohis", parts.POSTER) == ""


BROKEN = {
    "an import that fails": ("import no_such_thing\n", "ModuleNotFoundError: No module named 'no_such_thing'"),
    "a slip of the pen": ("def setup(s\n", "SyntaxError"),
    "nothing in it": ("", "VERSION"),
    "another name": ('NAME = "even"\n', "it calls itself 'even'"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_package_is_named_and_breaks_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    source, why = BROKEN[kind]
    name = f"odd{list(BROKEN).index(kind)}"  # Python remembers modules by their names
    before = games()
    monkeypatch.syspath_prepend(str(packages.write(tmp_path, name, GAME.format(name), rules=source)))
    assert games() == before
    assert list(faults()) == [name]
    with pytest.raises(tripot.UnknownGame, match=rf"{name} \(tripot-{name} 1\) can't be played") as fault:
        tripot.game(name)
    assert why in str(fault.value)


def test_a_missing_language_is_named(tmp_path: Path) -> None:
    packages.install(packages.EXAMPLE, tmp_path)
    (tmp_path / "tripot_fauxpapiers" / "texts" / "fauxpapiers.fr.toml").unlink()
    told = packages.tripot("games", packages=tmp_path)
    assert "fauxpapiers (tripot-fauxpapiers 1.0.0) can't be played: texts/fauxpapiers.fr.toml" in told.stderr
    assert "prohis" in told.stdout
    assert told.returncode == 0


def test_two_packages_of_one_name_are_both_named(tmp_path: Path) -> None:
    packages.install(packages.EXAMPLE, tmp_path)
    packages.write(tmp_path, "copy", "[tripot.games]\nfauxpapiers = tripot_copy.rules\n", rules="")
    told = packages.tripot("games", packages=tmp_path).stderr
    assert "tripot-copy 1" in told
    assert "tripot-fauxpapiers 1.0.0" in told


def test_a_package_can_t_take_the_name_of_a_game_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = "[tripot.games]\nprohis = tripot_copy.rules\n"
    ours = tripot.game("prohis")
    monkeypatch.syspath_prepend(str(packages.write(tmp_path, "copy", entry, rules="raise SystemExit")))
    assert tripot.game("prohis") is ours
    assert not faults()


def test_a_broken_bot_is_named_and_nobody_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = "[tripot.bots]\nsleeper = tripot_dozy.bots:Sleeper\n"
    monkeypatch.syspath_prepend(str(packages.write(tmp_path, "dozy", entry, bots="1 / 0\n")))
    assert "sleeper" not in levels_of("prohis")
    assert makers.faults() == ["the bot 'sleeper' can't be loaded: ZeroDivisionError: division by zero"]
    with pytest.raises(tripot.BadOption, match="can't be loaded"):
        makers.seated("sleeper")


def test_a_new_game_is_green_as_it_is(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written, installed and held to the contract outside of our own project; what compiles is left to the example."""
    renewed = packages.tripot("check", "mygame", "--renew", packages=maker.installed, cwd=maker.home)
    assert renewed.returncode == 0, renewed.stderr
    assert (maker.home / "tests" / "goldens" / "mygame.txt").exists()
    checked = maker.check()
    assert checked.returncode == 0, checked.stdout
    assert "passed" in checked.stdout
    assert "skipped" not in checked.stdout
    monkeypatch.syspath_prepend(str(maker.installed))
    assert bot("mygame") is play_at_random  # until it has a policy


@pytest.mark.parametrize("name", ["prohis", "Poker", "x", "../up"])
def test_a_name_that_won_t_do_writes_nothing(tmp_path: Path, name: str) -> None:
    told = packages.tripot("new", name, "--in", str(tmp_path / "there"), packages=tmp_path)
    assert told.returncode == 2
    assert not (tmp_path / "there").exists()


def test_a_game_that_is_not_installed_yet_says_how(tmp_path: Path) -> None:
    written = packages.tripot("new", "mygame", packages=tmp_path, cwd=tmp_path)
    assert written.returncode == 0, written.stderr
    for home, here in ((tmp_path, "mygame"), (tmp_path / "mygame", ".")):
        told = packages.tripot("check", "mygame", packages=tmp_path, cwd=home)
        assert told.returncode == 2
        assert f"pip install -e {here}" in told.stderr
    elsewhere = packages.tripot("check", "othergame", packages=tmp_path, cwd=tmp_path)
    assert "there is no game 'othergame'" in elsewhere.stderr


def test_one_subject_alone_is_checked_or_none_is_found(maker: Maker) -> None:
    checked = maker.check("clauses")
    assert checked.returncode == 0, checked.stdout
    assert "deselected" in checked.stdout
    nothing = maker.check("refusal_of_nothing")
    assert nothing.returncode == 2
    assert "no test has 'refusal_of_nothing' in its name" in nothing.stderr


HEARD = 'HEARD_BY = {"draw": "turn"}'
PLANTED = {
    "a card that is named to all": ("rules.py", HEARD, "HEARD_BY = {}", "though 'draw 1' looks the same"),
    "a misspelt field": ("rules.py", "s.card = move", "s.crad = move", "the record has no 'crad': 'card' is meant?"),
    "a clause without a test": (
        "tests/test_mygame.py",
        '"MYG-02", "MYG-03"',
        '"MYG-02"',
        "no test is marked with MYG-03",
    ),
    "a question without an answer": (
        "rules.py",
        "    for kind in range(KINDS):\n        can[SAYING + kind] = 1",
        "    can[SAYING] = 0",
        "seat 0 is asked in the phase 'say' and may do nothing",
    ),
    "a flaw that play has": (
        "rules.py",
        "(s.said >= 0) != (s.phase == ANSWER)",
        "s.said == 2",
        "after seat 0's 'say 3'",
    ),
    "a verb that nobody is told of": (
        "texts/mygame.en.toml",
        'doubt = "{who} doubts it."\n',
        "",
        "texts/mygame.en.toml: [log] tells nothing of doubt",
    ),
    "a word that is missing": (
        "rules.py",
        'CARDS = ("1", "2", "3", "unknown")',
        'CARDS = ("1", "2", "ace", "unknown")',
        "[words] lacks ace",
    ),
    "a headline that names no field": (
        "texts/mygame.en.toml",
        "{said}.”",
        "{siad}.”",
        "[headlines] of answer names what is no field: siad",
    ),
    "news of a seat that isn't there": (
        "rules.py",
        "told[verdict, WHO] = s.turn",
        "told[verdict, WHO] = s.turn + 4",
        "is of a seat that isn't there",
    ),
    "news without what it tells": (
        "rules.py",
        "            told[verdict, COUNT] = s.said + 1\n",
        "",
        "has no count, after seat",
    ),
    "a flaw without a clause": ("rules.py", 'yield "said"', 'yield "sayd"', "FLAWS has no sayd"),
    "a name that nothing has": ("rules.py", "s.phase = SAY", "s.phase = SYA", "there is no 'SYA': 'SAY' is meant?"),
    "a text that is missing": ("texts/mygame.fr.toml", "lie =", "lye =", "texts/mygame.fr.toml: [news] lacks lie"),
    "a space that breaks": ("texts/mygame.fr.toml", "\u202f!", " !", "needs a no-break space"),
}


# Those that say nothing against one another are planted together.
AT_ONCE = (
    ("a misspelt field", "a name that nothing has"),
    ("a clause without a test", "a verb that nobody is told of", "a headline that names no field",
     "a text that is missing", "a space that breaks"),
)  # fmt: skip
PATCHES = (*AT_ONCE, *((fault,) for fault in PLANTED if not any(fault in faults for faults in AT_ONCE)))
# The tests that find them, of all that are run; others are found before any test.
FOUND_BY = {
    "a card that is named to all": "redaction",
    "a clause without a test": "clauses",
    "a question without an answer": "questions",
    "a flaw that play has": "positions",
    "news of a seat that isn't there": "texts",
    "news without what it tells": "texts",
    "a flaw without a clause": "contract",
}


@pytest.mark.parametrize("faults", PATCHES, ids=lambda faults: "; ".join(faults))
def test_planted_faults_are_named_in_a_package_too(maker: Maker, faults: tuple[str, ...]) -> None:
    for file, honest, planted, _ in map(PLANTED.__getitem__, faults):
        path = (maker.home if file.startswith("tests/") else maker.package) / file
        assert honest in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(honest, planted, 1), "utf-8")
    checked = maker.check(" or ".join(FOUND_BY[fault] for fault in faults if fault in FOUND_BY) or "contract")
    assert checked.returncode == 1
    for fault in faults:
        assert PLANTED[fault][3] in checked.stdout + checked.stderr, fault


def test_rules_are_tested_before_all_is_worded(maker: Maker) -> None:
    """What has no words yet is called by its name in the rules."""
    for language in LANGUAGES:
        path = maker.package / "texts" / f"mygame.{language}.toml"
        before, _, after = path.read_text("utf-8").partition("[moves]")
        path.write_text(before + "[moves]\n\n[log]" + after.partition("[log]")[2], "utf-8")
    checked = maker.check("texts or questions or test_mygame")
    assert "[moves] lacks a form for believe, doubt, say" in checked.stderr
    assert "passed" in checked.stdout
    assert "failed" not in checked.stdout
    assert checked.returncode == 1


LEANING = """
from tripot_mygame.rules import ANSWER, BELIEVE, DOUBT, KINDS, SAY, SAYING

TEMPER = ("doubt",)
LEVELS = {"novice": (10,), "regular": (30,)}
CHARACTERS = {"bold": {}, "careful": {}, "suspicious": {"doubt": 20}}
HABITS = {"always doubts": (100,)}


def lean(s, seat, temper, weights):
    if s.phase == SAY:
        for kind in range(KINDS):
            weights[SAYING + kind] = 1
    elif s.phase == ANSWER:
        weights[BELIEVE] = 100 - temper[0]
        weights[DOUBT] = temper[0]
"""
MISLED = {
    "as it should": ("", "", ""),
    "to nothing": ("if s.phase == SAY:", "if s.phase == ANSWER:", "it leans to nothing"),
    "to what isn't legal": ("elif s.phase == ANSWER:", "if s.phase >= 0:", "it leans to what isn't legal"),
    "to less than nothing": ('{"doubt": 20}', '{"doubt": 80}', "it has a weight below 0"),
    "by a knob that isn't there": ('{"doubt": 20}', '{"nose": 20}', "nose"),
}


@pytest.mark.parametrize("way", MISLED)
def test_an_instinct_is_held_to_its_contract(maker: Maker, way: str) -> None:
    honest, planted, named = MISLED[way]
    (maker.package / "instinct.py").write_text(LEANING.replace(honest, planted), "utf-8")
    checked = maker.check("policies or contract")
    assert checked.returncode == bool(named), checked.stdout
    assert named in checked.stdout


@pytest.mark.slow
def test_the_example_holds_in_every_twin(installed: Path) -> None:
    checked = packages.tripot("check", "fauxpapiers", packages=installed, cwd=packages.EXAMPLE)
    assert checked.returncode == 0, checked.stdout
