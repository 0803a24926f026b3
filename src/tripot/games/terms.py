"""Words that every rules file and the engine share."""

# who is asked, besides seats: `actors` gives a set of seats as bits, or one of these
CHANCE = -1
NOBODY = 0

# what a viewer hears of a move
NOTHING, SOMETHING, ALL, LATER = 0, 1, 2, 3
