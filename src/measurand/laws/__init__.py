"""What a function promises: laws as values.

Of definitions: read `case` (what a law is tried on, what it asks for), then one body of law after
another (`bounds`, `invariance`, `steps`, `exchange`), then the `counterexamples`, `proofs` (what
the formulas prove) and `table`, the table of definition by law. Of anybody's functions: `kinds`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from measurand.laws.kinds.kind import Listed


def every_law() -> "tuple[Listed, ...]":
    """List every law: those of definitions, then kind by kind.

    >>> first = every_law()[0]
    >>> first.of, first.id, first.says, first.algebra.value
    ('definitions', 'range', 'A score lies between 0 and 1.', 'bounds')
    """
    from measurand.laws.kinds.kind import listed
    from measurand.laws.kinds.registry import KINDS
    from measurand.laws.table import LAWS

    own = (listed("definitions", law) for law in LAWS)
    return (*own, *(law for kind in KINDS for law in kind.laws))
