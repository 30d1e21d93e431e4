"""Every claim of a file as one line: what was claimed, what came out, where it stands.

Terminal, JUnit, SARIF and GitHub show the same lines. A line that is undecided may be let pass by a
user, but not one that was never looked at: `Gap` says so of each.
"""

from collections.abc import Callable, Collection, Iterator
from enum import Enum

from attrs import evolve, field, frozen

from measurand.auditing.claims.check import Checks
from measurand.auditing.claims.claim_check import ClaimCheck, computed_places
from measurand.auditing.claims.ids import Within, ids_of
from measurand.auditing.claims.model import Claim, Claims, Expectation
from measurand.auditing.claims.table_check import CellCheck, TableCheck
from measurand.auditing.claims.text_check import TextCheck
from measurand.auditing.claims.wording import computed_text, off_text
from measurand.auditing.proofs.finding import Question
from measurand.metrics.signature import signature
from measurand.values.verdict import Verdict

_MOST_QUESTIONS = 3
_COUNTED = {"rules", "table", "text"}


class Gap(Enum):
    """Why something undecided may not be let pass: it was not looked at."""

    NOTHING = "nothing to check"
    UNREAD = "not read"


@frozen(kw_only=True)
class Outcome:
    """The outcome of one claim: a printed cell, a claim of its own, or a table held to its rules.

    `id` is unique in a run: `table/row/column` of a cell (with ` (2)` where that repeats), the id
    of a claim, `table` of a table, `id @ file:line` of a place in the paper. `kind` is one of cell,
    number, relation, prose, rules, text and table (one with nothing to check). `place` is the path
    of keys in the claims file `file`, from which edges find the line. `where` names a place in the
    paper, as `paper/main.tex:212`. `because` is one sentence for a refuted or undecided claim,
    empty for one that holds; `tolerated` says by which declared tolerance it does.
    `expected_to_fail` is the declared reason of one that is not to be reproduced: where it is not,
    it counts as holding, with `note` saying what would have been found; where it is, that is the
    finding. `samples` and `options` name what moved, where a lock tells. A `gap` says of what is
    undecided that it was not even looked at.

    >>> Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.HOLDS).because
    ''
    """

    id: str
    kind: str
    verdict: Verdict
    title: str = ""
    printed: str = ""
    computed: str = ""
    definition: str = ""
    because: str = ""
    file: str = ""
    place: tuple[str | int, ...] = ()
    line: int = 0
    where: str = ""
    expected_to_fail: str = ""
    tolerated: str = ""
    note: str = ""
    samples: tuple[str, ...] = field(default=())
    options: tuple[str, ...] = field(default=())
    gap: Gap | None = None


def unchecked(outcomes: Collection[Outcome]) -> str:
    """Say why a file cannot pass even where what is undecided may: empty where it can.

    >>> unchecked([]), unchecked([Outcome(id="1", kind="cell", verdict=Verdict.UNDECIDED)])
    ('nothing is checked in it', '')
    """
    unread = [one.id for one in outcomes if one.gap is Gap.UNREAD]
    if unread:
        return f"not read: {', '.join(unread[:_MOST_QUESTIONS])}"
    nothing = all(one.gap is Gap.NOTHING for one in outcomes)
    return "nothing is checked in it" if nothing else ""


FilePlace = tuple[str, Within, int]
"""A file, the path of keys in it, and the line of that; the line is 0 where none is sure."""


def nowhere(place: Within) -> FilePlace:
    """Stand for a file that nobody knows.

    >>> nowhere(("table", 0))
    ('', ('table', 0), 0)
    """
    return "", place, 0


def outcomes(
    claims: Claims,
    checks: Checks,
    *,
    today: str = "",
    locate: Callable[[Within], FilePlace] = nowhere,
) -> tuple[Outcome, ...]:
    """List the outcome of everything that is claimed: tables with their cells, claims, places.

    `locate` leads from a place in all tables and claims to the file it stands in. Reviews are only
    due where it is known which day is `today`, as 2027-03-01.

    >>> outcomes(Claims(sources=(), tables=()), Checks())
    ()
    """
    checked = (*_of_tables(claims, checks, today), *_of_claims(claims, checks, today))
    texts = (_of_text(check) for check in checks.texts)
    return tuple(_located(one, locate) for one in _told_apart((*checked, *texts)))


def _told_apart(outcomes_: tuple[Outcome, ...]) -> Iterator[Outcome]:
    """Count tables and places whose id something else has; cells and claims keep theirs."""
    kept = {one.id for one in outcomes_ if one.kind not in _COUNTED}
    for one in outcomes_:
        name, number = one.id, 1
        while one.kind in _COUNTED and name in kept:
            number += 1
            name = f"{one.id} ({number})"
        kept.add(name)
        yield evolve(one, id=name)


def _located(one: Outcome, locate: Callable[[Within], FilePlace]) -> Outcome:
    file, place, line = locate(one.place)
    return evolve(one, file=file, place=place, line=line)


def _of_tables(claims: Claims, checks: Checks, today: str) -> Iterator[Outcome]:
    names = ids_of(claims)
    for at, checked in enumerate(checks.tables):
        table = claims.tables[at]
        for place, cell in zip(computed_places(claims, at), checked.cells, strict=True):
            row = table.rows[place.row]
            keys = ("table", at, "rows", place.row, "cells", place.column)
            outcome = _of_cell(cell, today)
            title = f"Table {table.name}: {row.label} / {place.column}"
            where = row.at or table.at
            yield evolve(outcome, id=names[place], title=title, place=keys, where=where)
        yield from _of_table(checked, ("table", at), where=table.at)


def _of_cell(cell: CellCheck, today: str) -> Outcome:
    because = cell.because
    computed = computed_text(cell.score, cell.printed)
    if cell.verdict is Verdict.REFUTED and cell.off is not None:
        because = f"{computed} is computed, off by {off_text(cell.off, cell.printed)}"
        if cell.reproduced_by:
            because += f"; reproduced by: {' | '.join(cell.reproduced_by)}"
    outcome = Outcome(
        id="",
        kind="cell",
        verdict=cell.verdict,
        printed=cell.printed.text,
        computed=computed,
        definition="" if cell.definition is None else signature(cell.definition),
        because=because,
        tolerated=cell.tolerated.text if cell.tolerated else "",
        gap=_cell_gap(cell),
    )
    return with_expectation(outcome, cell.expect, today)


def _cell_gap(cell: CellCheck) -> Gap | None:
    """Say that there is nothing to check: nothing says how, or no sample is there."""
    there = cell.denominators.scored or cell.denominators.excluded
    empty = cell.verdict is Verdict.UNDECIDED and not there
    return Gap.NOTHING if cell.definition is None or empty else None


def with_expectation(outcome: Outcome, expect: Expectation | None, today: str) -> Outcome:
    """Turn an outcome round where it was expected not to be reproduced.

    What is reproduced against that is a finding; what is not counts as holding until the day of
    its review is past, and is undecided then.

    >>> missed = Outcome(id="a", kind="cell", verdict=Verdict.REFUTED)
    >>> expect = Expectation(mismatch="micro in v1", review="2027-03-01")
    >>> with_expectation(missed, expect, "2027-01-01").verdict
    <Verdict.HOLDS: 'holds'>
    >>> with_expectation(missed, expect, "2027-04-01").because
    'its review was due on 2027-03-01: expected not to be reproduced (micro in v1)'
    """
    if expect is None:
        return outcome
    said = f"expected not to be reproduced ({expect.mismatch})"
    expecting = evolve(outcome, expected_to_fail=expect.mismatch)
    if outcome.verdict is Verdict.UNDECIDED:
        return expecting
    if outcome.verdict is Verdict.HOLDS:
        return evolve(expecting, verdict=Verdict.REFUTED, because=f"{said}, but it is")
    expecting = evolve(expecting, note=outcome.because)
    if today and expect.due(today):
        because = f"its review was due on {expect.review}: {said}"
        return evolve(expecting, verdict=Verdict.UNDECIDED, because=because)
    return evolve(expecting, verdict=Verdict.HOLDS, because="")


def _of_table(checked: TableCheck, place: Within, *, where: str) -> Iterator[Outcome]:
    title = f"Table {checked.name}" + (f" ({checked.source})" if checked.source else "")
    proved = checked.proved
    if proved is not None and (proved.findings or not checked.cells):
        yield Outcome(
            id=checked.name,
            kind="rules",
            verdict=proved.verdict,
            title=title,
            because=_because(proved.questions, proved.verdict),
            place=place,
            where=where,
            gap=None if proved.questions else Gap.NOTHING,
        )
    elif not checked.cells:
        yield Outcome(
            id=checked.name,
            kind="table",
            verdict=Verdict.UNDECIDED,
            title=title,
            because="it has no cell to check",
            place=place,
            where=where,
            gap=Gap.NOTHING,
        )


def _because(questions: tuple[Question, ...], verdict: Verdict) -> str:
    if verdict is Verdict.HOLDS:
        return ""
    if not questions:
        return "no rule speaks of its columns: give them roles"
    deciding = [one for one in questions if one.verdict is verdict]
    named = "; ".join(
        f"{one.name}: {one.findings[0].because}" for one in deciding[:_MOST_QUESTIONS]
    )
    more = len(deciding) - _MOST_QUESTIONS
    return f"{named} and {more} more" if more > 0 else named


def _of_claims(claims: Claims, checks: Checks, today: str) -> Iterator[Outcome]:
    by_id = {claim.id: (at, claim) for at, claim in enumerate(claims.claims)}
    for checked in checks.claims:
        at, claim = by_id[checked.id]
        yield with_expectation(_of_claim(checked, claim, ("claim", at)), checked.expect, today)


def _of_claim(checked: ClaimCheck, claim: Claim, place: Within) -> Outcome:
    cell = checked.cell
    if cell is not None:
        own = _of_cell(evolve(cell, expect=None), "")
        title = f"{checked.id}: {checked.claimed}"
        return evolve(own, id=checked.id, kind="number", title=title, place=place, where=claim.at)
    return Outcome(
        id=checked.id,
        kind=checked.kind,
        verdict=checked.verdict,
        title=checked.claimed,
        printed=checked.printed,
        computed=checked.computed,
        because=checked.because,
        place=place,
        where=claim.at,
        tolerated=checked.tolerated.text if checked.tolerated else "",
    )


def _of_text(checked: TextCheck) -> Outcome:
    return Outcome(
        id=checked.id,
        kind="text",
        verdict=checked.verdict,
        title=f"{checked.at} prints {checked.claimed}",
        printed=checked.claimed,
        because=checked.because,
        place=checked.place,
        where=checked.at,
        gap=_text_gap(checked),
    )


def _text_gap(checked: TextCheck) -> Gap | None:
    if checked.verdict is not Verdict.UNDECIDED:
        return None
    return Gap.UNREAD if checked.claimed else Gap.NOTHING
