"""A checked run as a document: what does not follow first, then every number with its chain."""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen
from toolz import groupby

from measurand.auditing.claims.outcomes import Outcome
from measurand.auditing.runs.check import AggregateCheck, Reproduction, RunCheck, because_of
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.evidence.runs import Remark, Statistic, Total, Weight
from measurand.values.verdict import Verdict


def number_text(value: float | None) -> str:
    """Write a float as it is, and nothing where there is none.

    >>> number_text(0.5), number_text(None), number_text(2.0)
    ('0.5', '', '2')
    """
    if value is None:
        return ""
    return str(int(value)) if value == int_of(value) else repr(value)


def int_of(value: float) -> int | None:
    """Give a whole number as one; None where it is none.

    >>> int_of(2.0), int_of(0.5), int_of(float("nan"))
    (2, None, None)
    """
    return int(value) if value.is_integer() else None


def short_text(value: float | None) -> str:
    """Write a float with six digits.

    >>> short_text(2 / 3), short_text(12.0)
    ('0.666667', '12')
    """
    return "" if value is None else f"{value:.6g}"


def runs_document(checked: Sequence[RunCheck], *, passed: int = 0) -> Document:
    """Lay out checked runs, a section each; of several, the sum comes first.

    >>> runs_document([])
    ()
    """
    sections = tuple(Section(one.run.name, tuple(run_blocks(one))) for one in checked)
    if len(checked) < 2:  # noqa: PLR2004 # of one, its own first line is the sum
        return sections
    wrong = [one for one in checked if one.verdict is Verdict.REFUTED]
    lines = [sum_line(checked)]
    lines += [f"{one.run.name}: {headline(one)}" for one in wrong]
    if passed:
        others = "1 other file was" if passed == 1 else f"{passed} other files were"
        lines.append(f"{others} passed over.")
    kept = [one for one, check in zip(sections, checked, strict=True) if _telling(check)]
    quiet = [one for one, check in zip(sections, checked, strict=True) if not _telling(check)]
    return (Prose(tuple(lines)), *kept, *quiet)


def sum_line(checked: Sequence[RunCheck]) -> str:
    """Count the logs by what came out of them.

    >>> sum_line([])
    '0 logs: 0 hold, 0 do not, 0 undecided.'
    """
    found = Counter(one.verdict for one in checked)
    hold, wrong, left = (found[one] for one in (Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED))
    return f"{len(checked)} logs: {hold} hold, {wrong} do not, {left} undecided."


def lock_outcome_blocks(held: Sequence[Outcome]) -> Iterator[Block]:
    """Say what moved since runs were locked; nothing where they are held to no lock.

    >>> list(lock_outcome_blocks(()))
    []
    """
    if not held:
        return
    moved = [one for one in held if one.verdict is not Verdict.HOLDS]
    if not moved:
        yield Prose((f"As locked: {_count(len(held))}.",))
        return
    yield Prose((f"{len(moved)} of {_count(len(held))} {_do(len(moved))} not stand as locked.",))
    yield Grid("Against the lock", ("number", "why"), tuple((one.id, one.because) for one in moved))


def _telling(checked: RunCheck) -> bool:
    return checked.verdict is not Verdict.HOLDS


def headline(checked: RunCheck) -> str:
    """Say the finding of a run in one sentence.

    >>> from measurand.auditing.runs.check import check_run
    >>> from measurand.evidence.runs import Run
    >>> headline(check_run(Run(file="a", harness="toy", status="error")))
    'The log prints no number: its status is error.'
    """
    numbers = checked.aggregates
    if not numbers:
        return f"The log prints no number: its status is {checked.run.status or 'not known'}."
    wrong = [one for one in numbers if one.outcome is Reproduction.DIFFERS]
    unknown = [one for one in numbers if one.outcome is Reproduction.NOT_RECOMPUTABLE]
    impossible = [one for one in checked.remarks if one.weight is Weight.REFUTES]
    if wrong:
        first = next((one for one in wrong if _is_mean(one)), wrong[0])
        more = f" ({first.because})" if first.because else ""
        return (
            f"{len(wrong)} of {_count(len(numbers))} {_do(len(wrong))} not follow from the log: "
            f"{first.aggregate.name} is printed as {number_text(first.aggregate.printed)}, "
            f"and is {number_text(first.computed)}{more}."
        )
    if impossible:
        return f"Impossible: {impossible[0].says}."
    drawn = sum(one.outcome is Reproduction.DRAWN for one in numbers)
    as_far = f" ({drawn} as far as an unseeded bootstrap can be)" if drawn else ""
    left = f", {len(unknown)} cannot be recomputed" if unknown else ""
    made = len(numbers) - len(unknown)
    if not made:
        return f"None of {_count(len(numbers))} can be recomputed: {unknown[0].because}."
    lead = "All" if not unknown else f"{made} of"
    covered = _covered(checked)
    return f"{lead} {_count(len(numbers))} {_follow(made)} from the log{as_far}{left}{covered}."


def _covered(checked: RunCheck) -> str:
    """Say of how many attempts the mean is that leaves out the most."""
    worst = _worst(checked)
    if worst is None:
        return ""
    total = worst.total
    return f"; {worst.name} is of {total.scored} of {total.planned} planned attempts"


def _worst(checked: RunCheck) -> "Missing | None":
    return min(missing_of(checked), key=lambda one: one.total.scored, default=None)


def _do(count: int) -> str:
    return "does" if count == 1 else "do"


def _follow(count: int) -> str:
    return "follows" if count == 1 else "follow"


def _count(count: int) -> str:
    return f"{count} number{'' if count == 1 else 's'}"


def _is_mean(one: AggregateCheck) -> bool:
    return one.aggregate.statistic is Statistic.MEAN


def run_blocks(checked: RunCheck) -> Iterator[Block]:
    """Give the blocks of a run, its headline in the first of them."""
    run = checked.run
    made = " ".join(filter(None, (run.harness, run.version)))
    lead = f"{run.title}, {made}, status {run.status or 'not known'}"
    yield Prose((headline(checked), *_coverage(checked), lead))
    found = [one for one in checked.aggregates if one.outcome.verdict is Verdict.REFUTED]
    found += [one for one in checked.aggregates if one.outcome.verdict is Verdict.UNDECIDED]
    if found:
        heads = ("number", "printed", "computed", "verdict", "why")
        rows = tuple(_finding(one) for one in found)
        few = tuple(_together(one) for one in groupby(_cause, found).values())
        short = None if few == rows else Grid("Findings", heads, few)
        yield Grid("Findings", heads, rows, short=short)
    if checked.remarks:
        yield Grid(
            "Remarks",
            ("kind", "weight", "says"),
            tuple(_remark(one) for one in checked.remarks),
        )
    yield from _readings(checked)
    if checked.aggregates:
        yield _numbers(checked)
        yield _definitions(checked)


def _finding(one: AggregateCheck) -> tuple[str, ...]:
    printed, computed = number_text(one.aggregate.printed), number_text(one.computed)
    because = one.because or because_of(one)
    return (one.aggregate.name, printed, computed, one.outcome.value, because)


def _cause(one: AggregateCheck) -> tuple[str, str]:
    """Name what numbers have in common that are told together: those that are not computed."""
    alone = one.aggregate.name if one.outcome is Reproduction.DIFFERS else ""
    return alone, one.because


def _together(same: Sequence[AggregateCheck]) -> tuple[str, ...]:
    name, printed, computed, verdict, why = _finding(same[0])
    if len(same) == 1:
        return (name, printed, computed, verdict, why)
    return (f"{name} and {len(same) - 1} more", "", "", verdict, why)


def _remark(one: Remark) -> tuple[str, ...]:
    return (one.kind, one.weight.value, one.says)


@frozen
class Missing:
    """A mean of which something is missing, and what it is under other readings."""

    name: str
    printed: float
    total: Total


def missing_of(checked: RunCheck) -> tuple[Missing, ...]:
    """List the means of a run that leave planned attempts out, each column once."""
    found = [
        Missing(one.aggregate.name, one.aggregate.printed, one.total)
        for one in checked.aggregates
        if one.total is not None and one.total.scored < one.total.planned
    ]
    return tuple({one.name.partition(": ")[0]: one for one in reversed(found)}.values())[::-1]


def _coverage(checked: RunCheck) -> Iterator[str]:
    worst = _worst(checked)
    if worst is not None:
        total = worst.total
        yield (
            f"{worst.name}: {short_text(worst.printed)} as printed, "
            f"{short_text(total.as_wrong)} with the missing as wrong, between "
            f"{short_text(total.as_wrong)} and {short_text(total.most)} whatever they are."
        )


def _readings(checked: RunCheck) -> Iterator[Block]:
    rows = tuple(
        (
            one.name,
            f"{one.total.scored} of {one.total.planned}",
            short_text(one.printed),
            short_text(one.total.left_out),
            short_text(one.total.as_wrong),
            f"{short_text(one.total.as_wrong)} to {short_text(one.total.most)}",
        )
        for one in missing_of(checked)
    )
    if rows:
        yield Grid(
            "What is missing",
            ("mean", "attempts scored", "printed", "left out", "as wrong", "bounds"),
            rows,
            notes=(
                "left out, as wrong: the mean of attempts, of those scored or of all planned",
                f"as wrong is the reading to compare by: {missing_of(checked)[0].total.signature}",
            ),
            aside=len(rows) == 1,
        )


def _numbers(checked: RunCheck) -> Grid:
    heads = ("number", "printed", "computed", "verdict", "denominators")
    rows = tuple(
        (
            one.aggregate.name,
            number_text(one.aggregate.printed),
            number_text(one.computed),
            one.outcome.value,
            one.denominators.text,
        )
        for one in checked.aggregates
    )
    return Grid("Numbers", heads, rows, short=_by_column(checked))


def _definitions(checked: RunCheck) -> Grid:
    rows = tuple(
        (one.aggregate.name, one.definition) for one in checked.aggregates if one.definition
    )
    return Grid("Definitions", ("number", "signature"), rows, aside=True)


def _by_column(checked: RunCheck) -> Grid:
    def column(one: AggregateCheck) -> str:
        return "" if one.aggregate.column is None else one.aggregate.column.name

    rows = []
    for name, same in groupby(column, checked.aggregates).items():
        middle = next((one.aggregate.printed for one in same if _is_mean(one)), None)
        chain = next((one.denominators.text for one in same if one.denominators.text), "")
        good = sum(one.outcome.verdict is Verdict.HOLDS for one in same)
        held = f"{good} of {len(same)}"
        rows.append((name or "the whole", short_text(middle), held, chain))
    return Grid("Numbers", ("scores", "mean", "reproduced", "denominators"), tuple(rows))
