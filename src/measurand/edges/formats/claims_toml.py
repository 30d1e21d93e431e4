"""The claims file: TOML to claims, or every fault of it with its place and line."""

from pathlib import Path

from returns.result import Result

from measurand.claims.model import Claims
from measurand.edges.formats.claims_include import (
    MOST_BYTES,
    Faults,
    Inside,
    load,
    located_of,
    opening,
)
from measurand.edges.formats.claims_located import Located

__all__ = ["MOST_BYTES", "claims_of", "load_claims", "load_located"]


def load_claims(path: Path) -> Result[Claims, Faults]:
    """Read a claims file of at most 16 MiB, and what it includes.

    >>> load_claims(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    return load_located(path).map(lambda found: found.claims)


def load_located(path: Path) -> Result[Located, Faults]:
    """Read a claims file, and remember where each of its tables and claims stands.

    >>> load_located(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    try:
        inside = opening(path)
    except ValueError:
        inside = Inside(file=str(path), folder=None)
    return load(path, inside)


def claims_of(raw: bytes, *, file: str = "") -> Result[Claims, Faults]:
    r"""Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> claims_of(b"schema = 1").unwrap().tables
    ()
    >>> claims_of(b"schema = 1\ntabel = []", file="c.toml").failure()[0].text()
    "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?"
    """
    return located_of(raw, Inside(file=file, folder=None)).map(lambda found: found.claims)
