"""Non-interference through real WebSockets: what a client may not know changes no byte that it is sent.

Two servers with the same secrets and clock (`rigged.py`) play two games that the client can't tell apart (`twins.py`):
other cards and other secret moves, made in other ways. All that it gets is compared, byte for byte, times included.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

import tripot
from tests.servers import UNTRUSTING, Server
from tests.web.guests import Guest, Line, order
from tests.web.twins import Decision, Twins, twins
from tripot.testing.settings import Setting, complete_games

NAMES = ("Anna", "Bob", "Cléo", "Dora", "Émile", "Fanny")
INSTANT = {"kind": "live", "fuse": 60, "tempo": "instant"}
LENGTH = 60  # steps of a game
SPECTATOR = -1
pytestmark = pytest.mark.xdist_group("wire leaks")  # two servers, one of them quickened, for all of them
COMPILING = 240.0  # seconds that it may take where the disk cache is empty


class Leak(AssertionError):
    """The client was told different things."""


class House:
    """Two servers, and the same people at both."""

    def __init__(self, servers: tuple[Server, Server]) -> None:
        self.servers = servers
        self.people = [tuple(Guest(server, name) for server in servers) for name in NAMES]
        self.watching = tuple(Guest(server, "Gus") for server in servers)

    def order(self, **orders: Any) -> None:
        """What both servers are to do."""
        for world in (0, 1):
            self.order_one(world, **orders)

    def order_one(self, world: int, **orders: Any) -> None:
        order(self.servers[world], **orders)

    @contextmanager
    def leaking(self, leak: str) -> Iterator[None]:
        self.order(leak=leak)
        try:
            yield
        finally:
            self.order(leak="")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One server tells audiences in plain Python, the other, which is busy, natively: nobody can see that either."""
    with (
        Server(tmp_path_factory.mktemp("left"), module="tests.web.deterministic_server") as left,
        Server(tmp_path_factory.mktemp("right"), "--busy", module="tests.web.deterministic_server") as right,
    ):
        order(right, COMPILING, quickened=True)
        assert (quick_games(left), quick_games(right)) == (0, len(complete_games()))
        yield House((left, right))


def quick_games(server: Server) -> int:
    told = httpx.get(f"http://{server.at}/metrics", verify=UNTRUSTING).text
    (found,) = re.findall(r"^tripot_quick_games (\S+)$", told, re.MULTILINE)
    return int(float(found))


class Both:
    """A client who is on both servers: all that they do is done twice, and all that they get is compared."""

    def __init__(self, guests: tuple[Guest, ...]) -> None:
        self.guests = guests
        self.lines: tuple[Line, ...] = ()
        self._compared = 0
        self._numbers = itertools.count()

    def watch(self, table: str, since: int = 0) -> None:
        for line in self.lines:
            line.close()
        self.lines, self._compared = tuple(guest.socket() for guest in self.guests), 0
        self.ask("watch", table=table, since=since)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The same message twice; the answer, and all that came before it, must be the same."""
        name = f"c{next(self._numbers)}"
        answers = [line.ask(kind, id=name, **fields) for line in self.lines]
        self.compare(f"{kind} {fields}")
        return answers[0]

    def settle(self, when: str = "") -> None:
        """All that the servers sent by now must be the same."""
        for line in self.lines:
            line.settle()
        self.compare(when)

    def compare(self, when: str) -> None:
        left, right = (line.frames[self._compared :] for line in self.lines)
        self._compared = len(self.lines[0].frames)
        if left != right:
            one, two = next(pair for pair in itertools.zip_longest(left, right) if pair[0] != pair[1])
            raise Leak(f"{when}: after {self._compared} frames came\n{one}\nor\n{two}")

    def request(self, method: str, path: str, **body: Any) -> tuple[int, bytes]:
        answers = [guest.http.request(method, path, json=body or None) for guest in self.guests]
        left, right = ((answer.status_code, {**answer.headers, "date": ""}, answer.content) for answer in answers)
        if left != right:
            raise Leak(f"{method} {path} {body}:\n{left}\nor\n{right}")
        return answers[0].status_code, answers[0].content

    def close(self) -> None:
        for line in self.lines:
            line.close()


class Play:
    """Two games side by side, the viewer's eyes on both."""

    def __init__(self, house: House, found: Twins, **settings: Any) -> None:
        self.house, self.found = house, found
        setting = found.setting
        hosts = house.people[0]
        self.table = ""
        for host in hosts:
            self.table = host.open(setting.game.name, setting.seats, public=True, options=dict(setting.options),
                                   **{"pace": INSTANT, **settings})  # fmt: skip
        for seat in range(1, setting.seats):
            for guest in house.people[seat]:
                guest.sit(self.table, seat)
        viewer = found.viewer
        self.viewer = Both(house.watching if viewer == SPECTATOR else house.people[viewer])
        self.viewer.watch(self.table)
        self.seats = [
            None if seat == viewer else tuple(guest.watch(self.table) for guest in house.people[seat])
            for seat in range(setting.seats)
        ]
        for world in (0, 1):
            house.order_one(world, table=self.table, luck=found.luck(world))
        for host in hosts:
            host.post(f"/api/tables/{self.table}/start")
        self.viewer.settle("start")
        self._numbers = itertools.count()

    def __enter__(self) -> Play:
        return self

    def __exit__(self, *_: object) -> None:
        self.viewer.close()
        for lines in self.seats:
            for line in lines or ():
                line.close()
        for seat in range(self.found.setting.seats):  # so that nobody has too many tables
            for guest in self.house.people[seat]:
                guest.http.post(f"/api/tables/{self.table}/leave")

    def submit(self, world: int, seat: int, moves: list[str]) -> None:
        """A seat other than the viewer's decides in one of the worlds."""
        line = (self.seats[seat] or ())[world]
        line.settle()
        answer = line.ask("submit", table=self.table, beat=line.beat, moves=moves, id=f"p{next(self._numbers)}")
        assert answer["t"] == "ack", (answer, moves)

    def play(self, decision: Decision) -> None:
        """One decision in both worlds, each in its own way; the viewer looks in between."""
        seat, (left, right) = decision.seat, decision.moves
        if decision.sealed:
            self.house.order(seconds=0.01)  # in a race they arrive one after the other
        if seat == self.found.viewer:
            for line in self.viewer.lines:
                line.settle()
            self.viewer.compare("before their move")
            beat = self.viewer.lines[0].beat
            answer = self.viewer.ask("submit", table=self.table, beat=beat, moves=left)
            assert answer["t"] == "ack", (answer, left)
        elif decision.sealed:
            line = (self.seats[seat] or ())[0]
            self.submit(0, seat, left)
            if not decision.closes:
                self.look(f"seat {seat} has answered in one world alone")
                line.ask("undo", table=self.table)
                self.look(f"seat {seat} has taken its answer back")
                self.submit(0, seat, left)
            self.submit(1, seat, right)
        else:
            if left[1:]:
                composer = (self.seats[seat] or ())[0]
                assert composer.ask("draft", table=self.table, moves=left)["t"] == "drafted"
                self.look(f"seat {seat} has composed {left} in one world alone")
            for move in left[:-1]:
                self.submit(0, seat, [move])
            if left[1:]:
                self.look(f"seat {seat} has begun {left} in one world alone")
            self.submit(0, seat, left[-1:])
            self.submit(1, seat, right)
        if decision.closes:
            self.house.order(seconds=1.0, turn=True)  # it stays open for a least time
        self.viewer.settle(f"seat {seat} played {decision.moves}")

    def look(self, when: str) -> None:
        """They wait for frames, and ask for what there is."""
        self.viewer.settle(when)
        self.viewer.request("GET", f"/api/tables/{self.table}/scene")

    # what they must not have

    def ask_for_everything(self) -> None:
        table, viewer, game = self.table, self.viewer, self.found.setting.game
        home = f"/api/tables/{table}"
        beat = viewer.lines[0].beat
        for path in ("scene", f"scene?since={beat // 2}", f"scene?since={beat}", "record", "proof", ""):
            viewer.request("GET", f"{home}/{path}".rstrip("/"))
        viewer.request("GET", "/api/tables")
        viewer.request("GET", "/api/tables/mine")
        viewer.request("POST", f"{home}/rematch", seal=None)
        viewer.request("POST", f"{home}/start")
        viewer.request("POST", f"{home}/reveal", entropy="00" * 32)
        for seat in range(self.found.setting.seats):
            if seat != self.found.viewer:
                viewer.request("POST", f"{home}/sit", seat=seat)
                viewer.request("POST", f"{home}/bots", seat=seat, level="random")
        for since in (0, beat // 2, beat, beat + 100):
            viewer.watch(table, since)
            viewer.settle(f"since {since}")
        viewer.ask("draft", table=table, moves=[])
        choices = [choice["move"] for choice in viewer.lines[0].last("scene")["question"].get("choices", [])]
        for number, move in enumerate(game.moves if self.found.viewer != SPECTATOR else game.moves[:8]):
            viewer.ask("draft", table=table, moves=[move])
            if move not in choices:
                viewer.ask("submit", table=table, beat=beat, moves=[move])
                viewer.ask("act", table=table, beat=beat, moves=[move])
            if move not in choices and number % 8 == 0:
                viewer.request("POST", f"{home}/moves", id=f"h{number}", beat=beat, moves=[move])
        verbs = {text.split()[0]: text for text in game.moves}.values()
        for first, second in itertools.product(choices[:4], verbs):
            viewer.ask("draft", table=table, moves=[first, second])
        viewer.ask("submit", table=table, beat=beat, moves=["show me all"])
        viewer.ask("undo", table=table)
        viewer.ask("reveal", table=table, entropy="00" * 32)
        viewer.ask("say", table=table, text="Qu'avez-vous là-dedans ?")
        viewer.ask("say", table=table, phrase="hello")
        viewer.ask("mute", table=table, seat=0, mute=True)
        viewer.ask("mute", table=table, seat=0, mute=False)
        viewer.settle("after all questions")


def setting_of(name: str) -> Setting:
    """As the house opens a live table of it."""
    game = tripot.game(name)
    options = tuple(getattr(game.rules, "LIVE", {}).items())
    return Setting(game, min(game.most, max(game.fewest, 4)), options)


def pair_for(name: str, viewer: int, seeds: int = 40) -> Twins:
    """Of some pairs, one that is long and in which much differs."""
    setting = setting_of(name)
    found = max(
        (twins(setting, viewer, seed, LENGTH) for seed in range(seeds)),
        key=lambda each: len(each.one) + 2 * each.differ,
    )
    assert found.differ > 1, "the worlds are the same: nothing is proven"
    return found


# In Chasse the smuggler, who is seat 0 at first, knows all.
VIEWERS = [(name, viewer) for name in complete_games() for viewer in (SPECTATOR, 1 if name == "chasse" else 0)]


@pytest.mark.parametrize(("name", "viewer"), VIEWERS)
def test_two_tables_that_look_the_same_send_the_same(house, name, viewer):
    with Play(house, pair_for(name, viewer)) as play:
        decisions = list(play.found.decisions())
        for number, decision in enumerate(decisions):
            play.play(decision)
            if number == len(decisions) // 2:
                for line in (play.seats[1 - viewer] if viewer in (0, 1) else play.seats[0]) or ():
                    line.ask("say", table=play.table, text="I'll pay you two cards, promised!")
                play.viewer.settle("somebody talks")
        play.ask_for_everything()


@pytest.mark.parametrize(
    "leak", ["another's eyes", "version", "length", "hidden", "who answered", "every change", "key"]
)
def test_a_leak_would_be_noticed(house, leak):
    with house.leaking(leak), pytest.raises(Leak):
        play_and_pry(house)


def play_and_pry(house: House) -> None:
    with Play(house, pair_for("prohis", 1)) as play:
        for decision in play.found.decisions():
            play.play(decision)
        play.ask_for_everything()


# being asked, and being silent, tells nothing


WAITING = {"kind": "live", "fuse": 60, "tempo": "normal"}
WINDOWED = {**WAITING, "window": 5}


@contextmanager
def sealed_question(house: House, pace: dict[str, Any]) -> Iterator[Play]:
    """Seat 3 of PROHIS has sent a convoy: seats 0 (who looks), 1 and 2 are asked whether they let it pass."""

    def first_asked(found: Twins) -> set[int]:
        sealed = itertools.dropwhile(lambda decision: not decision.sealed, found.decisions())
        return {decision.seat for decision in itertools.takewhile(lambda decision: decision.sealed, sealed)}

    pairs = (twins(setting_of("prohis"), 0, seed, LENGTH) for seed in range(400))
    found = next(pair for pair in pairs if first_asked(pair) == {0, 1, 2} and pair.differ)
    with Play(house, found, pace=pace) as play:
        for decision in itertools.takewhile(lambda decision: not decision.sealed, found.decisions()):
            play.play(decision)
        yield play


def let_pass(play: Play, world: int, seat: int) -> None:
    play.submit(world, seat, ["let-pass"])


def close_window(play: Play, seconds: float = 5.0) -> None:
    viewer = play.viewer
    before = viewer.lines[0].beat
    play.house.order(seconds=seconds - 0.1, turn=True)
    viewer.settle("just before the end")
    assert viewer.lines[0].beat == before, "the window closed too early"
    play.house.order(seconds=0.2, turn=True)
    viewer.settle("the window is closed")
    assert viewer.lines[0].beat > before, "the window did not close"


def answer_in_one_world(play: Play) -> None:
    """The others answer, think again, and answer once more, in one world alone; the viewer looks at every step."""
    for seat in (1, 2):
        let_pass(play, 0, seat)
        play.look(f"seat {seat} has answered in one world alone")
        play.viewer.request("GET", "/api/tables/mine")
        (play.seats[seat] or ())[0].ask("undo", table=play.table)
        play.look(f"seat {seat} has taken its answer back")
        let_pass(play, 0, seat)


@pytest.mark.parametrize("answers_too", [True, False])
def test_who_has_answered_a_sealed_question_is_not_shown(house, answers_too):
    """In one world the others answer early, in the other time answers for them, the same: the viewer can't tell."""
    with sealed_question(house, WINDOWED) as play:
        if answers_too:
            beat = play.viewer.lines[0].beat
            play.viewer.ask("submit", table=play.table, beat=beat, moves=["let-pass"])
        answer_in_one_world(play)
        close_window(play)
        play.look("the window is closed")
        play.viewer.request("GET", f"/api/tables/{play.table}/record")


def test_who_has_answered_a_question_that_waits_is_not_shown_to_whom_it_waits_for(house):
    with sealed_question(house, WAITING) as play:
        answer_in_one_world(play)
        close_window(play, 60.0)
        play.look("time is out")


def test_hasty_answers_are_not_told_from_slower_ones(house):
    """A question is open for a least time: who was first, and how quick they were, can't be read from its closing.

    It is a race, and the viewer is the last in one world and the first in the other.
    """
    with sealed_question(house, WAITING) as play:
        viewer = play.viewer
        for seat in (1, 2):
            let_pass(play, 0, seat)
        play.house.order(seconds=0.01)
        viewer.ask("submit", table=play.table, beat=viewer.lines[0].beat, moves=["let-pass"])
        play.house.order(seconds=0.5, turn=True)
        play.look("all have answered in one world alone")
        for seat in (2, 1):
            let_pass(play, 1, seat)
        close_window(play, 1.5)
        play.look("the question is closed")


def test_what_somebody_composes_is_not_shown(house):
    """Not even where a clock runs and time would play it: in both worlds it plays the same."""
    with sealed_question(house, WAITING) as play:
        for seat in (1, 2):
            line = (play.seats[seat] or ())[0]
            assert line.ask("draft", table=play.table, moves=["let-pass"])["t"] == "drafted"
            play.look(f"seat {seat} has composed an answer in one world alone")
        close_window(play, 60.0)


def test_a_seat_that_was_silent_before_answers_without_a_sound(house):
    """That time has decided for a seat is kept, and forgotten when it answers; nobody is told."""
    with sealed_question(house, WINDOWED) as play:
        viewer, table = play.viewer, play.table
        viewer.ask("submit", table=table, beat=viewer.lines[0].beat, moves=["let-pass"])
        for world in (0, 1):
            let_pass(play, world, 1)
        close_window(play)  # seat 2 is silent
        for move in ("draw pile", "stop"):
            viewer.ask("submit", table=table, beat=viewer.lines[0].beat, moves=[move])
        for world in (0, 1):
            line = (play.seats[1] or ())[world]
            line.settle()
            choices = [choice["move"] for choice in line.last("scene")["question"]["choices"]]
            goods = next(move for move in choices if move in ("load legal", "load illegal"))
            play.submit(
                world, 1, [goods, next(move for move in choices if move.startswith("load") and move != goods), "send"]
            )
        viewer.settle("seat 1 sends a convoy")
        assert viewer.lines[0].last("scene")["question"]["sealed"]
        let_pass(play, 0, 2)
        play.look("seat 2 has answered in one world alone")


def test_a_seat_that_is_away_answers_without_a_sound(house):
    """Who has no line open may answer by HTTP; that they are back is seen when they come back, not when they answer."""
    with sealed_question(house, WINDOWED) as play:
        for line in play.seats[2] or ():
            line.close()
        home = f"/api/tables/{play.table}"
        for line in play.viewer.lines:
            line.until(lambda frame: frame["t"] == "room" and frame["room"]["chairs"][2].get("away"))
        play.look("seat 2 is away")
        guest = house.people[2][0]
        beat = guest.scene(play.table)["beat"]
        guest.post(f"{home}/moves", id="from afar", beat=beat, moves=["let-pass"])
        play.look("seat 2 has answered in one world alone")
        play.viewer.request("GET", home)


# and when it is over


def test_a_rematch_knows_nothing_of_the_game_before(house):
    """Other cards, other moves, another result: the new table is the same to everybody."""
    setting = Setting(tripot.game("contrebande"), 3, (("rounds", "1"), ("pack", "tiny")))
    seats = [Both(house.people[seat]) for seat in range(3)]
    table = ""
    for host in house.people[0]:
        table = host.open("contrebande", 3, options=dict(setting.options), pace=INSTANT)
    for seat in (1, 2):
        seats[seat].request("POST", f"/api/tables/{table}/sit", seat=seat)
    for host in house.people[0]:
        host.post(f"/api/tables/{table}/start")
    for world in (0, 1):
        play_out([house.people[seat][world] for seat in range(3)], table, random.Random(world))
    records = [house.people[0][world].get(f"/api/tables/{table}/record") for world in (0, 1)]
    assert records[0] != records[1], "both games were the same: nothing is proven"
    for seat in (1, 0, 2):
        status, body = seats[seat].request("POST", f"/api/tables/{table}/rematch", seal=None)
        assert status == 201
    again = json.loads(body)["table"]
    for seat in range(3):
        seats[seat].watch(again)
    for seat in range(3):
        seats[seat].settle("a new game")
        seats[seat].request("GET", f"/api/tables/{again}/scene")
        seats[seat].request("GET", "/api/tables")
    for seat in range(3):
        seats[seat].close()


def play_out(guests: list[Guest], table: str, rng: random.Random) -> None:
    """Any legal moves to the end, by HTTP."""
    for number in range(2000):
        scene = guests[0].scene(table)
        if scene.get("outcome"):
            return
        guest = guests[scene["question"]["actors"][0]]
        scene = guest.scene(table)
        move = rng.choice(scene["question"]["choices"])["move"]
        guest.post(f"/api/tables/{table}/moves", id=f"m{number}", beat=scene["beat"], moves=[move])
    raise AssertionError("the game did not end")
