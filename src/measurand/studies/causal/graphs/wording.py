"""Names and links in a sentence, shortly: what a verdict says has a bounded length."""

from collections.abc import Sequence

from measurand.studies.causal.graphs.nodes import Hyperedge
from measurand.values.fault import visible

_LONGEST = 40
_MOST = 6
_MOST_CAUSES = 4


def label(name: str) -> str:
    """Show a name; a long one is cut, and what would break a line is escaped.

    >>> label("mass"), label(" "), len(label("m" * 99))
    ('mass', "' '", 40)
    """
    text = visible(name[:_LONGEST]) if name.strip() else repr(name[:_LONGEST])
    return text if len(name) <= _LONGEST and len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def listed(parts: Sequence[str], *, most: int = _MOST, join: str = ", ") -> str:
    """Join the first parts, and count the rest.

    >>> listed(["a", "b", "c"], most=2)
    'a, b, and 1 more'
    """
    shown = join.join(parts[:most])
    return f"{shown}{join}and {len(parts) - most} more" if len(parts) > most else shown


def names(some: Sequence[str], *, most: int = _MOST) -> str:
    """Join the first names, and count the rest.

    >>> names(("F", "m"))
    'F, m'
    """
    rest = ["?"] * max(0, len(some) - most)
    return listed([*(label(name) for name in some[:most]), *rest], most=most)


def link_text(link: Hyperedge) -> str:
    """Show what makes what.

    >>> link_text((frozenset({"F", "m"}), "a")), link_text((frozenset(), "a"))
    ('F, m -> a', 'nothing -> a')
    """
    causes, effect = link
    return f"{names(sorted(causes), most=_MOST_CAUSES) or 'nothing'} -> {label(effect)}"
