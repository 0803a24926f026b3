"""What is said at tables: phrases that fit, promises that are judged, and those who only watch."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.house.people import ANNA, BOB, CLEO, DORA, NOON, beat, began, decide, sending, token
from tripot.bots import CHARACTERS
from tripot.engine.game import game
from tripot.engine.phrases import REST, Phrase, phrasebook, wording
from tripot.engine.texts import LANGUAGES
from tripot.house import chat, repository
from tripot.house.chat import Said
from tripot.house.conversation import Spoken
from tripot.house.errors import HouseError
from tripot.house.house import House, Plan
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.speech import declaration
from tripot.house.store import Store, store_at
from tripot.house.time_control import TimeControl
from tripot.testing.settings import complete_games

PEOPLE = (ANNA, BOB, CLEO)


# the phrasebook


@pytest.mark.parametrize("name", complete_games())
def test_every_phrase_is_said_in_both_languages_with_the_same_blanks(name: str) -> None:
    book = phrasebook(name)
    english, french = (wording(name, language) for language in LANGUAGES)
    assert english.phrases.keys() == french.phrases.keys() == book.phrases.keys()
    assert english.things.keys() == french.things.keys()
    for each, phrase in book.phrases.items():
        for blank in ("{to}", "{count}", "{what}", "{who}"):
            assert len({blank in words.phrases[each]["other"] for words in (english, french)}) == 1, each
        assert set(phrase.what) <= english.things.keys()
        assert set(phrase.when) <= set(_phases(name)), each
        assert {*phrase.by, *phrase.to} <= {*book.roles, "rest"}, each


def test_nobody_is_bribed_or_threatened_with_a_search_where_nobody_searches() -> None:
    bargains = {"pay", "ask", "threat"}
    assert bargains <= phrasebook("prohis").phrases.keys()
    assert not bargains & phrasebook("prohibition").phrases.keys()


@pytest.mark.parametrize("name", complete_games())
def test_bots_have_only_words_that_there_are(name: str) -> None:
    book, news = phrasebook(name), {news for news, _ in game(name).rules.NEWS}
    acts = {text.split()[0] for text in game(name).moves}
    assert book.remarks.keys() <= acts | news
    said = {each for remarks in book.remarks.values() for one in remarks for each in (*one.says, *one.opposite)}
    said |= {each for answers in book.answers.values() for each in answers}
    assert said <= book.phrases.keys()
    assert book.answers.keys() - {"any"} <= book.phrases.keys()
    for opening in book.openings.values():
        assert {*opening.over, *opening.true, *opening.lie} <= news
        assert {*opening.unopened, *([opening.turns] if opening.turns else [])} <= acts
    for promise in (stage for phrase in book.phrases.values() for stage in phrase.promise):
        for sign in promise:
            who, _, what = sign.partition(" ")
            assert what in (news if who == "news" else acts), sign


@pytest.mark.parametrize("name", complete_games())
def test_every_character_has_words_that_fit_any_moment_and_are_nobody_else_s(name: str) -> None:
    book, words = phrasebook(name), wording(name, "en")
    assert book.characters.keys() == set(CHARACTERS)
    own = [each for each, phrase in book.phrases.items() if phrase.character]
    assert {book.phrases[each].character for each in own} == set(CHARACTERS)
    for each in own:
        phrase = book.phrases[each]
        assert phrase == Phrase(character=phrase.character, by=phrase.by)
        assert "{" not in words.phrases[each]["other"]  # there is somebody to say it to
    for role in (*book.roles, REST):
        assert all(len(book.own(character, role)) >= 3 for character in CHARACTERS)
    lists = [one.says + one.opposite for remarks in book.remarks.values() for one in remarks]
    everybody_s = {each for names in (*lists, *book.answers.values(), *book.characters.values()) for each in names}
    assert not everybody_s & set(own)
    for character, retorts in book.retorts.items():  # also in games where nobody can say this to them
        assert all(phrasebook(name).phrases[each].character == character for one in retorts.values() for each in one)


def test_what_is_answered_in_character_can_be_said_to_somebody_in_some_game() -> None:
    said = {name: form["other"] for game in complete_games() for name, form in wording(game, "en").phrases.items()}
    for retorts in phrasebook("prohis").retorts.values():
        assert all("{to}" in said[phrase] for phrase in retorts)


def _phases(name: str) -> tuple[str, ...]:
    return tuple(game(name).rules.PHASES)


# at a table


class Party:
    """Three people at a table of PROHIS or Contrebande, with a clock in our hand."""

    def __init__(self, store: Store, now: list[float]) -> None:
        self.now = now
        self.house = House(store, lambda: now[0])
        self.table = ""

    async def open(self, game: str, **options: Any) -> "Party":
        for guest in (*PEOPLE, DORA):
            await self.house.greet(guest.id, guest.name, "en")
        plan = Plan(game, 3, options, TimeControl(fuse=0), False, [], True, None)
        room = await self.house.open_table(ANNA, plan)
        self.table = room.id
        for guest in PEOPLE[1:]:
            await self.house.act(room.id, lambda room, now, who=guest: room.sit(who.id, who.name, None, None, now))
        await self.house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        return self

    async def room(self) -> Room:
        return await self.house.look_at(self.table)

    async def play(self, seat: int, *moves: str) -> None:
        self.now[0] += 1.0
        who = PEOPLE[seat]

        def deed(room: Room, now: float) -> None:
            room.submit(who.id, token(room.times, seat, moves), beat(room, who), list(moves), now)

        await self.house.act(self.table, deed)

    async def close(self) -> None:
        """The sealed question's time is up."""
        room = await self.room()
        self.now[0] = max(self.now[0], room.wake_at or 0.0) + 0.01
        await self.house.pass_time(self.table)

    async def say(self, seat: int, phrase: str, to: int | None = None, **more: Any) -> Spoken:
        self.now[0] += 0.5
        return await self.house.say(self.table, PEOPLE[seat], Said(phrase=phrase, to=to, **more))

    async def verdicts(self) -> list[tuple[str, str]]:
        return [(promise.said.phrase, promise.verdict) for promise in (await self.room()).talk.ledger.promises]

    async def turn(self) -> int:
        room = await self.room()
        assert room.table is not None
        return min(room.table.actors)

    async def convoy(self, controls: str = "captain") -> tuple[int, int]:
        """Whoever's turn it is sends a good and a captain, and the next one's officer controls. Owner and officer."""
        owner = await self.turn()
        await self.send(owner, decoy=True)
        officer = (owner + 1) % 3
        await self.answer(officer, f"control {controls}")
        return owner, officer

    async def send(self, owner: int, decoy: bool = False) -> None:
        room = await self.room()
        assert room.table is not None
        held = room.table.look(owner).document()["hands"][owner]
        # a poor hand sends its lieutenant along: the other officers are needed to control
        cargo = [kind for kind in ("legal", "illegal", "lieutenant") for _ in range(held.get(kind, 0))]
        await self.play(owner, f"load {cargo[0]}", f"load {'captain' if decoy else cargo[1]}", "send")

    async def answer(self, officer: int, move: str) -> None:
        for seat in range(3):
            room = await self.room()
            assert room.table is not None
            if seat in room.table.actors and room.label:
                await self.play(seat, move if seat == officer else "let-pass")
        if (await self.room()).label:
            await self.close()


def at_a_table(tmp_path: Path, scenario: Callable[[Party, Callable[[], Awaitable[Party]]], Awaitable[None]]) -> None:
    """A scenario of PROHIS; `again` reads all of it anew, as another process does after a restart."""

    async def play() -> None:
        now = [1_000_000.0]
        store = store_at(str(tmp_path / "talk.db"))
        await store.open()
        try:
            first = await Party(store, now).open("prohis")

            async def again() -> Party:
                other = Party(store, now)
                other.table = first.table
                return other

            await scenario(first, again)
        finally:
            await store.close()

    asyncio.run(play())


def test_a_bargain_is_kept_and_another_is_broken(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        owner, officer = await at.convoy()
        third = 3 - owner - officer
        await at.say(owner, "swap", officer)
        await at.say(officer, "wont-inspect", owner)
        assert await at.verdicts() == [("swap", ""), ("wont-inspect", "")]
        await at.play(owner, "no-bribe")
        await at.play(officer, "waive")
        assert await at.verdicts() == [("swap", ""), ("wont-inspect", "kept")]
        # the officer's own convoy: whoever promised lets it pass
        assert await at.turn() == officer
        await at.send(officer)
        later = await again()
        await later.answer(third, "control captain")
        assert await later.verdicts() == [("swap", "kept"), ("wont-inspect", "kept")]
        await later.play(officer, "no-bribe")
        await later.play(third, "waive")
        # and once more, with a word that isn't kept
        await later.say(officer, "next-free", third)
        await later.send(third)
        restarted = await again()
        await restarted.answer(officer, "control inspector")
        assert (await restarted.verdicts())[-1] == ("next-free", "broken")
        assert await (await again()).verdicts() == await restarted.verdicts()
        promises = (await restarted.room()).talk.ledger.promises
        assert [promise.settled > promise.said.beat for promise in promises] == [True] * 3

    at_a_table(tmp_path, scenario)


def test_a_bargain_that_the_other_side_refuses_binds_nobody(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        owner, officer = await at.convoy()
        await at.say(owner, "swap", officer)
        await at.say(officer, "paid-pass", owner)
        await at.play(owner, "no-bribe")
        await at.play(officer, "inspect")
        assert await at.verdicts() == [("swap", "void"), ("paid-pass", "void")]

    at_a_table(tmp_path, scenario)


def test_what_was_claimed_is_held_against_the_cards_that_are_turned(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        owner, officer = await at.convoy("inspector")
        room = await at.room()
        assert room.table is not None
        convoy = room.table.look(owner).document()["convoy"]
        await at.say(owner, "nothing-illegal", officer)
        await at.say(owner, "colleague", officer)
        await at.play(owner, "no-bribe")
        await at.play(officer, "inspect")
        place = convoy.index("captain")
        await at.play(officer, f"flip {place}")
        assert await at.verdicts() == [("nothing-illegal", "void"), ("colleague", "true")]

    at_a_table(tmp_path, scenario)


def test_a_lie_comes_out_when_the_goods_are_turned(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        owner, officer = await at.convoy("inspector")
        room = await at.room()
        assert room.table is not None
        goods = room.table.look(owner).document()["convoy"][0]
        await at.say(owner, "nothing-illegal", officer)
        await at.say(owner, "contraband", officer)
        await at.play(owner, "no-bribe")
        await at.play(officer, "inspect")
        await at.play(officer, "flip 0")
        if goods == "legal":  # the other card is an officer: then all of it is seen
            assert await at.verdicts() == [("nothing-illegal", ""), ("contraband", "")]
            await at.play(officer, "flip 1")
            assert await at.verdicts() == [("nothing-illegal", "true"), ("contraband", "lie")]
        else:
            assert await at.verdicts() == [("nothing-illegal", "lie"), ("contraband", "true")]

    at_a_table(tmp_path, scenario)


def test_nobody_promises_what_doesn_t_fit_the_moment(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        async def refused(*words: Any, **more: Any) -> str:
            with pytest.raises(HouseError) as refusal:
                await at.say(*words, **more)
            assert refusal.value.code == "talk"
            return str(refusal.value)

        turn = await at.turn()
        assert "doesn't fit" in await refused(turn, "swap", (turn + 1) % 3)  # no convoy is on the road
        owner, officer = await at.convoy()
        third = 3 - owner - officer
        assert "doesn't fit" in await refused(third, "wont-inspect", owner)  # it isn't theirs to open
        assert "doesn't fit" in await refused(owner, "swap", third)
        assert "themselves" in await refused(owner, "pay", owner, count=1)
        assert "is about" in await refused(owner, "have", what="crown")
        await at.say(owner, "swap", officer)
        assert "already" in await refused(owner, "swap", officer)
        with pytest.raises(HouseError, match="only those who play can promise"):
            await at.house.say(at.table, DORA, Said(phrase="next-free", to=0))
        assert await at.verdicts() == [("swap", "")]

    at_a_table(tmp_path, scenario)


def test_nobody_but_a_bot_says_what_is_a_character_s_own(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        own = [name for name, phrase in phrasebook("prohis").phrases.items() if phrase.character]
        listens = Listener(ANNA)
        await at.house.watch(at.table, listens)
        for name in own:
            for who in (ANNA, DORA):  # one plays, the other looks on
                with pytest.raises(HouseError, match=f"only bots of the house say '{name}'"):
                    await at.house.say(at.table, who, Said(phrase=name))
        assert own
        assert listens.heard == await at.house.hear_all(at.table) == []
        assert await at.house.hear(at.table, 0, seated=False) == []

    at_a_table(tmp_path, scenario)


# what bots answer


def pleaded(room: Room, seat: int, phrase: str, to: int, number: int) -> Spoken:
    """Somebody says something, which the table hears."""
    said = chat.checked_of_person(Said(phrase=phrase, to=to), room.sheet.game, room.sheet.seats, seat, room.public)
    spoken = Spoken(number, seat, room.chairs[seat].name, said, NOON + number)
    room.talk.add(spoken)
    room.cues.heard(spoken, room.talkers)
    return spoken


def answers(room: Room) -> list[tuple[int, int, str, bytes]]:
    """Who will answer whom to what, and the luck by which they choose their words."""
    cues = []
    while (at := room.cues.next_at) is not None:
        cues += room.cues.take(at)
    return [
        (cue.seat, cue.heard.seat, cue.heard.said.phrase, room.cues.luck(cue).randbytes(8))
        for cue in cues
        if cue.heard is not None
    ]


def test_a_plea_is_answered_once_until_something_happens_and_asking_again_draws_nothing_new() -> None:
    asked = 0
    for key in range(8):
        room, again = (began("prohis", [ANNA, BOB, "regular"], key=bytes([key] * 32)) for _ in range(2))
        numbers = count()
        for _ in range(20):
            for seat in (0, 1):
                pleaded(room, seat, "truce", 2, next(numbers))
        once = answers(room)
        assert len(once) == len({(bot, asker) for bot, asker, _, _ in once}) <= 2
        for seat in (0, 1):  # another process heard of it later
            pleaded(again, seat, "truce", 2, 50 + seat)
        assert answers(again) == once
        asked += len(once)
        # another plea is another one, and so is the same one when the game has gone on
        pleaded(room, 0, "threat", 2, next(numbers))
        public = room.public
        assert public is not None
        while room.public is not None and room.public.beat == public.beat:
            decide(room, NOON + 100, sending)
        pleaded(room, 0, "truce", 2, next(numbers))
        later = answers(room)
        assert sorted(phrase for _, _, phrase, _ in later) in (["threat", "truce"], ["threat"], ["truce"], [])
        assert {luck for *_, luck in later}.isdisjoint(luck for *_, luck in once)
        asked += len(later)
    assert asked > 0.7 * 4 * 8


# the gallery


class Listener:
    def __init__(self, guest: Guest) -> None:
        self.guest_id, self.heard, self.counts = guest.id, list[str](), list[int]()

    def changed(self, showing: Showing) -> None:
        pass

    def said(self, table_id: str, spoken: Spoken) -> None:
        self.heard.append(spoken.said.text)

    def counted(self, table_id: str, count: int) -> None:
        self.counts.append(count)


def test_those_who_watch_are_counted_and_those_who_sit_there_are_not(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        anna, window, dora, second = Listener(ANNA), Listener(ANNA), Listener(DORA), Listener(DORA)
        await at.house.watch(at.table, anna)
        await at.house.watch(at.table, window)
        assert anna.counts == window.counts == []
        await at.house.watch(at.table, dora)
        await at.house.watch(at.table, second)  # one person with two windows
        assert anna.counts == dora.counts == [1]
        at.house.unwatch(at.table, second)
        at.house.unwatch(at.table, window)
        assert anna.counts == [1]
        at.house.unwatch(at.table, dora)
        assert anna.counts == [1, 0]

    at_a_table(tmp_path, scenario)


def test_the_gallery_counts_its_own_words(tmp_path: Path) -> None:
    async def scenario(at: Party, again: Callable[[], Awaitable[Party]]) -> None:
        await at.house.say(at.table, ANNA, Said(text="Hello, you."))
        spoken = await at.house.say(at.table, DORA, Said(text="He has an Inspector!"))
        assert (spoken.seat, spoken.number, spoken.name) == (-1, 0, "Dora")
        spoken = await at.house.say(at.table, BOB, Said(text="Hello, Anna."))
        assert (spoken.seat, spoken.number) == (1, 1)
        store = at.house.store
        assert [line.said.text for line in await store.read(repository.hearing(at.table, 0, 9))] == [
            "Hello, you.",
            "Hello, Anna.",
        ]
        assert [line.name for line in await store.read(repository.hearing(at.table, 0, 9, seated=False))] == ["Dora"]

    at_a_table(tmp_path, scenario)


# a declaration is spoken


def test_a_declaration_is_one_sentence_item_by_item(tmp_path: Path) -> None:
    async def play() -> None:
        store = store_at(str(tmp_path / "talk.db"))
        await store.open()
        try:
            at = await Party(store, [1_000_000.0]).open("contrebande")
            holder = await at.turn()
            await at.play(holder, "declare wine", "declare wine", "declare perfume", "declared")
            room = await at.room()
            for viewer in (-1, 0, 1, 2):
                pages = room.chronicle(viewer).pages
                said = {
                    language: declaration(wording("contrebande", language), pages, len(pages) - 1)
                    for language in LANGUAGES
                }
                assert said == {
                    "en": (holder, "Two crates of wine, one perfume, and nothing else, officer."),
                    "fr": (holder, "Deux caisses de vin, un parfum, et c’est bien tout."),
                }
            officer = await at.turn()
            await at.say(officer, "wont-search", holder)
            await at.say(holder, "exact")
            await at.play(officer, "search")
            assert dict(await at.verdicts())["exact"] in ("true", "lie")
            holder = await at.turn()
            await at.play(holder, "claim-bag")
            pages = (await at.room()).chronicle(-1).pages
            assert declaration(wording("contrebande", "en"), pages, len(pages) - 1) == (
                holder,
                "The Diplomatic Bag, officer. You know the rules.",
            )
        finally:
            await store.close()

    asyncio.run(play())
