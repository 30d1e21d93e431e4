"""Two methods compared, and scores held against answers: as documents."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from measurand.edges.report.document import Align, Block, Document, Grid, Prose
from measurand.edges.report.inferred import (
    NONE,
    ends_text,
    interval_text,
    level_text,
    number_text,
    p_text,
    plan_text,
    points_note,
    score_text,
)
from measurand.inference.adjustment import Correction
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged, Verdict
from measurand.studies.causal.choices import Join, Pooling
from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.edge.page.view import MEASURED
from measurand.studies.causal.options import CF, COVERAGE, FACTS, HIGH, LOW, Options
from measurand.studies.causal.study import Compared, Validity
from measurand.values.score import Undefined

_WHOLE = frozenset({CF, LOW, HIGH, COVERAGE, "logic", "logic_low", "logic_high", "graph", FACTS[0]})


def pooled_note(options: Options) -> Iterator[str]:
    """Say which of the tested numbers stay means over graphs where the others are ratios of sums.

    >>> list(pooled_note(Options(pooling=Pooling.SUMS, tested=("cf", "abductive"))))
    ['pooling=sums: cf counts every graph once; the others are ratios of sums over all subjects']
    >>> list(pooled_note(Options()))
    []
    """
    whole = [name for name in options.tested if name in _WHOLE]
    if options.pooling is Pooling.SUMS and whole:
        count = "counts" if len(whole) == 1 else "count"
        rest = "; the others are ratios of sums over all subjects"
        more = rest if len(whole) < len(options.tested) else ""
        yield f"pooling=sums: {', '.join(whole)} {count} every graph once{more}"


LESS = frozenset(
    {
        "undeclared_nodes",
        "unread_rules",
        "unused_knowns",
        "shd",
        "shd_normalised",
        *(f"{how.value}_aid{end}" for how in Adjustment for end in ("", "_normalised")),
    }
)
"""The measures that count what is amiss: the better graph has less."""
NO_SCORE = "no score"


def less_note(names: Iterable[str]) -> Iterator[str]:
    """Say of which tested measures less is better, where there are any.

    >>> list(less_note(["edge_f1", "shd", "unused_knowns"]))
    ['less is better: shd, unused_knowns']
    >>> list(less_note(["cf"]))
    []
    """
    less = [name for name in names if name in LESS]
    if less:
        yield f"less is better: {', '.join(less)}"


def verdict_text(test: Judged) -> str:
    """Write a verdict; a test is only null here where neither system has a score.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import compare_systems
    >>> [test] = compare_systems([], [], Options(tested=("logic",))).tests
    >>> verdict_text(test)
    'no score'
    """
    return NO_SCORE if test.verdict is Verdict.STRUCTURALLY_NULL else test.verdict.value


_RIGHT: tuple[Align, ...] = ("right",) * 6


@frozen(kw_only=True)
class Beside:
    """What is said beside a study: its files, who judged each, and what should be known.

    `profiles` say how each file was measured, empty where nobody said; `profile` names the reading,
    with `of_tests` that of the tests alone. `unlike` are options that the files do not share.
    """

    files: tuple[Path, ...]
    judges: tuple[str, ...]
    profile: str
    profiles: tuple[str, ...] = ()
    of_tests: bool = False
    unlike: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def compare_document(found: Compared, told: Beside) -> Document:
    """Lay out a comparison of two methods.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import compare_systems
    >>> nothing = compare_systems([], [], Options())
    >>> beside = Beside(files=(Path("a"), Path("b")), judges=("", ""), profile="recommended")
    >>> [block.title for block in compare_document(nothing, beside) if isinstance(block, Grid)]
    ['Comparison']
    """
    return tuple(_comparison(found, told))


def _comparison(found: Compared, told: Beside) -> Iterator[Block]:
    plan = found.options.plan
    adjusted = () if plan.correction is Correction.NONE else (f"p ({plan.correction.value})",)
    columns = ("score", "first", "second", "difference", level_text(plan), "p", *adjusted)
    rows = tuple(_test(test, adjusted=bool(adjusted)) for test in found.tests)
    align: tuple[Align, ...] = ("left", *_RIGHT[: len(columns) - 1], "left")
    intervals = [test.hypothesis.found.interval for test in found.tests]
    notes = (
        "difference: first less second, on what both have",
        *less_note(test.hypothesis.name for test in found.tests),
        *points_note(intervals),
        *pooled_note(found.options),
        *_reasons(found.tests),
    )
    yield Grid("Comparison", (*columns, "verdict"), rows, align=align, notes=notes)
    yield Prose(tuple(_how(found, told)))
    if any(isinstance(test.hypothesis.found.effects, Effects) for test in found.tests):
        sizes = tuple((test.hypothesis.name, *_sizes(test)) for test in found.tests)
        columns = ("score", "d_z", "interval", "dominance", "interval", "units", "left out")
        yield Grid("Sizes of effect", columns, sizes, notes=(_SIZES, *_unsized(found.tests)))


_SIZES = (
    "d_z: mean difference over the standard deviation of differences; dominance: share of units "
    "where the first is larger, less that where the second is"
)


def _test(test: Judged, *, adjusted: bool) -> tuple[str, ...]:
    found = test.hypothesis.found
    return (
        test.hypothesis.name,
        *(score_text(one) for one in (found.first, found.second, found.difference)),
        interval_text(found.interval),
        p_text(found.p_value),
        *((p_text(test.adjusted),) if adjusted else ()),
        verdict_text(test),
    )


def _reasons(tests: Sequence[Judged]) -> Iterator[str]:
    for test in tests:
        found = test.hypothesis.found
        parts = (found.first, found.second, found.difference, found.interval, found.p_value)
        why = dict.fromkeys(one.reason for one in parts if isinstance(one, Undefined))
        if why:
            yield f"n/a in {test.hypothesis.name}: {'; '.join(why)}"


def _sizes(test: Judged) -> tuple[str, ...]:
    found = test.hypothesis.found
    sizes = found.effects
    parts = (sizes.standardised, sizes.dominance) if isinstance(sizes, Effects) else (None, None)
    texts = [text for part in parts for text in _size(part)]
    return (*texts, str(found.units), str(found.left_out))


def _size(part: Effect | Undefined | None) -> tuple[str, str]:
    if isinstance(part, Effect):
        return number_text(part.value), interval_text(part.interval)
    return NONE, NONE


def _unsized(tests: Sequence[Judged]) -> Iterator[str]:
    """Say why sizes are not there, each reason once with the scores that lack them."""
    told: dict[str, list[str]] = {}
    for test in tests:
        sizes = test.hypothesis.found.effects
        parts = (sizes.standardised, sizes.dominance) if isinstance(sizes, Effects) else (sizes,)
        inner = [part.interval for part in parts if isinstance(part, Effect)]
        for part in (*parts, *inner):
            if isinstance(part, Undefined):
                told.setdefault(part.reason, []).append(test.hypothesis.name)
    return (f"n/a ({why}): {', '.join(dict.fromkeys(names))}" for why, names in told.items())


def _how(found: Compared, told: Beside) -> Iterator[str]:
    first, second = found.samples
    what = "graphs" if found.options.join is Join.ID else "problems"
    yield f"first: {told.files[0]}, {first} graphs; second: {told.files[1]}, {second} graphs."
    yield (
        f"Joined by {found.options.join.value}: {found.joined} {what} of {found.clusters} problems."
    )
    if found.fewer:
        yield (
            f"In {found.fewer} of the {what}, cf is over fewer components than one of them has: "
            "those that both have scores of (common=parts)."
        )
    yield from _judged(told)
    yield plan_text(found.options.plan)
    yield from told.notes


def _judged(told: Beside) -> Iterator[str]:
    judges = dict.fromkeys(judge for judge in told.judges if judge)
    yield f"Judge: {'; '.join(judges) or 'not said'}."
    yield f"Profile{' of the tests' if told.of_tests else ''}: {told.profile}."


def validity_document(found: Validity, told: Beside) -> Document:
    """Lay out how well scores tell right answers from wrong ones.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import validity
    >>> beside = Beside(files=(Path("a"),), judges=("",), profile="recommended")
    >>> validity_document(validity([], Options()), beside)[0].rows[0]
    ('cf', 'n/a', 'n/a', 'n/a', '0', '0')
    """
    rows = tuple(
        (name, score_text(one.score), *ends_text(one.interval), str(one.units), str(one.left_out))
        for name, one in found.scores
    )
    units = "graphs" if found.options.plan.cluster is None else "problems"
    columns = ("score", "auc", "ci_low", "ci_high", units, "left out")
    files, wrong = ", ".join(map(str, told.files)), found.known - found.right
    known = f"{found.known} answers are known to be right ({found.right}) or wrong ({wrong})"
    lines = (f"{files}: {found.samples} graphs; {known}.", *_judged(told))
    how = (*lines, plan_text(found.options.plan), MEASURED, *told.notes)
    notes = (_AUC, _LEFT_OUT, *(f"n/a in {name}: {why}" for name, why in _undefined(found)))
    align: tuple[Align, ...] = ("left", *_RIGHT[:5])
    return (Grid("Validity", columns, rows, align=align, notes=notes), Prose(how))


_AUC = (
    "auc: how often a graph with a right answer scores above one with a wrong answer, a tie "
    "counting half; 0.5 is what chance gives"
)
_LEFT_OUT = "left out: graphs without the score, or of which nobody knows whether they are right"


def _undefined(found: Validity) -> Iterable[tuple[str, str]]:
    for name, one in found.scores:
        parts = (one.score, one.interval)
        why = dict.fromkeys(part.reason for part in parts if isinstance(part, Undefined))
        if why:
            yield name, "; ".join(why)
