"""Which numbers of other tools a definition is: what the auditor says beside it.

Each number of a tool that is known has a definition; definitions are compared by their canonical
forms (`canonical`), so what is found is true of all samples. Where a definition and a tool differ
in the rules for empty units alone, that is found too (`nearly_known_as`): then it depends on the
data whether the numbers are one.
"""

from collections.abc import Mapping
from functools import lru_cache

from attrs import evolve

from measurand.metrics.compat.attempts import known_of_attempts
from measurand.metrics.compat.canonical import reduced
from measurand.metrics.compat.coco import known_of_coco
from measurand.metrics.compat.generated import known_of_generated
from measurand.metrics.compat.nervaluate import known_of_nervaluate
from measurand.metrics.compat.rankings import known_of_rankings
from measurand.metrics.compat.seqeval import as_seqeval, known_of_seqeval
from measurand.metrics.compat.sklearn import as_sklearn, known_of_sklearn
from measurand.metrics.compat.squad import known_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import (
    Averaged,
    Definition,
    F,
    Jaccard,
    Measure,
    Precision,
    Recall,
)
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import CLASS, Average, Chosen, ChosenKind, EmptyValue, Over, Policy


def known_tools() -> tuple[Compatible, ...]:
    """List every number of another tool that the auditor knows.

    >>> sorted({one.tool for one in known_tools()})
    ['SQuAD', 'jiwer', 'nervaluate', 'pycocotools', 'rouge-score', 'sacrebleu', 'scikit-learn', \
'seqeval', 'torchmetrics']
    """
    return (
        *known_of_sklearn(),
        *known_of_seqeval(),
        *known_of_nervaluate(),
        *known_of_squad(),
        *known_of_coco(),
        *known_of_generated(),
    )


@lru_cache(maxsize=1)
def _by_meaning() -> Mapping[Definition, tuple[Compatible, ...]]:
    by_form: dict[Definition, tuple[Compatible, ...]] = {}
    for one in known_tools():
        key = reduced(one.definition)
        by_form[key] = (*by_form.get(key, ()), one)
    return by_form


def known_as(definition: Definition) -> tuple[Compatible, ...]:
    """List the numbers of other tools that a definition is; options without a say are passed over.

    Data are not looked at: it is the tool's number of the samples that the tool's input makes.

    >>> from measurand.metrics.signature import parse
    >>> [one.says for one in known_as(parse("f(class=item,average=macro[class],gold_empty=0+1)"))]
    ["scikit-learn: f1_score(y_true, y_pred, average='macro')"]
    >>> known_as(parse("f(beta=2)"))
    ()
    """
    ranked = (*known_of_rankings(definition), *known_of_attempts(definition))
    same = _by_meaning().get(reduced(definition), ()) or ranked
    return same or tuple(one for one in _of_class(definition) if _same(one, definition))


def _same(number: Compatible, definition: Definition) -> bool:
    return reduced(_of_only(number.definition)) == reduced(_of_only(definition))


@lru_cache(maxsize=2**10)
def _of_class(definition: Definition) -> tuple[Compatible, ...]:
    """List the calls for one class, which no list of known calls can name."""
    if not isinstance(definition, F | Precision | Recall):
        return ()
    meant = _of_only(definition)
    label = meant.averaging.only if isinstance(meant, Averaged) else None
    if label is None or (isinstance(definition, F) and definition.beta != 1):
        return ()
    metric = _CALLED[type(definition)]
    if isinstance(label, Chosen):
        return _of_several(metric, label)
    return (
        *(as_sklearn(metric, pos_label=label, zero_division=zero) for zero in _ZEROS),
        *(as_sklearn(metric, average=None, labels=[label], zero_division=zero) for zero in _ZEROS),
        *(as_seqeval(metric, average=None, label=label, zero_division=zero) for zero in _ZEROS),
    )


def _of_several(metric: str, only: Chosen) -> tuple[Compatible, ...]:
    """List the calls for several classes; which are all but some depends on the data."""
    if only.kind is ChosenKind.BUT:
        return ()
    return tuple(
        as_sklearn(metric, average=average, labels=only.classes, zero_division=zero)
        for average in ("micro", "samples")
        for zero in _ZEROS
    )


def _of_only(definition: Definition) -> Definition:
    """Say a mean over one class, and what is pooled of it, as one: of items they are the same."""
    if not isinstance(definition, Averaged):
        return definition
    how = definition.averaging
    one = how.over.classes if len(how.over.classes) == 1 else ()
    if one and how.only is None and how.average.keys == (CLASS,):
        how = evolve(how, average=Average(), over=Over(), only=one[0])
    return evolve(definition, averaging=how)


_ZEROS: tuple[str | int, ...] = ("warn", 1)
_CALLED: Mapping[type, str] = {F: "f1", Precision: "precision", Recall: "recall"}


@lru_cache(maxsize=1)
def _by_regular() -> Mapping[Definition, tuple[Compatible, ...]]:
    by_form: dict[Definition, tuple[Compatible, ...]] = {}
    for one in known_tools():
        key = _regular(one.definition)
        by_form[key] = (*by_form.get(key, ()), one)
    return by_form


def _regular(definition: Definition) -> Definition:
    """Leave out what a definition says of units where a side is empty, and of no unit at all."""
    match definition:
        case F() | Precision() | Recall():
            how = evolve(definition.averaging, undefined=Policy.PROPAGATE)
            return reduced(evolve(definition, empty=EmptyRules(), averaging=how))
        case Jaccard():
            return reduced(evolve(definition, both_empty=Jaccard().both_empty))
        case Measure():
            how = evolve(definition.averaging, undefined=Policy.PROPAGATE)
            return evolve(definition, zero_division=EmptyValue.SKIP, averaging=how)
        case _:
            return reduced(definition)


@lru_cache(maxsize=2**12)
def nearly_known_as(definition: Definition) -> tuple[tuple[Compatible, Definition], ...]:
    """List the numbers of other tools that a definition is but for units where a side is empty.

    With each comes the definition under the tool's rules for these units. Where both have one score
    of some data, the rules make no difference on these data.

    >>> from measurand.metrics.signature import parse
    >>> [(one.call, other.empty.both_empty.precision.value)
    ...  for one, other in nearly_known_as(parse("f(average=micro)"))]
    [("f1_score(y_true, y_pred, average='micro')", '0')]
    """
    exact = known_as(definition)
    alike = (*_by_regular().get(_regular(definition), ()), *_of_class(definition))
    near = (one for one in alike if one not in exact)
    tried = ((one, _with_rules_of(one.definition, definition)) for one in near)
    return tuple((one, under) for one, under in tried if _same(one, under))


def _with_rules_of(other: Definition, definition: Definition) -> Definition:
    match definition:
        case F() | Precision() | Recall() if isinstance(other, F | Precision | Recall):
            how = evolve(definition.averaging, undefined=other.averaging.undefined)
            return evolve(definition, empty=other.empty, averaging=how)
        case Jaccard() if isinstance(other, Jaccard):
            return evolve(definition, both_empty=other.both_empty)
        case Measure() if isinstance(other, Measure):
            how = evolve(definition.averaging, undefined=other.averaging.undefined)
            return evolve(definition, zero_division=other.zero_division, averaging=how)
        case _:
            return definition
