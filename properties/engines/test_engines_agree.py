"""However files are cut, in whatever order shards come, it is what reading whole files gives."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from operator import add

from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.edges.engines.partial import Partial
from measurand.edges.engines.partial_bytes import decoded_partial, encoded_partial
from measurand.edges.engines.run import Watch
from measurand.edges.engines.shards import planned
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import work
from properties.engines.shards import Asked, asked, given_by, shuffled
from properties.strategies.effort import part

some = part(5, least=10)
few = part(10, least=5)


@some
@given(st.data(), asked())
def test_any_cutting_and_any_order_give_what_whole_files_give(
    data: st.DataObject, wanted: Asked
) -> None:
    whole = given_by(wanted)

    apart = given_by(wanted, shuffled(data))

    event("read" if is_successful(whole.found) else "refused")
    assert apart == whole


@few
@given(asked())
def test_what_travels_as_bytes_is_the_same(wanted: Asked) -> None:
    def engine(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial]:
        return (decoded_partial(encoded_partial(work(task))) for task in tasks)

    assert given_by(wanted, engine) == given_by(wanted)


@few
@given(st.data(), asked())
def test_a_run_that_is_broken_off_anywhere_goes_on_there(
    data: st.DataObject, wanted: Asked
) -> None:
    begun: list[int] = []
    most = data.draw(st.integers(0, 6))

    def breaking(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial]:
        for task in tasks:
            if len(begun) == most:
                raise InterruptedError
            begun.append(task.index)
            yield work(task)

    with wanted.written() as root:
        run = evolve(wanted.run(root), resume=root / "kept")
        with suppress(InterruptedError):
            wanted.gather(evolve(run, engine=breaking))

        assert wanted.gather(run) == wanted.gather(wanted.run(root))


@few
@given(st.data(), asked())
def test_partial_results_add_in_any_order(data: st.DataObject, wanted: Asked) -> None:
    with wanted.written() as root:
        found = planned(wanted.sources, {"runs": wanted.needs}, wanted.run(root))
        parts = [work(task) for task in found.plan.tasks]

    if len(parts) > 2:
        middle = data.draw(st.integers(1, len(parts) - 1))
        assert reduce(add, parts[:middle]) + reduce(add, parts[middle:]) == reduce(add, parts)
    assert reduce(add, data.draw(st.permutations(parts))) == reduce(add, parts)
