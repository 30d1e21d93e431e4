"""What a check says beside the cells of tables: rules, claims, declared cells, the paper's text."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from measurand.audit.claims.check import Checks
from measurand.audit.claims.claim_check import ClaimCheck
from measurand.audit.claims.outcomes import Outcome
from measurand.edges.report.document import Block, Grid, Prose
from measurand.values.verdict import TableVerdict, Verdict

if TYPE_CHECKING:
    from measurand.audit.proofs.prove import Proved

Tree = dict[str, object]

_TEXTS = {
    Verdict.HOLDS: "printed there",
    Verdict.REFUTED: "not printed there",
    Verdict.UNDECIDED: "undecided",
}


def rules_blocks(name: str, proved: "Proved") -> Iterable[Block]:
    """Show which questions the numbers of a table answer badly, count all, and name odd rows.

    >>> from measurand.audit.proofs.prove import Proved
    >>> from measurand.audit.proofs.sheet import Sheet
    >>> [block] = rules_blocks("1", Proved(Sheet(columns=(), rows=()), ()))
    >>> block.lines[0][:38]
    'Table 1: what its numbers alone prove.'
    """
    from measurand.edges.report.prove_view import odd_text

    told = [one for one in proved.questions if one.outcome is not TableVerdict.POSSIBLE]
    rows = tuple(
        (one.name, one.outcome.value, finding.reading or "any", finding.because)
        for one in told
        for finding in one.findings
    )
    title = f"Table {name}: what its numbers alone prove"
    if rows:
        yield Grid(title, ("question", "answer", "reading", "because"), rows)
    counts = [
        f"{sum(one.outcome is outcome for one in proved.questions)} {outcome.value}"
        for outcome in TableVerdict
    ]
    many = len(proved.questions)
    lead = "" if rows else f"{title}. "
    counted = f"{lead}{many} question{'' if many == 1 else 's'}: {', '.join(counts)}."
    odd = (one for one in proved.questions if one.outcome is TableVerdict.ODD)
    yield Prose((counted, *(f"Odd: {odd_text(one)}" for one in odd)))


def beside_blocks(checks: Checks, outcomes: Sequence[Outcome]) -> Iterable[Block]:
    """Show claims beside tables, what was declared of single numbers, and places in the paper.

    >>> list(beside_blocks(Checks(), ()))
    []
    """
    expected = {one.id for one in outcomes if one.expected_to_fail}
    if checks.claims:
        yield Grid(
            "Claims",
            ("claim", "says", "from", "computed", "verdict", "why"),
            tuple(_claim(one, expected) for one in checks.claims),
        )
    declared = [one for one in outcomes if one.tolerated or one.expected_to_fail]
    if declared:
        yield Grid(
            "Declared",
            ("claim", "declared", "outcome", "why"),
            tuple(map(_declared, declared)),
        )
    if checks.texts:
        yield Grid(
            "In the paper",
            ("place", "prints", "verdict", "why"),
            tuple((one.at, one.claimed, _TEXTS[one.verdict], one.because) for one in checks.texts),
        )


def _claim(one: ClaimCheck, expected: Collection[str]) -> tuple[str, ...]:
    missed = one.verdict is Verdict.REFUTED and one.id in expected
    verdict = one.verdict.value + (" (expected)" if missed else "")
    return (one.id, one.claimed, one.basis, one.computed, verdict, one.because)


def _declared(one: Outcome) -> tuple[str, ...]:
    if one.tolerated and not one.expected_to_fail:
        return (one.id, one.tolerated, one.verdict.value, "")
    said = f"expected not to be reproduced: {one.expected_to_fail}"
    return (one.id, said, one.verdict.value, one.because or one.note)


def beside_summary(outcomes: Sequence[Outcome]) -> str:
    """Count the outcomes in one sentence, those that were declared named.

    >>> beside_summary([Outcome(id="a", kind="cell", verdict=Verdict.HOLDS)])
    '1 claim: 1 holds, 0 refuted, 0 undecided.'
    """
    many = len(outcomes)
    holds, refuted, undecided = (
        sum(one.verdict is verdict for one in outcomes) for verdict in Verdict
    )
    notes = [
        (sum(bool(one.tolerated) for one in outcomes), "within a declared tolerance"),
        (_failing(outcomes), "expected not to be reproduced"),
    ]
    named = ", ".join(f"{count} {what}" for count, what in notes if count)
    return (
        f"{many} claim{'' if many == 1 else 's'}: {holds} hold{'s' if holds == 1 else ''}"
        f"{f' ({named})' if named else ''}, {refuted} refuted, {undecided} undecided."
    )


def _failing(outcomes: Sequence[Outcome]) -> int:
    return sum(bool(one.expected_to_fail) and one.verdict is Verdict.HOLDS for one in outcomes)
