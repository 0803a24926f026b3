"""Games and bots that packages bring: found by their entry points, held to the contract, named when they are broken."""

from __future__ import annotations

import random
from pathlib import Path

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
    seated = [bot("fauxpapiers", "cerberus"), bot("fauxpapiers", "regular"), player(game, "cerberus")]
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


def test_a_new_game_is_green_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written, installed and held to the contract outside of our own project; what compiles is left to the example."""
    home = tmp_path / "mygame"
    told = packages.tripot("new", "mygame", "--in", str(home), "--table", packages=tmp_path)
    assert told.returncode == 0, told.stderr
    installed = packages.install(home, tmp_path / "packages")
    renewed = packages.tripot("check", "mygame", "--renew", packages=installed, cwd=home)
    assert renewed.returncode == 0, renewed.stderr
    assert (home / "tests" / "goldens" / "mygame.txt").exists()
    checked = packages.tripot("check", "mygame", "--plain", packages=installed, cwd=home)
    assert checked.returncode == 0, checked.stdout
    assert "passed" in checked.stdout
    assert "skipped" not in checked.stdout
    monkeypatch.syspath_prepend(str(installed))
    assert bot("mygame") is play_at_random  # until it has a policy


@pytest.mark.parametrize("name", ["prohis", "Poker", "x", "../up"])
def test_a_name_that_won_t_do_writes_nothing(tmp_path: Path, name: str) -> None:
    told = packages.tripot("new", name, "--in", str(tmp_path / "there"), packages=tmp_path)
    assert told.returncode == 2
    assert not (tmp_path / "there").exists()


HEARD = 'HEARD_BY = {"draw": "turn"}'
PLANTED = {
    "a card that is named to all": ("rules.py", HEARD, "HEARD_BY = {}", "though 'draw 1' looks the same"),
    "a misspelt field": ("rules.py", "s.card = move", "s.crad = move", "the record has no 'crad': 'card' is meant?"),
    "a text that is missing": ("texts/mygame.fr.toml", "lie =", "lye =", "texts/mygame.fr.toml: [news] lacks lie"),
    "a space that breaks": ("texts/mygame.fr.toml", "\u202f!", " !", "needs a no-break space"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_named_in_a_package_too(tmp_path: Path, fault: str) -> None:
    home = tmp_path / "mygame"
    packages.tripot("new", "mygame", "--in", str(home), packages=tmp_path)
    file, honest, planted, named = PLANTED[fault]
    path = home / "src" / "tripot_mygame" / file
    path.write_text(path.read_text("utf-8").replace(honest, planted, 1), "utf-8")
    checked = packages.tripot("check", "mygame", "--plain", packages=packages.install(home, tmp_path / "p"), cwd=home)
    assert checked.returncode == 1
    assert named in checked.stdout + checked.stderr


@pytest.mark.slow
def test_the_example_holds_in_every_twin(installed: Path) -> None:
    checked = packages.tripot("check", "fauxpapiers", packages=installed, cwd=packages.EXAMPLE)
    assert checked.returncode == 0, checked.stdout
