"""Chance that can be proved: what the house commits to, what the seats mix in, and the check of a finished game.

docs/fairness.md tells the protocol and what it doesn't prove.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from tripot.engine.chance import Keyed
from tripot.engine.errors import BadRecord
from tripot.engine.records import TABLE_ID, Transcript
from tripot.engine.table import Proof, Table
from tripot.house.errors import HouseError

BYTES = 32  # of a key and of what a seat mixes in
LARGEST_RECORD = 8 << 20  # letters; the longest game of the house takes half of them


class WrongEntropy(HouseError):
    """Bytes that are not those that a seat has sealed."""


def new_key() -> bytes:
    """A key for one table, from the operating system."""
    return secrets.token_bytes(BYTES)


def commitment(key: bytes) -> str:
    """What is published of a key when the table opens."""
    return hashlib.sha256(key).hexdigest()


def seal(entropy: bytes) -> str:
    """What everybody sees of a seat's bytes before they are revealed."""
    return hashlib.sha256(entropy).hexdigest()


def check_entropy(seal: str, entropy: bytes) -> None:
    """Refuse bytes that don't belong to a seal."""
    if len(entropy) != BYTES:
        raise WrongEntropy("seal.length", wanted=BYTES, length=len(entropy))
    if hashlib.sha256(entropy).hexdigest() != seal:
        raise WrongEntropy("seal.other")


def stream(key: bytes, table_id: str, entropies: Sequence[bytes | None]) -> Keyed:
    """The chance of a table."""
    return Keyed(mixed(key, table_id, entropies))


def mixed(key: bytes, table_id: str, entropies: Sequence[bytes | None]) -> bytes:
    """The key of a table's chance: the house's, mixed with the bytes of every seat (None: it mixes in nothing)."""
    if not TABLE_ID.fullmatch(table_id):
        raise ValueError(f"a table's id has 1 to 64 letters, digits, - and _; {table_id!r} has not")
    if len(key) != BYTES or any(entropy is not None and len(entropy) != BYTES for entropy in entropies):
        raise ValueError(f"a key and what a seat mixes in have {BYTES} bytes")
    lines = ["tripot table", table_id]
    lines += [f"{seat} {'-' if entropy is None else entropy.hex()}" for seat, entropy in enumerate(entropies)]
    message = "".join(f"{line}\n" for line in lines)
    return hmac.digest(key, message.encode("ascii"), "sha256")


def race_order(mixed: bytes, question: int, seats: Iterable[int]) -> list[int]:
    """The order that chance gives to the seats that answer a sealed question of this number, counted from 0."""
    place = b"tripot race" + question.to_bytes(8, "big")
    return sorted(seats, key=lambda seat: hmac.digest(mixed, place + seat.to_bytes(1, "big"), "sha256"))


@dataclass(frozen=True)
class Check:
    """One thing that must hold, whether it does, and a sentence about it."""

    name: str
    ok: bool
    sentence: str


@dataclass(frozen=True)
class Report:
    """All that was checked in a record."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def refuse_if_too_large(size: int) -> None:
    if size > LARGEST_RECORD:
        raise BadRecord(f"a record has at most {LARGEST_RECORD:,} letters, and this file is larger")


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's device was shown at the moment when it gave its bytes away."""

    table: str
    commitment: str
    seat: int
    seals: list[str | None]
    chairs: list[str]


def read_receipt(text: str) -> Receipt:
    try:
        return msgspec.json.decode(text, type=Receipt)
    except msgspec.MsgspecError as fault:
        raise BadRecord(f"this is no receipt: {fault}") from None


def verify(record: str, receipt: Receipt | None = None) -> Report:
    """Check a record against its own commitment, seals and key, by the rules, and against what a device was shown.

    BadRecord if it is none.
    """
    refuse_if_too_large(len(record))
    transcript = Transcript(record)
    if transcript.position is not None:
        raise BadRecord("this game begins with a position; only one that begins with a deal can be verified")
    proof = transcript.proof
    if not proof.table:
        unproven = Check("commitment", False, "The record has no table, seals and key: its chance can't be checked.")
        return Report((unproven, _check_game(transcript, None)[0]))
    secret = _mixed(proof) if proof.key else None
    compared = None if secret is None else _Compared(Keyed(secret))
    game, table = _check_game(transcript, compared)
    shown = () if receipt is None else (_check_receipt(proof, receipt),)
    chance = _check_chance(compared), _check_races(proof.pace, secret, table)
    own = (_check_commitment(proof), _check_seals(proof), _check_mixing(proof), *chance, game)
    return Report(shown + own)


class _Compared:
    """Follows a replay and asks the stream at every chance line what it gives."""

    def __init__(self, stream: Keyed) -> None:
        self._stream = stream
        self.count = 0
        self.first_difference = ""
        self.whole = False  # whether the replay came to the record's end

    def watch(self, number: int, weights: Mapping[str, int], text: str) -> None:
        given = self._stream.pick(weights)
        self.count += 1
        if given != text and not self.first_difference:
            self.first_difference = f"line {number} is {text!r}, and the stream gives {given!r}"


def _mixed(proof: Proof) -> bytes:
    entropies = [None if entropy is None else bytes.fromhex(entropy) for entropy in proof.entropies]
    return mixed(bytes.fromhex(proof.key), proof.table, entropies)


def _check_receipt(proof: Proof, receipt: Receipt) -> Check:
    """Who is shown seals that are changed later has given their bytes to somebody who could still choose theirs."""
    if receipt.table != proof.table:
        return Check("receipt", False, f"The receipt is of another table, {receipt.table}.")
    if receipt.commitment != proof.commitment:
        return Check("receipt", False, "Before the deal the house showed another commitment.")
    if len(receipt.seals) != len(proof.seals):
        return Check("receipt", False, f"Before the deal the table had {_counted(len(receipt.seals), 'seat')}.")
    seals = enumerate(zip(receipt.seals, proof.seals, strict=True))
    changed = [seat for seat, (shown, sealed) in seals if shown != sealed]
    if changed:
        return Check(
            "receipt",
            False,
            f"{_seats(changed)} had another seal when the device of seat {receipt.seat} gave its bytes.",
        )
    return Check("receipt", True, f"Commitment and seals are those that the device of seat {receipt.seat} was shown.")


def _check_commitment(proof: Proof) -> Check:
    if not proof.key:
        return Check("commitment", False, f"The key of the commitment {proof.commitment} isn't revealed.")
    if commitment(bytes.fromhex(proof.key)) != proof.commitment:
        return Check("commitment", False, f"The key isn't that of the commitment {proof.commitment}.")
    return Check("commitment", True, f"The key is that of the commitment {proof.commitment}.")


def _check_seals(proof: Proof) -> Check:
    revealed, unsealed, wrong = [], [], []
    for seat, (sealed, entropy) in enumerate(zip(proof.seals, proof.entropies, strict=True)):
        if entropy is None:
            continue
        revealed.append(seat)
        if sealed is None:
            unsealed.append(seat)
        elif seal(bytes.fromhex(entropy)) != sealed:
            wrong.append(seat)
    if wrong:
        return Check("seals", False, f"{_seats(wrong)} mixed in other bytes than were sealed.")
    if unsealed:  # they could have been chosen last, to make the deal
        return Check("seals", False, f"{_seats(unsealed)} mixed in bytes that were never sealed.")
    if not revealed:
        return Check("seals", True, "No seat has revealed bytes.")
    return Check("seals", True, f"{_seats(revealed)} mixed in the bytes that were sealed.")


def _check_mixing(proof: Proof) -> Check:
    """Not held if nobody mixed in anything: then the house may have tried keys before it opened the table."""
    seats = range(len(proof.entropies))
    without = [seat for seat in seats if proof.entropies[seat] is None and proof.seals[seat] is None]
    withheld = [seat for seat in seats if proof.entropies[seat] is None and proof.seals[seat] is not None]
    said = [f"{_seats(without)} gave no seal."] if without else []
    said += [f"{_seats(withheld)} gave a seal and then no bytes."] if withheld else []
    if len(without) + len(withheld) == len(seats):
        return Check("mixing", False, f"Nobody mixed anything in: the house alone made the deal. {' '.join(said)}")
    return Check("mixing", True, " ".join(said) or "Every seat mixed in bytes of its own.")


def _check_chance(compared: _Compared | None) -> Check:
    if compared is None:
        return Check("chance", False, "Without the key no chance line can be checked.")
    lines = _counted(compared.count, "chance line")
    if compared.first_difference:
        return Check("chance", False, f"Chance isn't the stream's: {compared.first_difference} ({lines} compared).")
    if not compared.whole:
        return Check("chance", False, f"{lines} as the stream gives, up to where the game can't be replayed.")
    return Check("chance", True, f"{lines}, all as the stream gives.")


def _check_races(pace: str, secret: bytes | None, table: Table | None) -> Check:
    """By correspondence chance decides races; at a live table it is arrival, which leaves no trace."""
    races = [] if table is None else list(table.races())
    if table is None:
        return Check("races", False, "Where the game can't be replayed no race can be checked.")
    if not races:
        return Check("races", True, "No question was a race.")
    if pace == "live":
        told = f"{_counted(len(races), 'race')} by arrival, as at a live table: nothing here can show who was first."
        return Check("races", True, told)
    if secret is None:
        return Check("races", False, "Without the key no race can be checked.")
    for number, (question, answered) in enumerate(races, 1):
        drawn = race_order(secret, question, answered)
        if drawn != list(answered):
            said = f"race {number} has seats {_listed(answered)}, and chance gives {_listed(drawn)}"
            return Check("races", False, f"A race isn't in the order of chance: {said}.")
    return Check("races", True, f"{_counted(len(races), 'race')}, all in the order that chance gives.")


def _listed(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats))


def _check_game(transcript: Transcript, compared: _Compared | None) -> tuple[Check, Table | None]:
    """Whether the game keeps the rules; and the table at its end, if it can be replayed."""
    try:
        table = transcript.replay(watch=None if compared is None else compared.watch)
    except BadRecord as fault:
        return Check("game", False, f"The game can't be replayed: {fault}"), None
    if compared is not None:
        compared.whole = True
    moves = _counted(sum(seat is not None for seat, _ in table.history), "move")
    outcome = table.outcome
    if outcome is None:
        return Check("game", False, f"{moves} by the rules, but the record stops before the game's end."), table
    if not transcript.has_result:
        return Check("game", False, f"{moves} by the rules, but the record doesn't say the result."), table
    return Check("game", True, f"{moves} by the rules, and the result is {_listed(outcome.scores)}."), table


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _seats(seats: Iterable[int]) -> str:
    *others, last = map(str, seats)
    return f"Seats {', '.join(others)} and {last}" if others else f"Seat {last}"
