"""The verifier: rules in an order, the issues that they raise in a sample, what they read."""

from enum import Enum

from attrs import field, fields, frozen

from measurand.studies.counterfactual.issues import Issue, Kind, kind_of
from measurand.studies.counterfactual.parts import Part
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import (
    Broken,
    Citations,
    Look,
    Reading,
    Rule,
    Skipped,
    View,
)
from measurand.values.grounded import Grounded


@frozen
class RuleSet:
    """Rules in the order in which they judge a frame, and how all of them read it.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> [rule.id for rule in RuleSet((NoCitation(),)).rules]
    ['U1.0']

    Raises ValueError where two rules have one id.
    """

    rules: tuple[Rule, ...] = field()
    reading: Reading = field(factory=Reading)

    @rules.validator
    def _differ(self, _attribute: object, value: tuple[Rule, ...]) -> None:
        ids = [rule.id for rule in value]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            message = f"rules that differ: got {twice[0]} twice"
            raise ValueError(message)


@frozen
class Verdicts:
    """What a verifier says about one sample.

    `issues` are ordered by frame, then as the rules are; a rule raises at most one for a frame.
    `skipped` names rules that could not judge some frame, with the reason, each once. `frames` is
    how many frames there are, `positive` the positions of the positive frames that were judged.

    >>> Verdicts().issues
    ()
    """

    issues: tuple[Issue, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    frames: int = 0
    positive: tuple[int, ...] = ()


def verify(rules: RuleSet, sample: Grounded) -> Verdicts:
    """Judge every frame of a sample by every rule.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> from measurand.values.frames import Frame, Generation
    >>> bare = Generation((Frame(finding="mass", polarity="present"),))
    >>> found = verify(RuleSet((NoCitation(),)), Grounded(id="1", shape=(8, 8, 8), generation=bare))
    >>> [(issue.frame, issue.rule) for issue in found.issues]
    [(0, 'U1.0')]
    """
    issues: list[Issue] = []
    skipped: dict[tuple[str, str], None] = {}
    looks = View(sample, rules.reading).looks
    for look in looks:
        for rule in rules.rules:
            match rule.broken(look) if look.judged or rule.judges_refused else None:
                case Broken() as broken:
                    issues.append(_issue(look, rule, broken))
                case Skipped(reason):
                    skipped[rule.id, reason] = None
                case None:
                    pass
    positive = tuple(look.at for look in looks if look.judged and look.positive)
    return Verdicts(tuple(issues), tuple(skipped), len(looks), positive)


def _issue(look: Look, rule: Rule, broken: Broken) -> Issue:
    kind, grade = kind_of(rule.id), rule.severity
    return Issue(look.at, kind, grade, rule.id, broken.message, broken.evidence)


def reads(rules: RuleSet, kind: Kind | None = None) -> frozenset[Part]:
    """Name the parts of a sample that decide about issues of one kind, or of any.

    Where no other part changes, the issues (and so every rate of them) are the same. Whether a
    citation resolves is read of the tokens too.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> sorted(part.value for part in reads(RuleSet((NoCitation(),))))
    ['citations', 'frames']
    """
    chosen = [rule for rule in rules.rules if kind is None or kind_of(rule.id) is kind]
    parts = frozenset({Part.FRAMES}).union(*(rule.parts() for rule in chosen))
    resolved = rules.reading.citations is Citations.RESOLVED and Part.CITATIONS in parts
    return parts | {Part.TOKENS} if resolved else parts


def written(rules: RuleSet) -> str:
    """Write rules with every threshold and option, so that a result can say what it stands on.

    >>> from measurand.studies.counterfactual.rules_support import LowScore
    >>> print(written(RuleSet((LowScore(),))).partition("; ")[0])
    U1.1(severity=2,below=0.35)
    """
    shown = " ".join(f"{rule.id}({_options(rule)})" for rule in rules.rules)
    return f"{shown}; {_options(rules.reading)}"


def _options(of: Rule | Reading | Polarity) -> str:
    return ",".join(f"{one.name}={_word(getattr(of, one.name))}" for one in fields(type(of)))


def _word(value: object) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Polarity():
            return f"({_options(value)})"
        case tuple():
            return f"({' '.join(_word(one) for one in value)})"
        case _:
            return repr(value)
