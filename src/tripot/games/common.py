"""Words that every rules file and the engine share."""

# who is asked, besides seats: `actors` gives a set of seats as bits, or one of these
CHANCE = -1
NOBODY = 0

# what a viewer hears of a move
NOTHING, SOMETHING, ALL, LATER = 0, 1, 2, 3

# what a piece of news tells: of which seat, to or from which other one, how many, and what sum
WHO, WHOM, COUNT, SUM = 0, 1, 2, 3


def total(counts):
    """How many there are of all kinds together."""
    count = 0
    for kind in range(len(counts)):
        count += counts[kind]
    return count


def filled(places):
    """How many places hold something, from the first on."""
    count = 0
    while count < len(places) and places[count] >= 0:
        count += 1
    return count


def left_of(seat, seats):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < seats else 0


def right_of(seat, seats):
    """The next seat the other way round."""
    return seat - 1 if seat > 0 else seats - 1


def unanswered(answers):
    """Those whose sealed answer is still to come, as bits."""
    asked = 0
    for seat in range(len(answers)):
        asked |= (answers[seat] < 0) << seat
    return asked


def tell(told, piece, who, whom, count, worth):
    """A piece of news; -1 for what it doesn't tell."""
    told[piece, WHO] = who
    told[piece, WHOM] = whom
    told[piece, COUNT] = count
    told[piece, SUM] = worth
