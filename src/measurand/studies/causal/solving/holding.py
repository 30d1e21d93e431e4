"""Which names a part of a tree speaks of, each part looked at once for all questions."""

from collections.abc import Collection

from measurand.studies.causal.rules.tree import Name, Tree
from measurand.studies.causal.rules.walk import children, names_in


class Holding:
    """The names in the parts of one tree; `vague` names are those without a number.

    >>> from measurand.studies.causal.rules.tree import Negative
    >>> tree = Negative(Name("x"))
    >>> holding = Holding(tree, vague=("x",))
    >>> holding.holds(tree, "x"), holding.holds(tree, "y"), holding.is_vague(tree)
    (True, False, True)
    """

    def __init__(self, tree: Tree, vague: Collection[str] = ()) -> None:
        self.tree = tree
        self.names = names_in(tree)
        self._bits = {name: 1 << place for place, name in enumerate(self.names)}
        self._vague = sum(self._bits.get(name, 0) for name in set(vague))
        self._found: dict[int, int] = {}

    def holds(self, part: Tree, name: str) -> bool:
        """Tell whether a part of the tree speaks of a name."""
        return bool(self._mask(part) & self._bits.get(name, 0))

    def is_vague(self, part: Tree) -> bool:
        """Tell whether a part of the tree speaks of a name without a number."""
        return bool(self._mask(part) & self._vague)

    def _mask(self, part: Tree) -> int:
        # By identity: parts live as long as the tree that is kept here.
        known = self._found.get(id(part))
        if known is None:
            known = self._bits[part.text] if isinstance(part, Name) else 0
            for inner in children(part):
                known |= self._mask(inner)
            self._found[id(part)] = known
        return known
