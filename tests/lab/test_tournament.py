"""A tournament: seats rotated, luck shared, resumed where it stopped; who spoils it is named and put out."""

from __future__ import annotations

import json
import random
import re
import signal
import sys

import pytest

import tripot
from tripot.bots import play_at_random
from tripot.cli import app
from tripot.engine.errors import TripotError
from tripot.engine.look import Look
from tripot.lab import contestants, ratings, tournament
from tripot.lab.contestants import contestant, player
from tripot.lab.tournament import Tournament, in_processes, line_ups, play

PROHIS = tripot.game("prohis")
HERE = __name__


class First:
    """A maker's bot: the first legal move."""

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        return look.legal[0]


class Listens(First):
    """One that remembers: it may not have missed anything when it is asked."""

    def __init__(self) -> None:
        self.seen = b""

    def notice(self, events, look):
        self.seen = bytes(look)

    def __call__(self, look, rng, /):
        assert self.seen == bytes(look)
        return look.legal[-1]


def raises(look, rng):
    raise KeyError("no plan")


def cheats(look, rng):
    return "take all"


def stalls(look, rng):
    while True:
        pass


def entered(*names, games=12, file=None, stalled=10.0, seats=3):
    return Tournament(PROHIS, names, seats, games, 5, file, stalled)


def test_everybody_meets_everybody_and_sits_everywhere():
    assert line_ups(["a", "b", "c", "d"], 3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    assert line_ups(["a", "b"], 3) == [("a", "b", "a"), ("a", "b", "b")]


def test_natively_and_at_tables_a_tournament_has_as_many_games_and_the_better_level_wins():
    found = entered("regular", "novice", "random", games=600)
    found.run()
    standings = ratings.standings(found)
    assert {each.name for each in standings} == {"regular", "novice", "random"}
    assert standings[-1].name == "random"
    assert standings[-1].wins + standings[-1].wins_error < standings[-1].even
    assert sum(each.games for each in standings) == 3 * 600
    assert found.decisions > 600 * 50


def test_a_maker_s_bot_comes_by_its_import_path_and_one_that_remembers_misses_nothing():
    found = entered("novice", f"{HERE}:First", f"{HERE}:Listens", games=3)
    found.run()
    assert found.disqualified == {}
    assert len(list(found.games)) == 3


def test_the_same_games_in_other_processes():
    one, other = (entered("regular", "random", f"{HERE}:First", games=6) for _ in range(2))
    one.run()
    other.run(lambda todo: in_processes(todo, 2))
    assert list(one.games) == list(other.games)


def test_a_tournament_is_resumed_where_it_stopped(tmp_path):
    file = tmp_path / "games.jsonl"
    first = entered("regular", "novice", "random", f"{HERE}:First", games=24, file=file)
    whole = [play(piece) for piece in first.todo]
    first.run(lambda todo: (play(piece) for piece in todo[:2]) if not first.played else iter([play(p) for p in todo]))
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20])  # torn in mid-write
    again = entered("regular", "novice", "random", f"{HERE}:First", games=24, file=file)
    assert len(again.played) == 2
    again.run()
    assert [again.played[each.piece] for each in whole] == [
        each._replace(**json.loads(json.dumps(each._asdict()))) for each in whole
    ]


def test_another_tournament_s_file_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    entered("regular", "random", games=3, file=file).run()
    with pytest.raises(TripotError, match="holds another tournament"):
        entered("regular", "random", games=3, file=file, seats=4)


@pytest.mark.parametrize(
    ("spoiler", "fault"),
    [
        ("raises", "KeyError at .*: 'no plan'"),
        ("cheats", "'take all' isn't legal"),
        ("stalls", "more than 0.3 seconds"),
    ],
)
def test_who_spoils_it_is_named_and_the_others_play_on(spoiler, fault):
    found = entered("regular", "novice", "random", f"{HERE}:{spoiler}", games=24, stalled=0.3)
    found.run()
    assert list(found.disqualified) == [f"{HERE}:{spoiler}"]
    assert re.search(fault, found.disqualified[f"{HERE}:{spoiler}"])
    assert {name for line_up, _, _ in found.games for name in line_up} == {"regular", "novice", "random"}


def test_an_unknown_bot_costs_a_sentence():
    with pytest.raises(TripotError, match="there is no bot 'genius'"):
        contestant(PROHIS, "genius")
    with pytest.raises(TripotError, match="can't be loaded"):
        contestant(PROHIS, "no.such:Bot")
    with pytest.raises(TripotError, match="two bots or more"):
        entered("regular", "regular")


@pytest.mark.parametrize("level", ["novice", "regular/bold", "master"])
def test_where_a_game_has_no_policy_nobody_plays_at_random_under_another_name(level, monkeypatch):
    monkeypatch.setattr(contestants, "policy", lambda name: None)
    with pytest.raises(TripotError, match="prohis has no policy: its bots play at random"):
        contestant(PROHIS, level)
    assert contestant(PROHIS, "random").temper is None


def test_no_clock_runs_while_a_bot_of_the_house_gets_ready(monkeypatch):
    clocks = []

    def player_with_a_watch(game, name):
        def choose(look, rng):
            clocks.append(signal.getitimer(signal.ITIMER_REAL)[0])
            return play_at_random(look, rng)

        return choose

    monkeypatch.setattr(tournament, "player", player_with_a_watch)
    tournament._get_ready.cache_clear()
    played = Tournament(PROHIS, ["master", f"{HERE}:First"], 3, 1, 0, None)
    played.run()
    tournament._get_ready.cache_clear()
    assert not played.disqualified
    assert clocks[0] == 0
    assert clocks[-1] > 0


def test_levels_come_with_characters():
    assert contestant(PROHIS, "regular/bold").temper != contestant(PROHIS, "regular").temper
    assert player(PROHIS, "novice/careful").temper == contestant(PROHIS, "novice/careful").temper


def test_the_command_writes_table_and_plot(tmp_path, capsys):
    words = ["arena", "prohis", "--bots", "novice", "regular", "--seats", "4", "--games", "40", "--out", str(tmp_path)]
    with pytest.raises(SystemExit) as left:
        app(words)
    assert left.value.code == 0
    assert "| regular | " in (tmp_path / "table.md").read_text()
    assert "<svg" in (tmp_path / "ratings.svg").read_text()
    assert "| bot | games |" in capsys.readouterr().out


@pytest.mark.parametrize(("missing", "more"), [("openskill", []), ("matplotlib", ["--out", "arena"])])
def test_what_the_arena_lacks_is_named_before_anybody_plays(monkeypatch, tmp_path, capsys, missing, more):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as left:
        app(["arena", "prohis", "--bots", "novice", "regular", "--games", "1", *more])
    assert left.value.code == 2
    told = capsys.readouterr()
    assert f"the arena needs {missing}: pip install 'tripot[lab]'" in " ".join(told.err.split())
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []
