"""The master: what it believes follows from what its seat heard, it learns whom it faces, and plays better for it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module

import numpy as np
import pytest

import tripot
from tripot.bots import bot
from tripot.bots.instincts import policy
from tripot.bots.master import Master, master, outlook
from tripot.bots.master.match import MASTER, Seats, play
from tripot.bots.master.player import twin_of
from tripot.bots.master.settings import Settings, settings_of, types_of
from tripot.bots.network import trained
from tripot.engine.catalogue import catalogue
from tripot.engine.game import Game
from tripot.engine.state import PlainState
from tripot.engine.twins import plain
from tripot.engine.witness import Witness

CONTREBANDE = tripot.game("contrebande")
QUICK = settings_of("contrebande", simulations=300, seconds=60.0)


@dataclass
class Line:
    """A game that is played move by move, by any legal moves and chance, and followed by witnesses."""

    game: Game
    seats: int
    rng: random.Random
    state: PlainState = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.new_state()
        self.game.plain.setup(self.state, self.seats, self.game.option_numbers(self.game.chosen({})))

    def legal(self, seat: int) -> list[int]:
        can = bytearray(8 * self.game.words)
        self.game.plain.legal(self.state, seat, can)
        return [move for move, mark in enumerate(can) if mark]

    def next(self) -> tuple[int, int] | None:
        """Who moves next, and how: any legal move, each as likely; chance by its weights."""
        asked = self.game.plain.actors(self.state)
        if asked == 0:
            return None
        if asked < 0:
            odds = [0] * len(self.game.outcomes)
            self.game.plain.chance(self.state, odds)
            return -1, self.rng.choices(range(len(odds)), odds)[0]
        seat = self.rng.choice([seat for seat in range(self.seats) if asked >> seat & 1])
        return seat, self.rng.choice(self.legal(seat))

    def steps(self, moves: int, witness: Witness) -> Iterator[None]:
        """So many moves, after each of which the witness noticed something."""
        for _ in range(moves):
            chosen = self.next()
            if chosen is None:
                return
            if self.step(*chosen, witness):
                yield

    def step(self, seat: int, move: int, witness: Witness) -> bool:
        before = self.state.copy()
        self.game.plain.apply(self.state, seat, move)
        self.moment = witness.step(before, seat, move, self.state)
        return self.moment is not None


def follow(line: Line, player: Master, witness: Witness, moves: int) -> Iterator[None]:
    """A master is shown all that its witness notices."""
    player.notice([], witness.look)
    for _ in line.steps(moves, witness):
        player.notice(line.moment.events, witness.look)
        yield


def worlds_of(player: Master) -> tuple[np.ndarray, np.ndarray]:
    count = int(player.mind.tally[0]["worlds"])
    return player.mind.worlds[:count], player.mind.weights[:count]


@pytest.mark.parametrize("name", [name for name in catalogue() if policy(name) is not None])
def test_every_type_weighs_legal_moves_and_no_others(name):
    """Also those that turn the knobs to their ends, wherever others lead the game."""
    game, rng = tripot.game(name), random.Random(4)
    twin, (_, rows, *_) = plain(game.rules, (), policy(name)), types_of(policy(name), settings_of(name))
    table = game.start(seed=4)
    for _ in range(120):
        if not table.actors:
            break
        seat = rng.choice(sorted(table.actors))
        look = table.look(seat)
        legal = look.legal_numbers()
        for row in rows.tolist():
            weights = [0] * len(game.moves)
            twin.lean(game.state_of(bytes(look)), seat, row, weights)
            assert min(weights) >= 0
            assert sum(weights) == sum(weights[move] for move in legal) > 0
        table.play(seat, game.moves[rng.choices(range(len(weights)), weights)[0]])


@pytest.mark.parametrize("name", ["chasse", "contrebande", "prohis"])
def test_where_search_saves_the_redacting_the_policy_weighs_a_whole_world_as_its_seat_would_see_it(name):
    """`outlook/` shows these policies imagined worlds as they are."""
    game, rng, hidden = tripot.game(name), random.Random(8), 0
    own = import_module(f"tripot.bots.master.outlook.{name}")
    assert own.seen_by("a world", None, 0) == "a world"
    twin, (_, rows, *_) = plain(game.rules, (), policy(name)), types_of(policy(name), settings_of(name))
    for seed in range(3):
        table = game.start(seed=seed)
        for moment in range(300):
            if not table.actors:
                break
            seat = rng.choice(sorted(table.actors))
            whole, seen = table.state(), game.state_of(bytes(table.look(seat)))
            hidden += bytes(whole) != bytes(seen)
            row = rows[moment % len(rows)].tolist()
            weights, by_look = [0] * len(game.moves), [0] * len(game.moves)
            twin.lean(whole, seat, row, weights)
            twin.lean(seen, seat, row, by_look)
            assert weights == by_look
            assert bytes(whole) == bytes(table.state()), "a policy changes nothing"
            table.play(seat, game.moves[rng.choices(range(len(weights)), weights)[0]])
    assert hidden > 100


@pytest.mark.parametrize("seat", [0, 2])
def test_every_kept_world_looks_like_the_table(seat):
    for seed in range(3):
        line = Line(CONTREBANDE, 4, random.Random(seed))
        witness = Witness(CONTREBANDE, seat, line.state)
        player = master("contrebande", QUICK, seed)
        for _ in follow(line, player, witness, 150):
            worlds, weights = worlds_of(player)
            looks = worlds.copy()
            player.twin.redact_all(looks, seat)
            assert {look.tobytes() for look in looks} == {bytes(witness.look)}
            assert weights.sum() == pytest.approx(1, abs=1e-3)


def test_a_hand_that_nobody_spoke_of_is_believed_in_exactly():
    """Every hand of four that the pack allows, as likely as cards are dealt."""
    rules = CONTREBANDE.rules
    line = Line(CONTREBANDE, 4, random.Random(5))
    witness = Witness(CONTREBANDE, 0, line.state)
    player = master("contrebande", QUICK)
    player.notice([], witness.look)
    for move in (rules.OFFICER_SEAT, *[rules.DEAL + rules.LUGGAGE] * 4):  # seat 0 is officer, seat 1 has a hand
        line.step(-1, move, witness)
        player.notice(line.moment.events, witness.look)
    worlds, weights = worlds_of(player)
    pack = rules.PACKS[0].tolist()
    for world, weight in zip(worlds, weights, strict=True):
        hand = world["hand"][: rules.KINDS].tolist()
        ways = math.prod(math.comb(of_kind, held) for of_kind, held in zip(pack, hand, strict=True))
        assert weight == pytest.approx(ways / math.comb(sum(pack), 4), rel=1e-6)
    assert len(worlds) == len({world["hand"].tobytes() for world in worlds}) > 500


@pytest.mark.parametrize("name", [name for name in catalogue() if policy(name) is not None])
def test_whatever_is_heard_is_thought_about_within_bounds(name):
    """Native code reads beyond an array without a word; the twin that is checked refuses to."""
    game = tripot.game(name)
    line, player = Line(game, game.fewest, random.Random(3)), master(name, seed=1)
    player.twin = twin_of(game.rules, policy(name), boundscheck=True)
    assert sum(1 for _ in follow(line, player, Witness(game, 0, line.state), 150)) > 20


def declared(moves: list[str], seed: int = 0, settings: Settings = QUICK) -> Master:
    """What the officer believes after a declaration of a fresh hand."""
    rules = CONTREBANDE.rules
    line = Line(CONTREBANDE, 4, random.Random(seed))
    witness = Witness(CONTREBANDE, 0, line.state)
    player = master("contrebande", settings, seed)
    player.notice([], witness.look)
    for move in (rules.OFFICER_SEAT, *[rules.DEAL + rules.LUGGAGE] * 4):
        line.step(-1, move, witness)
        player.notice(line.moment.events, witness.look)
    for text in moves:
        line.step(1, CONTREBANDE.move_number(text), witness)
        player.notice(line.moment.events, witness.look)
    player(witness.look, random.Random(seed))
    return player


def test_words_are_evidence_and_a_thought_says_how_much():
    """Nothing declared is often a lie; two cameras are mostly two cameras, though few hands have them."""
    bare = declared(["declared"]).thought("let-pass")
    cameras = declared(["declare camera", "declare camera", "declared"]).thought("let-pass")
    assert 0.02 < bare.chances["lie"] < 0.98
    assert cameras.chances["holds camera"] > 0.8 > 2 * bare.chances["holds camera"]
    for thought in (bare, cameras):
        assert {option.move for option in thought.options} == {"let-pass", "search"}
        assert sum(option.share for option in thought.options) == pytest.approx(1)
        assert sum(option.tried for option in thought.options) == thought.simulations == QUICK.simulations
        assert all(sum(types.values()) == pytest.approx(1, abs=1e-3) for types in thought.types.values())


def test_the_same_look_hearing_and_luck_give_the_same_move_also_after_a_restart():
    moves = ["declare wine", "declared"]
    one, again = declared(moves, 3), declared(moves, 3)
    assert one.thought("") == again.thought("")
    look, luck = Witness(CONTREBANDE, 0, Line(CONTREBANDE, 4, random.Random(0)).state).look, random.Random
    assert bytes(look) != one.seen
    choices = {one(declared_look(moves), luck(seed)) == again(declared_look(moves), luck(seed)) for seed in range(5)}
    assert choices == {True}


def declared_look(moves: list[str]):
    """The officer's look in another game, in which the hand is another one: he can't tell."""
    rules = CONTREBANDE.rules
    line = Line(CONTREBANDE, 4, random.Random(0))
    witness = Witness(CONTREBANDE, 0, line.state)
    for move in (rules.OFFICER_SEAT, *[rules.DEAL + rules.WINE + i for i in range(4)]):
        line.step(-1, move, witness)
    for text in moves:
        line.step(1, CONTREBANDE.move_number(text), witness)
    return witness.look


def test_what_the_hand_really_is_makes_no_difference():
    """Two games that the seat can't tell apart: same beliefs, same thought, same move."""
    moves = ["declare wine", "declared"]
    player = declared(moves)
    assert player.seen == bytes(declared_look(moves))
    assert player(declared_look(moves), random.Random(9)) == declared(moves)(declared_look(moves), random.Random(9))


def faith_of(player: Master) -> np.ndarray:
    """How likely each seat is, in each situation, of each type."""
    return player.mind.faith.reshape(player.game.most, -1, len(player.names))


def test_what_somebody_does_in_one_situation_is_not_taken_for_all_that_they_do():
    """An officer who searches whoever comes first, and nobody else."""
    rules, line = CONTREBANDE.rules, Line(CONTREBANDE, 4, random.Random(3))
    witness, player = Witness(CONTREBANDE, 1, line.state), master("contrebande", QUICK, 3)
    player.notice([], witness.look)
    officer = -1
    while line.state.round <= 1:
        seat, move = line.next()
        if line.state.phase == rules.CUSTOMS:
            officer = line.state.officer
            move = rules.SEARCH if line.state.turn == (officer + 1) % 4 else rules.LET_PASS
        elif line.state.phase == rules.NEIGHBOUR:
            move = rules.TAKE
        if line.step(seat, move, witness):
            player.notice(line.moment.events, witness.look)
    doubting = [player.names.index(name) for name in ("truth and doubt", "lies and doubts", "searches", "doubts")]
    first, last, others = faith_of(player)[officer, 1:, doubting].sum(axis=0)
    assert first > 0.7
    assert max(last, others) < 0.1


@pytest.mark.parametrize(
    ("misspelt", "fault"),
    [
        ({"types": (("honest", (("lies", 0), ("hide", 0))),)}, "contrebande has no knobs lies, which 'honest' turns"),
        ({"types": (), "stern": ("truth and trust",)}, "contrebande has no types truth and trust to be stern"),
    ],
)
def test_settings_that_name_what_the_policy_has_not_are_refused(misspelt, fault):
    with pytest.raises(ValueError, match=fault):
        types_of(policy("contrebande"), settings_of("contrebande", **misspelt))


def test_it_learns_whom_it_faces():
    names, rows, first, _, _ = types_of(policy("contrebande"), QUICK)
    for habit in ("truth and trust", "truth and doubt", "lies and trusts"):
        place = names.index(habit)
        line_up = [MASTER, *[tuple(rows[place].tolist())] * 3]
        (player,) = play(CONTREBANDE, policy("contrebande"), line_up, 4, 7, QUICK, rounds="2").masters
        learned = faith_of(player)[1:4, :, place].mean()
        assert learned > 4 * first[place], habit
        assert player.mind.tally[0]["lost"] == 0, "what happened was always in some world"


def shares(rivals: str, games: int) -> float:
    names, rows, _, _, _ = types_of(policy("contrebande"), QUICK)
    line_up = [MASTER, *[tuple(rows[names.index(rivals)].tolist())] * 3]
    won = 0.0
    for number in range(games):
        turned = [line_up[(seat - number) % 4] for seat in range(4)]
        won += play(CONTREBANDE, policy("contrebande"), turned, 4, number, QUICK, rounds="2").wins[number % 4]
    return won / games


@pytest.mark.parametrize("rivals", ["regular", "truth and doubt"])
def test_it_beats_regulars_and_those_who_tell_the_truth_and_doubt_everybody(rivals):
    assert shares(rivals, 12) > 0.5


def shares_of(worths, mixes=True):
    """How likely an officer plays two moves, each tried a thousand times; worths by what rivals are: as they seem, or
    of one stern type."""
    player = declared(["declare wine", "declared"])
    player.tree.tried[:2], player.tree.worth[:2] = 1000.0, 1000.0 * np.array(worths)
    player.tree.spread[:] = 1000.0, 500.0, 500.0
    player.twin.make_up_mind(player.tree, mixes, 1)
    return player.tree.shares[:2].tolist()


def test_where_each_move_fails_against_somebody_a_master_mixes_them():
    even, odd = [0.5, 1.0, 0.0], [0.5, 0.0, 1.0]
    assert shares_of([even, odd]) == pytest.approx([0.5, 0.5], abs=0.05)
    assert sorted(shares_of([even, odd], mixes=False)) == [0.0, 1.0]
    first, second = shares_of([[0.5, 1.0, 0.0], [0.5, 0.0, 0.5]])
    assert (first, second) == pytest.approx((1 / 3, 2 / 3), abs=0.05), "it is as well off against the one as the other"


def test_what_is_safe_against_everybody_is_played_and_what_is_clearly_better_too():
    assert shares_of([[0.5, 1.0, 0.0], [0.5, 0.6, 0.6]])[1] > 0.95
    assert shares_of([[0.9, 0.5, 0.0], [0.1, 0.0, 0.5]])[0] > 0.95


def searches(words, character):
    """What eight officers of a character think of the same declaration, and how many of them search."""
    settings = replace(QUICK, simulations=2000, character=character)
    thoughts = [declared(words, seed, settings).thought("") for seed in range(8)]
    return thoughts, sum(max(each.options, key=lambda option: option.share).move == "search" for each in thoughts)


def test_a_character_tips_the_scales_where_search_sees_little_difference():
    """Nothing declared is searched by all, two cameras by none; of two bottles of wine some officers think worse."""
    for words, plainly in ((["declared"], 8), (["declare camera", "declare camera", "declared"], 0)):
        assert searches(words, "")[1] == searches(words, "suspicious")[1] == plainly
    (plain_thoughts, plainly), (thoughts, suspiciously) = (
        searches(["declare wine", "declare wine", "declared"], character) for character in ("", "suspicious")
    )
    assert plainly < suspiciously < 8
    for one, other in zip(plain_thoughts, thoughts, strict=True):
        assert {option.move: option.worth for option in one.options} == {
            option.move: option.worth for option in other.options
        }, "what search found is told as it is"


def test_whom_a_character_gives_no_liking_plays_as_a_plain_master():
    """Bold people lie and claim bags; as officers they are like anybody."""
    words = ["declare wine", "declared"]
    assert declared(words, 2, replace(QUICK, character="bold")).thought("") == declared(words, 2).thought("")


def test_a_master_is_like_whom_it_is_asked_to_be():
    assert bot("contrebande", "master", "bold").settings == settings_of("contrebande", character="bold")
    assert bot("contrebande", "master").settings == settings_of("contrebande")


def test_nobody_can_tell_what_a_master_has_settled_for_a_game():
    """It comes from its seed, and where none is given from the system's luck."""
    assert bot("chasse", "master", seed=7).own_number == bot("chasse", "master", seed=7).own_number
    assert len({bot("chasse", "master").own_number for _ in range(5)}) == 5


def test_it_keeps_to_its_time():
    player = declared(["declared"])
    player.choose(random.Random(1), simulations=10**9, seconds=0.0)
    assert player.tree.used[2] == QUICK.chunk


def test_a_decision_takes_as_long_as_choosing_and_all_the_listening_before_it():
    table = CONTREBANDE.start(4, seed=4)
    states = np.frombuffer(bytearray(bytes(table.start_state())), CONTREBANDE.rules.STATE)
    seats = Seats(CONTREBANDE, policy("contrebande"), range(4), replace(QUICK, simulations=1), 4)
    seats.begin(states)
    for who, text in table.history:
        number = CONTREBANDE.outcome_number(text) if who is None else CONTREBANDE.move_number(text)
        seats.step(states, -1 if who is None else who, number)
    (seat,) = table.actors
    listened = dict(seats.spent)
    assert min(listened.values()) > 0
    _, seconds = seats.choose(seat, random.Random(1))
    assert seconds > listened[seat]
    assert seats.spent == listened | {seat: 0.0}, "what it listened to is counted once, and nobody else's"


def proposed(**changes):
    """What a master of PROHIS makes of its first question: chances by move, what each is worth, and the network's."""
    game = tripot.game("prohis")
    table = game.start(4, seed=4)
    while len((look := table.look(min(table.actors))).legal) < 3:
        table.play(look.viewer, look.legal[0])
    player = Master(game, policy("prohis"), settings_of("prohis", simulations=300, **changes), seed=5)
    chosen = player(look, random.Random(2))
    thought = player.thought(chosen)
    assert player(look, random.Random(2)) == chosen
    shares = {option.move: option.share for option in thought.options}
    return shares, {option.move: option.worth for option in thought.options}, trained("prohis").chances(look)


def test_where_a_network_proposes_search_sways_it():
    shares, _, chances = proposed(sway=1e-9)
    assert shares == pytest.approx(chances, abs=1e-4), "without search the network alone"
    shares, worths, _ = proposed(sway=1e6)
    assert max(shares.values()) == pytest.approx(1), "by much search the best move"
    assert worths[max(shares, key=shares.__getitem__)] >= sorted(worths.values())[-2]


@pytest.mark.parametrize("character", ["bold", "careful"])
def test_where_a_network_proposes_a_character_makes_no_move_likelier_than_it_may(character):
    (plainly, *_), (shares, *_) = proposed(), proposed(character=character)
    times = [shares[move] / plainly[move] for move in plainly if plainly[move] > 1e-9]
    settings = settings_of("prohis")
    assert 1.2 < max(times) / min(times) < 1.01 * math.exp(settings.sway * settings.near) < 50


def smugglers_look(**options):
    """After the plaques are hidden and each side has moved once."""
    table = tripot.game("chasse").start(seed=1, **options)
    for move in (*["hide a1"] * options.get("plaques", 5), *[None] * 4):
        (seat,) = table.actors
        table.play(seat, move or table.look(seat).legal[0])
    return np.frombuffer(bytes(table.look(0)), table.game.rules.STATE)[0]


def test_in_a_match_the_network_sees_the_game_that_is_being_played():
    familiar = outlook.familiar_of("chasse")
    alone = smugglers_look()
    second = alone.copy()
    second["match"], second["leg"], second["turn"], second["points"] = 1, 1, 1 - alone["turn"], (250, 100)
    record, seat = familiar(second, 1)
    assert (bytes(record), seat) == (bytes(alone), 0)
    assert second["leg"] == 1, "the record itself stays as it was"
    assert familiar(alone, 0) == (alone, 0)


@pytest.mark.parametrize("options", [{"size": "7"}, {"figures": 9}, {"plaques": 3}, {"numbers": "12,34/5,6"}])
def test_the_network_proposes_nothing_on_boards_that_it_has_not_learned_nor_to_customs(options):
    familiar = outlook.familiar_of("chasse")
    assert familiar(smugglers_look(**options), 0) is None
    assert familiar(smugglers_look(), 1) is None
