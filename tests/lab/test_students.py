"""What a student is given to learn from: masters' decisions, as a file keeps them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import tripot
from bench.decisions import Decisions
from tripot.bots.network import HOME
from tripot.lab.students import ASIDE, BLOCK, Student, decided_in

ENOUGH = ASIDE * BLOCK


def noted(game_name: str, count: int, folder: Path) -> tuple[Path, list[tuple[str, ...]]]:
    """A file of decisions, made at random where there was a choice, and the moves that were legal at each."""
    game, rng = tripot.game(game_name), random.Random(5)
    kept, choices = [], []
    table = game.start(4, seed=5)
    while len(kept) < count:
        if table.outcome is not None:
            table = game.start(4, seed=rng.getrandbits(32))
        seat = min(table.actors)
        look = table.look(seat)
        numbers = look.legal_numbers()
        if len(numbers) > 1:
            move, share = rng.choice(numbers), rng.uniform(0.2, 0.8)
            weighed = [(move, share, 0.5), (next(each for each in numbers if each != move), 1 - share, 0.5)]
            kept.append((table.seats, seat, bytes(look), move, weighed, 0.1, 0.5))
            choices.append(look.legal)
        table.play(seat, game.moves[rng.choice(numbers)])
    decisions = Decisions(folder)
    decisions.take(game_name, [{"decided": kept}])
    decisions.write()
    return folder / f"{game_name}.npz", choices


def test_a_row_has_what_was_seen_what_was_legal_and_the_chances_that_moves_were_drawn_with(tmp_path: Path):
    game = tripot.game("contrebande")
    file, choices = noted("contrebande", ENOUGH, tmp_path)
    decided = decided_in(game, file)
    for row, legal in enumerate(choices):
        assert tuple(game.moves[move] for move in np.flatnonzero(decided.legal[row])) == legal
    assert (decided.shares[~decided.legal] == 0).all()
    assert decided.shares.sum(1) == pytest.approx(np.ones(ENOUGH), abs=1e-5)
    assert np.allclose(decided.won, (0.5 - 0.25) / 0.75)
    assert len({row.tobytes() for row in decided.seen}) > ENOUGH / 2


def test_whole_blocks_are_kept_aside(tmp_path: Path):
    file, _ = noted("contrebande", ENOUGH, tmp_path)
    aside = decided_in(tripot.game("contrebande"), file).aside
    assert np.flatnonzero(aside).tolist() == list(range(ENOUGH - BLOCK, ENOUGH))


def test_decisions_of_another_game_or_too_few_or_none_at_all_are_refused(tmp_path: Path):
    file, _ = noted("contrebande", 10, tmp_path)
    with pytest.raises(RuntimeError, match=r"has no decisions of prohis"):
        decided_in(tripot.game("prohis"), file)
    with pytest.raises(RuntimeError, match=r"has 10 decisions; a student needs 2,560 at least"):
        decided_in(tripot.game("contrebande"), file)
    with pytest.raises(RuntimeError, match="can't be read as decisions of masters"):
        decided_in(tripot.game("contrebande"), HOME / "contrebande.npz")
    with pytest.raises(RuntimeError, match="can't be read as decisions of masters"):
        decided_in(tripot.game("contrebande"), tmp_path / "nowhere.npz")


def test_a_student_that_begins_as_another_games_network_is_refused_before_anything_is_read(tmp_path: Path):
    with pytest.raises(RuntimeError, match="is no network of contrebande"):
        Student(
            tripot.game("contrebande"), 4, HOME / "prohis.npz", tmp_path / "nowhere.npz", tmp_path / "there"
        )  # fmt: skip
    assert not (tmp_path / "there").exists()
