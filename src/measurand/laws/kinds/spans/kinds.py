"""The kinds of span scores: `span-f1`, `span-modes`, `span-counts` and `tags-f1`."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.spans.added import ADDED_LAWS
from measurand.laws.kinds.spans.averages import AVERAGED_LAWS, F1
from measurand.laws.kinds.spans.cases import Spans, SpansCase
from measurand.laws.kinds.spans.counts import COUNT_LAWS
from measurand.laws.kinds.spans.laws import SPAN_LAWS
from measurand.laws.kinds.spans.modes import MODE_LAWS
from measurand.laws.kinds.spans.tags import TAG_LAWS, Tagged, TagsCase
from measurand.laws.kinds.spans.wrong import RIGHT_SPANS, WRONG_SPANS
from measurand.laws.kinds.spans.wrong_given import (
    RIGHT_COUNTS,
    RIGHT_MODES,
    RIGHT_TAGS,
    WRONG_COUNTS,
    WRONG_MODES,
    WRONG_TAGS,
)
from measurand.laws.kinds.subject import IS_OTHER, OTHER

_INPUTS = {
    "overlapping": "spans of one side may share tokens; without it they are kept apart",
    "multiset": "a span may be listed twice, and then counts twice",
    "set": "a span may be listed twice, and then counts once",
}
_EMPTY = {
    "undefined": "some samples may have no number: None or NaN",
    "empty=1": "samples without any span score 1",
    "empty=0": "samples without any span score 0",
}
_APART = (frozenset({"multiset", "set"}), frozenset({"empty=1", "empty=0"}))

SPAN_F1: Kind[[Spans, Spans], SpansCase] = Kind(
    name="span-f1",
    takes="gold and predicted spans: for every sample a list of (start, end, label), end not "
    "inside, and gives a number",
    claims={
        F1: "spans of one label in one sample score 2 hits / (gold + predicted)",
        OTHER: IS_OTHER,
        "strict": "a hit has the place and the label of a gold span",
        "boundary": "a hit has the place of a gold span, whatever its label",
        "partial": "sharing a token is half a hit, whatever the label",
        "type": "sharing a token with a gold span of the label is a hit",
        "optimal": "spans are paired so that the total credit is largest",
        "micro": "hits are counted over all samples and labels",
        "macro": "F1 is averaged over the labels in gold or predictions",
        "weighted": "F1 is averaged over labels, weighted by their gold spans",
        "pooled": "samples are pooled: one without spans changes nothing",
        "symmetric": "exchanging gold and predictions changes nothing",
        "nominal": "labels are only names: exchanging two of them on both sides changes nothing",
        "mergeable": "`batched` gives for batches what the function gives for all samples",
        "lengths": "different numbers of gold and predicted samples are refused",
        "checked": "a span that ends before it starts is refused",
        **_INPUTS,
        **_EMPTY,
    },
    laws=(*SPAN_LAWS, *ADDED_LAWS, *AVERAGED_LAWS),
    apart=(
        *_APART,
        frozenset({"strict", "boundary", "partial", "type"}),
        frozenset({"micro", "macro", "weighted"}),
        frozenset({F1, OTHER}),
    ),
    names=F1,
    right=RIGHT_SPANS,
    wrong=WRONG_SPANS,
)

SPAN_MODES: Kind[[Spans, Spans, str], SpansCase] = Kind(
    name="span-modes",
    takes="gold spans, predicted spans and a mode (strict, exact, partial or type), and gives a "
    "number",
    claims=_INPUTS,
    laws=MODE_LAWS,
    apart=(frozenset({"multiset", "set"}),),
    right=RIGHT_MODES,
    wrong=WRONG_MODES,
)

SPAN_COUNTS: Kind[[Spans, Spans], SpansCase] = Kind(
    name="span-counts",
    takes="gold and predicted spans, and gives for every label (correct, predicted, gold), and "
    "for '' those of all labels",
    claims={
        "strict": "correct are identical spans, as often as both sides have them",
        **{name: _INPUTS[name] for name in ("overlapping", "multiset")},
    },
    laws=COUNT_LAWS,
    right=RIGHT_COUNTS,
    wrong=WRONG_COUNTS,
)

TAGS_F1: Kind[[Tagged, Tagged], TagsCase] = Kind(
    name="tags-f1",
    takes="gold and predicted tags (IOB2) of every sentence, and gives a number",
    claims={
        F1: "entities of one type in one sentence score 2 hits / (gold + predicted)",
        OTHER: IS_OTHER,
        "strict": "an entity begins with B-",
        "lenient": "an I- that continues nothing begins an entity",
        "pooled": "sentences are pooled",
        "lengths": "sentences of different lengths are refused",
        **_EMPTY,
    },
    laws=TAG_LAWS,
    apart=(_APART[1], frozenset({"strict", "lenient"}), frozenset({F1, OTHER})),
    names=F1,
    right=RIGHT_TAGS,
    wrong=WRONG_TAGS,
)
