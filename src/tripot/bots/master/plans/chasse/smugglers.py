"""Smugglers whom customs neither control nor let through: any figures run.

A smuggler who always knows better than to risk a plaque ends in a draw against customs who wait. So when nothing has
happened for a while, figures run without regard to where the plaques are, and nobody learns it from that. Where k of n
figures have plaques, whoever controls a runner finds nothing n - k times in n, and then the smuggler is ahead; whoever
lets it pass, lets plaques pass k times in n. The longer nothing happens, the more figures leave home.
"""
# mypy: ignore-errors

from tripot.bots.instincts.chasse import erase
from tripot.bots.master.plans.chasse.ways import FAR, is_suspect, moves_from, note_ways
from tripot.engine import catalogue
from tripot.games.chasse import LARGEST, LIFT, PLACE, RED, TO, cell_of, is_start

legal = catalogue.rules_of("chasse").legal

PATIENCE = 3  # quiet moves after which one figure more leaves home
MOST = FAR - 1  # moves to the goal that are told apart


def choose_runner(s, seat, weights):
    """Who arrives at once; else somebody leaves home, any as likely, or the nearest goes on."""
    legal(s, seat, weights)
    few = away_from_home(s) <= s.quiet // PATIENCE
    note_ways(s, weights, TO, MOST)
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and weights[LIFT + PLACE[cell]] > 0:
            moves = moves_from(cell, weights, TO, MOST)
            weight = 1000
            if s.cleared[cell]:
                weight = 1
            elif is_start(s, cell):
                weight = 300000 if few and moves < FAR else 100
            elif moves < FAR:
                weight = 100000000 if moves == 1 else 100000 >> moves
            weights[LIFT + PLACE[cell]] = weight
    erase(weights, TO, TO + LARGEST * LARGEST)


def away_from_home(s):
    """Figures on the way that may have the plaques."""
    count = 0
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if is_suspect(s, cell) and not is_start(s, cell):
            count += 1
    return count


def choose_stop(s, seat, weights):
    """Towards the goal."""
    legal(s, seat, weights)
    note_ways(s, weights, LIFT, MOST)
    for square in range(LARGEST * LARGEST):
        if weights[TO + square] > 0:
            weights[TO + square] = 1 << 3 * (MOST - min(moves_from(cell_of(square), weights, LIFT, MOST), MOST))
    erase(weights, LIFT, LIFT + LARGEST * LARGEST)
