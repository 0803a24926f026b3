"""Puzzles on the very tables: chosen, then the truth with everything open, why, and the next one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.furnished import FURNISHED
from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, Visitor
from tripot.puzzles import Puzzle, puzzles_of

Visit = Callable[..., Visitor]


def answer(visitor: Visitor, move: str) -> None:
    """Make a move, at the table or with a button, and say so where that is asked."""
    expect(visitor.page.locator(".verdict")).to_be_visible()
    visitor.until("() => document.querySelector('.dock.mine')")
    visitor.choice(move, label_of(visitor, move)).click()
    visitor.until("() => document.querySelector('.verdict[data-answered], [data-primary].picked')")
    if visitor.page.locator(".verdict[data-answered]").count() == 0:
        visitor.page.locator("[data-primary].picked").first.click()
    expect(visitor.page.locator(".verdict[data-answered]")).to_be_visible()


def label_of(visitor: Visitor, move: str) -> str:
    puzzle = visitor.page.evaluate(
        "fetch(`/api${location.pathname}?language=${document.documentElement.lang}`).then((given) => given.json())"
    )
    (label,) = [each["label"] for each in puzzle["frame"]["question"]["choices"] if each["move"] == move]
    return str(label)


def wrong_move(visitor: Visitor, puzzle: Puzzle) -> str:
    return next(move for move, _, _ in puzzle.options if move not in puzzle.right)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (LAPTOP, "en")], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", FURNISHED)
def test_a_puzzle_is_chosen_at_the_table_and_then_lies_open(
    visit: Visit, game: str, size: dict[str, int], language: str
) -> None:
    visitor = visit(size=size, language=language)
    first, second = puzzles_of(game)[:2]
    visitor.go(f"/puzzles/{game}/{first.name}")
    expect(visitor.page.locator(".verdict")).to_be_visible()
    visitor.until("() => document.querySelector('.dock.mine')")
    device = "phone" if visitor.touch else "laptop"
    assert look(visitor, f"puzzle-{game}-{device}") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    answer(visitor, first.right[0])
    expect(visitor.page.locator(".verdict")).to_have_attribute("data-answered", "right")
    visitor.page.locator(".verdict summary").click()
    assert look(visitor, f"puzzle-{game}-{device}-answered") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    visitor.go(f"/puzzles/{game}/{second.name}")
    answer(visitor, wrong_move(visitor, second))
    expect(visitor.page.locator(".verdict")).to_have_attribute("data-answered", "wrong")
    visitor.press(re.compile("Next puzzle|Problème suivant"))
    visitor.page.wait_for_url(re.compile(f"/puzzles/{game}/(?!{second.name})[a-z2-9]{{8}}$"))
    expect(visitor.page.locator(".verdict:not([data-answered])")).to_be_visible()


def test_the_day_has_a_puzzle_and_right_answers_in_a_row_are_kept_here(visit: Visit) -> None:
    visitor, other = visit(size=PHONE), visit(size=LAPTOP)
    for each in (visitor, other):
        each.go()
        each.page.get_by_role("link", name="Puzzle of the day").click()
        each.page.wait_for_url(re.compile(r"/puzzles/\w+/[a-z2-9]{8}$"))
    path = re.sub(r"^.*?/puzzles/", "", visitor.page.url)
    assert other.page.url.endswith(path)  # the same for everybody
    game, name = path.split("/")
    (puzzle,) = [each for each in puzzles_of(game) if each.name == name]
    answer(visitor, puzzle.right[0])
    visitor.page.get_by_role("link", name="All puzzles").click()
    expect(visitor.page.locator(".streak")).to_contain_text("1 day in a row")
    expect(visitor.page.locator(".streak")).to_contain_text("1 right answer in a row")
    assert look(visitor, "puzzles") == []
    visitor.go(f"/puzzles/{path}")
    expect(visitor.page.locator(".verdict")).to_contain_text("You answered this one before")


def puzzle_of_the_day(visitor: Visitor) -> tuple[str, Puzzle]:
    """Its game, and the puzzle that lies open."""
    visitor.go()
    visitor.page.get_by_role("link", name="Puzzle of the day").click()
    visitor.page.wait_for_url(re.compile(r"/puzzles/\w+/[a-z2-9]{8}$"))
    game, name = visitor.page.url.split("/")[-2:]
    (puzzle,) = [each for each in puzzles_of(game) if each.name == name]
    expect(visitor.page.locator(".verdict")).to_be_visible()
    return game, puzzle


def hold(visitor: Visitor, address: str, method: str) -> list[Route]:
    """Requests that don't come through."""
    held: list[Route] = []

    def take(route: Route) -> None:
        held.append(route) if route.request.method == method else route.continue_()

    visitor.page.route(re.compile(address), take)
    return held


def let_through(visitor: Visitor, held: list[Route]) -> None:
    assert held
    for route in held:
        route.continue_()
    visitor.page.wait_for_function("() => JSON.parse(localStorage.getItem('tripot.streak') ?? '{}').days === 1")


def test_who_goes_on_before_an_answer_is_counted_loses_nothing(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    game, puzzle = puzzle_of_the_day(visitor)
    held = hold(visitor, r"/api/puzzles\?", "GET")
    answer(visitor, puzzle.right[0])
    visitor.press("Next puzzle")
    visitor.page.wait_for_url(re.compile(f"/puzzles/{game}/(?!{puzzle.name})[a-z2-9]{{8}}$"))
    expect(visitor.page.locator(".verdict:not([data-answered])")).to_be_visible()
    let_through(visitor, held)


def test_who_leaves_before_the_verdict_comes_loses_nothing(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    game, puzzle = puzzle_of_the_day(visitor)
    held = hold(visitor, f"/api/puzzles/{game}/{puzzle.name}", "POST")
    visitor.until("() => document.querySelector('.dock.mine')")
    visitor.choice(puzzle.right[0], label_of(visitor, puzzle.right[0])).click()
    picked = visitor.page.locator("[data-primary].picked")
    while not held:  # one touch may be enough
        picked.first.click() if picked.count() else visitor.page.wait_for_timeout(20)
    visitor.page.locator("header a[href='/']").click()
    expect(visitor.page.get_by_role("link", name="Puzzle of the day")).to_be_visible()
    let_through(visitor, held)
