"""An audience that is told natively notices the very same as witnesses in plain Python."""

import random
from itertools import islice
from typing import Any

from tripot.engine import record_codec
from tripot.engine.audience import Audience, quicken
from tripot.engine.look import Look
from tripot.engine.scoring import scored_in
from tripot.engine.table import Table
from tripot.engine.witness import Moment, Witness
from tripot.testing.settings import Setting, each_game, each_setting

COMING, GOING = 0.03, 0.02  # how likely it is, at every step, that a viewer comes or goes
SPECTATOR = -1
MOST = 250  # steps of a game: whoever comes late learns of all of them


def seen_in(look: Look) -> tuple[object, ...]:
    asked = look.asked, look.actors, look.phase, look.clause, look.role, look.sealed
    return bytes(look), *asked, look.legal, look.passive, look.lines, look.document()


def played(setting: Setting, seed: int) -> Table:
    table = setting.start(seed)
    table.play_random(seed)
    return table


def noticed(setting: Setting, table: Table, seed: int, *drivers: Any) -> list[tuple[object, ...]]:
    """Of an audience that comes and goes: what everybody noticed, and how the table looks to them.

    They are told by these drivers in turn; None is plain Python.
    """
    rng = random.Random(seed)
    steps = list(islice(table.steps(), MOST))
    audience = Audience(setting.game, table.start_state())
    found: list[tuple[object, ...]] = []
    known: dict[int, Look] = {}
    for number, (before, seat, move, _) in enumerate(steps):
        assert setting.game.plain.sealed(before) == audience.sealed
        for viewer in setting.viewers():
            if viewer in audience.witnesses:
                if rng.random() < GOING:
                    audience.dismiss(viewer)
            elif rng.random() < COMING or not number:
                _, past = audience.welcome(viewer, table.start_state(), steps[:number])
                found.append((number, viewer, past))
        if not number or rng.random() < 0.5:
            audience.mark()
            known = {viewer: witness.look for viewer, witness in audience.witnesses.items()}
        setting.game.notice_all = drivers[number % len(drivers)]
        ((moments, _),) = audience.tell([(seat, move)])
        for viewer, witness in audience.witnesses.items():
            changes = witness.look.changes(known.get(viewer, witness.look))
            assert changes.items() <= witness.look.document().items()
            found.append((number, viewer, moments.get(viewer), witness.beat, changes, *seen_in(witness.look)))
    return found


@each_setting("audience")
def test_natively_everybody_notices_the_same(setting, monkeypatch):
    table = played(setting, 91)
    monkeypatch.setattr(setting.game, "notice_all", None)
    plain = noticed(setting, table, 92, None)
    quicken(setting.game)
    native = setting.game.notice_all
    assert native is not None
    assert noticed(setting, table, 92, native) == plain
    assert noticed(setting, table, 92, None, native) == plain  # a game may become quick between any two steps


@each_setting("audience")
def test_an_audience_that_is_told_of_several_moves_notices_what_a_single_witness_does(setting, monkeypatch):
    table, rng = played(setting, 93), random.Random(94)
    monkeypatch.setattr(setting.game, "notice_all", None)
    quicken(setting.game)
    audience = Audience(setting.game, table.start_state())
    for viewer in setting.viewers():
        audience.welcome(viewer, table.start_state(), [])
    alone = [Witness(setting.game, viewer, table.start_state(), patient=True) for viewer in setting.viewers()]
    steps = list(islice(table.steps(), 4 * MOST))
    while steps:
        some, steps = steps[: (many := rng.randint(1, 24))], steps[many:]
        audience.mark()
        told = audience.tell([(seat, move) for _, seat, move, _ in some])
        expected = [
            {witness.viewer: moment for witness in alone if (moment := witness.step(*step)) is not None}
            for step in some
        ]
        assert [moments for moments, _ in told] == expected
        assert [label for _, label in told] == [setting.game.plain.sealed(after) for *_, after in some]
        for witness in alone:
            assert seen_in(audience.witnesses[witness.viewer].look) == seen_in(witness.look)
        check_account(audience, expected)


def check_account(audience: Audience, told: list[dict[int, Moment]]) -> None:
    """What an audience says of all that changed since the mark; and twins were told and shown the same."""
    rules = audience.game.rules
    for viewer, witness in audience.witnesses.items():
        changes = record_codec.changes(rules, witness.marked, witness.record)
        assert [name for place, name in enumerate(rules.LEGEND) if witness.changed >> place & 1] == list(changes)
        assert witness.rescored == (scored_in(audience.game, witness.marked) != witness.look.scored)
        if witness.twin != viewer:
            twin = audience.witnesses[witness.twin]
            assert all(moments.get(viewer) == moments.get(twin.viewer) for moments in told)
            assert record_codec.changes(rules, twin.marked, twin.record) == changes
            assert twin.rescored == witness.rescored
            assert not witness.rescored or twin.look.scored == witness.look.scored
            for look in (twin.look, witness.look):
                assert not look.legal
                assert (look.asked, look.sealed, look.phase) == (witness.look.asked, False, witness.look.phase)


@each_game("audience")
def test_whoever_was_told_something_else_since_the_mark_is_no_twin(game, monkeypatch):
    """Not even when somebody has come in between."""
    setting = Setting(game, game.most)
    monkeypatch.setattr(game, "notice_all", None)
    quicken(game)
    table, rng = played(setting, 95), random.Random(96)
    audience, steps = Audience(game, table.start_state()), list(islice(table.steps(), 100))
    for viewer in setting.viewers():
        audience.welcome(viewer, table.start_state(), [])
    past = 0
    while past < len(steps):
        middle, end = past + rng.randint(1, 4), past + rng.randint(5, 8)
        audience.mark()
        told = audience.tell([(seat, move) for _, seat, move, _ in steps[past:middle]])
        audience.dismiss(SPECTATOR)
        audience.welcome(SPECTATOR, table.start_state(), steps[:middle])
        told += audience.tell([(seat, move) for _, seat, move, _ in steps[middle:end]])
        for viewer, witness in audience.witnesses.items():
            assert all(moments.get(viewer) == moments.get(witness.twin) for moments, _ in told)
        past = end
