"""How a string tells a judged pair: literal text around `{pred}`, `{gold}`, `{similarity}`."""

from typing import Literal, get_args

from attrs import frozen

PairField = Literal["pred", "gold", "similarity"]
_FIELDS: tuple[PairField, ...] = get_args(PairField)


@frozen
class Pattern:
    """Literals and fields in turn: a literal before, between and behind the three fields.

    >>> Pattern.parse("{pred} <-> {gold} ({similarity})")
    Pattern(literals=('', ' <-> ', ' (', ')'), fields=('pred', 'gold', 'similarity'))
    """

    literals: tuple[str, ...]
    fields: tuple[PairField, ...]

    @property
    def text(self) -> str:
        """Write it; parsing gives it back."""
        names = [f"{{{name}}}" for name in self.fields] + [""]
        return "".join(part for pair in zip(self.literals, names, strict=True) for part in pair)

    @staticmethod
    def parse(text: str) -> "Pattern":
        """Read a pattern; each field stands in it once, and fields do not touch.

        Raises ValueError where it does not.
        """
        literals: list[str] = []
        fields: list[PairField] = []
        rest = text
        while found := _first(rest):
            literal, _, rest = rest.partition(f"{{{found}}}")
            literals.append(literal)
            fields.append(found)
        if sorted(fields) != sorted(_FIELDS):
            raise _wrong(text, "each of {pred}, {gold} and {similarity} once")
        if not all(literals[1:]):
            raise _wrong(text, "some text between the fields")
        return Pattern((*literals, rest), tuple(fields))

    def shaped(self, values: dict[PairField, str]) -> str:
        """Fill the fields in.

        >>> pattern = Pattern.parse("{pred} <-> {gold} ({similarity})")
        >>> pattern.shaped({"pred": "a", "gold": "b", "similarity": "0.85"})
        'a <-> b (0.85)'
        """
        parts = [*(values[name] for name in self.fields), ""]
        return "".join(part for pair in zip(self.literals, parts, strict=True) for part in pair)


def _first(text: str) -> PairField | None:
    """Name the field that stands first."""
    places = {name: text.find(f"{{{name}}}") for name in _FIELDS}
    found = [name for name in _FIELDS if places[name] >= 0]
    return min(found, key=lambda name: places[name], default=None)


def _wrong(text: str, expected: str) -> ValueError:
    return ValueError(
        f"a pattern such as '{{pred}} <-> {{gold}} ({{similarity}})': "
        f"got {text[:60]!r}, where {expected} is due"
    )
