"""Definitions in a claims file: written out, named once and used as `@name`, or pinned."""

from collections.abc import Mapping

from attrs import field, frozen

from measurand.edges.files.gathering import Gathering
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.grammar import Call, SignatureError, read
from measurand.metrics.metric import Metric
from measurand.metrics.signature import expanded, parse, signature

MARK = "@"


@frozen
class Definitions:
    """The named definitions, and the metrics of one's own that definitions may name.

    With `pin` every definition is to be written in full. `broken` are names (of definitions with
    their mark) whose own fault is noted already: who uses them adds none.

    >>> Definitions({"n": "total(of=hits)"}).call("@n", ("definition",), Gathering()).name
    'total'
    """

    known: Mapping[str, str] = field(factory=dict)
    metrics: Mapping[str, Metric] = field(factory=dict)
    pin: bool = False
    broken: frozenset[str] = frozenset()

    def text(self, written: str, place: Place, faults: Gathering) -> str | None:
        """Look up a name; None where nothing has it, and that is noted."""
        if not written.startswith(MARK):
            return written
        name = written.removeprefix(MARK)
        if name in self.known:
            return self.known[name]
        if written in self.broken:
            return None
        hint = near(name, self.known) or "name it once: [definitions]"
        faults.add(place, got=seen(written), expected="a name of [definitions]", hint=hint)
        return None

    def call(self, written: str, place: Place, faults: Gathering) -> Call | None:
        """Read a definition; None where it is none, or not pinned, and that is noted.

        That of a metric of one's own is the one of its formula.
        """
        text = self.text(written, place, faults)
        if text is None:
            return None
        try:
            if read(text).name in self.broken:
                return None
            plain = expanded(text, self.metrics)
            call, full = read(plain), signature(parse(plain))
        except SignatureError as error:
            faults.add(place, got=seen(written), expected="a definition", hint=str(error))
            return None
        if self.pin and text != full and not written.startswith(MARK):
            faults.add(place, got=seen(text), expected="a complete definition", hint=_paste(full))
            return None
        return call


def _paste(full: str) -> str:
    return f"write {full}"


def read_definitions(
    tree: Mapping[str, object], before: Definitions, faults: Gathering
) -> dict[str, str]:
    """Read the table of named definitions, beside those of the files that are included."""
    found: dict[str, str] = {}
    for name, part in tree.items():
        place = ("definitions", name)
        text = faults.take(part, str, place)
        if text is None:
            continue
        if text.startswith(MARK):
            faults.add(place, got=seen(text), expected="a definition that is written out")
            continue
        if name in before.known:
            hint = "an included file has it"
            faults.add(place, got=f"{seen(name)} again", expected="another name", hint=hint)
            continue
        if before.call(text, place, faults) is not None:
            found[name] = expanded(text, before.metrics)
    return found
