"""What a viewer sees and hears along random games: enough to go on, and nothing more."""

from collections.abc import Iterator

from tripot.engine.look import Look, seats_in
from tripot.engine.state import PlainState
from tripot.games.common import CHANCE
from tripot.testing.leak_checks import imagined, leaks_of_a_look, leaks_of_hearing, leaks_of_words, redacted
from tripot.testing.random_play import Step, line, spread, states
from tripot.testing.settings import Setting, each_game, each_setting

LOOKS = 1500  # about so many are taken in a setting
MOST_GAMES = 100
WORDS = 5  # at every fifth of these moments all possible moves are listened to


def leaks_along(setting: Setting, seed: int) -> Iterator[str]:
    """All that random games give away, at moments spread over them, to every viewer; of short games it takes more."""
    steps: list[Step] = []
    for again in range(MOST_GAMES):
        steps += line(setting, seed + 1000 * again)
        if len(steps) * (setting.seats + 1) >= LOOKS:
            break
    apart = len(steps) * (setting.seats + 1) // LOOKS + 1
    for number, step in enumerate(steps[::apart]):
        for viewer in setting.viewers():
            yield from leaks_of_a_look(setting.game, step.after, viewer, number)
            yield from leaks_of_hearing(setting.game, step, viewer)
            if number % WORDS == 0:
                yield from leaks_at(setting, step, viewer)


def leaks_at(setting: Setting, step: Step, viewer: int) -> Iterator[str]:
    """What the words for any of the possible moves would give away."""
    asked = setting.game.plain.actors(step.before)
    for seat in (CHANCE,) if asked == CHANCE else seats_in(asked):
        yield from leaks_of_words(setting.game, step.before, seat, viewer)


@each_game()
def test_a_look_has_no_way_to_the_full_state(game):
    """Bots get looks: all the records that one holds are the redacted one."""
    setting = Setting(game, game.most)
    for state in states(setting, 82)[::5]:
        for viewer in setting.viewers():
            look = Look(game, state, viewer)
            held = [getattr(look, name) for name in Look.__slots__]
            records = [bytes(value) for value in held if isinstance(value, PlainState | bytes)]
            assert set(records) == {bytes(look)}


def leak_of_luck(setting: Setting) -> str:
    """Whoever can't know something thinks of more than one way it may be; what is wrong, or nothing."""
    game, hidden, varied = setting.game, 0, 0
    for seed in range(3):
        for state in spread(states(setting, seed), 20):
            for viewer in setting.viewers():
                if redacted(game, state, viewer) != bytes(state):
                    hidden += 1
                    varied += len({bytes(imagined(game, state, viewer, number)) for number in range(4)}) > 1
    return "" if varied > hidden // 4 or not hidden else f"of {hidden} looks that hide something, luck changed {varied}"


@each_game()
def test_what_is_hidden_is_imagined_by_luck(game):
    leak = leak_of_luck(Setting(game, game.most))
    assert not leak, leak


@each_setting()
def test_a_game_gives_nothing_away(setting):
    leak = next(leaks_along(setting, 81), "")
    assert not leak, leak
