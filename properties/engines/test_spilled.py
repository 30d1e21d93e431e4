"""Rows that memory does not hold give what rows in memory give, to the bit, however they come."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.engines.partial_bytes import beginning, decode, encode
from measurand.edges.engines.spilled_counts import Held
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool, place_of, pool
from measurand.inference.comparison import estimates
from measurand.inference.plan import Overflow, Plan
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.values.sample import Sample
from measurand.values.tally import EMPTY, Tally
from properties.strategies.definitions import corpora_for, scorable
from properties.strategies.effort import third

NAMES = ("document", "run")


def spilled(how: Definition, parts: Sequence[Sequence[Sample]], names: Place, most: int) -> Pool:
    """Pool parts of samples one after the other, where memory holds so many rows."""
    held = Held(most_rows=most)
    for part in parts:
        counts: dict[Place, Counter[Evidence]] = {}
        for sample in part:
            row = observe(observing(how), sample)
            counts.setdefault(place_of(sample, names), Counter())[row] += 1
        held.add(counts)
    return held.pool(names, observing(how))


@st.composite
def studies(draw: st.DrawFn) -> tuple[Definition, list[list[Sample]]]:
    """Draw a definition, and samples in some order, cut into parts."""
    definition = draw(scorable)
    corpus = draw(corpora_for(definition, size=6))
    shuffled = list(draw(st.permutations(corpus)))
    cut = draw(st.integers(0, len(shuffled)))
    return definition, [shuffled[:cut], shuffled[cut:]]


@third
@given(study=studies(), most=st.integers(0, 2))
def test_a_spilled_pool_has_the_scores_of_one_in_memory(
    study: tuple[Definition, list[list[Sample]]], most: int
) -> None:
    definition, parts = study
    names = group_keys(definition)
    inside = pool(observing(definition), [one for part in parts for one in part], names=names)

    outside = spilled(definition, parts, names, most)

    assert outside.stored or sum(bag.distinct for bag in inside.keyed.bags.values()) <= most
    assert Finaliser(outside).score(definition) == Finaliser(inside).score(definition)
    assert (outside.scored(), outside.excluded()) == (inside.scored(), inside.excluded())
    assert outside == inside
    assert outside.keyed.flat() == inside.keyed.flat()
    assert hash(outside.keyed.flat()) == hash(inside.keyed.flat())
    assert list(outside.keyed.flat()) == list(inside.keyed.flat())


@third
@given(study=studies(), most=st.integers(0, 2))
def test_what_is_taken_away_again_was_never_there(
    study: tuple[Definition, list[list[Sample]]], most: int
) -> None:
    definition, (first, second) = study
    counts = Counter(observe(observing(definition), sample) for sample in first)
    others = Counter(observe(observing(definition), sample) for sample in second)
    held = Held(most_rows=most)

    held.add({(): counts})
    held.add({(): others})
    held.add({(): counts}, times=-1)

    found = held.pool((), observing(definition))
    assert found.keyed.flat() == pool(observing(definition), second).keyed.flat()


@third
@given(study=studies())
def test_without_a_word_about_overflow_a_spilled_pool_has_its_scores_and_no_interval(
    study: tuple[Definition, list[list[Sample]]],
) -> None:
    definition, parts = study
    names = group_keys(definition)
    plan = Plan(replicates=2)
    inside = pool(observing(definition), [one for part in parts for one in part], names=names)
    outside = spilled(definition, parts, names, 0)
    if names or not outside.stored:
        return

    [found], [known] = (estimates([definition], one, plan) for one in (outside, inside))

    assert found.score == known.score
    assert (found.units, found.left_out) == (known.units, known.left_out)


@third
@given(study=studies())
def test_neither_the_parts_nor_their_order_move_a_poisson_interval(
    study: tuple[Definition, list[list[Sample]]],
) -> None:
    definition, parts = study
    if group_keys(definition):
        return
    plan = Plan(replicates=20, overflow=Overflow.POISSON)
    turned = [[sample] for part in parts for sample in reversed(part)]

    one, other = (
        estimates([definition], spilled(definition, cut, (), 0), plan) for cut in (parts, turned)
    )

    assert one == other
    assert one[0].score == evaluate(definition, [sample for part in parts for sample in part])


counts = st.fractions(0, 30, max_denominator=4) | st.integers(0, 2**70)
numbers = (
    st.fractions()
    | st.integers(-(2**90), 2**90).map(Fraction)
    | st.sampled_from([2**63, 2**64, -(2**63), 2**64 - 1, 2**127, 2**128]).map(Fraction)
)
weights = numbers.map(abs)
texts = st.text(max_size=3) | st.text(st.characters(categories=["Cs", "Ll"]), max_size=3)


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    """Draw a tally that counts something."""
    hits, wrong, missed = draw(st.tuples(counts, counts, counts))
    found = Tally(hits, hits + wrong, hits + missed)
    return Tally(0, 1, 0) if found == EMPTY else found


observed = st.builds(
    Observed,
    st.dictionaries(texts, tallies(), max_size=3).map(lambda found: tuple(sorted(found.items()))),
    weights,
)
single = observed | st.builds(Amount, numbers, weights) | st.builds(Excluded, texts)
rows = single | st.builds(Joint, st.lists(single, max_size=3).map(tuple))
places = st.lists(texts, max_size=2).map(tuple)


def told(raw: bytes) -> tuple[Place, Evidence] | str:
    """Read a row, or give what is told of it."""
    try:
        return decode(raw)
    except ValueError as error:
        return str(error)


@given(place=places, row=rows)
@example(place=(), row=Amount(Fraction(2**64)))
@example(place=("\ud800",), row=Excluded("\udfff"))
def test_a_row_is_read_as_it_was_written(place: Place, row: Evidence) -> None:
    written = encode(place, row)

    assert decode(written) == (place, row)
    assert written.startswith(beginning(place))


@given(one=st.tuples(places, rows), other=st.tuples(places, rows))
def test_equal_rows_alone_are_written_alike(
    one: tuple[Place, Evidence], other: tuple[Place, Evidence]
) -> None:
    assert (encode(*one) == encode(*other)) == (one == other)
    assert encode(*other).startswith(beginning(one[0])) == (one[0] == other[0])


@given(row=observed)
def test_counts_are_written_alike_as_whole_numbers_and_as_fractions(row: Observed) -> None:
    other = Observed(
        tuple(
            (name, Tally(Fraction(one.hits), Fraction(one.predicted), Fraction(one.gold)))
            for name, one in row.tallies
        ),
        row.weight,
    )

    assert encode((), other) == encode((), row)


@given(row=rows, at=st.integers(0, 60), byte=st.integers(0, 255))
def test_bytes_that_were_tampered_with_are_refused_or_the_one_writing_of_another_row(
    row: Evidence, at: int, byte: int
) -> None:
    written = bytearray(encode(("d",), row))
    written[at % len(written)] = byte

    found = told(bytes(written))

    assert "a row of evidence" in found if isinstance(found, str) else encode(*found) == written


@given(raw=st.binary(max_size=40))
@example(raw=b"\x91" * 2000)
@example(raw=b"\x93\x01\x90\x92\x02\xdb\xff\xff\xff\xff")
@example(raw=b"\x93\x01\x90\x93\x01\x92\x01\x00\x01")
def test_any_bytes_are_a_row_or_a_fault(raw: bytes) -> None:
    found = told(raw)

    assert "a row of evidence" in found if isinstance(found, str) else encode(*found) == raw
