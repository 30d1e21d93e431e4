"""Claims beside tables: one number, a relation between two, or a phrase about them."""

from enum import Enum

from attrs import field, frozen

from measurand.audit.claims.declared import Expectation, Tolerance
from measurand.metrics.grammar import Value
from measurand.values.printed import Printed


class Relation(Enum):
    """How two numbers stand to each other.

    `greater`, `less` and `equal` need no value. `difference` is left minus right, `ratio` left over
    right, `relative` their difference over right.
    """

    GREATER = "greater"
    LESS = "less"
    EQUAL = "equal"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    RELATIVE = "relative"

    @property
    def valued(self) -> bool:
        """Tell whether the relation comes to a printed number."""
        return self in {Relation.DIFFERENCE, Relation.RATIO, Relation.RELATIVE}


@frozen(cache_hash=True)
class Reference:
    """A cell (`table/row/column`) or a scalar claim, by its id.

    >>> Reference("1/ours/F1").id
    '1/ours/F1'
    """

    id: str


Operand = Reference | Printed
"""What is compared: a number of this file, or one that is stated exactly."""


@frozen(kw_only=True, cache_hash=True)
class Scalar:
    """One printed number outside of tables: computed from `data` where it names any.

    `metric` and `options` are its definition; without data it only serves relations and prose.

    >>> Scalar(id="n", printed=Printed.parse("212")).data
    ''
    """

    id: str
    printed: Printed
    data: str = ""
    where: tuple[tuple[str, str], ...] = ()
    metric: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    tolerance: Tolerance | None = None
    expect: Expectation | None = None
    at: str = ""


@frozen(kw_only=True, cache_hash=True)
class Related:
    """A relation between two numbers; `value` is what a difference or ratio was printed as.

    `unitless` says that no unit is written, and that it is still to be taken from the operands.

    >>> Related(id="a", left=Reference("1/x/F1"), right=Reference("1/y/F1"),
    ...         relation=Relation.GREATER).value is None
    True

    Raises ValueError where a value is missing, or stands where none belongs.
    """

    id: str
    left: Operand
    right: Operand
    relation: Relation
    value: Printed | None = field(default=None)
    tolerance: Tolerance | None = None
    expect: Expectation | None = None
    at: str = ""
    unitless: bool = False

    @value.validator
    def _fits(self, _attribute: object, value: Printed | None) -> None:
        if self.relation.valued != (value is not None):
            wanted = "a printed number" if self.relation.valued else "no value"
            message = f"value: {wanted} with {self.relation.value}: got another"
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Said:
    """A phrase about two numbers, as a text prints it: "about 11x", "doubled".

    >>> Said(id="a", says="doubled", left=Reference("b"), right=Reference("c")).expect is None
    True
    """

    id: str
    says: str
    left: Operand
    right: Operand
    expect: Expectation | None = None
    at: str = ""


Claim = Scalar | Related | Said
