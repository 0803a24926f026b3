"""Bots that remember are shown all that their seat noticed, in order, and nothing else."""

import random

import tripot
from tripot.engine.game import Game
from tripot.engine.table import Table
from tripot.engine.witness import Witness
from tripot.house.foresight import Foresight
from tripot.house.recall import Recall, RecalledStep
from tripot.testing.settings import each_game


def noticed(table: Table, seat: int) -> list[RecalledStep]:
    """What the seat's witness noticed of the whole game so far."""
    witness = Witness(table.game, seat, table.beginning())
    steps = [RecalledStep((), bytes(witness.look))]
    for before, mover, move, after in table.steps():
        moment = witness.step(before, mover, move, after)
        if moment is not None:
            steps.append(RecalledStep(tuple((e.seat, e.text, e.act) for e in moment.events), bytes(witness.look)))  # type: ignore[arg-type]
    return steps


@each_game("recall")
def test_a_seat_is_shown_what_it_noticed_from_the_start_however_often_it_is_asked(game: Game) -> None:
    table, rng = game.start(game.most, seed=3), random.Random(3)
    recalls: dict[int, Recall] = {}
    for played in range(60):
        if not table.actors:
            break
        if played % 20 == 19:
            for seat in range(game.most):
                assert Foresight(table, recalls).heard(seat) == noticed(table, seat)
        seat = rng.choice(sorted(table.actors))
        table.play(seat, rng.choice(table.legal(seat)))
    assert all(step.record for seat in recalls for step in recalls[seat].steps)


def test_moves_in_secret_that_are_only_tried_are_shown_to_who_tries_them_and_leave_no_trace() -> None:
    """A convoy that is being put together: the next card is chosen with the first ones in mind."""
    table = tripot.game("prohis").start(3, seed=1)
    recalls: dict[int, Recall] = {}
    (seat,) = table.actors
    before = list(Foresight(table, recalls).heard(seat))
    foresight = Foresight(table, recalls)
    loaded = next(move for move in table.legal(seat) if move.startswith("load"))
    assert not foresight.notices(seat, loaded)
    assert foresight.heard(seat)[:-1] == before
    assert foresight.heard(seat)[-1].heard[0].text == loaded
    assert foresight.heard((seat + 1) % 3) == noticed(table, (seat + 1) % 3)
    assert Foresight(table, recalls).heard(seat) == before
