"""What of a record a function of the rules depends on."""

from types import ModuleType, SimpleNamespace

from tripot.engine.reading import fields_read

HELPERS = """
def leader(s):
    return first(s.ranks)

def owner(s, seat):
    return at_home(s, seat)

def at_home(s, seat):
    return s.home[seat]
"""
RULES = """
def role(s, seat):
    marks = [s.marks[place] for place in range(2)]
    return owner(s, seat) if marks[0] else s.turn

def passive(s, seat):
    return 0
"""


def test_fields_are_found_in_whatever_file_they_are_read():
    helpers, rules = ModuleType("helpers"), ModuleType("rules")
    exec(HELPERS, vars(helpers))
    exec(RULES, vars(rules))
    rules.owner = helpers.owner  # but not what this calls
    rules.STATE = SimpleNamespace(names=("seats", "turn", "marks", "ranks", "home"))
    assert fields_read(rules, "role") == {"seats", "turn", "marks", "home"}
    assert fields_read(rules, "passive") == {"seats"}
