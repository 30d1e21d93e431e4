"""Systems compared on the same samples: each pair's difference, with its interval and its test.

All pairs under all definitions are one family, over which p-values are adjusted. Rows of cells that
are equal are observed once and counted, so many samples of few labels cost little.
"""

from collections.abc import Iterator, Mapping, Sequence, Sized
from fractions import Fraction
from itertools import combinations
from typing import Unpack

from attrs import evolve, frozen

from measurand.edges.files.json.exact import decimal_text
from measurand.edges.report.document import Document, Grid, Prose
from measurand.edges.report.html import fragment
from measurand.edges.report.inferred import (
    interval_text,
    level_text,
    p_text,
    plan_text,
    points_note,
    score_text,
)
from measurand.edges.report.text import text
from measurand.edges.verbs.cells import Column, again, cells, refuse_misaligned
from measurand.edges.verbs.columns import Columns, columns_of, in_our_words, kept
from measurand.edges.verbs.definitions import DefinitionLike, definitions_of
from measurand.edges.verbs.errors import invalid, speaking_of_arguments, worded
from measurand.edges.verbs.keywords import asked_of
from measurand.edges.verbs.results import plain_tree
from measurand.edges.verbs.samples import samples_for
from measurand.edges.verbs.scoring import (
    CLUSTER,
    SaidOfIntervals,
    Several,
    planned,
    share,
)
from measurand.edges.verbs.tools import tool_samples
from measurand.evidence.pairs import Pairs, counted_pairs
from measurand.inference.comparison import compare as compare_pairs
from measurand.inference.family import Hypothesis, Judged, Verdict, judge
from measurand.inference.interval import Interval
from measurand.inference.leaderboards import Better
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.rank_sets import RankSet, rank_sets
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, group_keys, metric_of, observing
from measurand.metrics.signature import brief, signature
from measurand.values.english import counted, with_article
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined


@frozen(kw_only=True)
class Difference:
    """Two systems under one definition: the first less the second.

    >>> said = {"ours": ["a", "b"], "theirs": ["b", "b"]}
    >>> [one] = compare(["a", "b"], said, "accuracy")
    >>> float(one.difference), one.verdict.value
    (0.5, 'too few')
    """

    definition: Definition
    first: str
    second: str
    judged: Judged

    @property
    def scores(self) -> tuple[Score, Score]:
        """Give the scores of both, on the samples that both have answered."""
        found = self.judged.hypothesis.found
        return found.first, found.second

    @property
    def difference(self) -> Score:
        """Give the difference of the scores."""
        return self.judged.hypothesis.found.difference

    @property
    def interval(self) -> Interval | Undefined:
        """Give the interval of the difference."""
        return self.judged.hypothesis.found.interval

    @property
    def p_value(self) -> Fraction | Undefined:
        """Give the p-value of this test alone."""
        p = self.judged.hypothesis.found.p_value
        return p.value if isinstance(p, PValue) else p

    @property
    def adjusted(self) -> Fraction | Undefined:
        """Give the p-value, adjusted for all tests of the comparison."""
        return self.judged.adjusted

    @property
    def verdict(self) -> Verdict:
        """Say what may be said: different, not significant, too few, undecided."""
        return self.judged.verdict


@frozen
class Comparisons:
    """Every pair of systems under every definition, in the order in which they were given.

    `notes` say by which definition a number of a tool is compared.

    >>> [one] = compare(["a", "b"], {"ours": ["a", "b"], "theirs": ["b", "b"]}, "accuracy")
    >>> one.first, one.second, f"{one.difference:.2f}"
    ('ours', 'theirs', '0.50')
    """

    differences: tuple[Difference, ...]
    plan: Plan
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Difference]:
        """Go over the differences."""
        return iter(self.differences)

    def __len__(self) -> int:
        """Count the differences."""
        return len(self.differences)

    def __getitem__(self, at: int) -> Difference:
        """Give one of the differences."""
        return self.differences[at]

    def ranks(
        self, definition: Definition | None = None, better: Better | None = None
    ) -> dict[str, RankSet]:
        """Give each system the ranks that the tests allow, under a definition: else the first.

        From 1 + those that are significantly better to N - those that are significantly worse.
        Which scores are `better` is known of most metrics; of the others it has to be said.

        >>> gold = ["a", "b"] * 8
        >>> found = compare(gold, {"ours": gold, "theirs": ["a"] * 16}, "accuracy")
        >>> {name: one.text for name, one in found.ranks().items()}
        {'ours': '1', 'theirs': '2'}

        Raises InvalidInputError where nobody says which are better.
        """
        asked = self.differences[0].definition if definition is None else definition
        known = metric_of(asked).better
        if better is None and not known:
            got = f"{brief(asked)}, which may go either way"
            raise invalid("better", got, "which scores are better", "Better.HIGH, or Better.LOW")
        more = known > 0 if better is None else better is Better.HIGH
        pairs = [one for one in self.differences if one.definition == asked]
        names = dict.fromkeys(name for one in pairs for name in (one.first, one.second))
        beats = {
            (one.first, one.second): (float(one.difference.value) > 0) == more
            for one in pairs
            if one.verdict is Verdict.DIFFERENT and isinstance(one.difference, Defined)
        }
        return rank_sets(list(names), beats)

    def __str__(self) -> str:
        """Write the table as text."""
        return text(self.document)

    def __repr__(self) -> str:
        """Name each pair with its difference."""
        parts = (
            f"{one.first} less {one.second}: {score_text(one.difference)}"
            for one in self.differences
        )
        ruled = (one.interval.ruled for one in self if isinstance(one.interval, Interval))
        told = dict.fromkeys(filter(None, ruled))
        notes = (*told, *_left_out(self), *self.notes)
        return f"<Comparisons {'; '.join((', '.join(parts), *notes))}>"

    @property
    def document(self) -> Document:
        """Lay out a row for each pair and definition."""
        correction = self.plan.correction.value
        grid = Grid(
            "Comparison",
            (
                *("definition", "first", "second", "score", "score", "difference"),
                *(level_text(self.plan), "p", f"p ({correction})", "verdict"),
            ),
            tuple(map(_row, self.differences)),
            notes=(
                "difference: first less second",
                *points_note(one.interval for one in self.differences),
                *_left_out(self),
                *self.notes,
            ),
        )
        alpha = decimal_text(self.plan.alpha, 3).rstrip("0")
        tests = len(self.differences)
        how = f"{correction} over {tests} test{'' if tests == 1 else 's'}"
        about = f"Tests: two-sided; {how}, significant at {alpha} or less."
        return (grid, Prose((plan_text(self.plan), about)))

    def to_dict(self) -> dict[str, object]:
        """Give everything as dictionaries and lists, as JSON has them."""
        from measurand.edges.files.json.shapes import JsonDocument, beside, keys, made
        from measurand.edges.report.inference_json import TESTS

        shapes = {
            **TESTS,
            Comparisons: keys("plan differences"),
            Difference: (*keys("definition"), *made(systems=_systems), *beside("judged")),
        }
        return plain_tree(JsonDocument("compare", shapes, body=Comparisons).tree(self))

    def _repr_html_(self) -> str:
        return fragment(*self.document)


def _systems(one: Difference) -> tuple[str, str]:
    return one.first, one.second


def _row(one: Difference) -> tuple[str, ...]:
    return (
        brief(one.definition),
        one.first,
        one.second,
        *(score_text(score) for score in (*one.scores, one.difference)),
        interval_text(one.interval),
        p_text(one.judged.hypothesis.found.p_value),
        p_text(one.adjusted),
        one.verdict.value,
    )


def _left_out(every: Comparisons) -> Iterator[str]:
    """Say of how many samples the comparisons are that leave some out, and which those are."""
    unit = "sample" if every.plan.cluster is None else "cluster"
    told: dict[str, list[str]] = {}
    for one in every:
        found = one.judged.hypothesis.found
        if found.left_out:
            left = f"{counted(found.left_out, 'sample')} without a score in one of the two left out"
            name = f"{one.first} less {one.second} ({brief(one.definition)})"
            told.setdefault(f"of {counted(found.units, unit)}, {left}", []).append(name)
    for text_of_some, names in told.items():
        yield text_of_some if len(names) == len(every) else f"{text_of_some}: {', '.join(names)}"


Table = Mapping[str, Column] | object
"""Columns by name: a dictionary, or a data frame."""


class SaidOfComparisons(SaidOfIntervals, total=False):
    """What is said of columns, of intervals, and of when a difference is significant."""

    alpha: float | Fraction


@in_our_words
def compare(
    gold: Column,
    systems: Table,
    definition: DefinitionLike | Several,
    **said: Unpack[SaidOfComparisons],
) -> Comparisons:
    """Compare systems that answered the same samples, each pair under each definition.

    `systems` are the columns of predictions by name: a dictionary, or a data frame. A difference
    (first less second) has an interval and a p-value of an exchange test, exact where that is
    feasible; p-values are adjusted (Holm) for all pairs and definitions, and significant at `alpha`
    (0.05). All else is as in `interval`.

    >>> gold = ["a", "b"] * 8
    >>> found = compare(gold, {"ours": gold, "theirs": ["a"] * 16}, "accuracy")
    >>> found[0].verdict.value, found[0].difference
    ('different', Defined(value=Fraction(1, 2)))

    Raises InvalidInputError as `interval` does, and for fewer than two systems.
    """
    systems = _by_name(systems)
    columns = _beside_each(columns_of(gold, next(iter(systems.values())), said))
    plan, columns = planned(columns, said)
    plan = evolve(plan, alpha=share("alpha", said.get("alpha", plan.alpha), "0.05"))
    named = {f"systems[{name!r}]": one for name, one in systems.items()}
    refuse_misaligned({"gold": columns.gold, **named})
    every = {name: kept(columns.of(one)) for name, one in systems.items()}
    names_asked = definitions_of(definition)
    compared = asked_of(next(iter(every.values())), names_asked)
    hypotheses: list[tuple[Definition, str, str, Hypothesis]] = []
    for first, second in combinations(every, 2):
        joined: dict[object, Pairs] = {}
        for asked in compared:
            one = asked.definition if isinstance(asked, Compatible) else asked
            names = tuple(sorted({*group_keys(one), *filter(None, [plan.cluster])}))
            key = asked if isinstance(asked, Compatible) else observing(one), names
            if key not in joined:
                joined[key] = _pairs(asked, every[first], every[second], names)
            hypotheses.append((one, first, second, _tested(one, joined[key], plan)))
    judged = judge([test for *_, test in hypotheses], plan)
    return Comparisons(
        tuple(
            Difference(definition=one, first=first, second=second, judged=found)
            for (one, first, second, _), found in zip(hypotheses, judged, strict=True)
        ),
        plan,
        tuple(_of_tools(names_asked, compared)),
    )


_FEWEST = 2


def _by_name(systems: Table) -> Mapping[str, Column]:
    """Give the columns of a dictionary, or of a data frame.

    Raises InvalidInputError for fewer than two.
    """
    given: Mapping[str, Column] = {}
    if isinstance(systems, Mapping):
        given = systems
    elif hasattr(systems, "__getitem__") and hasattr(systems, "columns"):
        # A table of Arrow has its columns under this name, and names under another.
        names = list(getattr(systems, "column_names", systems.columns))
        given = {str(name): systems[name] for name in names}
    if len(given) < _FEWEST:
        size = len(systems) if isinstance(systems, Sized) and not given else len(given)
        got = f"{size} of them, as {with_article(type(systems).__name__)}"
        hint = "compare(gold, {'ours': ours, 'theirs': theirs}, 'accuracy')"
        raise invalid("systems", got, "at least two columns of predictions by name", hint)
    return given


def _beside_each(columns: Columns) -> Columns:
    """Give columns whose gold, weights and groups can be passed over with each of the systems."""
    gold = columns.gold
    return evolve(
        columns,
        gold=gold if isinstance(gold, Mapping) else again("gold", gold),
        weights=None if columns.weights is None else again("weights", columns.weights),
        groups={name: again(f"groups[{name!r}]", one) for name, one in columns.groups.items()},
    )


def _of_tools(
    asked: Sequence[DefinitionLike], compared: Sequence[Definition | Compatible]
) -> Iterator[str]:
    """Say by which definition numbers of tools are compared, which may be on another scale."""
    for name, one in zip(asked, compared, strict=True):
        if isinstance(one, Compatible):
            called = name if isinstance(name, str) else one.call
            yield f"{called} is compared by its definition: scores are of {brief(one.definition)}"


def _tested(definition: Definition, pairs: Pairs, plan: Plan) -> Hypothesis:
    name = signature(definition)
    try:
        return Hypothesis(name=name, found=compare_pairs(definition, pairs, plan, key=name))
    except ValueError as error:
        if not group_keys(definition):
            raise
        raise invalid(CLUSTER, repr(plan.cluster), str(error)) from error


def _pairs(
    asked: Definition | Compatible, first: Columns, second: Columns, names: tuple[str, ...]
) -> Pairs:
    """Pair the evidence of two systems; rows whose cells are the same are observed once."""
    how = observing(asked.definition if isinstance(asked, Compatible) else asked)
    sides = [cells(*one) for one in (("gold", first.gold), ("predicted", first.predicted))]
    answers = cells("predicted", second.predicted)
    if len(answers) != len(sides[0]):
        raise invalid("systems", counted(len(answers), "cell"), f"{len(sides[0])}, as in gold")
    beside = [cells(name, column) for name, column in first.groups.items()]
    weights = [] if first.weights is None else [cells("weights", first.weights)]
    rows = list(zip(*sides, answers, *beside, *weights, strict=True))
    places, counts = _distinct(rows)
    one, other = (_chosen(system, places) for system in (first, second))
    with speaking_of_arguments():
        both = (_samples(asked, columns, names) for columns in (one, other))
        return counted_pairs(how, zip(*both, counts, strict=True), names=names)


def _samples(
    asked: Definition | Compatible, columns: Columns, names: tuple[str, ...]
) -> tuple[Sample, ...]:
    """Make samples of columns as a definition reads them, or as a tool does."""
    if not isinstance(asked, Compatible):
        return samples_for(observing(asked), columns)
    try:
        return tool_samples(asked, columns, names)
    except (ValueError, TypeError) as error:
        raise worded("definition", error, asked.says) from error


def _distinct(rows: Sequence[tuple[object, ...]]) -> tuple[list[int], list[int]]:
    """Give the first place of each distinct row, and how often it occurs."""
    first: dict[object, int] = {}
    counts: dict[int, int] = {}
    for at, row in enumerate(rows):
        try:
            # 1, 1.0 and True are equal to Python, and are three labels.
            place = first.setdefault((row, tuple(map(type, row))), at)
        except TypeError:
            place = at
        counts[place] = counts.get(place, 0) + 1
    return list(counts), list(counts.values())


def _chosen(columns: Columns, places: Sequence[int]) -> Columns:
    def some(name: str, column: Column) -> Column:
        every = cells(name, column)
        return [every[at] for at in places]

    return evolve(
        columns,
        gold=some("gold", columns.gold),
        predicted=some("predicted", columns.predicted),
        weights=None if columns.weights is None else some("weights", columns.weights),
        groups={name: some(name, one) for name, one in columns.groups.items()},
    )
