"""The law table: every definition of the catalogue against every law, without blanks."""

from collections.abc import Mapping

from attrs import frozen

from measurand.laws.case import Case
from measurand.laws.catalogue import CATALOGUE, LAWS
from measurand.laws.counterexamples import COUNTEREXAMPLES


@frozen
class Promised:
    """The law holds for every case; the property suites look for one where it does not.

    >>> Promised()
    Promised()
    """


@frozen
class Refuted:
    """The law does not hold: here is a case in which it breaks.

    >>> Refuted(Case(corpus=())).case.corpus
    ()
    """

    case: Case


Cell = Promised | Refuted


def _table() -> dict[tuple[str, str], Cell]:
    cells: dict[tuple[str, str], Cell] = {
        (name, law.name): Promised() for name in CATALOGUE for law in LAWS
    }
    for law, found in COUNTEREXAMPLES.items():
        for case, names in found:
            cells.update(dict.fromkeys([(name, law) for name in names], Refuted(case)))
    return cells


LAW_TABLE: Mapping[tuple[str, str], Cell] = _table()
"""What is promised and what is refuted, by the names of a definition and a law."""
