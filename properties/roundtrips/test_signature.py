"""A signature reads back as its definition, differs between definitions, and fails in one way."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import texts
from measurand.metrics.definitions import (
    Accuracy,
    Definition,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
    Total,
    name_of,
)
from measurand.metrics.grammar import LONGEST, SignatureError, read, write, write_value
from measurand.metrics.signature import amend, option_values, options, parse, signature
from properties.strategies.definitions import definitions, scorable

ATOMS = st.sampled_from(
    [*"()[]=,+/\"\\'", "f", "f/1", "macro", "sample", "beta", "1", "average", "skip", "\\u", "맛"]
)


@given(definition=definitions)
def test_a_signature_reads_back_as_its_definition(definition: Definition) -> None:
    assert parse(signature(definition)) == definition


@given(definition=definitions)
def test_a_signature_writes_every_option_and_the_revision(definition: Definition) -> None:
    call = read(signature(definition))

    assert [name for name, _ in call.options] == list(options(call.name))
    assert call.revision is not None
    assert write(call) == signature(definition)


@given(a=definitions, b=definitions)
def test_two_definitions_have_one_signature_just_when_they_are_equal(
    a: Definition, b: Definition
) -> None:
    assert (signature(a) == signature(b)) == (a == b)


@given(a=scorable, b=scorable)
def test_definitions_that_differ_in_one_option_have_different_signatures(
    a: Definition, b: Definition
) -> None:
    # Every option of b is planted into a, one at a time, where it fits.
    mine, other = option_values(a), option_values(b)
    for name in mine.keys() & other.keys():
        try:
            changed = amend(a, {name: write_value(other[name])})
        except SignatureError:
            continue
        assert (changed == a) == (mine[name] == other[name])
        assert (signature(changed) == signature(a)) == (changed == a)


@given(definition=scorable, data=st.data())
def test_options_may_come_in_any_order_and_with_white_space(
    definition: Definition, data: st.DataObject
) -> None:
    values = data.draw(st.permutations(list(option_values(definition).items())))
    body = " ,\n".join(f"{name} = {write_value(value)}" for name, value in values)

    assert parse(f" {name_of(definition)} ( {body} ) ") == definition


@pytest.mark.parametrize(
    "definition", [Precision(), Recall(), F(), Jaccard(), ExactMatch(), Accuracy(), Total()]
)
def test_a_definition_of_the_defaults_needs_no_options(definition: Definition) -> None:
    assert parse(name_of(definition)) == definition


@given(text=st.lists(ATOMS | texts, max_size=12).map("".join) | st.text())
@example(text="f(" + "[" * 2000)
@example(text="f(average=" + "macro[" * 9 + "]" * 9 + ")")
@example(text="f(beta=1/0)")
@example(text="f(beta=nan)")
@example(text="f(beta=1e999999999)")
@example(text='column(name="\\ud800")')
@example(text="f/99999999999999999999")
@example(text="total(only=class[a]" + "," * LONGEST)
def test_a_hostile_text_is_refused_or_a_definition(text: str) -> None:
    try:
        found = parse(text)
    except SignatureError:
        return

    assert parse(signature(found)) == found


@given(definition=scorable, data=st.data())
def test_a_damaged_signature_is_refused_or_a_definition(
    definition: Definition, data: st.DataObject
) -> None:
    text = signature(definition)
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 5))

    damaged = text[:at] + data.draw(ATOMS) + text[at + length :]

    try:
        found = parse(damaged)
    except SignatureError:
        return
    assert parse(signature(found)) == found
