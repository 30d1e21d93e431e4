"""Where the tables of a claims file are printed whose guesses nobody has confirmed.

`init` guesses what columns and rows are. While the guesses stand unconfirmed, no verdict may rest
on them as on facts: a check asks what `lint` asks of the table as it is printed, with all that this
leaves open. Who has corrected the file deletes the part, and what the file says counts.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, TypeVar

from attrs import field, frozen

from measurand.edges.claims.gathering import Gathering
from measurand.edges.claims.shapes import Key
from measurand.edges.claims.toml_lines import quoted
from measurand.edges.files.json.schema_error import seen
from measurand.edges.files.toml_tree import Place
from measurand.edges.tables.grid import (
    Overrides,
    column_override,
    column_text,
    fact_override,
    row_override,
    row_text,
)
from measurand.edges.tables.markup.reader import MARKUPS, Markup
from measurand.values.printed import Rounding, Unit

T = TypeVar("T")


@frozen(kw_only=True)
class DraftShape:
    """What is not confirmed as it is written: a file or its text, and what was said of it."""

    file: Annotated[str, Key("The file in which the tables are printed.")] = ""
    text: Annotated[str, Key("What is printed, where it stands in no file.")] = ""
    markup: Annotated[str, Key("How it is written, as `lint --markup` says it.")] = ""
    tables: Annotated[tuple[str, ...], Key("Only these, as `lint --table` says it.")] = ()
    column: Annotated[tuple[str, ...], Key("As `lint --column` says it.")] = ()
    row: Annotated[tuple[str, ...], Key("As `lint --row` says it.")] = ()
    fact: Annotated[tuple[str, ...], Key("As `lint --fact` says it.")] = ()
    rounding: Rounding | None = None
    unit: Unit | None = None
    transpose: Annotated[bool | None, Key("Systems stand in columns.")] = None
    decimal_comma: Annotated[bool, Key("63,3 is a number.")] = False


@frozen(kw_only=True)
class Draft:
    """What is not confirmed: the file (or `text`) in which it is printed, and what was said of it.

    >>> Draft(file="table.md").said == Overrides()
    True
    """

    file: str = ""
    text: str | None = None
    markup: Markup | None = None
    tables: tuple[str, ...] = ()
    said: Overrides = field(factory=Overrides)


def read_draft(tree: object, place: Place, faults: Gathering) -> Draft | None:
    """Read it; None where something is wrong with it, and that is noted."""
    shape = faults.take(tree, DraftShape, place)
    if shape is None:
        return None
    if bool(shape.file) == bool(shape.text):
        got = "both" if shape.file else "neither"
        faults.add(place, got=got, expected="a file, or a text")
    markup = next((one for one in MARKUPS if one == shape.markup), None)
    if shape.markup and markup is None:
        expected = f"one of {', '.join(MARKUPS)}"
        faults.add((*place, "markup"), got=seen(shape.markup), expected=expected)
    columns = _each(shape.column, column_override, (*place, "column"), faults)
    rows = _each(shape.row, row_override, (*place, "row"), faults)
    facts = _each(shape.fact, fact_override, (*place, "fact"), faults)
    said = Overrides(
        columns=tuple(columns),
        rows=tuple(rows),
        facts=tuple((fact, number) for label, fact, number in facts if not label),
        row_facts=tuple(one for one in facts if one[0]),
        rounding=shape.rounding,
        unit=shape.unit,
        transpose=shape.transpose,
        decimal_comma=shape.decimal_comma,
    )
    text = shape.text or None
    return Draft(file=shape.file, text=text, markup=markup, tables=shape.tables, said=said)


def _each(
    texts: Iterable[str], read: Callable[[str], T], place: Place, faults: Gathering
) -> list[T]:
    found: list[T] = []
    for at, text in enumerate(texts):
        try:
            found.append(read(text))
        except ValueError as error:
            faults.add((*place, at), got=seen(text), expected="what lint reads", hint=str(error))
    return found


def draft_lines(draft: Draft) -> Iterator[str]:
    """Write it as a part of a claims file, which `read_draft` reads back.

    >>> list(draft_lines(Draft(file="table.md", tables=("2",))))[3:]
    ['[unconfirmed]', 'file = "table.md"', 'tables = ["2"]']
    """
    said = draft.said
    facts = (*(("", *one) for one in said.facts), *said.row_facts)
    lists = {
        "tables": draft.tables,
        "column": tuple(map(column_text, said.columns)),
        "row": tuple(map(row_text, said.rows)),
        "fact": tuple(f"{label and f'{label}:'}{fact.value}={n}" for label, fact, n in facts),
    }
    words = {
        "markup": draft.markup,
        "rounding": said.rounding and said.rounding.value,
        "unit": said.unit and said.unit.value,
    }
    yield "# Nobody has confirmed what was guessed below: `measurand check` asks what `lint` asks"
    yield "# of the tables as they are printed, and leaves open what that does. Once what stands"
    yield "# below is right, delete this part: then it counts."
    yield "[unconfirmed]"
    yield f"file = {quoted(draft.file)}" if draft.text is None else f"text = {quoted(draft.text)}"
    for name, word in words.items():
        if word is not None:
            yield f"{name} = {quoted(word)}"
    for name, some in lists.items():
        if some:
            yield f"{name} = [{', '.join(map(quoted, some))}]"
    if said.transpose is not None:
        yield f"transpose = {'true' if said.transpose else 'false'}"
    if said.decimal_comma:
        yield "decimal_comma = true"
