"""Estimates from a judge and a labelled part are what lists say, and what must be so is so."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Definition, Family, observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.items import Item
from measurand.values.quantity import Quantity
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_judged as oracle
from properties.families.samples import corpora

NAMES = "judge=judge,human=human"
Corpus = tuple[Sample, ...]
LAMBDAS = st.sampled_from(["tuned", "1", "0", "0.5"])
JUDGED = st.sampled_from(["all", "unlabelled"])
PLAN = Plan(ends=Ends.JACKKNIFE)


def family(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def of(name: str, options: str = "") -> Family:
    return family(f"{name}({NAMES}{options})")


def value(definition: Definition, corpus: Corpus) -> Quantity | None:
    score = evaluate(definition, corpus)
    return score.value if isinstance(score, Defined) else None


SHARES = corpora(of("ppi"), size=8)
BINARY = corpora(of("rogan_gladen"), size=10)


@given(SHARES, LAMBDAS, JUDGED, st.sampled_from(["all", "labelled"]))
def test_ppi_is_that_of_lists(corpus: Corpus, lambda_: str, judged: str, spread: str) -> None:
    options = f",lambda={lambda_},judged={judged},spread={spread}"

    found = value(of("ppi", options), corpus)

    assert found == oracle.ppi(oracle.listed(corpus), lambda_, judged, spread)


@given(BINARY, JUDGED, st.sampled_from(["none", "unit"]))
def test_rogan_gladen_is_that_of_lists(corpus: Corpus, judged: str, clip: str) -> None:
    found = value(of("rogan_gladen", f",judged={judged},clip={clip}"), corpus)

    assert found == oracle.rogan_gladen(oracle.listed(corpus), judged, clip)


@given(SHARES)
def test_judge_bias_is_that_of_lists(corpus: Corpus) -> None:
    assert value(of("judge_bias"), corpus) == oracle.judge_bias(oracle.listed(corpus))


@given(SHARES, st.lists(st.sampled_from("ab"), min_size=8, max_size=8))
def test_what_is_drawn_within_groups_is_the_mean_of_each(corpus: Corpus, names: list[str]) -> None:
    grouped = tuple(
        evolve(one, groups=(("topic", name),)) for one, name in zip(corpus, names, strict=False)
    )
    groups = [tuple(s for s in grouped if s.group("topic") == name) for name in sorted({*names})]
    judged = [tuple(s for s in some if s.amount("judge") is not None) for some in groups]
    sizes = [sum((one.weight for one in some), Fraction(0)) for some in judged]

    for name, options in (("ppi", ""), ("ppi", ",lambda=0"), ("judge_bias", "")):
        each = [value(of(name, options), some) for some in judged]
        known = [
            (size, Fraction(str(one)))
            for size, one in zip(sizes, each, strict=True)
            if size and one is not None
        ]
        expected = None
        if known and len(known) == sum(map(bool, sizes)):
            expected = sum((size * one for size, one in known), Fraction(0)) / sum(sizes)

        assert value(of(name, f"{options},drawn=within[topic]"), grouped) == expected


@given(SHARES, st.fractions(Fraction(1, 9), 1))
def test_chances_that_are_one_say_what_no_chances_do(corpus: Corpus, chance: Fraction) -> None:
    chances = tuple(with_amounts(one, chance=chance) for one in corpus)

    for name in ("ppi", "judge_bias"):
        drawn = value(of(name, ",drawn=chance[chance]"), chances)
        assert drawn == value(of(name), corpus)


@given(SHARES, st.lists(st.sampled_from(("1", "1/2", "1/5")), min_size=8, max_size=8))
def test_the_judge_is_moved_by_all_that_it_is_off(corpus: Corpus, names: list[str]) -> None:
    chances = tuple(
        evolve(with_amounts(one, chance=Fraction(name)), groups=(("topic", name),))
        for one, name in zip(corpus, names, strict=False)
    )
    judge = value(of("corrected_score", ",correction=none"), corpus)

    for drawn in ("within[topic]", "chance[chance]"):
        off = value(of("judge_bias", f",drawn={drawn}"), chances)
        full = value(of("ppi", f",lambda=1,drawn={drawn}"), chances)
        assert (full is None) == (off is None)
        if off is not None and full is not None and judge is not None:
            assert judge - off == full


def with_amounts(sample: Sample, **amounts: Fraction | None) -> Sample:
    named = {**dict(sample.amounts), **amounts}
    there = [(name, one) for name, one in sorted(named.items()) if one is not None]
    return evolve(sample, amounts=tuple(there))


@given(SHARES)
def test_a_judge_that_is_never_off_is_believed(corpus: Corpus) -> None:
    agreed = tuple(
        with_amounts(one, human=one.amount("judge"))
        if one.amount("human") is not None and one.amount("judge") is not None
        else one
        for one in corpus
    )

    found = value(of("ppi", ",lambda=1"), agreed)

    assert found is None or found == value(parse("column(name=judge,reduce=mean)"), agreed)


@given(SHARES, LAMBDAS, JUDGED)
def test_where_all_are_labelled_the_human_mean_is_left(
    corpus: Corpus, lambda_: str, judged: str
) -> None:
    labelled = tuple(
        one for one in corpus if None not in {one.amount("human"), one.amount("judge")}
    )

    found = value(of("ppi", f",lambda={lambda_},judged={judged}"), labelled)

    assert found == value(of("ppi", ",lambda=0"), labelled)
    assert found == value(parse("column(name=human,reduce=mean)"), labelled)


def turned(corpus: Corpus) -> Corpus:
    return tuple(
        with_amounts(one, **{name: 1 - number for name, number in one.amounts}) for one in corpus
    )


@given(SHARES, LAMBDAS, JUDGED)
def test_a_share_of_misses_is_what_is_left_to_one(
    corpus: Corpus, lambda_: str, judged: str
) -> None:
    definition = of("ppi", f",lambda={lambda_},judged={judged}")

    found, other = value(definition, corpus), value(definition, turned(corpus))

    assert (found is None) == (other is None)
    assert not isinstance(found, Fraction) or other == 1 - found


@given(BINARY)
def test_intervals_of_misses_mirror_those_of_hits(corpus: Corpus) -> None:
    for definition in (of("ppi"), of("rogan_gladen")):
        found, other = (
            estimate(definition, pool(observing(definition), some), PLAN)
            for some in (corpus, turned(corpus))
        )

        if isinstance(found.interval, Interval) and isinstance(other.interval, Interval):
            assert found.interval.low == pytest.approx(1 - other.interval.high, abs=1e-9)
            assert found.interval.high == pytest.approx(1 - other.interval.low, abs=1e-9)


@given(BINARY)
def test_an_interval_holds_its_estimate_and_stays_where_rates_are(corpus: Corpus) -> None:
    for definition in (of("ppi"), of("rogan_gladen")):
        found = estimate(definition, pool(observing(definition), corpus), PLAN)

        if isinstance(found.score, Defined) and isinstance(found.interval, Interval):
            point = float(found.score.value)
            assert found.interval.low <= point <= found.interval.high
            assert min(0.0, point) <= found.interval.low
            assert found.interval.high <= max(1.0, point)


@given(BINARY, st.sampled_from(["ppi", "judge_bias", "rogan_gladen"]), st.integers(2, 6))
def test_what_a_cluster_says_many_times_over_it_says_once(
    corpus: Corpus, name: str, times: int
) -> None:
    definition = of(name)
    once = tuple(
        evolve(one, id=str(at), groups=(("cluster", str(at)),)) for at, one in enumerate(corpus)
    )
    over = [evolve(one, id=f"{one.id} {at}") for one in once for at in range(times)]

    clusters = evolve(PLAN, cluster="cluster")
    each = [
        estimate(definition, pool(observing(definition), some, names=("cluster",)), plan).interval
        for some, plan in ((once, PLAN), (over, clusters))
    ]

    assert [isinstance(one, Interval) for one in each] != [True, False]
    ends = [(one.low, one.high) for one in each if isinstance(one, Interval)]
    assert ends[0] == pytest.approx(ends[1]) if len(ends) > 1 else True


@given(BINARY, st.data())
def test_exchanging_systems_turns_the_difference(corpus: Corpus, data: st.DataObject) -> None:
    other = tuple(with_amounts(one, judge=Fraction(data.draw(st.integers(0, 1)))) for one in corpus)
    definition = of("ppi")
    how = observing(definition)

    found = compare(definition, pairs(how, corpus, other), PLAN)
    back = compare(definition, pairs(how, other, corpus), PLAN)

    if isinstance(found.interval, Interval):
        assert isinstance(back.interval, Interval)
        assert back.interval.low == pytest.approx(-found.interval.high, abs=1e-9)
        if isinstance(found.p_value, PValue):
            assert isinstance(back.p_value, PValue)
            assert float(back.p_value.value) == pytest.approx(float(found.p_value.value))


RECTIFIED = 'judge=judge,human=human,formula="2*hits / (gold + predicted)"'


def rectified(options: str = "") -> Family:
    return family(f"rectified({RECTIFIED}{options})")


GOLDS = corpora(rectified(), size=8)


@given(GOLDS, LAMBDAS, JUDGED)
def test_a_formula_is_that_of_the_estimates_of_lists(
    corpus: Corpus, lambda_: str, judged: str
) -> None:
    found = value(rectified(f",lambda={lambda_},judged={judged}"), corpus)

    assert found == oracle.f_of_estimates(corpus, None, lambda_, judged)


@given(GOLDS, LAMBDAS)
def test_over_classes_it_is_the_mean_of_theirs(corpus: Corpus, lambda_: str) -> None:
    classes = [
        oracle.f_of_estimates(corpus, name, lambda_, "all") for name in oracle.of_classes(corpus)
    ]
    there = [one for one in classes if one is not None]
    expected = (
        sum(there, Fraction(0)) / len(there) if there and len(there) == len(classes) else None
    )

    assert value(rectified(f",average=macro,lambda={lambda_}"), corpus) == expected


CLASS = st.sampled_from("aab")
SAID = st.tuples(CLASS, st.sampled_from("aabbc"), st.none() | CLASS)


def answered(said: list[tuple[str, str, str | None]]) -> Corpus:
    return tuple(
        Sample(
            id=str(at),
            predicted=(answer,),
            lists=(("human", None if human is None else (human,)), ("judge", (judge,))),
        )
        for at, (answer, judge, human) in enumerate(said)
    )


@given(st.lists(SAID, min_size=4, max_size=12).map(answered))
def test_over_classes_there_is_an_interval_only_where_labels_tell_of_each(corpus: Corpus) -> None:
    definition = rectified(",average=macro")

    found = estimate(definition, pool(observing(definition), corpus), PLAN)

    told = oracle.told_of(corpus)
    if isinstance(found.interval, Interval):
        assert told
    elif isinstance(found.score, Defined):
        why = found.interval.reason
        assert told != ("no labelled sample has the class" in why or "fewer than 2 a class" in why)


def _seen(sample: Sample) -> tuple[Item, ...] | None:
    return None if sample.items("human") is None else sample.items("judge")


@given(GOLDS)
def test_a_judge_whose_gold_is_that_of_humans_gives_its_own_f(corpus: Corpus) -> None:
    agreed = tuple(evolve(one, lists=(("human", _seen(one)), *one.lists[1:])) for one in corpus)
    plain = parse("f(gold=judge,average=micro,both_empty=skip+skip,gold_empty=skip+skip)")

    found = value(rectified(), agreed)

    assert found is None or value(plain, agreed) is None or found == value(plain, agreed)


WINS = corpora(family("win_rate(won=won)"), size=8)


@given(WINS, st.sampled_from([*oracle.COUNTED, "drop"]))
def test_a_win_rate_is_the_mean_of_what_counts(corpus: Corpus, ties: str) -> None:
    assert value(parse(f"win_rate(won=won,ties={ties})"), corpus) == oracle.win_rate(corpus, ties)


@given(SHARES, LAMBDAS, JUDGED)
def test_one_group_and_one_chance_are_a_draw_from_all(
    corpus: Corpus, lambda_: str, judged: str
) -> None:
    options = f",lambda={lambda_},judged={judged}"
    alike = tuple(
        evolve(with_amounts(one, chance=Fraction(1)), groups=(("topic", "a"),)) for one in corpus
    )

    found = value(of("ppi", options), corpus)

    assert value(of("ppi", f"{options},drawn=within[topic]"), alike) == found
    if judged == "all":
        assert value(of("ppi", f"{options},drawn=chance[chance]"), alike) == found


@given(st.lists(SHARES, min_size=1, max_size=3), LAMBDAS)
def test_groups_count_by_their_shares_of_all(parts: list[Corpus], lambda_: str) -> None:
    corpus = tuple(
        evolve(one, id=f"{name}{one.id}", groups=(("topic", str(name)),))
        for name, part in enumerate(parts)
        for one in part
    )
    seen = [oracle.listed(part) for part in parts]
    weights = [
        sum((one.weight for one in part if one.amount("judge") is not None), Fraction(0))
        for part in parts
    ]
    there = [(some, weight) for some, weight in zip(seen, weights, strict=True) if weight]
    estimates = [oracle.ppi(some, lambda_, "all", "all") for some, _ in there]

    found = value(of("ppi", f",lambda={lambda_},drawn=within[topic]"), corpus)

    if not there or None in estimates:
        assert found is None
    else:
        heavy = sum((weight for _, weight in there), Fraction(0))
        both = zip(estimates, there, strict=True)
        assert (
            found
            == sum((one * weight for one, (_, weight) in both if one is not None), Fraction(0))
            / heavy
        )


@given(BINARY, st.data())
def test_a_difference_in_full_is_that_of_differences(corpus: Corpus, data: st.DataObject) -> None:
    other = tuple(
        with_amounts(
            one,
            judge=None if one.amount("judge") is None else Fraction(data.draw(st.integers(0, 1))),
            human=None if one.amount("human") is None else Fraction(data.draw(st.integers(0, 1))),
        )
        for one in corpus
    )
    apart = tuple(
        with_amounts(
            one, **{name: number - (two.amount(name) or 0) for name, number in one.amounts}
        )
        for one, two in zip(corpus, other, strict=True)
    )
    definition, less = of("ppi", ",lambda=1"), ",lambda=1,verdicts=difference[1]"

    first, second = value(definition, corpus), value(definition, other)

    if isinstance(first, Fraction) and isinstance(second, Fraction):
        assert value(of("ppi", less), apart) == first - second


ENDS = st.tuples(st.integers(-3, 3), st.integers(1, 6)).map(lambda two: (two[0], two[0] + two[1]))


@given(SHARES, LAMBDAS, ENDS)
def test_grades_of_another_scale_are_shares_stretched(
    corpus: Corpus, lambda_: str, ends: tuple[int, int]
) -> None:
    low, high = ends
    said = f",verdicts=scale[{low},{high}]" if ends != (0, 1) else ""
    graded = tuple(
        with_amounts(one, **{name: low + (high - low) * number for name, number in one.amounts})
        for one in corpus
    )
    shares, grades = of("ppi", f",lambda={lambda_}"), of("ppi", f",lambda={lambda_}{said}")

    found, other = (
        estimate(one, pool(observing(one), some), PLAN)
        for one, some in ((shares, corpus), (grades, graded))
    )

    if isinstance(found.score, Defined) and isinstance(found.score.value, Fraction):
        assert other.score == Defined(low + (high - low) * found.score.value)
    else:
        assert not isinstance(other.score, Defined)
    assert isinstance(found.interval, Interval) == isinstance(other.interval, Interval)
    if isinstance(found.interval, Interval) and isinstance(other.interval, Interval):
        assert other.interval.low == pytest.approx(low + (high - low) * found.interval.low)
        assert other.interval.high == pytest.approx(low + (high - low) * found.interval.high)


@given(BINARY, st.data())
def test_a_difference_of_rates_undone_is_turned_and_its_test_goes_with_its_interval(
    corpus: Corpus, data: st.DataObject
) -> None:
    other = tuple(with_amounts(one, judge=Fraction(data.draw(st.integers(0, 1)))) for one in corpus)
    definition = of("rogan_gladen")
    how = observing(definition)

    found = compare(definition, pairs(how, corpus, other), PLAN)
    back = compare(definition, pairs(how, other, corpus), PLAN)

    if not (isinstance(found.interval, Interval) and isinstance(found.difference, Defined)):
        return
    assert isinstance(back.interval, Interval)
    assert back.interval.low == pytest.approx(-found.interval.high, abs=1e-9)
    assert found.interval.low <= float(found.difference.value) <= found.interval.high
    assert isinstance(found.p_value, PValue)
    assert isinstance(back.p_value, PValue)
    assert float(back.p_value.value) == pytest.approx(float(found.p_value.value), abs=1e-9)
    if not found.interval.low < 0 < found.interval.high and 0 not in {
        found.interval.low,
        found.interval.high,
    }:
        assert found.p_value.value <= 1 - PLAN.level + Fraction(1, 10**9)


CORRECTIONS = st.sampled_from(["none", "humans", "ppi_full", "ppi_tuned", "error_rates"])
CLUSTERS = st.lists(st.sampled_from("abc"), min_size=10, max_size=10)


@given(BINARY, CORRECTIONS, JUDGED)
def test_a_corrected_score_is_that_of_its_definition(
    corpus: Corpus, correction: str, judged: str
) -> None:
    others = {
        "none": "column(name=judge,reduce=mean)",
        "humans": f"ppi({NAMES},lambda=0)",
        "ppi_full": f"ppi({NAMES},lambda=1,judged={judged})",
        "ppi_tuned": f"ppi({NAMES},judged={judged})",
        "error_rates": f"rogan_gladen({NAMES},judged={judged})",
    }

    found = value(of("corrected_score", f",correction={correction},judged={judged}"), corpus)

    assert found == value(parse(others[correction]), corpus)


@given(BINARY, CLUSTERS, CORRECTIONS, JUDGED, st.integers(0, 1), st.booleans())
def test_a_limit_is_so_many_errors_of_lists_away(  # noqa: PLR0913, PLR0917  # options
    corpus: Corpus,
    clusters: list[str],
    correction: str,
    judged: str,
    ddof: int,
    clustered: bool,  # noqa: FBT001  # drawn
) -> None:
    names = clusters if clustered else [str(at) for at in range(len(clusters))]
    some = tuple(
        evolve(one, weight=Fraction(1), groups=(("talk", name),))
        for one, name in zip(corpus, names, strict=False)
    )
    rows = [
        (judge, one.amount("human"), one.groups[0][1])
        for one in some
        for judge in (one.amount("judge"),)
        if judge is not None
    ]
    there = any(human is None for _, human, _ in rows) or judged == "all"
    units = ",units=talk" if clustered else ""
    options = f",correction={correction},judged={judged},ddof={ddof},z=2{units}"

    low, high = (
        value(of("corrected_limit", f"{options},side={end}"), some) for end in ("low", "high")
    )

    expected = oracle.squared_error(rows, correction, judged, ddof)
    if there:
        assert (low is None) == (high is None) == (expected is None)
    if expected is not None and low is not None and high is not None:
        score, square = expected
        taken = value(of("corrected_score", f",correction={correction},judged={judged}"), some)
        assert taken is not None
        assert float(taken) == pytest.approx(float(score), abs=1e-9)
        assert float(low) == pytest.approx(float(score) - 2 * float(square) ** 0.5, abs=1e-9)
        assert float(high) == pytest.approx(float(score) + 2 * float(square) ** 0.5, abs=1e-9)
