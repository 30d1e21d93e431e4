from fractions import Fraction

import pytest

from measurand.algebra.certificate import verify
from measurand.algebra.interval import Interval
from measurand.algebra.preimage import Preimage
from measurand.auditing.proofs.confusion.folds import Filling
from measurand.auditing.proofs.confusion.matrices import Given, printed_scores
from measurand.auditing.proofs.confusion.multiclass import Classes, Linked, cyclic, macro, micro
from measurand.auditing.proofs.confusion.search import PrintedScore, Void
from measurand.auditing.proofs.finding import Certified
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict


def _asked(**scores: str) -> tuple[PrintedScore, ...]:
    return printed_scores({name: Printed.parse(text) for name, text in scores.items()})


def _verified(found: Classes) -> bool:
    [ground] = found.grounds
    assert isinstance(ground, Certified)
    return all(not verify(program, proof) for _, program, proof in ground.programs)


# mlscorecheck 1.0.3, docstrings of check_1_testset_no_kfold_micro and _macro; eps = 0.0001. In
# the first F1 is the share of right answers as well; in the second F1 is left out, as it is there.
def test_the_examples_of_a_peer_come_out_the_same() -> None:
    def near(**scores: str) -> tuple[PrintedScore, ...]:
        off = Fraction(1, 10_000)
        spans: dict[str, Given] = {
            name: Interval(Fraction(v) - off, Fraction(v) + off) for name, v in scores.items()
        }
        return printed_scores(spans)

    pooled = {"sens": "0.2737", "spec": "0.6368", "bacc": "0.4553", "ppv": "0.2737"}
    sizes = [10, 100, 80]
    assert micro(near(acc="0.5158", **pooled), sizes).verdict is Verdict.HOLDS
    assert micro(near(acc="0.5258", **pooled), sizes).verdict is Verdict.REFUTED
    means = {"sens": "0.3417", "spec": "0.6928"}
    assert macro(near(acc="0.6", **means), sizes).verdict is Verdict.HOLDS
    assert macro(near(acc="0.6020", **means), sizes).verdict is Verdict.REFUTED


def test_micro_precision_recall_and_f_are_the_share_of_right_answers() -> None:
    found = micro(_asked(ppv="0.60", sens="0.60", f1="0.60", acc="0.80"), [2, 2, 2, 4])
    assert found.witness == ((0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 2, 0), (0, 0, 0, 4))
    assert micro(_asked(ppv="0.60", sens="0.61"), [20, 20, 60]).verdict is Verdict.REFUTED


def test_classes_that_are_possible_one_by_one_may_be_impossible_together() -> None:
    # Every class lost its only item, and no class may have gained one: wrong answers go somewhere.
    found = macro(_asked(sens="0.000", spec="1.000"), [1, 1, 1])
    assert found.verdict is Verdict.REFUTED
    assert found.because == "not reproducible under any table of classes of these sizes"
    assert macro(_asked(sens="0.000", spec="0.500"), [1, 1, 1]).verdict is Verdict.HOLDS


def test_no_class_gains_what_it_lost() -> None:
    # Only the first class has errors: of 4 it lost 2, so the others gained 2, and it gained none.
    linked = Linked((4, 3, 3))
    assert not linked((2, 3, 3), (4, 7, 7))
    assert linked((2, 3, 3), (6, 6, 6))
    assert linked.table((2, 3, 3), (6, 6, 6)) == ((2, 1, 1), (0, 3, 0), (0, 0, 3))
    with pytest.raises(ValueError, match="no table of"):
        linked.table((2, 3, 3), (4, 7, 7))


def test_macro_accuracy_is_that_of_one_class_against_the_rest() -> None:
    right = Preimage(Fraction("0.595"), Fraction("0.605"))
    found = macro(_asked(acc="0.73"), [30, 40, 30], right)  # 1 - 2 * 40 / 300
    assert found.verdict is Verdict.HOLDS
    assert sum(row[at] for at, row in enumerate(found.witness)) == 60
    assert macro(_asked(acc="0.60"), [30, 40, 30], right).verdict is Verdict.REFUTED


def test_means_that_clash_come_with_a_certificate() -> None:
    found = macro(_asked(acc="0.900", sens="0.400", spec="0.700"), [30, 31, 32, 33, 34, 35])
    assert found.verdict is Verdict.REFUTED
    assert _verified(found)


def test_macro_f1_is_decided_for_small_classes() -> None:
    # Rows (2, 1, 0), (0, 3, 0), (0, 1, 2): F1 is .8, .75 and .8; the mean is .7833.
    found = macro(_asked(f1="0.7833", acc="0.8519"), [3, 3, 3])
    assert found.verdict is Verdict.HOLDS
    assert [sum(row) for row in found.witness] == [3, 3, 3]
    assert macro(_asked(f1="0.9500"), [3, 3, 3]).verdict is Verdict.REFUTED


def test_large_classes_of_other_scores_stay_undecided() -> None:
    found = macro(_asked(f1="0.80"), [90, 90, 90])
    assert (found.verdict, found.because) == (
        Verdict.UNDECIDED,
        "49413 matrices of single classes are more than 900",
    )


def test_an_empty_class_counts_as_the_rule_says() -> None:
    asked = _asked(sens="0.67")
    verdicts = {rule: macro(asked, [2, 2, 0], filling=rule).verdict for rule in Filling}
    assert verdicts[Filling.ZERO] is Verdict.HOLDS
    assert verdicts[Filling.LEFT_OUT] is Verdict.REFUTED
    assert verdicts[Filling.ONE] is Verdict.HOLDS


def test_undefined_pooled_scores_print_what_the_rule_says() -> None:
    perfect = _asked(lrp="0.0", sens="1.0")  # no wrong answer: the likelihood ratio is undefined
    assert micro(perfect, [2, 2]).verdict is Verdict.HOLDS
    assert micro(perfect, [2, 2], Void.NONE).verdict is Verdict.REFUTED


@pytest.mark.parametrize("sizes", [[], [3], [3, -1], [0, 0]])
def test_classes_that_are_none_are_refused(sizes: list[int]) -> None:
    for function in (micro, macro):
        with pytest.raises(ValueError, match="two classes or more, and an answer: got sizes"):
            function(_asked(acc="0.5"), sizes)
    with pytest.raises(ValueError, match="wrong answers of several classes"):
        cyclic([3], 1)
