"""Agreement of raters: worked examples of the sources, and how ratings are read."""

from fractions import Fraction
from pathlib import Path

import pytest

from measurand.edges.cli.main import main
from measurand.edges.files import read
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.source import Fields, Source
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined


def units(*texts: str) -> list[Sample]:
    return [Sample(id=str(at), gold=tuple(text.split())) for at, text in enumerate(texts)]


def pairs(*texts: str) -> list[Sample]:
    return [
        Sample(id=str(at), gold=(text[0],), predicted=(text[1],)) for at, text in enumerate(texts)
    ]


# Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C to E: four observers,
# twelve units, missing data.
OBSERVERS = units(
    *("1 1 1", "2 2 3 2", "3 3 3 3", "3 3 3 3", "2 2 2 2", "1 2 3 4"),
    *("4 4 4 4", "1 1 2 1", "2 2 2 2", "5 5 5", "1 1", "3"),
)
LEVELS = (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797))


@pytest.mark.parametrize(("level", "printed"), LEVELS)
def test_alpha_of_four_observers(level: str, printed: float) -> None:
    found = evaluate(parse(f"krippendorff_alpha(level={level})"), OBSERVERS)

    assert isinstance(found, Defined)
    assert round(float(found.value), 3) == printed


def test_alpha_of_two_pairs_by_hand() -> None:
    # o_ab + o_ba = 2 of n = 4; n_a n_b + n_b n_a = 6: 1 - 3*2/6.
    assert evaluate(parse("krippendorff_alpha"), units("a a", "a b")) == Defined(Fraction(0))


def test_alpha_of_all_alike_is_undefined() -> None:
    found = evaluate(parse("krippendorff_alpha"), units("a a", "a a"))

    assert found == Undefined("all ratings are alike")


def test_fleiss_kappa_of_fourteen_raters() -> None:
    # Ten subjects, five categories, fourteen raters; computed by hand in many texts: 0.210.
    table = (
        *("0 0 0 0 14", "0 2 6 4 2", "0 0 3 5 6", "0 3 9 2 0", "2 2 8 1 1"),
        *("7 7 0 0 0", "3 2 6 3 0", "2 5 3 2 2", "6 5 2 1 0", "0 2 2 3 7"),
    )
    rows = [
        " ".join(str(at) for at, n in enumerate(row.split()) for _ in range(int(n)))
        for row in table
    ]

    found = evaluate(parse("fleiss_kappa"), units(*rows))

    assert isinstance(found, Defined)
    assert round(float(found.value), 3) == 0.21


def test_units_of_one_rating_count_in_the_shares_or_not() -> None:
    corpus = units("a b", "a")

    # Shares 3/4 and 1/4: (0 - 5/8) / (3/8). Without the second unit both are 1/2.
    assert evaluate(parse("fleiss_kappa"), corpus) == Defined(Fraction(-5, 3))
    assert evaluate(parse("fleiss_kappa(single=leave)"), corpus) == Defined(Fraction(-1))
    # Of three ratings 2/3 and 1/3: (0 - 5/9) / (4/9).
    assert evaluate(parse("fleiss_kappa(shares=ratings)"), corpus) == Defined(Fraction(-5, 4))


def test_percent_agreement_is_a_mean_over_units_with_pairs() -> None:
    corpus = units("a a b", "a a", "a")

    assert evaluate(parse("percent_agreement"), corpus) == Defined(Fraction(2, 3))


@pytest.mark.parametrize(
    ("rated", "expected"),
    [
        # 6 of 12 ordered pairs are alike, then all.
        (("a a a b", "b b"), Fraction(3, 4)),
        # Fleiss 1971, P_i = sum(n (n - 1)) / (14 * 13): (2 + 30 + 12 + 2) / 182, and 1.
        (("e " * 14, "b b c c c c c c d d d d e e"), Fraction(57, 91)),
        (("a b c", "b c"), Fraction(0)),
    ],
)
def test_percent_agreement_by_hand(rated: tuple[str, ...], expected: Fraction) -> None:
    assert evaluate(parse("percent_agreement"), units(*rated)) == Defined(expected)


@pytest.mark.parametrize(
    ("rated", "expected"),
    [
        # Half are alike, as by chance; none is, and chance is a half.
        (("aa", "bb", "ab", "ba"), Fraction(0)),
        (("ab", "ba"), Fraction(-1)),
        # Shares 3/8, 3/8, 2/8: chance 22/64; (24/32 - 11/32) / (21/32).
        (("aa", "bb", "cc", "ab"), Fraction(13, 21)),
    ],
)
def test_scott_pi_of_pairs(rated: tuple[str, ...], expected: Fraction) -> None:
    assert evaluate(parse("scott_pi"), pairs(*rated)) == Defined(expected)


def test_scott_pi_by_hand() -> None:
    # Shares 5/8 and 3/8: chance 34/64; (3/4 - 34/64) / (30/64).
    found = evaluate(parse("scott_pi"), pairs("aa", "aa", "ab", "bb"))

    assert found == Defined(Fraction(7, 15))


def test_scott_pi_refuses_three_ratings() -> None:
    with pytest.raises(UnfitSampleError, match="at most 2 ratings of a unit: got 3"):
        evaluate(parse("scott_pi(raters=gold)"), units("a a b"))


def test_ac1_where_kappa_is_a_paradox() -> None:
    # Gwet 2008: of 125 subjects two raters find 118 alike, and no one rare: AC1 is 0.9408.
    corpus = pairs(*["++"] * 118, *["+-"] * 5, *["-+"] * 2)

    found = evaluate(parse("gwet_ac1(raters=gold+predicted)"), corpus)

    assert isinstance(found, Defined)
    assert round(float(found.value), 4) == 0.9408


def test_ac1_of_declared_categories() -> None:
    # P = 1/2, P_e = (1/4 * 3/4 * 2) / (3 - 1) = 3/16.
    found = evaluate(parse("gwet_ac1(over=declared[a,b,c])"), units("a a", "a b"))

    assert found == Defined(Fraction(5, 13))


def test_ac1_refuses_what_is_not_declared() -> None:
    with pytest.raises(UnfitSampleError, match="ratings among a, b: got 'c'"):
        evaluate(parse("gwet_ac1(over=declared[a,b])"), units("a c"))


def test_weighted_kappa_by_hand() -> None:
    # Penalties 1 + 4 = 5; of the margins 2, 1, 2 and 2, 2, 1 they are 35/5; linear 3, and 23/5.
    corpus = pairs("11", "12", "22", "33", "31")

    assert evaluate(parse("weighted_kappa"), corpus) == Defined(Fraction(2, 7))
    assert evaluate(parse("weighted_kappa(weights=linear)"), corpus) == Defined(Fraction(8, 23))


def test_a_label_that_nobody_gives_is_a_step_of_values_alone() -> None:
    # The labels 1, 2, 4: penalties 9 and 4 of values, 4 and 1 of places.
    corpus = pairs("11", "22", "44", "14", "24")

    values = evaluate(parse("weighted_kappa"), corpus)
    places = evaluate(parse("weighted_kappa(steps=occurring)"), corpus)

    # r = 2, 2, 1; c = 1, 1, 3: of values (2 + 54 + 2 + 24 + 9 + 4)/5 = 19,
    # of places (2 + 24 + 2 + 6 + 4 + 1)/5 = 39/5.
    assert values == Defined(1 - Fraction(13, 19))
    assert places == Defined(1 - Fraction(25, 39))


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_words_are_no_numbers(level: str) -> None:
    with pytest.raises(UnfitSampleError, match="ratings that are numbers"):
        evaluate(parse(f"krippendorff_alpha(level={level})"), units("good bad"))


def test_proportions_are_of_numbers_not_below_0() -> None:
    with pytest.raises(UnfitSampleError, match="not below 0: got '-1'"):
        evaluate(parse("krippendorff_alpha(level=ratio)"), units("1 -1"))


def test_raters_are_names_that_differ() -> None:
    with pytest.raises(ValueError, match="expected whole"):
        parse("fleiss_kappa(raters=ann+ann)")


def test_a_list_of_ratings_has_gaps(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"id": 1, "ratings": [1, null, 2]}\n{"id": 2, "ratings": {"ann": "x", "bob": null}}\n'
        '{"id": 3, "ratings": null}\n'
    )
    source = Source(path="a.jsonl", items="ratings", fields=Fields(gold="ratings"))

    samples = list(read(source, root=tmp_path))

    assert [one.gold for one in samples if isinstance(one, Sample)] == [("1", "2"), ("x",), ()]


def test_raters_are_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,ann,bob\n1,a,\n2,b,b\n")
    lists = (("ann", "ann"), ("bob", "bob"))
    source = Source(path="a.csv", format="csv", items="ratings", fields=Fields(lists=lists))

    samples = list(read(source, root=tmp_path))

    assert [one.lists for one in samples if isinstance(one, Sample)] == [
        (("ann", ("a",)), ("bob", None)),
        (("ann", ("b",)), ("bob", ("b",))),
    ]


def test_a_list_of_ratings_has_to_be_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"id": 1, "rating": ["a"]}\n')

    code = main(["score", str(file), "--items", "ratings", "-d", "krippendorff_alpha"])

    assert code == 2
    assert "gold" in capfd.readouterr().err


def test_ratings_of_two_types_are_asked_about(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"id": 1, "gold": [1, 1.0]}\n{"id": 2, "gold": [2, 2]}\n')

    code = main(["score", str(file), "--items", "ratings", "-d", "krippendorff_alpha"])

    assert code == 2
    assert "expected labels of one type" in capfd.readouterr().err
