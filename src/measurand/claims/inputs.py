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

INPUTS: Mapping[Format, tuple[Choice, ...]] = {
    "csv": (
        Choice(
            name="delimiter",
            about="what stands between cells",
            among=("comma", "tab", "semicolon", "pipe"),
        ),
        Choice(
            name="lists",
            about="how a cell of several items is written: json, or the text between the items",
        ),
        Choice(name="empty", about="what an empty cell of gold or pred is", among=("none", "null")),
    ),
    "dataset": (Choice(name="split", about="which split of a dataset is read"),),
    "brat": (
        Choice(
            name="of", about="what is scored", among=("entities", "relations"), default="entities"
        ),
        Choice(
            name="pieces",
            about="how an annotation in several pieces is read: one span over all, or each piece",
            among=("hull", "each"),
        ),
    ),
    "absa-xml": (
        Choice(
            name="of",
            about="what is scored, where a file has both",
            among=("terms", "categories", "opinions"),
        ),
        Choice(name="conflict", about="opinions of the polarity conflict", among=_KEEP),
        Choice(name="null", about="opinions whose target is NULL", among=_KEEP, default="keep"),
        Choice(name="out_of_scope", about="sentences marked OutOfScope", among=_KEEP),
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
            about="what the four numbers of a box are, in gold and results alike",
            among=("xywh", "xyxy"),
            default="xywh",
        ),
    ),
}
"""The choices of each format; those that are not here have none."""

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


def choice(kind: Format, name: str) -> Choice:
    """Find a choice of a format.

    >>> choice("lm-eval", "filter").default
    ''

    Raises ValueError where the format has none of that name.
    """
    known = INPUTS.get(kind, ())
    found = next((one for one in known if one.name == name), None)
    if found is None:
        names = [one.name for one in known]
        message = f"one of {', '.join(names) or 'none'} for {kind}: got {name!r}"
        raise ValueError(message + did_you_mean(name, names))
    return found


def check_choices(kind: Format, said: Sequence[tuple[str, str]]) -> None:
    """Refuse what a format does not leave open, or words that it does not know.

    >>> check_choices("coco", [("box", "xyxy")])

    Raises ValueError naming the choice.
    """
    for name, value in said:
        known = choice(kind, name)
        if not value or (known.among and value not in known.among):
            expected = " or ".join(known.among) or "a text"
            message = f"{name}: {expected}: got {value!r}{did_you_mean(value, known.among)}"
            raise ValueError(message)
