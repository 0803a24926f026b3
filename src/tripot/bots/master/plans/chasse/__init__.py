"""What a master does in Chasse where search gives too much away: figures that run whatever is under them, for smugglers
who wait in vain (`smugglers.py`), and customs who bar the way to strangers (`customs.py`)."""
# mypy: ignore-errors

from tripot.bots.master.plans.chasse.customs import at_random, choose_guard, choose_post
from tripot.bots.master.plans.chasse.smugglers import choose_runner, choose_stop
from tripot.games.chasse import HIDING, LARGEST, LIFTING, RED, WIDE, side_to_move

RUNNING = 1  # the situation in which smugglers walk
WAITED = 12  # quiet moves
BARRED = 300  # of 1,000 games: in the others customs search, whomever they meet
FAMILIAR = (3.0, 0.08)  # bits, and bits a move, by which those of known types are likelier than any move


def covers(record, seat, foretold, number):
    """It is for smugglers who aren't ahead when nothing happens, and in some games for customs who don't know whom they
    face and aren't behind."""
    if record["size"] != LARGEST or record["phase"] == HIDING:
        return False
    arrived = record["plaques"][LARGEST * WIDE :]
    lead = (
        int(record["found"]) + int(record["red_taken"]) - int(record["black_taken"]) - int(arrived[arrived > 0].sum())
    )
    if seat == record["leg"]:
        return bool(lead >= 0 and record["quiet"] >= WAITED)
    moves, bits = foretold[record["leg"], RUNNING]
    return bool(lead >= 0 and at_random(number, 0, 0) < BARRED and bits < FAMILIAR[0] + FAMILIAR[1] * moves)


def lean(s, seat, temper, weights):
    if side_to_move(s) == RED:
        if s.phase == LIFTING:
            choose_runner(s, seat, weights)
        else:
            choose_stop(s, seat, weights)
    elif s.phase == LIFTING:
        choose_guard(s, seat, temper, weights)
    else:
        choose_post(s, seat, temper, weights)
