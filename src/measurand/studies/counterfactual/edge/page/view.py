"""A counterfactual study and its options, laid out as documents."""

from collections.abc import Iterable, Sequence

from measurand.edges.report.document import Align, Block, Document, Grid, Prose, Section, noted
from measurand.edges.report.inferred import NONE, ends_text, number_text, p_text, score_text
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged, Verdict
from measurand.studies.counterfactual.edge.page.words import (
    each_test,
    left_out,
    null_lines,
    oddity_lines,
    plan_lines,
    verdict_counts,
)
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.studies.counterfactual.options import Options, Pooling
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.score import Undefined

_NUMBERS: tuple[Align, ...] = ("right",) * 6
_TESTS_ALIGN: tuple[Align, ...] = ("left", *_NUMBERS, "left")
_SIZES_ALIGN: tuple[Align, ...] = ("left", "left", *_NUMBERS)
_SIZES = (
    "d_z: the mean difference over its standard deviation",
    "dominance: the share of units that go one way less the share that go the other",
)


def study_document(
    study: Study, rows: Sequence[ScoreRow], notes: Sequence[str] = (), *, profile: str = ""
) -> Document:
    """Lay out a study: what was measured, the originals, a table of tests for each metric.

    `notes` say what was odd, and stand in a short answer too; `profile` names the options.

    >>> from measurand.studies.counterfactual.study import study
    >>> [block.title for block in study_document(study([], Options()), ())[1:]]
    ['Rows', 'Originals', 'Tests', 'Notes']
    """
    families = tuple(family_grid(family, study.options) for family in study.families)
    lines = (*plan_lines(study), *null_lines(study), *oddity_lines(study))
    lost = [(key, done, left) for key, done, left in study.evaluated if left]
    short = counts_grid("Rows", lost) if lost else None
    return (
        Prose((headline(study),)),
        Section("Rows", rows_blocks(study, rows), aside=not lost, short=short),
        Section("Originals", (originals_grid(study),), aside=True),
        Section("Tests", families, short=outcomes_grid(study)),
        *sizes_section(study),
        noted((*lines, *filter(None, [profile])), notes),
    )


def outcomes_grid(study: Study) -> Grid:
    """Lay out all tests in one table: a row for each metric, a column for each key.

    >>> from measurand.studies.counterfactual.study import study
    >>> outcomes_grid(study([], Options(tested=("hit",)))).columns[:3]
    ('metric', 'difference', 'n')
    """
    keys = list(dict.fromkeys(test.hypothesis.name for _, test in each_test(study)))
    rows = tuple(
        (
            family.metric,
            family.orientation.value,
            _units(family),
            *(
                next((_outcome(one) for one in family.tests if one.hypothesis.name == key), "")
                for key in keys
            ),
        )
        for family in study.families
    )
    shown = {word for _, _, _, *cells in rows for cell in cells for word in cell.split(" ", 1)}
    notes = tuple(f"{word}: {verdict.value}" for verdict, word in _WORDS.items() if word in shown)
    right: list[Align] = ["right" for _ in ("n", *keys)]
    heads = ("metric", "difference", "n", *keys)
    return Grid(
        "Tests",
        heads,
        rows,
        notes=("; ".join(notes),) if notes else (),
        align=("left", "left", *right),
    )


_OPPOSITE = "!"
_WORDS = {
    Verdict.OPPOSITE: _OPPOSITE,
    Verdict.NOT_SIGNIFICANT: "n.s.",
    Verdict.STRUCTURALLY_NULL: "null",
}


def _units(family: Family) -> str:
    """Say of how many units the tests of a family are."""
    units = sorted({test.hypothesis.found.units for test in family.tests})
    return "-".join(dict.fromkeys(str(one) for one in (*units[:1], *units[-1:])))


def _outcome(test: Judged) -> str:
    """Write a difference that is significant, and of others why they are not."""
    difference = score_text(test.hypothesis.found.difference)
    match test.verdict:
        case Verdict.EXPECTED | Verdict.DIFFERENT:
            return difference
        case Verdict.OPPOSITE:
            return f"{difference} {_OPPOSITE}"
        case other:
            return _WORDS.get(other) or other.name.lower().replace("_", " ")


def headline(study: Study) -> str:
    """Say how much was compared, and what came of it.

    >>> from measurand.studies.counterfactual.study import study
    >>> headline(study([], Options(tested=("hit",))))
    '0 samples, 0 groups; 5 tests in 1 family: 5 undecided.'
    """
    verdicts = verdict_counts(study)
    groups = "not all with a group" if study.clusters is None else _count(study.clusters, "group")
    tests = _count(sum(number for _, number in verdicts), "test")
    families = f"{len(study.families)} famil{'y' if len(study.families) == 1 else 'ies'}"
    found = ", ".join(f"{number} {verdict}" for verdict, number in verdicts)
    return f"{_count(study.samples, 'sample')}, {groups}; {tests} in {families}: {found}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def rows_blocks(study: Study, rows: Sequence[ScoreRow]) -> tuple[Block, ...]:
    """Lay out how many rows of each key were measured, and why numbers are lacking."""
    counted = counts_grid("", study.evaluated)
    lacking = tuple(
        (one.key, str(one.samples), ", ".join(one.metrics) or "all", one.why)
        for one in left_out(study, rows)
    )
    columns = ("key", "samples", "metrics", "why")
    return (counted, *([Grid("Without a number", columns, lacking)] if lacking else []))


def originals_grid(study: Study) -> Grid:
    """Lay out the metrics of the samples as they are, with their intervals."""
    rows = tuple(
        (name, str(one.units), str(one.left_out), score_text(one.score), *ends_text(one.interval))
        for name, one in study.originals
    )
    return Grid("", ("metric", "n", "left out", _mean(study.options), "ci_low", "ci_high"), rows)


def _mean(options: Options) -> str:
    return "mean" if options.pooling is Pooling.SAMPLES else "ratio of sums"


def family_grid(family: Family, options: Options) -> Grid:
    """Lay out the tests of one metric.

    >>> from measurand.studies.counterfactual.study import study
    >>> family = study([], Options()).families[0]
    >>> family_grid(family, Options()).title
    'iou_union: orig - cf, m = 5'
    """
    title = f"{family.metric}: {family.orientation.value}, m = {family.size}"
    adjusted = f"p_value_{options.plan.correction.value}"
    difference = "mean_diff" if options.pooling is Pooling.SAMPLES else "diff"
    columns = ("key", "n", difference, "ci_low", "ci_high", "p_value", adjusted, "verdict")
    rows = tuple(_test(test) for test in family.tests)
    return Grid(title, columns, rows, align=_TESTS_ALIGN)


def _test(test: Judged) -> tuple[str, ...]:
    found = test.hypothesis.found
    return (
        test.hypothesis.name,
        str(found.units),
        score_text(found.difference),
        *ends_text(found.interval),
        p_text(found.p_value),
        p_text(test.adjusted),
        test.verdict.value,
    )


def sizes_section(study: Study) -> tuple[Section, ...]:
    """Lay out the sizes of effect with their intervals; nothing where there is none."""
    rows = tuple(
        (family.metric, test.hypothesis.name, *_size(sizes.standardised), *_size(sizes.dominance))
        for family, test in each_test(study)
        if isinstance(sizes := test.hypothesis.found.effects, Effects)
        and test.hypothesis.null is None
    )
    if not rows:
        return ()
    columns = ("metric", "key", "d_z", "low", "high", "dominance", "low", "high")
    grid = Grid("", columns, rows, notes=_SIZES, align=_SIZES_ALIGN)
    return (Section("Sizes of effect", (grid,), aside=True),)


def _size(found: Effect | Undefined) -> tuple[str, str, str]:
    if isinstance(found, Undefined):
        return NONE, NONE, NONE
    return (number_text(found.value), *ends_text(found.interval))


def counts_grid(title: str, counts: Iterable[tuple[str, int, int]]) -> Grid:
    """Lay out how many rows of each key were measured.

    >>> counts_grid("Rows", [("orig", 12, 0)]).rows
    (('orig', '12', '0'),)
    """
    rows = tuple((key, str(done), str(lost)) for key, done, lost in counts)
    return Grid(title, ("key", "evaluated", "not evaluated"), rows)
