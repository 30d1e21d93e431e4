"""*An attribution holds*: a tool is named only where its whole contract gives the number.

That is, run on these samples: its tokens, its weights, its labels, its spans.

Samples of every kind are drawn, also such as no call of the tool can make: with weights, without an
answer, with an item twice, with texts that were never split. The numbers are printed from a known
definition of a tool, so that its definition is always among those that fit.
"""

import string
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import event, given
from hypothesis import strategies as st

from measurand.auditing.claims.audit import audit_needs, audit_table
from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims, Column, Row, Table
from measurand.auditing.claims.table_check import check_needs
from measurand.auditing.claims.tools import confirmed
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.evidence.span_matching import SpanMatch
from measurand.evidence.texts import AgainstReferences
from measurand.metrics.compat.equivalents import known_tools
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import F, name_of, observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import read
from measurand.metrics.needs import Gathered, Reading, merged
from measurand.values.items import Item, Span
from measurand.values.printed import Printed
from measurand.values.sample import Sample
from measurand.values.score import Defined

TOOLS = tuple(one for one in known_tools() if not one.of_one and "exact match" not in one.call)
WORDS = ("cat", "the cat", "Oslo", "oslo", "1", "yes", "in oslo", "a-b", "", "an")

Sides = st.SearchStrategy[tuple[Item, ...]]
texts: Sides = st.lists(st.sampled_from(WORDS), max_size=3).map(tuple)
words: Sides = st.lists(st.sampled_from(("cat", "oslo", "1", "yes")), max_size=3).map(tuple)
labels: Sides = st.sampled_from(("1", "yes")).map(lambda one: (one,))
spans: Sides = st.lists(
    st.builds(
        lambda start, more, name: Span(start, start + more, name),
        st.integers(0, 6),
        st.integers(1, 3),
        st.sampled_from(("A", "B")),
    ),
    max_size=2,
).map(tuple)
sides = st.sampled_from([texts, words, labels, labels, spans, spans])
weights = st.sampled_from([Fraction(1)] * 9 + [Fraction(1, 2)])


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Sample, ...]:
    side = draw(sides)
    answer = side if draw(st.integers(0, 3)) else st.one_of(side, st.none())
    heavy = draw(st.booleans())
    return tuple(
        Sample(
            id=str(at),
            gold=draw(side),
            predicted=draw(answer),
            weight=draw(weights) if heavy else Fraction(1),
        )
        for at in range(draw(st.integers(1, 5)))
    )


def table_of(number: Compatible, samples: Sequence[Sample]) -> Table | None:
    """Print a score under the definition of a tool, whether or not the tool takes the samples."""
    try:
        score = evaluate(number.definition, samples)
    except UnfitSampleError:
        return None
    if not isinstance(score, Defined) or not isinstance(score.value, Fraction):
        return None
    text = str(round(float(score.value), 4))
    call = read(number.signature)
    column = Column(name="x", metric=name_of(number.definition), options=call.options)
    row = Row(label="ours", cells=(("x", Printed.parse(text)),))
    return Table(name="1", data="d", columns=(column,), rows=(row,))


def audited(table: Table, samples: Sequence[Sample]) -> TableAudit:
    claims = Claims(sources=(), tables=(table,))
    needs = merged((*check_needs(claims), *audit_needs(claims)))
    pools = {need.slice: pool(need.slice.observing, samples, names=need.names) for need in needs}
    found = audit_table(table, Judge(Gathered(pools, {"d": Reading(read=len(samples))})))
    return confirmed(table, found, lambda *_: samples)


def takes(number: Compatible, samples: Sequence[Sample]) -> bool:
    """Say whether a call of a tool can be given samples, by what its definition reads of them.

    Labels are texts, of which a side has each once; tokens are cut already; of spans no two of a
    side overlap; a text stands against references that are texts too.
    """
    if not number.weighs and any(sample.weight != 1 for sample in samples):
        return False
    items = [item for one in samples for item in (*one.gold, *(one.predicted or ()))]
    lists = [side for one in samples for side in (one.gold, one.predicted) if side is not None]
    answered = all(one.predicted is not None for one in samples)
    plain = all(isinstance(item, str) for item in items)
    match observing(number.definition):
        case AgainstReferences():
            one_each = all(one.gold and len(one.predicted or ()) <= 1 for one in samples)
            return answered and plain and one_each
        case Observation(match=MultisetMatch()):
            return all(isinstance(item, str) and is_token(item) for item in items)
        case Observation(match=SpanMatch()):
            only = all(isinstance(item, Span) for item in items)
            return answered and only and not any(map(share, lists))
        case Observation(match=SetMatch()):
            return answered and plain and all(len(set(side)) == len(side) for side in lists)
        case other:
            message = f"a reading of which it is written down what a tool takes: got {other}"
            raise AssertionError(message)


def is_token(text: str) -> bool:
    plain = bool(text) and text == text.lower() and not any(c.isspace() for c in text)
    return plain and text not in {"a", "an", "the"} and not set(text) & set(string.punctuation)


def share(side: Sequence[object]) -> bool:
    kept = [item for item in side if isinstance(item, Span)]
    return any(
        first.start < other.end and other.start < first.end
        for at, first in enumerate(kept)
        for other in kept[at + 1 :]
    )


@given(st.sampled_from(TOOLS), corpora())
def test_a_tool_is_named_only_where_its_whole_contract_gives_the_number(
    number: Compatible, samples: tuple[Sample, ...]
) -> None:
    table = table_of(number, samples)
    if table is None:
        return

    found = audited(table, samples).recognised

    event("named" if found else "not named")
    [(_, printed)] = table.rows[0].cells
    for one in found:
        assert takes(one.number, samples)
        given_back = one.number.number(samples)
        assert any(
            abs(given_back / scale - float(printed.value)) <= 0.00005001 for scale in (1, 100)
        )


@given(st.sampled_from(TOOLS), corpora())
def test_a_tool_that_takes_the_samples_and_gives_the_number_is_named(
    number: Compatible, samples: tuple[Sample, ...]
) -> None:
    table = table_of(number, samples)
    if table is None:
        return
    try:
        number.number(samples)
    except ValueError:
        return

    found = audited(table, samples).recognised

    # Of calls that differ in zero_division alone, one is named.
    plain = number.called(samples).call.replace(", zero_division=1", "")
    assert plain in {one.number.call.replace(", zero_division=1", "") for one in found}


def test_texts_that_were_never_split_are_no_tokens_of_squad() -> None:
    samples = (
        Sample(id="q1", gold=("the cat",), predicted=("Cat.",)),
        Sample(id="q2", gold=("Oslo",), predicted=("in Oslo",)),
    )
    [squad] = [one for one in TOOLS if "v2.0" in one.call and isinstance(one.definition, F)]
    table = table_of(squad, samples)
    assert table is not None

    assert not {one.number.tool for one in audited(table, samples).recognised} & {"SQuAD"}
