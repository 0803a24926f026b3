"""What every game is held to: conformance, twins and leaks, the same for ours and for yours.

`tripot check mygame` runs `tripot.testing.suite` on one game, wherever it lives. It finds the game by its name and its
project by where the rules lie: tests in `tests/` that are marked with their clauses, goldens in `tests/goldens`,
records in `tests/records`, and, where random play doesn't get everywhere, `tests/NAME_cases.py`.
"""
