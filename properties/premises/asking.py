"""Ask the library about a text, as `measurand lint` does: its reader, its options, its rules."""

from collections.abc import Sequence

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.proofs.coincidence import DEFAULT_ODD_AT
from measurand.auditing.proofs.premises import Premise
from measurand.auditing.proofs.prove import RULES, Proved, lint
from measurand.auditing.proofs.sheet import Sheet
from measurand.auditing.proofs.worlds import judge_table
from measurand.edges.cli.parser import parsed
from measurand.edges.cli.tables import NamedTables
from measurand.edges.statements.sheets import worded
from measurand.edges.tables.markup.reader import tables_of
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.values.verdict import TableVerdict
from properties.premises.layouts import Option, TrueTable


def read(table: TrueTable, said: Sequence[Option] = ()) -> ReadTable:
    """Read a table as the command line does, with what is said of it.

    Raises ValueError where it cannot be read.
    """
    words = [word for option in said for word in option]
    said_of = parsed(NamedTables, words, name="lint").said
    found = tables_of(table.text.encode(), table.markup).bind(
        lambda some: sheet_of(some[0], said_of)
    )
    if not is_successful(found):
        message = f"{[fault.text() for fault in found.failure()]} in\n{table.text}"
        raise ValueError(message)
    one = found.unwrap()
    return evolve(one, sheet=worded(one.sheet, table.text))


def linted(
    table: TrueTable, said: Sequence[Option] = (), *, odd_at: int = DEFAULT_ODD_AT
) -> Proved:
    """Ask the rules that need no search."""
    one = read(table, said)
    return lint(one.sheet, one.premises, odd_at=odd_at)


def asked(
    sheet: Sheet, premises: Sequence[Premise] = (), *, odd_at: int = DEFAULT_ODD_AT
) -> Proved:
    """Ask as `lint` does, but not what would fit instead, which costs the most."""
    rules = [rule for rule in RULES if rule.cheap]
    used, chosen, found = judge_table(sheet, rules, premises, odd_at)
    return Proved(used, found, chosen)


def quickly(
    table: TrueTable, said: Sequence[Option] = (), *, odd_at: int = DEFAULT_ODD_AT
) -> Proved:
    """Read a table, and ask as `asked` does."""
    one = read(table, said)
    return asked(one.sheet, one.premises, odd_at=odd_at)


@frozen
class Told:
    """The questions about a table that did not come out well, by how."""

    refuted: tuple[str, ...]
    odd: tuple[str, ...]
    undecided: tuple[str, ...]


def told(proved: Proved) -> Told:
    """Gather the questions that are refuted, odd or undecided."""
    return Told(
        *(
            tuple(one.name for one in proved.questions if one.outcome is outcome)
            for outcome in (
                TableVerdict.NOT_REPRODUCIBLE,
                TableVerdict.ODD,
                TableVerdict.UNDECIDED,
            )
        )
    )


def shown(table: TrueTable, said: Sequence[Option], proved: Proved) -> str:
    """Write a table and what was found bad in it, for a person to read."""
    bad = [
        f"{one.outcome.value}: {one.name}: {[finding.because for finding in one.findings]}"
        for one in proved.questions
        if one.outcome in {TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD}
    ]
    return "\n".join((table.family, table.text, " ".join(map(" ".join, said)), *bad))
