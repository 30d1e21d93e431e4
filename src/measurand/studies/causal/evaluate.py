"""One problem through its components: what is asked, what it comes to, and what stays open.

A component is the mean of its subjects. What is open could be anything in [0, 1], so every score
stands between the means with all of that at 0 and at 1; coverage says how much of the weight was
decided. The bounds hold whatever a better judge would say.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.studies.causal.asking.replies import LAYER as MODEL
from measurand.studies.causal.equations import Equations
from measurand.studies.causal.graphs.nodes import knowns, others
from measurand.studies.causal.judging import (
    Answered,
    Component,
    ComponentName,
    Decided,
    Faithfulness,
    Judge,
    Kind,
    Question,
    Undecided,
    Verdict,
)
from measurand.studies.causal.options import COUNTED, MARKS, PARTS, Counts, Missing, Open, Options
from measurand.studies.causal.quality import findings, graph_quality
from measurand.studies.causal.sampling import HALF, draw_subjects, sampled_bounds
from measurand.studies.causal.structural import Structural, too_large
from measurand.values.reasoning import Problem
from measurand.values.score import Undefined
from measurand.values.share import Share
from measurand.values.suggest import did_you_mean

ZERO, ONE = Fraction(0), Fraction(1)
NO_SUBJECT = {
    Kind.INTERVENTION: "no node beside the target",
    Kind.ABDUCTION: "no known",
    Kind.LOGIC: "no reasoning text",
}
"""Why a component has nothing to ask about."""


def subjects(problem: Problem, kind: Kind, options: Options) -> tuple[str, ...]:
    """List what a kind of question may be asked about, sorted: nodes, knowns, or the text.

    >>> from measurand.values.reasoning import Known, ReasoningGraph
    >>> graph = ReasoningGraph(targets=("a",), knowns=(Known(name="m"), Known(name="F")))
    >>> subjects(Problem(id="1", graph=graph), Kind.ABDUCTION, Options())
    ('F', 'm')
    """
    match kind:
        case Kind.INTERVENTION:
            return others(problem.graph, options.reading)
        case Kind.ABDUCTION:
            return tuple(sorted(knowns(problem.graph, options.reading)))
        case Kind.LOGIC:
            return ("",) if problem.reasoning.strip() else ()


def questions(problem: Problem, options: Options) -> tuple[Question, ...]:
    """List exactly what `evaluate` asks a judge: of the components asked for, of those drawn.

    >>> from measurand.values.reasoning import Known, ReasoningGraph
    >>> graph = ReasoningGraph(targets=("a",), knowns=(Known(name="m"),))
    >>> [one.kind.value for one in questions(Problem(id="1", graph=graph), Options())]
    ['intervention', 'abductive']
    """
    return tuple(
        Question(problem=problem, kind=kind, subject=subject)
        for kind in Kind
        if PARTS[kind] in options.parts
        for subject in _drawn(problem, kind, options)
    )


def evaluate(problem: Problem, judge: Judge, options: Options) -> Faithfulness:
    """Score the components of a problem, and their weighted mean.

    A component without a score is left out of the mean, which then stands over the weights of the
    others, or counts as 1/2, as `options.missing` says: in both cases it is no part of the
    coverage. The mean is undefined where a component with a weight was not asked for.

    >>> from measurand.studies.causal.evaluate import judge_of
    >>> from measurand.values.reasoning import Known, Link, ReasoningGraph
    >>> link = Link(causes=("F", "m"), effects=("a",), rule="a = F/m")
    >>> given = (Known(name="F"), Known(name="m"))
    >>> graph = ReasoningGraph(targets=("a",), knowns=given, links=(link,))
    >>> found = evaluate(Problem(id="1", graph=graph), judge_of("structural", Options()), Options())
    >>> found.cf.value, found.coverage, found.low, found.band
    (Fraction(1, 1), Fraction(3, 4), Fraction(1, 1), 'excellent')
    """
    components = [
        _component(problem, part, judge, options) for part in ComponentName if part in options.parts
    ]
    return _together(components, options, findings(problem.graph, options.reading))


def unread(reason: str, options: Options) -> Faithfulness:
    """Give what an item comes to that could not be read: no component has a score, and why.

    >>> unread("no object", Options()).cf.reason
    'no component with a weight has a score'
    """
    parts = [part for part in ComponentName if part in options.parts]
    none = [Component(part=part, measured=Undefined(reason)) for part in parts]
    return _together(none, evolve(options, missing=Missing.LEFT_OUT), (("unread", reason),))


def _drawn(problem: Problem, kind: Kind, options: Options) -> tuple[str, ...]:
    there = subjects(problem, kind, options)
    return draw_subjects(there, options.sampling, sample=problem.id, kind=kind.value)


def _component(problem: Problem, part: ComponentName, judge: Judge, options: Options) -> Component:
    if part is ComponentName.GRAPH:
        return graph_quality(problem.graph, options.reading, options.graph)
    kind = next(kind for kind in Kind if PARTS[kind] is part)
    chosen = set(_drawn(problem, kind, options))
    refused: Verdict | None = None
    if kind is not Kind.LOGIC and isinstance(judge, Structural | Equations):
        refused = too_large(problem.graph, options.reading, len(chosen))
    answers = tuple(
        Answered(
            one,
            (refused or judge(Question(problem=problem, kind=kind, subject=one)))
            if one in chosen
            else None,
        )
        for one in subjects(problem, kind, options)
    )
    return _scored(kind, answers, options)


def _scored(kind: Kind, answers: tuple[Answered, ...], options: Options) -> Component:
    """Make a component of its answers: the mean over those that count, and its bounds."""
    if not answers:
        return Component(part=PARTS[kind], measured=Undefined(NO_SUBJECT[kind]), exists=False)
    verdicts = [one.verdict for one in answers if one.verdict is not None]
    bounds = [_bounds(verdict) for verdict in verdicts]
    asked, size = len(verdicts), len(answers)
    facts: tuple[tuple[str, Share], ...] = ()
    if asked < size:
        low, high = zip(*bounds, strict=True)
        levels = _levels(kind, verdicts)
        ends = sampled_bounds(low, high, size, options.sampling.level, levels=levels)
        facts = (("sampled_low", Share(ends.low)), ("sampled_high", Share(ends.high)))
    return Component(
        part=PARTS[kind],
        measured=averaged(kind, verdicts, size, options),
        low=sum((low for low, _ in bounds), ZERO) / size,
        high=(sum((high for _, high in bounds), ZERO) + size - asked) / size,
        answers=answers,
        facts=facts,
    )


def _levels(kind: Kind, verdicts: Iterable[Verdict]) -> tuple[Fraction, ...] | None:
    """List the shares that there can be: a known is recoverable or not, a model may say anything.

    Without a model a node has full, half or no marks.
    """
    if kind is Kind.ABDUCTION:
        return (ZERO, ONE)
    modelled = any(isinstance(one, Decided) and one.layer == MODEL for one in verdicts)
    return None if modelled else (ZERO, HALF, ONE)


def averaged(
    kind: Kind, verdicts: Sequence[Verdict], size: int, options: Options
) -> Share | Undefined:
    """Average the subjects that count; the share stands for all subjects, asked or not.

    Its top and bottom are those of the subjects asked, scaled up: over all samples of one size each
    is right on average, and so is the score where every subject counts.

    >>> full = Decided(share=ONE, layer="structural")
    >>> averaged(Kind.ABDUCTION, [full], 3, Options())
    Share(top=Fraction(3, 1), bottom=Fraction(3, 1))
    """
    how = open_rule(kind, options)
    ways = [counted_as(verdict, how) for verdict in verdicts]
    if Counts.UNDECIDED in ways:
        return Undefined(f"not all was decided: {_reasons(verdicts)}")
    marks = [mark for verdict in verdicts if (mark := counted_mark(verdict, how)) is not None]
    if not marks:
        return Undefined(f"nothing was decided: {_reasons(verdicts)}")
    scale = Fraction(size, len(verdicts))
    return Share(scale * sum(marks, ZERO), scale * len(marks))


def open_rule(kind: Kind, options: Options) -> Open:
    """Find what an open subject counts as; a text without a verdict has no score.

    >>> open_rule(Kind.LOGIC, Options()).undecided.value
    'left_out'
    """
    match kind:
        case Kind.INTERVENTION:
            return options.nodes
        case Kind.ABDUCTION:
            return options.knowns
        case Kind.LOGIC:
            return Open()


def counted_as(verdict: Verdict, how: Open) -> Counts | None:
    """Say what a subject counts as that has no share of marks; None for one that has.

    >>> prose = Undecided(reason="prose rule", layer="equations")
    >>> counted_as(prose, Open(undecided=Counts.ZERO)).value
    'zero'
    """
    if isinstance(verdict, Decided):
        return None
    return how.undecided if isinstance(verdict, Undecided) else how.unscored


def counted_mark(verdict: Verdict, how: Open) -> Fraction | None:
    """Give the share of full marks that counts; None for a subject that is left out.

    >>> counted_mark(Undecided(reason="prose rule", layer="equations"), Open(undecided=Counts.FULL))
    Fraction(1, 1)
    """
    if isinstance(verdict, Decided):
        return verdict.share
    way = counted_as(verdict, how)
    return None if way is None else MARKS.get(way)


def _bounds(verdict: Verdict) -> tuple[Fraction, Fraction]:
    return (verdict.share, verdict.share) if isinstance(verdict, Decided) else (ZERO, ONE)


def _reasons(verdicts: Sequence[Verdict]) -> str:
    """List why subjects are open, the most frequent reason first."""
    counts = Counter(one.reason for one in verdicts if not isinstance(one, Decided))
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    if len(ranked) == 1:
        return ranked[0][0]
    return ", ".join(f"{reason} ({count})" for reason, count in ranked)


def _together(
    found: Sequence[Component], options: Options, told: tuple[tuple[str, str], ...]
) -> Faithfulness:
    """Average the components by their weights."""
    weights = {part: options.weights.of(part) for part in ComponentName}
    decided = {one.part for one in found if isinstance(one.measured, Share)}
    components = tuple(_filled(one, options.missing) for one in found)
    there = {one.part: one for one in components}
    scores = {one.part: one.measured.value for one in components if isinstance(one.measured, Share)}
    mean = options.weights.mean(scores)
    unasked = [part.value for part in ComponentName if weights[part] and part not in there]
    cf: Share | Undefined
    if unasked:
        cf = Undefined(f"not asked for: {', '.join(unasked)}")
    else:
        cf = Undefined("no component with a weight has a score") if mean is None else Share(mean)
    # What was not asked for could be anything; what does not exist is nothing.
    ends = {
        part: (there[part].low, there[part].high) if part in there else (ZERO, ONE)
        for part in ComponentName
        if part not in there or there[part].exists
    }
    low = options.weights.mean({part: low for part, (low, _) in ends.items()}) or ZERO
    high = options.weights.mean({part: high for part, (_, high) in ends.items()})
    high = ONE if high is None else high
    if isinstance(cf, Share):
        # What a component that is left out was decided to may rule out the mean of the others.
        low, high = min(low, cf.value), max(high, cf.value)
    return Faithfulness(
        cf=cf,
        coverage=sum((weights[part] for part in decided), ZERO),
        low=low,
        high=high,
        components=components,
        weights=tuple(weights.items()),
        band=options.bands.between(low, high) if isinstance(cf, Share) else "",
        findings=told,
    )


def _filled(one: Component, missing: Missing) -> Component:
    """Count a component without a score as 1/2 where the options say so, and note it.

    Subjects that were decided may rule out 1/2: the bounds are widened to hold what is counted. One
    that does not exist is 1/2 and nothing else.
    """
    if isinstance(one.measured, Share) or missing is Missing.LEFT_OUT:
        return one
    note = f"{COUNTED}{one.measured.reason}"
    if not one.exists:
        return evolve(one, measured=Share(HALF), low=HALF, high=HALF, note=note, exists=True)
    return evolve(
        one,
        measured=Share(HALF),
        low=min(one.low, HALF),
        high=max(one.high, HALF),
        note=note,
    )


OFFLINE = ("structural", "equations")
"""The names of the judges that need nothing but the graph; the first is the default."""


def judge_of(name: str, options: Options) -> Judge:
    """Make a judge by its name, with the options of the run.

    >>> judge_of("structural", Options()).signature
    'structural/1(blank=dropped,no_target=undefined,roots=given,underivable=meaningful)'
    >>> judge_of("equation", Options())
    Traceback (most recent call last):
    ValueError: unknown judge 'equation': did you mean 'equations'?

    Raises ValueError for another name.
    """
    how = options.offline
    structural = Structural(reading=options.reading, roots=how.roots, underivable=how.underivable)
    match name:
        case "structural":
            return structural
        case "equations":
            return Equations(
                grammar=how.grammar, domain=how.domain, beyond=how.beyond, structural=structural
            )
        case _:
            message = f"unknown judge {name[:40]!r}{did_you_mean(name, OFFLINE)}"
            raise ValueError(message)
