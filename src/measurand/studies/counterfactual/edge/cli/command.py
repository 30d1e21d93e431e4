"""`measurand cf`: whether answers follow from the evidence that they cite."""

import sys

from measurand.edges.cli.faults import stop
from measurand.edges.cli.output import show
from measurand.edges.cli.request import Arguments, Stages, stage
from measurand.studies.counterfactual.edge.answers.wire import serve
from measurand.studies.counterfactual.edge.cli.requests import (
    EmitRequest,
    ProfilesRequest,
    RunRequest,
    ScoreRequest,
    StatsRequest,
)
from measurand.studies.counterfactual.edge.cli.stages import ask, run_study, score, stats
from measurand.studies.counterfactual.edge.page.json import PROFILES_SHOWN
from measurand.studies.counterfactual.edge.page.view import profiles_document
from measurand.studies.counterfactual.options import PROFILES
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import shown
from measurand.values.option_paths import listed, settings_by
from measurand.values.suggest import did_you_mean

ABOUT = """\
Counterfactual faithfulness: change the evidence that an answer cites in five ways, measure again,
and test whether the answer follows. Samples are lines of `cf-sample/1`.

Two transforms change what an answer was generated from: then the answer comes from the sample's own
`regenerated`, or else from --generator, --program or --answers. Without one those rows are not
evaluated.

exit codes:
  0  all is decided         1  a difference goes the other way than expected, significantly
  2  bad input or usage     3  some rows are not evaluated, or some tests undecided
"""
EXAMPLES = """\
examples:
  measurand cf run samples.jsonl --generator toy
  measurand cf run samples.jsonl --program 'python my_generator.py' --keep answers.jsonl
  measurand cf emit samples.jsonl --output questions.jsonl
  measurand cf answer < questions.jsonl > answers.jsonl
  measurand cf score samples.jsonl --answers answers.jsonl --output rows.jsonl
  measurand cf stats rows.jsonl --set plan.test=wilcoxon --format csv
  measurand cf profiles plan
"""
_RUN = """\
examples:
  measurand cf run samples.jsonl --generator toy --rows rows.jsonl --html study.html
  measurand cf run samples.jsonl --profile recommended --only-tests iou_union,bleu --format md
  measurand cf run samples.jsonl --set plan.replicates=20000 --set grounding.each=frame
  measurand cf run samples.jsonl --program 'python my_generator.py' --keep answers.jsonl
"""
_EMIT = """\
examples:
  measurand cf emit samples.jsonl --output questions.jsonl
  measurand cf emit samples.jsonl --profile as-run --output questions.jsonl
"""
_ANSWER = """\
One line of `cf-question/1` comes on stdin, one line of `cf-answer/1` goes to stdout, in turn: this
is also an example of what --program talks to.

examples:
  measurand cf answer < questions.jsonl > answers.jsonl
  measurand cf run samples.jsonl --program 'measurand cf answer'
"""
_SCORE = """\
examples:
  measurand cf score samples.jsonl --answers answers.jsonl --output rows.jsonl
  measurand cf score samples.jsonl --generator toy --profile as-run --output rows.jsonl
"""
_STATS = """\
Rows say under which options they were measured: those are taken. --profile and --set change the
options of the tests alone: plan.*, tested, nulls and pooling.

examples:
  measurand cf stats rows.jsonl
  measurand cf stats rows.jsonl --set plan.cluster=none --set plan.ends=bca --html study.html
"""
_PROFILES = """\
examples:
  measurand cf profiles
  measurand cf profiles full.U1.4
"""


def answer(_request: Arguments) -> int:
    """Answer questions until there are no more."""
    return serve(Toy(), sys.stdin.buffer, sys.stdout.buffer)


def profiles(request: ProfilesRequest) -> int:
    """Show the profiles side by side.

    Raises StopError for a group that is none.
    """
    group = request.group or ""
    known = {path for options in PROFILES.values() for path, _ in listed(options)}
    if not settings_by(dict.fromkeys(known, ""), group):
        groups = {path.rpartition(".")[0] for path in known} - {""}
        hint = did_you_mean(group, sorted(known | groups)).removeprefix(": ")
        raise stop("PART", shown(group), "an option or a group of them", hint)
    show(
        request.output,
        tree=lambda: PROFILES_SHOWN.tree(
            options={
                name: settings_by(dict(listed(options)), group)
                for name, options in PROFILES.items()
            }
        ),
        document=lambda: profiles_document(group),
    )
    return 0


COMMAND = Stages(
    about=ABOUT,
    examples=EXAMPLES,
    stages=(
        stage("run", "transform, ask again, measure and test", RunRequest, run_study, _RUN),
        stage("emit", "write the questions that a generator is asked", EmitRequest, ask, _EMIT),
        stage(
            "answer",
            "answer questions from stdin on stdout",
            Arguments,
            answer,
            _ANSWER,
            style="json",
        ),
        stage("score", "measure every sample under every transform", ScoreRequest, score, _SCORE),
        stage("stats", "test rows that were written before", StatsRequest, stats, _STATS),
        stage("profiles", "show all options side by side", ProfilesRequest, profiles, _PROFILES),
    ),
)
