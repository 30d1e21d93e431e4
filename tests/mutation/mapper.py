"""The tests, collected once: who runs which lines, and what happens where one fails."""

import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from attrs import define
from coverage import Coverage

from tests.mutation.mutants import SOURCE
from tests.mutation.place import caches, forget

WORKERS = 2


@define(eq=False)
class Mapper:
    """Run every test once, alone, and note its seconds and the lines of the core that it runs."""

    folder: Path
    known: frozenset[str] = frozenset()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Share the tests out to forks."""
        new = [item for item in session.items if item.nodeid not in self.known]
        stamp = f"{time.time_ns()}"
        children = []
        for at in range(min(WORKERS, len(new))):
            child = os.fork()
            if not child:
                quiet()
                self._map(new[at::WORKERS], self.folder / f"{stamp}-{at}")
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        return True

    def _map(self, items: Sequence[pytest.Item], name: Path) -> None:
        watch = Watch()
        items[0].config.pluginmanager.register(watch)
        data = str(name.with_suffix(".sqlite"))
        cover = Coverage(data_file=data, config_file=False, include=[f"{SOURCE}/*"])
        seconds = {}
        kept = list(caches())
        cover.start()
        for item in items:
            forget(kept)
            cover.switch_context(item.nodeid)
            start, watch.failed = time.process_time(), False
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            if not watch.failed:
                seconds[item.nodeid] = time.process_time() - start
        cover.stop()
        cover.save()
        name.with_suffix(".json").write_text(json.dumps(seconds), encoding="utf-8")


@define(eq=False)
class Watch:
    """Note that a test failed, and end the process there where a mutant is in place."""

    ends: Callable[[str], None] | None = None
    failed: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport | None:
        """Look at what a phase of a test raised, before it is written down at length."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.failed = True
            if self.ends is not None:
                self.ends(item.nodeid)
        return None


def quiet() -> None:
    """Write nowhere: a fork shares the streams of its parent."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def collect(plugin: object, paths: Sequence[str]) -> int:
    """Collect the tests and hand them to a plugin."""
    options = ["-q", "--doctest-modules", "--assert=plain", "--tb=native", "--capture=sys"]
    off = ["-p", "no:cacheprovider"]
    return int(pytest.main([*options, *off, *paths], plugins=[plugin]))


def say(line: str) -> None:
    """Tell how far it is; pytest has the other streams."""
    os.write(2, f"{time.strftime('%H:%M:%S')} {line}\n".encode())
