"""What all viewers of a table notice of moves, in the rules' own subset: the native side of `audience.py`.

It is a twin of its own, so that only servers compile it.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined,no-untyped-def,no-untyped-call,no-any-return"

from __future__ import annotations

from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tripot.games.common import LATER, NOTHING

# what is written of a step for each viewer; `alike` is the first viewer who notices just the same
SIGNS = ("level", "topic", "news", "noticed", "changed", "turn", "round", "alike")
SIGN = np.dtype([(name, np.int64) for name in SIGNS])
# and of all together; `fields` are those that have changed since the mark, `twin` is the first who is shown the same
END = np.dtype([(name, np.int64) for name in ("asked", "sealed", "fields", "twin", "rescored")])


def changed_fields(old, new):
    """The fields of LEGEND that differ between two records, given as bytes: one bit for each."""
    changed = 0
    for field in range(len(FIELD_STARTS)):
        for k in range(FIELD_STARTS[field], FIELD_ENDS[field]):
            if old[k] != new[k]:
                changed |= 1 << field
    return changed


def differs(old, new):
    """Whether two records, given as bytes, differ anywhere."""
    for k in range(len(old)):
        if old[k] != new[k]:
            return 1
    return 0


def shown_alike(one, other, fields):
    """Whether two records, given as bytes, are the same in some fields of LEGEND."""
    for field in range(len(FIELD_STARTS)):
        if fields >> field & 1:
            for k in range(FIELD_STARTS[field], FIELD_ENDS[field]):
                if one[k] != other[k]:
                    return 0
    return 1


def scored_alike(one, other):
    """Whether points are made of the same."""
    for seat in range(one.shape[0]):
        for line in range(one.shape[1]):
            if one[seat, line, 0] != other[seat, line, 0] or one[seat, line, 1] != other[seat, line, 1]:
                return 0
    return 1


def first_alike(i, signs, told, things):
    """The first viewer who notices just the same of a move as this one."""
    own = signs[i]
    for k in range(i):
        one = signs[k]
        alike = one.level == own.level and one.topic == own.topic and one.noticed == own.noticed
        alike = alike and one.changed == own.changed and one.turn == own.turn and one.round == own.round
        for row in range(told.shape[1]):
            for part in range(4):
                alike = alike and told[k, row, part] == told[i, row, part]
        for row in range(things.shape[1]):
            alike = alike and things[k, row] == things[i, row]
        if alike:
            return k
    return i


def may_choose(viewer, asked):
    return asked > 0 and viewer >= 0 and (asked >> viewer) & 1 == 1


def first_twin(i, viewers, now, now_bytes, lines, together, ends):
    """The first viewer who is shown just the same as this one since the mark, and asked the same.

    Who may choose is shown more, and so may be who looks at a sealed question.
    """
    own = ends[i]
    if may_choose(viewers[i], own.asked) or own.sealed != 0:
        return i
    for k in range(i):
        one = ends[k]
        twin = (together[i] >> k) & 1 == 1 and not may_choose(viewers[k], one.asked)
        twin = twin and one.asked == own.asked and one.sealed == own.sealed and now[k].phase == now[i].phase
        twin = twin and one.fields == own.fields and one.rescored == own.rescored
        twin = twin and (own.rescored == 0 or scored_alike(lines[k], lines[i]) == 1)
        if twin and shown_alike(now_bytes[k], now_bytes[i], own.fields) == 1:
            return k
    return i


def notice_all(
    states, was, now, was_bytes, now_bytes, marked_bytes, viewers, seats, moves, count,
    signs, told, things, marks, lines, marked_lines, together, ends,
):  # fmt: skip
    """Moves, as all viewers notice them: the full record goes on from the second to a new one, and so do their looks.

    Writes for each step and viewer what they hear and notice (`signs`) and the news (`told`, `things`); for each viewer
    what they see in the end (`ends`), their legal moves (`marks`) and what points are made of (`lines`: by seat and
    line, how many and what they come to). `marked_bytes` and `marked_lines` are what they saw at the mark, `together`
    who noticed the same since: a bit for each earlier viewer.

    A sealed question changes who hears what, and when: its steps are made one at a time. Returns how many steps were
    made, and the sealed question that is open now.
    """
    done = 0
    going = count > 0
    while going:
        seat = seats[done]
        move = moves[done]
        label = sealed(states[1])
        states[0] = states[1]
        apply(states[1], seat, move)
        then = sealed(states[1])
        going = done + 1 < count and label == 0 and then == 0
        for i in range(len(viewers)):
            viewer = viewers[i]
            was[i] = now[i]
            now[i] = states[1]
            redact(now[i], viewer)
            level = hears(states[0], seat, move, viewer)
            hushed = not at_once(level) or (label != 0 and seat >= 0 and seat == viewer)
            if later(level):
                going = False  # whoever hears of it later is told of what follows step by step
            if hushed and label != 0 and label == then and seat >= 0:
                now[i] = was[i]  # nothing is noticed of an answer before the question is closed
            changed = differs(was_bytes[i], now_bytes[i])
            sign = signs[done, i]
            sign.level = level
            sign.topic = about(was[i], now[i], seat, move) if level == HEARD_ALL and seat >= 0 else -1
            for k in range(told.shape[2]):
                for part in range(4):
                    told[done, i, k, part] = -1
            for k in range(things.shape[2]):
                things[done, i, k] = 0
            sign.news = 0
            if changed:
                news(was[i], now[i], told[done, i], things[done, i])
                for k in range(told.shape[2]):
                    if told[done, i, k, NEWS_OF] >= 0:
                        sign.news = 1
            sign.noticed = 0 if hushed and not changed else 1
            sign.changed = changed
            sign.turn = turn_of(was[i]) if turn_of(was[i]) >= 0 else turn_of(now[i])  # what ends a turn belongs to it
            sign.round = round_of(was[i]) if round_of(was[i]) > 0 else round_of(now[i])
            sign.alike = first_alike(i, signs[done], told[done], things[done])
            for k in range(i):
                if signs[done, k].alike != sign.alike and (signs[done, k].noticed or sign.noticed):
                    together[i] &= ~(1 << k)
        done += 1
    for i in range(len(viewers)):
        end = ends[i]
        end.asked = actors(now[i])
        end.sealed = sealed(now[i])
        end.fields = changed_fields(marked_bytes[i], now_bytes[i])
        for k in range(marks.shape[1]):
            marks[i, k] = 0
        if may_choose(viewers[i], end.asked):
            legal(now[i], viewers[i], marks[i])
        for seat in range(lines.shape[1]):
            for line in range(lines.shape[2]):
                number = counts(now[i], seat, line)
                lines[i, seat, line, 0] = number if number >= 0 else -1
                lines[i, seat, line, 1] = earns(now[i], seat, line) if number >= 0 else 0
        end.rescored = 1 - scored_alike(marked_lines[i], lines[i])
        end.twin = first_twin(i, viewers, now, now_bytes, lines, together, ends)
    return done, sealed(states[1])


def completes(states, seat, move):
    """Whether a move that isn't made would end an act: its seat has no more to do then, or sees something new."""
    states[2] = states[1]
    apply(states[2], seat, move)
    if not may_choose(seat, actors(states[2])) or sealed(states[2]) != sealed(states[1]):
        return True
    return reveals(states[1], states[2], seat, move, seat) != 0


ENTRIES = (notice_all, completes)
_PARTS: tuple[Any, ...] = (changed_fields, differs, shown_alike, scored_alike, first_alike, may_choose, first_twin)


@cache
def parts_of(rules: ModuleType) -> tuple[FunctionType, ...]:
    """What the driver is made of: also what a level of hearing means, whose turn it is, and in which round."""
    names = rules.STATE.names or ()
    first = int(vars(rules).get("FIRST_ROUND", 1))
    source = f"""
def at_once(level):
    return {NOTHING} != level != {LATER}


def later(level):
    return level == {LATER}


def turn_of(s):
    return {"s.turn" if "turn" in names else -1}


def round_of(s):
    return {f"max(s.round + {1 - first}, 0)" if "round" in names else 0}
"""
    scope: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, __file__, "exec"), scope)
    return (*_PARTS, *(scope[name] for name in ("at_once", "later", "turn_of", "round_of")))
