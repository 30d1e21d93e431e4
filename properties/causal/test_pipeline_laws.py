"""The faithfulness of any graph, whoever judges it, under any options."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.evaluate import (
    averaged,
    counted_mark,
    evaluate,
    judge_of,
    open_rule,
    questions,
)
from measurand.studies.causal.judging import (
    ComponentName,
    Decided,
    Faithfulness,
    Kind,
    Question,
    Undecided,
    Verdict,
)
from measurand.studies.causal.options import (
    AS_RUN,
    PARTS,
    WEIGHTS,
    Counts,
    Missing,
    Open,
    Options,
    Weights,
)
from measurand.studies.causal.report import guide_report
from measurand.studies.causal.rows import row_of
from measurand.values.option_paths import listed, with_values
from measurand.values.reasoning import Problem
from measurand.values.share import Share
from properties.causal.opinions import Opinion, opinions, options, problems, verdicts
from properties.strategies.effort import third
from properties.strategies.reasoning import BLANKS, NAMES, renamed, shuffled

OTHERS = dict(
    zip((*NAMES, *BLANKS), ("p", "o", "n", "m", "b", "a", "x", "y", "", " ", "\t"), strict=True)
)


def numbers(found: Faithfulness) -> tuple[object, ...]:
    return (
        found.cf,
        found.coverage,
        found.low,
        found.high,
        [(one.part, one.measured, one.low, one.high) for one in found.components],
    )


@third
@given(problems, opinions(), options)
def test_scores_lie_between_their_bounds(problem: Problem, judge: Opinion, how: Options) -> None:
    found = evaluate(problem, judge, how)

    for low, score, high in [
        (found.low, found.cf, found.high),
        *((one.low, one.measured, one.high) for one in found.components),
    ]:
        assert 0 <= low <= high <= 1
        if isinstance(score, Share):
            assert low <= score.value <= high
    assert 0 <= found.coverage <= 1


@frozen
class Settled:
    """Says what another judge says, and settles what that leaves open."""

    first: Opinion
    then: Opinion
    signature: str = "settled/1"

    def __call__(self, question: Question, /) -> Verdict:
        found = self.first(question)
        return found if isinstance(found, Decided) else self.then(question)


@third
@given(problems, opinions(), opinions(open_too=False), options)
def test_whatever_open_subjects_turn_out_to_be_the_score_lies_between_the_bounds(
    problem: Problem, judge: Opinion, truth: Opinion, how: Options
) -> None:
    before = evaluate(problem, judge, how)
    after = evaluate(problem, Settled(judge, truth), how)

    assert before.low <= after.low <= after.high <= before.high
    if isinstance(after.cf, Share):
        assert before.low <= after.cf.value <= before.high


@third
@given(problems, opinions(), options, st.fractions("1/9", 9, max_denominator=9))
def test_only_the_proportions_of_weights_matter(
    problem: Problem, judge: Opinion, how: Options, scale: Fraction
) -> None:
    old = how.weights
    new = Weights(
        intervention=old.intervention * scale,
        abductive=old.abductive * scale,
        logic=old.logic * scale,
        graph=old.graph * scale,
    )

    scaled = evaluate(problem, judge, evolve(how, weights=new))

    assert numbers(scaled) == numbers(evaluate(problem, judge, how))


@third
@given(problems, opinions(), options, st.sampled_from(Kind))
def test_undecided_subjects_move_no_other_component(
    problem: Problem, judge: Opinion, how: Options, kind: Kind
) -> None:
    lost = {
        place: Undecided(reason="prose", layer="x") if place[0] is kind else verdict
        for place, verdict in judge.table.items()
    }
    before, after = evaluate(problem, judge, how), evaluate(problem, Opinion(lost), how)

    for one, other in zip(before.components, after.components, strict=True):
        if one.part is not PARTS[kind]:
            assert one == other


@third
@given(problems, opinions(), options, st.data())
def test_order_plays_no_part(
    problem: Problem, judge: Opinion, how: Options, data: st.DataObject
) -> None:
    other = evolve(problem, graph=data.draw(shuffled(problem.graph)))

    assert numbers(evaluate(other, judge, how)) == numbers(evaluate(problem, judge, how))


@third
@given(problems, opinions(), options, st.sampled_from(["opinion", "structural"]))
def test_names_play_no_part(problem: Problem, judge: Opinion, how: Options, who: str) -> None:
    to = {name: name if not name.strip() else OTHERS[name] for name in OTHERS}
    other = evolve(problem, graph=renamed(problem.graph, to))
    moved = Opinion(
        {
            (kind, to.get(name, name) if kind is not Kind.LOGIC else name): verdict
            for (kind, name), verdict in judge.table.items()
        }
    )
    judges = (judge_of(who, how),) * 2 if who == "structural" else (judge, moved)

    here, there = evaluate(problem, judges[0], how), evaluate(other, judges[1], how)

    assert numbers(here) == numbers(there)


@third
@given(problems, opinions(), options)
def test_the_pool_is_shared_and_never_exceeded(
    problem: Problem, judge: Opinion, how: Options
) -> None:
    found = evaluate(problem, judge, how).component(ComponentName.INTERVENTION)
    policy = open_rule(Kind.INTERVENTION, how)
    marks = [
        mark
        for one in found.answers
        if one.verdict is not None and (mark := counted_mark(one.verdict, policy)) is not None
    ]

    points = [mark * Fraction(100, len(marks)) for mark in marks]
    assert sum(points) <= 100
    if isinstance(found.measured, Share) and not found.note:
        assert sum(points) / 100 == found.measured.value


@third
@given(problems, opinions(), options)
def test_a_report_tells_the_score_of_the_row(
    problem: Problem, judge: Opinion, how: Options
) -> None:
    found = evaluate(problem, judge, how)

    report, row = guide_report(problem, found, how), row_of(problem, found)

    cf = row.metric("cf")
    assert report["cf_score"] == (float(cf.value) if isinstance(cf, Share) else None)
    assert ("reason" in report) is not isinstance(cf, Share)
    assert sum(one.count for one in row.verdicts) == sum(
        max(1, len(one.answers)) for one in found.components
    )


@frozen
class Listening:
    """Writes down what it is asked."""

    judge: Opinion
    heard: list[Question] = field(factory=list)
    signature: str = "listening/1"

    def __call__(self, question: Question, /) -> Verdict:
        self.heard.append(question)
        return self.judge(question)


@third
@given(
    problems, opinions(), options, st.lists(st.sampled_from(ComponentName), min_size=1, unique=True)
)
def test_the_questions_are_those_that_a_judge_is_asked(
    problem: Problem, judge: Opinion, how: Options, parts: list[ComponentName]
) -> None:
    ears, some = Listening(judge), evolve(how, parts=tuple(parts))

    evaluate(problem, ears, some)

    assert tuple(ears.heard) == questions(problem, some)


@third
@given(problems, opinions(), options, st.sampled_from(ComponentName))
def test_one_component_alone_is_what_it_is_among_others(
    problem: Problem, judge: Opinion, how: Options, part: ComponentName
) -> None:
    alone = evaluate(problem, judge, evolve(how, parts=(part,)))

    assert alone.components == (evaluate(problem, judge, how).component(part),)


@third
@given(problems, opinions(), options)
def test_half_marks_change_no_decided_component_and_no_coverage(
    problem: Problem, judge: Opinion, how: Options
) -> None:
    left, half = (
        evaluate(problem, judge, evolve(how, missing=missing))
        for missing in (Missing.LEFT_OUT, Missing.HALF)
    )

    assert left.coverage == half.coverage
    if all(one.exists for one in left.components):
        assert half.low <= left.low <= left.high <= half.high
    for one, other in zip(left.components, half.components, strict=True):
        if isinstance(one.measured, Share):
            assert one == other
        else:
            assert other.measured == Share(Fraction(1, 2))


@given(st.lists(verdicts(Kind.INTERVENTION), min_size=1, max_size=7), st.data())
def test_samples_are_right_on_average(all_of_them: list[Verdict], data: st.DataObject) -> None:
    # over every subset of one size: tops and bottoms whatever is left out, scores if nothing is
    size = data.draw(st.integers(1, len(all_of_them)))
    ways = st.sampled_from([Counts.ZERO, Counts.HALF, Counts.FULL])
    policy = Open(undecided=data.draw(ways), unscored=data.draw(ways))

    for how in (Options(nodes=policy), Options()):
        full = averaged(Kind.INTERVENTION, all_of_them, len(all_of_them), how)
        found = [
            averaged(Kind.INTERVENTION, some, len(all_of_them), how)
            for some in combinations(all_of_them, size)
        ]
        shares = [one if isinstance(one, Share) else None for one in found]
        tops = [one.top if one else Fraction(0) for one in shares]
        bottoms = [one.bottom if one else Fraction(0) for one in shares]
        if isinstance(full, Share):
            assert sum(tops) / len(found) == full.top
            assert sum(bottoms) / len(found) == full.bottom
        if how.nodes == policy and isinstance(full, Share):
            values = [one.value for one in shares if one]
            assert sum(values, Fraction(0)) / len(found) == full.value


def as_run(problem: Problem, said: Mapping[tuple[Kind, str], Verdict]) -> tuple[Fraction, Fraction]:
    """Compute what the program computes, from sections 1.2 to 1.7 of its description."""
    graph = problem.graph
    nodes = {*graph.targets, *(known.name for known in graph.knowns)}
    for link in graph.links or ():
        nodes.update(link.causes)
        nodes.update(effect for effect in link.effects if effect)
    target = set(graph.targets) or {"result"}
    asked = nodes - target
    intervention = Fraction(1, 2)
    if asked:
        most = Fraction(100, len(asked))
        points = Fraction(0)
        for node in asked:
            verdict = said[Kind.INTERVENTION, node]
            points += most * verdict.share if isinstance(verdict, Decided) else most / 2
        intervention = points / 100
    logic = Fraction(1, 2)
    verdict = said[Kind.LOGIC, ""]
    if problem.reasoning.strip() and isinstance(verdict, Decided):
        logic = verdict.share
    return intervention, logic


@third
@given(problems, opinions())
def test_as_run_gives_what_the_program_gives(problem: Problem, judge: Opinion) -> None:
    found = evaluate(problem, judge, AS_RUN)
    graph = found.component(ComponentName.GRAPH).measured

    intervention, logic = as_run(problem, judge.table)

    assert isinstance(graph, Share)
    assert found.cf == Share((intervention + logic + graph.value) / 3)


@third
@given(problems, opinions(), opinions())
def test_three_ways_abduction_stands_beside(
    problem: Problem, judge: Opinion, other: Opinion
) -> None:
    mixed = Opinion(
        {
            place: (other if place[0] is Kind.ABDUCTION else judge).table[place]
            for place in judge.table
        }
    )
    how = Options(weights=WEIGHTS["three-way"])

    one, two = evaluate(problem, judge, how), evaluate(problem, mixed, how)

    assert (one.cf, one.coverage, one.low, one.high) == (two.cf, two.coverage, two.low, two.high)


@third
@given(options, options)
def test_options_survive_their_texts(here: Options, there: Options) -> None:
    assert with_values(there, dict(listed(here))) == here
