"""Words that every rules file and the engine share."""

# who is asked, besides seats: `actors` gives a set of seats as bits, or one of these
CHANCE = -1
NOBODY = 0

# what a viewer hears of a move
NOTHING, SOMETHING, ALL, LATER = 0, 1, 2, 3

# what a piece of news tells: of which seat, to or from which other one, how many, and what sum
WHO, WHOM, COUNT, SUM = 0, 1, 2, 3
