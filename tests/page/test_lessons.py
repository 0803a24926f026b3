"""First lessons: a newcomer plays a scripted hand of every game to its end, as the guide says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.furnished import FURNISHED
from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
MOST = 40  # decisions in a lesson
ASKED = """() => {
  const guide = document.querySelector(".guide");
  if (guide?.querySelector(".actions")) return { over: true };
  return guide?.dataset.next && !document.querySelector("[data-primary].pending") ? { next: guide.dataset.next } : null;
}"""
GONE_ON = """(next) => {
  const guide = document.querySelector(".guide");
  return guide.dataset.next !== next || document.querySelector("[data-primary].picked") !== null;
}"""


def learn(visitor: Visitor, labels: dict[str, str]) -> int:
    """Do what the guide asks for until a part is over; how many things that were."""
    for done in range(MOST):
        asked = visitor.until(ASKED)
        if asked.get("over"):
            return done
        _, _, move = asked["next"].partition(" ")
        visitor.choice(move, labels[move]).click()
        visitor.until(GONE_ON, asked["next"])
        main = visitor.page.locator("[data-primary].picked")
        if main.count() and visitor.page.locator(".guide").get_attribute("data-next") == asked["next"]:
            main.first.click()
            visitor.until("(next) => document.querySelector('.guide').dataset.next !== next", asked["next"])
    raise AssertionError("the lesson doesn't end")


@pytest.mark.parametrize("game", FURNISHED)
def test_a_first_hand_is_played_and_not_read(visit: Visit, game: str) -> None:
    visitor = visit(size=PHONE, language="fr")
    visitor.go(f"/learn/{game}")
    visitor.until(ASKED)
    assert look(visitor, f"lesson-{game}") == []
    assert Tongue(game).left(visitor) == []
    lesson = visitor.page.evaluate(f"fetch('/api/games/{game}/lesson?language=fr').then((given) => given.json())")
    labels = {
        choice["move"]: choice["label"]
        for part in lesson["parts"]
        for frame in part["frames"]
        for choice in frame["question"].get("choices", [])
    }
    done = learn(visitor, labels)
    while visitor.button("Continuer").count():
        visitor.press("Continuer")
        visitor.until("() => !document.querySelector('.guide .actions')")
        done += learn(visitor, labels)
    assert done >= 5
    visitor.press("Jouer")
    visitor.at_the_table()


def test_a_newcomer_is_offered_the_lesson_and_what_the_guide_did_not_say_is_refused(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    visitor.go()
    visitor.choose_game("PROHIS")
    visitor.dialog.get_by_role("link", name="First lesson").click()
    visitor.until(ASKED)
    visitor.button("Draw a card", visitor.page.locator("main")).or_(
        visitor.page.locator("[data-primary]")
    ).first.click()
    expect(visitor.page.locator(".refusal")).to_contain_text("Not this time")
    visitor.press("Skip the lesson")
    expect(visitor.page.locator(".games button")).to_have_count(5)
