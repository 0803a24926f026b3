"""The rules contract as a page to read: `python -m tripot.engine.contract_page > docs/contract.md`."""

from __future__ import annotations

import inspect
import re
from types import FunctionType

from tripot.engine.contract import BY_CHAPTER, DEFAULTS, FUNCTIONS, MADE, REQUIRED, Rules
from tripot.games import common
from tripot.games.declare import Clears, Entries, Field, Moves, Phases

CONSTANT = re.compile(r"    ([A-Z_]+): .*?  # (.*)")
WORDS = {"pass": "nothing", "": "none", "return ()": "nothing", REQUIRED: "**required**"}


def page() -> str:
    """All of it, from the table itself."""
    return "\n".join([
        "# The rules contract",
        "",
        "Made from `tripot.engine.contract` (`python -m tripot.engine.contract_page > docs/contract.md`): what a rules",
        "file offers. What it leaves out is made from its tables, or is the default.",
        "",
        "## Constants",
        "",
        *(f"- `{name}`{'' if name not in DEFAULTS else ', optional'}: {purpose}" for name, purpose in _constants()),
        "",
        "## Functions",
        "",
        "| function | what it is for | runs in | without it |",
        "|---|---|---|---|",
        *(
            f"| `{each.name}{each.signature}` | {_in_a_table(each.purpose)} | {each.where} | {_default(each.default)} |"
            for each in FUNCTIONS.values()
        ),
        "",
        "## Fields",
        "",
        inspect.cleandoc(str(Field.__doc__)),
        "",
        "## The other words of the tables",
        "",
        "From `tripot.games.declare`, like `Record` and `Field`.",
        "",
        *(f"- `{word.__name__}`: {_in_a_line(word)}" for word in (Phases, Moves, Entries, Clears)),
        "",
        "## What is at hand",
        "",
        "From `tripot.games.common`: `CHANCE` and `NOBODY` are asked besides seats; `NOTHING`, `SOMETHING`, `ALL` and",
        "`LATER` are what a viewer hears; `WHO`, `WHOM`, `COUNT` and `SUM` are what news tells; and functions.",
        "",
        *(f"- `{name}{inspect.signature(each)}`: {_in_a_line(each)}" for name, each in _at_hand()),
        "",
    ])  # fmt: skip


def _constants() -> list[tuple[str, str]]:
    source = inspect.getsource(Rules)
    found = [(name, purpose) for name, purpose in CONSTANT.findall(source)]
    options = re.search(r"    # (name -> .*?)\n    OPTIONS", source, re.S)
    if options:
        found.insert(4, ("OPTIONS", " ".join(options.group(1).replace("\n    # ", " ").split())))
    return found


def _default(default: str) -> str:
    if default in (MADE, BY_CHAPTER):
        return default
    return WORDS.get(default) or default.removeprefix("return ")


def _at_hand() -> list[tuple[str, FunctionType]]:
    return [(name, each) for name, each in vars(common).items() if isinstance(each, FunctionType)]


def _in_a_line(word: type | FunctionType) -> str:
    return " ".join(str(word.__doc__).split())


def _in_a_table(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
