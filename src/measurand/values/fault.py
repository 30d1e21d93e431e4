"""What is wrong with data from outside: where, what was got, what was expected, a way out."""

from attrs import evolve, field, frozen, validators

_WIDEST = 256


@frozen(kw_only=True)
class Fault:
    """One thing wrong with one place of one input.

    `line` counts from 1; 0 speaks of the whole file. `path` is a JSON path or a key. `hint` says a
    way out.

    >>> Fault(file="a.jsonl", line=3, path="$.gold", got="null", expected="a list").text()
    'a.jsonl:3: $.gold: expected a list, got null'
    """

    got: str
    expected: str
    file: str = ""
    line: int = field(default=0, validator=validators.ge(0))
    path: str = ""
    hint: str = ""

    def text(self) -> str:
        """Say it in one line; control characters of the data are shown escaped."""
        place = [self.file and (f"{self.file}:{self.line}" if self.line else self.file), self.path]
        lead = "".join(f"{visible(part)}: " for part in place if part)
        tail = f": {self.hint}" if self.hint else ""
        return f"{lead}expected {visible(self.expected)}, got {visible(self.got)}{visible(tail)}"

    def at(self, *, file: str = "", line: int = 0) -> "Fault":
        """Name the place where it is not known yet."""
        return evolve(self, file=self.file or file, line=self.line or line)


def visible(text: str) -> str:
    r"""Escape what would break a line or a terminal; other scripts stay as they are.

    >>> visible("맛\n\x1b[31m")
    '맛\\n\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(value: object, *, most: int = 60) -> str:
    """Show a value from outside shortly, as JSON would name it.

    >>> shown(None), shown(True), shown("a" * 99, most=9)
    ('null', 'true', "'aaaaaaaa… (99 characters)")
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > _WIDEST:
        return f"a number of {value.bit_length()} bits"
    text = repr(value[: most + 1]) if isinstance(value, str) else str(value)
    length = len(value) if isinstance(value, str) else len(text)
    return text if len(text) <= most else f"{text[:most]}… ({length} characters)"
