"""Worked by hand: ratios of columns, and what changed between two lists of answers."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.metrics.definitions import group_keys
from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined


def exactly(top: int, bottom: int = 1) -> Score:
    """Write an expected score."""
    return Defined(Fraction(top, bottom))


def moved(
    first: str | None,
    later: str | None,
    *,
    gold: str = "a",
    changed: int | None = 1,
    weight: int = 1,
) -> Sample:
    """Make a sample of which every letter is an item."""
    return Sample(
        id="1",
        gold=tuple(gold),
        predicted=None if later is None else tuple(later),
        lists=(("first", None if first is None else tuple(first)),),
        amounts=() if changed is None else (("changed", Fraction(changed)),),
        weight=Fraction(weight),
    )


FIXED, BROKEN, STILL, KEPT = moved("b", "a"), moved("a", "b"), moved("", "b"), moved("a", "a")
UNANSWERED = moved("a", None)


def tried(hits: str | None, tries: str | None, *, weight: int = 1) -> Sample:
    """Make a sample with two numbers, or one."""
    named = {"hits": hits, "tries": tries}
    amounts = tuple((name, Fraction(text)) for name, text in named.items() if text is not None)
    return Sample(id="1", amounts=amounts, weight=Fraction(weight))


RATIO, OR_ZERO = "ratio(top=hits,bottom=tries)", "ratio(top=hits,bottom=tries,zero=zero)"


@pytest.mark.parametrize(
    ("text", "corpus", "expected"),
    [
        # 3 of 8, not the mean of 1/2 and 2/6
        (RATIO, [tried("1", "2"), tried("2", "6")], exactly(3, 8)),
        # a sample without one of the two gives neither
        (RATIO, [tried("1", "2"), tried("2", None), tried(None, "6")], exactly(1, 2)),
        # the first one three times: 5 of 12
        (RATIO, [tried("1", "2", weight=3), tried("2", "6")], exactly(5, 12)),
        # what weighs nothing is there, and adds nothing
        (RATIO, [tried("1", "2", weight=0), tried("2", "6")], exactly(1, 3)),
        (RATIO, [tried("0", "5")], exactly(0)),
        (RATIO, [tried("-1", "0.5")], exactly(-2)),
        (RATIO, [tried("1", "0")], Undefined("tries sums to 0")),
        (RATIO, [tried("1", "2"), tried("1", "-2")], Undefined("tries sums to 0")),
        (RATIO, [tried("1", "2", weight=0)], Undefined("tries sums to 0")),
        (OR_ZERO, [tried("0", "0")], exactly(0)),
        (OR_ZERO, [tried("3", "0")], exactly(0)),  # the bottom decides, whatever the top
        (RATIO, [], Undefined("no sample was scored")),
        (OR_ZERO, [], Undefined("no sample was scored")),
        (RATIO, [tried("1", None)], Undefined("no sample was scored: no number 'tries'")),
        (RATIO, [tried(None, None)], Undefined("no sample was scored: no number 'hits'")),
    ],
)
def test_ratios(text: str, corpus: list[Sample], expected: Score) -> None:
    assert evaluate(parse(text), corpus) == expected


ONE_OF_EACH = [FIXED, BROKEN, STILL, KEPT]
# weights 3, 1, 2, 4 of fixed, broken, still wrong, kept right
WEIGHED = [
    evolve(sample, weight=Fraction(weight))
    for sample, weight in zip(ONE_OF_EACH, (3, 1, 2, 4), strict=True)
]


@pytest.mark.parametrize(
    ("of", "corpus", "expected"),
    [
        ("fix", ONE_OF_EACH, exactly(1)),
        ("break", ONE_OF_EACH, exactly(1)),
        ("still", ONE_OF_EACH, exactly(1)),
        ("keep", ONE_OF_EACH, exactly(1)),
        ("fix_rate", ONE_OF_EACH, exactly(1, 2)),
        ("break_rate", ONE_OF_EACH, exactly(1, 2)),
        ("net_gain", ONE_OF_EACH, exactly(0)),
        ("fix", WEIGHED, exactly(3)),
        ("still", WEIGHED, exactly(2)),
        ("fix_rate", WEIGHED, exactly(3, 5)),  # 3 / (3 + 2)
        ("break_rate", WEIGHED, exactly(1, 5)),  # 1 / (1 + 4)
        ("net_gain", WEIGHED, exactly(1, 5)),  # (3 - 1) / 10
        # nothing against nothing is right: it can be broken and kept
        ("keep", [moved("", "", gold="")], exactly(1)),
        ("break", [moved("", "a", gold="")], exactly(1)),
        # partly right is wrong
        ("still", [moved("a", "ab", gold="abc")], exactly(1)),
        ("fix", [moved("a", "ab", gold="ab")], exactly(1)),
        # an unanswered sample is neither; one that is read counts in `over=all`
        ("fix", [FIXED, UNANSWERED], exactly(1)),
        ("net_gain", [FIXED, UNANSWERED], exactly(1)),
        ("net_gain,over=all", [FIXED, UNANSWERED], exactly(1, 2)),
        ("net_gain,over=all", [BROKEN, UNANSWERED, UNANSWERED], exactly(-1, 3)),
        ("net_gain,missing=empty", [UNANSWERED], exactly(-1)),  # no answer is a wrong one
        ("fix_rate", [KEPT, BROKEN], Undefined("no sample was wrong before")),
        ("break_rate", [STILL, FIXED], Undefined("no sample was right before")),
        ("net_gain", [evolve(FIXED, weight=Fraction(0))], Undefined("all samples weigh nothing")),
        ("fix_rate", [], Undefined("no sample was scored")),
        ("net_gain", [UNANSWERED], Undefined("no sample was scored: no answer")),
        ("net_gain,over=all", [], Undefined("no sample was scored")),
        ("net_gain,over=all", [UNANSWERED], exactly(0)),  # nothing was fixed of one that was read
        ("fix", [], exactly(0)),  # a count of nothing is 0
    ],
)
def test_transitions(of: str, corpus: list[Sample], expected: Score) -> None:
    assert evaluate(parse(f"transition(of={of},before=first)"), corpus) == expected


def test_a_sample_is_right_as_its_definition_observes_it() -> None:
    corpus = [moved("A", "a"), moved("aa", "a")]

    # as written A is not a; lower case is, and a set has no duplicates
    assert evaluate(parse("transition(of=fix,before=first)"), corpus) == exactly(1)
    assert evaluate(parse("transition(of=keep,before=first,normalise=lower)"), corpus) == exactly(2)
    assert evaluate(parse("transition(of=fix,before=first,match=multiset)"), corpus) == exactly(2)


BETTER, WORSE = moved("b", "ab", gold="ab"), moved("ab", "b", gold="ab")
SAME, ELSEWHERE = moved("a", "b", gold="ab"), moved("b", "ab", gold="ab", changed=0)


@pytest.mark.parametrize(
    ("options", "corpus", "expected"),
    [
        ("of=improved", [BETTER, WORSE, SAME], exactly(1, 3)),
        ("of=degraded", [BETTER, WORSE, SAME], exactly(1, 3)),
        # a sample that was not changed cannot count on top; `over` says whether below
        ("of=improved", [BETTER, ELSEWHERE], exactly(1, 2)),
        ("of=improved,over=where", [BETTER, ELSEWHERE], exactly(1)),
        ("of=improved,over=where", [ELSEWHERE, SAME], exactly(0)),
        # weights 3 and 1
        ("of=improved", [evolve(BETTER, weight=Fraction(3)), SAME], exactly(3, 4)),
        # any number but 0 is a flag
        ("of=improved", [evolve(BETTER, amounts=(("changed", Fraction(-2)),))], exactly(1)),
        # no answer: below, never on top; no flag: neither
        ("of=degraded", [UNANSWERED, WORSE], exactly(1, 2)),
        ("of=degraded,missing=empty", [UNANSWERED, WORSE], exactly(1)),
        ("of=improved", [evolve(BETTER, amounts=()), SAME], exactly(0)),
        # an F that its rule drops does not move: () against () to an answer
        ("of=degraded,gold_empty=drop", [moved("", "b", gold="")], exactly(0)),
        ("of=degraded", [moved("", "b", gold="")], exactly(1)),
        # P 1, R 1/2 to P 1/2, R 1: F1 stays 2/3, F2 rises from 5/9 to 5/6
        ("of=improved", [moved("a", "abcd", gold="ab")], exactly(0)),
        ("of=improved,beta=2", [moved("a", "abcd", gold="ab")], exactly(1)),
        (
            "of=improved,over=where",
            [ELSEWHERE],
            Undefined("no sample is changed"),
        ),
        ("of=improved,over=where,zero=zero", [ELSEWHERE], exactly(0)),
        ("of=improved", [evolve(BETTER, weight=Fraction(0))], Undefined("no sample is changed")),
        ("of=improved,zero=zero", [], Undefined("no sample was scored")),
        (
            "of=improved",
            [moved("a", "a", changed=None)],
            Undefined("no sample was scored: no number 'changed'"),
        ),
    ],
)
def test_shifts(options: str, corpus: list[Sample], expected: Score) -> None:
    assert evaluate(parse(f"shift(before=first,where=changed,{options})"), corpus) == expected


# F1 before and after: 2/3 and 1 of (a, b); 1 and 0 of (a)
PARTLY = [moved("a", "ab", gold="ab"), moved("a", "b")]


@pytest.mark.parametrize(
    ("options", "corpus", "expected"),
    [
        # mean 5/6 before, 1/2 after
        ("", PARTLY, exactly(-1, 3)),
        # 2 hits of 2 and 3 before: 4/5; 2 of 3 and 3 after: 2/3
        (",average=micro", PARTLY, exactly(-2, 15)),
        # means of P and R before: 1 and 3/4, F 6/7; after 1/2 and 1/2
        (",aggregate=harmonic", PARTLY, exactly(-5, 14)),
        # (2 * 2/3 + 1) / 3 = 7/9 before, 2/3 after
        ("", [evolve(PARTLY[0], weight=Fraction(2)), PARTLY[1]], exactly(-1, 9)),
        # the unanswered one leaves both sides, also the earlier one, which was right
        ("", [PARTLY[0], UNANSWERED], exactly(1, 3)),
        # as the empty answer it does not: (2/3 + 1) / 2 before, (1 + 0) / 2 after
        (",missing=empty", [PARTLY[0], UNANSWERED], exactly(-1, 3)),
        ("", [FIXED], exactly(1)),
        ("", [BROKEN], exactly(-1)),
        ("", [], Undefined("no sample was scored")),
        ("", [UNANSWERED], Undefined("no sample was scored: no answer")),
        (",pred_empty=drop", [STILL], Undefined("no unit has a f")),
        (",pred_empty=drop,undefined=zero", [FIXED, STILL], exactly(1, 2)),
        (",statistic=population_stdev", [FIXED], Undefined("a spread has no difference")),
        (",statistic=sample_stdev", [], Undefined("a spread has no difference")),
    ],
)
def test_differences(options: str, corpus: list[Sample], expected: Score) -> None:
    assert evaluate(parse(f"difference(before=first{options})"), corpus) == expected


def test_a_difference_averages_over_groups_too() -> None:
    definition = parse("difference(before=first,average=macro[run])")
    corpus = [
        evolve(sample, groups=(("run", run),))
        for sample, run in ((FIXED, "a"), (KEPT, "a"), (BROKEN, "b"))
    ]

    # run a: micro 1/2 before, 1 after; run b: 1 and 0
    assert group_keys(definition) == ("run",)
    assert evaluate(definition, corpus) == exactly(-1, 4)


@pytest.mark.parametrize(
    "text",
    [
        "ratio(top=hits)",
        "ratio(bottom=tries)",
        "transition(of=fix)",
        "transition(before=first)",
        "shift(of=improved,before=first)",
        "difference",
        "difference(before=first,beta=-1)",
        "shift(of=improved,before=first,where=x,beta=0)",
        "f(wildcard=gold[a,b])",
        "f(unit=a,wildcard=gold)",
        "f(unit=a,wildcard=off[a])",
        "f(unit=a,answer_unit=last[a,b])",
        "f(unit=a,answer_unit=first[a])",
        "f(gold_keep=full[a])",
        "f(gold_keep=not[a])",
        "f(gold_keep=filled[a,b])",
        "f(passes=twice)",
        "transition(of=fixed,before=first)",
    ],
)
def test_a_signature_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(SignatureError):
        parse(text)
