"""A site that was built, a browser, and a page of it that is ready: `make browser`.

Nothing here is imported or started before a test marked `browser` asks for it, so that all other
tests need neither Playwright nor Chromium. Where Chromium is absent they are skipped, loudly; under
`CI=true` its absence fails.
"""

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import warn

import pytest
from attrs import frozen

from tests.browser.build import SITE, built

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
READY = 120_000
"""Milliseconds until Python has to be there, on the slowest machine."""


class Silent(SimpleHTTPRequestHandler):
    """A server that writes no log, and sends no header that a plain host would not send."""

    extensions_map = {  # noqa: RUF012  # as the class that it extends declares it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        """Say nothing."""


@pytest.fixture(scope="session")
def site() -> Path:
    """Build the page."""
    built()
    return SITE


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve a folder on a port of this machine, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Serve the page."""
    with serving(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Start Chromium, or skip where there is none."""
    if not CHROMIUM.exists():
        word = f"NO CHROMIUM AT {CHROMIUM}: THE PAGE WAS NOT TESTED (apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(word)
        warn(word, pytest.PytestWarning, stacklevel=1)
        pytest.skip(word)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield chromium
        chromium.close()


@frozen
class Tab:
    """A page in a context of its own, with every request of it and every error that it logged."""

    page: "Page"
    requests: list[str]
    errors: list[str]

    def check(self, text: str) -> str:
        """Type a table, check it, and give what is announced."""
        self.page.locator("#text").fill(text)
        self.page.get_by_role("button", name="Check", exact=True).click()
        return self.answered()

    def answered(self) -> str:
        """Wait until nothing runs, and give what is announced."""
        self.page.wait_for_selector("html[data-busy=false]", timeout=2 * READY)
        said: str = self.page.locator("#status").inner_text()
        return said

    def cleared(self) -> "Tab":
        """Put the page back to where it began: nothing pasted, in English, light and wide."""
        page = self.page
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
        page.locator("#language").select_option("en")
        page.locator("#markup").select_option("")
        page.get_by_role("button", name="Clear").click()
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = false; })")
        self.errors.clear()
        return self


Open = Callable[..., Tab]


@pytest.fixture(scope="session")
def opened(browser: "Browser", address: str) -> Iterator[Open]:
    """Give what opens the page in a context of its own: a visitor who was never there."""
    contexts = []

    def opening(*, ready: bool = True, at: str = "") -> Tab:
        context = browser.new_context(
            viewport={"width": 1280, "height": 900},
            permissions=["clipboard-read", "clipboard-write"],
            locale="en-GB",
        )
        contexts.append(context)
        page = context.new_page()
        tab = Tab(page, [], [])
        context.on("request", lambda request: tab.requests.append(request.url))
        page.on("pageerror", lambda error: tab.errors.append(str(error)))
        page.on(
            "console",
            lambda message: tab.errors.append(message.text) if message.type == "error" else None,
        )
        page.goto(f"{address}{at}")
        if ready:
            page.wait_for_selector("html[data-stage=ready]", timeout=READY)
        return tab

    yield opening
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def shared(opened: Open) -> Tab:
    """Give one page that is ready: Python takes seconds to load, and is loaded once."""
    return opened()


@pytest.fixture
def tab(shared: Tab) -> Tab:
    """Give the page that tests share, as it was when it was opened."""
    return shared.cleared()


Asked = Callable[..., dict[str, object]]


@pytest.fixture(scope="session")
def ask(shared: Tab) -> Asked:
    """Give what puts a request to the worker of the page, as the page itself does."""

    def asking(**request: object) -> dict[str, object]:
        text = json.dumps(request)
        answer = shared.page.evaluate("text => measurand.call('answer', text)", text)
        found: dict[str, object] = json.loads(answer)
        return found

    return asking
