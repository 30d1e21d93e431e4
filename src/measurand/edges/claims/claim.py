"""A claim beside the tables: one number, a relation between two, or a phrase about them."""

from collections.abc import Mapping

from measurand.auditing.claims.ids import cell_ids, operands, references, unclear_unit
from measurand.auditing.claims.model import (
    Claim,
    Claims,
    Expectation,
    Operand,
    Reference,
    Related,
    Relation,
    Said,
    Scalar,
)
from measurand.auditing.proofs.stated import read_prose
from measurand.edges.claims.definitions import KnownNames
from measurand.edges.claims.gathering import Gathering, check_at, entries, read_expect, read_printed
from measurand.edges.claims.shapes import (
    ClaimShape,
    RelatedShape,
    SaidShape,
    ScalarShape,
)
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.grammar import Call
from measurand.values.printed import Printed, Unit

IS, SAYS = "is", "says"


def read_claim(tree: object, known: KnownNames, place: Place, faults: Gathering) -> Claim | None:
    """Read a claim; None where something is wrong with it, and that is noted.

    A claim that `says` something is a phrase, one that `is` something a relation, any other a
    number.
    """
    before = len(faults.found)
    kind = tree if isinstance(tree, dict) else {}
    if SAYS in kind:
        claim: Claim | None = _said(tree, place, faults)
    elif IS in kind:
        claim = _related(kind, place, faults)
    else:
        claim = _scalar(tree, known, place, faults)
    return claim if len(faults.found) == before else None


def _common(shape: ClaimShape, tree: object, place: Place, faults: Gathering) -> Expectation | None:
    if not shape.id:
        faults.add((*place, "id"), got="an empty text", expected="a name that tells it from others")
    check_at(shape.at, place, faults)
    if shape.expect is None:
        return None
    return read_expect(entries(tree, "expect") or shape.expect, (*place, "expect"), faults)


def _said(tree: object, place: Place, faults: Gathering) -> Said | None:
    shape = faults.take(tree, SaidShape, place)
    if shape is None:
        return None
    expect = _common(shape, tree, place, faults)
    left = _operand(shape.left, Unit.NONE, (*place, "left"), faults)
    right = _operand(shape.right, Unit.NONE, (*place, "right"), faults)
    if not _readable(shape.says):
        hint = "such as about 11x, doubled, by 12%, 3 points higher"
        expected = "words about two numbers"
        faults.add((*place, SAYS), got=seen(shape.says), expected=expected, hint=hint)
    if left is None or right is None:
        return None
    return Said(id=shape.id, says=shape.says, left=left, right=right, expect=expect, at=shape.at)


def _readable(says: str) -> bool:
    """Tell whether words say something that can be held to two numbers; long ones do not."""
    try:
        return read_prose(says) is not None
    except ValueError:
        return False


def _related(tree: Mapping[str, object], place: Place, faults: Gathering) -> Related | None:
    word = tree[IS]
    shape = faults.take({key: tree[key] for key in tree if key != IS}, RelatedShape, place)
    relation = _relation(word, (*place, IS), faults)
    if shape is None:
        return None
    expect = _common(shape, tree, place, faults)
    left = _operand(shape.left, shape.unit, (*place, "left"), faults)
    right = _operand(shape.right, shape.unit, (*place, "right"), faults)
    value = None
    if shape.value is not None:
        how = (shape.unit, shape.decimals, shape.rounding)
        value = read_printed(shape.value, how, (*place, "value"), faults)
    if relation is not None and relation.valued != (shape.value is not None):
        got, expected = ("nothing", "a number") if relation.valued else ("a number", "nothing")
        hint = f'is = "{relation.value}"'
        faults.add((*place, "value"), got=got, expected=expected, hint=hint)
        return None
    if left is None or right is None or relation is None or (shape.value and value is None):
        return None
    return Related(
        id=shape.id,
        left=left,
        right=right,
        relation=relation,
        value=value,
        tolerance=shape.tolerance,
        expect=expect,
        at=shape.at,
        unitless=shape.unit is None and (value is None or value.unit is Unit.NONE),
    )


def _relation(word: object, place: Place, faults: Gathering) -> Relation | None:
    known = {relation.value: relation for relation in Relation}
    if isinstance(word, str) and word in known:
        return known[word]
    hint = near(word, known) if isinstance(word, str) else ""
    faults.add(place, got=seen(word), expected=f"one of {', '.join(known)}", hint=hint)
    return None


def _operand(tree: object, unit: Unit | None, place: Place, faults: Gathering) -> Operand | None:
    """Read what is compared: a text names a cell or a claim, a number stands for itself."""
    if isinstance(tree, str):
        return Reference(tree)
    return read_printed(tree, (unit, None, None), place, faults)


def _scalar(tree: object, known: KnownNames, place: Place, faults: Gathering) -> Scalar | None:
    shape = faults.take(tree, ScalarShape, place)
    if shape is None:
        return None
    expect = _common(shape, tree, place, faults)
    how = (shape.unit, shape.decimals, shape.rounding)
    printed = read_printed(shape.value, how, (*place, "value"), faults)
    call = _defined(shape, known, place, faults)
    return None if printed is None else _made(shape, printed, call, expect)


def _made(
    shape: ScalarShape, printed: Printed, call: Call | None, expect: Expectation | None
) -> Scalar:
    return Scalar(
        id=shape.id,
        printed=printed,
        data=shape.data,
        where=shape.where,
        metric=call.name if call else "",
        options=call.options if call else (),
        tolerance=shape.tolerance,
        expect=expect,
        at=shape.at,
    )


def _defined(shape: ScalarShape, known: KnownNames, place: Place, faults: Gathering) -> Call | None:
    """Read the definition of a number: it and the data go together, or neither is there."""
    if shape.data and shape.data not in known.sources:
        faults.unknown((*place, "data"), shape.data, known.sources, "the name of a source")
    if bool(shape.data) != bool(shape.definition):
        missing = "definition" if shape.data else "data"
        hint = "a number is computed by a definition from data; without both it is only compared"
        faults.add((*place, missing), got="nothing", expected=f"a {missing}", hint=hint)
        return None
    if not shape.definition:
        return None
    return known.definitions.call(shape.definition, (*place, "definition"), faults)


def check_claims(claims: Claims, own: int, faults: Gathering) -> None:
    """Note ids that something else has, and operands that nothing is, of the first `own` claims."""
    taken = {*cell_ids(claims), *(table.name for table in claims.tables)}
    taken |= {claim.id for claim in claims.claims[own:]}
    known = dict.fromkeys(operands(claims))
    for at, claim in enumerate(claims.claims[:own]):
        place = ("claim", at)
        if claim.id in taken:
            hint = "reports tell claims, tables and cells by it"
            got = f"{seen(claim.id)} again"
            faults.add((*place, "id"), got=got, expected="another id", hint=hint)
        taken.add(claim.id)
        for side, name in () if isinstance(claim, Scalar) else references(claim):
            if name not in known:
                expected = "a cell (table/row/column), or a claim of one number"
                faults.add(
                    (*place, side), got=seen(name), expected=expected, hint=near(name, known)
                )
        why = unclear_unit(claim, claims) if isinstance(claim, Related) else ""
        if why:
            faults.add((*place, "unit"), got="nothing", expected="a unit", hint=why)
