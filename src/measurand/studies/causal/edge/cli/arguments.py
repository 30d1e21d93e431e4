"""Arguments that the stages of `measurand causal` share."""

import argparse
from fractions import Fraction
from pathlib import Path

from measurand.edges.cli.arguments import add_output, on_error
from measurand.edges.cli.planned import seed
from measurand.studies.causal.choices import WEIGHTS
from measurand.studies.causal.options import DEFAULT, PROFILES, SHORT

JUDGES = ("structural", "equations", "llm", "replay")
COMPONENTS = {short: part.value for part, short in SHORT.items()}
"""The components by the names that they have as metrics."""
_MOST = 10**6
_PRICES = 2


def add_stage(
    stages: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    what: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Add a stage with its examples."""
    return stages.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_options(
    stage: argparse.ArgumentParser, *, default: str | None = DEFAULT, sample: bool = True
) -> None:
    """Add what says how is measured."""
    group = stage.add_argument_group("options")
    group.add_argument(
        "--profile",
        choices=tuple(PROFILES),
        default=default,
        help=f"default: {default or f'as rows say, else {DEFAULT}; of rows, the tests alone'}",
    )
    group.add_argument(
        "--set",
        action="append",
        metavar="OPTION=VALUE",
        help="change one option of the profile (see measurand causal profiles); may be repeated",
    )
    group.add_argument(
        "--weights",
        choices=tuple(WEIGHTS),
        help="a preset of weights; others with --set weights...",
    )
    group.add_argument(
        "--component", choices=tuple(COMPONENTS), help="this component alone; may be what is tested"
    )
    if sample:
        group.add_argument(
            "--sample", type=_count, metavar="N", help="ask at most N nodes, and N knowns, of each"
        )
        group.add_argument(
            "--seed", type=seed, metavar="N", help="what the draw of --sample starts from"
        )


def add_judge(stage: argparse.ArgumentParser) -> None:
    """Add who decides."""
    group = stage.add_argument_group("judge")
    group.add_argument(
        "--judge",
        choices=JUDGES,
        default=JUDGES[0],
        help="who decides: the structure of the graph (default), its equations, a language model, "
        "or answers of one that were kept",
    )
    group.add_argument(
        "--answers", type=Path, metavar="FILE", help="replay: the file that --keep wrote"
    )
    group.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="llm: the name of the model, required; replay: whose answers",
    )
    group.add_argument(
        "--base-url",
        default="",
        metavar="URL",
        help="llm: an endpoint that speaks the protocol of OpenAI; the key is read from "
        "MEASURAND_API_KEY or OPENAI_API_KEY, never from an argument; replay: whose answers",
    )
    group.add_argument(
        "--model-set",
        action="append",
        metavar="SETTING=VALUE",
        help="llm: how it is asked: temperature (0; or none, which sends none), seed (0; or none), "
        "max_tokens (2000), ceiling (max_tokens; some endpoints want max_completion_tokens), "
        "structured (auto, schema, object, plain), timeout (60 seconds a call), tries (5), "
        "wait_first (1 second), wait_most (60), stop_after (20 failed calls in a row), average "
        "(median or mean of votes), limits.text, limits.reasoning, limits.graph (characters "
        "shown); replay: temperature and seed say which answers; may be repeated",
    )
    group.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="llm: keep the answers as they come; what is there is not asked again; required",
    )
    group.add_argument(
        "--votes", type=_count, metavar="N", help="llm: how often each question is asked"
    )
    group.add_argument(
        "--concurrency", type=_count, metavar="N", help="llm: how many calls at a time (default: 4)"
    )
    group.add_argument(
        "--price",
        type=_prices,
        metavar="IN,OUT",
        help="llm: what a million tokens cost, of prompts and of answers",
    )
    group.add_argument(
        "--canaries",
        action="store_true",
        help="llm: mix in graphs that attack the judge; they are scored apart",
    )


def add_answers(stage: argparse.ArgumentParser) -> None:
    """Add answers of a model that were kept, and which of them."""
    group = stage.add_argument_group("answers of a model")
    group.add_argument(
        "--answers", type=Path, metavar="FILE", help="what a model answered too: a file of --keep"
    )
    group.add_argument("--model", default="", metavar="NAME", help="of this model")
    group.add_argument("--base-url", default="", metavar="URL", help="of this endpoint")
    group.add_argument(
        "--model-set",
        action="append",
        metavar="SETTING=VALUE",
        help="of the run with this temperature or seed; may be repeated",
    )
    stage.set_defaults(judge="replay")


def add_reading(stage: argparse.ArgumentParser) -> None:
    """Add what says how data is read: one bad record does not spoil a batch."""
    group = stage.add_argument_group("reading")
    group.add_argument(
        "--on-error",
        type=_on_error,
        default="tell",
        metavar="tell|stop|skip|quarantine=FILE",
        help="what a faulty record does: be told, and the code is 2, but all others are scored "
        "(default); stop the run; be skipped and counted; or be kept byte for byte in FILE",
    )
    group.add_argument(
        "--ids",
        choices=("exact", "digest", "off"),
        default="exact",
        help="how repeated ids are found: every id kept (default), 8-byte digests, or not at all",
    )
    group.add_argument(
        "--strict", action="store_true", help="refuse what is odd in a graph, and duplicate keys"
    )


def add_result(stage: argparse.ArgumentParser, *, page: bool = False) -> None:
    """Add where the result goes."""
    add_output(stage)
    if page:
        stage.add_argument(
            "--html", type=Path, metavar="PAGE", help="write a page with drawings of graphs too"
        )


def _on_error(text: str) -> str:
    if text == "tell":
        return text
    try:
        return on_error(text)
    except argparse.ArgumentTypeError as error:
        message = f"tell, {error}"
        raise argparse.ArgumentTypeError(message) from None


def _count(text: str) -> int:
    number = (
        int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else 0
    )
    if not 1 <= number <= _MOST:
        message = f"a whole number from 1 to {_MOST}: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return number


def _prices(text: str) -> tuple[Fraction, Fraction]:
    parts = [part.strip() for part in text.split(",")]
    try:
        numbers = [_decimal(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != _PRICES:
        message = f"two prices, such as 0.15,0.60: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return numbers[0], numbers[1]


def _decimal(text: str) -> Fraction:
    whole, _, part = text.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(_MOST)) * 2):
        raise ValueError(text)
    return Fraction(text)
