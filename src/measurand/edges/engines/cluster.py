"""What workers of a cluster are asked, and what is said where a cluster fails."""

from functools import cache

from measurand.edges.engines.partial import Partial
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import work
from measurand.values.fault import Fault, visible

_LONGEST = 300


class ClusterError(Exception):
    """A cluster that cannot be used, or that went away while it was."""

    def __init__(self, fault: Fault) -> None:
        """Keep what is to be told."""
        super().__init__(fault.text())
        self.fault = fault


class OtherVersionError(Exception):
    """A worker that has another measurand than who asks it."""


@cache
def here() -> str:
    """Give the version of measurand in this process.

    >>> here()[0].isdigit()
    True
    """
    # What reads the metadata of packages loads a parser of mail: other engines do not wait for it.
    from importlib.metadata import version

    return version("measurand")


def answer(task: Task, asking: str) -> Partial:
    """Read one shard for somebody who has the version `asking`.

    Raises OtherVersionError where this process has another: its bits might be others.

    >>> from measurand.evidence.source import Source
    >>> from measurand.edges.engines.tasks import Shard
    >>> shard = Shard(source="runs", place="no such file.jsonl")
    >>> task = Task(index=0, name="runs", source=Source(path="a.jsonl"), root=".", shard=shard)
    >>> answer(task, "9")
    Traceback (most recent call last):
    measurand.edges.engines.cluster.OtherVersionError: measurand 9 asks, ... answers
    """
    if asking != here():
        message = f"measurand {asking} asks, measurand {here()} answers"
        raise OtherVersionError(message)
    return work(task)


def reason(error: BaseException) -> str:
    r"""Say in one line what was raised.

    >>> reason(ValueError("no such\nthing")), reason(MemoryError())
    ('ValueError: no such', 'MemoryError')
    """
    first = str(error).strip().partition("\n")[0][:_LONGEST]
    name = type(error).__name__
    return visible(f"{name}: {first}") if first else name


def needs_extra(missing: ModuleNotFoundError, extra: str) -> ClusterError:
    """Say which extra brings a package that is missing.

    >>> needs_extra(ModuleNotFoundError("No", name="distributed"), "dask").fault.text()
    "dask: expected what the engine needs, got no distributed: pip install 'measurand[dask]'"
    """
    hint = f"pip install 'measurand[{extra}]'"
    got, expected = f"no {missing.name}", "what the engine needs"
    return ClusterError(Fault(path=extra, got=got, expected=expected, hint=hint))
