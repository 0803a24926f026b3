"""How the house's bots play Faux papiers: what a seat leans to, by what it may know and by its temper."""

from tripot_fauxpapiers.rules import ANSWER, CHECK, CLAIM, CLAIMING, KINDS, LAY, LAYING, PACK, WAVE

TEMPER = ("lie", "doubt")  # how often it claims more than it has, and how little it believes, in percent
LEVELS = {"novice": (25, 15), "regular": (45, 40)}
CHARACTERS = {"bold": {"lie": 30}, "careful": {"lie": -25}, "suspicious": {"doubt": 30}}
HABITS = {"always true": (0, 40), "always lies": (300, 40), "never checks": (45, 0), "always checks": (45, 1000)}
LIE, DOUBT = range(len(TEMPER))


def lean(s, seat, temper, weights):
    if s.phase == LAY:
        for kind in range(KINDS):
            if s.hands[seat, kind] > 0:
                weights[LAYING + kind] = 2 + kind
    elif s.phase == CLAIM:
        lean_to_claim(s, temper, weights)
    elif s.phase == ANSWER:
        weights[WAVE] = 100
        weights[CHECK] = temper[DOUBT] * rarity(s, seat) // 100


def lean_to_claim(s, temper, weights):
    """The truth, or more than that: the more it is, the less willingly."""
    weights[CLAIMING + s.desk] = 100
    for kind in range(s.desk + 1, KINDS):
        weights[CLAIMING + kind] = temper[LIE] // (kind - s.desk)


def rarity(s, seat):
    """Of a hundred papers that this seat doesn't see, how many are too little for what is claimed."""
    unseen = 0
    little = 0
    for kind in range(KINDS):
        there = PACK[kind] - s.hands[seat, kind] - s.turned[kind]
        unseen += there
        if kind < s.claim:
            little += there
    return 100 * little // max(unseen, 1)
