"""Loops over whole games, written once in the rules' own subset and bound to one game's functions by a twin.

The names that look undefined here (`setup`, `legal`, `MOVE_COUNT`, ...) are the game's: a twin clones these functions
into the namespace of a rules module. Nothing here knows a game.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np

ONES = 0x0101010101010101
TOPS = -0x7F7F7F7F7F7F7F80  # the top bit of every byte


def clear(words):
    for i in range(WORD_COUNT):
        words[i] = 0


def choose(words, luck):
    """One of the marked moves, each as likely. The marks are read eight at a time, as the bytes of a word."""
    count = 0
    for i in range(WORD_COUNT):
        count += words[i] * ONES >> 56
    pick = below(luck, count)
    at = 0
    inside = words[0] * ONES >> 56
    while pick >= inside:
        pick -= inside
        at += 1
        inside = words[at] * ONES >> 56
    upto = words[at] * ONES  # each byte: how many marks up to here
    beyond = ((upto | TOPS) - (pick + 1) * ONES) & TOPS  # the bytes with more than `pick`: the last ones
    return at * 8 + 8 - ((beyond >> 7 & ONES) * ONES >> 56)


def choose_marked(can, luck):
    """The same where the marks are bits."""
    count = 0
    for i in range(MARK_WORDS):
        count += ones(marked_in(can, i))
    pick = below(luck, count)
    at = 0
    inside = ones(marked_in(can, 0))
    while at + 1 < MARK_WORDS and pick >= inside:
        pick -= inside
        at += 1
        inside = ones(marked_in(can, at))
    return at * WORD_BITS + nth_one(marked_in(can, at), pick)


def happen(s, weights, luck):
    """What chance does now."""
    for i in range(OUTCOME_COUNT):
        weights[i] = 0
    chance(s, weights)
    return drawn(weights, luck)


def drawn(weights, luck):
    """An outcome by its weight."""
    total = 0
    for i in range(OUTCOME_COUNT):
        total += weights[i]
    pick = below(luck, total)
    for i in range(OUTCOME_COUNT):
        pick -= weights[i]
        if pick < 0:
            return i
    return -1


def playouts(states, seats, options, first, actions, points, used):
    """A random game in every state; game i takes its luck from the number first + i."""
    for i in range(len(states)):
        setup(states[i], seats, options)
        actions[i] = playout(states[i], first + i, used)
        scores(states[i], points[i])


def play_on(states, luck, number, seats, moves):
    """Random legal moves to the end of one game that is under way, written down; how many moves, chance included."""
    seed(luck, number)
    words = np.zeros(WORD_COUNT, np.int64)
    can = words.view(np.int8)
    weights = np.zeros(OUTCOME_COUNT + 1, np.int32)
    count = 0
    asked = actors(states[0])
    while asked != 0:
        if asked < 0:
            seats[count] = -1
            moves[count] = happen(states[0], weights, luck)
        else:
            seats[count] = lowest(asked)
            clear(words)
            legal(states[0], seats[count], can)
            moves[count] = choose(words, luck)
        apply(states[0], seats[count], moves[count])
        count += 1
        asked = actors(states[0])
    return count


def next_question(s, seat, move, weights, luck, seats, options, points):
    """Make a move (-1: begin a game) and play chance until a seat is asked; a game that ends begins again.

    The seat that is asked, with 64 added if a game ended on the way.
    """
    ended = 0
    if move < 0:
        setup(s, seats, options)
    else:
        apply(s, seat, move)
    asked = actors(s)
    while asked <= 0:
        if asked < 0:
            apply(s, -1, happen(s, weights, luck))
        else:
            scores(s, points)
            ended = 64
            setup(s, seats, options)
        asked = actors(s)
    return lowest(asked) + ended


def show(s, seat, can, words, scratch, tensor):
    """What the asked seat may do, and what it sees."""
    clear(words)
    legal(s, seat, can)
    scratch[0] = s
    redact(scratch[0], seat)
    encode(scratch[0], seat, tensor)


def seed_all(lucks, first):
    for i in range(len(lucks)):
        seed(lucks[i], first + i)


def step_all(states, lucks, seats, options, moves, who, words, scratch, tensors, points, done, steps):
    """One move of the asked seat in every game (-1: begin); a game that ends gives its scores and begins again.

    With `steps`, so many moves instead, random legal ones; how many games ended. One row of each array is worked on
    in a copy: a view of it, made and dropped for every move, would cost more than the move.
    """
    weights = np.zeros(OUTCOME_COUNT + 1, np.int32)
    marks = np.zeros(WORD_COUNT, np.int64)
    can = marks.view(np.int8)
    luck = np.zeros(2, np.int64)
    score = np.zeros(points.shape[1], np.int32)
    tensor = np.zeros(tensors.shape[1], np.float32)
    ended = 0
    for _ in range(max(steps, 1)):
        for i in range(len(states)):
            luck[0] = lucks[i, 0]
            luck[1] = lucks[i, 1]
            if steps > 0:
                for k in range(WORD_COUNT):
                    marks[k] = words[i, k]
                moves[i] = choose(marks, luck)
            seat = next_question(states[i], who[i], moves[i], weights, luck, seats, options, score)
            done[i] = seat >> 6
            who[i] = seat & 63
            if done[i]:
                ended += 1
                for k in range(len(score)):
                    points[i, k] = score[k]
            show(states[i], who[i], can, marks, scratch, tensor)
            for k in range(WORD_COUNT):
                words[i, k] = marks[k]
            for k in range(len(tensor)):
                tensors[i, k] = tensor[k]
            lucks[i, 0] = luck[0]
            lucks[i, 1] = luck[1]
    return ended


def step_one(states, luck, seats, options, seat, move, points):
    """One move in one game (-1: begin), and chance after it: the seat that is asked then, 64 if the game is over.

    -1 if the move isn't legal; nothing was played then.
    """
    if move < 0:
        setup(states[0], seats, options)
    else:
        can = np.zeros(8 * WORD_COUNT, np.int8)
        legal(states[0], seat, can)
        if can[move] == 0:
            return -1
        apply(states[0], seat, move)
    weights = np.zeros(OUTCOME_COUNT + 1, np.int32)
    asked = actors(states[0])
    while asked < 0:
        apply(states[0], -1, happen(states[0], weights, luck))
        asked = actors(states[0])
    if asked == 0:
        scores(states[0], points)
        return 64
    return lowest(asked)


def show_one(states, scratch, viewer, mask, tensor):
    """What a viewer sees of one game and, if they are asked, what they may do; `mask` comes all zero."""
    scratch[0] = states[0]
    redact(scratch[0], viewer)
    encode(scratch[0], viewer, tensor)
    asked = actors(scratch[0])
    if asked > 0 and viewer >= 0 and (asked >> viewer) & 1:
        legal(scratch[0], viewer, mask)


def apply_all(states, seats, moves):
    """One move in each state, by a seat or by chance (-1); -1 as the move leaves a state as it is."""
    for i in range(len(states)):
        if moves[i] >= 0:
            apply(states[i], seats[i], moves[i])


def redact_all(states, viewer):
    for i in range(len(states)):
        redact(states[i], viewer)


def imagine_all(states, viewer, lucks):
    for i in range(len(states)):
        imagine(states[i], viewer, lucks[i])


# what a twin's user calls, and what only these call
ENTRIES = (playouts, play_on, seed_all, step_all, step_one, show_one, apply_all, redact_all, imagine_all)
PARTS = (clear, choose, choose_marked, happen, drawn, next_question, show)
