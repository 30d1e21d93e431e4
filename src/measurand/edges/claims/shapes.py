"""What may stand in a claims file: each of its tables as a frozen class, key by key.

The converter reads a tree by these classes: a key without a default is required, a key that is none
of them is a fault, and types are held to. The JSON Schema is drawn from the same classes. So what
is read and what is documented cannot come apart, and a new key is written in one place. `Key` has
what a type does not say: words for a reader, and what JSON Schema can tell beyond the type.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from attrs import field, frozen

from measurand.auditing.claims.model import Options, Tolerance
from measurand.auditing.proofs.sheet import Kind, Role
from measurand.edges.files.json.converter import Scalar
from measurand.edges.files.json.described import Tree, list_of, map_of, ref, words_of
from measurand.metrics.metric import CELLS
from measurand.values.printed import Rounding, Unit

SCHEMA = 1
"""The schema of claims files that is read here."""

MOST_FILES = 100
MOST_DECIMALS = 40
NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
"""What a metric and its words may be called."""

TEXT: Tree = {"type": "string"}
FILLED: Tree = {"type": "string", "minLength": 1}
NUMBER: Tree = {"type": ["string", "number"]}
SCALAR: Tree = {"type": ["string", "number", "boolean"]}
WHOLE: Tree = {"type": "integer", "minimum": 0}


@frozen(eq=False)  # by identity: the converter remembers types by their hash, and trees have none
class Key:
    """What is told of a key besides its type: in words, and as JSON Schema where that says more."""

    says: str = ""
    schema: Tree | None = None


def check_decimals(_self: object, _attribute: object, value: int | None) -> None:
    """Hold a number of decimals to what can be printed.

    Raises ValueError where it is negative or above 40.
    """
    if value is not None and not 0 <= value <= MOST_DECIMALS:
        message = f"decimals: from 0 to {MOST_DECIMALS} decimals: got {value}"
        raise ValueError(message)


Pairs = tuple[tuple[str, Scalar], ...]
At = Annotated[str, Key(schema=ref("at"))]
Filled = Annotated[str, Key(schema=FILLED)]
Operand = Annotated[object, Key(schema=NUMBER)]
Expect = Annotated[object, Key(schema=ref("expect"))]
OptionsOf = Annotated[Options, Key(schema=ref("options"))]
FactsOf = Annotated[tuple[tuple[str, int], ...], Key(schema=ref("facts"))]
Decimals = Annotated[int | None, Key(schema={**WHOLE, "maximum": MOST_DECIMALS})]
_CELLS = list_of({"enum": list(CELLS)})


@frozen(kw_only=True)
class FileShape:
    """A claims file as it is written."""

    schema: Annotated[object, Key(schema={"const": SCHEMA})]
    title: Annotated[str, Key("The heading of the report.")] = ""
    include: Annotated[
        tuple[str, ...],
        Key(
            f"Other claims files, relative to this one: at most {MOST_FILES} in all.",
            list_of(FILLED),
        ),
    ] = ()
    pin: Annotated[bool, Key("Demands complete definitions, and a digest for every source.")] = (
        False
    )
    metrics: Annotated[
        Mapping[str, object], Key("Metrics of one's own, by name.", map_of(ref("metric")))
    ] = field(factory=dict)
    definitions: Annotated[
        Mapping[str, object], Key('Definitions that are used as "@name".', map_of(TEXT))
    ] = field(factory=dict)
    data: Annotated[
        Mapping[str, object], Key("Sources of samples, by name.", map_of(ref("source")))
    ] = field(factory=dict)
    unconfirmed: Annotated[
        Mapping[str, object] | None,
        Key("Where tables are printed whose guesses nobody confirmed.", ref("unconfirmed")),
    ] = None
    table: Annotated[tuple[object, ...], Key("Printed tables.", list_of(ref("table")))] = ()
    claim: Annotated[
        tuple[object, ...], Key("Claims beside the tables.", list_of(ref("claim")))
    ] = ()


@frozen(kw_only=True)
class MetricShape:
    """A metric of one's own as it is written."""

    formula: Annotated[str, Key("Of hits, predicted, gold, judged and parameters.", FILLED)]
    says: Annotated[str, Key("What it is, in a line.")]
    source: Annotated[str, Key("Where it is from.")] = ""
    range: Annotated[
        tuple[Scalar, ...],
        Key('Two ends: whole numbers, "-inf" or "inf".', list_of(NUMBER, minItems=2, maxItems=2)),
    ] = (Scalar("-inf"), Scalar("inf"))
    params: Annotated[tuple[tuple[str, Fraction], ...], Key("The value of each parameter.")] = ()
    words: Annotated[
        tuple[str, ...],
        Key(
            "Other names that tables print for it.",
            list_of({**TEXT, "pattern": f"^{NAME.pattern}$"}),
        ),
    ] = ()
    mirror: Annotated[str, Key("What it is with gold and predictions exchanged.")] = ""
    rises: Annotated[tuple[str, ...], Key("With which cells it never falls.", _CELLS)] = ()
    falls: Annotated[tuple[str, ...], Key("With which cells it never rises.", _CELLS)] = ()


@frozen(kw_only=True)
class TableShape:
    """A table as it is written."""

    name: Annotated[str, Key("Differs from that of every other table.")]
    data: Annotated[str, Key("The name of a source.")] = ""
    source: Annotated[str, Key("Where the table was printed.")] = ""
    options: OptionsOf = ()
    columns: Annotated[Mapping[str, object], Key(schema=map_of(ref("column")))]
    rows: Annotated[tuple[object, ...], Key(schema=list_of(ref("row")))] = ()
    space: Annotated[Mapping[str, object] | None, Key(schema=ref("space"))] = None
    facts: FactsOf = ()
    computed: Annotated[bool, Key("false: its cells are not computed.")] = True
    rules: Annotated[bool | None, Key("Hold its numbers to what they alone prove.")] = None
    at: At = ""
    left: Annotated[
        tuple[tuple[str, int], ...] | None,
        Key("Rows that are printed there and left out, with how many numbers each.", map_of(WHOLE)),
    ] = None


@frozen(kw_only=True)
class ColumnShape:
    """A column as it is written."""

    definition: Annotated[str, Key('A signature, "@name" or "unknown".', FILLED)] = ""
    metric: Annotated[str, Key('What is known beside definition = "unknown".')] = ""
    role: Annotated[str, Key("What the numbers are said to be.", words_of(Role))] = ""
    of: Annotated[
        tuple[str, ...], Key("The columns that an average, difference or interval is of.")
    ] = ()
    group: Annotated[str, Key("Columns of one group belong together.")] = ""
    beta: Annotated[
        Fraction | None, Key("The beta of a role f; one with a definition has its own.")
    ] = None
    options: Annotated[
        Pairs, Key("What is known of a column with a role alone, such as weights and equal.")
    ] = ()
    unit: Unit = Unit.NONE
    decimals: Decimals = field(default=None, validator=check_decimals)
    rounding: Rounding | None = None
    tolerance: Tolerance | None = None


@frozen(kw_only=True)
class RowShape:
    """A row as it is written."""

    label: str
    where: Annotated[Pairs, Key("The groups of its samples.")] = ()
    data: Annotated[str, Key("Another source than that of the table.")] = ""
    options: OptionsOf = ()
    cells: Annotated[Mapping[str, object], Key("Printed numbers by column.", map_of(NUMBER))] = (
        field(factory=dict)
    )
    kind: Kind = Kind.BODY
    of: Annotated[tuple[str, ...], Key("The rows that an average or a total is of.")] = ()
    facts: FactsOf = ()
    weights: Annotated[tuple[tuple[str, int], ...], Key("Their weights.", map_of(WHOLE))] = ()
    computed: Annotated[bool | None, Key("false: its cells are not computed.")] = None
    tolerance: Annotated[tuple[tuple[str, Tolerance], ...], Key("By column.")] = ()
    expect: Annotated[Mapping[str, object], Key("By column.", map_of(ref("expect")))] = field(
        factory=dict
    )
    at: At = ""


@frozen(kw_only=True)
class ClaimShape:
    """What every claim beside the tables has."""

    id: Filled
    expect: Expect = None
    at: At = ""


@frozen(kw_only=True)
class ScalarShape(ClaimShape):
    """A claim of one number as it is written."""

    value: Operand
    data: str = ""
    where: Pairs = ()
    definition: Filled = ""
    unit: Unit = Unit.NONE
    decimals: Decimals = field(default=None, validator=check_decimals)
    rounding: Rounding | None = None
    tolerance: Tolerance | None = None


@frozen(kw_only=True)
class RelatedShape(ClaimShape):
    """A claim of a relation as it is written, without the word that says which: `is`."""

    left: Operand
    right: Operand
    value: Operand = None
    unit: Unit | None = None
    decimals: Decimals = field(default=None, validator=check_decimals)
    rounding: Rounding | None = None
    tolerance: Tolerance | None = None


@frozen(kw_only=True)
class SaidShape(ClaimShape):
    """A claim in words as it is written."""

    says: Annotated[str, Key('Such as "about 11x".', FILLED)]
    left: Operand
    right: Operand


@frozen(kw_only=True)
class ExpectShape:
    """Why a number is not reproduced, as it is written."""

    mismatch: Filled
    review: Annotated[object, Key("A date.", {**TEXT, "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"})]
