"""Proved cells of the law table: each proof is checked again, and no planted one passes."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.positivity import NotBelowZero
from measurand.algebra.terms import number
from measurand.laws.case import f_at
from measurand.laws.proofs import Proved, lemmas, proof_of, verified
from measurand.laws.table import CATALOGUE, Cell, Refuted, law_table
from measurand.metrics.averaged import Formula, own
from measurand.metrics.metric import GOLD, HITS, PREDICTED, Metric
from measurand.metrics.proven import AtLeast, AtMost, Between, Moves, Proof, checks, proved
from measurand.metrics.signature import parse
from measurand.metrics.standard import STANDARD


def cells() -> list[tuple[str, str, Cell]]:
    return [(name, law, one) for name, row in law_table().items() for law, one in row.items()]


def proved_cells() -> list[tuple[str, str, Proved]]:
    return [(name, law, one) for name, law, one in cells() if isinstance(one, Proved)]


def cell(name: str, law: str) -> Cell:
    return law_table()[name][law]


def test_every_proof_in_the_table_is_verified() -> None:
    known = proved_cells()

    unverified = [
        (name, law) for name, law, found in known if not verified(CATALOGUE[name], law, found)
    ]

    assert unverified == []
    assert len(known) > 450


def test_nothing_that_is_refuted_has_a_proof() -> None:
    both = [
        (name, law)
        for name, law, found in cells()
        if isinstance(found, Refuted) and proof_of(CATALOGUE[name], law)
    ]

    assert both == []


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("mcc of a class", "signed range"),
        ("mcc of a class", "stated range"),
        ("mcc of a class", "swap"),
        ("kappa of a class", "stated range"),
        ("micro F1", "between"),
        ("micro F2 of multisets", "between"),
        ("micro F2 of multisets", "missing prediction"),
        ("micro F1", "missing prediction"),
        ("micro F1", "replication"),
        ("macro F1", "range"),
        ("micro F1, greedy", "range"),
        ("macro precision", "swap"),
        ("macro Jaccard", "wrong prediction"),
        ("accuracy", "range"),
        ("specificity of any item", "wrong prediction"),
        ("Dice as a formula", "range"),
        ("mae", "stated range"),
        ("concordance", "replication"),
    ],
)
def test_among_the_proved_is(name: str, law: str) -> None:
    assert isinstance(cell(name, law), Proved)


def test_mcc_lies_from_minus_1_to_1_and_kappa_below_1_and_f_between_p_and_r() -> None:
    def claims(name: str, law: str) -> list[object]:
        return [lemma.claim for lemma in lemmas(CATALOGUE[name], law)]

    assert claims("mcc of a class", "stated range") == [AtLeast(-1), AtMost(1)]
    assert claims("kappa of a class", "stated range") == [AtLeast(-1), AtMost(1)]
    assert claims("micro F1", "between")[0] == Between("precision", "recall")


@pytest.mark.parametrize("beta", [Fraction(1, 3), Fraction(1), Fraction(2)])
def test_f_rises_with_hits_whatever_they_take_the_place_of(beta: Fraction) -> None:
    for metric in (f_at(beta), STANDARD["f"]):
        for instead in ((), ("fn",), ("fp", "fn")):
            proof = proved(metric, Moves("tp", up=True, instead=instead))
            assert proof is not None
            assert checks(metric, proof)


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("F1 of macro P and R", "range"),
        ("spread of F1", "stated range"),
        ("mcc of all classes", "stated range"),
        ("mse", "stated range"),
        ("micro F1", "sample order"),
    ],
)
def test_what_no_formula_decides_is_tested(name: str, law: str) -> None:
    assert not isinstance(cell(name, law), Proved | Refuted)


def test_a_planted_bound_is_refused() -> None:
    mcc = CATALOGUE["mcc of a class"]
    found = proof_of(mcc, "signed range")
    assert found is not None
    low, high = found.proofs
    tight = Proved((low, Proof("mcc", AtMost(0), high.parts)))

    assert not verified(mcc, "signed range", tight)
    assert not verified(mcc, "range", found)
    assert not verified(CATALOGUE["kappa of a class"], "signed range", found)
    assert not verified(mcc, "signed range", Proved((low,)))
    assert not verified(mcc, "signed range", Proved(()))
    assert not verified(mcc, "sample order", Proved(()))


def test_a_planted_rule_outside_the_range_is_refused() -> None:
    # A rule of 0 and 1 stays inside; a formula above 1 has no proof however it is averaged.
    twice = Formula(metric=own(4 * HITS / (GOLD + PREDICTED)))

    assert proof_of(twice, "range") is None
    assert proof_of(parse("f(both_empty=1+0,gold_empty=0+1,pred_empty=1+1)"), "range")
    assert proof_of(parse("f(pred_empty=1+1)"), "silence") is None
    assert proof_of(parse("f(pred_empty=1+1)"), "missing prediction") is None
    assert proof_of(parse("f(both_empty=0+0,gold_empty=1+1)"), "wrong prediction") is None


def test_a_planted_direction_is_refused() -> None:
    micro = CATALOGUE["micro F1"]
    found = proof_of(micro, "missing prediction")
    assert found is not None
    first, *others = found.proofs
    down = Proof(first.metric, Moves("tp", up=False, instead=("fn",)), first.parts)

    assert verified(micro, "missing prediction", found)
    assert not verified(micro, "missing prediction", Proved((down, *others)))
    assert not verified(micro, "wrong prediction", found)


def test_a_planted_symmetry_is_refused() -> None:
    precision, recall = (parse(f"{name}(average=micro)") for name in ("precision", "recall"))
    found = proof_of(precision, "swap")
    assert found is not None

    assert verified(precision, "swap", found)
    assert not verified(recall, "swap", found)
    assert proof_of(parse("f(average=weighted[class],class=item)"), "swap") is None
    assert proof_of(Formula(metric=own(HITS / (GOLD + 2 * PREDICTED))), "swap") is None


def test_a_planted_scale_is_refused() -> None:
    free = parse("jaccard(average=micro)")
    found = proof_of(free, "replication")
    assert found is not None
    [proof] = found.proofs
    part = proof.parts[0]
    off = NotBelowZero(part.polynomial, part.rest + number(1), part.squares)
    planted = Proved((evolve(proof, parts=(off, *proof.parts[1:])),))

    assert verified(free, "replication", found)
    assert not verified(free, "replication", planted)
    assert proof_of(Formula(metric=own(HITS + 1)), "replication") is None


def test_no_direction_is_proved_across_a_pole() -> None:
    # 1 / (tp - fp), its pole hidden in a square: it falls on either side, and rises across.
    tp, fp = HITS, PREDICTED - HITS
    hidden = (tp - fp) * (fp + 2) / ((tp - fp) ** 2 * (fp + 1))
    metric = Metric(name="x", formula=hidden, says="")

    with pytest.raises(ValueError, match="no term below 0 at its bottom"):
        proved(metric, Moves("tp", up=False))
