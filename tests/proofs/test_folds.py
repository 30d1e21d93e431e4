from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve

from measurand.algebra.certificate import verify
from measurand.algebra.interval import Interval
from measurand.auditing.proofs.confusion.fold_forms import Sizes, fold_sizes, form, score_bounds
from measurand.auditing.proofs.confusion.fold_solver import Caps, Joined, Line, Sides, join
from measurand.auditing.proofs.confusion.folds import (
    Filling,
    Fold,
    Folded,
    mean_of_scores,
    prints,
    score_of_means,
)
from measurand.auditing.proofs.confusion.matrices import Given, printed_scores
from measurand.auditing.proofs.confusion.scores import Matrix
from measurand.auditing.proofs.confusion.search import SearchOptions
from measurand.auditing.proofs.finding import Certified, Exhausted, Witness
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict


def _printed(**scores: str) -> dict[str, Given]:
    return {name: Printed.parse(text) for name, text in scores.items()}


def _means(folds: list[Fold], *fillings: Filling, **scores: str) -> Folded:
    asked = printed_scores(_printed(**scores))
    return mean_of_scores(asked, folds, fillings) if fillings else mean_of_scores(asked, folds)


def _verified(found: Folded) -> bool:
    proofs = [one for one in found.grounds if isinstance(one, Certified)]
    return bool(proofs) and all(
        not verify(program, proof) for one in proofs for _, program, proof in one.programs
    )


# mlscorecheck 1.0.3, docstring of check_1_dataset_known_folds_mos; eps = 0.001.
def test_the_first_example_of_a_peer_comes_out_the_same() -> None:
    off = Fraction(1, 1000)
    scores = {"acc": "0.573", "sens": "0.768", "bacc": "0.662"}
    near: dict[str, Given] = {
        name: Interval(Fraction(v) - off, Fraction(v) + off) for name, v in scores.items()
    }
    folds = [(52, 94), (74, 37)]
    found = mean_of_scores(printed_scores(near), folds)
    assert found.verdict is Verdict.HOLDS
    assert prints(printed_scores(near), found.witness, Filling.LEFT_OUT)
    assert [(one.p, one.n) for one in found.witness] == folds
    near["acc"] = Interval(Fraction("0.872"), Fraction("0.874"))
    assert mean_of_scores(printed_scores(near), folds).verdict is Verdict.REFUTED


def test_equal_folds_have_the_grain_of_all_of_them() -> None:
    # 5 folds of 8 positives: a mean recall is k/40.
    assert _means([(8, 8)] * 5, sens="0.475").verdict is Verdict.HOLDS
    refuted = _means([(8, 8)] * 5, sens="0.480")
    assert refuted.verdict is Verdict.REFUTED
    assert isinstance(refuted.grounds[0], Exhausted)
    assert refuted.because == "not reproducible under any matrices of the folds"


def test_means_that_clash_come_with_a_certificate() -> None:
    folds = [(10 + at, 30 - at) for at in range(8)]
    found = _means(folds, sens="0.900", spec="0.900", acc="0.700")
    assert found.verdict is Verdict.REFUTED
    assert _verified(found)


def test_a_fold_without_positives_follows_the_rule_that_is_said() -> None:
    # Audit of mlscorecheck: recalls 2/3, 1/1, 1/1 with 3 empty folds: .8333 where empty counts 1.
    folds = [(1, 9)] * 3 + [(0, 10)] * 3
    verdicts = {
        (text, rule): _means(folds, rule, sens=text).verdict
        for text, rule in product(("0.8333", "0.3333", "0.6667"), Filling)
    }
    assert {pair for pair, verdict in verdicts.items() if verdict is Verdict.HOLDS} == {
        ("0.8333", Filling.ONE),
        ("0.6667", Filling.ONE),
        ("0.3333", Filling.ZERO),
        ("0.3333", Filling.LEFT_OUT),
        ("0.6667", Filling.LEFT_OUT),
    }
    assert _means(folds, sens="0.8333").filling is Filling.ONE
    assert _means([(1, 9)] * 3, sens="0.6667").filling is None


def test_a_refutation_under_every_rule_names_them() -> None:
    found = _means([(2, 2), (0, 2)], sens="0.30")
    assert found.verdict is Verdict.REFUTED
    assert found.because.endswith(", whether folds without a score count left out, 0, 1")


def test_no_fold_with_a_score_refutes_it() -> None:
    found = _means([(0, 2), (0, 3)], Filling.LEFT_OUT, sens="0.50")
    assert (found.verdict, found.because) == (
        Verdict.REFUTED,
        "not reproducible: no fold has the score",
    )


def test_means_of_precision_and_f1_are_decided_for_small_folds() -> None:
    folds = [(3, 3)] * 4
    found = _means(folds, ppv="0.75", f1="0.80")
    assert found.verdict is Verdict.HOLDS
    assert found.filling is not None
    assert prints(printed_scores(_printed(ppv="0.75", f1="0.80")), found.witness, found.filling)
    refuted = _means(folds, Filling.ZERO, ppv="0.50", sens="0.50", f1="0.70")
    assert refuted.verdict is Verdict.REFUTED
    assert _verified(refuted)


def test_means_of_roots_are_enclosed() -> None:
    assert _means([(2, 2), (2, 3)], Filling.ZERO, gm="0.85").verdict is Verdict.HOLDS  # 1, 1/sqrt 2
    assert _means([(2, 2), (2, 2)], Filling.ZERO, gm="0.90").verdict is Verdict.REFUTED


def test_a_root_is_taken_from_outside_for_a_proof_and_from_inside_for_a_witness() -> None:
    [half] = printed_scores(_printed(gm="0.7"))
    wide, narrow = score_bounds(half, [Matrix(tp=1, tn=1, p=2, n=1)], None)  # 1 / sqrt 2
    for outer, inner in zip(wide, narrow, strict=True):
        [(_, loose)], [(_, tight)] = outer.terms, inner.terms
        assert tight - loose == Fraction(1, 10**12)


def test_large_folds_of_other_scores_stay_undecided() -> None:
    found = _means([(90, 90), (91, 90)], f1="0.80", sens="0.80")
    assert found.verdict is Verdict.UNDECIDED
    assert found.because == "16653 matrices of single folds are more than 900"
    # but what can be decided is
    assert _means([(90, 90), (90, 90)], f1="0.80", sens="0.8027").verdict is Verdict.REFUTED


def test_averages_over_classes_are_not_averaged_again() -> None:
    assert _means([(2, 2), (2, 2)], ppv_macro="0.80").verdict is Verdict.UNDECIDED


def test_the_score_of_pooled_folds_is_that_of_one_matrix() -> None:
    asked = printed_scores(_printed(f1="0.727", acc="0.700"))
    found = score_of_means(asked, [(3, 2), (3, 2)])
    assert found.verdict is Verdict.HOLDS
    whole = Matrix(
        tp=sum(one.tp for one in found.witness),
        tn=sum(one.tn for one in found.witness),
        p=6,
        n=4,
    )
    assert all(one.score.within(whole, one.span) for one in asked)
    assert isinstance(found.grounds[0], Witness)
    refuted = score_of_means(printed_scores(_printed(f1="0.800", acc="0.300")), [(3, 2), (3, 2)])
    assert (
        refuted.because
        == "not reproducible under any confusion matrix of 6 positives and 4 negatives"
    )
    assert score_of_means(asked, [(3, 2)], SearchOptions(budget=0)).verdict is Verdict.UNDECIDED


def test_one_fold_is_one_matrix() -> None:
    assert _means([(3, 4)], Filling.LEFT_OUT, ppv="0.00", tp="0", fp="0").verdict is Verdict.REFUTED
    assert _means([(3, 4)], Filling.ZERO, ppv="0.00", tp="0", fp="0").verdict is Verdict.HOLDS
    assert _means([(3, 4)], Filling.ONE, ppv="1.00", tp="0", fp="0").verdict is Verdict.HOLDS


def test_folds_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match=r"folds of positives and negatives: got \[\]"):
        score_of_means((), [])
    with pytest.raises(ValueError, match=r"got \[\(1, -1\)\]"):
        mean_of_scores((), [(1, -1)])
    with pytest.raises(ValueError, match="a rule for folds without a score: got none"):
        mean_of_scores((), [(1, 1)], ())


def test_lists_that_were_cut_off_prove_nothing() -> None:
    odd = Sides(most=((9, 9), (9, 9)), lines=(Line((2, 4), (2, -4), 7, 7),))
    assert join(odd).complete
    assert join(odd).pair is None
    assert not join(odd, Caps(nodes=3)).complete
    assert not join(odd, Caps(members=3)).complete
    half = evolve(odd, lines=(Line((1, 1), (1, 1), 3, 9),), accept=lambda one, _: one == (3, 0))
    assert join(half).pair == ((3, 0), (0, 0))
    assert join(half, Caps(pairs=2)) == Joined(None, 132, complete=False)
    assert not join(Sides(most=((1,) * 99, (1,)), lines=())).complete


def test_a_form_keeps_open_ends_and_common_factors() -> None:
    [one] = printed_scores(_printed(bacc="0.5"))
    found = form(one, fold_sizes([(2, 4), (2, 4)]), None)
    assert found is not None
    assert found.line() == Line((2,), (1,), 8, 8)  # (tp/2 + tn/4) / 2 over 2 folds, .45 to .55
    with pytest.raises(ValueError, match="mcc"):
        form(printed_scores(_printed(mcc="0.5"))[0], [Sizes(1, 1, 1)], None)
