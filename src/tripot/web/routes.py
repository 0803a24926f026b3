"""What all handlers of the HTTP API share: who asks, and how a route says no."""

from __future__ import annotations

from functools import partial

import litestar
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec

from tripot.house.repository import Guest
from tripot.web.messages import Problem
from tripot.web.services import Services

Visitor = NamedDependency[Guest]
AppServices = NamedDependency[Services]


def _problem(description: str) -> ResponseSpec:
    return ResponseSpec(Problem, generate_examples=False, description=description)


_READS = {
    400: _problem("The request can't be read"),
    404: _problem("There is no such table or game"),
    409: _problem("It can't be shown now"),
    429: _problem("Too much at once"),
}
_CHANGES = {
    **_READS,
    403: _problem("From another site's page"),
    409: _problem("It can't be done now, or not by you; nothing has changed"),
    413: _problem("The request is too large"),
}
get = partial(litestar.get, responses=_READS)
post, put = partial(litestar.post, responses=_CHANGES), partial(litestar.put, responses=_CHANGES)
delete = partial(litestar.delete, responses=_CHANGES)
