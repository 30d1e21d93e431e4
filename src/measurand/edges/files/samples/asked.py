"""Refusing what a file leaves open: the fault names the choice that decides."""

from collections.abc import Sequence

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.part import Part
from measurand.evidence.inputs import choice
from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean

_MOST = 8


def undecided(part: Part, name: str, found: Sequence[str] = (), *, got: str = "") -> FaultError:
    """Make the error of a file that leaves a choice open; `found` are the values that it has.

    Where one was said that the file does not have, the error says so.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> logs = Part(source=Source(path="a.jsonl", format="lm-eval"), root=Path(), name="a.jsonl",
    ...             path=None)
    >>> print(undecided(logs, "filter", ["strict", "flexible"]).fault.text())
    a.jsonl: expected to be told which filter's answers are read, got 2: 'strict', 'flexible': \
say --input filter=..., or input = { filter = "..." } in a claims file
    """
    open_one = choice(part.source.format, name)
    listed = ", ".join(shown(one) for one in found[:_MOST])
    more = ", ..." if len(found) > _MOST else ""
    about = open_one.about.partition(", where")[0]
    said = part.source.said(name)
    if said and found and said not in found and not open_one.among:
        return FaultError(
            Fault(
                file=part.name,
                got=shown(said),
                expected=f"{about}: one of {listed}{more}",
                hint=did_you_mean(said, found).removeprefix(": "),
            )
        )
    words = "|".join(open_one.among) or "..."
    return FaultError(
        Fault(
            file=part.name,
            got=got or (f"{len(found)}: {listed}{more}" if found else "nothing said"),
            expected=f"to be told {about}",
            hint=f'say --input {name}={words}, or input = {{ {name} = "..." }} in a claims file',
        )
    )
