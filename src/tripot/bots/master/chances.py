"""What a seat believes, in terms of the table: names of things that may be so, and how likely each is in its worlds."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np


def chances(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, float]:
    """The chances that matter at this moment of a game."""
    found = {
        "prohis": prohis,
        "contrebande": contrebande,
        "chasse": chasse,
        "condamnes": condamnes,
        "prohibition": prohibition,
    }.get(rules.NAME)
    if found is None or len(worlds) == 0:
        return {}
    return {name: float(share) for name, share in found(rules, worlds, weights / weights.sum(), viewer).items()}


def prohis(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, Any]:
    """How many illegal cards a rival's convoy carries, and whether an officer travels with it."""
    now = worlds[0]
    if not rules.CONTROL <= now["phase"] <= rules.INSPECTION or now["turn"] == viewer:
        return {}
    illegal = (worlds["convoy"] == rules.ILLEGAL).sum(axis=1)
    shares = {f"illegal {count}": weights @ (illegal == count) for count in range(rules.LARGEST_CONVOY + 1)}
    return shares | {"decoy": weights @ (worlds["convoy"] > rules.ILLEGAL).any(axis=1)}


def contrebande(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, Any]:
    """Whether the declaration is a lie, whether the bag is there, and which goods."""
    now = worlds[0]
    if now["phase"] not in (rules.CUSTOMS, rules.NEIGHBOUR) or now["turn"] == viewer:
        return {}
    hands = worlds["hand"][:, : rules.KINDS]
    bag = hands[:, rules.BAG] > 0
    true = bag if now["declared"][rules.BAG] else (hands[:, rules.WINE :] == worlds["declared"][:, rules.WINE :]).all(1)
    goods = {f"holds {rules.CARDS[kind]}": weights @ (hands[:, kind] > 0) for kind in range(rules.BAG, rules.KINDS)}
    return {"lie": weights @ ~true} | goods


def chasse(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, Any]:
    """Under which figures plaques are."""
    now = worlds[0]
    if viewer == now["leg"]:
        return {}
    cells = [cell for cell in now["where"][rules.RED].tolist() if cell >= 0]
    return {f"plaque {rules.CELLS[cell]}": weights @ (worlds["plaques"][:, cell] > 0) for cell in cells}


def condamnes(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, Any]:
    """Who has the stolen card, and who has three of a suit or more."""
    seats = int(worlds[0]["seats"])
    shares = {f"stolen {seat}": weights @ (worlds["holder"] == seat) for seat in range(seats)}
    suits = np.arange(rules.PACK) // rules.SUIT
    for seat in range(seats):
        held = worlds["hand"] == seat
        most = np.max([held[:, suits == suit].sum(axis=1) for suit in range(rules.SUITS)], axis=0)
        shares[f"three of a suit {seat}"] = weights @ (most >= rules.TUNNEL_CARDS - 1)
    return shares


def prohibition(rules: ModuleType, worlds: Any, weights: Any, viewer: int) -> dict[str, Any]:
    """Whose best load is worth most, as long as first cards are in hands (PRB-10). Afterwards nothing is hidden."""
    if worlds[0]["phase"] != rules.KEEPING:
        return {}
    seats = int(worlds[0]["seats"])
    worth = rules.IN_LOAD @ np.arange(1, rules.COLOUR_COUNT + 1)
    held = (worlds["hands"][:, :seats, :, : rules.KINDS] > 0) * worth
    kept = np.where(worlds["card"] >= 0, worth[worlds["card"]], 0)[:, :seats]
    best = np.maximum(held.max(axis=3), kept).max(axis=2)
    return {f"richest {seat}": weights @ (best[:, seat] == best.max(axis=1)) for seat in range(seats)}
