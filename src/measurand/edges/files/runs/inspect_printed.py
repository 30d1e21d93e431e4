"""The numbers that a log of inspect_ai prints, each with the recipes by which it may be made.

A row of results has the metrics of a scorer, or of one key of its values, in one reduction. What
the log leaves open of it makes several views: the likeliest first, the same for all of a row.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan

from attrs import evolve

from measurand.auditing.runs.inspect_ai import CountRecipe, InspectRecipe
from measurand.auditing.runs.inspect_metrics import HARNESS
from measurand.auditing.runs.inspect_reducers import COUNTING, number_of
from measurand.auditing.runs.inspect_views import (
    UNREDUCED,
    Errored,
    View,
    column_of,
    not_understood,
    values_given,
)
from measurand.auditing.runs.own_definitions import OURS, PairsRecipe
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import Json, expected
from measurand.edges.files.runs.inspect_header import Header, dict_of
from measurand.edges.files.runs.inspect_pairs import COMPLETED, pair_of
from measurand.evidence.runs import (
    Aggregate,
    Column,
    Recipe,
    Remark,
    Run,
    Statistic,
    Value,
    Weight,
)
from measurand.values.fault import shown

_MOST_THRESHOLDS = 12


def aggregates_of(header: Header, run: Run) -> Iterator[Aggregate]:
    """List what the log prints: the counts of the whole, and each number of each scorer.

    Raises FaultError where something stands for a number that is none.
    """
    for what in ("total_samples", "completed_samples"):
        printed = header.results.get(what)
        if printed is not None:
            yield Aggregate(
                name=what,
                metric=what,
                printed=_printed(printed, f"$.results.{what}"),
                place=f"$.results.{what}",
                statistic=Statistic.COUNT,
                recipes=tuple(_counts(header, what)),
            )
    names: set[str] = set()
    for at, row in enumerate(header.rows):
        for one in _of_row(header, row, f"$.results.scores[{at}]", run):
            name, number = one.name, 1
            while name in names:
                number += 1
                name = f"{one.name} ({number})"
            names.add(name)
            yield evolve(one, name=name)


def _counts(header: Header, what: str) -> Iterator[CountRecipe]:
    """Give how samples are counted; where a run is stopped early, not all planned are there."""
    yield CountRecipe(what=what)
    results = header.results
    early = any(results.get(key) is not None for key in ("early_stopping", "logged_samples"))
    if what == "total_samples" and early:
        yield CountRecipe(what="planned_samples")


def _of_row(header: Header, row: Mapping[str, Json], place: str, run: Run) -> Iterator[Aggregate]:
    """List the numbers of one scorer, or of one key of its values, in one reduction."""
    scorer, name = str(row.get("scorer", "")), str(row.get("name", ""))
    metrics = {key: dict_of(one) for key, one in dict_of(row.get("metrics")).items()}
    keyed = name != scorer or isinstance(header.declared(scorer), dict)
    views = _views(header, scorer, name if keyed else None, row, metrics, run)
    scored = count_of(row.get("scored_samples"))
    partial = dict_of(row.get("params")).get("partial_credit") is True
    column = evolve(column_of(views[0], run, scored=scored, partial=partial), place=place)
    each = any(view.reducer == UNREDUCED for view in views)
    for what in ("scored", "unscored"):
        printed = row.get(f"{what}_samples")
        if printed is not None:
            yield Aggregate(
                name=f"{column.name}: {what}",
                metric=what,
                printed=_printed(printed, f"{place}.{what}_samples"),
                place=f"{place}.{what}_samples",
                # Where each epoch may count for itself, so many values are possible.
                column=evolve(column, reducer=UNREDUCED) if each else column,
                statistic=Statistic.COUNT,
                recipes=tuple(CountRecipe(what=what, view=view) for view in views),
            )
    for key, metric in metrics.items():
        yield _aggregate(header, key, metric, f"{place}.metrics.{key}.value", column, views)


def _aggregate(  # noqa: PLR0913, PLR0917  # a number with all that it is made of
    header: Header,
    key: str,
    metric: Mapping[str, Json],
    place: str,
    column: Column,
    views: Sequence[View],
) -> Aggregate:
    """Say which number a metric is, and by which recipes it is made."""
    group, name = metric.get("group"), str(metric.get("name", key))
    params = {one: value_of(held) for one, held in dict_of(metric.get("params")).items()}
    scorer = column.name.partition("/")[0]
    if group == OURS and f"{OURS}/{OURS}" in header.declared_names(scorer):
        return _of_ours(f"{column.name}: {key}", metric, place, column)
    package, _, plain = str(group or name).rpartition("/")
    part = name if group else ""
    unknown = ""
    if not group and "group_key" in params:
        plain, part = "grouped", name
    if package not in {"", HARNESS} or plain in header.own_metrics(
        str(column.name).partition("/")[0]
    ):
        unknown = f"the metric {shown(str(group or name))} is none of inspect_ai's own"
    recipes: tuple[Recipe, ...] = (
        ()
        if unknown
        else tuple(
            InspectRecipe(view=view, metric=plain, options=params, part=each)
            for view in views
            for each in (_glued(part) if not group else [part])
        )
    )
    return Aggregate(
        name=f"{column.name}: {key}",
        metric=plain,
        printed=_printed(metric.get("value"), place),
        place=place,
        column=column,
        statistic=_statistic(plain, part, params),
        part=part,
        options=params,
        recipes=recipes,
        unknown=unknown,
    )


def _of_ours(name: str, metric: Mapping[str, Json], place: str, column: Column) -> Aggregate:
    """Say how a number of our own definitions is made: as its name says, of pairs."""
    params, text = dict_of(metric.get("params")), str(metric.get("name"))
    pair = pair_of(column.name.partition("/")[0], params)
    others = ("weights", "groups", "kind", "classes")
    said = ", ".join(one for one in others if params.get(one))
    return Aggregate(
        name=name,
        metric=OURS,
        printed=_printed(metric.get("value"), place),
        place=place,
        column=column,
        part=text,
        recipes=tuple(
            PairsRecipe(
                text=text, column=pair.column + which, unanswered=frozenset({""}), said=said
            )
            for which in ("", COMPLETED)
        ),
    )


def _views(  # noqa: PLR0913, PLR0917  # what a row says, and what of it is known
    header: Header,
    scorer: str,
    key: str | None,
    row: Mapping[str, Json],
    metrics: Mapping[str, Mapping[str, Json]],
    run: Run,
) -> tuple[View, ...]:
    """List the ways to read a row that the log leaves open, the likeliest first."""
    named = row.get("reducer")
    if isinstance(named, str) and named:
        reducers = [named]
    elif header.config.get("epochs_reducer") == [] or _unreduced(metrics):
        reducers = [UNREDUCED]
    elif run.epochs > 1:
        reducers = ["mean", UNREDUCED] if header.own_metrics(scorer) else ["mean"]
        reducers += ["mode"] if header.old else []
    else:
        reducers = ["mean"]
    errored = [Errored.KEPT]
    if any(one.error and scorer in one.scores for one in run.attempts or ()):
        errored.append(Errored.DROPPED)
    return tuple(
        View(
            scorer=scorer,
            key=key,
            reducer=reducer,
            errored=errors,
            short=short,
            threshold=threshold,
        )
        for reducer in reducers
        for threshold in _thresholds(reducer, scorer, key, run)
        for short in ([None, 1.0] if reducer.startswith("pass_at_") else [None])
        for errors in errored
    )


def _thresholds(reducer: str, scorer: str, key: str | None, run: Run) -> Sequence[float]:
    """List from which value on an epoch may count as right: 1, or another that a scorer gave."""
    if reducer.rpartition("_")[0] not in COUNTING:
        return (1.0,)
    given = {number_of(one) for one in values_given(run, View(scorer=scorer, key=key))}
    others = sorted(one for one in given if 0 < one != 1)
    return (1.0, *others[:_MOST_THRESHOLDS])


def _unreduced(metrics: Mapping[str, Mapping[str, Json]]) -> bool:
    return any(one.get("group") in {"frequency", OURS} for one in metrics.values())


def _glued(part: str) -> list[str]:
    """List what a name may be of which old logs glue a number to the end."""
    bare = part.rstrip("0123456789")
    return [part] + [part[:at] for at in range(len(part) - 1, max(len(bare), 1) - 1, -1)]


_STATISTICS = {
    "accuracy": Statistic.MEAN,
    "mean": Statistic.MEAN,
    "var": Statistic.VAR,
    "std": Statistic.STD,
    "frequency": Statistic.SHARE,
    "grouped": Statistic.GROUP,
}


def _statistic(metric: str, part: str, params: Mapping[str, Value]) -> Statistic:
    if metric == "stderr" and "cluster" not in params:
        return Statistic.STDERR
    if metric in {"ci", "ci_wilson"} and part in {"lower", "upper"}:
        return Statistic.LOWER if part == "lower" else Statistic.UPPER
    return _STATISTICS.get(metric, Statistic.OTHER)


def not_numbers(run: Run, aggregates: Iterable[Aggregate]) -> Iterator[Remark]:
    """Say which values count as 0 in a mean since they are no number.

    >>> list(not_numbers(Run(file="a", harness="inspect_ai"), ()))
    []
    """
    for one in aggregates:
        recipe = one.recipes[0] if one.recipes else None
        if one.statistic is not Statistic.MEAN or not isinstance(recipe, InspectRecipe):
            continue
        nulls = sum(value is None for value in values_given(run, recipe.view))
        if nulls:
            says = f"{one.name}: {nulls} values are null, and count as 0"
            yield Remark(kind="null as 0", says=says, place=one.place)
        labels = Counter(not_understood(run, recipe.view))
        if labels:
            named = ", ".join(f"{shown(name)} {count}" for name, count in labels.most_common(5))
            says = f"{one.name}: {labels.total()} values are no number and count as 0: {named}"
            yield Remark(kind="labels as 0", says=says, weight=Weight.OPEN, place=one.place)


def _printed(value: Json, place: str) -> float:
    """Take a printed number; null is written by some where there is none."""
    found = value_of(value)
    if found is None:
        return nan
    if isinstance(found, bool) or not isinstance(found, float | int):
        raise expected("a number", value, path=place)
    return float(found)


def count_of(value: Json) -> int | None:
    """Take a whole number; None where it is none.

    >>> count_of(True) is None
    True
    """
    return value if isinstance(value, int) and not isinstance(value, bool) else None
