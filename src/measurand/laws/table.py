"""The law table: of each definition of the catalogue each law is proved, tested or refuted."""

from collections.abc import Mapping

from attrs import frozen

from measurand.laws.case import Case, DefinitionLaw
from measurand.laws.catalogue import CATALOGUE, LAWS
from measurand.laws.claims import claims
from measurand.laws.counterexamples import REFUTATIONS
from measurand.laws.proofs import Proved, proof_of

__all__ = ["CATALOGUE", "LAWS", "LAW_TABLE", "Cell", "NotAsked", "Proved", "Refuted", "Unbroken"]


@frozen
class Unbroken:
    """No case is known that breaks the law: a property test tries to find one.

    >>> Unbroken()
    Unbroken()
    """


@frozen
class Refuted:
    """The law breaks in this case.

    >>> Refuted(Case(corpus=())).case.corpus
    ()
    """

    case: Case


@frozen
class NotAsked:
    """The law is about something that the definition does not have.

    >>> NotAsked(("before",)).lacking
    ('before',)
    """

    lacking: tuple[str, ...]


Cell = Proved | Unbroken | Refuted | NotAsked


def _cell(name: str, law: DefinitionLaw) -> Cell:
    lacking = law.needs - claims(CATALOGUE[name])
    if lacking:
        return NotAsked(tuple(sorted(lacking)))
    cases = (case for case, names in REFUTATIONS.get(law.name, ()) if name in names)
    found = next(cases, None)
    if found is not None:
        return Refuted(found)
    return proof_of(CATALOGUE[name], law.name) or Unbroken()


LAW_TABLE: Mapping[str, Mapping[str, Cell]] = {
    name: {law.name: _cell(name, law) for law in LAWS} for name in CATALOGUE
}
"""A cell for every definition and every law, by their names."""
