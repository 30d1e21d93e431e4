"""Scores with their counts of units, and the exact words where there is none."""

import re
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.expression import exact
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.observe import observe
from measurand.evidence.pool import Pool, pool
from measurand.metrics.compiler import compiled
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser, Scored, evaluate
from measurand.metrics.grammar import SignatureError
from measurand.metrics.moments import UnitsByCase
from measurand.metrics.options import Over, OverKind
from measurand.metrics.pool_sums import Ledger
from measurand.metrics.row_sums import Columns, Reading
from measurand.metrics.signature import parse
from measurand.values.english import with_article
from measurand.values.printed import Added
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import Tally

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)


def scored(text: str, *samples: Sample, names: tuple[str, ...] = ()) -> Scored:
    """Score samples; how far off floats may be is left out."""
    definition = parse(text)
    found = Finaliser(pool(observing(definition), samples, names=names)).score(definition)
    return evolve(found, added=Added(number=0))


def numbers(which: int, weight: int = 1, **amounts: int) -> Sample:
    found = tuple(sorted((name, Fraction(value)) for name, value in amounts.items()))
    return Sample(id=str(which), amounts=found, weight=Fraction(weight))


def items(which: int, gold: str, answer: str | None, weight: int = 1) -> Sample:
    predicted = None if answer is None else tuple(answer)
    return Sample(id=str(which), gold=tuple(gold), predicted=predicted, weight=Fraction(weight))


def change(which: int, before: str, after: str, gold: str = "a", weight: int = 1) -> Sample:
    return Sample(
        id=str(which),
        gold=tuple(gold),
        predicted=tuple(after),
        lists=(("first", tuple(before)),),
        amounts=(("moved", Fraction(which % 2)),),
        weight=Fraction(weight),
    )


def test_a_ratio_tells_its_samples_and_its_divisor() -> None:
    samples = [numbers(1, hits=1, tries=4), numbers(2, weight=2, hits=1, tries=1), numbers(3)]

    assert scored("ratio(top=hits,bottom=tries)", *samples) == Scored(
        Defined(HALF), 2, 0, Fraction(6)
    )
    nothing = scored("ratio(top=hits,bottom=tries)", numbers(1, hits=0, tries=0))
    assert nothing == Scored(Undefined("tries sums to 0"), 1, 0, NONE)
    zero = scored("ratio(top=hits,bottom=tries,zero=zero)", numbers(1, hits=0, tries=0))
    assert zero.score == Defined(NONE)
    short = scored("ratio(top=hits,bottom=tries[x=1])", numbers(1, hits=0)).score
    assert short == Undefined("no sample was scored: no number 'tries[x=1]'")


def test_a_bottom_that_sums_to_nothing_is_named_without_its_options() -> None:
    both = Sample(id="1", amounts=(("hits", NONE), ("tries[x=1]", NONE)))

    assert scored("ratio(top=hits,bottom=tries[x=1])", both).score == Undefined("tries sums to 0")


@pytest.mark.parametrize(
    ("of", "score", "divisor"),
    [
        ("fix", Fraction(2), None),
        ("break", ONE, None),
        ("still", ONE, None),
        ("keep", Fraction(3), None),
        ("fix_rate", Fraction(2, 3), Fraction(3)),
        ("break_rate", Fraction(1, 4), Fraction(4)),
        ("net_gain", Fraction(1, 7), Fraction(7)),
    ],
)
def test_a_change_is_counted_by_weight(of: str, score: Fraction, divisor: Fraction | None) -> None:
    samples = [
        change(1, "b", "a", weight=2),
        change(2, "a", "b"),
        change(3, "b", "c"),
        change(4, "a", "a", weight=3),
    ]

    found = scored(f"transition(of={of},before=first)", *samples)

    assert found == Scored(Defined(score), 4, 0, divisor)


def test_a_rate_of_changes_says_what_it_lacks() -> None:
    right, wrong = change(1, "a", "a"), change(2, "b", "b")

    fixed = scored("transition(of=fix_rate,before=first)", right)
    broken = scored("transition(of=break_rate,before=first)", wrong)
    gain = scored("transition(of=net_gain,before=first)", change(1, "a", "a", weight=0))
    assert fixed.score == Undefined("no sample was wrong before")
    assert broken.score == Undefined("no sample was right before")
    assert gain.score == Undefined("all samples weigh nothing")


def test_a_shift_is_a_share_of_what_was_moved() -> None:
    samples = [
        change(1, "b", "a", weight=2),
        change(3, "a", "a"),
        change(5, "ab", "a", weight=4),
        change(2, "b", "a"),
    ]

    among = scored("shift(of=improved,before=first,where=moved,over=where)", *samples)
    overall = scored("shift(of=improved,before=first,where=moved,over=all)", *samples)
    worse = scored("shift(of=degraded,before=first,where=moved,over=where)", *samples)
    nobody = scored("shift(of=improved,before=first,where=moved,over=where)", samples[-1])
    zero = scored("shift(of=improved,before=first,where=moved,over=where,zero=zero)", samples[-1])

    # Of 7 that were moved 2 went from F = 0 to 1, and 4 from 2/3 to 1; 8 weigh all together.
    assert among == Scored(Defined(Fraction(6, 7)), 4, 0, Fraction(7))
    assert overall == Scored(Defined(Fraction(6, 8)), 4, 0, Fraction(8))
    assert worse == Scored(Defined(NONE), 4, 0, Fraction(7))
    assert nobody == Scored(Undefined("no sample is moved"), 1, 0, NONE)
    assert zero.score == Defined(NONE)


def test_a_column_of_weightless_samples_has_a_sum_and_no_mean() -> None:
    weightless = numbers(1, weight=0, cost=3)

    assert scored("column(name=cost)", weightless) == Scored(Defined(NONE), 1, 0)
    assert scored("column(name=cost,reduce=mean)", weightless) == Scored(
        Undefined("all samples weigh nothing"), 1, 0
    )
    assert scored("column(name=cost)", numbers(1)).score == Undefined(
        "no sample has a number 'cost'"
    )


@pytest.mark.parametrize(("gold", "answer"), [("ab", "a"), ("a", "ab")])
def test_accuracy_is_of_judgements(gold: str, answer: str) -> None:
    why = "a sample has more than one item: accuracy is of judgements"

    assert scored("accuracy", items(1, gold, answer)) == Scored(Undefined(why), 0, 0)
    assert scored("accuracy", items(1, "a", "a"), items(2, "a", "b")).score == Defined(HALF)


def test_a_class_that_no_item_has_leaves_a_score_undefined() -> None:
    found = scored("f(class=item,only=class[z])", items(1, "a", "a"), items(2, "b", "b"))

    assert found.score == Undefined("no item has the class 'z'")
    assert found.units == 0
    zero = scored("f(class=item,only=class[z],undefined=zero)", items(1, "a", "a"))
    assert zero.score == Defined(NONE)


def test_totals_count_by_weight() -> None:
    samples = [items(1, "ab", "ac", weight=2), items(2, "", ""), items(3, "a", "")]
    totals = {
        of: evaluate(parse(f"total(of={of})"), samples)
        for of in ("hits", "predicted", "gold", "fn", "fp", "tn")
    }

    assert {of: getattr(one, "value", one) for of, one in totals.items()} == {
        "hits": 2,
        "predicted": 4,
        "gold": 5,
        "fn": 3,
        "fp": 2,
        "tn": 1,
    }


def test_a_mean_over_a_group_needs_a_pool_that_has_it() -> None:
    message = re.escape("a pool grouped by 'site': got groups ('run',)")

    with pytest.raises(ValueError, match=f"^{message}$"):
        Finaliser(Pool(("run",))).score(parse("f(average=macro[site,sample])"))


def test_classes_are_those_of_gold_or_answers_or_both() -> None:
    how = Observation(classes=ClassOf(ClassKind.ITEM))
    found = pool(how, [items(1, "ab", "bc"), items(2, "d", "e", weight=0)])

    ledger = Ledger(found)
    assert ledger.classes(Over()) == ("a", "b", "c")
    assert ledger.classes(Over(OverKind.GOLD)) == ("a", "b")
    assert ledger.classes(Over(OverKind.PREDICTED)) == ("b", "c")
    assert ledger.classes(Over(OverKind.DECLARED, ("a", "z")), "z") == ("z",)
    assert ledger.tally("b") == Tally(1, 1, 1)


def test_a_weighted_mean_over_groups_weighs_by_gold() -> None:
    samples = [
        Sample(id="1", gold=("a", "b", "c"), predicted=("a", "b", "c"), groups=(("run", "1"),)),
        Sample(id="2", gold=("a",), predicted=("b",), groups=(("run", "2"),)),
    ]
    for average, expected in (("weighted[run,sample]", Fraction(3, 4)), ("macro[run]", HALF)):
        found = scored(f"f(average={average})", *samples, names=("run",))
        assert found.score == Defined(expected)


def test_units_are_weighed_by_what_is_missing() -> None:
    units = UnitsByCase.of([(Tally(1, 1, 2), 1, 3, 2), (Tally(0, 1, 0), 1, 1, 1)])

    assert units.regular == {Tally(1, 1, 2): Fraction(6)}
    assert units.uneven


def by_sums(text: str, *samples: Sample) -> Score:
    """Score by the other road: sums over samples, and an expression of them."""
    definition, columns = parse(text), Columns[Evidence]()
    rows = tuple(observe(observing(definition), sample) for sample in samples)
    labels = tuple(
        sorted({name for row in rows if isinstance(row, Observed) for name, _ in row.tallies})
    )
    reading = Reading(columns=columns, pick=lambda row: row, labels=labels)
    found = compiled(definition, reading).score
    return exact(found, [*map(Fraction, columns.vector(tuple((row, 1) for row in rows)))])


MOVED = (
    change(1, "b", "a", weight=2),
    change(3, "a", "a"),
    change(5, "ab", "a", weight=4),
    change(2, "b", "a"),
)
TURNED = (change(1, "b", "a", weight=2), change(2, "a", "b"), change(3, "b", "c"))
UNANSWERED = Sample(id="9", gold=("a",), predicted=None, lists=(("first", ("b",)),))
PICKED = (items(1, "ab", "ac", weight=2), items(2, "", ""), items(3, "a", ""), items(4, "b", None))


@pytest.mark.parametrize(
    ("text", "samples", "score"),
    [
        ("column(name=cost)", (numbers(1, weight=2, cost=3), numbers(2)), 6),
        ("column(name=cost,reduce=mean)", (numbers(1, weight=2, cost=3), numbers(2, cost=0)), 2),
        ("column(name=cost,reduce=mean)", (numbers(1, 0, cost=3),), "all samples weigh nothing"),
        (
            "ratio(top=a,bottom=b)",
            (numbers(1, 2, a=1, b=4), numbers(2), numbers(3, a=4, b=4)),
            HALF,
        ),
        ("ratio(top=a,bottom=b)", (numbers(1, a=1, b=0),), "b sums to 0"),
        ("ratio(top=a,bottom=b,zero=zero)", (numbers(1, a=1, b=0),), 0),
        ("shift(of=improved,before=first,where=moved)", MOVED, Fraction(6, 8)),
        ("shift(of=improved,before=first,where=moved,over=where)", MOVED, Fraction(6, 7)),
        ("shift(of=degraded,before=first,where=moved,over=where)", MOVED, 0),
        (
            "shift(of=improved,before=first,where=moved,over=where)",
            MOVED[3:],
            "no sample is moved",
        ),
        ("shift(of=improved,before=first,where=moved,over=where,zero=zero)", MOVED[3:], 0),
        ("transition(of=fix,before=first)", TURNED, 2),
        ("transition(of=break,before=first)", TURNED, 1),
        ("transition(of=still,before=first)", TURNED, 1),
        ("transition(of=keep,before=first)", TURNED, 0),
        ("transition(of=fix_rate,before=first)", TURNED, Fraction(2, 3)),
        ("transition(of=break_rate,before=first)", TURNED, 1),
        ("transition(of=net_gain,before=first)", TURNED, Fraction(1, 4)),
        ("transition(of=fix_rate,before=first)", (*TURNED, UNANSWERED), Fraction(2, 3)),
        ("transition(of=net_gain,before=first)", (*TURNED, UNANSWERED), Fraction(1, 4)),
        # Before, F is 0, 1 and 0; after, it is 1, 0 and 0: weighed 2, 1 and 1.
        ("difference(before=first)", TURNED, Fraction(1, 4)),
        ("f(aggregate=harmonic,average=macro[sample])", PICKED[:1], HALF),
        ("transition(of=fix_rate,before=first)", TURNED[1:2], "no sample was wrong before"),
        ("transition(of=break_rate,before=first)", TURNED[:1], "no sample was right before"),
        ("total(of=hits)", PICKED, 2),
        ("total(of=predicted)", PICKED, 4),
        ("total(of=gold)", PICKED, 5),
        ("total(of=fp)", PICKED, 2),
        ("total(of=fn)", PICKED, 3),
        ("total(of=tn)", PICKED, 1),
        ("total(of=gold,class=item,only=class[b])", PICKED, 2),
        ("total(of=predicted,class=item,only=class[c])", PICKED, 2),
        ("f(class=item,only=class[z])", PICKED, "no item has the class 'z'"),
        ("accuracy", PICKED, "a sample has more than one item: accuracy is of judgements"),
        ("recall(average=macro[class],class=item,over=gold)", PICKED, Fraction(1, 3)),
        ("recall(average=weighted[class],class=item,over=gold)", PICKED, Fraction(2, 5)),
        ("recall(average=macro[class],class=item,over=declared[b,c])", PICKED, 0),
        ("precision(average=macro[class],class=item,over=predicted)", PICKED, HALF),
    ],
)
def test_both_roads_give_the_score(
    text: str, samples: tuple[Sample, ...], score: Fraction | int | str
) -> None:
    expected = Undefined(score) if isinstance(score, str) else Defined(Fraction(score))

    assert scored(text, *samples).score == expected
    assert by_sums(text, *samples) == expected


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        ("precision", "precision"),
        ("recall", "recall"),
        ("f", "f"),
        ("jaccard", "jaccard"),
        ("exact_match", "weight"),
    ],
)
def test_a_mean_over_no_class_names_what_no_unit_has(metric: str, name: str) -> None:
    text = f"{metric}(average=macro[class],class=item)"

    assert scored(text, items(1, "", "")).score == Undefined(f"no unit has {with_article(name)}")
    assert by_sums(text, items(1, "", "")) == Undefined(f"no unit has {with_article(name)}")


def test_a_harmonic_mean_of_means_tells_its_units() -> None:
    found = scored("f(aggregate=harmonic)", items(1, "ab", "a"), items(2, "a", "ab"))

    # Precision 1 and 1/2, recall 1/2 and 1.
    assert found == Scored(Defined(Fraction(3, 4)), 2, 0)


@pytest.mark.parametrize(
    "option",
    ["over=declared[A]", "average=macro[class]", "only=class[A]", "average=macro[run,class]"],
)
def test_items_without_a_class_have_no_mean_over_classes(option: str) -> None:
    message = "means over class, only and over=declared need the class of an item: got class=none"

    with pytest.raises(SignatureError, match=re.escape(message)):
        parse(f"f({option})")
