"""What a table alone proves, as JSON, and its certificates for others to check."""

from collections.abc import Sequence
from fractions import Fraction

from measurand.algebra.certificate import verify
from measurand.algebra.interval import Interval
from measurand.auditing.proofs.carried import certified
from measurand.auditing.proofs.feasible.identify import Identified, Possible, Surviving
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.finding import (
    Certified,
    Clash,
    Coincidence,
    Exhausted,
    Finding,
    Question,
    Witness,
)
from measurand.auditing.proofs.premises import Alternative, Premise
from measurand.auditing.proofs.prove import Proved
from measurand.auditing.proofs.sheet import Column, Row, Sheet
from measurand.auditing.proofs.worlds import options_to_ask
from measurand.edges.files.json.exact import exact_text
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, rare
from measurand.edges.report.prove_view import LIMIT, WORDS, ProvedTable
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import TableVerdict


def _words(finding: Finding) -> str:
    return WORDS[finding.verdict]


def _counts(table: ProvedTable) -> dict[str, int]:
    asked = [one.outcome for one in table.proved.questions]
    return {outcome.name.lower(): asked.count(outcome) for outcome in TableVerdict}


def _facts(holder: Sheet | Row) -> dict[str, int]:
    return {fact.value: number for fact, number in holder.facts}


def _of_sheet(table: ProvedTable) -> dict[str, int]:
    return _facts(table.proved.sheet)


def _notes(table: ProvedTable) -> list[dict[str, str]]:
    return [{"where": where, "what": what} for where, what in table.notes]


def _ask(table: ProvedTable) -> list[str]:
    return list(options_to_ask(table.proved.questions, table.proved.premises))


def _worlds(question: Question) -> list[list[list[str]]]:
    return [[list(pair) for pair in world.literals] for world in question.freed]


def _metric(column: Column) -> str:
    return "" if column.metric is None else column.metric.name


def _cells(row: Row) -> dict[str, str]:
    return {name: printed.text for name, printed in row.cells}


def _verified(certified: Certified) -> list[dict[str, str | bool]]:
    return [
        {"case": case, "verified": not verify(program, certificate)}
        for case, program, certificate in certified.programs
    ]


def _sample(sample: Sample) -> dict[str, str]:
    tally = dict(sample.counts or ()).get("", Tally())
    return {
        "id": sample.id,
        "hits": str(tally.hits),
        "predicted": str(tally.predicted),
        "gold": str(tally.gold),
    }


def _refuted(number: Possible) -> list[str]:
    return [value for value, _ in number.refuted]


def _ends(span: Interval) -> list[Fraction]:
    return [span.low, span.high]


def _text(reading: Reading) -> str:
    return reading.text


CONSTANTS: Shapes = {
    Fraction: exact_text,
    Interval: _ends,
}
"""In proofs numbers are constants, for programs that check: their exact texts alone."""

RULES: Shapes = {
    Proved: (*made(verdict="outcome"), *keys("questions")),
    Question: (*made(question="name", verdict="outcome"), *keys("findings")),
    Finding: keys("rule reading verdict rows columns because assumes"),
}
"""What a check says of the rules: the findings without their grounds."""

PROOFS: Shapes = {
    **CONSTANTS,
    ProvedTable: (
        *keys("name source", under="proved.sheet"),
        *made(verdict="proved.outcome", counts=_counts),
        *keys("columns rows", under="proved.sheet"),
        *made(facts=_of_sheet, notes=_notes),
        *keys("premises questions", under="proved"),
        *made(ask=_ask),
        *keys("identified", under="proved"),
    ),
    Premise: (
        *keys("id scope"),
        *made(chosen="chosen.name"),
        *keys("alternatives standing because settle"),
    ),
    Alternative: keys("name usual"),
    Question: (
        *made(question="name", verdict="outcome", cause="why_undecided", possible_in=_worlds),
        *keys("worlds coincidence"),
        *made(settles="settle", would_fit="repairs"),
        *keys("findings"),
    ),
    Coincidence: (*keys("reading"), *made(fits="siblings"), *keys("chance")),
    Column: (*keys("name role of group beta options"), *rare(made(metric=_metric))),
    Row: (*keys("label kind of"), *made(facts=_facts, cells=_cells)),
    Finding: (
        *keys("rule"),
        *made(verdict=_words),
        *keys("rows columns reading unusual because"),
        *rare(keys("note")),
        *keys("assumes grounds"),
    ),
    Clash: (*made(clash="what"), *keys("printed allowed")),
    Exhausted: (*made(exhausted="cases"), *keys("tried")),
    Certified: made(certified=_verified),
    Witness: (*made(witness="values"), *keys("samples")),
    Sample: _sample,
    Identified: (
        *keys("feasible"),
        *made(not_reproducible="refuted"),
        *keys("undecided identified options revealed"),
    ),
    Reading: _text,
    Surviving: made(option="name", not_refuted="values", asked="considered"),
    Possible: (
        *made(number="what", possible="values"),
        *keys("undecided"),
        *made(not_reproducible=_refuted),
        *keys("bounded certain"),
    ),
}


_LIST = tuple[ProvedTable, ...]
PROVED = {
    "prove": JsonDocument(
        "prove", PROOFS, title=str, exit_code=int, limit=str, solver=str, tables=_LIST
    ),
    "lint": JsonDocument("lint", PROOFS, title=str, exit_code=int, limit=str, tables=_LIST),
}


def prove_json(
    tables: Sequence[ProvedTable], *, command: str, title: str, code: int, solver: str = ""
) -> Tree:
    """Make a tree of what was proven: everything, with every proof.

    Of a search, `solver` says who was asked for guesses: nothing, where none was wanted.

    >>> prove_json((), command="prove", title="", code=3, solver="none")["solver"]
    'none'
    """
    guessed = {"solver": solver} if command == "prove" else {}
    return PROVED[command].tree(
        title=title, exit_code=code, limit=LIMIT, **guessed, tables=tuple(tables)
    )


CERTIFICATES: Shapes = {**CONSTANTS}

CERTIFICATE_FILE = JsonDocument(
    "prove certificates",
    CERTIFICATES,
    written="what measurand lint and prove write with --certificates",
    version=0,
    schema=int,
    certificates=list[dict[str, object]],
    without=list[dict[str, str]],
)


def certificates_json(tables: Sequence[ProvedTable], *, by: str = "measurand") -> Tree:
    """Make a tree of the certificate of each refutation, and of those that have none, and why.

    >>> certificates_json(())
    {'schema': 2, 'certificates': [], 'without': []}
    """
    made = [(table.proved.sheet.name, certified(table.proved, by=by)) for table in tables]
    return CERTIFICATE_FILE.tree(
        schema=_CERTIFICATES,
        certificates=[one for _, found in made for one in found.certificates],
        without=[
            {"table": name, "question": question, "why": why}
            for name, found in made
            for question, why in found.without
        ],
    )


_CERTIFICATES = 2
