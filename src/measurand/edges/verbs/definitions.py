"""What a verb is asked to score: a definition as a value, as text, or by a tool's name.

A text may leave out what its columns settle: which column holds the scores and which the labels,
and what the classes of labels are. That is filled in before the definition is made, so its
signature says it as if it had been written.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

import attrs

from measurand.algebra.formula import substituted
from measurand.algebra.formula_text import text as formula_text
from measurand.edges.verbs.errors import invalid, worded
from measurand.metrics.compat.short_names import named
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, kind_named
from measurand.metrics.family import Family
from measurand.metrics.grammar import Call, SignatureError, Term, Value, read, read_value, write
from measurand.metrics.metric import Metric
from measurand.metrics.needs import averages_unsaid
from measurand.metrics.options import CLASS
from measurand.metrics.signature import (
    FORMULA,
    needed,
    options,
    parse,
    read_call,
    spelled,
)
from measurand.values.fault import shown

Kind = Literal[
    "labels", "indicators", "sets", "tuples", "spans", "tags", "rows", "numbers", "grades", "ids"
]
"""What the cells of two columns are: see `score`."""
KINDS: tuple[Kind, ...] = get_args(Kind)

DefinitionLike = str | Definition | Compatible
"""A definition: its text (`f(average=micro)`), its value, or a number of a tool."""

BALANCED_ACCURACY = "recall(average=macro[class],over=gold)"
"""What balanced accuracy is of labels: of two classes it is the definition of that name."""
_BALANCED = Call("balanced_accuracy", None, ())
_TOOL = re.compile(r"[a-z_]+:")
_COLUMNS = {
    "gold": "gold",
    "label": "gold",
    "human": "gold",
    **dict.fromkeys(("predicted", "score", "scores", "judge"), "predicted"),
}
_CLASSES: Mapping[Kind, str] = {
    "labels": "item",
    "indicators": "item",
    "sets": "item",
    "spans": "label",
    "tags": "label",
}


_RATERS = "gold+predicted"
_TWO_RATERS: Mapping[str, str] = {"raters": _RATERS}
IN_HARNESSES: Mapping[str, str] = {**_TWO_RATERS, "missing": "empty"}
"""What is settled in a harness: who was asked and gave no answer was not right."""


def _unknown() -> Kind:
    return "rows"


def definitions_of(
    definition: DefinitionLike | Sequence[DefinitionLike],
) -> tuple[DefinitionLike, ...]:
    """List what is asked: one, or several.

    >>> definitions_of("f"), definitions_of(["f", "accuracy"])
    (('f',), ('f', 'accuracy'))

    Raises InvalidInputError for an empty list.
    """
    if isinstance(definition, str | Compatible) or not isinstance(definition, Sequence):
        return (definition,)
    if not definition:
        raise invalid("definition", "an empty list", "at least one definition")
    return tuple(definition)


def meant(
    asked: DefinitionLike,
    kind: Callable[[], Kind] = _unknown,
    positive: object = None,
    settled: Mapping[str, str] = _TWO_RATERS,
) -> Definition | Compatible:
    """Give the definition that is asked for, or the number of a tool.

    `kind` tells what cells are; it is asked of metrics of items alone, as what others read (several
    references, probabilities of classes) would have to be told apart. `settled` are options that
    the caller's arguments settle, where a metric has them and they are not written.

    >>> from measurand.metrics.signature import brief
    >>> brief(meant("mae")), brief(meant("f1", lambda: "labels", positive=1))
    ('mae/1(gold=gold,predicted=predicted)', 'f/1(class=item,average=micro,only=class[1])')
    >>> meant("sklearn:f1:macro").tool
    'scikit-learn'

    Raises InvalidInputError for a text that is neither, naming the nearest; and for F of labels
    without an average: of one label a sample its mean over samples is the accuracy.
    """
    if not isinstance(asked, str):
        if not isinstance(asked, Definition | Compatible):
            raise invalid(
                "definition",
                shown(asked),
                "a text, a definition, or a tool's number",
                _as_formula(asked),
            )
        return _own(asked)
    if _TOOL.match(asked):
        return _of_tool(asked)
    try:
        call = spelled(read_call(asked))
        if call == _BALANCED and positive is None and kind() == "labels":
            return meant(BALANCED_ACCURACY, kind, positive, settled)
        filled = _filled(call, (*_settled(call, kind, positive), *_known(call, settled)))
        definition = parse(write(filled))
    except SignatureError as error:
        raise invalid("definition", repr(asked[:200]), f"a definition ({error})") from error
    hint = (
        f"{asked}(average=macro[class]), micro or weighted[class]; or positive=LABEL "
        "for the one that counts"
    )
    unsaid = averages_unsaid(asked, filled, hint)
    if unsaid is not None and kind() == "labels":
        raise invalid("definition", unsaid.got, unsaid.expected, hint)
    return definition


def _as_formula(asked: object) -> str:
    """Say how a metric of counts is scored that is a value, and no definition by itself."""
    if not isinstance(asked, Metric):
        return ""
    formula = substituted(asked.formula, dict(asked.params))
    return f'a formula of counts is scored by its text: {FORMULA}(of="{formula_text(formula)}")'


def _own(asked: Definition | Compatible) -> Definition | Compatible:
    """Refuse a class of a user's own under the name of another metric.

    Raises InvalidInputError.
    """
    known = kind_named(asked.about.name) if isinstance(asked, Family) else None
    if isinstance(asked, Family) and known is not None and known[0] is not type(asked):
        got = f"{asked.about.name!r}, which is another metric"
        raise invalid("definition", got, "a class under a name of its own", "about.name says it")
    return asked


def averaged(asked: DefinitionLike) -> DefinitionLike:
    """Write into a text the mean over classes, where it says no average.

    >>> averaged("f1"), averaged("recall(average=micro)"), averaged("sklearn:f1")
    ('f1(average=macro[class])', 'recall(average=micro)', 'sklearn:f1')
    """
    if not isinstance(asked, str) or _TOOL.match(asked):
        return asked
    try:
        call = read(asked)
        known = options(spelled(call).name)
    except SignatureError:
        return asked
    if "average" not in known or _says(call, "average"):
        return asked
    return write(_filled(call, [("average", read_value("macro[class]"))]))


def _of_tool(asked: str) -> Compatible:
    """Read the name of a tool's number, with the columns that it leaves out: here they are two."""
    match asked.split(":"):
        case ["sklearn", "top_k_accuracy_score", *cut] if not cut or cut[0].isdecimal():
            asked = ":".join(("sklearn:top_k_accuracy_score:predicted", *cut))
        case ["krippendorff", "alpha"]:
            asked = f"{asked}:nominal:{_RATERS}"
        case ["krippendorff", "alpha", _] | ["statsmodels", _]:
            asked = f"{asked}:{_RATERS}"
        case _:
            pass
    try:
        return named(asked)
    except ValueError as error:
        try:
            return named(f"{asked}:gold:predicted")
        except ValueError:
            raise worded("definition", error, repr(asked[:60])) from error


def _says(call: Call, *names: str) -> bool:
    return any(name in names for name, _ in call.options)


def _filled(call: Call, settled: Iterable[tuple[str, Value]]) -> Call:
    """Write the options that the columns settle, where they are not written."""
    for name, value in settled:
        if not _says(call, name):
            call = attrs.evolve(call, options=(*call.options, (name, value)))
    return call


def _known(call: Call, settled: Mapping[str, str]) -> Iterator[tuple[str, Value]]:
    if kind_named(call.name) is not None:
        known = options(call.name)
        yield from ((name, read_value(text)) for name, text in settled.items() if name in known)


def _settled(call: Call, kind: Callable[[], Kind], positive: object) -> Iterator[tuple[str, Value]]:
    if kind_named(call.name) is None:
        return
    for name in needed(call.name):
        if name in _COLUMNS:
            yield name, read_value(_COLUMNS[name])
    known = options(call.name)
    if "class" not in known:
        return
    classes = _CLASSES.get(kind())
    if classes is None:
        return
    one = positive is not None and "only" in known and not _says(call, "average", "only")
    if one:
        yield "average", read_value("micro")
        yield "only", (Term(CLASS, (("", (Term(label_text(positive)),)),)),)
    # What counts true negatives judges a sample once for each class.
    if one or "zero_division" in known or _by_class(call.options):
        yield "class", read_value(classes)


def label_text(label: object) -> str:
    """Write a label as samples hold it.

    >>> label_text(True), label_text(1), label_text("spam")
    ('true', '1', 'spam')
    """
    item = getattr(label, "item", None)
    plain = item() if callable(item) and getattr(label, "ndim", 0) == 0 else label
    if isinstance(plain, str):
        # A member of an Enum of texts is its text; str() would name the class.
        return str.__str__(plain)
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


def _by_class(said: Iterable[tuple[str, Value]]) -> bool:
    """Tell whether options speak of classes: a mean over them, or one of them."""
    return any(name in {"only", "over"} or CLASS in set(_atoms(value)) for name, value in said)


def _atoms(value: Sequence[Term]) -> Iterator[str]:
    for term in value:
        yield term.atom
        for _, inner in term.arguments:
            yield from _atoms(inner)
