"""The rules contract as a page to read: `python -m tripot.engine.contract_page > docs/contract.md`."""

from __future__ import annotations

import inspect
import re

from tripot.engine.contract import BY_CHAPTER, DEFAULTS, FUNCTIONS, MADE, REQUIRED, Rules
from tripot.games.declare import Field

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


def _in_a_table(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
