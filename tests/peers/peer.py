"""Functions of other libraries as subjects of laws, and what is said of the laws they break."""

from collections.abc import Callable, Mapping
from enum import Enum

from attrs import field, frozen

from measurand.edges.trials.suite import Trying
from measurand.laws.kinds.subject import Subject


class Tone(Enum):
    """How a broken law is to be read."""

    DEFECT = "defect"  # wrong by the library's own contract, or by elementary mathematics
    TRAP = "trap"  # documented or defensible, but it moves numbers silently
    DESIGN = "design"  # the law was never promised


@frozen
class Note:
    """What is said of one broken law, and where the finding was first written down."""

    tone: Tone
    says: str
    known: str = ""


@frozen(kw_only=True)
class Peer:
    """One function of a library: the suite it is held to, and notes by the id of the law.

    `cases` says on how many cases a law is tried, where not on as many as all others: fewer for a
    slow function, more where a counterexample is rare.
    """

    suite: Trying
    subject: Subject[...]
    notes: Mapping[str, Note] = field(factory=dict)
    cases: int | None = None


@frozen(kw_only=True)
class Library:
    """A library and its functions; they are made when asked for, so that it is imported then."""

    name: str
    package: str
    peers: Callable[[], tuple[Peer, ...]]
