"""Analyses over the wire: of games that are over only, made once, kept, and told in the reader's language."""

from __future__ import annotations

import random

import pytest

import tripot
from tests.web.guests import Guest, order
from tests.web.test_api import Rigged, begun, play_by_http

PATIENCE = 300.0  # seconds: machine code may have to be made first


@pytest.fixture(scope="module")
def rigged(tmp_path_factory):
    with Rigged(tmp_path_factory.mktemp("rigged"), module="tests.web.deterministic_server") as running:
        yield running


def test_a_table_is_analysed_when_its_game_is_over_and_not_before(rigged):
    guests, table = begun(rigged, "contrebande", 3, options={"rounds": "1", "pack": "tiny"})
    home, zoe = f"/api/tables/{table}/analysis", Guest(rigged, "Zoé", "fr")
    for guest in (*guests, zoe):
        for method in ("GET", "POST"):
            status, code, sentence = guest.refused(home, method)
            assert (status, code) == (409, "status")
    assert sentence == "Une partie s’analyse quand elle est finie."
    with guests[1].watch(table) as line:
        line.ask("say", table=table, text="Je passe toujours sans rien")
    rigged.pass_time(1.0)
    play_by_http(guests, table, random.Random(1), rigged)
    assert guests[0].get(home)["status"] == "none"
    assert guests[0].post(home)["status"] in ("working", "done")
    order(rigged, PATIENCE, analysed=True)
    found = guests[0].get(home)
    assert found["status"] == "done"
    assert found["rules"] == tripot.game("contrebande").version
    steps = {
        decision.get("step", 0)
        for frame in guests[0].get(f"/api/tables/{table}/replay")["frames"]
        for decision in frame.get("decisions", [])
    }
    assert {decision["step"] for decision in found["decisions"]} <= steps
    assert 1 <= len(found["moments"]) <= 3
    assert len(found["honesty"]) == 3
    french = zoe.get(home)
    assert [moment["step"] for moment in french["moments"]] == [moment["step"] for moment in found["moments"]]
    assert [moment["text"] for moment in french["moments"]] != [moment["text"] for moment in found["moments"]]
    assert zoe.post(home)["status"] == "done"  # it is kept: nothing is made again
    # what was said is told at its moment of the replay
    frames = zoe.get(f"/api/tables/{table}/replay")["frames"]
    said = [(at, line) for at, frame in enumerate(frames) for line in frame.get("said", [])]
    assert [(at, line["seat"], line["text"]) for at, line in said] == [(0, 1, "Je passe toujours sans rien")]


def test_a_record_is_analysed_and_a_broken_one_refused(rigged):
    anna = Guest(rigged, "Anna")
    played = tripot.game("prohis").start(3, seed=1)
    played.names = ("Odette", "Bibi", "Lulu")
    played.play_random(1)
    record = played.record()
    assert anna.post("/api/analysis", record=record)["status"] == "working"
    order(rigged, PATIENCE, analysed=True)
    found = anna.post("/api/analysis", record=record)
    assert found["status"] == "done"
    assert found["chances"][-1]["wins"][played.outcome.ranks.index(1)] > 0
    assert any(name in moment["text"] for moment in found["moments"] for name in played.names)
    unfinished = "\n".join(record.splitlines()[:-3]) + "\n"
    for bad in ("", "game prohis", record.replace("result", "0 fly"), unfinished):
        assert anna.refused("/api/analysis", record=bad)[0] in (400, 409)


def test_analyses_cost_and_nobody_gets_too_many(rigged):
    """A dozen an hour may be begun by one guest; what is there already costs nothing."""
    zoe = Guest(rigged, "Zoé")
    tables = [tripot.game("chasse").start(seed=seed, size="5", plaques=1, quiet=4) for seed in range(30)]
    for seed, table in enumerate(tables):
        table.play_random(seed)
    answers = [zoe.http.post("/api/analysis", json={"record": table.record()}).status_code for table in tables[:16]]
    assert answers[:12] == [200] * 12
    assert 429 in answers
