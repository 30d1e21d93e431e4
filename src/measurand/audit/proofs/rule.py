"""A rule: what it says of printed numbers, what it stands on, and where it comes from."""

from collections.abc import Callable, Iterator

from attrs import frozen

from measurand.audit.proofs.finding import Finding
from measurand.audit.proofs.sheet import Sheet


@frozen(kw_only=True)
class Rule:
    """A rule over printed tables; `id` never changes, and a reader finds the rule by it.

    `says` and `assumes` are one sentence each, and `source` names who proved it. `cheap` rules need
    no search; they are the ones that a quick look asks.

    >>> Rule(id="none", says="Nothing.", assumes="Nothing.", source="logic",
    ...      check=lambda sheet: iter(())).cheap
    True
    """

    id: str
    says: str
    assumes: str
    source: str
    check: Callable[[Sheet], Iterator[Finding]]
    cheap: bool = True
