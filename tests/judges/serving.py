"""A server for the tests that speaks OpenAI's protocol, well or badly, on this machine alone."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from attrs import field, frozen


@frozen(kw_only=True)
class Said:
    """What the server says: `promised` is a Content-Length that it does not keep.

    It begins `after` so many seconds; with `drip`, so many pass between two bytes.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(factory=dict)
    content_type: str = "application/json"
    promised: int | None = None
    after: float = 0.0
    drip: float = 0.0


@frozen
class Asked:
    """One request: its body, and its headers, their names in small letters."""

    body: dict[str, object]
    headers: Mapping[str, str]

    @property
    def user(self) -> str:
        """Take the user message."""
        messages = self.body["messages"]
        assert isinstance(messages, list)
        return str(messages[1]["content"])

    @property
    def data(self) -> dict[str, object]:
        """Take the material."""
        tree = json.loads(self.user.splitlines()[1])
        assert isinstance(tree, dict)
        return tree


Saying = Callable[[Asked, int], Said]


class Server:
    """Says what it is told to say, and remembers what it was asked."""

    def __init__(self, saying: Saying) -> None:
        self.asked: list[Asked] = []
        self.times: list[float] = []
        self.saying = saying
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = json.loads(self.rfile.read(length))
                headers = {key.lower(): value for key, value in self.headers.items()}
                said = server.heard(Asked(body, headers))
                time.sleep(said.after)
                server.answered()
                self.send_response(said.status)
                self.send_header("Content-Type", said.content_type)
                promised = len(said.body) if said.promised is None else said.promised
                self.send_header("Content-Length", str(promised))
                for key, value in said.headers.items():
                    self.send_header(key, value)
                self.end_headers()
                pieces = [said.body[i : i + 1] for i in range(len(said.body))]
                for piece in pieces if said.drip else [said.body]:
                    self.wfile.write(piece)
                    time.sleep(said.drip)
                self.close_connection = promised != len(said.body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name)
                """Say nothing."""

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:  # the client has gone, which tests do on purpose
                    self.close_connection = True

        return Handler

    def heard(self, asked: Asked) -> Said:
        with self._lock:
            self.asked.append(asked)
            self.times.append(time.monotonic())
            number = len(self.asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        return self.saying(asked, number)

    def answered(self) -> None:
        with self._lock:
            self._at_once -= 1

    def run(self) -> None:
        self._http.serve_forever(poll_interval=0.01)

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serving(saying: Saying) -> Iterator[Server]:
    """Serve while the block runs."""
    server = Server(saying)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(5)


def completion(text: str | None, **changed: object) -> bytes:
    """Write a completion; `finish_reason` and `message` change the choice, other keys the rest."""
    choice: dict[str, object] = {"index": 0, "finish_reason": changed.pop("finish_reason", "stop")}
    choice["message"] = changed.pop("message", {"role": "assistant", "content": text})
    tree: dict[str, object] = {
        "id": "1",
        "object": "chat.completion",
        "model": "small-1-0613",
        "choices": [choice],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return json.dumps(tree | changed).encode()


def said(text: str) -> Said:
    """Say a reply."""
    return Said(body=completion(text))


def sensible(asked: Asked, _number: int = 0) -> Said:
    """Answer as a judge would who reads links and nothing else."""
    data = asked.data
    if "reasoning" in data:
        names = ["coherence", "completeness", "verification", "no_errors", "tool_consistency"]
        low = "cheese" in str(data["reasoning"])
        return said(json.dumps(dict.fromkeys(names, 0.1 if low else 0.8)))
    links = data["links"]
    assert isinstance(links, list)
    used = {name for link in links for name in link["causes"]}
    if "missing" in data:
        return said(json.dumps({"because": "solved", "recoverable": data["missing"] in used}))
    level, share = ("critical", 0.9) if data["node"] in used else ("peripheral", 0.0)
    return said(json.dumps({"because": "seen", "level": level, "share": share}))


def always(one: Said) -> Saying:
    """Say the same to everybody."""
    return lambda _asked, _number: one


def in_turn(*several: Said) -> Saying:
    """Say one after the other, then what a sensible judge says."""
    return lambda asked, number: several[number - 1] if number <= len(several) else sensible(asked)
