"""How many tables that aren't over a guest and an address may have opened.

A process remembers what was opened through it; no address is ever written down.
"""

from __future__ import annotations

from collections import OrderedDict

from tripot.house import repository
from tripot.house.errors import HouseError
from tripot.house.store import Store
from tripot.web.limits import Limits

REMEMBERED = 50_000  # guests and addresses


class Openings:
    """What was opened, by whom and from where."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._opened: OrderedDict[str, list[str]] = OrderedDict()

    def note(self, table_id: str, guest_id: str, address: str) -> None:
        for who in (guest_id, address):
            self._opened.setdefault(who, []).append(table_id)
            self._opened.move_to_end(who)
        while len(self._opened) > REMEMBERED:
            self._opened.popitem(last=False)

    async def refuse_if_many(self, guest_id: str, address: str, public: bool) -> None:
        limits = self._limits
        own, near = await self._running(guest_id), await self._running(address)
        if len(near) >= limits.tables_an_address:
            raise HouseError("too-many.near")
        shown, shown_near = (sum(table.public for table in tables) for tables in (own, near))
        if public and (shown >= limits.public_tables or shown_near >= limits.public_tables_an_address):
            raise HouseError("too-many.public")
        bots, bots_near = (sum(table.of_bots for table in tables) for tables in (own, near))
        if bots >= limits.bot_tables or bots_near >= limits.bot_tables_an_address:
            raise HouseError("too-many.bots")

    async def _running(self, who: str) -> list[repository.Running]:
        known = self._opened.get(who)
        if not known:
            return []
        running = await self._store.read(repository.running(known))
        self._opened[who] = [table.id for table in running]
        return running
