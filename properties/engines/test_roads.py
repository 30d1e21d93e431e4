"""The hot loop and the general road give the same pools, counts and faults for any records."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen
from hypothesis import event, example, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.edges.engines.fast_counts import hot
from measurand.edges.engines.serial import Run, gather
from measurand.edges.files import Bad, ReadOptions, Rest
from measurand.edges.trials.strategies.samples import WORDS, Shape
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.normalise import Passes, Step
from measurand.evidence.observation import (
    Charge,
    Credit,
    Missing,
    Observation,
    Observing,
    Together,
)
from measurand.evidence.pool import Pool
from measurand.evidence.sides import Sides, Wildcard
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Need, Reading, Slice
from properties.engines.files import folder, sources_of
from properties.strategies.observations import observations

SOURCE = Source(path="0.jsonl")
UNITS = ((), ("aspect",), ("polarity", "aspect"))
# Few words, so that items repeat and hit.
words = st.sampled_from(("a", "b", "A ")) | st.sampled_from(WORDS)
plain = st.builds(
    Observation,
    unit=st.sampled_from(UNITS),
    normalise=st.lists(st.sampled_from(Step), max_size=2).map(tuple),
    match=st.sampled_from((SetMatch(), MultisetMatch())),
    credit=st.sampled_from((Credit.SIMILARITY, Credit.BINARY, Credit.EXACT)),
    charge=st.sampled_from(Charge),
    missing=st.sampled_from(Missing),
)
odd: st.SearchStrategy[object] = st.sampled_from((None, True, 3, 0.5, [], {}, "", "x"))
slots = st.fixed_dictionaries(
    {},
    optional={
        "aspect": words | st.none() | odd,
        "polarity": st.sampled_from(("good", "bad", None)),
        # No definition reads it, and a fault in it is told on the general road alone.
        "note": st.sampled_from((None, True, 3, 0.5, "", "x")),
    },
)
items = (
    st.lists(words, max_size=3) | st.lists(slots, max_size=3) | st.lists(slots | odd, max_size=3)
)
ids = st.integers(0, 5) | st.sampled_from(("0", "a", "b", "c")) | odd
records = st.fixed_dictionaries(
    {"id": ids, "gold": items | odd, "pred": items | st.none() | odd},
    optional={
        "sample_weight": st.sampled_from((1, 0, 0.5, 2, "1", None, -1)),
        "pairs": st.builds(list),
        "groups": st.just({"run": "x"}),
        "note": odd,
    },
)
strings = st.lists(words, max_size=3)
whole = st.fixed_dictionaries(
    {
        "id": st.integers(0, 9**9),
        "gold": strings,
        "pred": st.none() | strings,
    },
    optional={"note": odd, "groups": st.just({"run": "x"})},
)
slotted = st.fixed_dictionaries({"aspect": words | st.none(), "polarity": words | st.none()})
tuples = st.lists(slotted, max_size=3)
whole_slots = st.fixed_dictionaries(
    {
        "id": st.integers(0, 9**9),
        "gold": tuples,
        "pred": st.none() | tuples,
    },
    optional={"sample_weight": st.sampled_from((1, 0.5))},
)
lines = st.one_of(
    (records | whole | whole_slots).map(lambda record: json.dumps(record, ensure_ascii=False)),
    whole.map(json.dumps),
    st.sampled_from(("", " ", "{}", "[]", "null", '{"id": 1', "\ufeff{}", '{"id": NaN}')),
).map(str.encode)
texts = st.lists(lines, max_size=6).flatmap(
    lambda some: st.sampled_from((b"\n", b"\r\n")).map(lambda end: end.join(some))
)


@frozen
class Outcome:
    """What a road gave: the pools and how the source was read, or the faults; and the bad bytes."""

    pools: tuple[Pool, ...]
    reading: Reading | None
    faults: tuple[str, ...]
    kept: tuple[bytes, ...]


def both(
    raw: bytes,
    hows: Sequence[Observing],
    options: ReadOptions,
    *,
    skip: bool,
    source: Source = SOURCE,
) -> tuple[Outcome, Outcome]:
    """Gather on the hot loop, then with a need of nothing beside, which closes it."""
    needs = [Need(Slice("0", (), how)) for how in hows]
    nothing = Need(Slice("0", (("run", "nowhere"),), hows[0]))
    assert hot(source, needs, options) is not None
    assert hot(source, [*needs, nothing], options) is None
    with folder(raw) as root:
        fast, general = (
            _run(some, source, root, options, skip=skip) for some in (needs, [*needs, nothing])
        )
        return fast, evolve(general, pools=general.pools[: len(needs)])


def _run(
    needs: Sequence[Need], source: Source, root: Path, options: ReadOptions, *, skip: bool
) -> Outcome:
    kept: list[bytes] = []

    def keep(event: Bad | Rest) -> None:
        kept.append(event.raw)

    run = Run(root=root, options=options, skip=skip, sink=keep)
    found = gather(sources_of(source), needs, run)
    if not is_successful(found):
        return Outcome((), None, tuple(fault.text() for fault in found.failure()), tuple(kept))
    told = found.unwrap()
    misfits = (told.misfit(need.slice) for need in needs)
    faults = tuple(fault.text() for fault in misfits if fault is not None)
    pools = tuple(told.pools[need.slice] for need in needs)
    return Outcome(pools, told.readings["0"], faults, tuple(kept))


@given(
    texts,
    plain,
    st.sampled_from((ReadOptions(), ReadOptions(ids="digest"), ReadOptions(ids="off"))),
    st.sampled_from(("stop", "skip")),
)
@example(b'{"id": 1, "gold": ["a"], "pred": ["a"]}', Observation(), ReadOptions(), "stop")
@example(b'{"id": 1, "gold": ["a"], "pred": null}', Observation(), ReadOptions(), "stop")
def test_both_roads_give_the_same(
    raw: bytes, how: Observation, options: ReadOptions, on_error: str
) -> None:
    fast, general = both(raw, [how], options, skip=on_error == "skip")

    event("faults" if fast.faults else f"{fast.pools[0].scored()} scored")
    assert fast == general


@given(st.lists(whole | whole_slots, min_size=1, max_size=6), plain)
def test_both_roads_give_the_same_of_good_records(
    some: list[dict[str, object]], how: Observation
) -> None:
    fast, general = both(numbered(some), [how], ReadOptions(), skip=False)

    event("unfit" if fast.faults else "fit")
    assert fast == general


def numbered(some: Sequence[Mapping[str, object]]) -> bytes:
    return "\n".join(json.dumps({**record, "id": at}) for at, record in enumerate(some)).encode()


answers = st.fixed_dictionaries({"gold": tuples, "pred": st.none() | tuples})


@given(
    st.lists(answers, min_size=1, max_size=6),
    plain,
    st.sampled_from(UNITS[1:]),
    st.sampled_from(([], {}, [1], {"a": 1})),
)
@example(
    [{"gold": [{"aspect": "a", "polarity": None}], "pred": None}], Observation(), ("aspect",), {}
)
def test_the_hot_loop_says_nothing_of_a_fault_that_is_not_read(
    some: list[dict[str, list[dict[str, object]] | None]],
    how: Observation,
    unit: tuple[str, ...],
    fault: object,
) -> None:
    hows, beside = [evolve(how, unit=unit)], {"groups": {"run": fault}, "pairs": [fault]}
    faulty = [
        beside
        | {
            side: items and [{**item, "note": fault} for item in items]
            for side, items in one.items()
        }
        for one in some
    ]

    fast, _ = both(numbered(faulty), hows, ReadOptions(), skip=False)
    _, general = both(numbered(some), hows, ReadOptions(), skip=False)

    assert fast == general


LISTED = Source(path="0.jsonl", fields=Fields(lists=(("second", "pred_b"), ("first", "pred_a"))))
ANSWERS = st.sampled_from(("predicted", "first", "second"))


@st.composite
def several(draw: st.DrawFn, units: st.SearchStrategy[tuple[str, ...]]) -> list[Observing]:
    """Draw what may be counted at once: observations of any answers, some of them together."""

    def one() -> Observation:
        return evolve(draw(plain), unit=draw(units), sides=Sides(answer=draw(ANSWERS)))

    drawn: list[Observing] = []
    for together in draw(st.lists(st.booleans(), min_size=1, max_size=3)):
        how = one()
        pair = how, draw(st.sampled_from((evolve(how, sides=Sides()), one())))
        drawn.append(Together(pair) if together else how)
    return list(dict.fromkeys(drawn))


answered = st.fixed_dictionaries(
    {"gold": strings, **dict.fromkeys(("pred", "pred_a", "pred_b"), st.none() | strings)}
)
answered_slots = st.fixed_dictionaries(
    {"gold": tuples, **dict.fromkeys(("pred", "pred_a", "pred_b"), st.none() | tuples)},
    optional={"sample_weight": st.sampled_from((1, 0.5))},
)


@given(st.lists(answered, min_size=1, max_size=6), several(st.just(())))
def test_several_needs_are_counted_at_once_as_one_by_one(
    some: list[dict[str, object]], hows: list[Observing]
) -> None:
    fast, general = both(numbered(some), hows, ReadOptions(), skip=False, source=LISTED)

    assert not fast.faults
    assert fast == general


@given(
    st.lists(answered_slots | records, min_size=1, max_size=6),
    several(st.sampled_from(UNITS[1:])),
    st.sampled_from(("stop", "skip")),
)
def test_several_needs_of_slots_are_counted_at_once_as_one_by_one(
    some: list[dict[str, object]], hows: list[Observing], on_error: str
) -> None:
    skip = on_error == "skip"

    fast, general = both(numbered(some), hows, ReadOptions(), skip=skip, source=LISTED)

    event("faults" if fast.faults else "no faults")
    assert fast == general


@given(how=observations(Shape.SLOTS, classed=False, listed=True))
def test_the_hot_loop_leaves_what_only_samples_show_to_the_general_road(how: Observation) -> None:
    simple = evolve(how, passes=Passes.SETTLE, wildcard=Wildcard(), sides=Sides())
    found = hot(SOURCE, [Need(Slice("0", (), how))], ReadOptions())

    assert found is None or how == simple
