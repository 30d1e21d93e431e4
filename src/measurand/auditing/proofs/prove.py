"""Every rule on one table: the cheap ones alone (lint), or all and the search for data (prove).

Rules first, in the worlds of the premises; the search afterwards, only in the sheet as it is used,
and in the other worlds only for what it refutes there: each search is costly, and what is possible
needs no second world.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from attrs import evolve, frozen

from measurand.auditing.proofs.closed.accuracy import ACCURACY_RULES, SENSITIVITY_RULES
from measurand.auditing.proofs.closed.arithmetic import DERIVED_RULES, SHARES_RULES
from measurand.auditing.proofs.closed.averages import AVERAGES_RULES
from measurand.auditing.proofs.closed.counts import COUNTS_RULES
from measurand.auditing.proofs.closed.errors import ERRORS_RULES
from measurand.auditing.proofs.closed.f import F_RULES, left_out
from measurand.auditing.proofs.closed.mean_squares import MEAN_SQUARES_RULES
from measurand.auditing.proofs.closed.metric_grains import METRIC_GRAINS_RULES
from measurand.auditing.proofs.closed.ranges import (
    COMPLEMENTS_RULES,
    RANGES_RULES,
    SHARES_AMONG_PERCENT_RULES,
)
from measurand.auditing.proofs.closed.relations import RELATIONS_RULES
from measurand.auditing.proofs.coincidence import DEFAULT_ODD_AT
from measurand.auditing.proofs.confusion.one_matrix import CONFUSION_RULES
from measurand.auditing.proofs.feasible.feasibility import FEASIBLE, FEASIBLE_RULES
from measurand.auditing.proofs.feasible.identify import Identified, identify
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.feasible.search import Effort
from measurand.auditing.proofs.finding import Finding, Question, Rule, questions
from measurand.auditing.proofs.grain.grim import BOTH_EMPTY_RULES, GRIM_RULES
from measurand.auditing.proofs.grain.grimmer import MOMENTS_RULES
from measurand.auditing.proofs.grain.pooled_sizes import POOLED_SIZES_RULES
from measurand.auditing.proofs.grain.shares_of_counts import SHARES_OF_COUNTS_RULES
from measurand.auditing.proofs.grain.shares_of_groups import SHARES_OF_GROUPS_RULES
from measurand.auditing.proofs.grain.standard_errors import STANDARD_ERRORS_RULES
from measurand.auditing.proofs.premises import (
    Cause,
    Premise,
    apply_changes,
    count_worlds,
    worlds_of,
)
from measurand.auditing.proofs.sheet import Sheet
from measurand.auditing.proofs.significance.adjusted_p_values import HOLM_RULES
from measurand.auditing.proofs.significance.computed_intervals import COMPUTED_INTERVALS_RULES
from measurand.auditing.proofs.significance.intervals import DIRECTION_RULES, INTERVAL_RULES
from measurand.auditing.proofs.significance.p_of_ratios import P_OF_RATIOS_RULES
from measurand.auditing.proofs.significance.p_of_tests import P_OF_TESTS_RULES
from measurand.auditing.proofs.significance.p_values import P_VALUE_RULES
from measurand.auditing.proofs.worlds import judge_table, with_repairs
from measurand.values.verdict import TableVerdict, Verdict, worst

RULES: tuple[Rule, ...] = (
    *RANGES_RULES,
    *SHARES_AMONG_PERCENT_RULES,
    *F_RULES,
    *ACCURACY_RULES,
    *SENSITIVITY_RULES,
    *COMPLEMENTS_RULES,
    *COUNTS_RULES,
    *CONFUSION_RULES,
    *AVERAGES_RULES,
    *DERIVED_RULES,
    *SHARES_RULES,
    *MEAN_SQUARES_RULES,
    *ERRORS_RULES,
    *RELATIONS_RULES,
    *GRIM_RULES,
    *METRIC_GRAINS_RULES,
    *POOLED_SIZES_RULES,
    *BOTH_EMPTY_RULES,
    *MOMENTS_RULES,
    *SHARES_OF_COUNTS_RULES,
    *SHARES_OF_GROUPS_RULES,
    *STANDARD_ERRORS_RULES,
    *P_VALUE_RULES,
    *P_OF_TESTS_RULES,
    *HOLM_RULES,
    *INTERVAL_RULES,
    *COMPUTED_INTERVALS_RULES,
    *P_OF_RATIOS_RULES,
    *DIRECTION_RULES,
    *FEASIBLE_RULES,
)
"""Every rule, in the order in which a report names them."""

_APART = frozenset(
    {
        *(
            "grim",
            "deviation",
            "share-of-counts",
            "share-of-group",
            "parts-of-whole",
            "mean-of-wholes",
        ),
        *("error-of-deviation", "p-range", "replicates", "p-of-test", "interval"),
        *("interval-of-mean", "interval-of-count"),
    }
)
"""Rules that speak of one row alone: those of statements, each of which is a row of its own."""


@frozen(slots=False)
class Proved:
    """What the rules found in a table: the sheet and premises that were used, and each question.

    `identified` is what a search says of each test set.

    >>> Proved(Sheet(columns=(), rows=()), ()).outcome
    <TableVerdict.UNDECIDED: 'undecided'>
    """

    sheet: Sheet
    questions: tuple[Question, ...]
    premises: tuple[Premise, ...] = ()
    identified: tuple[Identified, ...] = ()

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """List the findings of all questions."""
        return tuple(finding for question in self.questions for finding in question.findings)

    @property
    def outcome(self) -> TableVerdict:
        """Join the questions: nothing asked decides nothing."""
        return worst(question.outcome for question in self.questions)

    @property
    def verdict(self) -> Verdict:
        """Give the outcome as a verdict on a claim: what is odd is open."""
        return self.outcome.verdict


def lint(sheet: Sheet, premises: Sequence[Premise] = (), *, odd_at: int = DEFAULT_ODD_AT) -> Proved:
    """Ask the rules that need no search.

    Without premises the sheet is taken as it stands: everything in it was said. Cells are odd by
    what stands beside them where the chance of it is at most 1 in 10^`odd_at`.

    >>> from measurand.auditing.proofs.sheet import Column, Role, Row
    >>> from measurand.values.printed import Printed
    >>> cells = {"P": "80.0%", "R": "80.0%", "F1": "29.4%"}
    >>> columns = zip(cells, (Role.PRECISION, Role.RECALL, Role.F), strict=True)
    >>> row = Row(label="a", cells=tuple((k, Printed.parse(v)) for k, v in cells.items()))
    >>> lint(Sheet(columns=tuple(Column(name=n, role=r) for n, r in columns), rows=(row,))).verdict
    <Verdict.REFUTED: 'refuted'>
    """
    return _ruled(sheet, premises, [rule for rule in RULES if rule.cheap], odd_at)


def lint_apart(sheet: Sheet, parts: Iterable[Sheet], premises: Sequence[Premise] = ()) -> Proved:
    """Ask the rules of single rows of sheets that have nothing to do with each other.

    `sheet` shows all of them, `premises` what they leave open: their rules know what is.

    >>> lint_apart(Sheet(columns=(), rows=()), ()).outcome
    <TableVerdict.UNDECIDED: 'undecided'>
    """
    rules = [rule for rule in RULES if rule.id in _APART]
    asked = (
        question for part in parts for question in _ruled(part, (), rules, DEFAULT_ODD_AT).questions
    )
    return Proved(sheet, tuple(asked), tuple(premises))


def prove(
    sheet: Sheet,
    readings: Sequence[Reading] | None = None,
    *,
    premises: Sequence[Premise] = (),
    effort: Effort | None = None,
    odd_at: int = DEFAULT_ODD_AT,
) -> Proved:
    """Ask every rule, and search for data sets: under the readings given, or the default ones.

    What a search refutes in the sheet that is used is searched again in the other worlds, as long
    as they are few.

    >>> prove(Sheet(columns=(), rows=())).findings
    ()
    """
    ruled = _ruled(sheet, premises, [rule for rule in RULES if rule.id != FEASIBLE], odd_at)

    def search(read: Sheet) -> tuple[Identified, ...]:
        return tuple(identify(read, readings, effort=effort))

    known = search(ruled.sheet)
    searched = tuple(_freed(one, ruled, search) for one in _searched(known))
    return evolve(ruled, questions=(*ruled.questions, *searched), identified=known)


def _searched(known: Iterable[Identified]) -> tuple[Question, ...]:
    return questions(_marked(finding) for one in known for finding in one.findings)


def _marked(finding: Finding) -> Finding:
    """Mark readings that nobody means unless it is said, and searches that came to no end."""
    options = dict(part.partition("=")[::2] for part in finding.reading.split(","))
    marked = evolve(finding, unusual=bool(left_out((options,))))
    return evolve(marked, cause=Cause.BUDGET) if marked.verdict is Verdict.UNDECIDED else marked


_MOST_SEARCHED = 16
"""Worlds that are searched for one question; of more, none is, and it stays open."""


def _freed(
    question: Question, ruled: Proved, search: Callable[[Sheet], tuple[Identified, ...]]
) -> Question:
    """Look for a world in which a data set prints what none prints in the sheet that is used."""
    if question.outcome is not TableVerdict.NOT_REPRODUCIBLE:
        return question
    rows = {row for one in question.findings for row in one.rows}
    columns = {column for one in question.findings for column in one.columns}
    bearing = [one for one in ruled.premises if one.bears_on(rows, columns)]
    # Each world is a search of its own: too many leave the question open, and refute nothing.
    number = count_worlds(bearing, lambda _: True)
    if number > _MOST_SEARCHED:
        return evolve(question, worlds=number, cause=Cause.BUDGET)
    worlds = sorted(
        (one for one in worlds_of(bearing, lambda _: True) if one.changes),
        key=lambda world: (not world.usual, len(world.changes)),
    )
    for world in worlds:
        questions_ = _searched(search(apply_changes(ruled.sheet, world.changes)))
        same = next((one for one in questions_ if one.name == question.name), None)
        if same is None or same.outcome is not TableVerdict.NOT_REPRODUCIBLE:
            settle = tuple(dict.fromkeys(one.settle for one, _ in world.choices if one.settle))
            return evolve(question, freed=(world,), worlds=number, settle=settle)
    return evolve(question, worlds=number)


def _ruled(sheet: Sheet, premises: Sequence[Premise], rules: Sequence[Rule], odd_at: int) -> Proved:
    used, chosen, weighed = judge_table(sheet, rules, premises, odd_at)
    return Proved(used, with_repairs(used, rules, premises, weighed, odd_at), chosen)
