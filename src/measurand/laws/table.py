"""The law table: of each definition of the catalogue each law is proved, tested or refuted.

The catalogue has a definition for every metric, average, matcher, side and empty rule: what holds
of another is not claimed. A cell is decided in this order, so that it has one answer: the law asks
for what the definition lacks; a counterexample is stored, and breaks the law in a test; the formula
proves it (`proofs`); else a property searches for a counterexample, and none is known. There is no
blank: nobody forgot to think of it.
"""

from collections.abc import Mapping
from functools import cache

from attrs import frozen

from measurand.laws.bounds import (
    BETWEEN,
    COUNTS,
    IDENTITY,
    NOTHING,
    RANGE,
    SIGNED_RANGE,
    SILENCE,
    STATED_RANGE,
)
from measurand.laws.case import Case, DefinitionLaw, claims
from measurand.laws.counterexamples import REFUTATIONS
from measurand.laws.exchange import REVERSAL, SWAP
from measurand.laws.invariance import (
    DECOMPOSITION,
    ITEM_ORDER,
    NULL,
    ONE,
    PARTITION,
    REPLICATION,
    SAMPLE_ORDER,
    SIGNATURE,
    WEIGHT,
)
from measurand.laws.proofs import Proved, proof_of
from measurand.laws.steps import MISSING_PREDICTION, REPEATED_PREDICTION, WRONG_PREDICTION
from measurand.metrics.compat.coco import as_coco_iou
from measurand.metrics.compat.nervaluate import as_nervaluate
from measurand.metrics.compat.seqeval import as_seqeval
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.squad import as_squad
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.signature import parse
from measurand.metrics.standard import MEASURES

LAWS: tuple[DefinitionLaw, ...] = (
    RANGE,
    SIGNED_RANGE,
    STATED_RANGE,
    BETWEEN,
    IDENTITY,
    NOTHING,
    SILENCE,
    COUNTS,
    ITEM_ORDER,
    SAMPLE_ORDER,
    PARTITION,
    SIGNATURE,
    MISSING_PREDICTION,
    REPEATED_PREDICTION,
    WRONG_PREDICTION,
    SWAP,
    REVERSAL,
    REPLICATION,
    WEIGHT,
    NULL,
    ONE,
    DECOMPOSITION,
)
"""Every law of definitions, in the order of the table."""

_ONE_CLASS = "class=item,only=class[a]"
_PAIR = "unit=aspect+polarity"
_TEXTS = {
    "macro precision": "precision",
    "macro recall": "recall",
    "macro F1": "f",
    "micro F1": "f(average=micro)",
    "micro F2 of multisets": "f(beta=2,match=multiset,average=micro)",
    "F1 of macro P and R": "f(aggregate=harmonic)",
    "F1 by document": "f(match=multiset,average=macro[document])",
    "F1 by sample by document": "f(average=macro[document,sample])",
    "F1 by class": "f(class=item,average=macro[class])",
    "F1 by declared class": "f(class=item,average=macro[class],over=declared[a,b])",
    "weighted F1 by class": "f(class=item,average=weighted[class],over=gold)",
    "micro F1 of all classes but one": "f(class=item,average=micro,only=but[b])",
    "macro F1, empty dropped": "f(both_empty=drop,gold_empty=drop,pred_empty=drop)",
    "F1 of P and R, empty skipped": (
        "f(both_empty=skip+skip,gold_empty=0+skip,pred_empty=skip+0,aggregate=harmonic)"
    ),
    "macro precision, silence right": "precision(gold_empty=0+1,pred_empty=1+0)",
    "macro recall, no answer is empty": "recall(missing=empty,gold_empty=0+1)",
    "macro F1, nothing is 0": "f(both_empty=0+0)",
    "macro F1, undefined is 0": "f(both_empty=drop,undefined=zero)",
    "micro F1, greedy": "f(match=greedy[similarity=given,threshold=0.7],average=micro)",
    "micro F1, optimal": "f(match=optimal[similarity=char_jaccard,threshold=0.5],average=micro)",
    "micro F1, optimal, pairs count 1": (
        "f(match=optimal[similarity=given,threshold=0.5],credit=binary,average=micro)"
    ),
    "strict spans, micro F1": "f(match=spans[mode=strict],average=micro)",
    "strict spans, F1 by label": (
        "f(match=spans[mode=strict],class=label,charge=both,average=macro[class])"
    ),
    "spans of exact place, micro F1": "f(match=spans[mode=exact,assign=optimal],average=micro)",
    "partial spans, micro F1": "f(match=spans[mode=partial],average=micro)",
    "spans by type, F1 by label": (
        "f(match=spans[mode=type,scope=by_type],class=label,average=macro[class])"
    ),
    "spans of IoU 1/2, micro F1": (
        "f(match=spans[mode=iou,threshold=0.5,assign=optimal],average=micro)"
    ),
    "macro Jaccard": "jaccard",
    "micro Jaccard of multisets": "jaccard(match=multiset,average=micro)",
    "F1 of given counts": "f(match=given,average=macro[document])",
    "exact match": "exact_match",
    "exact match by document": "exact_match(match=multiset,average=macro[document])",
    "accuracy": "accuracy",
    "spread of F1": "f(statistic=population_stdev)",
    "sample spread of F1": "f(statistic=sample_stdev)",
    "hits": "total(of=hits,match=multiset)",
    "predictions": "total(of=predicted,match=multiset)",
    "false positives": "total(of=fp,match=multiset)",
    "false negatives": "total(of=fn,match=multiset)",
    "true negatives": "total(of=tn)",
    "samples": "total(of=samples)",
    "cost": "column(name=cost,reduce=sum)",
    "cost of a sample": "column(name=cost,reduce=mean)",
    "macro F1, gold wild": f"f({_PAIR},wildcard=gold[aspect])",
    "micro F1 of multisets, gold wild": (
        f"f({_PAIR},match=multiset,wildcard=gold[aspect],average=micro)"
    ),
    "macro F1, both wild": f"f({_PAIR},wildcard=both[aspect])",
    "micro F1 of multisets, both wild": (
        f"f({_PAIR},match=multiset,wildcard=both[aspect],average=micro)"
    ),
    "macro F1, target or aspect": f"f({_PAIR},answer_unit=first[target,aspect]+polarity)",
    "macro F1 of the filled, rest left out": (
        f"f({_PAIR},match=multiset,gold_keep=filled[target],dropped_hits=leave_out)"
    ),
    "macro F1, bad on neither side": (
        f"f({_PAIR},gold_keep=not[polarity,bad],answer_keep=not[polarity,bad])"
    ),
    "macro F1, one pass": "f(normalise=trim+brackets,passes=once)",
    "macro F1 of the second answers": "f(answer=second)",
    "hits by try": "ratio(top=hits,bottom=tries)",
    "hits by try, no try is 0": "ratio(top=hits,bottom=tries,zero=zero)",
    "fixed": "transition(of=fix,before=first)",
    "broken": "transition(of=break,before=first)",
    "still wrong": "transition(of=still,before=first)",
    "kept right": "transition(of=keep,before=first)",
    "fix rate": "transition(of=fix_rate,before=first)",
    "break rate": "transition(of=break_rate,before=first,answer=second)",
    "net gain": "transition(of=net_gain,before=first)",
    "net gain over all": "transition(of=net_gain,before=first,over=all)",
    "improved": "shift(of=improved,before=first,where=changed)",
    "improved of the changed": "shift(of=improved,before=first,where=changed,over=where)",
    "degraded of the changed, none is 0": (
        "shift(of=degraded,before=first,where=changed,over=where,zero=zero)"
    ),
    "change of macro F1": "difference(before=first)",
    "change of micro F1": "difference(before=first,match=multiset,average=micro)",
    "area under the ROC curve": "auc(score=confidence,label=right)",
    **{f"{name} of a class": f"{name}({_ONE_CLASS})" for name in MEASURES},
    **{name: f"{name}(gold=price,predicted=guess)" for name in NUMERIC},
    "specificity of any item": "specificity",
    "specificity by class": "specificity(class=item,average=macro[class])",
    "balanced accuracy by class": "balanced_accuracy(class=item,average=macro[class],over=gold)",
    "npv by sample, nothing divided is 1": (
        f"npv({_ONE_CLASS},average=macro[sample],zero_division=1)"
    ),
    "mcc of all classes": "mcc(class=item)",
    "kappa of all classes": "kappa(class=item)",
    "Dice as a formula": 'formula(of="2*hits / (gold + predicted)")',
    "Dice as a formula, by sample": (
        'formula(of="2*hits / (gold + predicted)",average=macro[sample],zero_division=1)'
    ),
    "hits of what was judged, a formula": f'formula(of="hits / judged",{_ONE_CLASS})',
}

# The F1 of samples and the accuracy of scikit-learn are "macro F1, nothing is 0", "accuracy" and
# "exact match".
_COMPATIBLE: Mapping[str, Compatible] = {
    "sklearn F1, binary": as_sklearn("f1", pos_label="a"),
    "sklearn F1, micro": as_sklearn("f1", average="micro"),
    "sklearn F1, macro": as_sklearn("f1", average="macro"),
    "sklearn F1, weighted": as_sklearn("f1", average="weighted"),
    "sklearn precision, macro": as_sklearn("precision", average="macro"),
    "sklearn recall, macro": as_sklearn("recall", average="macro"),
    "sklearn Jaccard, macro": as_sklearn("jaccard", average="macro"),
    "SQuAD 1.1 F1": as_squad("f1", "1.1"),
    "SQuAD 2.0 F1": as_squad("f1", "2.0"),
    "SQuAD exact match": as_squad("exact_match"),
    "COCO IoU": as_coco_iou(),
    "COCO IoU, crowd": as_coco_iou(crowd=True),
    "seqeval F1, micro": as_seqeval("f1"),
    "seqeval F1, macro": as_seqeval("f1", average="macro"),
    "seqeval F1, weighted": as_seqeval("f1", average="weighted"),
    "nervaluate F1, strict": as_nervaluate("strict", "f1"),
    "nervaluate F1, exact": as_nervaluate("exact", "f1"),
    "nervaluate F1, partial": as_nervaluate("partial", "f1"),
    "nervaluate F1, ent_type": as_nervaluate("ent_type", "f1"),
}

CATALOGUE: Mapping[str, Definition] = {
    **{name: parse(text) for name, text in _TEXTS.items()},
    **{name: one.definition for name, one in _COMPATIBLE.items()},
}
"""Definitions by the name under which the table shows them."""


@frozen
class Unbroken:
    """No case is known that breaks the law: a property test tries to find one.

    >>> Unbroken()
    Unbroken()
    """


@frozen
class Refuted:
    """The law breaks in this case.

    >>> Refuted(Case(corpus=())).case.corpus
    ()
    """

    case: Case


@frozen
class NotAsked:
    """The law is about something that the definition does not have.

    >>> NotAsked(("before",)).lacking
    ('before',)
    """

    lacking: tuple[str, ...]


Cell = Proved | Unbroken | Refuted | NotAsked


def _cell(name: str, law: DefinitionLaw) -> Cell:
    lacking = law.needs - claims(CATALOGUE[name])
    if lacking:
        return NotAsked(tuple(sorted(lacking)))
    cases = (case for case, names in REFUTATIONS.get(law.name, ()) if name in names)
    found = next(cases, None)
    if found is not None:
        return Refuted(found)
    return proof_of(CATALOGUE[name], law.name) or Unbroken()


@cache
def law_table() -> Mapping[str, Mapping[str, Cell]]:
    """Give a cell for every definition and every law, by their names.

    Made when somebody asks: its proofs take seconds.

    >>> len(law_table()) == len(CATALOGUE)
    True
    """
    return {name: {law.name: _cell(name, law) for law in LAWS} for name in CATALOGUE}
