"""check_laws: one line that tries all laws of a kind on a function."""

from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase

from measurand.testing import (
    SUITES,
    ClaimError,
    ExpectationError,
    Fate,
    LawBrokenError,
    NothingJudgedError,
    check_laws,
)
from tests.testing.law_suites import HUGE_1, NONE_1, SIZE_1, same, size


def right(gold: Sequence[frozenset[str]], predicted: Sequence[frozenset[str]]) -> float:
    hits = sum(len(one & other) for one, other in zip(gold, predicted, strict=True))
    both = sum(map(len, gold)) + sum(map(len, predicted))
    return 2 * hits / both if both else 1.0


def test_a_function_that_keeps_its_laws_passes_and_every_law_is_accounted_for() -> None:
    judgement = check_laws(size, kind=SIZE_1, declares={"even"})

    assert judgement.subject == "size"
    assert judgement.claims == {"even"}
    assert {row.law: row.fate for row in judgement.laws} == {
        "never-below": Fate.HELD,
        "even": Fate.HELD,
        "at-a-million": Fate.NOT_CLAIMED,
        "idle": Fate.NOT_CLAIMED,
    }
    assert judgement.untested == ()


def test_a_broken_law_is_told_with_its_sentence_code_that_runs_and_what_to_do() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(same, kind=SIZE_1, declares=["even"])

    said = str(caught.value)
    assert said.startswith("same breaks 2 of 2 laws of SIZE_1\n\n")
    assert "never-below: A size is not below 0.\n  found at case " in said
    assert (
        "    from tests.testing.law_suites import same\n    same(-1)  # -1\n    # below 0\n" in said
    )
    assert "    # 1 and -1 differ\n" in said or "    # -1 and 1 differ\n" in said
    assert "It is asked of every function of the kind. Mend same." in said
    assert "It is asked of same, as it claims even.\n  Mend same, or leave the claim out." in said
    assert "Where it is meant: expected_failures={'even': 'the reason'}" in said


def test_what_is_expected_to_break_and_does_passes() -> None:
    judgement = check_laws(
        same, kind=SIZE_1, expected_failures={"never-below": "it is no size, see #12"}
    )

    assert [row.law for row in judgement.of(Fate.BROKEN)] == ["never-below"]


def test_what_is_expected_to_break_and_holds_fails() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(size, kind=SIZE_1, expected_failures={"never-below": "see #12"})

    said = str(caught.value)
    assert said.startswith("size keeps what it was expected to break, of SIZE_1\n")
    assert "and was expected to break: see #12" in said
    assert "take the law out of expected_failures" in said


@pytest.mark.parametrize(
    ("law", "told"),
    [
        ("never below", "no law 'never below' in SIZE_1: did you mean 'never-below'?"),
        ("zzz", "no law 'zzz' in SIZE_1; it has never-below, even, at-a-million, idle"),
        ("even", "law 'even' does not apply: it needs the claim even"),
    ],
)
def test_what_cannot_break_cannot_be_expected_to(law: str, told: str) -> None:
    with pytest.raises(ExpectationError) as caught:
        check_laws(size, kind=SIZE_1, expected_failures={law: "why not"})

    assert str(caught.value) == told


def test_an_expectation_has_a_reason() -> None:
    with pytest.raises(ExpectationError, match="law 'never-below' is expected to break: say why"):
        check_laws(size, kind=SIZE_1, expected_failures={"never-below": " "})


def test_unknown_kinds_and_claims_are_told_with_the_nearest_one() -> None:
    with pytest.raises(ValueError, match=r"no kind 'set_f1': did you mean 'set-f1'\?"):
        check_laws(right, kind="set_f1")
    with pytest.raises(ValueError, match="no kind 'zzzz'; there are set-f1"):
        check_laws(right, kind="zzzz")
    with pytest.raises(ClaimError, match=r"no claim 'evne' in kind size: did you mean 'even'\?"):
        check_laws(size, kind=SIZE_1, declares={"evne"})
    with pytest.raises(ClaimError, match="claims are several words: got the text 'even'"):
        check_laws(size, kind=SIZE_1, declares="even")


def test_laws_and_claims_that_could_not_be_judged_are_untested() -> None:
    judgement = check_laws(size, kind=SIZE_1, declares={"huge", "idle"})

    assert judgement.untested == ("at-a-million", "claim huge", "claim idle")
    [row] = judgement.of(Fate.UNTESTED)
    assert row.because == "no case spoke: the number is small"


def test_nothing_judged_is_no_pass() -> None:
    with pytest.raises(NothingJudgedError) as caught:
        check_laws(size, kind=HUGE_1, declares={"huge"})
    assert str(caught.value) == (
        "no law of HUGE_1 could be judged for size\n"
        "  at-a-million: no case spoke: the number is small"
    )

    with pytest.raises(NothingJudgedError, match="no case was drawn"):
        check_laws(size, kind=NONE_1)
    with pytest.raises(NothingJudgedError, match="no law of HUGE_1 could be judged"):
        check_laws(size, kind=HUGE_1)


def test_a_function_that_answers_now_so_and_now_so_is_told_apart() -> None:
    asked = count()

    def moody(number: int) -> int:
        return -1 if next(asked) % 7 == 6 else number * number

    with pytest.raises(LawBrokenError, match="it breaks only now and then") as caught:
        check_laws(moody, kind=SIZE_1)

    assert "moody(" in str(caught.value)


def test_a_function_without_a_name_is_called_metric() -> None:
    with pytest.raises(LawBrokenError, match=r"metric\(-1\)  # -1"):
        check_laws(lambda number: number, kind=SIZE_1)
    with pytest.raises(LawBrokenError, match=r"mine\(-1\)  # -1"):
        check_laws(lambda number: number, kind=SIZE_1, name="mine")


def test_a_function_of_no_deadline_is_not_hurried() -> None:
    quick = settings(max_examples=5, deadline=1)

    def slow(number: int) -> int:
        return sum(range(200_000)) * 0 + abs(number)

    assert check_laws(slow, kind=SIZE_1, settings=quick).of(Fate.HELD)


def test_settings_say_how_many_cases_are_tried() -> None:
    [row, *_] = check_laws(size, kind=SIZE_1, settings=settings(max_examples=7)).laws

    assert 1 <= row.examples <= 7


@settings(max_examples=2, suppress_health_check=[HealthCheck.nested_given])
@given(st.integers(2, 3))
def test_laws_can_be_tried_inside_a_property(most: int) -> None:
    assert check_laws(size, kind=SIZE_1, settings=settings(max_examples=most)).of(Fate.HELD)


def test_arguments_that_a_function_spoils_are_copies() -> None:
    def spoils(gold: list[set[str]], predicted: list[set[str]]) -> float:
        found = right([frozenset(one) for one in gold], [frozenset(one) for one in predicted])
        for one in gold:
            one.clear()
        return found

    with pytest.raises(LawBrokenError, match="it changed its arguments"):
        check_laws(spoils, kind="set-f1", settings=settings(max_examples=30))


def test_every_suite_is_there_by_name_and_every_law_has_an_id_of_its_own() -> None:
    for name, suite in SUITES.items():
        ids = [law.id for law in suite.listing.laws]

        assert suite.name == name
        assert ids
        assert len(set(ids)) == len(ids), name
        assert all(law.says.endswith(".") for law in suite.listing.laws), name


def test_a_case_that_was_found_once_is_tried_again_from_the_database() -> None:
    kept = InMemoryExampleDatabase()

    def odd_one(number: int) -> int:
        return -1 if number == 77 else abs(number)

    with pytest.raises(LawBrokenError, match=r"odd_one\(77\)"):
        check_laws(odd_one, kind=SIZE_1, settings=settings(max_examples=3000, database=kept))

    again = settings(max_examples=1, database=kept, phases=[Phase.reuse])
    with pytest.raises(LawBrokenError, match=r"odd_one\(77\)"):
        check_laws(odd_one, kind=SIZE_1, settings=again)


def test_a_derandomized_search_asks_the_same_in_every_run() -> None:
    asked: list[int] = []

    def noted(number: int) -> int:
        asked.append(number)
        return abs(number)

    fixed = settings(max_examples=20, derandomize=True, database=None)
    check_laws(noted, kind=SIZE_1, settings=fixed)
    first, asked = asked, []
    check_laws(noted, kind=SIZE_1, settings=fixed)

    assert first == asked


def test_what_a_function_says_is_cut_where_it_is_long() -> None:
    def loud(*_samples: object) -> float:
        raise ValueError("no" * 10**6)

    with pytest.raises(LawBrokenError) as caught:
        check_laws(loud, kind="change", settings=settings(max_examples=5))

    assert len(str(caught.value)) < 2000
