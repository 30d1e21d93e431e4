"""The generated page of rules: what printed numbers are held to, and on what grounds."""

from collections.abc import Iterator

from measurand.audit.proofs.prove import RULES
from measurand.audit.proofs.sheet import Fact, Kind, Role


def rules_page(generated: str) -> str:
    """Write the page of rules, under the line that says it is generated.

    >>> rules_page("").splitlines()[2]
    '# Rules of tables'
    """
    return "\n".join(_rules(generated))


def _rules(generated: str) -> Iterator[str]:
    yield generated
    yield ""
    yield "# Rules of tables"
    yield ""
    yield "What printed numbers are held to without any data: `measurand lint` asks the rules that"
    yield "need no search, `measurand prove` all of them. How to read what they say is in"
    yield "[the guide](../prove.md)."
    for rule in RULES:
        yield from ("", f"## {rule.id}", "", f"{rule.says}", "")
        yield f"- Assumes: {rule.assumes}"
        yield f"- Asked by: {'`lint` and `prove`' if rule.cheap else '`prove`'}"
        yield f"- Source: {rule.source}"
    yield from ("", "## What a column can be", "", _listed(Role), "")
    yield from ("## What else can be known", "", _listed(Fact), "")
    yield from ("## What a row can be", "", _listed(Kind), "")


def _listed(words: type[Role] | type[Fact] | type[Kind]) -> str:
    return ", ".join(f"`{word.value}`" for word in words)
