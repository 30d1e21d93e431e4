"""What first-time users give that is not quite right: each is told in one sentence."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import measurand.testing
from measurand.edges.trials.suites import SUITES
from measurand.testing import (
    ClaimError,
    Fate,
    Holds,
    Kind,
    Law,
    LawBrokenError,
    Subject,
    Suite,
    UntestedError,
    check_laws,
    law_tests,
)
from tests.testing.law_suites import EVEN, NEVER_BELOW, SIZE, SIZE_1, size

FEW = settings(max_examples=20)


def _holds(_subject: object, _number: int) -> Holds:
    return Holds()


@pytest.mark.parametrize("gives", [True, False, None, "holds"])
def test_a_check_that_gives_no_outcome_is_an_error_and_never_holds(gives: object) -> None:
    def check(_subject: Subject[[int]], _number: int) -> Holds:
        return gives  # type: ignore[return-value]  # it is wrong

    law: Law[Subject[[int]], int] = Law("odd one", "A sentence.", check)
    kind: Kind[[int], int] = Kind(name="m", takes="", claims={}, laws=(law,))
    mine = Suite("M_1", kind, st.integers(), (law,))

    with pytest.raises(TypeError) as caught:
        check_laws(size, kind=mine, settings=FEW)

    said = f"law odd-one: a check gives Holds, Broken or Silent: got {gives!r}"
    assert str(caught.value) == said


def test_what_is_untested_passes_or_fails_as_is_asked() -> None:
    assert check_laws(size, kind=SIZE_1, declares={"huge"}, settings=FEW).untested

    with pytest.raises(UntestedError) as caught:
        check_laws(size, kind=SIZE_1, declares={"huge"}, settings=FEW, untested="fail")

    assert str(caught.value) == (
        "of SIZE_1 could not be judged for size:\n"
        "  at-a-million: no case spoke: the number is small\n"
        "  claim huge: no law that was judged needs it"
    )
    assert check_laws(size, kind=SIZE_1, settings=FEW, untested="fail").of(Fate.HELD)
    with pytest.raises(ValueError, match="untested is 'ok' or 'fail': got 'no'"):
        check_laws(size, kind=SIZE_1, untested="no")  # type: ignore[arg-type]  # it is wrong


def test_a_kind_is_no_suite() -> None:
    with pytest.raises(TypeError, match="kind size: give a Suite, which says how its cases"):
        check_laws(size, kind=SIZE)  # type: ignore[arg-type]  # it is wrong
    with pytest.raises(TypeError, match="give the name of a kind, or a Suite: got 7"):
        check_laws(size, kind=7)  # type: ignore[arg-type]  # it is wrong


def test_a_kind_says_what_its_claims_mean_and_knows_what_its_laws_need() -> None:
    with pytest.raises(TypeError, match="kind k: claims map each claim to what it says: got a set"):
        Kind(name="k", takes="", claims={"even"}, laws=())  # type: ignore[arg-type]  # it is wrong
    with pytest.raises(ClaimError, match="law even: no claim 'even' in kind k: did you mean 'eve"):
        Kind(name="k", takes="", claims={"evenn": ""}, laws=(EVEN,))
    with pytest.raises(ValueError, match="kind k: two laws are called 'never-below'"):
        Kind(name="k", takes="", claims={}, laws=(NEVER_BELOW, NEVER_BELOW))
    with pytest.raises(ValueError, match="S_1: two laws are called 'even'"):
        Suite("S_1", SIZE, st.integers(), (EVEN, EVEN))
    other: Law[Subject[[int]], int] = Law("other", "", _holds, needs=frozenset({"odd"}))
    with pytest.raises(ClaimError, match="law other: no claim 'odd' in kind size"):
        Suite("S_1", SIZE, st.integers(), (other,))


def test_expected_failures_have_reasons_and_subjects_are_several() -> None:
    said = r"expected_failures says why, as in {'swap': 'the reason'}: got a set"
    with pytest.raises(TypeError, match=said):
        check_laws(size, kind=SIZE_1, expected_failures={"even"})  # type: ignore[arg-type]  # wrong
    with pytest.raises(TypeError, match=said):
        law_tests([Subject("size", size)], SIZE_1, {"even"})  # type: ignore[arg-type]  # wrong
    with pytest.raises(TypeError, match=r"subjects are several: write \[size\]"):
        law_tests(Subject("size", size), SIZE_1)  # type: ignore[arg-type]  # wrong


def test_a_function_that_does_not_take_what_the_kind_gives_is_told_so() -> None:
    def f1(gold: object) -> float:
        return 1.0 if gold else 0.0

    with pytest.raises(LawBrokenError) as caught:
        check_laws(f1, kind="set-f1", settings=FEW)

    [_, second, *_] = str(caught.value).splitlines()
    assert second.startswith("f1 does not take what kind set-f1 gives: ")
    assert second.endswith("f1() takes 1 positional argument but 2 were given")


def test_all_that_can_be_imported_is_listed() -> None:
    assert {*measurand.testing.__all__} <= {*dir(measurand.testing)}
    assert "SET_F1" in dir(measurand.testing)
    assert "SET_F1_2026_1" in SUITES
