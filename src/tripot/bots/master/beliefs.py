"""Kept worlds: what a seat believes, as many full records that agree with all it has heard and seen, each weighed.

A world goes on with every step that the seat notices. What was heard is replayed in it, and its weight is multiplied by
how likely that was there, under a mixture of types (tempers of the game's policy) for every other seat. The mixture is
a world's own, so that a hand that turns out to be a lie also tells who lies; and a seat has one for every *situation*
that the game tells apart (`outlook/`), as people hide otherwise than they run, or doubt one neighbour and not another.
What was not heard is filled in: every way
it may have gone if these are few (equal worlds are merged, so a hand of four cards is believed in exactly), by luck
otherwise. A world that looks otherwise than the table is dropped; where too few are left, others are imagined anew.

Like `engine/game_loops.py` this is written in the rules' own subset and bound by a twin to one game and its policy.
"""
# ruff: noqa: F821, SIM110
# mypy: ignore-errors

from typing import NamedTuple

import numpy as np

TALLY = np.dtype([
    ("worlds", np.int64),  # how many there are
    ("sampled", np.int64),  # whether luck has chosen among them
    ("steps", np.int64),  # noticed so far
    ("lost", np.int64),  # how often no world was left
    ("renewed", np.int64),  # how often some were imagined anew
])  # fmt: skip


class Mind(NamedTuple):
    """What one seat of one game has in mind: arrays that native code works on."""

    worlds: np.ndarray
    world_words: np.ndarray  # the same, as numbers to compare and to hash
    weights: np.ndarray
    types: np.ndarray  # [world, voice, type]: how likely a seat is of each type in a situation, in that world
    spare: np.ndarray  # room for the next worlds
    spare_words: np.ndarray
    spare_weights: np.ndarray
    spare_types: np.ndarray
    look: np.ndarray  # what the seat sees now
    look_words: np.ndarray
    scratch: np.ndarray
    scratch_words: np.ndarray
    tempers: np.ndarray  # [type, knob]
    first: np.ndarray  # [type]: the mixture that everybody begins with
    faith: np.ndarray  # [voice, type]: the mixture over all worlds
    held: np.ndarray  # [voice, type]: room for a world's types
    foretold: np.ndarray  # [voice, 2]: moves heard, and by how many bits likelier than any legal move by luck
    leaning: np.ndarray  # [type, move]: weights
    sums: np.ndarray  # [type]
    shares: np.ndarray  # [move]
    marks: np.ndarray
    can: np.ndarray  # the bytes of `marks`
    moves: np.ndarray
    odds: np.ndarray
    keys: np.ndarray  # of merged worlds
    slots: np.ndarray
    tally: np.ndarray  # one record of TALLY
    keep: int  # worlds to keep
    fewest: float  # worlds of equal weight, before some are imagined anew
    renew: float  # the share of weight that these get
    slip: float  # the share of moves that a type makes for no reason at all
    forget: float  # the share of the first mixture that comes back with every move: people change
    tells: float  # how much a move in one situation tells of the others
    negligible: float  # a world with less than this share of all weight is dropped


def hash_of(words):
    """A record as one number."""
    h = 1469598103934665603
    for i in range(len(words)):
        h = (h ^ words[i]) * 1099511628211
        h ^= h >> 32
    return h & 0x7FFFFFFFFFFFFFFF


def same(a, b):
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


def list_legal(s, seat, marks, can, moves):
    """The legal moves of an asked seat, in order; how many."""
    for i in range(WORD_COUNT):
        marks[i] = 0
    legal(s, seat, can)
    count = 0
    for i in range(WORD_COUNT):
        if marks[i] != 0:
            for move in range(8 * i, 8 * i + 8):
                if can[move]:
                    moves[count] = move
                    count += 1
    return count


def lean_all(mind, s, seat):
    """How every type leans in a world; how many legal moves there are."""
    kinds = len(mind.first)
    scratch = mind.scratch
    marks = mind.marks
    can = mind.can
    moves = mind.moves
    tempers = mind.tempers
    leaning = mind.leaning
    sums = mind.sums
    scratch[0] = s
    redact(scratch[0], seat)
    count = list_legal(scratch[0], seat, marks, can, moves)
    for k in range(kinds):
        sums[k] = weigh(scratch[0], seat, tempers[k], leaning[k])
    return count


def share_of(leaning, sums, slip, k, move, count):
    """How likely a type makes a move, after `lean_all`."""
    return (1.0 - slip) * max(0, leaning[k, move]) / sums[k] + slip / count


def learn(mind, types, s, seat, move, count):
    """Make a move known to a seat's mixtures, after `lean_all` and before it is made; how likely it was."""
    now = voice_of(s, seat)
    for voice in range(seat * situations(), (seat + 1) * situations()):
        if voice != now:
            learn_by(mind, types[voice], move, count, mind.tells)
    return learn_by(mind, types[now], move, count, 1.0)


def learn_by(mind, types, move, count, tells):
    """Make a move known to one mixture, as far as it tells something there; how likely it was."""
    leaning = mind.leaning
    sums = mind.sums
    first = mind.first
    slip = mind.slip
    keeps = (1.0 - mind.forget) * (1.0 - tells)
    learns = (1.0 - mind.forget) * tells
    forget = mind.forget
    total = 0.0
    for k in range(len(types)):
        total += types[k] * share_of(leaning, sums, slip, k, move, count)
    for k in range(len(types)):
        share = types[k] * share_of(leaning, sums, slip, k, move, count) / total
        types[k] = learns * share + keeps * types[k] + forget * first[k]
    return total


def draw_share(shares, count, total, luck):
    """A place by its share of a total."""
    at = below(luck, 1 << 30) * total / (1 << 30)
    for j in range(count):
        at -= shares[j]
        if at < 0.0:
            return j
    j = count - 1
    while shares[j] <= 0.0:
        j -= 1
    return j


def mix(mind, types, count):
    """How likely each legal move is under a mixture, after `lean_all`."""
    leaning = mind.leaning
    sums = mind.sums
    moves = mind.moves
    shares = mind.shares
    slip = mind.slip
    for j in range(count):
        shares[j] = 0.0
    for k in range(len(types)):
        for j in range(count):
            shares[j] += types[k] * share_of(leaning, sums, slip, k, moves[j], count)


def follow_chance(mind, s, outcome):
    """What chance did, in a world; how likely it was."""
    odds = mind.odds
    if actors(s) != -1:
        return 0.0
    for i in range(OUTCOME_COUNT):
        odds[i] = 0
    chance(s, odds)
    total = 0
    for i in range(OUTCOME_COUNT):
        total += odds[i]
    share = odds[outcome] / total
    if share > 0.0:
        apply(s, -1, outcome)
    return share


def follow_move(mind, s, types, seat, move, viewer, luck):
    """A heard move in a world, and what that seat may have done unheard before it; how likely that was."""
    scratch = mind.scratch
    scratch_words = mind.scratch_words
    look_words = mind.look_words
    moves = mind.moves
    shares = mind.shares
    can = mind.can
    likely = 1.0
    for _ in range(8):
        asked = actors(s)
        if asked <= 0 or not (asked >> seat) & 1:
            return 0.0
        if seat == viewer:
            apply(s, seat, move)
            return likely
        count = lean_all(mind, s, seat)
        if can[move]:
            scratch[1] = s
            apply(scratch[1], seat, move)
            redact(scratch[1], viewer)
            if same(scratch_words[1], look_words[0]):
                likely *= learn(mind, types, s, seat, move, count)
                apply(s, seat, move)
                return likely
        mix(mind, types[voice_of(s, seat)], count)
        total = 0.0
        for j in range(count):
            if hears(s, seat, moves[j], viewer) != 0:
                shares[j] = 0.0
            total += shares[j]
        if total <= 0.0:
            return 0.0
        unheard = moves[draw_share(shares, count, total, luck)]
        learn(mind, types, s, seat, unheard, count)
        apply(s, seat, unheard)
        likely *= total
    return 0.0


def follow_sealed(mind, i, seats, moves, viewer, luck):
    """All answers to a sealed question, heard or not, in a world; how likely they were.

    Where the order decides, several are tried until the world looks like the table.
    """
    voices = len(mind.held)
    kinds = len(mind.first)
    types = mind.types[i]
    s = mind.worlds[i]
    label = sealed(s)
    mind.scratch[2] = s
    for voice in range(voices):
        for k in range(kinds):
            mind.held[voice, k] = types[voice, k]
    asked = actors(s)
    for attempt in range(8):
        if attempt > 0:
            mind.worlds[i] = mind.scratch[2]
            for voice in range(voices):
                for k in range(kinds):
                    types[voice, k] = mind.held[voice, k]
        likely = 1.0
        turn = below(luck, 16) if attempt > 0 else 0
        step = 15 if attempt % 2 == 1 else 1
        for place in range(16):
            seat = (turn + place * step) % 16
            if likely > 0.0 and (asked >> seat) & 1 and sealed(s) == label:
                likely *= follow_answer(mind, s, types, seats, moves, seat, viewer, luck)
        if likely > 0.0:
            mind.scratch[1] = s
            redact(mind.scratch[1], viewer)
            if same(mind.scratch_words[1], mind.look_words[0]):
                return likely
    return 0.0


def follow_answer(mind, s, types, seats, moves, seat, viewer, luck):
    """One seat's answer to a sealed question, heard or not; how likely it was."""
    move = -1
    for i in range(len(seats)):
        if seats[i] == seat:
            move = moves[i]
    if seat == viewer:
        if move < 0:
            return 0.0
        apply(s, seat, move)
        return 1.0
    count = lean_all(mind, s, seat)
    if move >= 0:
        if not mind.can[move]:
            return 0.0
        likely = learn(mind, types, s, seat, move, count)
        apply(s, seat, move)
        return likely
    mix(mind, types[voice_of(s, seat)], count)
    total = 0.0
    for j in range(count):
        if unsealed(mind.look[0], seat, mind.moves[j], viewer) != 0:
            mind.shares[j] = 0.0
        total += mind.shares[j]
    if total <= 0.0:
        return 0.0
    move = mind.moves[draw_share(mind.shares, count, total, luck)]
    learn(mind, types, s, seat, move, count)
    apply(s, seat, move)
    return total


def take_over(mind, count):
    """The spare worlds are the worlds now."""
    voices = len(mind.held)
    kinds = len(mind.first)
    worlds = mind.worlds
    weights = mind.weights
    types = mind.types
    spare = mind.spare
    spare_weights = mind.spare_weights
    spare_types = mind.spare_types
    for i in range(count):
        worlds[i] = spare[i]
        weights[i] = spare_weights[i]
        for voice in range(voices):
            for k in range(kinds):
                types[i, voice, k] = spare_types[i, voice, k]
    mind.tally[0].worlds = count


def spare_from(mind, count, i, weight):
    """A copy of a world among the spare ones."""
    voices = len(mind.held)
    kinds = len(mind.first)
    types = mind.types
    spare_types = mind.spare_types
    mind.spare[count] = mind.worlds[i]
    mind.spare_weights[count] = weight
    for voice in range(voices):
        for k in range(kinds):
            spare_types[count, voice, k] = types[i, voice, k]


def branch(mind, seat, viewer, luck):
    """Something happened unseen, by chance or by a seat: every way it may have gone if these are few, else some."""
    shares = mind.shares
    count = mind.tally[0].worlds
    room = len(mind.worlds)
    ways = 0
    for i in range(count):
        ways += count_ways(mind, i, seat, viewer)
        if ways > room:
            break
    made = 0
    if ways <= room:
        for i in range(count):
            many = ways_of(mind, i, seat, viewer)
            for j in range(many):
                if shares[j] > 0.0:
                    made = branch_to(mind, made, i, seat, many, j, shares[j])
    else:
        mind.tally[0].sampled = 1
        if count > mind.keep:
            resample(mind, mind.keep, luck)
            count = mind.tally[0].worlds
        each = max(1, mind.keep // count)
        for i in range(count):
            many = ways_of(mind, i, seat, viewer)
            total = 0.0
            for j in range(many):
                total += shares[j]
            if total > 0.0:
                for _ in range(each):
                    made = branch_to(mind, made, i, seat, many, draw_share(shares, many, total, luck), total / each)
    take_over(mind, made)


def count_ways(mind, i, seat, viewer):
    """How many things may have happened unseen in a world."""
    shares = mind.shares
    many = ways_of(mind, i, seat, viewer)
    ways = 0
    for j in range(many):
        if shares[j] > 0.0:
            ways += 1
    return ways


def ways_of(mind, i, seat, viewer):
    """What may have happened unseen in a world, with shares, as places in `moves`; how many."""
    worlds = mind.worlds
    odds = mind.odds
    moves = mind.moves
    shares = mind.shares
    asked = actors(worlds[i])
    if seat < 0:
        if asked != -1:
            return 0
        for k in range(OUTCOME_COUNT):
            odds[k] = 0
        chance(worlds[i], odds)
        total = 0
        count = 0
        for k in range(OUTCOME_COUNT):
            total += odds[k]
        for k in range(OUTCOME_COUNT):
            if odds[k] > 0:
                moves[count] = k
                shares[count] = odds[k] / total
                count += 1
        return count
    if asked <= 0 or not (asked >> seat) & 1:
        return 0
    count = lean_all(mind, worlds[i], seat)
    mix(mind, mind.types[i, voice_of(worlds[i], seat)], count)
    for j in range(count):
        if hears(worlds[i], seat, moves[j], viewer) != 1:
            shares[j] = 0.0
    return count


def branch_to(mind, made, i, seat, many, j, share):
    """One way on from a world, if it agrees with what is seen; how many spare worlds there are now."""
    spare_from(mind, made, i, mind.weights[i] * share)
    if seat >= 0:
        learn(mind, mind.spare_types[made], mind.spare[made], seat, mind.moves[j], many)
    apply(mind.spare[made], seat, mind.moves[j])
    return made + 1


def drop(mind, viewer):
    """Let go of worlds that look otherwise than the table, or hardly count; how many are left."""
    voices = len(mind.held)
    kinds = len(mind.first)
    worlds = mind.worlds
    weights = mind.weights
    types = mind.types
    scratch = mind.scratch
    scratch_words = mind.scratch_words
    look_words = mind.look_words
    count = mind.tally[0].worlds
    total = 0.0
    for i in range(count):
        if weights[i] > 0.0:
            scratch[1] = worlds[i]
            redact(scratch[1], viewer)
            if not same(scratch_words[1], look_words[0]):
                weights[i] = 0.0
        total += weights[i]
    left = 0
    if total > 0.0:
        for i in range(count):
            if weights[i] > mind.negligible * total:
                if left < i:
                    worlds[left] = worlds[i]
                    for voice in range(voices):
                        for k in range(kinds):
                            types[left, voice, k] = types[i, voice, k]
                weights[left] = weights[i] / total
                left += 1
    mind.tally[0].worlds = left
    return left


def merge(mind):
    """Equal worlds become one."""
    voices = len(mind.held)
    kinds = len(mind.first)
    worlds = mind.worlds
    world_words = mind.world_words
    weights = mind.weights
    types = mind.types
    keys = mind.keys
    slots = mind.slots
    mask = len(keys) - 1
    for i in range(len(keys)):
        slots[i] = -1
    left = 0
    for i in range(mind.tally[0].worlds):
        h = hash_of(world_words[i])
        at = h & mask
        while slots[at] >= 0 and keys[at] != h:
            at = (at + 1) & mask
        if slots[at] < 0:
            keys[at] = h
            slots[at] = left
            if left < i:
                worlds[left] = worlds[i]
                weights[left] = weights[i]
                for voice in range(voices):
                    for k in range(kinds):
                        types[left, voice, k] = types[i, voice, k]
            left += 1
        else:
            other = slots[at]
            total = weights[other] + weights[i]
            share = weights[i] / total if total > 0.0 else 0.5
            for voice in range(voices):
                for k in range(kinds):
                    types[other, voice, k] += share * (types[i, voice, k] - types[other, voice, k])
            weights[other] = total
    mind.tally[0].worlds = left
    if left == 1:
        mind.tally[0].sampled = 0


def resample(mind, wanted, luck):
    """So many worlds, each drawn by its weight (evenly spaced draws); equal ones stay apart."""
    weights = mind.weights
    total = 0.0
    for i in range(mind.tally[0].worlds):
        total += weights[i]
    step = total / wanted
    at = below(luck, 1 << 30) * step / (1 << 30)
    upto = 0.0
    made = 0
    for i in range(mind.tally[0].worlds):
        upto += weights[i]
        while made < wanted and at < upto:
            spare_from(mind, made, i, 1.0 / wanted)
            made += 1
            at += step
    take_over(mind, made)
    mind.tally[0].sampled = 1


def imagine_more(mind, viewer, luck):
    """Fill up with worlds imagined from the look alone, which know nothing of what was heard earlier."""
    voices = len(mind.held)
    kinds = len(mind.first)
    worlds = mind.worlds
    weights = mind.weights
    types = mind.types
    faith = mind.faith
    count = mind.tally[0].worlds
    wanted = mind.keep - count
    if wanted <= 0:
        return
    share = mind.renew if count > 0 else 1.0
    for i in range(count):
        weights[i] *= 1.0 - share
    for i in range(count, count + wanted):
        worlds[i] = mind.look[0]
        imagine(worlds[i], viewer, luck)
        weights[i] = share / wanted
        for voice in range(voices):
            for k in range(kinds):
                types[i, voice, k] = faith[voice, k]
    mind.tally[0].worlds = count + wanted
    mind.tally[0].renewed += 1
    mind.tally[0].sampled = 1
    merge(mind)


def believe(mind):
    """The mixture of every seat over all worlds."""
    voices = len(mind.held)
    kinds = len(mind.first)
    weights = mind.weights
    types = mind.types
    faith = mind.faith
    for voice in range(voices):
        for k in range(kinds):
            faith[voice, k] = 0.0
    for i in range(mind.tally[0].worlds):
        for voice in range(voices):
            for k in range(kinds):
                faith[voice, k] += weights[i] * types[i, voice, k]


def weighed(mind, count):
    """The weight of the first worlds."""
    total = 0.0
    for i in range(count):
        total += mind.weights[i]
    return total


def effective(mind):
    """How many worlds of equal weight the worlds are worth."""
    weights = mind.weights
    squares = 0.0
    for i in range(mind.tally[0].worlds):
        squares += weights[i] * weights[i]
    return 1.0 / squares if squares > 0.0 else 0.0


def begin_listening(mind, viewer, number):
    """Worlds for the look that the seat has when it begins to listen."""
    voices = len(mind.held)
    kinds = len(mind.first)
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    for voice in range(voices):
        for k in range(kinds):
            mind.faith[voice, k] = mind.first[k]
        mind.foretold[voice, 0] = 0.0
        mind.foretold[voice, 1] = 0.0
    mind.tally[0].worlds = 0
    imagine_more(mind, viewer, luck)


def follow(mind, count, seat, move, viewer, luck):
    """A step that was heard, in every world; and how well the types that others are taken for foretold it."""
    if seat < 0:
        for i in range(count):
            if mind.weights[i] > 0.0:
                mind.weights[i] *= follow_chance(mind, mind.worlds[i], move)
        return
    before = weighed(mind, count)
    if before <= 0.0:
        return
    living = 0  # a dead world is not played on
    while mind.weights[living] <= 0.0:
        living += 1
    voice = voice_of(mind.worlds[living], seat)
    ways = list_legal(mind.worlds[living], seat, mind.marks, mind.can, mind.moves)
    for i in range(living, count):
        if mind.weights[i] > 0.0:
            mind.weights[i] *= follow_move(mind, mind.worlds[i], mind.types[i], seat, move, viewer, luck)
    after = weighed(mind, count)
    if ways > 1 and after > 0.0:
        mind.foretold[voice, 0] += 1.0
        mind.foretold[voice, 1] += np.log2(ways * after / before)


def notice(mind, viewer, seats, moves, number):
    """One step that the seat noticed: what it heard (a seat, -1 for chance; a move, -1 if only that one was made).

    `mind.look` is what it sees then.
    """
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    mind.tally[0].steps += 1
    count = mind.tally[0].worlds
    heard = len(seats)
    branched = False
    label = sealed(mind.worlds[0]) if count > 0 else 0
    if label != 0 and sealed(mind.look[0]) != label:
        for i in range(count):
            if heard > 0 and seats[0] < 0:
                mind.weights[i] = 0.0
            else:
                mind.weights[i] *= follow_sealed(mind, i, seats, moves, viewer, luck)
    elif heard == 1 and moves[0] < 0:
        branch(mind, seats[0], viewer, luck)
        branched = True
    else:
        for h in range(heard):
            follow(mind, count, seats[h], moves[h], viewer, luck)
    left = drop(mind, viewer)
    if branched or left > mind.keep:
        merge(mind)
        if mind.tally[0].worlds > mind.keep:
            resample(mind, mind.keep, luck)
    thin = left > 0 and mind.tally[0].sampled and effective(mind) < mind.fewest
    if left == 0:
        mind.tally[0].lost += 1
    if thin:
        believe(mind)
    if left == 0 or thin:
        imagine_more(mind, viewer, luck)
    believe(mind)


# what a twin's user calls, and what only these call
ENTRIES = (begin_listening, notice)
PARTS = (
    hash_of, same, list_legal, lean_all, share_of, learn_by, learn, draw_share, mix, follow_chance, follow_move,
    follow_sealed, follow_answer, take_over, spare_from, branch, count_ways, ways_of, branch_to, drop, merge, resample,
    imagine_more, believe, weighed, effective, follow,
)  # fmt: skip
