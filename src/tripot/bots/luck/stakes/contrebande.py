"""Contrebande: whether the declaration is a lie, the fines and the duty, for whoever has to do with it."""
# ruff: noqa: F821
# mypy: ignore-errors


def stake_count():
    return 32  # two phases, four roles, four numbers


def stakes(s, viewer, out):
    if s.phase != CUSTOMS and s.phase != NEIGHBOUR:
        return
    role = 3
    if viewer == s.turn:
        role = 0
    elif viewer == s.officer:
        role = 1
    elif viewer == after(s, s.turn):
        role = 2
    at = 16 * (s.phase == NEIGHBOUR) + 4 * role
    duty = 0
    fine = 200 * s.declared[BAG]
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
        fine += s.hand[kind] * FINE[kind]
    if wholly_true(s):
        out[at] = 1.0
    else:
        out[at + 1] = 1.0
        out[at + 2] = fine / 100.0
    out[at + 3] = duty / 100.0
