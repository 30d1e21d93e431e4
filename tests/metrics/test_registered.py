"""What a metric says of itself: proved, tested on small units, or refuted by the smallest."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.formula import Formula, Log, Number, Over, Root, Stat
from measurand.algebra.formula_text import read
from measurand.metrics.computable import MOST_LEVELS, not_computable
from measurand.metrics.metric import GOLD, HITS, ITSELF, JUDGED, PREDICTED, Metric
from measurand.metrics.proven import AtMost, checks, proved
from measurand.metrics.small_units import UNITS
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import (
    LawOutcome,
    Proved,
    RefusedError,
    Refuted,
    Unbroken,
    laws_of,
    registered,
)

OWN = Metric(name="own", formula=2 * HITS / (GOLD + PREDICTED), says="hits on both sides")


def outcomes(metric: Metric, law: str) -> list[Proved | Unbroken | Refuted]:
    return [one.outcome for one in laws_of(metric) if one.law == law]


def because(metric: Metric, law: str) -> str:
    [found] = [one for one in outcomes(metric, law) if isinstance(one, Refuted)]
    return found.because


def test_there_are_126_units_of_at_most_five_samples() -> None:
    assert len(UNITS) == 126
    assert UNITS[:3] == ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0))


@pytest.mark.parametrize("metric", STANDARD.values(), ids=lambda one: one.name)
def test_a_metric_that_everybody_uses_keeps_its_laws(metric: Metric) -> None:
    assert registered(metric) is metric
    said = [one for one in laws_of(metric) if one.law in {"range", "mirror"}]
    assert all(isinstance(one.outcome, Proved) for one in said)


@pytest.mark.parametrize(
    ("said", "law", "counterexample"),
    [
        ({"high": 0}, "range", "tp 1 fp 0 fn 0 tn 0 gives 1, above 0"),
        ({"low": 1}, "range", "tp 0 fp 1 fn 0 tn 0 gives 0, below 1"),
        (
            {"falls": ("tp",)},
            "direction",
            "tp 0 fp 1 fn 0 tn 0 gives 0, and one tp more gives 2/3",
        ),
        (
            {"rises": ("fn",)},
            "direction",
            "tp 1 fp 0 fn 0 tn 0 gives 1, and one fn more gives 2/3",
        ),
        (
            {"mirror": "recall"},
            "mirror",
            "tp 1 fp 1 fn 0 tn 0 gives 2/3, and recall of tp 1 fp 0 fn 1 tn 0 is 1/2",
        ),
        ({"mirror": "recal"}, "mirror", "no metric has the name 'recal'"),
        (
            {"formula": Root(2 * HITS / GOLD), "high": 1},
            "range",
            "tp 1 fp 0 fn 0 tn 0 gives sqrt(2), above 1",
        ),
        (
            {"formula": Over(HITS, GOLD, Fraction(2)), "high": 1},
            "range",
            "tp 0 fp 0 fn 0 tn 0 gives 2, above 1",
        ),
    ],
)
def test_what_is_false_is_refuted_by_the_smallest_unit(
    said: Mapping[str, object], law: str, counterexample: str
) -> None:
    wrong = Metric(**{"name": "own", "says": "", "formula": OWN.formula, **said})  # type: ignore[arg-type]

    assert because(wrong, law) == counterexample


def test_a_refusal_has_all_laws_that_are_broken() -> None:
    with pytest.raises(RefusedError, match=r"range: tp 1 .*\n.*direction: tp 0 ") as refusal:
        registered(evolve(OWN, high=0, falls=("tp",)))

    assert [one.law for one in refusal.value.refuted] == ["range", "direction"]
    assert all(isinstance(one, LawOutcome) for one in refusal.value.refuted)


def test_a_name_or_a_word_of_another_metric_is_refused() -> None:
    with pytest.raises(ValueError, match="'recall', which is of recall"):
        registered(evolve(OWN, name="recall"))
    with pytest.raises(ValueError, match="'f1', which is of f"):
        registered(evolve(OWN, words=("f1",)))


def test_a_mirror_may_be_another_metric_of_a_user() -> None:
    hit, miss = Stat("hits"), GOLD - HITS
    one = Metric(name="missed", formula=miss / (hit + miss), says="", mirror="noise")
    noise = Metric(name="noise", formula=1 - HITS / PREDICTED, says="", mirror="missed")

    assert registered(one, {**STANDARD, "noise": noise}) is one
    assert because(one, "mirror") == "no metric has the name 'noise'"


def test_a_proof_says_of_which_parameters_it_is() -> None:
    weighted = HITS / (HITS + Stat("alpha") * (PREDICTED - HITS))
    metric = evolve(OWN, formula=weighted, params=(("alpha", Fraction(1, 2)),), high=1)
    negative = evolve(metric, params=(("alpha", Fraction(-1, 2)),))

    [free] = outcomes(metric, "range")
    assert isinstance(free, Proved)
    assert free.scope == "all counts, and every alpha from 0 on"
    assert free.proof is not None
    assert checks(metric, free.proof)
    assert because(negative, "range") == "tp 1 fp 1 fn 0 tn 0 gives 2, above 1"


def test_a_bound_of_some_parameters_is_proved_of_the_usual_ones() -> None:
    shifted = evolve(
        OWN, formula=HITS / GOLD - Stat("b"), params=(("b", Fraction(1)),), low=-1, high=0
    )

    low, high = outcomes(shifted, "range")
    assert high == Proved(proof=high.proof, scope="all counts, with b 1")  # type: ignore[union-attr]
    assert isinstance(low, Proved)
    assert low.scope == "all counts, with b 1"


def test_a_proof_for_parameters_from_0_on_is_none_of_one_below() -> None:
    sinking = evolve(
        OWN, formula=1 + Stat("b") * PREDICTED, params=(("b", Fraction(-1, 100)),), low=0
    )

    assert outcomes(sinking, "range") == [Unbroken(126)]


def test_what_no_proof_is_found_of_is_tested() -> None:
    # From 101 samples on it is above 0.
    far = evolve(OWN, formula=1 / (JUDGED - 100), high=0)

    [outcome] = outcomes(far, "range")
    assert outcome == Unbroken(126)


def test_a_metric_that_no_small_unit_has_a_value_of_is_refused() -> None:
    nowhere = evolve(OWN, formula=Root(-1 - HITS))

    assert because(nowhere, "defined").startswith("none of the 126 units")


def test_floats_that_lose_a_count_are_told() -> None:
    huge = 10**20
    lost = evolve(OWN, formula=(huge * HITS + 1 - huge * PREDICTED) / JUDGED)

    assert because(lost, "floats") == "tp 1 fp 0 fn 0 tn 0 gives 1, and 0.0 in floats"


def test_what_could_not_be_read_again_is_told() -> None:
    long = evolve(OWN, formula=HITS * Number(Fraction(1, 10**50)))

    assert because(long, "text").startswith("a number of at most 40 digits")


def _chain(length: int) -> Formula:
    whole: Formula = HITS
    for _ in range(length):
        whole = whole + 1
    return whole


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (Log(HITS), "a formula without log, abs and each_class: got log"),
        (Root(HITS) + Root(GOLD), "a sum of different roots"),
        (1 / (HITS - HITS), "0 everywhere"),
        (_chain(MOST_LEVELS), "levels deep"),
        (_chain(20_000), "levels deep"),
        (read("*".join(["(hits + gold + predicted + judged)**9"] * 3)), "fewer terms"),
        (read("+".join(f"1 / (gold + {k}*predicted)" for k in range(1, 40))), "fewer terms"),
        ((HITS**9) ** 8, "powers of at most 20"),
        (Number(Fraction(10**39)) ** 3 * HITS, "numbers of at most 100 digits"),
    ],
    ids=["log", "roots", "zero", "deep", "deepest", "powers", "quotients", "degree", "digits"],
)
def test_what_cannot_be_computed_is_refused(formula: Formula, message: str) -> None:
    metric = evolve(OWN, formula=formula)

    assert message in not_computable(metric)
    assert message in because(metric, "normal form")
    assert len(laws_of(metric)) == 1


def test_a_declared_quotient_has_no_proof_that_forgets_what_is_declared() -> None:
    declared = evolve(OWN, formula=Over(HITS, GOLD, Fraction(2)))

    assert proved(declared, AtMost(1)) is None
    assert proved(evolve(declared, formula=Over(HITS, GOLD, Fraction(1))), AtMost(1))
    assert proved(declared, AtMost(2))


def test_itself_and_the_own_name_are_one_mirror() -> None:
    assert isinstance(outcomes(evolve(OWN, mirror=ITSELF), "mirror")[0], Proved)
    assert isinstance(outcomes(evolve(OWN, mirror="own"), "mirror")[0], Proved)
