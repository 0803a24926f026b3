"""OpenSpiel's own tests and algorithms run on every game; nobody's information state says too much or too little."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import tripot
import tripot.lab.openspiel  # registers the games
from tripot.engine.hearing import Listener
from tripot.engine.look import Look, seats_in
from tripot.testing.settings import each_game, each_setting

SMALL_CHASSE = "tripot_chasse(size=5,figures=2,plaques=1,quiet=2)"
SMALL_CONTREBANDE = "tripot_contrebande(rounds=2,pack=tiny)"


def load(game, players=None):
    return pyspiel.load_game(f"tripot_{game.name}(players={players or game.fewest})")


def play(state, rng):
    """One random move, of a seat or of chance; which."""
    outcomes = state.chance_outcomes() if state.is_chance_node() else [(move, 1) for move in state.legal_actions()]
    moves, weights = zip(*outcomes, strict=True)
    move = rng.choices(moves, weights)[0]
    state.apply_action(move)
    return move


def line(game, seed, moves=10_000):
    """Every state of a random game, or of its first moves."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state.clone()
    while not state.is_terminal() and moves:
        play(state, rng)
        moves -= 1
        yield state.clone()


def decisions(game, seed, count):
    """So many states of a random game in which a player has a choice, evenly spread."""
    choices = [state for state in line(game, seed) if state.is_player_node() and len(state.legal_actions()) > 1]
    return choices[:: max(1, len(choices) // count)][:count]


def stories(house, states, player):
    """All that a player was told up to each state of a line, straight from the rules: what they heard, saw and did."""
    listener = Listener(house.rules, house.plain, player)
    before = states[0].node.state()
    seen = bytes(Look(house, before, player))
    story = (player, seen)
    for state in states:
        moment = state.node
        if moment.parent is not None:
            then = moment.state()
            heard = listener.step(before, moment.seat, moment.move, then)
            sees = bytes(Look(house, then, player))
            own = moment.move if moment.seat == player else None
            if heard or sees != seen or own is not None:
                story = (*story, (own, tuple(heard), sees))
            before, seen = then, sees
        yield state, (*story, player == state.current_player())


# Loading


@each_setting()
def test_a_game_loads_with_every_number_of_seats_and_every_option(setting):
    def parameter(value):
        return int(value) if isinstance(value, str) and value.isdigit() else value

    options = {name: parameter(value) for name, value in setting.options}
    game = pyspiel.load_game(f"tripot_{setting.game.name}", {"players": setting.seats, **options})
    assert game.num_players() == setting.seats
    assert game.new_initial_state().node.record == bytes(setting.first_state())
    assert game.min_utility() < 0 < game.max_utility()
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.new_initial_state().node.record == bytes(setting.first_state())


def test_zero_stands_for_the_word_among_numbers():
    assert str(pyspiel.load_game("tripot_contrebande(rounds=0)")) == str(pyspiel.load_game("tripot_contrebande"))


def test_what_the_house_does_not_offer_is_refused():
    with pytest.raises(ValueError, match="3 to 6 seats, not 9"):
        pyspiel.load_game("tripot_prohis(players=9)")


# OpenSpiel's conformance tests


@each_game()
def test_openspiels_random_simulation_finds_no_fault(game):
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


@each_game()
def test_chance_is_certain_that_something_happens(game):
    for state in line(load(game, game.most), 1):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == state.legal_actions()
            assert min(chances) > 0
            assert sum(chances) == pytest.approx(1, abs=1e-12)


@each_game()
def test_returns_are_scores_less_their_mean(game):
    *_, state = line(load(game, game.most), 2)
    assert state.is_terminal()
    scores = [0] * game.most
    game.plain.scores(state.node.state(), scores)
    assert state.returns() == pytest.approx([score - sum(scores) / game.most for score in scores])
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


@each_game()
def test_a_pickled_state_remembers_what_everybody_knows(game):
    loaded = load(game)
    for state in decisions(loaded, 3, 4):
        again = pickle.loads(pickle.dumps(state))
        assert again.history() == state.history()
        for player in range(loaded.num_players()):
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)


# Information


@each_game()
def test_an_information_state_is_what_the_player_was_told_and_did_and_nothing_else(game):
    """One string for each story over the first moves of many games; where a player is to move, the same moves."""
    loaded = load(game)
    told, strings, choices = {}, {}, {}
    lines = [list(line(loaded, seed, 60)) for seed in range(6)]
    for states in lines:
        for player in range(loaded.num_players()):
            for state, story in stories(game, states, player):
                string = state.information_state_string(player)
                assert told.setdefault(string, story) == story
                assert strings.setdefault(story, string) == string
                if player == state.current_player():
                    assert choices.setdefault(string, state.legal_actions()) == state.legal_actions()
    assert choices
    assert len(told) < sum(map(len, lines)) * loaded.num_players(), "some histories can't be told apart"


def test_in_a_small_game_recall_is_perfect():
    """Wherever a player can't tell two histories apart, the same moves were made, knowing the same each time."""
    pasts = {}

    def visit(state, own):
        if state.is_terminal():
            return
        player = state.current_player()
        string = state.information_state_string()
        assert pasts.setdefault(string, own[player]) == own[player]
        for move in state.legal_actions():
            visit(state.child(move), {**own, player: (*own[player], string, move)})

    visit(pyspiel.load_game(SMALL_CHASSE).new_initial_state(), {0: (), 1: ()})
    assert len(pasts) == 335


@each_game()
def test_a_sealed_answer_is_nobody_elses_information_until_all_have_answered(game):
    loaded = load(game)
    questions = sealed = 0
    for state in line(loaded, 4):
        moment = state.node
        asked = seats_in(game.plain.actors(moment.state()))
        sealed += game.plain.sealed(moment.state())
        if len(asked) > 1:
            questions += 1
            assert state.current_player() == min(asked)
            for seat in asked - {min(asked)}:
                for move in state.legal_actions():
                    then = state.child(move).node.past(seat)
                    assert (then.digest, then.text) == (moment.past(seat).digest, moment.past(seat).text)
    assert questions or not sealed


@each_game()
def test_a_spectators_observation_has_nobodys_secrets(game):
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    loaded = load(game)
    spectator = loaded.make_py_observer(kind)
    for state in decisions(loaded, 6, 3):
        spectator.set_from(state, 0)
        assert spectator.tensor.tolist() == state.node.look(-1).tensor().tolist()
        assert {name: piece.size for name, piece in spectator.dict.items()}.keys() == game.rules.LEGEND.keys()
        assert spectator.string_from(state, 0) == spectator.string_from(state, 1)


# Resampling


@each_game()
def test_a_resampled_state_is_the_same_to_the_player_and_can_be_played_on(game):
    rng = random.Random(7)
    loaded = load(game)
    for state in decisions(loaded, 8, 6):
        for player in range(loaded.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert (other.current_player() == player) == (state.current_player() == player)
            assert other.history() == [], "the moves that were really made are not known"
        other = state.resample_from_infostate(state.current_player(), rng.random)
        assert other.legal_actions() == state.legal_actions()
    play(other, rng)
    again = pickle.loads(pickle.dumps(other))
    for player in range(loaded.num_players()):
        assert again.information_state_string(player) == other.information_state_string(player)
    while not other.is_terminal():
        play(other, rng)
    assert sum(other.returns()) == pytest.approx(0, abs=1e-6)


def test_a_resampled_hand_is_not_the_true_one():
    """Else a search would look into hands."""
    state = decisions(pyspiel.load_game("tripot_prohis"), 9, 2)[1]
    rng = random.Random(1)
    hands = {state.resample_from_infostate(0, rng.random).observation_string(1) for _ in range(10)}
    assert len(hands) > 5


def test_in_a_sealed_question_the_resampled_state_asks_the_same_player_first():
    """PROHIS: who answers second does not know the first answer; that seat is asked again afterwards."""
    loaded = pyspiel.load_game("tripot_prohis(players=4)")
    phase = tripot.game("prohis").rules.CONTROL
    states = [state for state in line(loaded, 10) if state.node.state().phase == phase]
    state = states[1]
    first, second = states[0].current_player(), state.current_player()
    assert first < second
    other = state.resample_from_infostate(second, random.Random(2).random)
    assert other.current_player() == second
    other.apply_action(other.legal_actions()[0])
    assert other.current_player() == first


# Algorithms


@each_game()
def test_search_plays_every_game(game):
    loaded = load(game)
    state = decisions(loaded, 11, 2)[1]
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(loaded, rollouts, 2.0, 3, 100, False, 1, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, luck), 2.0, 4, random_state=luck)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", [SMALL_CHASSE, SMALL_CONTREBANDE])
def test_external_sampling_learns_on_small_games(name):
    np.random.seed(1)
    game = pyspiel.load_game(name)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    solver.iteration()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


def test_counterfactual_regret_solves_a_small_chasse():
    """Perfect recall, or the exploitability would not fall; nobody wins when two quiet moves end the game."""
    game = pyspiel.convert_to_cached_tree(pyspiel.load_game(SMALL_CHASSE))
    solver = pyspiel.CFRPlusSolver(game)
    falls = []
    for _ in range(3):
        for _ in range(40):
            solver.evaluate_and_update_policy()
        falls.append(pyspiel.exploitability(game, solver.tabular_average_policy()))
    assert falls == sorted(falls, reverse=True)
    assert falls[-1] < 0.01
    value = pyspiel.expected_returns(game.new_initial_state(), solver.tabular_average_policy(), -1, True)
    assert value[0] == pytest.approx(0, abs=0.02)
