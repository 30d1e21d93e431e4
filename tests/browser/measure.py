"""How long the page takes, beside the program itself in the same minutes, and what it holds.

`python -m tests.browser.measure` prints: seconds until Python is there, with nothing cached and
again; seconds of each verdict in the tab and here; memory of Python in the tab; bytes of the site.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from measurand.edges.page.answer import Auditor
from tests.browser.build import DOCS, FILES, SITE, built
from tests.browser.conftest import CHROMIUM, FLAGS, READY, serving

TABLES = ("screening.md", "tickets.tex", "languages.csv", "two-menus.csv")
ASKED = tuple((do, name) for do in ("lint", "prove") for name in TABLES)
READY_STATE = "html[data-stage=ready]"
HEAP = "() => measurand.call('memory')"
TIMED = """
async (text) => {
  const began = performance.now();
  await measurand.call("answer", text);
  return (performance.now() - began) / 1000;
}
"""


def here(text: str) -> float:
    """Ask the program itself."""
    with tempfile.TemporaryDirectory() as folder:
        auditor = Auditor(Path(folder))
        began = perf_counter()
        auditor.answer(text)
        return perf_counter() - began


def lines() -> Iterator[str]:
    """Measure, and tell it line by line."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # absent in other tests

    size = built()
    yield f"site: {len(FILES)} files, {size / 1e6:.1f} MB"
    with serving(SITE) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        context = browser.new_context()
        for word in ("cold", "warm"):
            page = context.new_page()
            began = perf_counter()
            page.goto(address)
            page.wait_for_selector(READY_STATE, timeout=READY)
            yield f"ready, {word}: {perf_counter() - began:.1f} s"
        page.evaluate("() => measurand.call('guesser')")
        yield f"memory of Python when it is ready: {page.evaluate(HEAP) / 2**20:.0f} MiB"
        for do, name in ASKED:
            content = (DOCS / "examples" / "tables" / name).read_text(encoding="utf-8")
            text = json.dumps({"do": do, "text": content, "name": name, "nodes": 200})
            first, again = page.evaluate(TIMED, text), page.evaluate(TIMED, text)
            native = here(text)
            times = f"{first:.2f} s, again {again:.2f} s; here {native:.2f} s"
            yield f"{do} {name}: {times}; ratio {again / native:.1f}"
        yield f"memory of Python after all that: {page.evaluate(HEAP) / 2**20:.0f} MiB"
        browser.close()


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
