"""The judge that reads the graph alone: what breaks without a node, and what tells a known.

An intervention takes a node away: it matters as far as the target no longer follows without it (see
`derivability`). Abduction takes the value of a known away: it can be told where the equations that
links stand for are enough (see `identifiability`). Both are total, exact and linear in the size of
the graph, so that a model is needed for neither.
"""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from attrs import asdict, field, frozen, validators

from measurand.studies.causal import derivability, identifiability
from measurand.studies.causal.graphs.nodes import (
    Reading,
    cut_off,
    hyperedges,
    knowns,
    label,
    link_text,
    listed,
    names,
    next_hops,
    nodes,
    path,
    targets,
    upstream,
    wiring,
)
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Verdict
from measurand.values.reasoning import ReasoningGraph

LAYER = "structural"
MOST_STEPS = 2 * 10**7
"""How much may be asked about one graph: questions times its nodes and the ends of its links."""
_SHOWN_LINKS = 4
_SHOWN_NODES = 8
_ORDERED_LINKS = 30


class Level(Enum):
    """What a verdict says, in one word."""

    CRITICAL = "critical"
    MEANINGFUL = "meaningful"
    PERIPHERAL = "peripheral"
    RECOVERABLE = "recoverable"
    NOT_RECOVERABLE = "not recoverable"


SHARES = {
    Level.CRITICAL: Fraction(1),
    Level.MEANINGFUL: Fraction(1, 2),
    Level.PERIPHERAL: Fraction(0),
    Level.RECOVERABLE: Fraction(1),
    Level.NOT_RECOVERABLE: Fraction(0),
}
"""The share of full marks of each level."""


class Underivable(Enum):
    """What its ancestors are to a target that does not follow from the knowns even with them.

    Taking one away leaves the target as it was, without a derivation: what was never derivable is
    not broken by it, so that an ancestor is meaningful unless another reading is asked for.
    """

    CRITICAL = "critical"
    MEANINGFUL = "meaningful"
    UNDECIDED = "undecided"


@frozen(kw_only=True)
class Structural:
    """Judge by the graph alone: total on every graph, also cyclic ones, and linear in its size.

    Intervention on a node: peripheral (0) where no chain of links leads to a target; meaningful
    (1/2) where all targets still follow without it from the knowns and from what no link makes, a
    link giving its effect once it has all its causes; otherwise critical (1). `underivable` rules
    where a target does not follow even with the node.

    Abduction of a known: recoverable (1) where the links, one equation each, tell it from the
    targets and all other knowns, whatever their exact form; otherwise 0. That is necessary for a
    unique value, not enough: an equation may not be one to one. `roots` says whether what no link
    makes and nobody gave counts as given; it does not touch interventions.

    Texts are not judged. Without a causal graph, or without a target, nothing is decided.

    >>> from measurand.values.reasoning import Known, Link, Problem
    >>> graph = ReasoningGraph(
    ...     targets=("a",),
    ...     knowns=(Known(name="F"), Known(name="m")),
    ...     links=(Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),),
    ... )
    >>> problem = Problem(id="1", graph=graph)
    >>> verdict = Structural()(Question(problem=problem, kind=Kind.INTERVENTION, subject="F"))
    >>> verdict.level, verdict.because
    ('critical', 'without F nothing gives a: F, m -> a breaks')
    >>> verdict = Structural()(Question(problem=problem, kind=Kind.ABDUCTION, subject="F"))
    >>> verdict.level, verdict.because
    ('recoverable', 'F from (F, m -> a)')
    """

    reading: Reading = field(factory=Reading, validator=validators.instance_of(Reading))
    roots: Roots = field(default=Roots.GIVEN, validator=validators.instance_of(Roots))
    underivable: Underivable = field(
        default=Underivable.MEANINGFUL, validator=validators.instance_of(Underivable)
    )

    @property
    def signature(self) -> str:
        """Name the judge with all its options.

        >>> Structural().signature
        'structural/1(blank=dropped,no_target=undefined,roots=given,underivable=meaningful)'
        """
        options = {**asdict(self.reading), "roots": self.roots, "underivable": self.underivable}
        return f"structural/1({','.join(f'{name}={one.value}' for name, one in options.items())})"

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        graph, subject = question.problem.graph, question.subject
        if question.kind is Kind.LOGIC:
            return _undecided("no judge of texts")
        if graph.links is None:
            return _undecided("no causal graph")
        if not targets(graph, self.reading):
            return _undecided("no target")
        if question.kind is Kind.INTERVENTION:
            return self._intervention(graph, subject)
        return self._abduction(graph, subject)

    def _intervention(self, graph: ReasoningGraph, node: str) -> Verdict:
        how = self.reading
        wanted = targets(graph, how)
        if node not in wiring(graph, how).parents:
            return _undecided("not a node", f"the graph has no {label(node)}")
        if node in wanted:
            return _decided(Level.CRITICAL, f"{label(node)} is a target itself")
        above = upstream(graph, how)
        if node not in above:
            because = f"no chain of links leads from {label(node)} to {names(wanted)}"
            return _decided(Level.PERIPHERAL, because)
        there = derivability.derive(graph, how)
        removal = derivability.remove_node(there, node)
        cut = cut_off(graph, how, node)
        details = (
            ("path", " -> ".join(map(label, path(next_hops(graph, how), node, most=_SHOWN_NODES)))),
            ("do_cuts_links_from", names(sorted(wiring(graph, how).parents[node]))),
            ("do_cuts_off", f"{len(cut)} of {len(above)} nodes above the target"),
            ("lost_without", f"{len(removal.lost & above)} of {len(above)} nodes above the target"),
        )
        never = [target for target in wanted if target not in there.by]
        if never:
            return self._never(never, node, details)
        gone = [target for target in wanted if target in removal.lost]
        if gone:
            link = link_text(derivability.broken_link(there, removal, min(gone)))
            because = f"without {label(node)} nothing gives {names(gone)}: {link} breaks"
            return _decided(Level.CRITICAL, because, (("breaks", link), *details))
        road = derivability.remaining_links(there, removal, wanted, most=_SHOWN_LINKS)
        shown = "; ".join(map(link_text, road)) or "it is given"
        because = f"{names(wanted)} still follows without {label(node)}: {shown}"
        return _decided(Level.MEANINGFUL, because, (("other_road", shown), *details))

    def _never(self, never: list[str], node: str, details: tuple[tuple[str, str], ...]) -> Verdict:
        because = f"{names(never)} does not follow from what is given, even with {label(node)}"
        if self.underivable is Underivable.UNDECIDED:
            return _undecided("target does not follow", because)
        level = Level(self.underivable.value)
        return _decided(level, f"{because}: counted as {level.value}", details)

    def _abduction(self, graph: ReasoningGraph, known: str) -> Verdict:
        how = self.reading
        if known not in knowns(graph, how):
            return _undecided("not a known", f"nobody gave {label(known)}")
        if known in targets(graph, how):
            return _decided(Level.RECOVERABLE, f"{label(known)} is a target: its value is given")
        there = identifiability.system(graph, how, self.roots)
        recovery = identifiability.recovery(there, known)
        if not recovery.recoverable:
            return _decided(Level.NOT_RECOVERABLE, *_block(there, recovery, known))
        count = len(recovery.told_by)
        return _decided(Level.RECOVERABLE, _chain(there, recovery, known), (("links", str(count)),))


def too_large(graph: ReasoningGraph, how: Reading, asked: int) -> Undecided | None:
    """Say that so many questions about one graph would take too long; None where they do not.

    A question takes as long as the graph is large. What counts is size alone, no clock.

    >>> too_large(ReasoningGraph(targets=("a",)), Reading(), 10) is None
    True
    """
    size = len(nodes(graph, how)) + sum(len(causes) + 1 for causes, _ in hyperedges(graph, how))
    if asked * size <= MOST_STEPS:
        return None
    because = f"{asked} questions about a graph of {size} nodes and ends of links: ask a sample"
    return _undecided("graph too large", because)


def _chain(there: identifiability.System, found: identifiability.Recovery, known: str) -> str:
    """Say what is told in turn, the known last; of a long chain only the end."""
    count = len(found.told_by)
    if count > _ORDERED_LINKS:
        link = link_text(there.links[found.told_by[known]])
        return f"{label(known)} from ({link}), with {count - 1} other links"
    *before, last = (
        _step(there, found, together)
        for together in identifiability.solution_order(there, found.told_by)
    )
    shown = [listed(before, most=_SHOWN_LINKS - 1, join="; ")] if before else []
    return "; ".join([*shown, last])


def _step(
    there: identifiability.System, found: identifiability.Recovery, told: tuple[str, ...]
) -> str:
    links = [f"({link_text(there.links[found.told_by[one]])})" for one in told[:_SHOWN_LINKS]]
    more = [""] * max(0, len(told) - _SHOWN_LINKS)
    together = " together" if len(told) > 1 else ""
    return f"{names(told)}{together} from {listed([*links, *more], most=_SHOWN_LINKS)}"


def _block(
    there: identifiability.System, found: identifiability.Recovery, known: str
) -> tuple[str, tuple[tuple[str, str], ...]]:
    count, unknown = len(found.links), names(found.block)
    details = (("open", unknown), ("links", str(count)))
    if not count:
        return f"no link speaks of {label(known)}", details
    links = [link_text(there.links[place]) for place in found.links[:_SHOWN_LINKS]]
    links += [""] * max(0, count - _SHOWN_LINKS)
    few = f"{count} link{'' if count == 1 else 's'} for {len(found.block)} unknown quantities"
    return f"{few} ({unknown}): {listed(links, most=_SHOWN_LINKS, join='; ')}", details


def _decided(level: Level, because: str, details: Iterable[tuple[str, str]] = ()) -> Decided:
    return Decided(
        share=SHARES[level],
        layer=LAYER,
        level=level.value,
        because=because,
        details=tuple(details),
    )


def _undecided(reason: str, because: str = "") -> Undecided:
    return Undecided(reason=reason, layer=LAYER, because=because)
