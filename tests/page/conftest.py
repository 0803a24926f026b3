"""Chromium, a house and its visitors."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.browser import Visitor
from tests.servers import Server

FAILED = pytest.StashKey[bool]()
# Chromium without its windows does the same for half the work; the whole of it serves as well.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
# The pop-ups of the address bar are pages of their own, and nobody sees them. The other names are those that Playwright
# would turn off and that matter here: there can be only one list.
OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for each worker. Playwright's loop runs as long as it does: it is closed before other tests want theirs."""
    with sync_playwright() as playwright:
        how = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(OFF)}"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=how)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), module="tests.page.house") as server:
        yield server


@pytest.fixture
def visit(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Callable[..., Visitor]]:
    """Lets somebody come to the house. When the test is over nothing may have gone wrong in any browser."""
    came: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        came.append(Visitor(chromium, how.pop("at", house), seed=len(came) + 1, played=request.node.name, **how))
        return came[-1]

    yield come
    if request.node.stash.get(FAILED, False):
        for number, visitor in enumerate(came):
            print(f"visitor {number} saw {visitor.last_seen()}")
    for visitor in came:
        visitor.leave()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test has failed: what its visitors saw last is told then."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report
