"""Where a signature does not fit, in exact words; numbers and names at their edges."""

import re
from fractions import Fraction

import pytest

from measurand.metrics.codec import NAME, NUMBER, arguments, number_text, plain, single, word, words
from measurand.metrics.definitions import kinds
from measurand.metrics.families import families, ours
from measurand.metrics.grammar import (
    LONGEST,
    Call,
    SignatureError,
    Term,
    read,
    read_value,
    write,
    write_value,
)
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.signature import amend, called, parse, signature
from measurand.metrics.standard import STANDARD

LONE, DEEP = r'f(a="\ud800")', "f(a=b[b[b[b[b[b]]]]])"
NO_SURROGATES = "a text of Unicode characters, without lone surrogates"


def refused(message: str) -> "pytest.RaisesExc[SignatureError]":
    return pytest.raises(SignatureError, match=f"^{re.escape(message)}$")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a metric name: got 'the end' at character 1 of ''"),
        ("  (", "a metric name: got '(' at character 3 of '  ('"),
        ("f(", "an option name: got 'the end' at character 3 of 'f('"),
        ("f(a)", "'=' after 'a': got ')' at character 4 of 'f(a)'"),
        ("f(a=b c=d)", "',' or ')': got 'c=d)' at character 7 of 'f(a=b c=d)'"),
        ("f(a=b[c d])", "',' or ']': got 'd])' at character 9 of 'f(a=b[c d])'"),
        ("f(a=+)", "a word or a quoted text: got '+)' at character 5 of 'f(a=+)'"),
        ('f(a="b)', "a quoted text that ends: got '\"b)' at character 5 of 'f(a=\"b)'"),
        (LONE, f"{NO_SURROGATES}: got {LONE[4:]!r} at character 5 of {LONE!r}"),
        ("f/1 x", "nothing more: got 'x' at character 5 of 'f/1 x'"),
        ("f/one", "a revision number after '/': got 'one' at character 6 of 'f/one'"),
        ("f/", "a revision number after '/': got 'the end' at character 3 of 'f/'"),
        (DEEP, f"at most 4 levels of brackets: got 'b]]]]])' at character 15 of {DEEP!r}"),
        (
            "f)" + "x" * 300,
            f"nothing more: got ')xxxxxxxxxxxxxxxxxxx' at character 2 of 'f){'x' * 198}'",
        ),
        ("f" * 65_537, "a signature of at most 65536 characters: got 65537"),
    ],
)
def test_the_place_of_the_first_thing_that_does_not_fit_is_named(text: str, message: str) -> None:
    with refused(message):
        read(text)


def test_white_space_is_skipped_and_brackets_may_be_empty() -> None:
    plainly = Call("f", 2, (("a", (Term("b"), Term("c", (("n", (Term("d"),)),)))),))

    assert read("f/2(a=b+c[n=d])") == plainly
    assert read(" f/2 ( a = b + c [ n = d ] ) ") == plainly
    assert read("f()") == Call("f", None, ())
    assert read_value("a[]") == (Term("a"),)
    assert read_value("a[b,c[d[e[f]]]]")[0].arguments[1][1][0].atom == "c"
    assert read("f" * LONGEST).name == "f" * LONGEST


def test_a_positional_argument_may_be_quoted_or_followed_by_another() -> None:
    assert read_value('a["x=y",b=c]') == (Term("a", (("", (Term("x=y"),)), ("b", (Term("c"),)))),)
    assert read_value("a[b]") == (Term("a", (("", (Term("b"),)),)),)


def test_signatures_are_written_as_they_are_read() -> None:
    for text in ("f/1(a=b,c=d+e)", 'f(a="x y")', "f/3()", 'f(a=b[c,n="\\u0007"])'):
        assert write(read(text)) == text
    assert write_value((Term("맛"),)) == '"맛"'
    assert write_value((Term(""),)) == '""'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 20), "0.05"),
        (Fraction(7, 250), "0.028"),
        (Fraction(100), "100"),
        (Fraction(-7, 3), "-7/3"),
        (Fraction(1, 2**30), "0." + "0" * 9 + str(5**30)),
        (Fraction(1, 2**31), str(Fraction(1, 2**31))),
        (Fraction(1, 10**30), "0." + "0" * 29 + "1"),
        (Fraction(1, 10**31), f"1/1{'0' * 31}"),
        (Fraction(123, 6), "20.5"),
        (Fraction(1, 2**1100), f"1/{2**1100}"),
    ],
)
def test_a_number_is_a_decimal_of_at_most_thirty_places_or_a_ratio(
    value: Fraction, text: str
) -> None:
    assert number_text(value) == text
    assert NUMBER.read(NUMBER.write(value)) == value


@pytest.mark.parametrize("text", ["1e3", "1E3", "1_000", "1/0", "x", "1" * 401])
def test_a_number_is_written_out(text: str) -> None:
    shown = write_value(word(text))

    with refused(f"expected a number such as 1, 0.5 or 1/3, got {shown!r}"):
        NUMBER.read(word(text))
    assert NUMBER.read(word("1" * 400)) == int("1" * 400)


def test_what_is_no_single_word_is_refused() -> None:
    with refused("expected a word, got 'a+b'"):
        single(read_value("a+b"), "a word")
    with refused("expected a word, got 'a[b]'"):
        plain(read_value("a[b]"), "a word")
    with refused("expected a list, got 'a[n=b]'"):
        words(read_value("a[n=b]")[0], read_value("a[n=b]"), "a list")


def test_arguments_have_names_that_are_known_once() -> None:
    known = {"threshold": NUMBER}

    for text, message in (
        ("greedy[treshold=1]", "greedy[treshold...]: did you mean 'threshold'?"),
        ("greedy[0.5]", "greedy[0.5...]"),
        ("greedy[threshold=1,threshold=1]", "greedy[threshold...]"),
    ):
        with refused(f"expected greedy[threshold=NUMBER], got {message}"):
            arguments(read_value(text)[0], known, "greedy[threshold=NUMBER]")


def test_names_are_read_as_they_are_written() -> None:
    for name in ("cost", "a b", "stage1[empty=answer]", "a+b", "a[b", "x[ y ]", "x[]"):
        assert NAME.read(NAME.write(name)) == name
    with refused("expected a name, got 'a+b'"):
        NAME.read(read_value("a+b"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colum(name=cost)", "unknown metric 'colum': did you mean 'column'?"),
        ("F1(average=micro)", "unknown metric 'F1': write f1"),
        ("MCC", "unknown metric 'MCC': write mcc"),
        ("column/2(name=cost)", "column has revision 1: got 2"),
        ("column(name=a,name=b)", "each option once: got 'name' twice in column(...)"),
        ("column(nam=a)", "unknown option 'nam' of column: did you mean 'name'?"),
        ("column(zzz=a)", "unknown option 'zzz' of column"),
        ("column", "column needs the option name"),
        (
            "column(name=a,reduce=summ)",
            "option 'reduce' of column: expected sum | mean, got 'summ': did you mean 'sum'?",
        ),
    ],
)
def test_a_definition_that_is_not_known_is_refused(text: str, message: str) -> None:
    with refused(message):
        parse(text)


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("mrr", "reciprocal_rank"),
        ("MAP", "mean_average_precision"),
        ("acc", "accuracy"),
        ("em", "exact_match"),
        ("roc_auc", "auc"),
        ("pr_auc", "average_precision"),
        ("bleu-4", "bleu"),
        ("ROUGE-1", "rouge_n(n=1)"),
        ("rougeL", "rouge_l"),
        ("ndcg@k", "ndcg(k=10)"),
        ("NDCG@5", "ndcg(k=5)"),
        ("precision_at_5", "precision_at(k=5)"),
        ("hits@10", "hit_rate(k=10)"),
        ("top-1", "top_k_accuracy(k=1)"),
        ("pass@1", "pass_at_k(k=1)"),
        ("f0.5", "f(beta=0.5)"),
        ("qwk", "weighted_kappa"),
        ("BLEU-1", "bleu(order=1)"),
    ],
)
def test_names_of_the_field_lead_to_ours(written: str, ours: str) -> None:
    with refused(f"unknown metric {written!r}: write {ours}"):
        parse(written)


def test_every_word_of_a_metric_leads_to_a_metric() -> None:
    abouts = [kind.about for kind in families().values()]
    words = {word for one in (*STANDARD.values(), *NUMERIC.values(), *abouts) for word in one.words}
    known = kinds()

    for written in sorted(words - {"f1"}):
        with pytest.raises(SignatureError, match=r"unknown metric .*: write ") as refusal:
            called(written)
        advised = str(refusal.value).partition(": write ")[2]
        assert called(advised).name in known


def test_an_unknown_metric_that_is_near_none_lists_the_known_ones() -> None:
    known = (
        "precision, recall, f, jaccard, exact_match, accuracy, total, column, ratio, transition, "
        "shift, difference, auc, specificity, npv, balanced_accuracy, fowlkes_mallows, g_mean, p4, "
        "mcc, informedness, markedness, lr_positive, lr_negative, odds_ratio, kappa, fnr, fpr, "
        "fdr, for, error_rate, prevalence, formula, mae, mse, rmse, bias, r2, pearson, concordance"
    )
    families = ", ".join(ours())

    with refused(f"unknown metric {'z' * 60!r}: known are {known}, {families}"):
        parse("z" * 90)


def test_options_are_amended_one_by_one() -> None:
    cost = parse("column(name=cost)")

    assert signature(amend(cost, {"reduce": "mean"})) == "column/1(name=cost,reduce=mean)"
    with refused("unknown option 'x' of column"):
        amend(cost, {"x": "1"})


AVERAGE = "micro | macro[KEY,...] | weighted[KEY,...]"
OVER = "union | gold | predicted | declared[CLASS,...]"
EMPTY = "P+R with each of 0, 1, skip; or drop"
CLASS = "none | item | label | field[NAME]"
WILD = "off | gold[SLOT] | both[SLOT]"
KEEP = "all | filled[SLOT] and empty[SLOT] and not[SLOT,VALUE...] joined by +"
ANSWER_UNIT = "same | SLOT+SLOT..., each a name or first[SLOT,SLOT...]"
MATCH = (
    "set | multiset | greedy[similarity,threshold] | optimal[similarity,threshold] | "
    "spans[mode,threshold,scope,assign] | given"
)


@pytest.mark.parametrize(
    ("option", "value", "form", "got"),
    [
        ("average", "macro+micro", AVERAGE, "'macro+micro'"),
        ("average", "macr", AVERAGE, "'macr': did you mean 'macro'?"),
        ("average", "macro[a[b]]", AVERAGE, "'a[b]'"),
        ("average", "macro[n=b]", AVERAGE, "'macro[n=b]'"),
        ("over", "unon", OVER, "'unon': did you mean 'union'?"),
        ("over", "gold+union", OVER, "'gold+union'"),
        ("over", "declared[n=A]", OVER, "'declared[n=A]'"),
        ("over", "declared[a[b]]", OVER, "'a[b]'"),
        ("only", "class", "all | class[NAME,...] | but[NAME,...]", "'class'"),
        ("only", "all[x]", "all | class[NAME,...] | but[NAME,...]", "'all[x]'"),
        ("only", "a+b", "all | class[NAME,...] | but[NAME,...]", "'a+b'"),
        ("only", "class[n=x]", "all | class[NAME,...] | but[NAME,...]", "'class[n=x]'"),
        ("both_empty", "1", EMPTY, "'1'"),
        ("both_empty", "1+2", EMPTY, "'1+2'"),
        ("both_empty", "dro", EMPTY, "'dro': did you mean 'drop'?"),
        ("match", "gredy", MATCH, "'gredy': did you mean 'greedy'?"),
        ("match", "set+set", MATCH, "'set+set'"),
        ("match", "greedy[treshold=1]", MATCH, "greedy[treshold...]: did you mean 'threshold'?"),
        ("class", "lable", CLASS, "'lable': did you mean 'label'?"),
        ("class", "field", CLASS, "'field'"),
        ("class", "none[a]", CLASS, "'none[a]'"),
        ("class", "a+b", CLASS, "'a+b'"),
        ("class", "field[n=a]", CLASS, "'field[n=a]'"),
        ("wildcard", "gol[x]", WILD, "'gol[x]': did you mean 'gold'?"),
        ("wildcard", "gold", WILD, "'gold'"),
        ("wildcard", "off[x]", WILD, "'off[x]'"),
        ("wildcard", "a+b", WILD, "'a+b'"),
        ("wildcard", "gold[n=x]", WILD, "'gold[n=x]'"),
        ("gold_keep", "empy[x]", KEEP, "'empy[x]': did you mean 'empty'?"),
        ("gold_keep", "filed[x]", KEEP, "'filed[x]': did you mean 'filled'?"),
        ("gold_keep", "nott[x,y]", KEEP, "'nott[x,y]': did you mean 'not'?"),
        ("gold_keep", "not[x]", KEEP, "'not[x]'"),
        ("gold_keep", "filled[x,y]", KEEP, "'filled[x,y]'"),
        ("gold_keep", "filled[n=x]", KEEP, "'filled[n=x]'"),
        ("answer_unit", "second[x,y]", ANSWER_UNIT, "'second[x,y]'"),
        ("answer_unit", "first[n=x]", ANSWER_UNIT, "'first[n=x]'"),
        ("unit", "a[b]", "whole, or slot names joined by +", "'a[b]'"),
        ("beta", "1+2", "a number such as 1, 0.5 or 1/3", "'1+2'"),
    ],
)
def test_an_option_says_what_it_takes(option: str, value: str, form: str, got: str) -> None:
    with refused(f"option {option!r} of f: expected {form}, got {got}"):
        parse(f"f({option}={value})")


def test_options_are_written_in_one_spelling() -> None:
    f = parse(
        "f(unit=a+b,answer_unit=first[x,y]+c,gold_keep=not[a,z,y]+filled[b],wildcard=gold[a],"
        "class=field[a],over=declared[B,A],average=weighted[class],both_empty=skip+0,"
        "gold_empty=drop,only=class[A])"
    )
    text = signature(f)

    for part in (
        "unit=a+b",
        "answer_unit=first[x,y]+c",
        "gold_keep=not[a,y,z]+filled[b]",
        "answer_keep=all",
        "wildcard=gold[a]",
        "class=field[a]",
        "over=declared[A,B]",
        "average=weighted[class]",
        "both_empty=skip+0",
        "gold_empty=drop",
        "only=class[A]",
        "match=set",
        "normalise=none",
    ):
        assert f",{part}," in f",{text.partition('(')[2][:-1]},"
    assert parse(text) == f
