"""A column of a claims file: its definition, its role, and how its numbers are printed."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.audit.claims.model import Column, Tolerance
from measurand.audit.proofs.sheet import Role
from measurand.edges.claims.declared import check_known
from measurand.edges.claims.definitions import Definitions
from measurand.edges.files.gathering import Gathering
from measurand.edges.files.json.converter import Scalar
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.grammar import Call, SignatureError, read
from measurand.metrics.signature import expanded, options, parse
from measurand.values.printed import Rounding, Unit

UNKNOWN = "unknown"
MOST_DECIMALS = 40


def few(_self: object, _attribute: object, value: int | None) -> None:
    """Hold a number of decimals to what can be printed.

    Raises ValueError where it is negative or above 40.
    """
    if value is not None and not 0 <= value <= MOST_DECIMALS:
        message = f"decimals: from 0 to {MOST_DECIMALS} decimals: got {value}"
        raise ValueError(message)


@frozen(kw_only=True)
class _ColumnShape:
    definition: str = ""
    metric: str = ""
    role: str = ""
    of: tuple[str, ...] = ()
    group: str = ""
    beta: Fraction | None = None
    options: tuple[tuple[str, Scalar], ...] = ()
    unit: Unit = Unit.NONE
    decimals: int | None = field(default=None, validator=few)
    rounding: Rounding | None = None
    tolerance: Tolerance | None = None


@frozen
class Kin:
    """What a column may speak of: the columns of its table, and named definitions."""

    columns: Mapping[str, object]
    definitions: Definitions


def read_column(name: str, kin: Kin, place: Place, faults: Gathering) -> Column | None:
    """Read a column; None where something is wrong with it, and that is noted."""
    tree = kin.columns[name]
    before = len(faults.found)
    shape = faults.take(tree, _ColumnShape, place)
    if shape is None:
        return None
    _check_role(shape, kin.columns, place, faults)
    call = _call(shape, kin.definitions, place, faults)
    if len(faults.found) > before or (shape.definition and call is None):
        return None
    return Column(
        name=name,
        metric=call.name if call else "",
        options=call.options if call else (),
        known=shape.definition != UNKNOWN,
        unit=shape.unit,
        decimals=shape.decimals,
        rounding=shape.rounding,
        role=shape.role,
        of=shape.of,
        group=shape.group,
        beta=Fraction(1) if shape.beta is None else shape.beta,
        said=shape.options,
        tolerance=shape.tolerance,
    )


def _check_role(
    shape: _ColumnShape, columns: Mapping[str, object], place: Place, faults: Gathering
) -> None:
    words = {role.value: role for role in Role}
    if shape.role and shape.role not in words:
        hint = near(shape.role, words)
        faults.add((*place, "role"), got=seen(shape.role), expected="a role", hint=hint)
    if shape.beta is not None and (shape.definition or shape.beta <= 0):
        hint = "a definition says its own beta" if shape.definition else ""
        expected = "nothing" if shape.definition else "a number above 0"
        faults.add((*place, "beta"), got=seen(str(shape.beta)), expected=expected, hint=hint)
    if shape.options and (shape.definition or shape.metric):
        hint = "a definition has its options in its brackets, as in f(average=micro)"
        faults.add((*place, "options"), got="options", expected="nothing", hint=hint)
    check_known(shape.of, columns, (*place, "of"), "a column of this table", faults)


def _call(
    shape: _ColumnShape, definitions: Definitions, place: Place, faults: Gathering
) -> Call | None:
    """Read the definition of a column, or what is known of it; None where it has only a role."""
    if shape.definition == UNKNOWN:
        return _metric(shape.metric, definitions, (*place, "metric"), faults)
    if shape.metric:
        hint = 'metric stands beside definition = "unknown" only'
        faults.add((*place, "metric"), got=seen(shape.metric), expected="nothing", hint=hint)
    if shape.definition:
        return definitions.call(shape.definition, (*place, "definition"), faults)
    if not shape.role:
        hint = 'or a role, such as role = "accuracy", of a column that is not computed'
        faults.add((*place, "definition"), got="nothing", expected="a definition", hint=hint)
    return None


def _metric(text: str, definitions: Definitions, place: Place, faults: Gathering) -> Call | None:
    """Read at least the metric of an unknown definition."""
    if not text:
        hint = 'of an unknown definition the metric is known, as in metric = "f"'
        faults.add(place, got="nothing", expected="the name of a metric", hint=hint)
        return None
    try:
        call = read(text)
        if call.name in definitions.broken:
            return None
        plain = expanded(text, definitions.metrics)
        if call.options or call.revision is not None:
            parse(plain)
        else:
            options(read(plain).name)
    except SignatureError as error:
        faults.add(place, got=seen(text), expected="a metric", hint=str(error))
        return None
    return read(plain)
