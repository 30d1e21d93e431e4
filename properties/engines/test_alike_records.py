"""A record is read as if it stood alone in its file, whatever like it was read before.

What is read of one record is remembered for those that differ in their ids alone. The oracle reads
every record from a file of its own, where there is nothing to remember.
"""

import json
from collections.abc import Mapping, Sequence

from hypothesis import event, example, given
from hypothesis import strategies as st

from measurand.edges.files import Bad, Event, read
from measurand.edges.files.samples.part import Shared
from measurand.evidence.source import Fields, Source
from measurand.values.sample import Sample
from properties.engines.files import folder

# Values that Python takes for equal and files tell apart, and values that are faults.
values: st.SearchStrategy[object] = st.sampled_from(
    (0, 1, True, False, 1.0, "1", "a", "b", "", None, [], [1], [True], ["a"], ["a", "b"], [[]], {})
)
records = st.fixed_dictionaries(
    {"gold": values, "pred": values},
    optional={
        "run": st.sampled_from(("x", 1, True, None)),
        "groups": st.sampled_from(({}, {"run": "x"}, {"run": "y"}, "x")),
        "sample_weight": st.sampled_from((1, True, 2, 0.5)),
        "pairs": st.sampled_from(([], "x")),
        "note": values,
    },
)
fields = st.sampled_from(
    (
        Fields(),
        Fields(groups=(("system", "run"),)),
        Fields(amounts=(("n", "run"),)),
        Fields(lists=(("second", "run"),)),
        Fields(gold="gold+run"),
    )
)
SAME: Mapping[str, object] = {"gold": "a", "pred": "a"}
Records = Sequence[Mapping[str, object]]


@given(st.lists(records, max_size=8).flatmap(st.permutations), fields, st.integers(1, 3))
@example([{"gold": 1, "pred": 1}, {"gold": True, "pred": 1}], Fields(), 1)
@example([SAME, {**SAME, "groups": {"run": "x"}}, {**SAME, "sample_weight": 2}], Fields(), 1)
@example([{"gold": ["a", "b"], "pred": "c"}, {"gold": ["a"], "pred": ["b", "c"]}], Fields(), 1)
@example(
    [{"gold": "a", "pred": "a", "run": one} for one in (1, True)], Fields(groups=(("s", "run"),)), 2
)
def test_a_record_is_read_as_if_it_stood_alone(some: Records, at: Fields, times: int) -> None:
    each = [{"id": number, **one} for number, one in enumerate([*some] * times)]

    together, noted = _read(each, at)

    alone = [_read([one], at) for one in each]
    assert together == [one for events, _ in alone for one in events]
    assert noted == frozenset().union(*(kinds for _, kinds in alone))
    event(f"samples: {sum(isinstance(one, Sample) for one in together) > 1}")


def _read(some: Records, at: Fields) -> tuple[list[Sample | list[str]], frozenset[object]]:
    """Read records; of faults what they say, without their lines."""
    lines = "".join(json.dumps(one) + "\n" for one in some)
    source = Source(path="0.jsonl", fields=at, input=(("end", "exclusive"),))
    shared = Shared(source)
    with folder(lines.encode()) as root:
        events = list(read(source, root=root, shared=shared)) if some else []
    # What is wrong with a file as a whole has no bytes.
    of_records = [
        one for one in events if isinstance(one, Sample) or (isinstance(one, Bad) and one.raw)
    ]
    return [_plain(one) for one in of_records], frozenset(shared.kinds)


def _plain(one: Event) -> Sample | list[str]:
    if isinstance(one, Sample):
        return one
    assert isinstance(one, Bad)
    return [f"{fault.path}: {fault.got}: {fault.expected}: {fault.hint}" for fault in one.faults]
