"""What an endpoint sends is bounded while it is read, not after; and the key goes to one host."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.judges import endpoint
from measurand.studies.causal.edge.judges.model import judge_with_model
from measurand.studies.causal.judging import Decided, Unscored
from tests.judges.asked import QUICK, asked, many, question
from tests.judges.serving import Asked, Said, always, completion, in_turn, sensible, serving

GOOD = completion('{"level": "critical", "share": 0.9}')
PIECE = b" " * 2**16


class Flood:
    """A server that never ends, and counts what it got rid of."""

    def __init__(self, status: int) -> None:
        self.sent = 0
        flood = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                while flood.sent < 4 * endpoint.MOST_BYTES + 2**25:
                    self.wfile.write(PIECE)
                    flood.sent += len(PIECE)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name)
                """Say nothing."""

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:  # the client has gone, which is the point
                    self.close_connection = True

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@contextmanager
def flooding(status: int) -> Iterator[Flood]:
    flood = Flood(status)
    thread = threading.Thread(target=flood.http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield flood
    finally:
        flood.http.shutdown()
        flood.http.server_close()
        thread.join(5)


@pytest.mark.parametrize("status", [200, 500])
def test_an_answer_without_end_is_not_read_to_its_end(tmp_path: Path, status: int) -> None:
    with flooding(status) as flood:
        found = asked(tmp_path, flood.url, [question()]).judge(question())

    assert isinstance(found, Unscored)
    assert found.because.endswith("an answer of more than 8388608 bytes")
    # What the system holds between the two of them was sent, too, and was not read.
    assert flood.sent < 2 * endpoint.MOST_BYTES + 2**24


@pytest.mark.parametrize(("more", "decided"), [(0, True), (1, False)])
def test_the_bound_is_on_the_byte(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: int,
    decided: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setattr(endpoint, "MOST_BYTES", len(GOOD))

    with serving(always(Said(body=GOOD + b" " * more))) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert isinstance(found, Decided) == decided
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [200, 500])
def test_a_packed_answer_is_not_unpacked(tmp_path: Path, status: int) -> None:
    bomb = gzip.compress(b" " * 2**24)
    packed = Said(body=bomb, headers={"Content-Encoding": "gzip"}, status=status)

    with serving(always(packed)) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert server.asked[0].headers["accept-encoding"] == "identity"
    assert len(server.asked) == 1
    assert isinstance(found, Unscored)
    assert found.because.endswith("a packed answer, though none was asked for")


def test_an_answer_that_says_it_is_not_packed_is_read(tmp_path: Path) -> None:
    plain = Said(body=GOOD, headers={"Content-Encoding": "Identity"})

    with serving(always(plain)) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert isinstance(found, Decided)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 401, 404])
def test_one_odd_answer_among_sound_ones_ends_no_run(tmp_path: Path, status: int) -> None:
    def saying(asked: Asked, number: int) -> Said:
        odd = Said(status=status, headers={"Location": "http://127.0.0.1:9/"})
        return odd if number == 2 else sensible(asked)

    with serving(saying) as server:
        answered = asked(tmp_path, server.url, many(5), evolve(QUICK, concurrency=1))

    # A redirect is tried again at once, a key or a model that is not taken by the next run.
    lost = status >= HTTPStatus.BAD_REQUEST
    assert answered.usage.failed == lost
    assert sum(isinstance(answered.judge(one), Decided) for one in many(5)) == 5 - lost


def test_a_redirect_before_the_first_answer_is_tried_again(tmp_path: Path) -> None:
    with serving(in_turn(Said(status=307, headers={"Location": "http://127.0.0.1:9/"}))) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert isinstance(found, Decided)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("MEASURAND_API_KEY", "sk-for-one-host-alone")
    with serving(sensible) as other:
        away = Said(status=status, headers={"Location": f"{other.url}/chat/completions"})
        with serving(always(away)) as server:
            settings = evolve(QUICK, base_url=server.url)
            [fault] = judge_with_model(many(3), settings, tmp_path / "kept.jsonl").failure()

    assert other.asked == []
    assert fault.text() == (
        "endpoint: expected a base URL that answers by itself: no redirect is followed, got status "
        f"{status}: : nothing was judged"
    )
