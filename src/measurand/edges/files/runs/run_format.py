"""A harness as one value: how its logs are told, and how they are read."""

from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.samples.opening import Head
from measurand.evidence.runs import Run


@frozen(kw_only=True)
class RunFormat:
    """A harness whose logs are read: how one is recognised by its beginning, and what reads it.

    `read` gives the runs of a file. It takes the path, the name that the user gave it, and the
    bounds of reading, and may open files beside the path. It raises FaultError with the place and a
    way out for what it cannot read: a run is read whole or not at all.

    >>> toy = RunFormat(name="toy", about="logs of toys", files=".toy",
    ...                 recognises=lambda head: False, read=lambda path, name, options: iter(()))
    >>> toy.name
    'toy'
    """

    name: str
    about: str
    files: str
    recognises: Callable[[Head], bool]
    read: Callable[[Path, str, ReadOptions], Iterator[Run]]
