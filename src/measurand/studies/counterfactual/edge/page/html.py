"""The report of a counterfactual study as one HTML page that needs nothing else."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from measurand.edges.report.document import Section
from measurand.edges.report.html import page_text
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page import (
    Bullets,
    Card,
    Figure,
    Fold,
    Group,
    Head,
    Inline,
    Link,
    Listing,
    Marked,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Row,
    Run,
    Table,
    Terms,
    code,
    quiet,
    small,
)
from measurand.inference.effects import Effects
from measurand.inference.family import Judged, Verdict
from measurand.inference.interval import Interval
from measurand.studies.counterfactual.edge.page.cells import (
    DASH,
    chance_text,
    difference_text,
    effect_text,
    percent_text,
    range_text,
    value_text,
)
from measurand.studies.counterfactual.edge.page.forest import Line, forest, shape
from measurand.studies.counterfactual.edge.page.words import (
    KEYS,
    METRICS,
    RULES,
    TERMS,
    TESTS,
    VERDICTS,
    Lacking,
    Settings,
    issues_by_rule,
    lacking,
    left_out,
    null_lines,
    oddity_lines,
    plan_lines,
    settings,
)
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.studies.counterfactual.options import Orientation, Pooling
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.score import Defined, Undefined

_LISTED = 50
"""Samples without a number that are named; the others are counted."""


_ABOUT = (
    "Do answers rest on the evidence that they cite? Each sample is changed in one way at a time, "
    "measured again, and compared with itself."
)


def page(study: Study, rows: Iterable[ScoreRow], *, source: str) -> str:
    """Write the page of a study: equal studies, rows and sources give equal bytes.

    The order of the rows plays no part; all that is data is escaped and visible. `source` says
    where the rows come from.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> text = page(study([], Options()), [], source="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)
    """
    rows = tuple(rows)
    keys = tuple(key for key, _, _ in study.evaluated)
    chosen = settings(study.options)
    tests = sum(len(family.tests) for family in study.families)
    families = "family" if len(study.families) == 1 else "families"
    changed = f", {len(chosen.changed)} changed" if chosen.changed else ""
    groups = "not all named" if study.clusters is None else count_text(study.clusters)
    return page_text(
        Page(
            title="Counterfactual study",
            source=source,
            about=_ABOUT,
            facts=(
                ("Source", Run(source or DASH)),
                (
                    "Nearest profile" if chosen.changed else "Profile",
                    f"{chosen.profile}{changed}",
                ),
                ("Samples", count_text(study.samples)),
                ("Groups", groups),
                ("Tests", f"{count_text(tests)} in {count_text(len(study.families))} {families}"),
            ),
            parts=(
                PageSection(place="found", title="What was found", blocks=tuple(_found(study))),
                PageSection(place="done", title="What was done", blocks=_done(study, keys, chosen)),
                PageSection(place="rows", title="Rows", blocks=_rows(study)),
                PageSection(place="originals", title="Originals", blocks=_originals(study)),
                PageSection(place="tests", title="Tests", blocks=tuple(_tests(study))),
                PageSection(
                    place="left-out", title="Left out", blocks=tuple(_left_out(study, rows, keys))
                ),
                PageSection(place="issues", title="Issues", blocks=_issues(rows, keys)),
                PageSection(place="glossary", title="Glossary", blocks=(_glossary(),)),
            ),
        )
    )


_MAIN = frozenset({Verdict.EXPECTED, Verdict.OPPOSITE, Verdict.NOT_SIGNIFICANT})
_NONE_TESTED = Paragraph("No metric was tested.")


def _verdict(verdict: Verdict) -> Marked:
    return Marked(shape(verdict), verdict.value, verdict.name.lower().replace("_", "-"))


def _place(at: int) -> str:
    return f"metric-{at}"


def _found(study: Study) -> Iterator[PageBlock]:
    verdicts = [test.verdict for family in study.families for test in family.tests]
    shown = [one for one in Verdict if one in _MAIN or one in verdicts]
    yield Terms("tally", tuple((_verdict(one), count_text(verdicts.count(one))) for one in shown))
    if not study.families:
        yield _NONE_TESTED
        return
    names = [test.hypothesis.name for test in study.families[0].tests]
    yield Table(
        look="overview",
        label="found",
        heads=(Head("Metric"), *map(Head, names)),
        rows=tuple(
            Row(
                cells=(
                    Link(_place(at), code(family.metric)),
                    *(_verdict(test.verdict) for test in family.tests),
                )
            )
            for at, family in enumerate(study.families, 1)
        ),
    )


def _done(study: Study, keys: tuple[str, ...], chosen: Settings) -> tuple[PageBlock, ...]:
    options = study.options
    compared = "ratios of sums over all samples" if _summed(study) else "means over samples"
    changed: tuple[PageBlock, ...] = ()
    if chosen.changed:
        table = Table(
            heads=(Head("Option"), Head("Here"), Head(chosen.profile)),
            rows=tuple(Row(cells=(code(path), *both)) for path, *both in chosen.changed),
        )
        title = f"Options that differ from the profile {chosen.profile}"
        changed = (Section(title, ()), table)
    listed = tuple((code(path), Run(value)) for path, value in chosen.options)
    return (
        Terms("glosses", tuple((code(key), KEYS.get(key) or DASH) for key in keys)),
        Bullets(
            (
                f"What is compared: {compared}.",
                *plan_lines(study),
                f"p: {TESTS[options.plan.test]}.",
            )
        ),
        *changed,
        Fold(f"All {len(listed)} options", (Terms("options", listed),)),
    )


def _summed(study: Study) -> bool:
    return study.options.pooling is Pooling.SUMS


def _level(study: Study) -> str:
    return percent_text(study.options.plan.level)


def _unit(study: Study) -> str:
    return "samples" if study.options.plan.cluster is None else "groups"


def _rows(study: Study) -> tuple[PageBlock, ...]:
    return (
        Paragraph("How many samples were measured as they are and after each change."),
        Table(
            look="narrow",
            label="rows",
            heads=(Head("Key"), Head("Evaluated", "number"), Head("Not evaluated", "number")),
            rows=tuple(
                Row(cells=(code(key), count_text(done), count_text(lost)))
                for key, done, lost in study.evaluated
            ),
        ),
    )


def _originals(study: Study) -> tuple[PageBlock, ...]:
    how = "as a ratio of sums" if _summed(study) else "on average"
    said = Paragraph(f"What the answers measure as they are, {how}.")
    if not study.families:
        return said, _NONE_TESTED
    value = "Ratio" if _summed(study) else "Mean"
    numbers = (value, f"{_level(study)} interval", f"n ({_unit(study)})")
    rows = []
    for at, family in enumerate(study.families, 1):
        original = dict(study.originals).get(family.metric)
        name = (Link(_place(at), code(family.metric)), *small(METRICS.get(family.metric, "")))
        rows.append(
            Row(cells=(name, DASH, DASH, DASH))
            if original is None
            else Row(
                cells=(
                    name,
                    value_text(original.score),
                    range_text(original.interval, sign=False),
                    _counted(original.units, original.left_out),
                )
            )
        )
    heads = (Head("Metric"), *(Head(one, "number") for one in numbers))
    return said, Table(look="narrow", label="originals", heads=heads, rows=tuple(rows))


def _counted(number: int, left: int) -> tuple[Inline, ...]:
    """Write a number of samples, and below it how many were left out."""
    return (count_text(number), *small(f"{count_text(left)} left out" if left else ""))


def _tests(study: Study) -> Iterator[PageBlock]:
    yield Paragraph(
        f"Each plot shows the difference under each change with its {_level(study)} interval; the "
        "shaded side is the expected one."
    )
    for at, family in enumerate(study.families, 1):
        yield Card(
            place=_place(at),
            title=code(family.metric),
            blocks=(
                Group("metric", (Group("", tuple(_metric(family, study))), _plot(at, family))),
                _table(at, family, study) if family.tests else Paragraph("No change was tested."),
            ),
        )
    if not study.families:
        yield _NONE_TESTED


def _metric(family: Family, study: Study) -> Iterator[PageBlock]:
    """Say what a family is about, beside its plot."""
    alone = evolve(study, families=(family,))
    original = dict(study.originals).get(family.metric)
    if gloss := METRICS.get(family.metric):
        yield Paragraph(gloss, "quiet")
    value = DASH if original is None else value_text(original.score)
    interval = DASH if original is None else range_text(original.interval, sign=False)
    beside = () if interval == DASH else (" ", quiet(f"({interval})"))
    size = f"m = {count_text(family.size)} of {count_text(len(family.tests))} tests"
    yield Terms(
        "small-facts",
        (
            ("Difference", _WAYS[family.orientation]),
            ("Original", (value, *beside)),
            ("Family", f"{size}; n counts {_unit(study)}"),
        ),
    )
    notes = (*null_lines(alone), *oddity_lines(alone), *_unsized(family), *_unpaired(family))
    if notes:
        yield Bullets(tuple(note.replace(f"{family.metric}/", "") for note in notes))


def _plot(at: int, family: Family) -> Figure:
    title = f"{family.metric}: differences with intervals"
    text = " ".join(map(_said, family.tests))
    picture = forest([_line(test) for test in family.tests], title=title, text=text)
    return Figure(picture=picture, name=f"{_place(at)}-plot")


def _table(at: int, family: Family, study: Study) -> Table:
    correction = study.options.plan.correction.value.replace("_", "-").capitalize()
    numbers = ("Difference", f"{_level(study)} interval", "p", f"p {correction}")
    return Table(
        look="tests",
        label=_place(at),
        heads=(
            Head("Change"),
            *(Head(one, "number") for one in numbers),
            Head("Verdict", "verdict-cell"),
            *(Head(one, "number") for one in ("n", "m", "d_z", "Dominance")),
        ),
        rows=tuple(map(_row, family.tests)),
    )


def _row(test: Judged) -> Row:
    measured = test.hypothesis.found
    sizes = measured.effects if isinstance(measured.effects, Effects) else None
    none = Undefined("no sizes of effect")
    effects = (none, none) if sizes is None else (sizes.standardised, sizes.dominance)
    return Row(
        cells=(
            code(test.hypothesis.name),
            difference_text(measured.difference),
            range_text(measured.interval),
            chance_text(measured.p_value),
            chance_text(test.adjusted),
            _verdict(test.verdict),
            _counted(measured.units, measured.left_out),
            count_text(test.tests),
            *((value, *small(interval)) for value, interval in map(effect_text, effects)),
        )
    )


_WAYS = {
    Orientation.FALLS: "original less changed: expected to be positive, as a change makes it fall",
    Orientation.RISES: "changed less original: expected to be positive, as a change makes it rise",
}


def _line(test: Judged) -> Line:
    measured = test.hypothesis.found
    ends = measured.interval
    return Line(
        name=test.hypothesis.name,
        verdict=test.verdict,
        at=float(measured.difference.value) if isinstance(measured.difference, Defined) else None,
        ends=(ends.low, ends.high) if isinstance(ends, Interval) else None,
    )


def _said(test: Judged) -> str:
    """Say in words what one line of the plot shows."""
    measured = test.hypothesis.found
    return (
        f"{test.hypothesis.name}: difference {difference_text(measured.difference)}, interval "
        f"{range_text(measured.interval)}, {test.verdict.value}."
    )


def _unsized(family: Family) -> list[str]:
    """Say why there are no sizes of effect at all, where a difference might be."""
    told: dict[str, list[str]] = {}
    for test in family.tests:
        found = test.hypothesis.found
        if isinstance(found.effects, Undefined) and isinstance(found.difference, Defined):
            told.setdefault(found.effects.reason, []).append(test.hypothesis.name)
    return [f"No sizes of effect ({why}): {', '.join(names)}." for why, names in told.items()]


def _unpaired(family: Family) -> list[str]:
    alone = [(test.hypothesis.name, sum(test.hypothesis.found.alone)) for test in family.tests]
    listed = [f"{name} ({number})" for name, number in alone if number]
    return [f"Samples that have a row on one side only: {', '.join(listed)}."] if listed else []


def _left_out(study: Study, rows: Sequence[ScoreRow], keys: tuple[str, ...]) -> Iterator[PageBlock]:
    reasons = left_out(study, rows)
    if not reasons:
        yield Paragraph("Nothing: every tested metric has a number in every row.")
        return
    yield Paragraph(
        "A sample takes part in a test where the metric has a number both before and after the "
        "change."
    )
    yield Table(
        look="reasons",
        label="left-out",
        heads=(
            Head("Key"),
            Head("Samples", "number"),
            Head("Metrics", "whole"),
            Head("Why", "whole"),
        ),
        rows=tuple(
            Row(
                cells=(
                    code(one.key),
                    count_text(one.samples),
                    ", ".join(one.metrics) or "all",
                    Run(one.why or DASH),
                )
            )
            for one in reasons
        ),
    )
    without = lacking(rows, study.options.tested, keys)
    heads = (Head("Sample"), Head("Group", "whole"), Head("Why", "whole"))
    table = Table(heads=heads, rows=tuple(_lacking(one, keys) for one in without[:_LISTED]))
    others = len(without) - _LISTED
    more = (Paragraph(f"{count_text(others)} more samples.", "foot"),) if others > 0 else ()
    yield Fold("Which samples", (table, *more))


def _lacking(one: Lacking, keys: tuple[str, ...]) -> Row:
    reasons = tuple(
        (
            Run(reason),
            " ",
            quiet(f"({'every key' if len(under) == len(keys) else ', '.join(under)})"),
        )
        for reason, under in one.reasons
    )
    group = DASH if one.group is None else one.group
    return Row(cells=(code(one.sample), Run(group), Listing(reasons)))


def _issues(rows: Sequence[ScoreRow], keys: tuple[str, ...]) -> tuple[PageBlock, ...]:
    issues = issues_by_rule(rows, keys)
    if not issues:
        return (Paragraph("No rule raised an issue."),)
    return (
        Paragraph(
            "How many issues each rule of the full set raised, by key; a frame can raise several."
        ),
        Table(
            look="counted",
            label="issues",
            heads=(Head("Rule"), *(Head(key, "number") for key in keys)),
            rows=tuple(
                Row(cells=((code(rule), *small(RULES.get(rule, ""))), *map(count_text, numbers)))
                for rule, numbers in issues
            ),
        ),
    )


def _glossary() -> Terms:
    verdicts = tuple((_verdict(one), VERDICTS[one]) for one in Verdict)
    return Terms("glosses", (*verdicts, *TERMS.items()))
