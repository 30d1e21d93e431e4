"""The grammar of signatures: text to terms and back; a small hand-written parser.

    definition = NAME [ "/" REVISION ] [ "(" [ option { "," option } ] ")" ]
    option     = NAME "=" value
    value      = term { "+" term }
    term       = atom [ "[" [ argument { "," argument } ] "]" ]
    argument   = [ NAME "=" ] value
    atom       = bare word of A-Z a-z 0-9 _ . - / , or a JSON string

White space between parts is skipped. Length and depth are bounded.
"""

import json
import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import field, frozen

LONGEST = 65_536
_DEEPEST = 4
_BARE = re.compile(r"[A-Za-z0-9_./-]+")
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"')
_REVISION = re.compile(r"[0-9]{1,9}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"\s*")


class SignatureError(ValueError):
    """A text that is not a signature: where, what was got, what was expected."""


@frozen
class Term:
    """An atom with its arguments; positional arguments have an empty name.

    >>> Term("macro", (("", (Term("sample"),)),)).atom
    'macro'
    """

    atom: str
    arguments: tuple[tuple[str, "Value"], ...] = field(default=())


Value = tuple[Term, ...]


@frozen
class Call:
    """A whole signature: name, revision (None when not written) and options as written.

    >>> read("f/1(beta=2)").options
    (('beta', (Term(atom='2', arguments=()),)),)
    """

    name: str
    revision: int | None
    options: tuple[tuple[str, Value], ...]


def write_value(value: Value) -> str:
    """Write a value; atoms that are no bare words are quoted.

    >>> write_value((Term("only", (("", (Term("맛"),)),)), Term("b")))
    'only["맛"]+b'
    """
    return "+".join(_write_term(term) for term in value)


def _write_term(term: Term) -> str:
    arguments = ",".join(
        f"{name}={write_value(value)}" if name else write_value(value)
        for name, value in term.arguments
    )
    return _write_atom(term.atom) + (f"[{arguments}]" if term.arguments else "")


def _write_atom(atom: str) -> str:
    if _BARE.fullmatch(atom):
        return atom
    return json.dumps(atom, ensure_ascii=not atom.isprintable())


def write(call: Call) -> str:
    """Write a signature.

    >>> write(Call("f", 1, (("beta", (Term("1"),)),)))
    'f/1(beta=1)'
    """
    revision = "" if call.revision is None else f"/{call.revision}"
    options = ",".join(f"{name}={write_value(value)}" for name, value in call.options)
    return f"{call.name}{revision}({options})"


@lru_cache(maxsize=256)
def read(text: str) -> Call:
    """Read a signature into terms.

    >>> read("f").revision is None
    True

    Raises SignatureError with the place of the first thing that does not fit.
    """
    reader = _Reader(text)
    name, slash, revision = reader.bare("a metric name").partition("/")
    options: tuple[tuple[str, Value], ...] = ()
    if reader.takes("("):
        options = tuple(reader.options())
    reader.finish()
    if slash and not _REVISION.fullmatch(revision):
        reader.fail("a revision number after '/'", revision)
    return Call(name, int(revision) if revision else None, options)


def read_value(text: str) -> Value:
    """Read the value of one option.

    >>> read_value("nfc+trim")
    (Term(atom='nfc', arguments=()), Term(atom='trim', arguments=()))

    Raises SignatureError as `read` does.
    """
    reader = _Reader(text)
    value = reader.value(0)
    reader.finish()
    return value


class _Reader:
    """A cursor over a signature; every step moves forward, depth is counted."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            message = f"a signature of at most {LONGEST} characters: got {len(text)}"
            raise SignatureError(message)
        self.text = text
        self.at = 0

    def fail(self, expected: str, got: str = "") -> None:
        near = got or self.text[self.at : self.at + 20] or "the end"
        message = f"{expected}: got {near!r} at character {self.at + 1} of {self.text[:200]!r}"
        raise SignatureError(message)

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def takes(self, mark: str) -> bool:
        self.skip()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def bare(self, expected: str) -> str:
        self.skip()
        match = _BARE.match(self.text, self.at)
        if match is None:
            self.fail(expected)
            return ""
        self.at = match.end()
        return match.group()

    def atom(self) -> str:
        self.skip()
        if not self.text.startswith('"', self.at):
            return self.bare("a word or a quoted text")
        match = _QUOTED.match(self.text, self.at)
        if match is None:
            self.fail("a quoted text that ends")
            return ""
        text = str(json.loads(match.group()))
        if _SURROGATE.search(text):
            self.fail("a text of Unicode characters, without lone surrogates")
        self.at = match.end()
        return text

    def options(self) -> Iterable[tuple[str, Value]]:
        if self.takes(")"):
            return
        while True:
            name = self.bare("an option name")
            if not self.takes("="):
                self.fail(f"'=' after {name!r}")
            yield name, self.value(0)
            if self.takes(")"):
                return
            if not self.takes(","):
                self.fail("',' or ')'")

    def value(self, depth: int) -> Value:
        terms = [self.term(depth)]
        while self.takes("+"):
            terms.append(self.term(depth))
        return tuple(terms)

    def term(self, depth: int) -> Term:
        if depth > _DEEPEST:
            self.fail(f"at most {_DEEPEST} levels of brackets")
        atom = self.atom()
        return Term(atom, tuple(self.arguments(depth + 1)) if self.takes("[") else ())

    def arguments(self, depth: int) -> Iterable[tuple[str, Value]]:
        if self.takes("]"):
            return
        while True:
            yield self.argument(depth)
            if self.takes("]"):
                return
            if not self.takes(","):
                self.fail("',' or ']'")

    def argument(self, depth: int) -> tuple[str, Value]:
        before = self.at
        self.skip()
        match = _BARE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            if self.takes("="):
                return match.group(), self.value(depth)
            self.at = before
        return "", self.value(depth)

    def finish(self) -> None:
        self.skip()
        if self.at < len(self.text):
            self.fail("nothing more")
