"""Raters of the same units, and a judge beside humans: from columns, in one call each."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, Unpack, overload

from attrs import evolve, field, frozen

from measurand.edges.files.sources.arrays import Compared
from measurand.edges.files.sources.frames import samples_of
from measurand.edges.files.sources.ratings import pool_of_ratings
from measurand.edges.report.judge_json import judge_json
from measurand.edges.report.judge_view import Judged, judge_document, judge_sentence
from measurand.edges.report.score_view import ScoreLine
from measurand.edges.verbs.cells import Column, cells, refuse_misaligned
from measurand.edges.verbs.columns import in_our_words
from measurand.edges.verbs.definitions import DefinitionLike, definitions_of, meant
from measurand.edges.verbs.errors import invalid, speaking_of_arguments, unwrapped, worded
from measurand.edges.verbs.reports import Report
from measurand.edges.verbs.results import Number, Numbers
from measurand.edges.verbs.scoring import CLUSTER, Measured, Resampling, Several, plan_of
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.paths import Key
from measurand.evidence.pool import Pool, pool
from measurand.evidence.source import Fields, Raters
from measurand.inference.interval import Ends
from measurand.inference.judged import HUMAN, JUDGE, Estimated, Judgement, Labelling, judgement
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.families.ratings import Ratings
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Reading
from measurand.metrics.options import Draw, Drawn, Scale, Verdicts
from measurand.values.english import counted
from measurand.values.fault import shown
from measurand.values.sample import GOLD, Sample
from measurand.values.suggest import did_you_mean

Table = Mapping[str, Column] | object
"""Columns by name: a dictionary, or a data frame."""
_FEWEST = 2


class SaidOfRaters(Resampling, total=False):
    """What is said of raters: `labels` says how labels of two types compare, as in `score`."""

    labels: Compared


@overload
def agreement(  # type: ignore[overload-overlap]  # as in score
    raters: Table, definition: DefinitionLike, **said: Unpack[SaidOfRaters]
) -> Number: ...


@overload
def agreement(raters: Table, definition: Several, **said: Unpack[SaidOfRaters]) -> Numbers: ...


@in_our_words
def agreement(
    raters: Table, definition: DefinitionLike | Several, **said: Unpack[SaidOfRaters]
) -> Number | Numbers:
    """Score how far raters agree: a column for each rater, a cell a unit.

    `raters` are columns by name, as a dictionary or a data frame; None (NaN, NA) is a rating that
    is missing. A definition asks for all of them, or names some:
    `krippendorff_alpha(raters=ann+bob)`; one of two sides, such as `kappa`, takes the two there
    are, or is told (`weighted_kappa(gold=ann,answer=bob)`). With `level`, `replicates`, `cluster`,
    `ends` or `seed` there is an interval of resampled units, as in `interval`.

    >>> said = {"ann": ["a", "a", "b", None], "bob": ["a", "b", "b", "b"]}
    >>> asked = ["krippendorff_alpha", "kappa", "percent_agreement(raters=ann+bob)"]
    >>> print(agreement(said, asked))
    krippendorff_alpha/1: 0.444444
    kappa/1(class=item,gold=ann,answer=bob): 0.4 (1 left out: no gold)
    percent_agreement/1(raters=ann+bob): 0.666667 (1 without a score)

    Raises InvalidInputError with all that is wrong, in the words of these arguments.
    """
    given = _given(raters)
    named = {f"raters[{name!r}]": column for name, column in given.items()}
    refuse_misaligned({**named, CLUSTER: said.get("cluster")})
    columns = _columns(given)
    definitions = tuple(_meant(one, columns) for one in definitions_of(definition))
    cluster = _cluster(said.get("cluster"), columns)
    plan = plan_of(said, CLUSTER if cluster is not None else None) if _RESAMPLED & {*said} else None
    ways = dict.fromkeys(map(observing, definitions))
    with speaking_of_arguments(_UNITS):
        pools = {how: _pooled(how, columns, cluster, said.get("labels", "ask")) for how in ways}
    read = len(next(iter(columns.values())))
    numbers = Measured(definitions=definitions, pools=pools, read=read).scores(plan)
    single = isinstance(definition, str) or not isinstance(definition, Sequence)
    return numbers[0] if single else numbers


_RESAMPLED = frozenset(Resampling.__annotations__)
_UNITS = {"gold": "raters"}
Columns = Mapping[str, Sequence[object]]


def _given(raters: Table) -> Mapping[str, Column]:
    """Give the columns of a dictionary or of a data frame.

    Raises InvalidInputError for a matrix, whose raters may be its rows or its columns.
    """
    names = list(getattr(raters, "columns", getattr(raters, "column_names", ())))
    if isinstance(raters, Mapping):
        return {str(name): one for name, one in raters.items()}
    if names and hasattr(raters, "__getitem__"):
        return {str(name): raters[name] for name in names}
    got = f"the type {type(raters).__name__}"
    hint = "of a matrix nobody knows whether raters are its rows: name its columns"
    raise invalid("raters", got, "columns of ratings by name", hint)


def _columns(given: Mapping[str, Column]) -> Columns:
    """Give each column as a list as long as the others."""
    columns = {name: cells(f"raters[{name!r}]", column) for name, column in given.items()}
    if len(columns) < _FEWEST:
        raise invalid("raters", f"{len(columns)} of them", "at least two columns by name")
    (first, units), *others = [(name, len(column)) for name, column in columns.items()]
    for name, number in others:
        if number != units:
            raise invalid(f"raters[{name!r}]", counted(number, "cell"), f"{units}, as in {first!r}")
    return columns


def _meant(asked: DefinitionLike, columns: Columns) -> Definition:
    two = dict(zip(("gold", "answer"), columns, strict=False)) if len(columns) == _FEWEST else {}
    found = meant(asked, lambda: "labels", settled={"raters": GOLD, **two})
    if isinstance(found, Compatible):
        hint = "score(first, second, ...) gives a number of a tool"
        raise invalid("definition", found.says, "a definition of ours", hint)
    how = observing(found)
    if isinstance(how, Observation):
        for name in (how.sides.gold, how.sides.answer):
            if name not in columns:
                expected = f"two of the raters: gold={', answer='.join(list(columns)[:2])}"
                raise invalid("definition", f"{asked!r} of {len(columns)} raters", expected)
    return found


def _cluster(cluster: Column | str | None, columns: Columns) -> Sequence[object] | None:
    if cluster is None:
        return None
    if isinstance(cluster, str):
        raise invalid(CLUSTER, repr(cluster), "a column, a cell a unit")
    units = len(next(iter(columns.values())))
    found = cells(CLUSTER, cluster)
    if len(found) != units:
        raise invalid(CLUSTER, counted(len(found), "cell"), f"{units}, as raters have")
    return found


def _pooled(
    how: Observing, columns: Columns, cluster: Sequence[object] | None, labels: Compared
) -> Pool:
    if cluster is None and isinstance(how, Ratings) and how.raters == (GOLD,):
        return unwrapped(pool_of_ratings(how, columns.values(), labels=labels), _UNITS)
    rows = [
        {"id": at, "gold": list(unit), "pred": None, "raters": _by_name(columns, unit)}
        for at, unit in enumerate(zip(*columns.values(), strict=True))
    ]
    if cluster is not None:
        rows = [{**row, "groups": {CLUSTER: one}} for row, one in zip(rows, cluster, strict=True)]
    lists = tuple((name, f"raters{Key(name).text}") for name in columns)
    read = samples_of(rows, fields=Fields(lists=lists), items="ratings", labels=labels)
    names = () if cluster is None else (CLUSTER,)
    return pool(how, unwrapped(read, _UNITS), names=names)


def _by_name(columns: Columns, unit: Sequence[object]) -> dict[str, object]:
    return dict(zip(columns, unit, strict=True))


@frozen(kw_only=True)
class Judgements(Report):
    """What a judge is worth: what `measurand judge` says of it, and every number by its name."""

    found: Judgement = field(repr=False)
    sentence: str = field(repr=False)

    def __getitem__(self, name: str) -> Number:
        """Give a number by its name: `corrected`, `judge_alone`, `humans_alone`, `bias`, `kappa`.

        Raises KeyError for another.
        """
        every = (*self.found.worth, self.found.every.bias, *self.found.every.scores)
        known = {one.name.name.lower(): one for one in every}
        if name not in known:
            near = did_you_mean(name, known) or f": known are {', '.join(known)}"
            raise KeyError(f"{name!r}{near}")
        return self._number(known[name])

    def _number(self, one: Estimated) -> Number:
        every = self.found.every
        counted = Denominators(read=every.samples, scored=every.samples, units=every.samples)
        line = ScoreLine("", one.definition, one.score, counted, one.interval)
        return Number(line=line, plan=self.found.plan)


class SaidOfJudges(Resampling, total=False):
    """What is said of a judge's verdicts: `by` is a column of slices, `covariates` are numbers.

    `scale` are the ends of grades, or "any"; `drawn` is how samples were drawn to be labelled, and
    `raters` what becomes of several columns of human verdicts.
    """

    by: Column
    covariates: Mapping[str, Column]
    scale: tuple[int | float | Fraction, int | float | Fraction] | Literal["any"]
    drawn: Mapping[Literal["within", "chance"], Column]
    raters: Literal["majority", "mean"]


@in_our_words
def judge(verdicts: Column, human: Table, **said: Unpack[SaidOfJudges]) -> Judgements:
    """Say what a judge is worth, and what its verdicts say once they are corrected by humans.

    `verdicts` are the judge's, on every sample: 1 and 0, true and false, or shares between; `human`
    are those of humans on a part, None (NaN, NA) where there is none. `by` gives the same for each
    slice; `covariates` are numbers that the judge may be biased by. Intervals are those of the
    jackknife unless `ends` says otherwise, of clusters with `cluster`. Assumed is that the labelled
    samples are drawn at random from all, unless `drawn` says how they were.

    Grades are said so: `scale=(1, 5)`, or "any" numbers. `drawn={"within": column}` says that
    samples were drawn at random from those of each value, `{"chance": column}` each by a chance of
    its own. With `raters`, `human` are columns by rater, whose majority (a tie is no label, and is
    counted) or mean is the label.

    >>> found = judge([1, 1, 0, 1, 1, 0, 1, 0], [1, 0, 0, 1, None, None, None, None])
    >>> found["judge_alone"].value, found["humans_alone"].value
    (Fraction(5, 8), Fraction(1, 2))
    >>> two = {"ann": [5, 2, None, None], "bob": [4, 2, None, None]}
    >>> judge([5, 3, 4, 1], two, scale=(1, 5), raters="mean")["humans_alone"].value
    Fraction(13, 4)

    Raises InvalidInputError with all that is wrong with the columns.
    """
    by, cluster = said.get("by"), said.get("cluster")
    drawn, more = _drawn({str(way): one for way, one in said.get("drawn", {}).items()})
    numbers = said.get("covariates", {})
    reserved = [name for name in numbers if name in {JUDGE, HUMAN, Draw.CHANCE.value}]
    if reserved:
        raise invalid("covariates", repr(reserved[0]), "a name that no other column here has")
    sides: Mapping[str, Column] = {JUDGE: verdicts, **_human(human, said)}
    covariates = {f"covariates[{name!r}]": one for name, one in numbers.items()}
    beside = {"by": by, CLUSTER: cluster, **{f"drawn[{name!r}]": one for name, one in more.items()}}
    named = {_SIDES.get(name, name): one for name, one in sides.items()}
    columns = _as_long({**named, **covariates, **beside})
    rated = [columns[name] for name in named if name != _SIDES[JUDGE]]
    for name in named:
        _refuse_texts(name, columns[name])
    means, tied = _joined(rated, said.get("raters"))
    label = {} if means else {HUMAN: rated[0]}
    chance = {name: columns[f"drawn[{name!r}]"] for name in more if name == drawn.name}
    slices = {name: columns[name] for name in ("by", CLUSTER) if name in columns}
    within = chance if drawn.how is Draw.WITHIN else {}
    amounts = {name: columns[f"covariates[{name!r}]"] for name in numbers}
    samples = _judged(
        {JUDGE: columns["verdicts"], **label, **amounts, **({} if within else chance)},
        {**slices, **within},
    )
    samples = tuple(map(_rated, samples, means)) if means else samples
    if not any(one.amount(HUMAN) is not None for one in samples):
        raise invalid("human", "no label at all", "the verdicts of humans on some samples")
    plan = plan_of(said, CLUSTER if CLUSTER in columns else None, Ends.JACKKNIFE)
    group = None if by is None else "by"
    how = Labelling(_scale(said.get("scale")), drawn)
    with speaking_of_arguments():
        try:
            found = judgement(samples, plan, group, tuple(numbers), how)
        except UnfitSampleError as error:
            grades = "grades of another scale: scale=(LOW, HIGH)"
            hint = grades if "from 0 to 1" in str(error) else error.hint
            raise worded("the samples", error, hint=hint) from error
    read = Reading(read=len(samples), labels_tied=tied)
    return _judgements(Judged(found, group, {"the columns": read}))


_SIDES = {JUDGE: "verdicts", HUMAN: "human"}


def _judgements(told: Judged) -> Judgements:
    return Judgements(
        code=0,
        document=judge_document(told),
        tree=lambda: judge_json(told),
        found=told.found,
        sentence=judge_sentence(told),
    )


def _as_long(given: Mapping[str, Column | str | None]) -> Columns:
    """Give the columns there are, as lists as long as the first, whose rows are the same.

    Raises InvalidInputError.
    """
    refuse_misaligned(given)
    columns = {
        name: cells(name, one)
        for name, one in given.items()
        if one is not None and (name != CLUSTER or not isinstance(one, str))
    }
    first = next(iter(columns))
    for name, column in columns.items():
        if len(column) != len(columns[first]):
            expected = f"{len(columns[first])}, as in {first}"
            raise invalid(name, counted(len(column), "cell"), expected)
    return columns


def _refuse_texts(name: str, column: Sequence[object]) -> None:
    text = next((cell for cell in column if isinstance(cell, str)), None)
    if text is not None:
        where = "" if name == "verdicts" else "None if one is None else "
        hint = f"say which one counts as 1: [{where}one == {text!r} for one in {name}]"
        raise invalid(name, shown(text), "1 and 0, true and false, or shares", hint)


def _human(human: Table, said: SaidOfJudges) -> Mapping[str, Column]:
    """Give the column of human verdicts, or those of several raters, by names for messages."""
    raters = said.get("raters")
    if raters is None:
        if isinstance(human, Iterable):
            return {HUMAN: human}
        raise invalid("human", f"the type {type(human).__name__}", "a column, one cell a sample")
    if raters not in {Raters.MAJORITY.value, Raters.MEAN.value}:
        raise invalid("raters", repr(raters), "majority or mean")
    if not isinstance(human, Mapping) and not hasattr(human, "columns"):
        raise invalid("human", "one column", "columns by rater, as raters is said")
    return {f"human[{name!r}]": one for name, one in _given(human).items()}


def _rated(sample: Sample, human: Fraction | None) -> Sample:
    known = sample.amounts if human is None else (*sample.amounts, (HUMAN, human))
    return evolve(sample, amounts=tuple(sorted(known)))


def _joined(
    rated: Sequence[Sequence[object]], raters: str | None
) -> tuple[Sequence[Fraction | None], int]:
    """Make one verdict of those of the raters, and count the samples on which they are tied."""
    if raters is None:
        return (), 0
    every = [[_exact(one) for one in row if one is not None] for row in zip(*rated, strict=True)]
    found = [Raters(raters).verdict(row) for row in every]
    tied = sum(bool(row) and one is None for row, one in zip(every, found, strict=True))
    return found, tied


def _exact(cell: object) -> Fraction:
    try:
        return Fraction(str(_number(cell)))
    except (ValueError, ZeroDivisionError) as error:
        raise invalid("human", shown(cell), "a number, or None") from error


def _scale(said: object) -> Verdicts:
    """Read the scale of verdicts: from 0 to 1 where nothing is said.

    Raises InvalidInputError where it is none.
    """
    if said is None:
        return Verdicts()
    if said == Scale.ANY.value:
        return Verdicts(Scale.ANY)
    try:
        low, high = map(_exact, said if isinstance(said, tuple | list) else ())
        return Verdicts(Scale.FROM, (low, high)) if low or high != 1 else Verdicts()
    except ValueError as error:
        raise invalid("scale", repr(said), "(LOW, HIGH) with LOW < HIGH, or 'any'") from error


def _drawn(
    said: Mapping[str, Column],
) -> tuple[Drawn, Mapping[str, Column]]:
    """Say how samples were drawn, and give the column that it goes by.

    Raises InvalidInputError for another way, or several.
    """
    known = {Draw.WITHIN.value: Draw.WITHIN, Draw.CHANCE.value: Draw.CHANCE}
    ways = list(said)
    if not ways:
        return Drawn(), {}
    if len(ways) > 1 or ways[0] not in known:
        expected = "{'within': column} or {'chance': column}"
        raise invalid("drawn", ", ".join(map(str, ways)), expected)
    [way] = ways
    return Drawn(known[way], way), said


def _judged(numbers: Columns, groups: Columns) -> tuple[Sample, ...]:
    rows = [
        {
            "id": at,
            "numbers": {name: _number(column[at]) for name, column in numbers.items()},
            "groups": {name: column[at] for name, column in groups.items()},
        }
        for at in range(len(numbers[JUDGE]))
    ]
    amounts = tuple((name, f"numbers{Key(name).text}") for name in numbers)
    names = {"numbers": ""}
    return unwrapped(samples_of(rows, fields=Fields(amounts=amounts), items="none"), names)


def _number(cell: object) -> object:
    """Write a truth value as 1 or 0."""
    return int(cell) if isinstance(cell, bool) else cell
