"""Which arguments are taken: those that change what is read of the cells, and no others."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import InvalidInputError, Span, score
from measurand.edges.verbs.columns import Columns, Said, columns_of, kept
from measurand.edges.verbs.definitions import Kind, meant
from measurand.edges.verbs.scoring import measured
from measurand.metrics.compat.tool import Compatible

Argument = Literal["slots", "classes", "end", "positive", "labels", "scheme"]
Rows = Sequence[tuple[object, object]]

VALUES: Mapping[Argument, Sequence[Said]] = {
    "slots": [{"slots": ("x", "y")}],
    "classes": [{"classes": ["b", "a"]}, {"classes": ["x", "y"]}],
    "end": [{"end": "inclusive"}, {"end": "exclusive"}],
    "positive": [{"positive": "a"}, {"positive": 0}, {"positive": 1}, {"positive": "PER"}],
    "labels": [{"labels": "text"}, {"labels": "value"}],
    "scheme": [{"scheme": "iobes"}, {"scheme": "ioe1"}],
}
ITEMS = ("f1", "f1(average=micro)", "accuracy", "f1(average=micro,only=class[a])", "f1(unit=x)")
OVERLAP = "f1(match=spans[mode=partial])"
CHANCES = ("multiclass_brier", "top_k_accuracy(k=1)")
TEXTS = ("rouge_l", "text_match")

SHAPES: Mapping[str, tuple[Kind | None, Sequence[str], Rows]] = {
    "labels": ("labels", ITEMS, [("a", "a"), ("b", "a"), (1, "1"), ("1", 1)]),
    "indicators": ("indicators", ITEMS, [([1, 0], [1, 1]), ([0, 1], [0, 1])]),
    "sets": ("sets", ITEMS, [(["a", "b"], ["a"]), ([1], ["1"]), (["b"], [])]),
    "tuples": ("tuples", ITEMS, [([("a", "b")], [("a", "c")]), ([(1, "b")], [("1", "b")])]),
    "spans": (
        "spans",
        (*ITEMS, OVERLAP),
        [
            ([(0, 2, "PER")], [(2, 4, "PER")]),
            ([(0, 3, "LOC")], [(0, 3, "PER")]),
            ([Span(1, 2, "PER")], [Span(1, 3, "PER")]),
        ],
    ),
    "tags": (
        "tags",
        ITEMS,
        [(["B-PER", "I-PER"], ["B-PER", "I-LOC"]), (["B-PER", "O"], ["B-LOC", "O"])],
    ),
    "rows": (
        "rows",
        (*ITEMS, OVERLAP),
        [
            ([{"start": 0, "end": 2, "label": "a"}], [{"start": 2, "end": 4, "label": "a"}]),
            ([{"x": 1, "y": "b"}], [{"x": "1", "y": "b"}]),
        ],
    ),
    "numbers": (None, ("auc", "mae"), [(1, 0.5), (0, 0.25), (1, 0.75)]),
    "truths": (None, ("auc",), [("a", 0.5), ("b", 0.25), ("a", 0.75)]),
    "rankings": (None, ("ndcg",), [([0, 1], [0.5, 0.25]), ([1, 0], [0.5, 0.25])]),
    "chances": (None, CHANCES, [("a", [0.75, 0.25]), ("b", [0.5, 0.5]), (1, [0.25, 0.75])]),
    "chances by name": (
        None,
        CHANCES,
        [("a", {"a": 0.75, "b": 0.25}), ("b", {"a": 0.5, "b": 0.5})],
    ),
    "raters": (
        None,
        ("krippendorff_alpha", "weighted_kappa(weights=linear,order=[0,1,2])"),
        [(0, "0"), (1, 2), ("0", "0"), (0, 0)],
    ),
    "texts": (None, TEXTS, [("the cat", "the cat"), (["a cat", "x"], "a dog")]),
}


def below(asked: str, columns: Columns) -> str:
    """Score without a look at which arguments there are: what changes here is an effect."""
    try:
        definition = meant(asked, lambda: columns.told, columns.positive)
        assert not isinstance(definition, Compatible)
        number = measured(kept(columns), (definition,)).score()
    except InvalidInputError as error:
        return str(error)
    # What was read is compared, as a number may be the same of items by other names.
    return f"{number!r} {measured(kept(columns), (definition,)).pools}"


def answer(asked: str, columns: tuple[list[object], list[object]], said: Said) -> str:
    """Score as a caller does."""
    try:
        return repr(score(*columns, asked, **said))
    except InvalidInputError as error:
        return str(error)


IDLE = re.compile(r"(\w+): expected (nothing of|a metric of one label)")


def both(rows: Rows) -> tuple[list[object], list[object]]:
    return [one for one, _ in rows], [other for _, other in rows]


@given(shape=st.sampled_from(sorted(SHAPES)), name=st.sampled_from(sorted(VALUES)), data=st.data())
def test_an_argument_that_changes_what_is_read_is_taken_and_no_other(
    shape: str, name: Argument, data: st.DataObject
) -> None:
    kind, definitions, every = SHAPES[shape]
    rows = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=4))
    asked = data.draw(st.sampled_from(definitions))
    told: Said = {**data.draw(st.sampled_from(VALUES[name])), "kind": kind}
    gold, predicted = both(rows)

    plain = below(asked, columns_of(gold, predicted, {"kind": kind}))
    said = below(asked, columns_of(gold, predicted, told))
    refused = IDLE.match(answer(asked, (gold, predicted), told))

    assert refused is None or plain == said
    assert refused is None or refused[1] == name


@pytest.mark.parametrize("name", sorted(VALUES))
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_what_is_taken_changes_some_of_what_is_read(shape: str, name: Argument) -> None:
    kind, definitions, rows = SHAPES[shape]
    corpora = [rows, *([row] for row in rows)]
    tried = [
        (asked, both(corpus), Said({**said, "kind": kind}))
        for asked in definitions
        for corpus in corpora
        for said in VALUES[name]
    ]

    changes = {
        at: below(asked, columns_of(*columns, said))
        != below(asked, columns_of(*columns, {"kind": kind}))
        for at, (asked, columns, said) in enumerate(tried)
    }
    answers = {at: answer(*one) for at, one in enumerate(tried)}

    accepted = [at for at, told in answers.items() if told.startswith("<")]

    assert not accepted or any(changes[at] for at in accepted)
    assert not any(changes[at] for at, told in answers.items() if IDLE.match(told))
