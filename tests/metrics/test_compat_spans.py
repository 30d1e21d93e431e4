"""Worked examples of seqeval and nervaluate as definitions: numbers, refusals, pairings."""

from fractions import Fraction
from math import isnan

import pytest

from measurand.evidence.span_matching import Assign, Mode, SpanMatch, span_links
from measurand.metrics.compat.nervaluate import (
    as_nervaluate,
    known_of_nervaluate,
    samples_of_entities,
)
from measurand.metrics.compat.seqeval import as_seqeval, known_of_seqeval, samples_of_tags
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from measurand.values.tagging import Scheme

GOLD = ["B-A", "I-A", "O", "B-B", "O", "B-B"]
MINE = ["B-A", "I-A", "O", "B-A", "O", "B-B"]


@pytest.mark.parametrize(
    ("metric", "average", "expected"),
    [
        # hand work: A 1 of 2 predictions, all of 1 gold; B all of 1 prediction, 1 of 2 gold
        ("precision", "micro", Fraction(2, 3)),
        ("recall", "micro", Fraction(2, 3)),
        ("precision", "macro", Fraction(3, 4)),
        ("recall", "macro", Fraction(3, 4)),
        ("f1", "macro", Fraction(2, 3)),
        ("precision", "weighted", Fraction(5, 6)),
        ("recall", "weighted", Fraction(2, 3)),
        ("f1", "weighted", Fraction(2, 3)),
    ],
)
def test_scores_of_tags(metric: str, average: str, expected: Fraction) -> None:
    samples = samples_of_tags([GOLD], [MINE])

    found = as_seqeval(metric, average=average)

    assert found.score(samples) == Defined(expected)
    assert found.number(samples) == pytest.approx(float(expected), abs=1e-15)


def test_the_score_of_one_type() -> None:
    samples = samples_of_tags([GOLD], [MINE])

    assert as_seqeval("precision", average=None, label="A").number(samples) == 0.5
    assert as_seqeval("precision", average=None, label="A").call.endswith("average=None) of A")


def test_default_and_strict_differ_where_no_b_begins_a_span() -> None:
    # shared/research/peers.md, 3.2: gold B-A, predicted I-A
    lenient = samples_of_tags([["B-A"]], [["I-A"]])
    strict = samples_of_tags([["B-A"]], [["I-A"]], Scheme.IOB2)

    assert as_seqeval("f1").number(lenient) == 1
    assert as_seqeval("f1", mode="strict", scheme=Scheme.IOB2).number(strict) == 0


def test_samples_that_were_read_in_another_scheme_are_refused() -> None:
    tags = [["B-A"]], [["I-A"]]
    strict = as_seqeval("f1", mode="strict", scheme=Scheme.IOB2)

    for number, samples, message in (
        (
            strict,
            samples_of_tags(*tags),
            "Scheme.IOB2), as the call reads tags: got '0' read as le",
        ),
        (
            as_seqeval("f1"),
            samples_of_tags(*tags, Scheme.IOB2),
            "Scheme.LENIENT), as the call reads tags: got '0' read as iob2",
        ),
    ):
        with pytest.raises(ValueError, match="read as") as caught:
            number.number(samples)
        told = f"samples of samples_of_tags(y_true, y_pred, {message}"
        assert str(caught.value).startswith(told)


def test_spans_that_no_scheme_was_said_of_are_taken_as_read() -> None:
    [read] = samples_of_tags([GOLD], [MINE])
    plain = Sample(id="0", gold=read.gold, predicted=read.predicted)

    for mode, scheme in ((None, None), ("strict", Scheme.IOB2)):
        found = as_seqeval("f1", mode=mode, scheme=scheme)
        assert found.number([plain]) == pytest.approx(2 / 3)


def test_a_scheme_may_be_named() -> None:
    named = as_seqeval("f1", mode="strict", scheme="IOB2")

    assert named == as_seqeval("f1", mode="strict", scheme=Scheme.IOB2)
    assert named.number(samples_of_tags([["B-A"]], [["I-A"]], "iob2")) == 0
    with pytest.raises(ValueError, match="its name: got 'IOB3'"):
        as_seqeval("f1", mode="strict", scheme="IOB3")
    with pytest.raises(ValueError, match="or its name: got <class 'int'>"):
        as_seqeval("f1", mode="strict", scheme=int)  # type: ignore[arg-type] # as without types


def test_nothing_on_either_side() -> None:
    # shared/research/peers.md, 3.1, D17: the tool gives NaN for macro, 0 or 1 for micro
    samples = samples_of_tags([["O", "O"]], [["O", "O"]])

    for zero in (0, 1):
        macro = as_seqeval("f1", average="macro", zero_division=zero)
        assert macro.score(samples) == Undefined("no unit has a f")
        assert isnan(macro.number(samples))
        assert as_seqeval("f1", zero_division=zero).number(samples) == zero
    assert as_seqeval("f1", average="weighted").number(samples) == 0


@pytest.mark.parametrize(
    ("metric", "mine", "theirs"),
    [
        ("f1", "O", "1.0"),
        ("f1", "B-A", "0.0"),
        ("precision", "B-A", "0.0"),
        ("recall", "B-A", "1.0"),
    ],
)
def test_a_weighted_mean_without_gold_is_refused_under_zero_division_1(
    metric: str, mine: str, theirs: str
) -> None:
    # read off the tool; our weights are all 0, so that ours is undefined
    samples = samples_of_tags([["O"]], [[mine]])

    with pytest.raises(ValueError, match=f"^samples that seqeval scores as we do: got {theirs}"):
        as_seqeval(metric, average="weighted", zero_division=1).number(samples)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"mode": "strict"},
            (
                "mode='strict' and a scheme, or neither; with one of them alone the tool reads as "
                "by default: got mode='strict' and no scheme"
            ),
        ),
        (
            {"mode": "strict", "scheme": Scheme.IOE1},
            "a scheme among iob1, iob2, ioe2, iobes, bilou: got ioe1",
        ),
        ({"mode": "lax"}, "mode is None or 'strict': got 'lax'"),
        (
            {"average": "samples"},
            "average is micro, macro, weighted or None: got 'samples'",
        ),
        ({"average": None}, "a label with average=None, and only there: got None"),
        ({"label": "A"}, "a label with average=None, and only there: got 'A'"),
        ({"zero_division": 2}, "zero_division is 0, 1 or 'warn': got 2"),
    ],
)
def test_options_that_seqeval_does_not_have(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match="got") as caught:
        as_seqeval("f1", **options)  # type: ignore[arg-type] # wrong on purpose

    assert str(caught.value) == message


def test_a_score_that_a_tool_does_not_have() -> None:
    with pytest.raises(ValueError, match=r"^a score among precision, recall, f1: got 'f2'"):
        as_seqeval("f2")
    with pytest.raises(ValueError, match="did you mean 'ent_type'"):
        as_nervaluate("enttype", "f1")
    with pytest.raises(ValueError, match=r"^a score among precision, recall, f1: got 'f'"):
        as_nervaluate("strict", "f")


def test_spans_that_share_a_token_are_no_tags() -> None:
    sample = Sample(id="7", gold=(Span(0, 2, "A"), Span(1, 3, "A")), predicted=())

    with pytest.raises(ValueError, match="share no position") as caught:
        as_seqeval("f1").number([sample])

    assert str(caught.value) == (
        "gold spans of '7' share no position where they are scored as seqeval does: "
        "got A[0, 2) and A[1, 3)"
    )


def test_only_spans_with_answers_are_scored() -> None:
    with pytest.raises(ValueError, match=r"^gold spans of '7': got 'x'$"):
        as_seqeval("f1").number([Sample(id="7", gold=("x",))])
    with pytest.raises(ValueError, match=r"^a sample with an answer, if it is empty: '7' has none"):
        as_seqeval("f1").number([Sample(id="7", predicted=None)])


def entity(label: str, start: int, end: int) -> dict[str, object]:
    """Write a span as nervaluate does: `end` is its last position."""
    return {"label": label, "start": start, "end": end}


@pytest.mark.parametrize(
    ("mode", "precision", "recall", "f1"),
    [
        # hand work. Gold A[0,1] B[3,4] C[6,9]; predicted A[0,1] C[3,4] C[6,7] A[11,11]
        ("strict", Fraction(1, 4), Fraction(1, 3), Fraction(2, 7)),
        ("exact", Fraction(2, 4), Fraction(2, 3), Fraction(4, 7)),
        ("partial", Fraction(5, 8), Fraction(5, 6), Fraction(5, 7)),
        ("ent_type", Fraction(2, 4), Fraction(2, 3), Fraction(4, 7)),
    ],
)
def test_the_four_modes(mode: str, precision: Fraction, recall: Fraction, f1: Fraction) -> None:
    gold = [entity("A", 0, 1), entity("B", 3, 4), entity("C", 6, 9)]
    mine = [entity("A", 0, 1), entity("C", 3, 4), entity("C", 6, 7), entity("A", 11, 11)]
    samples = samples_of_entities([gold], [mine])

    scores = [as_nervaluate(mode, metric).score(samples) for metric in ("precision", "recall")]

    assert scores == [Defined(precision), Defined(recall)]
    assert as_nervaluate(mode, "f1").score(samples) == Defined(f1)


def test_one_label_is_paired_with_itself_alone() -> None:
    gold, mine = [entity("A", 0, 1), entity("B", 3, 4)], [entity("A", 0, 2), entity("A", 3, 4)]
    samples = samples_of_entities([gold], [mine])

    assert as_nervaluate("exact", "recall").number(samples) == 0.5
    assert as_nervaluate("exact", "recall", label="B").number(samples) == 0
    assert as_nervaluate("partial", "f1", label="A").number(samples) == 1 / 3


def test_nothing_on_either_side_is_0_to_nervaluate() -> None:
    assert as_nervaluate("strict", "f1").number(samples_of_entities([[]], [[]])) == 0


def test_a_label_that_does_not_occur_is_refused() -> None:
    with pytest.raises(ValueError, match=r"undefined \(no item has the class 'B'\)$"):
        as_nervaluate("strict", "f1", label="B").number(samples_of_entities([[]], [[]]))


def test_by_type_the_same_label_comes_first_then_the_nearest_ends() -> None:
    # hand work: B[0,4] takes B[3,4], not the first; A[3,7] takes A[4,9], nothing is left for A[8,9]
    another = [entity("A", 0, 1), entity("B", 3, 4)], [entity("B", 0, 4)]
    nearest = [entity("A", 0, 3), entity("A", 4, 9)], [entity("A", 3, 7), entity("A", 8, 9)]

    numbers = [
        as_nervaluate("ent_type", "recall").number(samples_of_entities([gold], [mine]))
        for gold, mine in (another, nearest)
    ]

    assert numbers == [0.5, 0.5]


def test_gold_out_of_order_is_refused_too() -> None:
    samples = samples_of_entities([[entity("A", 2, 2), entity("A", 0, 1)]], [[entity("A", 0, 0)]])

    with pytest.raises(ValueError, match=r"^spans in the order of the text"):
        as_nervaluate("ent_type", "f1").number(samples)


def test_spans_out_of_order_are_refused_where_the_tool_pairs_by_order() -> None:
    # shared/research/peers.md, 3.1, D4: .25 or .50 by the order in which gold is listed
    gold, mine = [entity("A", 0, 1), entity("A", 2, 2)], [entity("A", 1, 2), entity("A", 0, 0)]
    listed, sorted_ = samples_of_entities([gold], [mine]), samples_of_entities([gold], [mine[::-1]])

    with pytest.raises(ValueError, match="order") as caught:
        as_nervaluate("partial", "f1").number(listed)

    assert str(caught.value) == (
        "spans in the order of the text, since nervaluate pairs in the order listed: "
        "those of '0' are not"
    )
    assert as_nervaluate("partial", "f1").number(sorted_) == 0.5
    assert as_nervaluate("strict", "f1").number(listed) == 0


def test_an_overlap_that_nervaluate_does_not_see_is_refused() -> None:
    # one of 101 positions is less than one hundredth
    def samples(size: int) -> tuple[Sample, ...]:
        return samples_of_entities([[entity("A", 0, size - 1)]], [[entity("A", 0, 0)]])

    with pytest.raises(ValueError, match="hundredth") as caught:
        as_nervaluate("partial", "f1").number(samples(101))

    assert str(caught.value) == (
        "overlaps of at least a hundredth of gold spans, since nervaluate sees no other: "
        "got A[0, 1) on A[0, 101) of '0'"
    )
    assert as_nervaluate("partial", "f1").number(samples(100)) == 0.5
    assert as_nervaluate("strict", "f1").number(samples(101)) == 0


def test_a_long_gold_span_is_no_obstacle_where_nothing_overlaps_it() -> None:
    samples = samples_of_entities([[entity("A", 0, 300)]], [[entity("A", 301, 301)]])

    assert as_nervaluate("partial", "f1").number(samples) == 0


@pytest.mark.parametrize("entity", [{"label": "A", "start": 0}, {"label": 1, "start": 0, "end": 1}])
def test_an_entity_has_a_label_a_start_and_an_end(entity: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^a label, a start and an end: got {"):
        samples_of_entities([[entity]], [[]])


def test_as_many_documents_on_both_sides() -> None:
    with pytest.raises(ValueError, match=r"^predictions for each of 1 documents: got 0$"):
        samples_of_entities([[]], [])
    with pytest.raises(ValueError, match=r"^predicted tags for each of 1 sequences: got 0$"):
        samples_of_tags([[]], [])


@pytest.mark.parametrize(
    ("assign", "pairs"),
    [
        # the first that overlaps; the same label before; the nearest ends of these
        (Assign.GREEDY, [(0, 0)]),
        (Assign.NEAREST, [(0, 2)]),
        (Assign.OPTIMAL, [(0, 2)]),
    ],
)
def test_which_gold_span_a_prediction_takes(assign: Assign, pairs: list[tuple[int, int]]) -> None:
    gold = [Span(0, 3, "B"), Span(3, 4, "A"), Span(4, 9, "A")]

    links = span_links(SpanMatch(mode=Mode.TYPE, assign=assign), [Span(2, 9, "A")], gold)

    assert [(link.predicted, link.gold) for link in links] == pairs


def test_the_nearest_of_another_label_is_the_first() -> None:
    gold = [Span(0, 2, "B"), Span(2, 6, "C")]

    links = span_links(SpanMatch(assign=Assign.NEAREST), [Span(1, 6, "A")], gold)

    assert [(link.predicted, link.gold) for link in links] == [(0, 0)]


def test_the_nearest_is_a_definition() -> None:
    definition = parse("f(match=spans[mode=type,assign=nearest],average=micro)")
    sample = Sample(id="1", gold=(Span(0, 2, "A"), Span(3, 5, "B")), predicted=(Span(0, 5, "B"),))

    assert evaluate(definition, [sample]) == Defined(Fraction(2, 3))


def test_the_calls_that_the_auditor_knows_differ() -> None:
    known = [*known_of_seqeval(), *known_of_nervaluate()]

    assert len({one.call for one in known}) == len(known) == 21
    assert [one.call for one in known if one.default] == [
        "precision_score(y_true, y_pred)",
        "recall_score(y_true, y_pred)",
        "f1_score(y_true, y_pred)",
    ]
