"""The law table: each definition of the catalogue promises each law, or a case refutes it."""

from collections.abc import Mapping

from attrs import frozen

from measurand.laws.case import Case
from measurand.laws.catalogue import CATALOGUE, LAWS
from measurand.laws.counterexamples import REFUTATIONS

__all__ = ["CATALOGUE", "LAWS", "LAW_TABLE", "Cell", "Promised", "Refuted"]


@frozen
class Promised:
    """The law holds in every case; a property test tries to break it.

    >>> Promised()
    Promised()
    """


@frozen
class Refuted:
    """The law breaks in this case.

    >>> Refuted(Case(corpus=())).case.corpus
    ()
    """

    case: Case


Cell = Promised | Refuted


def _cell(definition: str, law: str) -> Cell:
    cases = (case for case, names in REFUTATIONS.get(law, ()) if definition in names)
    found = next(cases, None)
    return Promised() if found is None else Refuted(found)


LAW_TABLE: Mapping[str, Mapping[str, Cell]] = {
    definition: {law.name: _cell(definition, law.name) for law in LAWS} for definition in CATALOGUE
}
"""A cell for every definition and every law, by their names."""
