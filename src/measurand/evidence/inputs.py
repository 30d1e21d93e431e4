"""The formats of samples that are read, and what has to be said where a file leaves it open."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from attrs import frozen

from measurand.values.suggest import did_you_mean

Format = Literal[
    "jsonl",
    "json",
    "csv",
    "parquet",
    "arrow",
    "dataset",
    "conll",
    "brat",
    "absa-xml",
    "quads",
    "lm-eval",
    "inspect",
    "promptfoo",
    "squad",
    "coco",
    "scorecards",
]
FORMATS: tuple[Format, ...] = get_args(Format)


@frozen(kw_only=True)
class Choice:
    """Something that a file of a format may leave open, and how it is said.

    `among` lists the words that may be said; empty: any text. `default` is what holds where nothing
    is said; empty: a file that leaves it open is refused, and the fault names the choice.

    >>> Choice(name="filter", about="which filter's answers are read").among
    ()
    """

    name: str
    about: str
    among: tuple[str, ...] = ()
    default: str = ""


_KEEP = ("keep", "drop")
_LISTS = ("json", "one")
_SCHEMES = ("lenient", "iob1", "iob2", "ioe1", "ioe2", "iobes", "bilou")
END = Choice(
    name="end",
    about="whether the end of a span is inside it, where the file does not show it",
    among=("exclusive", "inclusive"),
)
"""What every format of records leaves open: its spans are what a mapping finds."""

_LABELS = Choice(
    name="labels",
    about="how labels are compared that may be one or two, such as 1 and 1.0: by value, as text "
    "(as they are written), or not before it is said (ask)",
    among=("ask", "value", "text"),
    default="ask",
)

_OWN: Mapping[Format, tuple[Choice, ...]] = {
    "jsonl": (_LABELS,),
    "json": (_LABELS,),
    "csv": (
        Choice(
            name="delimiter",
            about="what stands between cells",
            among=("comma", "tab", "semicolon", "pipe"),
        ),
        Choice(
            name="lists",
            about="how a cell of gold or pred is written: json, one (the cell is one item), or the "
            "text between items",
        ),
        Choice(
            name="empty",
            about="what an empty cell is: none (no items), or null (in pred no answer given)",
            among=("none", "null"),
        ),
        _LABELS,
    ),
    "parquet": (
        _LABELS,
        Choice(
            name="pushdown",
            about="whether DuckDB counts equal strings, or tuples of them, where ids are not "
            "looked at (--ids off): the same numbers, sooner",
            among=("off", "duckdb"),
            default="off",
        ),
    ),
    "arrow": (_LABELS,),
    "dataset": (Choice(name="split", about="which split of a dataset is read"), _LABELS),
    "conll": (
        Choice(
            name="gold",
            about="which column holds gold, from 0 or negative from the end; of two files the last",
            default="-2",
        ),
        Choice(name="pred", about="which column holds the predicted tags", default="-1"),
        Choice(
            name="separator",
            about="what separates columns: one tab, or blanks",
            among=("tab", "space"),
            default="tab",
        ),
        Choice(
            name="scheme",
            about="how tags make spans, in both columns",
            among=_SCHEMES,
            default="lenient",
        ),
        Choice(
            name="gold_scheme",
            about="how tags of gold make spans, where they do otherwise",
            among=_SCHEMES,
            default="scheme",
        ),
        Choice(
            name="pred_scheme",
            about="how predicted tags make spans, where they do otherwise",
            among=_SCHEMES,
            default="scheme",
        ),
        Choice(
            name="document", about="what the line of a new document begins", default="-DOCSTART-"
        ),
        Choice(name="comment", about="what a comment begins with, where there are comments"),
        Choice(name="token", about="which column of two files holds the token", default="0"),
        Choice(
            name="aligned",
            about="by what the lines of two files are matched: by tokens, or by counts alone",
            among=("tokens", "counts"),
            default="tokens",
        ),
    ),
    "brat": (
        Choice(
            name="of", about="what is scored", among=("entities", "relations"), default="entities"
        ),
        Choice(
            name="pieces",
            about="how an annotation in several pieces is read: one span over all, or each piece",
            among=("hull", "each"),
        ),
        Choice(
            name="text",
            about="whether the texts stand beside the annotations, so that offsets can be checked",
            among=("beside", "absent"),
            default="beside",
        ),
    ),
    "absa-xml": (
        Choice(
            name="of",
            about="what is scored, where a file has several",
            among=("terms", "categories", "opinions", "reviews"),
        ),
        Choice(
            name="conflict", about="what is done with opinions of polarity conflict", among=_KEEP
        ),
        Choice(
            name="null",
            about="what is done with opinions whose target is NULL",
            among=_KEEP,
            default="keep",
        ),
        Choice(
            name="out_of_scope",
            about="what is done with sentences marked OutOfScope",
            among=_KEEP,
        ),
        Choice(
            name="offsets",
            about="whether the text from `from` to `to` has to be the term",
            among=("check", "trust"),
            default="check",
        ),
    ),
    "quads": (
        Choice(
            name="order",
            about="what the elements of a tuple are, in order, such as"
            " aspect,category,polarity,opinion",
        ),
    ),
    "lm-eval": (
        Choice(name="filter", about="which filter's answers are read, where there are several"),
        Choice(
            name="target",
            about="how target is read: as the text it is, or as a list written by Python",
            among=("text", "list"),
        ),
        Choice(
            name="response",
            about="how the answer to a target that is a list is read: as one text, or as a list",
            among=("text", "list"),
        ),
    ),
    "inspect": (
        Choice(name="epoch", about="which epoch is read, where there are several, or all"),
        Choice(name="scorer", about="whose answer is read, where there are several scorers"),
        Choice(
            name="answer",
            about="what was predicted: the completion, or the answer that a scorer took from it",
            among=("completion", "scorer"),
        ),
        Choice(
            name="targets",
            about="what several targets are: all of them gold, or any of them right",
            among=("all", "any"),
        ),
        Choice(name="partial", about="what the score P (partial) is: a number, or none"),
        Choice(name="noanswer", about="what the score N (no answer) is: a number, or none"),
        Choice(
            name="unfinished",
            about="whether a log of a run that did not succeed is read",
            among=("refuse", "read"),
            default="refuse",
        ),
    ),
    "promptfoo": (
        Choice(name="prompt", about="which prompt is read, by its index, where there are several"),
        Choice(name="provider", about="which provider is read, where there are several"),
    ),
    "squad": (
        Choice(
            name="version",
            about="whose rules for empty answers and lost predictions",
            among=("1.1", "2.0"),
        ),
    ),
    "coco": (
        Choice(
            name="box",
            about="what the four numbers of a box are in gold, where they do not tell",
            among=("xywh", "xyxy"),
        ),
        Choice(
            name="results_box",
            about="what the four numbers of a box are in the results, where they do not tell",
            among=("xywh", "xyxy"),
        ),
        Choice(name="crowd", about="what becomes of gold regions marked iscrowd", among=_KEEP),
        Choice(
            name="score",
            about="the least score of a result that counts, or all",
            default="all",
        ),
    ),
}

SECOND: frozenset[Format] = frozenset(
    ("jsonl", "csv", "conll", "brat", "absa-xml", "quads", "squad", "coco")
)
"""The formats whose predictions may stand in a second place, joined by id."""

RECORDS: frozenset[Format] = frozenset(
    (
        "jsonl",
        "json",
        "csv",
        "parquet",
        "arrow",
        "dataset",
        "lm-eval",
        "inspect",
        "promptfoo",
    )
)
"""The formats of records, which a mapping reads."""

INPUTS: Mapping[Format, tuple[Choice, ...]] = {
    kind: (*_OWN.get(kind, ()), *((END,) if kind in RECORDS else ())) for kind in FORMATS
}
"""The choices of each format."""


def choice(kind: Format, name: str) -> Choice:
    """Find a choice of a format.

    >>> choice("lm-eval", "filter").default
    ''

    Raises ValueError where the format has none of that name.
    """
    offered = INPUTS[kind]
    found = next((one for one in offered if one.name == name), None)
    if found is None:
        names = [one.name for one in offered]
        known = f"one of {', '.join(names)}" if names else "nothing"
        message = f"{known}, for {kind}: got {name!r}"
        others = [other for other, all_ in INPUTS.items() if name in {one.name for one in all_}]
        elsewhere = f": {name} is a choice of {', '.join(others)}" if others else ""
        raise ValueError(message + (did_you_mean(name, names) or elsewhere))
    return found


def check_choices(kind: Format, said: Sequence[tuple[str, str]]) -> None:
    """Refuse what a format does not leave open, or words that it does not know.

    >>> check_choices("coco", [("box", "xyxy")])

    Raises ValueError naming the choice.
    """
    for name, value in said:
        known = choice(kind, name)
        odd = name == "lists" and value not in _LISTS and did_you_mean(value, _LISTS)
        if odd:
            message = f"{name}: json, one, or the text between items: got {value!r}{odd}"
            raise ValueError(message)
        if not value or (known.among and value not in known.among):
            expected = " or ".join(known.among) or "a text"
            message = f"{name}: {expected}: got {value!r}{did_you_mean(value, known.among)}"
            raise ValueError(message)
