"""Labels in a file of their own, in any order, are labels beside the samples: by any engine."""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.edges.engines.run import Engine, Run
from measurand.edges.engines.serial import collect, gather, serial
from measurand.evidence.source import Fields, LabelFile, Raters, Source
from measurand.metrics.definitions import observing
from measurand.metrics.needs import Need, Slice
from measurand.metrics.signature import parse
from properties.strategies.effort import half

NAMES = st.text(st.characters(codec="utf-8"), max_size=3)
VERDICTS = st.sampled_from([0, 1, 0.5])
PPI = observing(parse("ppi(judge=judge,human=human)"))
Said = Mapping[str, Sequence[float]]


def lines(records: Iterable[Mapping[str, object]]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


@st.composite
def corpora(draw: st.DrawFn, *, most: int) -> tuple[list[str], Said]:
    """Draw ids of samples, and what raters say of some of them."""
    ids = draw(st.lists(NAMES, unique=True, min_size=1, max_size=8))
    some = draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    return ids, {name: draw(st.lists(VERDICTS, min_size=1, max_size=most)) for name in some}


def judge(name: str) -> int:
    return len(name) % 2


@half
@given(st.data(), corpora(most=1), st.integers(1, 3))
def test_labels_apart_are_labels_beside(
    data: st.DataObject, drawn: tuple[list[str], Said], files: int
) -> None:
    ids, said = drawn
    beside = [
        {"id": name, "judge": judge(name), "human": next(iter(said.get(name, ())), None)}
        for name in ids
    ]
    apart = [{"id": one["id"], "judge": one["judge"]} for one in beside]
    labels = [{"key": name, "says": one} for name, [one] in said.items()]
    both = Fields(amounts=(("judge", "judge"), ("human", "human")))
    alone = Fields(amounts=(("judge", "judge"),))
    file = LabelFile(path="labels.jsonl", id="key", amounts=(("human", "says"),))
    event(f"{files} files")

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "apart").mkdir()
        (root / "beside.jsonl").write_bytes(lines(beside))
        (root / "labels.jsonl").write_bytes(lines(data.draw(st.permutations(labels))))
        for at in range(min(files, len(ids))):
            (root / "apart" / f"{at}.jsonl").write_bytes(lines(apart[at::files]))
        need = Need(Slice("a", (), PPI))
        found = [
            gather({"a": source}, [need], run).unwrap().pools[need.slice]
            for source in (
                Source(path="beside.jsonl", items="none", fields=both),
                Source(path="apart", items="none", fields=alone, labels=file),
            )
            for run in (Run(root=root), Run(root=root, engine=serial, shard_bytes=1))
        ]

    assert all(one == found[0] for one in found)


@half
@given(corpora(most=4), st.sampled_from([Raters.MAJORITY, Raters.MEAN]))
def test_several_raters_give_their_mean_or_what_more_than_any_other_say(
    drawn: tuple[list[str], Said], raters: Raters
) -> None:
    ids, said = drawn
    labels = [{"id": name, "human": one} for name, some in said.items() for one in some]
    file = LabelFile(path="labels.jsonl", amounts=(("human", "human"),), raters=raters)

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "apart.jsonl").write_bytes(lines({"id": name} for name in ids))
        (root / "labels.jsonl").write_bytes(lines(labels))
        source = Source(path="apart.jsonl", items="none", labels=file)
        samples, _ = collect(source, Run(root=root)).unwrap()

    for sample in samples:
        some = [Fraction(one) for one in said.get(sample.id, ())]
        found = sample.amount("human")
        if raters is Raters.MEAN or found is None:
            assert found == (sum(some) / len(some) if raters is Raters.MEAN and some else None)
        else:
            assert all(some.count(found) > some.count(one) for one in some if one != found)


@half
@given(corpora(most=1), NAMES, st.sampled_from([None, serial]))
def test_an_id_that_no_sample_has_is_always_refused(
    drawn: tuple[list[str], Said], other: str, engine: Engine | None
) -> None:
    ids, said = drawn
    labels = [{"id": name, "human": one} for name, [one] in said.items()]
    file = LabelFile(path="labels.jsonl", amounts=(("human", "human"),))
    fields = Fields(amounts=(("judge", "judge"),))

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "apart.jsonl").write_bytes(lines({"id": name, "judge": 1} for name in ids))
        (root / "labels.jsonl").write_bytes(
            lines([*labels, *([] if other in said else [{"id": other, "human": 1}])])
        )
        source = Source(path="apart.jsonl", items="none", fields=fields, labels=file)
        run = Run(root=root, engine=engine, shard_bytes=1)
        found = gather({"a": source}, [Need(Slice("a", (), PPI))], run)

    event("refused" if other not in ids else "known")
    assert is_successful(found) == (other in ids)
