"""What each format asks, assumes and refuses, convention by convention.

A convention is what a file may mean in more than one way. Most of the table comes from the choices
of the formats: what has no default is asked where a file leaves it open, what has one is assumed.
The rest is what a format fixes by itself, or what its reader refuses.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from attrs import frozen

from measurand.edges.files.samples.known import undecided_of
from measurand.evidence.inputs import INPUTS, RECORDS, Choice, Format

Convention = Literal[
    "ids",
    "repeated ids",
    "header and fields",
    "list cells",
    "label types",
    "span ends",
    "tag scheme",
    "box corners",
    "weights",
    "missing predictions",
    "texts",
    "what counts",
]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
Verb = Literal["asks", "assumes", "refuses", "fixes"]


@frozen
class Stance:
    """What a format does about a convention, and what exactly.

    It asks where a file leaves it open; assumes what holds where nothing else is said; refuses
    files that would need it; or fixes it: then there is nothing to say.

    >>> Stance("fixes", "UTF-8").verb
    'fixes'
    """

    verb: Verb
    what: str
    choice: str = ""


def stances(kind: Format, convention: Convention) -> Sequence[Stance]:
    """List what a format does about a convention; nothing where it has none of it.

    >>> [one.verb for one in stances("squad", "missing predictions")]
    ['asks', 'fixes']
    >>> [one.choice for one in stances("conll", "tag scheme")]
    ['scheme', 'gold_scheme', 'pred_scheme']
    """
    chosen = [_chosen(kind, one) for one in INPUTS[kind] if _OF[one.name] == convention]
    fixed = _FIXED[convention]
    said = [*fixed.get(kind, ()), *(fixed.get("records", ()) if kind in RECORDS else ())]
    return (*chosen, *(said or fixed.get("", ())))


def _chosen(kind: Format, one: Choice) -> Stance:
    if one in undecided_of(kind) or one.default == "ask":
        words = f" ({', '.join(one.among)})" if one.among else ""
        return Stance("asks", f"{one.about}{words}", one.name)
    return Stance("assumes", f"{one.default or 'none'}: {one.about}", one.name)


def verbs(kind: Format, convention: Convention) -> str:
    """Say in a word or two what a format does about a convention.

    >>> verbs("csv", "list cells"), verbs("squad", "span ends")
    ('asks', '')
    """
    there = {one.verb for one in stances(kind, convention)}
    return ", ".join(verb for verb in get_args(Verb) if verb in there)


_OF: Mapping[str, Convention] = {
    "delimiter": "header and fields",
    "lists": "list cells",
    "empty": "missing predictions",
    "pushdown": "list cells",
    "split": "what counts",
    "end": "span ends",
    "labels": "label types",
    "gold": "header and fields",
    "pred": "header and fields",
    "separator": "header and fields",
    "document": "header and fields",
    "comment": "header and fields",
    "token": "header and fields",
    "scheme": "tag scheme",
    "gold_scheme": "tag scheme",
    "pred_scheme": "tag scheme",
    "aligned": "missing predictions",
    "of": "what counts",
    "pieces": "span ends",
    "text": "span ends",
    "conflict": "what counts",
    "null": "what counts",
    "out_of_scope": "what counts",
    "offsets": "span ends",
    "order": "header and fields",
    "filter": "what counts",
    "target": "list cells",
    "response": "list cells",
    "epoch": "what counts",
    "scorer": "what counts",
    "answer": "header and fields",
    "targets": "list cells",
    "partial": "label types",
    "noanswer": "label types",
    "unfinished": "missing predictions",
    "prompt": "what counts",
    "provider": "what counts",
    "version": "missing predictions",
    "box": "box corners",
    "results_box": "box corners",
    "crowd": "what counts",
    "score": "what counts",
}
"""Which convention a choice is about."""

_UTF8 = Stance("fixes", "UTF-8, nothing normalised: a definition does that (normalise=...)")
_TEXTS = Stance("fixes", "every label is a text")
_AS_WRITTEN = Stance("fixes", "labels are compared as they are written")
_NUMBERED = Stance("fixes", "each sample has its number in the file, so none repeats")
_JOINED = Stance("refuses", "an id that stands twice in a source")
_OWN_PATH = Stance("fixes", "the keys of the format; fields names others")

_Rows = Mapping[Format | Literal["records", ""], tuple[Stance, ...]]

_FIXED: Mapping[Convention, _Rows] = {
    "ids": {
        "records": (
            Stance("fixes", "a text or an integer, 1 and '1' alike; fields.id may join several"),
            Stance("refuses", "a record without one"),
        ),
        "conll": (Stance("fixes", "the number of the sentence, from 0"),),
        "quads": (Stance("fixes", "the number of the line"),),
        "brat": (Stance("fixes", "the path of the document in its folder"),),
        "absa-xml": (Stance("fixes", "the id of the sentence, or rid of the review"),),
        "squad": (Stance("fixes", "the id of the question"),),
        "coco": (Stance("fixes", "the id of the image, a text or an integer"),),
        "scorecards": (Stance("fixes", "that of the line, by rules of reviews"),),
    },
    "repeated ids": {
        "conll": (_NUMBERED,),
        "quads": (_NUMBERED,),
        "scorecards": (Stance("assumes", "that there are none: they are not looked for"),),
        "lm-eval": (Stance("fixes", "a document counts once: the rows of one filter are read"),),
        "inspect": (Stance("fixes", "a sample counts once: the rows of one epoch, or each"),),
        "": (_JOINED,),
        "records": (_JOINED,),
    },
    "header and fields": {
        "csv": (Stance("refuses", "a header in which a column that is read stands twice or not"),),
        "records": (
            Stance("assumes", "id, gold, pred (or the keys of the format) where fields says none"),
        ),
        "": (Stance("fixes", "the format says where gold and predictions stand"),),
    },
    "list cells": {
        "jsonl": (Stance("fixes", "a list is a list of items, a scalar is a label"),),
        "json": (Stance("fixes", "a list is a list of items, a scalar is a label"),),
        "parquet": (Stance("fixes", "lists of texts or structs; a struct of lists is the same"),),
        "arrow": (Stance("fixes", "lists of texts or structs; a struct of lists is the same"),),
        "dataset": (Stance("fixes", "lists of texts or structs; a struct of lists is the same"),),
        "promptfoo": (Stance("fixes", "an output is a text, or JSON"),),
    },
    "label types": {
        "csv": (Stance("fixes", "a cell of one item is what it spells, as JSON spells it"),),
        **dict.fromkeys(("lm-eval", "inspect", "promptfoo"), (_AS_WRITTEN,)),
        **dict.fromkeys(
            ("conll", "brat", "absa-xml", "quads", "squad", "coco", "scorecards"), (_TEXTS,)
        ),
    },
    "span ends": {
        "records": (),
        "conll": (Stance("fixes", "spans are made of tags"),),
        "brat": (Stance("fixes", "exclusive, as brat writes them, over code points"),),
        "absa-xml": (Stance("fixes", "exclusive, as SemEval writes `to`; slots, not spans"),),
        "quads": (Stance("fixes", "positions are slots: compared as texts, never as overlaps"),),
        "scorecards": (Stance("fixes", "exclusive; a review profile reads negative ones"),),
    },
    "tag scheme": {
        "records": (
            Stance("asks", "what lists of tags are: items (iob2, text)"),
            Stance("assumes", "items=iob2 is read leniently: an I- that continues nothing opens"),
        ),
    },
    "box corners": {},
    "weights": {
        "records": (
            Stance("assumes", "1 where sample_weight is absent"),
            Stance("refuses", "one that is null, negative or no number"),
        ),
        "": (Stance("fixes", "every sample weighs 1"),),
    },
    "missing predictions": {
        "records": (
            Stance("fixes", "null is no answer, [] is the empty one"),
            Stance("refuses", "a record without the key"),
        ),
        "conll": (Stance("refuses", "a sentence or a token that one file alone has"),),
        "brat": (Stance("refuses", "a document that one folder alone has"),),
        "absa-xml": (Stance("refuses", "a sentence that one file alone has"),),
        "quads": (Stance("refuses", "a line whose sentence differs in the second file"),),
        "squad": (Stance("fixes", "by version: wrong (1.1), or excluded (2.0)"),),
        "coco": (Stance("fixes", "an image without results was answered with nothing"),),
        "lm-eval": (Stance("fixes", "an answer that is no list, where lists are read, is none"),),
        "inspect": (Stance("fixes", "a sample that ended in an error has no answer"),),
        "promptfoo": (Stance("fixes", "a row that ended in an error has no answer"),),
        "scorecards": (Stance("fixes", "by the profile of the review"),),
    },
    "texts": {
        "absa-xml": (
            Stance("fixes", "the encoding that the XML says: UTF-8, UTF-16, ISO-8859-1, US-ASCII"),
            Stance("refuses", "other encodings, entities and document types"),
        ),
        "squad": (Stance("fixes", "UTF-8; answers normalised and split as the official scripts"),),
        "": (_UTF8,),
        "records": (_UTF8,),
    },
    "what counts": {},
}
"""What is fixed, assumed or refused without a choice: by format, of all records, or of the rest."""
