"""Several classes alone, or all but some: numbers by hand, those of scikit-learn, and refusals."""

from fractions import Fraction

import numpy as np
import pytest
from attrs import evolve

import measurand as m
from measurand import parse, signature
from measurand.auditing.claims.cells import cell_definition, written_options
from measurand.auditing.claims.default_space import SampleContents, Traits, default_space
from measurand.auditing.claims.judge import compare_printed, leave_absent_open
from measurand.auditing.claims.model import Author, Choice, Column, Row, Space, Table
from measurand.compat import as_sklearn, samples_of_labels
from measurand.errors import InvalidInputError
from measurand.evidence.pool import pool
from measurand.metrics.compat.equivalents import nearly_known_as
from measurand.metrics.definitions import F, observing, with_average
from measurand.metrics.finalise import Finaliser, Scored, evaluate
from measurand.metrics.grammar import SignatureError, read_value
from measurand.metrics.options import Average, Chosen, ChosenKind, Over
from measurand.values.printed import Printed
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict

# 5 are a or b, 6 are called so, 3 of these rightly; of the 3 that are none 1 is.
GOLD, SAID = ["a", "b", "no", "no", "a", "b", "no", "a"], ["a", "no", "a", "no", "b", "b", "b", "a"]
SAMPLES = samples_of_labels(GOLD, SAID)


def micro(metric: str, only: str) -> str:
    return f"{metric}(class=item,average=micro,only={only})"


@pytest.mark.parametrize("only", ["class[a,b]", "class[b,a]", "but[no]", "but[no,never]"])
@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("precision", Fraction(3, 6)),
        ("recall", Fraction(3, 5)),
        ("f", Fraction(6, 11)),
        ("jaccard", Fraction(3, 8)),
    ],
)
def test_all_but_one_class_are_pooled(metric: str, expected: Fraction, only: str) -> None:
    assert evaluate(micro(metric, only), SAMPLES) == Defined(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a: 2 of 3 found; b: 1 of 2.
        ("recall(class=item,average=macro[class],only=but[no])", Fraction(7, 12)),
        ("recall(class=item,average=weighted[class],only=class[a,b])", Fraction(3, 5)),
        ("recall(class=item,average=macro[class],only=but[no],over=declared[a,no])", "2/3"),
        # What is left of each sample: 3 have the same on both sides, and 1 has nothing on both.
        ("accuracy(class=item,only=but[no])", Fraction(1, 2)),
        ("f(class=item,average=macro[sample],only=but[no])", Fraction(1, 2)),
        ("total(of=fn,class=item,only=but[no])", 2),
        ("total(of=tn,class=item,only=class[a,b])", 1),
    ],
)
def test_other_averages_are_of_these_classes(text: str, expected: Fraction | int | str) -> None:
    assert evaluate(text, SAMPLES) == Defined(Fraction(expected))


def test_what_was_left_alone_is_of_one_class_or_of_each() -> None:
    for metric in ("mcc", "kappa", "specificity"):
        found = evaluate(micro(metric, "but[no]"), SAMPLES)
        why = f"{metric} is of one class (only=class[NAME]), or of each (macro[class])"
        assert found == Undefined(why)
    # a: 1 of 5 others is called a; b: 2 of 6.
    each = "specificity(class=item,average=macro[class],only=but[no])"
    assert evaluate(each, SAMPLES) == Defined((Fraction(4, 5) + Fraction(4, 6)) / 2)


def test_classes_that_nobody_has_leave_no_number() -> None:
    why = "no item has one of the classes 'x', 'y'"
    assert evaluate(micro("f", "class[x,y]"), SAMPLES) == Undefined(why)
    why = "no item has another class than 'a', 'b', 'no'"
    assert evaluate(micro("f", "but[a,b,no]"), SAMPLES) == Undefined(why)


def test_one_class_is_written_as_ever() -> None:
    one = parse("f(class=item,only=class[a])")

    assert isinstance(one, F)
    assert one.averaging.only == "a"
    assert ",only=class[a],over=union," in signature(one)
    several = parse("f(class=item,only=but[b,a])")
    assert isinstance(several, F)
    assert several.averaging.only == Chosen(ChosenKind.BUT, ("a", "b"))
    assert ",only=but[a,b],over=union," in signature(several)


@pytest.mark.parametrize("only", ["class[a,a]", "but[a,a]", "but", "class", "but[x=a]", "some[a]"])
def test_what_chooses_no_classes_is_refused(only: str) -> None:
    with pytest.raises(SignatureError, match="only"):
        parse(f"f(class=item,only={only})")


@pytest.mark.parametrize("over", ["gold", "predicted", "declared[a,b]"])
@pytest.mark.parametrize("average", ["micro", "macro[sample]", "macro[document]"])
def test_classes_of_a_mean_that_is_none_are_refused(average: str, over: str) -> None:
    with pytest.raises(SignatureError, match=r"leave it out, or write only=class\[A,B\]"):
        parse(f"f(class=item,average={average},over={over})")


def test_another_average_forgets_the_classes_of_the_mean() -> None:
    mean = parse("f(class=item,average=macro[class],over=declared[a,b])")

    assert isinstance(mean, F)
    assert with_average(mean, Average()).averaging.over == Over()


def test_labels_of_a_micro_average_are_known_again() -> None:
    tool = as_sklearn("f1", average="micro", labels=["a", "b"])

    assert tool.number(SAMPLES) == pytest.approx(6 / 11)
    assert tool.score(SAMPLES) == Defined(Fraction(6, 11))
    near = nearly_known_as(parse(micro("f", "class[a,b]")))
    assert "f1_score(y_true, y_pred, labels=['a', 'b'], average='micro')" in {
        one.call for one, _ in near
    }


def test_labels_are_a_matter_of_the_definition() -> None:
    with pytest.raises(InvalidInputError, match=r"only=class\[a,b\].*only=but") as caught:
        m.f1(GOLD, SAID, average="micro", labels=["b", "a"])  # type: ignore[call-overload]
    assert "declared[a,b]" in str(caught.value)
    with pytest.raises(InvalidInputError, match=r"only=class\[1,2\]"):
        m.f1([1, 2], [1, 1], average="micro", labels=np.array([2, 1]))  # type: ignore[call-overload]
    assert m.score(GOLD, SAID, "f1(average=micro,only=class[a,b])") == Fraction(6, 11)


def scored(text: str) -> Scored:
    definition = parse(text)
    return Finaliser(pool(observing(definition), SAMPLES)).score(definition)


def test_a_class_by_which_others_are_chosen_may_be_misspelt() -> None:
    text = micro("f", "but[non]")
    found = scored(text)

    assert found.absent == ("non",)
    refuted = leave_absent_open(compare_printed(found, Printed.parse("0.5455")), parse(text), ())
    assert refuted.verdict is Verdict.UNDECIDED
    assert refuted.because.startswith("'non' is named and occurs nowhere")
    held = leave_absent_open(compare_printed(found, Printed.parse("0.5")), parse(text), ())
    assert held.verdict is Verdict.HOLDS


def test_what_a_space_says_of_a_mean_over_classes_is_not_asked_of_other_averages() -> None:
    over = (("over", read_value("gold")),)
    column = Column(name="f1", metric="f", options=(("class", read_value("item")),))
    table = Table(name="1", data="d", columns=(column,), rows=(), options=over)

    found = {
        average: cell_definition(table, column, Row(label="a"), (("average", read_value(average)),))
        for average in ("micro", "macro[class]")
    }
    assert found == {
        "micro": parse("f(class=item,average=micro)"),
        "macro[class]": parse("f(class=item,average=macro[class],over=gold)"),
    }
    with pytest.raises(SignatureError, match="over says which classes"):
        cell_definition(table, evolve(column, options=(*column.options, *over)), Row(label="a"))


def tried(classes: list[str]) -> dict[str, tuple[str, ...]]:
    """List what an audit tries of labels where it leaves out classes."""
    labels = Traits(made=SampleContents.LABELS, classes=tuple(sorted(classes)))
    products = [{one.option: one.values for one in some} for some in default_space(labels, ["f"])]
    found = [one for one in products if "only" in one]
    return found[0] if found else {}


def test_an_audit_leaves_out_each_of_few_classes_the_negative_first() -> None:
    found = tried(["a", "b", "no_relation"])

    assert found["average"] == ("micro",)
    assert found["only"] == ("but[no_relation]", "but[a]", "but[b]")


def test_of_many_classes_an_audit_leaves_out_those_that_say_nothing_is_there() -> None:
    relations = [f"r{at}" for at in range(41)]

    assert tried(relations) == {}
    found = tried([*relations, "no_relation", "Other"])
    assert found["average"] == ("micro", "macro[class]", "weighted[class]")
    assert found["only"] == ("but[no_relation]", "but[Other]")


def test_of_two_classes_all_but_one_is_the_other_which_is_tried_already() -> None:
    assert tried(["no", "negative"]) == {}


def test_what_is_tried_of_other_averages_is_not_tried_of_a_known_one() -> None:
    known = Column(name="Acc", metric="accuracy", options=(("average", read_value("micro")),))
    space = Space(
        columns=("Acc",),
        products=((Choice(option="only", values=("but[no]",)),),),
        author=Author.TOOL,
    )
    table = Table(name="1", data="d", columns=(known,), rows=(), space=space)
    extra = (("class", read_value("item")), ("only", read_value("but[no]")))

    assert "only" not in written_options(table, known, Row(label="a"), extra)
    person = evolve(table, space=evolve(space, author=Author.PERSON))
    assert "only" in written_options(person, known, Row(label="a"), extra)
