"""Definitions in a sentence, for the caption of a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from measurand.auditing.claims.paper import PaperTable
from measurand.metrics.averaged import Accuracy, Averaged, ExactMatch, F, Jaccard, Precision, Recall
from measurand.metrics.codec import number_text
from measurand.metrics.definitions import Column, Definition, Formula, Total, name_of
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.grammar import write_value
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    EmptyValue,
    Of,
    Statistic,
    Summing,
)
from measurand.metrics.signature import define, needed, option_values

_OF = {
    Of.HITS: "hits",
    Of.PREDICTED: "predicted items",
    Of.GOLD: "gold items",
    Of.FALSE_POSITIVES: "false positives",
    Of.FALSE_NEGATIVES: "false negatives",
    Of.TRUE_NEGATIVES: "true negatives",
    Of.SAMPLES: "samples",
}
_SPREADS = {
    Statistic.POPULATION: "the population standard deviation",
    Statistic.SAMPLE: "the sample standard deviation",
}
_SAID = frozenset(
    {"average", "statistic", "aggregate", "beta", "both_empty", "gold_empty", "pred_empty"}
    | {"of", "name", "reduce"}
)


def caption(table: PaperTable) -> str:
    """Say in sentences what the columns of a table are.

    >>> caption(PaperTable(name="1", source="", columns=(), rows=()))
    ''
    """
    found = list(_columns(table))
    everywhere = _everywhere([definition for *_, definition in found])
    empties = [empty for *_, definition in found if (empty := empty_words(definition))]
    once = empties[0] if len(empties) > 1 and len(set(empties)) == 1 else ""
    told = [
        f"{name}{_in(rows)} is {said(definition, without=everywhere, empty=not once)}."
        for name, rows, definition in found
    ]
    if once:
        told.append(f"{once}.")
    if everywhere:
        words = ", ".join(f"{name}={value}" for name, value in everywhere.items())
        told.append(f"Options of all that have them: {words}.")
    return " ".join(told)


def _columns(table: PaperTable) -> Iterator[tuple[str, tuple[str, ...], Definition]]:
    """Give each definition of each column, with its rows where there are several."""
    for at, (name, _) in enumerate(table.columns):
        rows: dict[Definition, list[str]] = {}
        for label, cells in table.rows:
            cell = cells[at]
            if cell is not None and cell.definition is not None:
                rows.setdefault(cell.definition, []).append(label)
        for definition, labels in rows.items():
            yield name, tuple(labels) if len(rows) > 1 else (), definition


def _in(rows: Sequence[str]) -> str:
    return f" (in {', '.join(rows)})" if rows else ""


def _everywhere(definitions: Iterable[Definition]) -> dict[str, str]:
    """Find options that two or more definitions set alike, and none otherwise."""
    values: dict[str, list[str]] = {}
    for definition in definitions:
        own = chosen(definition)
        for name, value in option_values(definition).items():
            values.setdefault(name, []).append(write_value(value) if name in own else "")
    return {
        name: found[0]
        for name, found in values.items()
        if len(found) > 1 and found[0] and len(set(found)) == 1
    }


def chosen(definition: Definition) -> dict[str, str]:
    """List the options that have no default, or another value, but those with words of their own.

    >>> from measurand.metrics.signature import parse
    >>> chosen(parse("ndcg(k=3,missing=skip)")), chosen(parse("f(beta=2,match=multiset)"))
    ({'k': '3'}, {'match': 'multiset'})
    """
    values = option_values(definition)
    name = name_of(definition)
    own = {key: values[key] for key in needed(name) if key in values}
    try:
        usual: Mapping[str, object] = option_values(define(name, own))
    except ValueError:
        usual = {}
    spoken = frozenset[str]() if isinstance(definition, Formula) else own.keys()
    return {
        key: write_value(value)
        for key, value in values.items()
        if (key in spoken or value != usual.get(key))
        and not (key in _SAID and _has_words(definition))
    }


def _has_words(definition: Definition) -> bool:
    return isinstance(definition, Averaged | Total | Column)


def said(
    definition: Definition, *, without: Mapping[str, str] | None = None, empty: bool = True
) -> str:
    """Say what a definition is; options that are not the defaults follow as they are written.

    >>> from measurand.metrics.signature import parse
    >>> said(parse("f(average=micro,match=multiset)"))
    'F1 of precision and recall pooled over all samples, with match=multiset'
    >>> said(parse("f(both_empty=drop)"))
    'the mean over samples of F1 (P and R count as 0 without gold or without predictions; with \
neither: left out)'
    >>> said(parse("column(name=cost,reduce=mean)"))
    'the mean of cost over samples'
    """
    own = chosen(definition)
    left = {key: value for key, value in own.items() if key not in (without or {})}
    more = ", ".join(f"{key}={value}" for key, value in left.items())
    rules = empty_words(definition) if empty else ""
    shown = f" ({rules})" if rules else ""
    return f"{_plain(definition)}{shown}" + (f", with {more}" if more else "")


def plain_words(definition: Definition) -> str:
    """Say what a definition is, its average too, without its options; empty where it has no words.

    >>> from measurand.metrics.signature import parse
    >>> plain_words(parse("f(average=micro)")), plain_words(parse("ndcg(k=3)"))
    ('F1 of precision and recall pooled over all samples', '')
    """
    return _plain(definition) if _has_words(definition) else ""


def empty_words(definition: Definition) -> str:
    """Say what precision and recall are where there is nothing to divide by; or nothing.

    >>> from measurand.metrics.signature import parse
    >>> empty_words(parse("f")), empty_words(parse("f(average=micro)"))
    ('P and R count as 1 where both sides are empty, as 0 where one is', '')
    """
    if not isinstance(definition, Precision | Recall | F):
        return ""
    pooled = definition.averaging.average.kind is AverageKind.MICRO
    return "" if pooled else _empty(definition.empty)


def _plain(definition: Definition) -> str:
    match definition:
        case Total(of=of):
            return f"the number of {_OF[of]}"
        case Column(name=name, reduce=reduce):
            how = "the sum" if reduce is Summing.SUM else "the mean"
            return f"{how} of {name} over samples"
        case F():
            return _f(definition)
        case Precision() | Recall() | Jaccard() | ExactMatch() | Accuracy():
            return _averaged(definition, _noun(definition))
        case _:
            return f"{name_of(definition).replace('_', ' ')}"


def _noun(definition: Averaged) -> str:
    match definition:
        case Precision():
            return "precision (hits over predictions)"
        case Recall():
            return "recall (hits over gold items)"
        case Jaccard():
            return "Jaccard (hits over different items)"
        case ExactMatch():
            return "samples answered exactly"
        case Accuracy():
            return "right judgements"
        case F(beta=beta):
            return "F1" if beta == 1 else f"F of beta {number_text(beta)}"


def _f(definition: F) -> str:
    if definition.aggregate is Aggregate.MEAN:
        return _averaged(definition, _noun(definition))
    average = definition.averaging.average
    if average.kind is AverageKind.MICRO:
        return _averaged(definition, _noun(definition))
    means = over_words(average)
    return f"{_noun(definition)} of {means} of precision and recall"


def _averaged(definition: Averaged, noun: str) -> str:
    averaging = definition.averaging
    pooled = averaging.average.kind is AverageKind.MICRO
    if isinstance(definition, ExactMatch | Accuracy):
        share = f"the share of {noun}"
        if pooled or averaging.average.keys == ("sample",):
            return (
                share
                if averaging.statistic is Statistic.MEAN
                else f"{_SPREADS[averaging.statistic]} of right or wrong"
            )
        groups = tuple(key for key in averaging.average.keys if key != "sample")
        return f"{over_words(evolve(averaging.average, keys=groups))} of {share}"
    if pooled:
        of = " of precision and recall" if isinstance(definition, F) else ""
        return f"{noun}{of} pooled over all samples"
    how = over_words(averaging.average)
    if averaging.statistic is not Statistic.MEAN:
        how = how.replace("the mean", _SPREADS[averaging.statistic], 1)
    nothing = (
        f" (with nothing on both sides: {definition.both_empty.value})"
        if isinstance(definition, Jaccard)
        else ""
    )
    return f"{how} of {noun}{nothing}"


def over_words(average: Average) -> str:
    """Say over what means are taken, the outermost first.

    >>> from measurand.metrics.definitions import F
    >>> over_words(F().averaging.average)
    'the mean over samples'
    """
    plural = {"sample": "samples", "class": "classes"}
    mean = "the weighted mean" if average.kind is AverageKind.WEIGHTED else "the mean"
    return " of ".join(f"{mean} over {plural.get(key, f'groups ({key})')}" for key in average.keys)


def _empty(rules: EmptyRules) -> str:
    usual = EmptyRules()
    if rules == usual:
        return "P and R count as 1 where both sides are empty, as 0 where one is"
    one = (
        ["P and R count as 0 without gold or without predictions"]
        if (rules.gold_empty, rules.pred_empty) == (usual.gold_empty, usual.pred_empty)
        else [
            f"without gold: {_rule(rules.gold_empty)}",
            f"without predictions: {_rule(rules.pred_empty)}",
        ]
    )
    return "; ".join([*one, f"with neither: {_rule(rules.both_empty)}"])


def _rule(rule: EmptyRule) -> str:
    if isinstance(rule, Drop):
        return "left out"
    return ", ".join(
        f"{name} left out" if part is EmptyValue.SKIP else f"{name} = {part.value}"
        for name, part in (("P", rule.precision), ("R", rule.recall))
    )
