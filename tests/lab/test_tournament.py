"""A tournament: seats rotated, luck shared, resumed where it stopped; who spoils it is named and put out."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import statistics
import sys
from contextlib import suppress

import pytest

import tripot
from tripot.bots.versions import code_of
from tripot.cli import app
from tripot.engine.errors import TripotError
from tripot.engine.look import Look
from tripot.lab import contestants, ratings, tournament
from tripot.lab.contestants import contestant, player
from tripot.lab.tournament import Tournament, in_processes, line_ups, on_ray, play

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


def leaves(look, rng):
    sys.exit()


def dies(look, rng):
    os._exit(3)


def falls(look, rng):
    os.kill(os.getpid(), signal.SIGKILL)


def hangs_up(look, rng):
    os.closerange(3, 99)
    stalls(look, rng)


def stalls(look, rng):
    while True:
        with suppress(BaseException):
            rng.random()


def dozes(look, rng):
    os.kill(os.getpid(), signal.SIGSTOP)


def scribbles(look, rng):
    """What it writes is no answer, wherever the line to the arena is."""
    for line in range(3, 99):
        with suppress(OSError):
            os.write(line, b"?????")
    return look.legal[0]


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
    file.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])  # torn in mid-write
    again = entered("regular", "novice", "random", f"{HERE}:First", games=24, file=file)
    assert len(again.played) == 2
    again.run()
    assert [again.played[each.piece] for each in whole] == [
        each._replace(**json.loads(json.dumps(each._asdict()))) for each in whole
    ]
    assert entered("regular", "novice", "random", f"{HERE}:First", games=24, file=file).left == []


def test_another_tournament_s_file_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    entered("regular", "random", games=3, file=file).run()
    with pytest.raises(TripotError, match="holds another tournament"):
        entered("regular", "random", games=3, file=file, seats=4)


@pytest.mark.parametrize(
    ("spoiler", "fault"),
    [
        ("raises", "KeyError at .*: 'no plan'"),
        ("leaves", "SystemExit at .*"),
        ("dies", "its process ended with status 3"),
        ("falls", "its process was ended by signal 9"),
        ("hangs_up", "it hung up on the arena"),
        ("cheats", "'take all' isn't legal"),
        ("stalls", "more than 1 seconds"),
        ("dozes", "more than 1 seconds"),
        ("scribbles", "more than 1 seconds"),
    ],
)
def test_who_spoils_it_is_named_and_the_others_play_on(spoiler, fault):
    patience = 1.0 if "seconds" in fault else 30.0
    found = entered(f"{HERE}:{spoiler}", "regular", "novice", "random", games=24, stalled=patience)
    found.run()
    assert list(found.disqualified) == [f"{HERE}:{spoiler}"]
    assert re.search(fault, found.disqualified[f"{HERE}:{spoiler}"])
    assert {name for line_up, _, _ in found.games for name in line_up} == {"regular", "novice", "random"}


def test_who_spoils_it_in_other_processes_ends_none_of_them():
    found = entered(f"{HERE}:dies", f"{HERE}:stalls", "regular", "novice", "random", games=24, stalled=2.0)
    found.run(lambda todo: in_processes(todo, 2))
    assert found.disqualified == {
        f"{HERE}:dies": "its process ended with status 3",
        f"{HERE}:stalls": "it thought for more than 2 seconds",
    }
    assert len(list(found.games)) == 24


def test_on_a_cluster_of_ray_the_same_games_are_played_and_who_spoils_it_is_named(monkeypatch, tmp_path):
    token = tmp_path / "token"  # else one would be written into the home of whoever tests
    token.write_text("2" * 64)
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(token))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")  # another cluster, which isn't asked
    here, there = (entered("regular", "random", f"{HERE}:First", f"{HERE}:dies", games=12) for _ in range(2))
    here.run()
    there.run(lambda todo: on_ray(todo, "local"))
    assert there.disqualified == here.disqualified == {f"{HERE}:dies": "its process ended with status 3"}
    assert list(there.games) == list(here.games)


def test_when_somebody_is_disqualified_the_others_are_lined_up_anew():
    found = entered("regular", "novice", f"{HERE}:raises", games=24, seats=4)
    told = []
    found.run(progress=lambda done, total: told.append((done, total)))
    assert {line_up for line_up, _, _ in found.games} == set(line_ups(["regular", "novice"], 4))
    assert told[-1] == (24, 24)
    assert {each.name for each in ratings.standings(found)} == {"regular", "novice"}


def test_who_has_several_seats_counts_once_a_deal_so_that_intervals_are_no_narrower():
    found = entered("regular", "novice", games=400, seats=4)
    found.run()
    won = []  # by the regular, deal by deal
    games = list(found.games)
    for first in range(0, len(games), 4):
        shares = [
            (ranks[place] == 1) / ranks.count(1)
            for line_up, _, ranks in games[first : first + 4]
            for place, name in enumerate(line_up)
            if name == "regular"
        ]
        won.append(statistics.mean(shares))
    (regular,) = (each for each in ratings.standings(found) if each.name == "regular")
    assert regular.games == len(games)
    assert regular.wins == pytest.approx(statistics.mean(won))
    assert regular.wins_error == pytest.approx(1.96 * statistics.stdev(won) / len(won) ** 0.5)


def test_who_is_left_alone_has_nobody_to_play_with():
    found = entered("regular", f"{HERE}:raises", games=6)
    found.run()
    assert list(found.games) == []


LEARNS = """
def plays(look, rng):
    return look.legal[0]
"""


def test_games_of_a_bot_that_has_changed_since_are_refused_and_nobody_else_s(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    maker, file = tmp_path / "learning.py", tmp_path / "games.jsonl"
    maker.write_text(LEARNS)
    entered("novice", "random", "learning:plays", games=6, file=file).run()
    assert entered("novice", "random", "learning:plays", games=6, file=file).left == []
    contestants.dismiss()

    maker.write_text(LEARNS.replace("[0]", "[-1]"))
    changed = "holds games of learning:plays, whose code or weights have changed since; move it away"
    with pytest.raises(TripotError, match=changed):
        entered("novice", "random", "learning:plays", games=6, file=file)

    entered("novice", "random", f"{HERE}:First", games=6, file=file).run()
    assert entered("novice", "random", f"{HERE}:First", games=6, file=file).left == []


def test_a_bot_that_is_a_package_has_changed_when_anything_in_it_has(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    package, file = tmp_path / "packed", tmp_path / "games.jsonl"
    package.mkdir()
    (package / "__init__.py").write_text("from packed.plays import plays\n")
    (package / "plays.py").write_text(LEARNS)
    (package / "weights.txt").write_text("1")
    entered("novice", "random", "packed:plays", games=6, file=file).run()
    assert entered("novice", "random", "packed:plays", games=6, file=file).left == []
    contestants.dismiss()

    (package / "weights.txt").write_text("2")
    with pytest.raises(TripotError, match="holds games of packed:plays, whose code or weights have changed since"):
        entered("novice", "random", "packed:plays", games=6, file=file)


def test_who_is_another_where_games_are_played_ends_the_arena(monkeypatch):
    """A machine of a cluster with older code, say."""
    piece = entered("novice", "random", games=6).todo[0]
    monkeypatch.setattr(tournament, "mark_of", lambda game, name: "0.0.9 of old")
    with pytest.raises(TripotError, match=r"novice has other code or weights on .* than where the arena is kept"):
        play(piece)


def test_without_a_seed_chance_is_drawn_by_lot_and_a_tournament_goes_on_by_its_own(tmp_path):
    file = tmp_path / "games.jsonl"
    first, other = (Tournament(PROHIS, ["novice", "random"], 3, 6, None, where) for where in (file, None))
    assert first.about["seed"] != other.about["seed"]
    first.run()
    again = Tournament(PROHIS, ["novice", "random"], 3, 6, None, file)
    assert again.about == first.about
    assert again.left == []


def test_games_of_the_house_s_bots_count_as_long_as_their_code_and_weights_are_the_same(tmp_path):
    file = tmp_path / "games.jsonl"
    entered("regular", "novice", "random", games=6, file=file).run()
    whole, mark = file.read_text(), code_of("prohis")
    assert mark in whole
    file.write_text(whole.replace(mark, "0123456789ab"))
    with pytest.raises(TripotError, match="holds games of novice, regular, whose code or weights have changed since"):
        entered("regular", "novice", "random", games=6, file=file)
    file.write_text("".join(line for line in whole.splitlines(True) if not line.startswith('{"bots"')))
    with pytest.raises(TripotError, match="holds games of novice, random, regular, whose"):
        entered("regular", "novice", "random", games=6, file=file)


TIRES = """
from pathlib import Path

class Bot:
    def __init__(self):
        with Path(__file__).with_name("diary").open("a") as diary:
            diary.write(".")
            self.made = diary.tell()

    def __call__(self, look, rng):
        if self.made > 3:
            raise RuntimeError("tired")
        return look.legal[0]
"""


def test_a_bot_that_was_repaired_begins_anew_and_all_its_games_count(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    maker, file = tmp_path / "tiring.py", tmp_path / "games.jsonl"

    maker.write_text(TIRES)
    first = entered("regular", "novice", "tiring:Bot", games=6, file=file)
    first.run()
    assert list(first.disqualified) == ["tiring:Bot"]
    assert len(first.played) == 3  # one of its own, and the others' two line-ups

    again = entered("regular", "novice", "tiring:Bot", games=6, file=file)
    assert len(again.left) == 2  # those that it played before it was tired don't count
    again.run()
    assert list(again.disqualified) == ["tiring:Bot"]

    maker.write_text(TIRES.replace("made > 3", "made > 99"))
    repaired = entered("regular", "novice", "tiring:Bot", games=6, file=file)
    repaired.run()
    assert repaired.disqualified == {}
    assert [line_up for line_up, _, _ in repaired.games] == [("regular", "novice", "tiring:Bot")] * 6
    assert entered("regular", "novice", "tiring:Bot", games=6, file=file).left == []


def written(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


REMEMBERS = """
seen = []

class Bot:
    def __init__(self):
        seen.append("a hand")

    def __call__(self, look, rng):
        assert len(seen) == 1, seen
        return look.legal[0]
"""


def test_a_bot_has_nothing_left_of_another_game_and_shares_nothing_with_its_other_seats(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, remembering=REMEMBERS)
    found = entered("novice", "remembering:Bot", games=12)  # two seats of three in half of the games
    found.run()
    assert found.disqualified == {}
    assert len(list(found.games)) == 12


STARTS = """
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

worker = ThreadPoolExecutor(1)
worker.submit(int).result()
engine = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
"""


def test_a_bot_that_starts_threads_and_processes_when_it_is_loaded_has_its_own_in_every_game(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    choice = """
        engine.stdin.write(b"...")
        engine.stdin.flush()
        assert engine.stdout.read(3) == b"..."
        return worker.submit(look.legal.__getitem__, 0).result()
"""
    written(tmp_path, starting=STARTS + REMEMBERS.replace("        return look.legal[0]", choice))
    found = entered("novice", "starting:Bot", games=6)
    found.run()
    assert found.disqualified == {}
    assert len(list(found.games)) == 6


LEAVES_SOMEBODY = """
import os
import time
from pathlib import Path

def plays(look, rng):
    noted = Path(__file__).with_name("noted")
    if not noted.exists():
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                noted.write_text(str(os.getpid()))
                time.sleep(600)
            os._exit(0)
        while not noted.exists() or not noted.read_text():
            pass
    return look.legal[0]
"""


def test_whom_a_bot_has_started_ends_with_the_game_even_if_it_has_left_its_group(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, leaving=LEAVES_SOMEBODY)
    found = entered("novice", "leaving:plays", games=3)
    found.run()
    assert found.disqualified == {}
    left = int((tmp_path / "noted").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(left, signal.SIGKILL)


def test_a_bot_that_draws_from_nothing_it_was_given_plays_the_same_games_again(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    drawing = "import random\n\ndef plays(look, rng):\n    return random.choice(look.legal)\n"
    written(tmp_path, drawing=drawing)
    one, other = (entered("novice", "drawing:plays", games=6) for _ in range(2))
    one.run()
    other.run()
    assert list(one.games) == list(other.games)


WRITES = """
def plays(look, rng):
    with open(__file__, "a") as own:
        own.write("# learnt\\n")
    return look.legal[0]
"""


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_whose_files_change_while_it_plays_is_out_and_the_others_play_on(tmp_path, monkeypatch, processes):
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, writing=WRITES)
    names, file = ("regular", "novice", "random", "writing:plays"), tmp_path / "games.jsonl"
    found = entered(*names, games=24, file=file)
    found.run(tournament.here if processes == 1 else lambda todo: in_processes(todo, processes))
    assert found.disqualified == {"writing:plays": "its files changed while it played"}
    assert {name for line_up, _, _ in found.games for name in line_up} == {*names[:3]}

    written(tmp_path, writing=LEARNS)
    repaired = entered(*names, games=24, file=file)
    repaired.run()
    assert repaired.disqualified == {}
    assert len(list(repaired.games)) == 24


def test_a_maker_s_bot_that_is_another_on_another_machine_ends_the_arena(monkeypatch):
    piece = entered("novice", f"{HERE}:First", games=6).todo[0]
    house = piece.marks[0]
    monkeypatch.setattr(tournament, "mark_of", lambda game, name: house if name == "novice" else "of old")
    with pytest.raises(TripotError, match=f"{HERE}:First has other code or weights on .* than where the arena is kept"):
        play(piece._replace(kept_on="elsewhere"))
    assert play(piece).fault == "its files changed while it played"


VICTIM = """
import os
from pathlib import Path

class Bot:
    def __init__(self):
        Path(__file__).with_name("victim.pid").write_text(str(os.getpid()))

    def __call__(self, look, rng):
        return look.legal[0]
"""
KILLER = """
import os
from pathlib import Path

def plays(look, rng):
    victim, killed = (Path(__file__).with_name(name) for name in ("victim.pid", "killed"))
    if victim.exists() and not (killed.exists() and killed.read_text() == MOST * "."):
        found = int(victim.read_text())
        victim.unlink()
        with killed.open("a") as book:
            book.write(".")
        os.kill(found, 9)
    return look.legal[0]
"""


@pytest.mark.parametrize(("times", "out"), [(1, {}), (2, {"victim:Bot": "its process was ended by signal 9"})])
def test_who_was_killed_plays_that_game_again_and_is_out_if_it_happens_again(tmp_path, monkeypatch, times, out):
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, victim=VICTIM, killer=KILLER.replace("MOST", str(times)))
    found = entered("victim:Bot", "killer:plays", "regular", games=12)
    found.run()
    assert found.disqualified == out
    assert (tmp_path / "killed").read_text() == "." * times
    assert len(list(found.games)) == 12


def test_an_unknown_bot_costs_a_sentence():
    with pytest.raises(TripotError, match="there is no bot 'genius'"):
        contestant(PROHIS, "genius")
    with pytest.raises(TripotError, match="can't be loaded: ModuleNotFoundError"):
        contestant(PROHIS, "no.such:Bot")
    with pytest.raises(TripotError, match="no bot is 'sly'"):
        contestant(PROHIS, "master/sly")
    with pytest.raises(TripotError, match="two bots or more"):
        entered("regular", "regular")


@pytest.mark.parametrize("level", ["novice", "regular/bold", "master"])
def test_where_a_game_has_no_policy_nobody_plays_at_random_under_another_name(level, monkeypatch):
    monkeypatch.setattr(contestants, "policy", lambda name: None)
    with pytest.raises(TripotError, match="prohis has no policy: its bots play at random"):
        contestant(PROHIS, level)
    assert contestant(PROHIS, "random").temper is None


def test_a_bot_that_ends_its_process_when_it_is_loaded_costs_a_sentence_too(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mistaken.py").write_text("import os\nos._exit(4)\n")
    with pytest.raises(TripotError, match="'mistaken:Bot' can't be loaded: its process ended with status 4"):
        entered("regular", "mistaken:Bot")


def test_a_habit_sits_at_a_table_with_a_maker_s_bot():
    found = Tournament(tripot.game("chasse"), ["fears nothing", f"{HERE}:First"], 2, 2, 5, None)
    found.run()
    assert found.disqualified == {}
    assert len(list(found.games)) == 2


def test_levels_come_with_characters():
    assert contestant(PROHIS, "regular/bold").temper != contestant(PROHIS, "regular").temper
    assert player(PROHIS, "novice/careful", 0, 1.0).temper == contestant(PROHIS, "novice/careful").temper


def test_the_command_writes_table_and_plot(tmp_path, capsys):
    words = ["arena", "prohis", "--bots", "novice", "regular", "--seats", "4", "--games", "40", "--out", str(tmp_path)]
    with pytest.raises(SystemExit) as left:
        app(words)
    assert left.value.code == 0
    assert "| regular | " in (tmp_path / "table.md").read_text()
    assert "<svg" in (tmp_path / "ratings.svg").read_text()
    assert "| bot | games |" in capsys.readouterr().out


def test_the_command_names_who_is_out_and_rates_the_others(capsys):
    bots = ["novice", "regular", "random", f"{HERE}:leaves"]
    with pytest.raises(SystemExit) as left:
        app(["arena", "prohis", "--bots", *bots, "--seats", "4", "--games", "24"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    assert f"{HERE}:leaves is disqualified: SystemExit at test_tournament.py" in told
    assert all(f"| {name} | 24 |" in told for name in bots[:3])  # one of them with two seats


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
