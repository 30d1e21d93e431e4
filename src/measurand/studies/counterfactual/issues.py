"""Issues that a verifier raises: which frame, what kind, by which rule, and the numbers behind."""

from enum import Enum
from math import isfinite

from attrs import Attribute, field, frozen, validators

Numbers = int | float | tuple[int, ...]
"""What stands behind an issue: a number, or ids (of tokens, or of other frames)."""


class Kind(Enum):
    """What is wrong with a frame."""

    UNSUPPORTED = "unsupported"
    OVERCLAIM = "overclaim"
    INCONSISTENT = "inconsistent"
    MISSING_SLOT = "missing_slot"
    DANGLING = "dangling"


_KINDS = {
    "U1": Kind.UNSUPPORTED,
    "O1": Kind.OVERCLAIM,
    "I1": Kind.INCONSISTENT,
    "M1": Kind.MISSING_SLOT,
    "D1": Kind.DANGLING,
}


def kind_of(rule: str) -> Kind:
    """Tell the kind of issue that a rule raises from its id.

    >>> kind_of("U1.4").value
    'unsupported'

    Raises ValueError where the id starts with none of U1, O1, I1, M1, D1.
    """
    start = rule.partition(".")[0]
    if start not in _KINDS:
        message = f"a rule id starts with one of {', '.join(_KINDS)}: got {rule[:40]!r}"
        raise ValueError(message)
    return _KINDS[start]


def _finite(_issue: object, _attribute: object, value: tuple[tuple[str, Numbers], ...]) -> None:
    for name, number in value:
        if isinstance(number, float) and not isfinite(number):
            message = f"the number {name!r} behind an issue is finite: got {number}"
            raise ValueError(message)


def _named(_issue: object, attribute: "Attribute[str]", value: str) -> None:
    if not value:
        message = f"an issue has a {attribute.name}: got nothing"
        raise ValueError(message)


@frozen
class Issue:
    """One rule that one frame breaks.

    `frame` is the position of the frame, from 0; `severity` goes from 1 (slight) to 3. `evidence`
    holds the numbers that decided, each with its name.

    >>> Issue(0, Kind.UNSUPPORTED, 3, "U1.0", "a positive frame cites nothing").rule
    'U1.0'

    Raises ValueError for a negative frame, a severity outside 1 to 3, an empty rule id, or a
    number that is not finite.
    """

    frame: int = field(validator=validators.ge(0))
    kind: Kind = field(validator=validators.instance_of(Kind))
    severity: int = field(validator=[validators.ge(1), validators.le(3)])
    rule: str = field(validator=_named)
    message: str
    evidence: tuple[tuple[str, Numbers], ...] = field(default=(), validator=_finite)
