"""Columns as a verb is handed them, and what is said of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from enum import Enum
from functools import cached_property, wraps
from inspect import Parameter, Signature, signature
from typing import Literal, ParamSpec, TypedDict, TypeVar, get_args

from attrs import evolve, field, fields, frozen

from measurand.edges.files.sources.arrays import (
    Compared,
)
from measurand.edges.files.sources.frames import End
from measurand.edges.verbs.cells import Column, again, refuse_misaligned
from measurand.edges.verbs.definitions import Kind
from measurand.edges.verbs.errors import (
    UnknownArgumentError,
    invalid,
)
from measurand.edges.verbs.kinds import kind_of, refuse_scores, refuse_tags
from measurand.metrics.codec import word
from measurand.metrics.grammar import write_value
from measurand.values.english import counted
from measurand.values.fault import shown
from measurand.values.suggest import did_you_mean

Scheme = Literal["iob1", "iob2", "ioe1", "ioe2", "iobes", "bilou", "lenient"]
"""How the tags of a sequence are written; lenient reads them as seqeval does by default."""
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
_NO_GROUPS: Mapping[str, Column] = {}


class Said(TypedDict, total=False):
    """What a verb may be told of its columns.

    `kind` says what cells are: labels (one text, number or truth value), indicators (rows of 0 and
    1), sets (of texts), tuples (of slots, named by `slots`), spans (half-open `Span`s, or
    (start, end, label) with `end` saying whether the end is inside), tags (of a sequence, written
    as IOB2, or as `scheme` says), rows (dictionaries) or numbers. `weights` weighs samples;
    `groups` are columns by name that averages, clusters and comparisons may ask for. `positive` is
    the label that counts as 1. `labels` says how labels of two types (1 beside "1") are compared:
    by value or as text; else they are refused.
    """

    kind: Kind | None
    weights: Column | None
    groups: Mapping[str, Column]
    slots: Sequence[str]
    classes: Sequence[object]
    end: End
    positive: object
    labels: Compared
    scheme: Scheme


@frozen(kw_only=True, eq=False)
class Columns:
    """Two columns of a corpus, a cell a sample, and what is said of them."""

    gold: Column
    predicted: Column
    kind: Kind | None = None
    weights: Column | None = None
    groups: Mapping[str, Column] = field(default=_NO_GROUPS)
    slots: Sequence[str] = ()
    classes: Sequence[object] = ()
    end: End = ""
    positive: object = None
    labels: Compared = "ask"
    scheme: Scheme | Literal[""] = ""

    @cached_property
    def told(self) -> Kind:
        """Tell what cells are, once; see `kind_of`. Labels are no scores, unless it is said."""
        kind = kind_of(self.gold, self.predicted, self.kind)
        if kind == "labels" and self.labels == "ask":
            refuse_scores(self.gold, self.predicted)
            if self.kind is None and self.positive is None:
                refuse_tags(self.gold)
        return kind

    @property
    def sides(self) -> tuple[tuple[str, Column], tuple[str, Column]]:
        """Name both columns as the arguments are named."""
        return ("gold", self.gold), ("predicted", self.predicted)

    def group(self, name: str) -> Column:
        """Give the column of a group.

        Raises InvalidInputError where there is none of this name.
        """
        if name not in self.groups:
            known = ", ".join(map(repr, self.groups)) or "none"
            hint = f"give its column: groups={{{name!r}: ...}}"
            raise invalid("groups", known, f"the group {name!r}, which is asked for", hint)
        return self.groups[name]

    def of(self, predicted: Column) -> "Columns":
        """Give the columns of another system on the same gold."""
        return evolve(self, predicted=predicted)


_OTHERS = {
    "pos_label": ": here it is positive",
    "sample_weight": ": here it is weights",
    "missing": (
        ": a definition says it, as score(gold, predicted, "
        "'f1(average=macro[class],missing=empty)') counts lost answers as empty ones"
    ),
    "zero_division": (
        ": a definition says it, as in 'f1(average=macro[sample],both_empty=0+0)' of rows that are "
        "empty on both sides, or 'precision(undefined=zero)' where nothing has a score"
    ),
    "y_true": ": here it is gold, the first argument",
    "y_pred": ": here it is predicted, the second argument",
    "references": ": here it is gold, the first argument",
    "predictions": ": here it is predicted, the second argument",
    "data": ": give the columns, as frame['gold'], frame['predicted']",
}
"""What other libraries call an argument."""

P = ParamSpec("P")
T = TypeVar("T")


def in_our_words(verb: Callable[P, T]) -> Callable[P, T]:
    """Make a verb say how it calls what another library's name was given for.

    Python by itself speaks of the arguments that are missing, and not of the names.

    >>> in_our_words(lambda gold, predicted: gold)(y_true=["a"], y_pred=["b"])
    Traceback (most recent call last):
    measurand.errors.UnknownArgumentError: <lambda>() has no argument 'y_true': here it is gold, \
the first argument; 'y_pred': here it is predicted, the second argument

    Raises UnknownArgumentError, which is a TypeError, for a name that the verb does not have, with
    the nearest or all that it has; and all that the verb raises.
    """
    listing = listed(verb)
    known = tuple(listing.parameters)

    @wraps(verb)
    def checked(*given: P.args, **said: P.kwargs) -> T:
        refuse_unknown(verb.__name__, said, known)
        return verb(*given, **said)

    # `help` lists what may be said, name by name; the type checker goes by the verb itself.
    vars(checked)["__signature__"] = listing
    return checked


def refuse_unknown(verb: str, said: Iterable[str], known: Sequence[str]) -> None:
    """Refuse arguments that a verb does not have, in the words of those that it has.

    >>> refuse_unknown("f1", ["weight"], ["gold", "predicted", "weights"])
    Traceback (most recent call last):
    measurand.errors.UnknownArgumentError: f1() has no argument 'weight': did you mean 'weights'?

    Raises UnknownArgumentError.
    """
    unknown = [name for name in said if name not in known]
    if not unknown:
        return
    told = [f"{name!r}{_OTHERS.get(name) or did_you_mean(name, known)}" for name in unknown]
    plain = all(one.endswith("'") for one in told)
    has = f"; it has {', '.join(known)}" if plain else ""
    message = f"{verb}() has no argument {'; '.join(told)}{has}"
    raise UnknownArgumentError(message)


def listed(verb: Callable[..., object]) -> Signature:
    """List what may be said to a verb, in the place of `**said`.

    >>> from typing import Unpack
    >>> def verb(gold: Column, *, average: str = "", **said: Unpack[Said]) -> int: ...
    >>> str(listed(verb))[:58]
    "(gold, *, average='', kind=None, weights=None, groups={}, "
    """
    plain = signature(verb)
    parts = [one.replace(annotation=Parameter.empty) for one in plain.parameters.values()]
    if parts and parts[-1].kind is Parameter.VAR_KEYWORD:
        [told] = get_args(verb.__annotations__[parts.pop().name])
        usual = {one.name: one.default for one in fields(Columns)}
        parts += [
            Parameter(name, Parameter.KEYWORD_ONLY, default=usual.get(name, _Usual.SAID_BELOW))
            for name in told.__annotations__
        ]
    return plain.replace(parameters=parts, return_annotation=Signature.empty)


class _Usual(Enum):
    """What stands for a default that the docstring says."""

    SAID_BELOW = "..."

    def __repr__(self) -> str:
        return self.value


def columns_of(gold: Column, predicted: Column, said: Said) -> Columns:
    """Make columns of what a verb was told.

    >>> columns_of(["a"], ["b"], {"positive": "a"}).positive
    'a'

    Raises InvalidInputError for a value that an argument cannot have.
    """
    groups: object = said.get("groups", _NO_GROUPS)
    if not isinstance(groups, Mapping):
        got = f"the type {type(groups).__name__}"
        raise invalid("groups", got, "columns by name", "groups={'language': [...]}")
    if not isinstance(said.get("classes", ()), Iterable):
        raise invalid("classes", shown(said.get("classes")), "a list of names")
    for name, values in _CHOICES.items():
        value = said.get(name) or ""
        if value not in ("", *values):
            hint = did_you_mean(str(value), values).removeprefix(": ")
            raise invalid(name, shown(value), f"one of {', '.join(values)}", hint)
    compared = said.get("labels", "ask")
    # As text: an array of labels would be compared item by item.
    if str(compared) not in get_args(Compared):
        expected = f"one of {', '.join(get_args(Compared))}"
        raise invalid("labels", shown(compared), expected, _hint_of_labels(compared))
    return Columns(
        gold=gold,
        predicted=predicted,
        kind=said.get("kind"),
        weights=said.get("weights"),
        groups=said.get("groups", _NO_GROUPS),
        slots=said.get("slots", ()),
        classes=tuple(said.get("classes", ())),
        end=said.get("end", ""),
        positive=said.get("positive"),
        labels=compared,
        scheme=said.get("scheme", ""),
    )


def _hint_of_labels(said: object) -> str:
    return f"here it says how 1 and '1' compare; {listing_of(said)}"


def listing_of(said: object) -> str:
    """Say how a definition lists classes: those that scikit-learn's `labels` has.

    >>> listing_of(["spam"])[:68]
    "a definition lists classes, as score(gold, predicted, 'f1(average=mi"
    """
    names, listing = "A,B", getattr(said, "tolist", lambda: said)()
    if isinstance(listing, Sequence) and not isinstance(listing, str):
        texts = sorted({str(one) for one in listing}) or ["A", "B"]
        listed = texts[:_MOST_LISTED] + ["..."] * (len(texts) > _MOST_LISTED)
        names = ",".join(write_value(word(one)) for one in listed)
    return (
        "a definition lists classes, as "
        f"score(gold, predicted, 'f1(average=micro,only=class[{names}])') does, and over="
        f"declared[{names}] with average=macro[class]; only=but[...] is all but some"
    )


_MOST_LISTED = 5
_CHOICES: Mapping[str, Sequence[str]] = {"end": ("exclusive", "inclusive"), "scheme": SCHEMES}


def kept(columns: Columns) -> Columns:
    """Give columns that can all be passed over more than once.

    >>> kept(Columns(gold=iter("ab"), predicted="")).gold
    Traceback (most recent call last):
    measurand.errors.InvalidInputError: predicted: expected a column: a list, an \
array, a series, one cell a sample, got one text

    Two dictionaries are joined by their keys; what has no answer is None.

    Raises InvalidInputError for what is no column.
    """
    if isinstance(columns.gold, Mapping) and isinstance(columns.predicted, Mapping):
        columns = _joined(columns, columns.gold, columns.predicted)
    beside = {} if columns.weights is None else {"weights": columns.weights}
    refuse_misaligned({**dict(columns.sides), **beside, **columns.groups})
    if columns.gold is columns.predicted and isinstance(columns.gold, Iterator):
        hint = "list(...) makes a column of it that can be read twice"
        raise invalid("predicted", "the iterator that gold is", "a column of its own", hint)
    found = evolve(
        columns,
        gold=again("gold", columns.gold),
        predicted=again("predicted", columns.predicted),
        weights=None if columns.weights is None else again("weights", columns.weights),
        groups={name: again(f"groups[{name!r}]", one) for name, one in columns.groups.items()},
    )
    _check_groups(found)
    return found


def _check_groups(columns: Columns) -> None:
    """Refuse groups of another length than gold, whether anything asks for them or not."""
    if not isinstance(columns.gold, Sized):
        return
    for name, column in columns.groups.items():
        if isinstance(column, Sized) and len(column) != len(columns.gold):
            expected = f"{len(columns.gold)}, as in gold"
            raise invalid(name, counted(len(column), "cell"), expected)


def _joined(
    columns: Columns, gold: Mapping[object, object], predicted: Mapping[object, object]
) -> Columns:
    unknown = [key for key in predicted if key not in gold]
    if unknown:
        got = f"{shown(unknown[0])}{f' and {len(unknown) - 1} more' if unknown[1:] else ''}"
        raise invalid("predicted", got, "keys that gold has")
    answers = [predicted.get(key) for key in gold]
    return evolve(columns, gold=list(gold.values()), predicted=answers)
