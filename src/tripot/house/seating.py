"""Sitting down at a table, getting up, going away and coming back."""

from __future__ import annotations

from tripot.engine.records import HASH
from tripot.engine.texts import refusal_word
from tripot.house import botnames
from tripot.house.errors import HouseError
from tripot.house.names import key, told_apart
from tripot.house.sheet import (
    CLOSED,
    MIXING,
    OPEN,
    PLAYING,
    STANDIN,
    Chair,
    Sheet,
)


class SeatedTable:
    """Who sits where, and who plays for whom."""

    def __init__(self, sheet: Sheet, chairs: list[Chair]) -> None:
        self.sheet = sheet
        self.chairs = chairs
        self.name_bots()
        self.seating = self.seating_now()  # as it was last written

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def status(self) -> str:
        return self.sheet.status

    def seat_of(self, guest: str) -> int | None:
        """The guest's seat."""
        for chair in self.chairs:
            if chair.guest == guest:
                return chair.seat
        return None

    def chair_of(self, guest: str) -> Chair:
        seat = self.seat_of(guest)
        if seat is None:
            raise HouseError("not-seated.here")
        return self.chairs[seat]

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < self.sheet.seats:
            raise HouseError("seat.none", seat=seat, last=self.sheet.seats - 1)
        return self.chairs[seat]

    def _need(self, *statuses: str) -> None:
        if self.status not in statuses:
            raise HouseError("status.now", status=refusal_word(self.status))

    def _need_host(self, guest: str) -> None:
        if guest != self.sheet.host:
            raise HouseError("not-host.here")

    @property
    def people(self) -> list[int]:
        """The seats that people play themselves now."""
        return [chair.seat for chair in self.chairs if chair.guest is not None and chair.bot is None]

    @property
    def alone(self) -> bool:
        """Whether nobody but bots plays with the one person at the table, who then has all the time there is."""
        return len([chair for chair in self.chairs if chair.guest is not None]) < 2

    def seating_now(self) -> tuple[object, ...]:
        """What everybody sees of the seats. That time has decided for one is kept too, but is nobody's business."""
        chairs = [
            (chair.guest, chair.name, chair.bot, chair.offered, chair.away_since is None, chair.seal, chair.entropy)
            for chair in self.chairs
        ]
        return (self.status, self.sheet.host, self.sheet.rematch, *chairs)

    def name_bots(self) -> None:
        """Every bot has a name of its own; one that keeps somebody's seat goes on under theirs."""
        people = {key(chair.name) for chair in self.chairs if chair.guest is not None}
        for chair in self.chairs:
            if chair.guest is None and chair.bot is not None and (not chair.name or key(chair.name) in people):
                like = botnames.character(chair.name)
                chair.name = botnames.bot_name(self.id, chair.seat, [other.name for other in self.chairs], like)

    def sit(self, guest: str, name: str, seat: int | None, seal: str | None, now: float, kept: bool = False) -> None:
        """Take a seat, the first free one if none is named; or take one's own seat back from a bot.

        A seat that is kept for somebody is taken by nobody else: `kept` says that this is them.
        """
        self._need(OPEN, MIXING, PLAYING)
        mine = self.seat_of(guest)
        if mine is not None and seat in (None, mine):
            self.come_back(guest)
            self.chairs[mine].bot = None
            return
        if mine is not None:
            self._need(OPEN)  # during play nobody changes places: they would see two hands
        held = self.sheet.left.get(guest)
        if held is not None and seat not in (None, held):
            raise HouseError("seat.other")
        if held is not None:
            seat = held
        if seat is None:
            seat = next((chair.seat for chair in self.chairs if chair.free), None)
            if seat is None:
                raise HouseError("full.table")
        chair = self._chair(seat)
        if not chair.free and not (kept and chair.kept):
            raise HouseError("taken.seat")
        if self.status == MIXING:
            raise HouseError("status.mixing")
        if seal is not None and self.status == OPEN:
            _check_seal(seal)
        if mine is not None:
            seal = seal or self.chairs[mine].seal
            self.chairs[mine] = Chair(mine)
        name = told_apart(name, [other.name for other in self.chairs if other.seat != seat and self._is_called(other)])
        if self.alone:
            self.sheet.clock_from = now
        keeps = self.status == PLAYING  # what this seat mixed in is part of the game's chance
        self.chairs[seat] = Chair(
            seat, guest, name, seal=chair.seal if keeps else seal, entropy=chair.entropy if keeps else None
        )
        if self.sheet.host is None:
            self.sheet.host = guest
        self.name_bots()

    def _is_called(self, chair: Chair) -> bool:
        """Whether a name is somebody's for good: before the game a bot gives its own up."""
        return bool(chair.name) and (chair.guest is not None or chair.kept or self.status == PLAYING)

    def give_kept_away(self, seat: int) -> None:
        """Whom a seat was kept for doesn't come: a bot sits there until somebody wants it."""
        if self.status == OPEN and self._chair(seat).kept:
            name = botnames.bot_name(self.id, seat, [chair.name for chair in self.chairs])
            self.chairs[seat] = Chair(seat, name=name, bot=STANDIN, offered=True)

    def get_up(self, guest: str) -> None:
        """Leave for good: before the game the seat is free again, during it a bot plays on until somebody sits down."""
        self._need(OPEN, MIXING, PLAYING)
        chair = self.chair_of(guest)
        if self.status == OPEN:
            self.chairs[chair.seat] = Chair(chair.seat)
        else:
            self.sheet.left[guest] = chair.seat
            chair.guest, chair.away_since, chair.missed = None, None, 0
            chair.bot, chair.offered, chair.left = STANDIN, True, True
        if self.sheet.host == guest:
            left = [other.guest for other in self.chairs if other.guest is not None]
            self.sheet.host = left[0] if left else None
            if not left and self.status == OPEN:
                self.sheet.status = CLOSED

    def set_bot(self, guest: str, seat: int, level: str | None, offered: bool, character: str = "") -> None:
        """Before the game the host puts a bot on a seat that nobody has, takes it away or offers it.

        One that is to have another character is somebody else; else whoever sits there stays, at any level.

        During it a seat's owner alone hands it over: the host could weaken a rival, or offer hands to be looked at.
        """
        self._need(OPEN, PLAYING)
        chair = self._chair(seat)
        if chair.guest == guest:
            if character:
                raise HouseError("bots.nobody", field="character")
            chair.bot, chair.away_since = level, None
            return
        self._need_host(guest)
        if chair.guest is not None:
            raise HouseError("taken.seat")
        if self.status == PLAYING:
            raise HouseError("seat.bots-stay")
        name = "" if level is None or chair.kept else chair.name
        if character and botnames.character(name) != character:
            taken = [other.name for other in self.chairs]
            name = botnames.name_with(character, self.id, seat, taken)
        self.chairs[seat] = Chair(seat, None, name, level, offered, seal=chair.seal, entropy=chair.entropy)
        self.name_bots()

    def went_away(self, guest: str, now: float) -> bool:
        """Somebody's last connection is gone. Whether that changes anything."""
        seat = self.seat_of(guest)
        if seat is None or self.status not in (OPEN, MIXING, PLAYING) or self.chairs[seat].away_since is not None:
            return False
        if self.chairs[seat].bot is not None:
            return False
        self.chairs[seat].away_since = now
        return True

    def come_back(self, guest: str) -> bool:
        """They are here again: a bot that kept their seat warm gives it back. Whether that changes anything."""
        seat = self.seat_of(guest)
        if seat is None or self.chairs[seat].away_since is None:
            return False
        chair = self.chairs[seat]
        chair.away_since, chair.missed, chair.bot = None, 0, None
        return True


def _check_seal(seal: str) -> None:
    if not HASH.fullmatch(seal):
        raise HouseError("seal.form")
