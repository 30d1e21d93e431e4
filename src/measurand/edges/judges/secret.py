"""The key of an endpoint: taken from the environment, shown to nobody but the endpoint."""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape, unescape
from ipaddress import ip_address
from string import ascii_lowercase, ascii_uppercase
from urllib.parse import quote, unquote, urlsplit

from attrs import field, frozen
from returns.result import Failure, Result, Success

from measurand.values.fault import Fault

KEYS = ("MEASURAND_API_KEY", "OPENAI_API_KEY")
BASE_URL, OPENAI = "MEASURAND_BASE_URL", "https://api.openai.com/v1"
HELD_THE_KEY = "[removed: this text held the key]"
_MARK = "[key]"
_SHORTEST = 8
"""A shorter word is no secret, and would be found in sentences where it means something else."""
_PART = 12
"""So many characters of a key in a row are a secret too."""
_DEEPEST = 4
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_SLASHED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = re.compile(r"\\+u([0-9a-fA-F]{4})")


@frozen
class Secret:
    """A key that no repr shows; empty where none is needed.

    A key of less than 8 characters is a dummy, as servers on one's own machine take them, and is
    not looked for: `true` stands in many a reply.

    >>> Secret("sk-abcdefgh")
    Secret()
    """

    key: str = field(default="", repr=False)

    def scrub(self, text: str) -> str:
        r"""Take the key out of a text from outside, however it is written in it.

        So is every part of it of 12 characters and more, as where an endpoint quotes half of it.

        >>> secret = Secret("sk-a/b+cd")
        >>> secret.scrub("wrong key SK-A/B+CD"), secret.scrub("?key=sk-a%2Fb%2Bcd")
        ('wrong key [key]', '?key=[key]')
        >>> secret.scrub(r'{"because": "\u0073k-a/b+cd"}')
        '[removed: this text held the key]'
        >>> Secret("sk-0123456789abcdef").scrub("a key like ...0123456789ab... is no key")
        'a key like ...[key]... is no key'
        """
        if len(self.key) < _SHORTEST:
            return text
        text = _masked(text, self.key)
        held = any(_masked(plain, self.key) != plain for plain in _plain(text))
        return HELD_THE_KEY if held else text


def _masked(text: str, key: str) -> str:
    """Put a mark for every run of characters all of which are of a part of the key."""
    parts, lower = _parts(key), text.translate(_LOWER)
    sizes = {len(part) for part in parts}
    shown: list[str] = []
    start, end = 0, -1
    for at in range(len(text)):
        for size in sizes:
            if lower[at : at + size] in parts:
                if at > end:
                    shown.append(text[start:at] + _MARK)
                end = max(end, at + size)
                start = end
    return "".join((*shown, text[start:]))


@lru_cache(maxsize=8)
def _parts(key: str) -> frozenset[str]:
    """List the parts of all ways to write a key, in small letters: 12 characters, or all if fewer.

    12 letters of base 64 stand for 9 of the key, and escapes for fewer: nobody writes them else.
    """
    written = (
        key,
        key.replace("\\", ""),
        quote(key, safe=""),
        quote(key),
        json.dumps(key)[1:-1],
        escape(key),
        key.encode().hex(),
        *_in_base64(key.encode()),
    )
    forms = {form.translate(_LOWER) for form in written}
    return frozenset(
        form[at : at + _PART] for form in forms for at in range(max(1, len(form) - _PART + 1))
    )


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _unslashed(text: str) -> str:
    return _SLASHED.sub(r"\1", text)


def _plain(text: str) -> Iterator[str]:
    r"""Undo escapes of JSON, of URLs and of HTML, the one inside the other; give every step.

    A backslash may be of the key, or escape what follows: it is read both ways.

    >>> list(_plain("%2561"))
    ['%61', '%61', 'a', 'a']
    """
    for _ in range(_DEEPEST):
        before = text
        for undo in (_unescaped, unquote, unescape, _unslashed):
            after = undo(text)
            if after != text:
                yield from (after, after.replace("\\", ""))
            text = after
        if text == before:
            break


def _in_base64(key: bytes) -> Iterator[str]:
    """Write what stands for a key in base 64, wherever in a text it began, in both alphabets.

    >>> list(_in_base64(b"abcdef"))[::2]
    ['YWJjZGVm', 'FiY2RlZ', 'hYmNkZW']
    """
    for before in range(3):
        whole = base64.b64encode(bytes(before) + key).decode().rstrip("=")
        ragged = (before + len(key)) % 3 != 0
        form = whole[(before * 8 + 5) // 6 : len(whole) - ragged]
        yield form
        yield form.replace("+", "-").replace("/", "_")


@frozen
class Access:
    """Where an endpoint is, and the key to it."""

    base_url: str
    secret: Secret = field(repr=False)
    host: str = ""
    notes: tuple[Fault, ...] = ()


def access(base_url: str, environment: Mapping[str, str]) -> Result[Access, Fault]:
    """Find the endpoint and the key.

    An endpoint on this very machine (loopback) needs no key; where one is set, it is sent. There,
    and nowhere else, it may be a dummy of a few letters, which is not kept secret.

    >>> access("http://127.0.0.1:8000/v1", {}).unwrap().base_url
    'http://127.0.0.1:8000/v1'
    >>> print(access("", {}).failure().text())
    MEASURAND_API_KEY: expected a key in the environment, got nothing: set it for this shell; \
there is no option for it, so that it stays out of logs and of the shell's history
    """
    url = base_url or environment.get(BASE_URL, "") or OPENAI
    near = _nearness(url)
    if isinstance(near, Fault):
        return Failure(near)
    name = next((name for name in KEYS if environment.get(name, "").strip()), KEYS[0])
    key = environment.get(name, "").strip()
    host = host_of(url)
    if not key and near:
        return Success(Access(url, Secret(), host))
    if not key:
        hint = (
            "set it for this shell; there is no option for it, so that it stays out of logs and of "
            "the shell's history"
        )
        return Failure(
            Fault(path=name, got="nothing", expected="a key in the environment", hint=hint)
        )
    short = len(key) < _SHORTEST
    if (short and not near) or not key.isascii() or not key.isprintable() or " " in key:
        got = "something else (not shown)"
        expected = f"at least {_SHORTEST} letters, digits and signs of ASCII, without spaces"
        return Failure(Fault(path=name, got=got, expected=expected))
    notes: tuple[Fault, ...] = ()
    if short:
        hint = "it is sent to this machine, but taken for a dummy and not kept out of the records"
        wanted = f"a key of at least {_SHORTEST} characters"
        notes = (Fault(path=name, got="a shorter one", expected=wanted, hint=hint),)
    if not near and url.lower().startswith("http:"):
        got = "http, by which the key travels where all can read it"
        notes = (Fault(path="base_url", got=got, expected="https"),)
    return Success(Access(url, Secret(key), host, notes))


def host_of(url: str) -> str:
    """Name the host of a URL with its port, as records of replies do; empty where it has none.

    Two servers of one machine are two endpoints. The port of https, which nobody writes, is left
    out.

    >>> [host_of(f"{one}/v1") for one in ("https://a.org:443", "http://a.org", "http://[::1]:8000")]
    ['a.org', 'a.org:80', '[::1]:8000']
    """
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return ""
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"{host}:{port}" if host and port and port != _PORTS["https"] else host


_PORTS = {"http": 80, "https": 443}


def _nearness(url: str) -> bool | Fault:
    """Tell whether a URL is of this machine, or what is wrong with it; it is not shown."""
    expected = "http:// or https:// with a host, and a path such as /v1"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return Fault(path="base_url", got="no URL", expected=expected)
    if parts.scheme not in {"http", "https"} or not parts.hostname or not url.isprintable():
        return Fault(path="base_url", got="another URL", expected=expected)
    if "@" in parts.netloc or parts.query or parts.fragment:
        hint = "a key belongs into the environment"
        got = "a URL with a user, a query or a fragment"
        return Fault(path="base_url", got=got, expected=expected, hint=hint)
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname).is_loopback
    except ValueError:
        return False
