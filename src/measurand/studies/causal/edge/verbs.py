"""Causal faithfulness from Python: a graph, a problem and a text in, a score and its report out.

Whoever judges is named (what a graph alone decides, or its equations), or is any function from a
prompt to a reply: a model, behind whatever client. A function is asked once a question, and what it
says is read like the replies of a model: what cannot be read is no verdict, never half a mark.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from attrs import evolve, frozen

from measurand.edges.files.formats.arrow_values import plain
from measurand.edges.files.json.value import FaultError
from measurand.edges.verbs.endpoints import NoReplyError
from measurand.edges.verbs.errors import InvalidInputError, invalid
from measurand.edges.verbs.settings import NO_SETTINGS, Settings, set_options
from measurand.studies.causal.asking.prompts import Prompt, prompt
from measurand.studies.causal.asking.replies import KEYS, read_reply
from measurand.studies.causal.edge.files.items import Item, read_item
from measurand.studies.causal.edge.judges.reply_text import tree_of
from measurand.studies.causal.evaluate import OFFLINE, evaluate, judge_of
from measurand.studies.causal.graph_scores import full_row
from measurand.studies.causal.judging import Faithfulness, Judge, Question, Unscored, Verdict
from measurand.studies.causal.options import PROFILES, Options
from measurand.studies.causal.report import (
    GuideReport,
    Tree,
    batch_report,
    guide_report,
    unmeasured,
)
from measurand.values.english import counted
from measurand.values.option_paths import with_values
from measurand.values.score import Defined, Score
from measurand.values.share import Share

Ask = Callable[[Prompt], str]
"""Answers a prompt, whose `system`, `user` and JSON `schema` say what is asked."""
Graph = Mapping[str, object]


@frozen
class CallableJudge:
    """A judge that asks a function, one question at a time."""

    ask: Ask
    signature: str = "asked/1"

    def __call__(self, question: Question, /) -> Verdict:
        """Put the question into words, ask it, and read the reply."""
        put = prompt(question)
        if isinstance(put, Unscored):
            return put
        try:
            reply = self.ask(put)
        except NoReplyError as error:
            return Unscored(reason="not answered", because=str(error))
        tree = tree_of(reply, KEYS[question.kind])
        return tree if isinstance(tree, Unscored) else read_reply(question.kind, tree)


@frozen(eq=False, repr=False)
class Noted(Defined):
    """A score that does not rest on all that it has weights for; `notes` say on what not.

    >>> from fractions import Fraction
    >>> Noted(Fraction(1), ("logic_quality was not measured",))
    Defined(value=Fraction(1, 1)): logic_quality was not measured
    >>> Noted(Fraction(1), ("logic_quality was not measured",)) == Defined(Fraction(1))
    True
    """

    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Write the score, and beside it what it says nothing of."""
        return f"{Defined(self.value)!r}: {'; '.join(self.notes)}"

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same score, whatever is noted."""
        return self.value == other.value if isinstance(other, Defined) else NotImplemented

    __hash__ = Defined.__hash__


def faithfulness(  # noqa: PLR0913  # what is judged, and how, by name
    dag: Graph,
    problem: str = "",
    reasoning: str = "",
    *,
    judge: Literal["equations", "structural"] | Ask = "equations",
    profile: Literal["recommended", "documented", "as-run"] = "recommended",
    settings: Settings = NO_SETTINGS,
) -> tuple[Score, GuideReport]:
    """Score how a reasoning graph hangs together: the score, and the report of its components.

    `dag` has `target_variable`, `knowns`, `causal_graph` (links of causes, effects and rules) and
    perhaps a `computation_plan`; `problem` and `reasoning` are texts. The score lies from 0 to 1;
    it is undefined, with the reason, where no component has one. Without a model texts are not
    judged, so the score says nothing of `reasoning`; `judge=endpoint("model", base_url=...)` asks
    one. What the score does not rest on is said beside it and in the `notes` of the report, and so
    is what was odd in a graph that could be read. `settings` sets options of the study, as `--set`
    does on the command line.

    >>> dag = {
    ...     "target_variable": "acceleration",
    ...     "knowns": {"F": 10, "m": 2},
    ...     "causal_graph": [{"cause": ["F", "m"], "effect": "acceleration", "rule": "a = F/m"}],
    ... }
    >>> cf, report = faithfulness(dag, "Calculate the acceleration.", "a = F/m = 5")
    >>> f"{cf:.4f}", report["components"]["causal_intervention"]["score"]
    ('1.0000', 1.0)
    >>> report["notes"][0][:71]
    'logic_quality was not measured (nothing was decided: no judge of texts)'

    Raises InvalidInputError with all that is wrong with the graph, for an unknown judge, profile or
    setting.
    """
    options = set_options(PROFILES, profile, settings, with_values)
    found, report = _evaluated(_item(dag, problem, reasoning, 1), _judge(judge, options), options)
    return _score(found), report


def faithfulness_batch(
    problems: Iterable[Mapping[str, object]],
    *,
    judge: Literal["equations", "structural"] | Ask = "equations",
    profile: Literal["recommended", "documented", "as-run"] = "recommended",
    settings: Settings = NO_SETTINGS,
) -> Tree:
    """Score many problems: records with `dag`, and perhaps `problem_text`, `reasoning_trajectory`.

    `judge`, `profile` and `settings` are those of `faithfulness`.

    The report has `average_cf` (of the scores that are defined), `individual_scores`, `summary`,
    `detailed_reports` and, where not all was measured, `notes`.

    >>> report = faithfulness_batch([{"dag": {"target_variable": "a", "knowns": {"F": 1},
    ...     "causal_graph": [{"cause": "F", "effect": "a", "rule": "a = 2*F"}]}}])
    >>> report["average_cf"], report["total_problems"]
    (1.0, 1)

    Raises InvalidInputError as `faithfulness` does, for all records at once.
    """
    options = set_options(PROFILES, profile, settings, with_values)
    who = _judge(judge, options)
    read = [_read(record, at, f"problems[{at}]") for at, record in enumerate(problems)]
    faults = tuple(fault for one in read if not isinstance(one, Item) for fault in one.faults)
    if faults:
        raise InvalidInputError(faults)
    items = [one for one in read if isinstance(one, Item)]
    judged = [(one, *_evaluated(one, who, options)) for one in items]
    rows = [full_row(item.problem, found, options) for item, found, _ in judged]
    report = batch_report(rows, [{"id": item.problem.id, **one} for item, _, one in judged])
    noted = Counter(note for _, found, _ in judged for note in unmeasured(found))
    if noted:
        report["notes"] = [
            f"{note} ({count} of {counted(len(judged), 'problem')})"
            for note, count in noted.items()
        ]
    return report


def _judge(judge: str | Ask, options: Options) -> Judge:
    if not isinstance(judge, str):
        return CallableJudge(judge)
    try:
        return judge_of(judge, options)
    except ValueError as error:
        expected = f"one of {', '.join(OFFLINE)}, or a function from a prompt to a reply"
        raise invalid("judge", repr(judge), expected, str(error)) from error


def _item(dag: Graph, problem: str, reasoning: str, number: int) -> Item:
    record = {"dag": dag, "problem_text": problem, "reasoning_trajectory": reasoning}
    read = _read(record, number, "")
    if not isinstance(read, Item):
        raise read
    return read


_ARGUMENTS = {"dag": "dag", "problem_text": "problem", "reasoning_trajectory": "reasoning"}


def _read(record: Mapping[str, object], number: int, place: str) -> Item | InvalidInputError:
    try:
        found = read_item(plain(record), number=number)
    except FaultError as error:
        found = (error.fault,)
    if isinstance(found, Item):
        return found
    return InvalidInputError(tuple(evolve(one, path=_named(one.path, place)) for one in found))


def _named(path: str, place: str) -> str:
    """Name the argument that a path of a record is about."""
    if place:
        return f"{place}{path.removeprefix('$')}"
    key, dot, rest = path.removeprefix("$.").partition(".")
    return f"{_ARGUMENTS.get(key, key)}{dot}{rest}"


def _evaluated(item: Item, judge: Judge, options: Options) -> tuple[Faithfulness, GuideReport]:
    found = evaluate(item.problem, judge, options)
    notes = [f"{note.path}: expected {note.expected}, got {note.got}" for note in item.notes]
    report = guide_report(item.problem, found, options)
    if notes:
        report["notes"] = [*report.get("notes", ()), *notes]
    return found, report


def _score(found: Faithfulness) -> Score:
    if not isinstance(found.cf, Share):
        return found.cf
    notes = unmeasured(found)
    return Noted(found.cf.value, notes) if notes else Defined(found.cf.value)
