"""Scores of columns: asked for at once, or measured batch by batch and added up.

What is measured is a value (`Measured`): the pool of each observation that its definitions share.
Pools add, so batches, workers and shards in any order give the same number, to the bit.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import index
from typing import Literal, SupportsIndex, TypedDict, Unpack, overload

from attrs import evolve, field, frozen

from measurand.edges.report.score_view import Named, ScoreLine
from measurand.edges.verbs.cells import Column, again, cells
from measurand.edges.verbs.columns import Columns, Said, columns_of, in_our_words, kept
from measurand.edges.verbs.definitions import DefinitionLike, definitions_of
from measurand.edges.verbs.errors import invalid, speaking_of_arguments, worded
from measurand.edges.verbs.keywords import asked_of
from measurand.edges.verbs.pools import Labels, Pooling, labels_of, pooled, refuse_unlike
from measurand.edges.verbs.results import Explained, Number, Numbers
from measurand.edges.verbs.samples import shaped
from measurand.edges.verbs.tools import reading_of, tool_samples
from measurand.evidence.matching import SetMatch
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.pool import Pool, pool
from measurand.inference.interval import Ends
from measurand.inference.plan import MOST_REPLICATES, REPLICATES, Plan
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser, denominators
from measurand.metrics.needs import Reading
from measurand.metrics.ruled import ruled, says
from measurand.metrics.signature import signature
from measurand.values.english import counted
from measurand.values.sample import Sample
from measurand.values.score import Score, Undefined
from measurand.values.suggest import did_you_mean

Several = Sequence[DefinitionLike]
"""Several definitions at once."""
CLUSTER = "cluster"
"""The group that a column of clusters stands under."""


@frozen(kw_only=True)
class Measured:
    """What was measured of a corpus, or of a part of it: parts add, in any order.

    >>> first = measure(["a"], ["a"], "accuracy")
    >>> both = first + measure(["a", "b", "b"], ["b", "b", "a"], "accuracy")
    >>> both.score(), both.read
    (<Number 0.5: accuracy/1>, 4)

    Raises InvalidInputError where parts are added that were measured under other definitions, or
    whose labels are of types that are refused in one part (1 in the one, "1" in the other).
    """

    definitions: tuple[Definition, ...]
    pools: Mapping[Observing, Pool] = field(hash=False)
    read: int
    labels: tuple[Labels, Labels] = field(default=(frozenset(), frozenset()), eq=False, repr=False)

    def __add__(self, other: "Measured") -> "Measured":
        """Add another part of the corpus."""
        if not isinstance(other, Measured):
            return NotImplemented
        if self.definitions != other.definitions:
            got = " and ".join(", ".join(map(signature, one.definitions)) for one in (self, other))
            raise invalid("parts", got, "parts of the same definitions")
        pools = {how: one + other.pools[how] for how, one in self.pools.items()}
        gold, predicted = (
            mine | more for mine, more in zip(self.labels, other.labels, strict=True)
        )
        if (gold, predicted) not in {self.labels, other.labels}:
            refuse_unlike(gold, predicted)
        return evolve(self, pools=pools, read=self.read + other.read, labels=(gold, predicted))

    def __radd__(self, other: object) -> "Measured":
        """Begin a sum: `sum(parts)` starts at 0."""
        return self if other == 0 else NotImplemented

    def scores(self, plan: Plan | None = None) -> Numbers:
        """Score under each definition; with a plan each number has an interval."""
        finalisers = {how: Finaliser(one) for how, one in self.pools.items()}
        return Numbers(
            tuple(self._number(one, finalisers[observing(one)], plan) for one in self.definitions)
        )

    def score(self, plan: Plan | None = None) -> Number:
        """Score under the one definition.

        Raises InvalidInputError where there are several.
        """
        if len(self.definitions) != 1:
            raise invalid("definition", str(len(self.definitions)), "one; ask for .scores()")
        return self.scores(plan)[0]

    def _number(self, definition: Definition, finaliser: Finaliser, plan: Plan | None) -> Number:
        with speaking_of_arguments():
            scored = finaliser.score(definition)
        numbers = denominators(Reading(read=self.read), finaliser.pool, scored)
        interval = None
        if plan is not None:
            from measurand.inference.estimation import estimate

            try:
                found = estimate(definition, finaliser.pool, plan, key=signature(definition))
            except ValueError as error:
                if not group_keys(definition):
                    raise
                raise invalid(CLUSTER, repr(plan.cluster), str(error)) from error
            interval = found.interval
        rules = ruled(definition, finaliser, scored)
        line = ScoreLine("", definition, scored.score, numbers, interval, ruled=rules)
        return Number(line=line, plan=plan, scored_as=self.scored_as)

    def scored_as(self, definition: Definition) -> Score:
        """Score under another definition, if one of these observes the same."""
        found = self.pools.get(observing(definition))
        if found is None:
            return Undefined("another observation")
        return Finaliser(found).score(definition).score


@in_our_words
def measure(
    gold: Column, predicted: Column, definition: DefinitionLike | Several, **said: Unpack[Said]
) -> Measured:
    """Measure a batch: what is counted, before there is a number. Arguments are those of `score`.

    >>> batches = [(["a", "b"], ["a", "a"]), (["b"], ["b"])]
    >>> total = sum(measure(gold, said, "f1(average=macro[class])") for gold, said in batches)
    >>> print(total.score())
    0.666667

    Raises InvalidInputError as `score` does, and for numbers of tools: they are of all samples.
    """
    columns = kept(columns_of(gold, predicted, said))
    every = asked_of(columns, definitions_of(definition))
    definitions = tuple(one for one in every if not isinstance(one, Compatible))
    if len(definitions) < len(every):
        tool = next(one.says for one in every if isinstance(one, Compatible))
        hint = "score(...) gives it of all samples at once"
        raise invalid("definition", tool, "a definition, whose parts add", hint)
    found = measured(columns, definitions)
    counts = any(isinstance(how, Observation) for how in found.pools)
    return evolve(found, labels=labels_of(columns)) if counts else found


def measured(
    columns: Columns, definitions: tuple[Definition, ...], names: Sequence[str] = ()
) -> Measured:
    """Pool columns once for each observation that definitions share, under groups of these names.

    >>> from measurand.metrics.signature import parse
    >>> measured(Columns(gold=["a"], predicted=["b"]), (parse("accuracy"),)).read
    1

    Raises InvalidInputError with all that is wrong with the cells.
    """
    wanted: dict[Observing, set[str]] = {}
    for definition in definitions:
        wanted.setdefault(observing(definition), set(names)).update(group_keys(definition))
    under = {how: tuple(sorted(keys)) for how, keys in wanted.items()}
    shared = {keys: Pooling(columns, keys) for keys in under.values()}
    pools = {how: shared[keys].pool(how) for how, keys in under.items()}
    counts = [one.scored() + sum(one.excluded().values()) for one in pools.values()]
    return Measured(definitions=definitions, pools=pools, read=max(counts, default=0))


# To the type checker a text is a sequence of texts too; it is always one definition.
@overload
def score(  # type: ignore[overload-overlap]
    gold: Column, predicted: Column, definition: DefinitionLike, **said: Unpack[Said]
) -> Number: ...


@overload
def score(
    gold: Column, predicted: Column, definition: Several, **said: Unpack[Said]
) -> Numbers: ...


@in_our_words
def score(
    gold: Column, predicted: Column, definition: DefinitionLike | Several, **said: Unpack[Said]
) -> Number | Numbers:
    """Score predictions against gold under a definition, or several: `Number`, or `Numbers`.

    `gold` and `predicted` are columns of equal length, a cell a sample: lists, generators, arrays
    of numpy, columns of pandas, polars and Arrow. None (NaN, NA) as a prediction says that no
    answer was given. What cells are is told from their types (`Said.kind` says it otherwise); what
    can be read in two ways is refused. A definition is a text such as `f1(average=macro[class])`,
    a value, or the name of a tool's number such as `sklearn:f1:macro`, whose float is that of the
    tool, bit for bit. Scores are exact, and undefined where there is none, with the reason.

    >>> score([0, 1, 1, 2], [0, 1, 2, 2], "f1(average=macro[class])")
    <Number 0.777778: f/1(class=item,average=macro[class])>
    >>> found = score([{"a", "b"}, {"c"}], [{"a"}, set()], ["precision", "recall(average=micro)"])
    >>> print(found)
    precision/1: 0.5
    recall/1(average=micro): 0.333333
    >>> float(score(["x", "y"], ["x", "x"], "sklearn:f1:macro"))
    0.3333333333333333

    Raises InvalidInputError with all that is wrong, in the words of these arguments.
    """
    return _scored(columns_of(gold, predicted, said), definition, None)


def _scored(
    columns: Columns, definition: DefinitionLike | Several, plan: Plan | None
) -> Number | Numbers:
    numbers = every_number(columns, definitions_of(definition), plan)
    single = isinstance(definition, str) or not isinstance(definition, Sequence)
    return numbers[0] if single else Numbers(numbers)


def every_number(
    columns: Columns, asked: Sequence[DefinitionLike], plan: Plan | None = None
) -> tuple[Number, ...]:
    """Score columns under each definition, or as a tool does; each number can go back to its rows.

    >>> every_number(Columns(gold=["a"], predicted=["b"]), ["accuracy"])
    (<Number 0: accuracy/1>,)

    Raises InvalidInputError as `score` does.
    """
    columns = kept(columns)
    every = asked_of(columns, asked)
    own = tuple(one for one in every if not isinstance(one, Compatible))
    ours = iter(measured(columns, own, _clusters(plan)).scores(plan))
    return tuple(
        _of_tool(one, name if isinstance(name, str) else one.call, columns, plan)
        if isinstance(one, Compatible)
        else _explained(next(ours), columns)
        for one, name in zip(every, asked, strict=True)
    )


def _explained(number: Number, columns: Columns) -> Number:
    explaining = _Explaining(columns, number.definition)
    how = observing(number.definition)
    sets = isinstance(how, Observation) and isinstance(how.match, SetMatch)
    notes = _repeated(columns) if sets else ()
    return evolve(number, rows=explaining, scored_as=explaining.scored_as, notes=notes)


def _repeated(columns: Columns) -> tuple[str, ...]:
    """Say that items stand twice in lists, which are sets where nothing else is said."""
    if columns.told not in {"sets", "tuples"}:
        return ()
    lists = (
        cell
        for name, column in columns.sides
        for cell in cells(name, column)
        if isinstance(cell, list | tuple)
    )
    twice = sum(len(set(map(repr, one))) < len(one) for one in lists)
    said = "an item more than once, which counts once: match=multiset counts each"
    return (f"{counted(twice, 'cell')} with {said}",) if twice else ()


def _clusters(plan: Plan | None) -> tuple[str, ...]:
    return () if plan is None or plan.cluster is None else (plan.cluster,)


def _of_tool(tool: Compatible, name: str, columns: Columns, plan: Plan | None) -> Number:
    """Score as a tool does, under the name that was asked for: its float beside our exact score."""
    names = _clusters(plan)
    try:
        samples = tool_samples(tool, columns, names)
        given = tool.given(samples)
    except (ValueError, TypeError) as error:
        raise worded("definition", error, tool.says) from error
    # What the tool reads is what is counted, be it otherwise than columns are read without it.
    how = observing(given.definition)
    with speaking_of_arguments():
        under = pool(how, samples, names=tuple(sorted({*names, *group_keys(given.definition)})))
    found = Measured(definitions=(given.definition,), pools={how: under}, read=len(samples))
    number = found.score(plan)
    like = Named(name, given.says, given.number, reads=reading_of(tool, columns))
    line = evolve(number.line, score=given.score, like=like)
    rows = _ExplainingSamples(columns, samples, given.definition)
    return evolve(number, line=line, rows=rows, scored_as=found.scored_as)


@frozen(eq=False)
class _ExplainingSamples:
    """Scores each sample that a tool makes of columns."""

    columns: Columns
    samples: tuple[Sample, ...]
    definition: Definition

    def __call__(self) -> Iterator[Explained]:
        """Go over the samples, one after the other."""
        how, names = observing(self.definition), group_keys(self.definition)
        gold, predicted = (cells(*side) for side in self.columns.sides)
        for at, (right, said, one) in enumerate(zip(gold, predicted, self.samples, strict=True)):
            finaliser = Finaliser(pool(how, (one,), names=names))
            yield _alone(at, right, said, self.definition, finaliser)


def _alone(
    at: int, gold: object, predicted: object, definition: Definition, finaliser: Finaliser
) -> Explained:
    """Say what one sample gives, and by which rule."""
    found = finaliser.score(definition)
    rules = ruled(definition, finaliser, found)
    told = "; ".join(says(rule, found.units) for rule in rules)
    return Explained(at=at, gold=gold, predicted=predicted, score=found.score, ruled=told)


@frozen(eq=False)
class _Explaining:
    """Scores each sample of columns by itself."""

    columns: Columns
    definition: Definition

    def scored_as(self, definition: Definition) -> Score:
        """Score the columns under another definition."""
        return measured(self.columns, (definition,)).score().score

    def __call__(self) -> Iterator[Explained]:
        """Go over the samples, one after the other."""
        how, names = observing(self.definition), group_keys(self.definition)
        columns = self.columns if isinstance(how, Observation) else shaped(how, self.columns)
        gold, predicted = cells("gold", columns.gold), cells("predicted", columns.predicted)
        groups = {name: cells(name, columns.groups[name]) for name in names}
        # What the whole was read as: one row may be empty, hold 0 and 1 alone, or no fraction.
        kind = columns.told if isinstance(how, Observation) else columns.kind
        labels = "value" if columns.labels == "ask" else columns.labels
        columns = evolve(columns, kind=kind, labels=labels)
        for at, (right, answer) in enumerate(zip(gold, predicted, strict=True)):
            here = {name: [column[at]] for name, column in groups.items()}
            alone = evolve(columns, gold=[right], predicted=[answer], weights=None, groups=here)
            finaliser = Finaliser(pooled(how, alone, names))
            yield _alone(at, right, answer, self.definition, finaliser)


class Resampling(TypedDict, total=False):
    """How an interval is made: see `interval`."""

    level: float | Fraction
    replicates: SupportsIndex
    cluster: Column | str | None
    ends: Literal["percentile", "basic", "bca", "jackknife"]
    seed: SupportsIndex


class SaidOfIntervals(Said, Resampling, total=False):
    """What is said of columns, and of an interval of their scores."""


@overload
def interval(  # type: ignore[overload-overlap]
    gold: Column, predicted: Column, definition: DefinitionLike, **said: Unpack[SaidOfIntervals]
) -> Number: ...


@overload
def interval(
    gold: Column, predicted: Column, definition: Several, **said: Unpack[SaidOfIntervals]
) -> Numbers: ...


@in_our_words
def interval(
    gold: Column,
    predicted: Column,
    definition: DefinitionLike | Several,
    **said: Unpack[SaidOfIntervals],
) -> Number | Numbers:
    """Score with an interval, from resampled samples, or whole clusters of them.

    `level` is the confidence (0.95), `replicates` the number of resamples (10,000), `ends` how
    they are read off: percentile, basic, bca or jackknife; `seed` starts the draws. `cluster` is a
    column that says which cluster a sample is of, or the name of one of `groups`. All else is as in
    `score`.

    >>> found = interval(["a", "b"] * 10, ["a", "a"] * 10, "accuracy", seed=1)
    >>> print(found)
    0.5 [0.3, 0.7]
    >>> found.interval.level
    Fraction(19, 20)

    Raises InvalidInputError as `score` does.
    """
    columns = columns_of(gold, predicted, said)
    plan, columns = planned(columns, said)
    return _scored(columns, definition, plan)


def planned(columns: Columns, said: Resampling) -> tuple[Plan, Columns]:
    """Make the plan of intervals that is asked for, and put a column of clusters among the groups.

    >>> planned(Columns(gold=[], predicted=[]), {"level": 0.9})[0].level
    Fraction(9, 10)

    Raises InvalidInputError for what makes no plan.
    """
    cluster = said.get("cluster")
    if cluster is not None and not isinstance(cluster, str):
        groups = {**columns.groups, CLUSTER: again(CLUSTER, cluster)}
        cluster, columns = CLUSTER, evolve(columns, groups=groups)
    return plan_of(said, cluster), columns


def plan_of(said: Resampling, cluster: str | None = None, ends: Ends = Ends.PERCENTILE) -> Plan:
    """Make the plan of intervals that is asked for, of samples or of clusters of them.

    >>> plan_of({"replicates": 99}).replicates
    99

    Raises InvalidInputError for what makes no plan.
    """
    level = share("level", said.get("level", "0.95"), "0.95 for 95 %")
    replicates = whole("replicates", said.get("replicates", REPLICATES), 1, MOST_REPLICATES)
    seed = whole("seed", said.get("seed", 0), 0)
    how = said.get("ends", ends.value)
    if how not in _ENDS:
        hint = did_you_mean(str(how), _ENDS).removeprefix(": ")
        raise invalid("ends", repr(how), f"one of {', '.join(_ENDS)}", hint)
    plain = Plan(level=level, replicates=replicates, cluster=cluster, ends=Ends(how), seed=seed)
    return evolve(plain, labelled_ends=plain.ends) if "ends" in said else plain


_ENDS = tuple(one.value for one in Ends)


def share(name: str, value: object, example: str) -> Fraction:
    """Read a share between 0 and 1, as it is written.

    >>> share("level", 0.9, "0.95")
    Fraction(9, 10)
    >>> share("level", "1e99999999", "0.95")
    Traceback (most recent call last):
    measurand.errors.InvalidInputError: level: expected a number between 0 and 1, \
got '1e99999999': 0.95

    Raises InvalidInputError for anything else.
    """
    try:
        # A text may ask for a power of ten that no memory holds; a float asks for none such.
        large = isinstance(value, str) and "e" in value.lower()
        found = Fraction(0) if large else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not 0 < found < 1:
        raise invalid(name, repr(value), "a number between 0 and 1", example)
    return found


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Read a whole number, of Python or of numpy.

    >>> whole("seed", 7, 0)
    7

    Raises InvalidInputError for anything else.
    """
    within = f"from {least} on" if most is None else f"from {least} to {most:,}"
    found = -1
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        found = index(value)
    if found < least or (most is not None and found > most):
        raise invalid(name, repr(value), f"a whole number {within}")
    return found
