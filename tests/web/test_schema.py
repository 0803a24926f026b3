"""The documented API is the API: whatever Schemathesis thinks of, the server answers as it says, and never breaks."""

from __future__ import annotations

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.servers import Server
from tests.web.guests import Guest
from tripot.web.app import create_app
from tripot.web.services import Config

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DOCUMENT = msgspec.json.decode(msgspec.json.encode(create_app(Config("never-opened.db")).openapi_schema.to_schema()))
schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house"), module="tests.web.deterministic_server") as server:
        yield Guest(server, "Anna")


@pytest.fixture(scope="module")
def table(guest):
    """A game that has begun."""
    table = guest.open("contrebande", 3, bots=[None, "random", "random"], pace={"fuse": 0, "tempo": "instant"})
    guest.post(f"/api/tables/{table}/start")
    return table


def test_the_server_serves_its_document(guest):
    served = guest.http.get("/schema").json()
    assert {path: served["paths"][path] for path in DOCUMENT["paths"]} == DOCUMENT["paths"]


@schema.parametrize()
@settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_server_answers_as_documented(case, guest, table):
    """Every second time at a table that is there."""
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = table
    case.call_and_validate(checks=CHECKS, base_url=f"http://{guest.server.at}", cookies={"tripot": guest.cookie})
