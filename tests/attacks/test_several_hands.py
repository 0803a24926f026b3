"""One guest gets up and sits down again and again: they see one hand, whatever the host does for them."""

from __future__ import annotations

from tests.servers import Server
from tests.web.guests import Guest


def test_leaving_and_sitting_elsewhere_shows_no_second_hand(tmp_path):
    with Server(tmp_path) as server:
        anna, bob, mallory = (Guest(server, name) for name in ("Anna", "Bob", "Mallory"))
        bots = [None, None, None, "random", "random", "random"]
        table = anna.open("prohis", 6, pace={"kind": "live", "fuse": 0, "tempo": "calm"}, bots=bots)
        home = f"/api/tables/{table}"
        for seat in (3, 4, 5):
            anna.post(f"{home}/bots", seat=seat, level="random", offered=True)
        bob.sit(table, 1)
        mallory.sit(table, 2)
        anna.post(f"{home}/start")
        bob.post(f"{home}/leave")
        seen = set()
        for seat in (1, 3, 4, 5, None, 2):
            mallory.http.post(f"{home}/leave")
            mallory.http.post(f"{home}/sit", json={"seat": seat})
            for offered in range(1, 6):
                anna.http.post(f"{home}/bots", json={"seat": offered, "level": "random", "offered": True})
            seen.add(mallory.scene(table)["viewer"])
        assert seen <= {2, None}
        assert mallory.scene(table)["viewer"] == 2
