"""What a rule is cut into, and how freely rules are written."""

from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.studies.causal.rules.tree import Flag


class Grammar(Enum):
    """How freely rules are written."""

    STRICT = "strict"
    """Plain ASCII as in Python: `name = expression`, and nothing is left to choose."""
    LENIENT = "lenient"
    """As people write: names of the graph, Greek, superscripts, products without a sign."""


class Kind(Enum):
    """What a token is."""

    NUMBER = "number"
    NAME = "name of the graph"
    WORD = "symbol that is no name of the graph"
    CONSTANT = "constant"
    FUNCTION = "function"
    OPERATOR = "operator"
    SUPERSCRIPT = "superscript"
    FACTORIAL = "factorial"
    ROOT = "root"
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    BAR = "bar"
    COMMA = "comma"
    COLON = "colon"
    EQUAL = "equal"
    NEARLY = "nearly equal"
    RELATION = "other relation"
    CALCULUS = "sign of calculus"
    LATEX = "backslash"
    HUGE = "number with too many digits"
    OTHER = "sign that is no part of rules"


@frozen(kw_only=True)
class Token:
    """One token; `text` is in the spelling of trees, `written` is how an operator was written.

    `start` and `end` are places in the rule, `spaced` says whether a space stands before it,
    `flag` whether reading it was a choice.
    """

    kind: Kind
    text: str
    start: int
    end: int
    spaced: bool = False
    written: str = ""
    value: Fraction = field(default=Fraction(0))
    flag: Flag | None = None
