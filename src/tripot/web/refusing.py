"""Refusals as they are sent: a code, a whole sentence in the reader's language, and the clause."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from tripot.engine.errors import TripotError
from tripot.engine.texts import LANGUAGES, refusal
from tripot.house.errors import clause_of, code_of, sentence_of, whole
from tripot.web.messages import Problem
from tripot.web.sessions import language_of


def problem(fault: TripotError, language: str) -> Problem:
    return Problem(code_of(fault), sentence_of(fault, language), clause_of(fault))


def problem_named(name: str, language: str, **fields: object) -> Problem:
    """One that nobody raised."""
    return Problem(name.partition(".")[0], sentence(name, language, **fields))


def sentence(name: str, language: str, **fields: object) -> str:
    return whole(refusal(name, language, fields))


def language_for(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What whoever asks reads: the guest's language where they are known, else what the page or the browser names."""
    chosen = connection.scope.get("state", {}).get("language") or connection.query_params.get("language")
    return str(chosen) if chosen in LANGUAGES else language_of(connection.headers.get("accept-language", ""))
