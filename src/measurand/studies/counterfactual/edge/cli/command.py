"""`measurand cf`: whether answers follow from the evidence that they cite."""

import argparse
import sys
from pathlib import Path

from measurand.edges.cli.arguments import FORMATS, add_output, add_reading, emit, stop
from measurand.edges.report import render, to_json
from measurand.studies.counterfactual.edge.answers.serving import serve
from measurand.studies.counterfactual.edge.cli.stages import ask, run_study, score, stats
from measurand.studies.counterfactual.edge.page.view import profiles_document
from measurand.studies.counterfactual.options import NAMES, PROFILES
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import shown
from measurand.values.option_paths import listed, settings_by
from measurand.values.suggest import did_you_mean

ABOUT = """\
Counterfactual faithfulness: change the evidence that an answer cites in five ways, measure again,
and test whether the answer follows. Samples are lines of `cf-sample/1`.

stages:
  run         all of it: transform, ask again, measure, test, and print the tables
  emit        write the questions that a generator is asked
  answer      answer questions (stdin) with the small generator that comes with this program
  score       measure every sample under every transform, and write the rows
  stats       test rows that were written before
  profiles    show all options side by side

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


_STRICT = "refuse citations of tokens that are not there, and duplicate JSON keys"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the stages and their arguments."""
    stages = parser.add_subparsers(dest="stage", required=True, metavar="STAGE")
    whole = _stage(stages, "run", "transform, ask again, measure and test", _RUN)
    _add_samples(whole)
    _add_options(whole, tests=True)
    _add_answers(whole)
    add_reading(whole, strict=_STRICT)
    _add_result(whole)
    whole.add_argument("--rows", type=Path, metavar="FILE", help="write the rows (cf-score/2) too")
    whole.set_defaults(stage_run=run_study)

    asked = _stage(stages, "emit", "write the questions that a generator is asked", _EMIT)
    _add_samples(asked)
    _add_options(asked)
    add_reading(asked, strict=_STRICT)
    _add_target(asked, "the file of questions (cf-question/1)")
    asked.set_defaults(stage_run=ask)

    answered = _stage(stages, "answer", "answer questions from stdin on stdout", _ANSWER)
    answered.set_defaults(stage_run=answer, format="json")

    scored = _stage(stages, "score", "measure every sample under every transform", _SCORE)
    _add_samples(scored)
    _add_options(scored)
    _add_answers(scored)
    add_reading(scored, strict=_STRICT)
    _add_target(scored, "the file of rows (cf-score/2)")
    scored.set_defaults(stage_run=score)

    tested = _stage(stages, "stats", "test rows that were written before", _STATS)
    tested.add_argument("rows", metavar="ROWS", type=Path, help="a file of rows (cf-score/2)")
    _add_options(tested, tests=True, default=None)
    add_reading(tested)
    _add_result(tested)
    tested.set_defaults(stage_run=stats)

    side_by_side = _stage(stages, "profiles", "show all options side by side", _PROFILES)
    side_by_side.add_argument(
        "part", nargs="?", default="", metavar="PART", help="only the options of this group"
    )
    add_output(side_by_side)
    side_by_side.set_defaults(stage_run=profiles)


def _stage(
    stages: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    what: str,
    examples: str,
) -> argparse.ArgumentParser:
    return stages.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_samples(stage: argparse.ArgumentParser) -> None:
    stage.add_argument("samples", metavar="SAMPLES", type=Path, help="a file of cf-sample/1")


def _add_options(
    stage: argparse.ArgumentParser, *, tests: bool = False, default: str | None = "documented"
) -> None:
    group = stage.add_argument_group("options")
    group.add_argument(
        "--profile",
        choices=tuple(PROFILES),
        default=default,
        help=f"default: {default or 'as the rows were measured'}",
    )
    group.add_argument(
        "--set",
        action="append",
        metavar="OPTION=VALUE",
        help="change one option of the profile (see measurand cf profiles); may be repeated",
    )
    if tests:
        group.add_argument(
            "--only-tests",
            metavar="METRICS",
            help=f"the metrics to test, with commas between them; of {', '.join(NAMES)}",
        )


def _add_answers(stage: argparse.ArgumentParser) -> None:
    group = stage.add_argument_group("answers")
    source = group.add_mutually_exclusive_group()
    source.add_argument("--generator", choices=("toy",), help="the small one of this program")
    source.add_argument(
        "--program", metavar="COMMAND", help="a program that reads questions and writes answers"
    )
    source.add_argument(
        "--answers", type=Path, metavar="FILE", help="answers to the questions of cf emit"
    )
    group.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep answers as they come, and use them again"
    )
    group.add_argument(
        "--seconds",
        type=_seconds,
        default=60.0,
        metavar="N",
        help="how long a program may take for one answer (default: 60)",
    )


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0
    if not 0 < found < float("inf"):
        message = f"a number of seconds above 0: got {text!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def _add_result(stage: argparse.ArgumentParser) -> None:
    add_output(stage)
    stage.add_argument("--html", type=Path, metavar="PAGE", help="write a page with pictures too")


def _add_target(stage: argparse.ArgumentParser, what: str) -> None:
    stage.add_argument(
        "--output", dest="target", type=Path, metavar="FILE", required=True, help=what
    )
    stage.add_argument("--format", choices=FORMATS, default="text", help="of what is printed")
    stage.set_defaults(output=None)


def run(arguments: argparse.Namespace) -> int:
    """Run one stage and return the exit code."""
    code: int = arguments.stage_run(arguments)
    return code


def answer(_arguments: argparse.Namespace) -> int:
    """Answer questions until there are no more."""
    return serve(Toy(), sys.stdin.buffer, sys.stdout.buffer)


def profiles(arguments: argparse.Namespace) -> int:
    """Show the profiles side by side.

    Raises StopError for a group that is none.
    """
    known = {path for options in PROFILES.values() for path, _ in listed(options)}
    if not settings_by(dict.fromkeys(known, ""), arguments.part):
        groups = {path.rpartition(".")[0] for path in known} - {""}
        hint = did_you_mean(arguments.part, sorted(known | groups)).removeprefix(": ")
        raise stop("PART", shown(arguments.part), "an option or a group of them", hint)
    if arguments.format == "json":
        options = {
            name: settings_by(dict(listed(options)), arguments.part)
            for name, options in PROFILES.items()
        }
        emit(arguments, to_json({"schema": 1, "command": "cf profiles", "options": options}))
    else:
        emit(arguments, render(profiles_document(arguments.part), arguments.format))
    return 0
