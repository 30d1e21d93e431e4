"""Which verdict findings amount to, over all the worlds that premises leave open.

The rules are asked about the sheet as it is used. Only what no usual reading fits there is asked
again in other worlds: first those that differ in one premise, then every combination of those that
matter to the question. A premise matters where it lies in the cells of the question, or where
choosing it otherwise changes what the rule says. A question that a world does not ask is not
refuted there. So a refutation stands in every admitted world, by construction, and to close a
premise can only keep it.

Two premises are never enough to look at one by one: facts and rounding free some cells only as a
pair. Hence the combinations, counted, and a bound above which nothing is decided.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from shlex import quote

from attrs import evolve
from toolz import groupby, unique

from measurand.auditing.proofs.coincidence import DEFAULT_ODD_AT, coincidences
from measurand.auditing.proofs.finding import Coincidence, Finding, Question, Rule
from measurand.auditing.proofs.premises import (
    MEAN_OF_SCORES,
    MOST_WORLDS,
    ROUNDING,
    Alternative,
    Cause,
    Change,
    Premise,
    World,
    apply_changes,
    count_worlds,
    single_flips,
    worlds_of,
)
from measurand.auditing.proofs.repairs import Judge, repairs
from measurand.auditing.proofs.sheet import Sheet
from measurand.values.verdict import TableVerdict, Verdict

Answers = Mapping[str, tuple[Finding, ...]]
"""The findings of one rule by question."""


def judge_table(
    sheet: Sheet,
    rules: Sequence[Rule],
    premises: Sequence[Premise] = (),
    odd_at: int = DEFAULT_ODD_AT,
) -> tuple[Sheet, tuple[Premise, ...], tuple[Question, ...]]:
    """Ask rules in every world that matters; give the sheet and the premises that were used.

    How numbers were rounded is chosen last: where something is odd, and the other way fits more
    relations to the last digit.

    >>> judge_table(Sheet(columns=(), rows=()), ())[2]
    ()
    """
    answers = _RuleAnswers(sheet, rules)
    questions = _questions(answers, premises, odd_at)
    other = next((one for one in premises if one.id == ROUNDING and len(one.admitted) > 1), None)
    bad = any(one.outcome not in _NOT_ODD for one in questions)
    if other is None or not bad:
        return sheet, tuple(premises), questions
    usual = _fitting(answers, ())
    for alternative in other.admitted[1:]:
        if _fitting(answers, (alternative.change,)) > usual:
            chosen = _chosen(other, alternative)
            premises = tuple(chosen if one is other else one for one in premises)
            sheet = apply_changes(sheet, (alternative.change,))
            again = _questions(_RuleAnswers(sheet, rules), premises, odd_at)
            nearest = World(((chosen, evolve(other.chosen, usual=False)),), ())
            before = {one.name for one in questions if one.outcome is TableVerdict.NOT_REPRODUCIBLE}
            return sheet, premises, tuple(_open_before(one, before, nearest) for one in again)
    return sheet, tuple(premises), questions


def _open_before(question: Question, before: AbstractSet[str], nearest: World) -> Question:
    """Free what only the rounding refutes that the numbers seem to show: it is a guess as well."""
    refuted = question.outcome is TableVerdict.NOT_REPRODUCIBLE
    if refuted and question.name not in before:
        return evolve(question, freed=(nearest,))
    return question


def with_repairs(
    sheet: Sheet,
    rules: Sequence[Rule],
    premises: Sequence[Premise],
    questions: Sequence[Question],
    odd_at: int = DEFAULT_ODD_AT,
) -> tuple[Question, ...]:
    """Add to the first few questions that are odd or refuted what would fit in place of one cell.

    >>> with_repairs(Sheet(columns=(), rows=()), (), (), ())
    ()
    """

    def judge(other: Sheet) -> tuple[Question, ...]:
        return judge_table(other, rules, premises, odd_at)[2]

    first = [one for one in questions if one.outcome not in _NOT_ODD][:_MOST_REPAIRED]
    with_slips = {one.name: _repaired(sheet, one, rules, judge) for one in first}
    return tuple(with_slips.get(one.name, one) for one in questions)


_MOST_REPAIRED = 8
"""Questions of one table for which it is asked what would fit."""


def _repaired(sheet: Sheet, question: Question, rules: Sequence[Rule], judge: Judge) -> Question:
    """Look for slips that would explain an odd question, or one that is refuted."""
    names = {one.rule for one in question.findings}
    asked = [rule for rule in rules if rule.id in names and rule.slips]
    some = repairs(sheet, question, asked, judge) if asked else ()
    return evolve(question, repairs=tuple(one.text for one in some))


_NOT_ODD = frozenset({TableVerdict.POSSIBLE, TableVerdict.UNDECIDED})


def _chosen(premise: Premise, alternative: Alternative) -> Premise:
    """Choose another alternative; the sheet is as it says, so it is no change any more."""
    others = tuple(one for one in premise.alternatives if one is not alternative)
    first = evolve(alternative, change=Change(), usual=True)
    because = "more numbers fit to the last digit than if they were rounded to the nearest"
    return evolve(premise, alternatives=(first, *others[1:]), because=because)


class _RuleAnswers:
    """The rules over one sheet, each world asked once."""

    def __init__(self, sheet: Sheet, rules: Sequence[Rule]) -> None:
        self.sheet = sheet
        self.rules = rules
        self._known: dict[tuple[int, tuple[Change, ...]], Answers] = {}
        self._sheets: dict[tuple[Change, ...], Sheet] = {(): sheet}

    def answers(self, rule: int, changes: tuple[Change, ...]) -> Answers:
        """Ask one rule in one world."""
        key = rule, changes
        if key not in self._known:
            if changes not in self._sheets:
                self._sheets[changes] = apply_changes(self.sheet, changes)
            findings = self.rules[rule].check(self._sheets[changes])
            same: dict[str, list[Finding]] = groupby(lambda one: one.question, findings)
            self._known[key] = {name: tuple(some) for name, some in same.items()}
        return self._known[key]

    def findings(
        self, rules: Iterable[int], name: str, changes: tuple[Change, ...]
    ) -> tuple[Finding, ...]:
        """Give what some rules say of one question in one world; nothing where it is not asked.

        Where other cells are tied to the same one (an average is of other columns), what is asked
        of that one is the question of that world.
        """
        return tuple(one for rule in rules for one in self._of(rule, name, changes))

    def _of(self, rule: int, name: str, changes: tuple[Change, ...]) -> tuple[Finding, ...]:
        answers = self.answers(rule, changes)
        if name in answers:
            return answers[name]
        tied = {_tied(one) for one in self.answers(rule, ()).get(name, ())}
        same = (some for some in answers.values() if tied & {_tied(one) for one in some})
        return next(same, ())


def _fitting(answers: _RuleAnswers, changes: tuple[Change, ...]) -> int:
    """Count the questions that are answered to the last digit, or hold where no formula does."""
    return sum(
        _fits_sharply(some)
        for rule in range(len(answers.rules))
        for some in answers.answers(rule, changes).values()
    )


def _fits_sharply(findings: Sequence[Finding]) -> bool:
    sharp = [one.sharp for one in findings if one.sharp is not None]
    if sharp:
        return any(not one.miss for one in sharp)
    return any(one.verdict is Verdict.HOLDS and not one.unusual for one in findings)


def _tied(finding: Finding) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Name the cell that others are tied to: the last column that a rule speaks of."""
    return finding.rule, finding.rows, finding.columns[-1:]


def _questions(
    answers: _RuleAnswers, premises: Sequence[Premise], odd_at: int
) -> tuple[Question, ...]:
    named: dict[str, list[int]] = {}
    for rule in range(len(answers.rules)):
        for name in answers.answers(rule, ()):
            named.setdefault(name, []).append(rule)
    questions = [
        _question(answers, rules, Question(name, answers.findings(rules, name, ())), premises)
        for name, rules in named.items()
    ]
    # A row that may as well be of another kind is not made as its siblings are.
    other_kinds = {
        row for one in premises if any(a.usual for a in one.admitted[1:]) for row in one.rows
    }
    means = {name for one in premises if one.id == MEAN_OF_SCORES for name in one.columns}
    chances = {
        name: one
        for name, one in coincidences(questions, odd_at).items()
        if not other_kinds & {*one.finding.rows} and not _may_be_below(one.finding, means)
    }
    return tuple(
        evolve(one, coincidence=chances[one.name], settle=_as_siblings(chances[one.name], answers))
        if one.name in chances and one.outcome is TableVerdict.POSSIBLE
        else one
        for one in questions
    )


def _may_be_below(finding: Finding, means: AbstractSet[str]) -> bool:
    """Tell a mean of F below F of the means: how far depends on how its members differ."""
    below = finding.sharp is not None and finding.sharp.below
    return below and finding.rule == "f-from-p-and-r" and finding.columns[-1] in means


def _as_siblings(coincidence: Coincidence, answers: _RuleAnswers) -> tuple[str, ...]:
    """Write the option that says that a score is made as its siblings seem to be."""
    column = answers.sheet.column(coincidence.finding.columns[-1])
    if not coincidence.reading.startswith("average="):
        return ()
    return (f"--column {quote(f'{column.name}={column.role.value}:{coincidence.reading}')}",)


def _question(
    answers: _RuleAnswers, rules: Sequence[int], question: Question, premises: Sequence[Premise]
) -> Question:
    if _usual_fits(question.findings):
        return question

    def fits(world: World, test: Callable[[Iterable[Finding]], bool] = _usual_fits) -> bool:
        some = answers.findings(rules, question.name, world.changes)
        return not some or test(some)

    rows = {row for one in question.findings for row in one.rows}
    columns = {column for one in question.findings for column in one.columns}

    def says(*worlds: World) -> tuple[tuple[str, Verdict, str], ...]:
        changes = tuple(change for world in worlds for change in world.changes)
        return tuple(map(_said, answers.findings(rules, question.name, changes)))

    open_ones = [one for one in premises if len(one.admitted) > 1]
    bearing = [one for one in open_ones if one.bears_on(rows, columns)]
    # One premise may matter only where another is chosen otherwise, so look until none is added.
    grown = not all(answers.rules[rule].local for rule in rules)
    while grown:
        added = [
            one
            for one in open_ones
            if one not in bearing
            and any(
                says(*before, flip) != says(*before)
                for before in ((), *((world,) for world in single_flips(bearing)))
                for flip in single_flips((one,))
            )
        ]
        grown = bool(added)
        bearing = [one for one in open_ones if one in bearing or one in added]
    flips = [world for world in single_flips(bearing) if fits(world)]
    settle = tuple(unique(one.settle for world in flips for one, _ in world.choices if one.settle))
    counted = 1 + sum(len(one.admitted) - 1 for one in bearing)
    usual = [world for world in flips if world.usual]
    if usual:
        return evolve(question, freed=tuple(usual), worlds=counted, settle=settle)
    for admits in (_is_usual, _always):
        if admits is _always and (flips or _fits(question.findings)):
            return evolve(question, freed=tuple(flips), worlds=counted, settle=settle)
        number = count_worlds(bearing, admits)
        if number > MOST_WORLDS:
            return evolve(question, worlds=number, cause=Cause.BUDGET)
        counted = max(counted, number)
        test = _usual_fits if admits is _is_usual else _fits
        some = (one for one in worlds_of(bearing, admits) if one.changes and fits(one, test))
        world = next(some, None)
        if world is not None:
            settle = tuple(unique(one.settle for one, _ in world.choices if one.settle))
            return evolve(question, freed=(world,), worlds=counted, settle=settle)
    return evolve(question, worlds=counted)


def _is_usual(alternative: Alternative) -> bool:
    return alternative.usual


def _always(_alternative: Alternative) -> bool:
    return True


def _said(finding: Finding) -> tuple[str, Verdict, str]:
    return finding.reading, finding.verdict, finding.because


def _fits(findings: Iterable[Finding]) -> bool:
    return any(one.verdict is not Verdict.REFUTED for one in findings)


def _usual_fits(findings: Iterable[Finding]) -> bool:
    return any(one.verdict is not Verdict.REFUTED and not one.unusual for one in findings)


_FIRST = ("f-made-of", "role-of-average", "role-of-total", "row-kind", "one-run")
"""Kinds of premises that settle most, the first most of all."""

_MOST_ASKED = 2
_ODD_WEIGHS = 100


def options_to_ask(questions: Sequence[Question], premises: Sequence[Premise]) -> tuple[str, ...]:
    """Choose at most two options whose answers would settle most: odd questions before open ones.

    A question is open where it is possible, but fits no formula to the last digit.

    >>> options_to_ask((), ())
    ()
    """
    ranked = [one for kind in _FIRST for one in premises if one.id == kind]
    ranked += [one for one in premises if one not in ranked]
    wanted = [one for one in ranked if one.settle and len(one.admitted) > 1]
    left = {one.name: one for one in questions if _weighs(one)}
    alike = Counter(one.settle for one in questions if one.coincidence and one.settle)
    chosen = [option for options, _ in alike.most_common(1) for option in options]
    left = {name: one for name, one in left.items() if not {*one.settle} & {*chosen}}
    while wanted and left and len(chosen) < _MOST_ASKED:
        best = max(wanted, key=lambda one: sum(map(_weighs, _settles(one, left.values()))))
        settled = _settles(best, left.values())
        if not settled:
            break
        chosen.append(best.settle)
        wanted.remove(best)
        left = {
            name: one
            for name, one in left.items()
            if one not in settled or _open_still(one, best, chosen)
        }
    return tuple(chosen)


def _open_still(question: Question, last: Premise, chosen: Sequence[str]) -> bool:
    """Tell whether more has to be said: how F was made says what stands beside it, too."""
    return last.id != _FIRST[0] and not {*question.settle} <= {*chosen}


def _weighs(question: Question) -> int:
    """Weigh what is odd above what is only open, and what no premise is in the way of least."""
    if question.outcome is TableVerdict.ODD:
        refuted = any(one.verdict is Verdict.REFUTED for one in question.findings)
        return _ODD_WEIGHS if refuted or question.settle or question.coincidence else 0
    sharp = [one.sharp for one in question.findings if one.sharp is not None]
    open_one = question.outcome is TableVerdict.POSSIBLE and (question.freed or sharp)
    return int(bool(open_one) and all(one.miss for one in sharp))


def _settles(premise: Premise, questions: Iterable[Question]) -> list[Question]:
    """List what a premise bears on: by what the worlds say, or else by where it lies."""
    return [
        one
        for one in questions
        if premise.settle in one.settle or (not one.settle and _lies_in(premise, one))
    ]


def _lies_in(premise: Premise, question: Question) -> bool:
    if not premise.rows and not premise.columns:
        return False
    rows = {row for one in question.findings for row in one.rows}
    columns = {column for one in question.findings for column in one.columns}
    return premise.bears_on(rows, columns)
