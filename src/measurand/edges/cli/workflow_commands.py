r"""No text from data becomes a command to the runner of GitHub Actions: one door for all output.

The runner reads what a step writes to standard output and to standard error, line by line. A line
that starts with `::name` is a command to it, blanks before it left aside, and so is `##[name]`
anywhere in a line. A line of ours may start anywhere in a text from data, since lines are wrapped.
So every stream goes through a `Door`, which writes the second colon of the one and the bracket of
the other as an escape of the format that is written: JSON, TOML, HTML, LaTeX and Markdown then mean
what they meant. A line of CSV starts with a quote instead. Text shows `\x3a` and `\x5b`, as it
shows what would move a cursor; so does CSV the bracket, for which it has no escape.

The runner is said to compare by the rules of a language, which see no characters that Unicode calls
ignorable: they are passed over here as well. A line ends wherever `str.splitlines` ends one.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, TextIO

from attrs import frozen

from measurand.edges.cli.request import Arguments, choice

_ENDS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
# Default_Ignorable_Code_Point of Unicode 16, and the control characters that end no line.
_IGNORED = (
    r"\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_BLANK = rf"[{_IGNORED}\t \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]*"
_COLONS = re.compile(rf"((?:\A|(?<=[{_ENDS}])){_BLANK}:[{_IGNORED}]*):")
_BRACKET = re.compile(rf"(#[{_IGNORED}]*#[{_IGNORED}]*)\[")
# The end of a text that the next one may complete.
_OPEN = re.compile(
    rf"(?:(?:\A|(?<=[{_ENDS}])){_BLANK}(?::[{_IGNORED}]*)?|#[{_IGNORED}]*(?:#[{_IGNORED}]*)?)\Z"
)
_CELL = re.compile(rf'(?:\A|(?<=[{_ENDS}]))({_BLANK}:[{_IGNORED}]*:[^,"\r\n]*)')
_MARK = "x"
_RUNNER = "GITHUB_ACTIONS"

ESCAPES: Mapping[str, tuple[str, str]] = {
    "text": (r"\x3a", r"\x5b"),
    "csv": (r"\x3a", r"\x5b"),
    "json": (r"\u003a", r"\u005b"),
    "toml": (r"\u003a", r"\u005b"),
    "md": (r"\:", r"\["),
    "latex": ("{:}", "{[}"),
    "html": ("&#58;", "&#91;"),
}
"""How a colon and a bracket are written in each format."""


def harmless(text: str, style: str = "text") -> str:
    r"""Write a text so that no line of it is a command.

    >>> harmless("a::b\n ::stop-commands::x\n##[error]y")
    'a::b\n :\\x3astop-commands::x\n##\\x5berror]y'
    >>> harmless('{"a": "##[group]"}', "json")
    '{"a": "##\\u005bgroup]"}'
    >>> harmless("::error::x,1\n", "csv")
    '"::error::x",1\n'
    """
    colon, bracket = ESCAPES[style]
    if style == "csv":
        text = _CELL.sub(r'"\1"', text)
    text = _COLONS.sub(lambda found: found[1] + colon, text)
    return _BRACKET.sub(lambda found: found[1] + bracket, text)


class Door:
    r"""A stream of text that passes on everything but commands.

    What one call writes is looked at together with what the calls before left open.

    >>> from io import StringIO
    >>> out = StringIO()
    >>> door = Door(out)
    >>> for part in (" :", ":stop-commands::x\n", "#", "#", "[error]y\n"):
    ...     _ = door.write(part)
    >>> out.getvalue()
    ' :\\x3astop-commands::x\n##\\x5berror]y\n'
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.style = "text"
        self._open = ""

    def __getattr__(self, name: str) -> object:
        """Be the stream in all else."""
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text, and give its length."""
        whole = self._open + text
        # A quote would have to stand before what is written already.
        style = "text" if self._open and self.style == "csv" else self.style
        self.stream.write(harmless(whole, style)[len(self._open) :])
        left = _OPEN.search(whole)
        self._open = _MARK if left is None else whole[left.start() :]
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write some texts."""
        for line in lines:
            self.write(line)

    @property
    def buffer(self) -> "Bytes":
        """Take bytes for text in UTF-8, whole lines at a time."""
        return Bytes(self)


@frozen
class Bytes:
    """Where bytes go that a door passes on."""

    door: Door

    def write(self, line: bytes) -> int:
        """Write whole lines, and give how many bytes they are."""
        self.door.write(line.decode())
        return len(line)

    def flush(self) -> None:
        """Have them written now."""
        self.door.stream.flush()


@frozen(kw_only=True)
class WorkflowCommands(Arguments):
    """Whether a runner is told of outcomes."""

    github: Literal["auto", "on", "off"] = choice(
        ("auto", "on", "off"),
        default="auto",
        says="annotate lines on standard error and append to $GITHUB_STEP_SUMMARY; auto: where "
        "GITHUB_ACTIONS is true (default)",
    )

    @property
    def annotated(self) -> bool:
        """Tell whether lines are annotated."""
        here = self.github == "auto" and os.environ.get(_RUNNER) == "true"
        return self.github == "on" or here


@contextmanager
def doors() -> Iterator[None]:
    """Put doors before the streams of this program where GitHub Actions reads them."""
    before = sys.stdout, sys.stderr
    if os.environ.get(_RUNNER) == "true":
        _shut()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def said(text: str) -> str:
    """Write a text that another program prints for us, such as pytest, as a door would."""
    return harmless(text) if os.environ.get(_RUNNER) == "true" else text


def _shut() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        # A stream that was closed is None.
        if stream is not None and not isinstance(stream, Door):
            setattr(sys, name, Door(stream))


def adapt(style: str, *, asked: bool) -> None:
    """Make doors write escapes of a format; where they are asked for, put them up first."""
    if asked:
        _shut()
    if isinstance(sys.stdout, Door):
        sys.stdout.style = style if style in ESCAPES else "text"


def write_commands(text: str) -> None:
    """Write lines to standard error that are meant to be commands."""
    stream = sys.stderr
    shown = _BRACKET.sub(lambda found: found[1] + ESCAPES["text"][1], text)
    (stream.stream if isinstance(stream, Door) else stream).write(shown)
