"""Worked by hand: several observations in one pass."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.evidence import Amount, Excluded, Joint, Observed
from measurand.evidence.observation import ColumnOf, Observation, Together
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally

HIT, WRONG, UNANSWERED = (
    Sample(
        id="1",
        gold=("a",),
        predicted=later,
        lists=(("first", ("a",)),),
        amounts=(("changed", Fraction(1)),),
    )
    for later in (("a",), ("b",), None)
)
UNKNOWN = evolve(HIT, amounts=())
BOTH = Together((ColumnOf("changed"), Observation()))


def test_a_joint_pool_keeps_what_is_there_beside_what_is_not() -> None:
    found = pool(BOTH, [HIT, UNANSWERED, UNKNOWN])

    amount = Amount(Fraction(1))
    assert found.scored() == 1
    assert found.excluded() == {"no answer": 1, "no number 'changed'": 1}
    hit = Observed((("", Tally(1, 1, 1)),))
    assert set(found.keyed.flat().counts) == {
        Joint((amount, hit)),
        Joint((amount, Excluded("no answer"))),
        Joint((Excluded("no number 'changed'"), hit)),
    }


def test_a_projected_pool_is_of_the_samples_that_have_every_part() -> None:
    found = pool(BOTH, [HIT, WRONG, UNANSWERED])

    column, items = found.project(0), found.project(1)

    assert (column.observing, items.observing) == BOTH.parts
    # The unanswered sample has a number, but not both.
    assert evaluate(parse("column(name=changed)"), [HIT, WRONG, UNANSWERED]) == Defined(Fraction(3))
    assert Finaliser(column).score(parse("column(name=changed)")).score == Defined(Fraction(2))
    assert Finaliser(items).score(parse("f")).score == Defined(Fraction(1, 2))
    assert column.excluded() == items.excluded() == {"no answer": 1}


def test_an_empty_pool_has_parts_of_nothing() -> None:
    assert Pool().project(0) == Pool()


@pytest.mark.parametrize(
    "text",
    [
        "ratio(top=changed,bottom=changed)",
        "transition(of=net_gain,before=first,over=all)",
        "shift(of=improved,before=first,where=changed)",
        "difference(before=first)",
    ],
)
def test_shards_add_to_the_same_bits(text: str) -> None:
    definition: Definition = parse(text)
    corpus = [HIT, WRONG, HIT, UNANSWERED, WRONG, UNKNOWN, HIT]
    how = observing(definition)

    apart = pool(how, corpus[5:]) + pool(how, corpus[:2]) + pool(how, corpus[2:5])

    whole = pool(how, corpus)
    assert apart == whole
    assert repr(apart.keyed.flat()) == repr(whole.keyed.flat())
    assert Finaliser(apart).score(definition) == Finaliser(whole).score(definition)


def test_a_pool_of_one_observation_is_refused_where_two_are_asked_for() -> None:
    definition = parse("difference(before=first)")

    with pytest.raises(ValueError, match=r"^a pool of what difference/1") as refused:
        Finaliser(pool(Observation(), [HIT])).score(definition)
    assert str(refused.value) == (
        f"a pool of what {signature(definition)} observes: got another observation"
    )
