"""What the stages of `measurand causal` are asked."""

from fractions import Fraction
from pathlib import Path
from typing import Literal

from attrs import frozen

from measurand.edges.cli.converters import seed, whole
from measurand.edges.cli.output import Output
from measurand.edges.cli.reading import Reading, on_error
from measurand.edges.cli.request import (
    Arguments,
    argument,
    arguments,
    choice,
    option,
    optional_argument,
    part,
    repeated,
    switch,
)
from measurand.studies.causal.evaluate import OFFLINE
from measurand.studies.causal.options import DEFAULT, PROFILES, SHORT, WEIGHTS, Options
from measurand.values.option_paths import listed

COMPONENTS = {short: part.value for part, short in SHORT.items()}
"""The components by the names that they have as metrics."""
_MOST = 10**6
_PRICES = 2
_FILES = "more files"
_OF_GRAPHS = ", ".join(
    path
    for path, _ in listed(Options())
    if path.startswith(("reading.", "against.", "offline.grammar", "plan."))
    or path in {"tested", "pooling"}
)
_count = whole(1, _MOST)


def _on_error(text: str) -> str:
    if text == "tell":
        return text
    try:
        return on_error(text)
    except ValueError as error:
        message = f"tell, {error}"
        raise ValueError(message) from None


def _prices(text: str) -> tuple[Fraction, Fraction]:
    parts = [part.strip() for part in text.split(",")]
    try:
        numbers = [_decimal(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != _PRICES:
        message = f"two prices, such as 0.15,0.60: got {text[:40]!r}"
        raise ValueError(message)
    return numbers[0], numbers[1]


def _decimal(text: str) -> Fraction:
    whole, _, part = text.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(_MOST)) * 2):
        raise ValueError(text)
    return Fraction(text)


@frozen(kw_only=True)
class Settings(Arguments):
    """How is measured and tested: a profile, and what is set beside it."""

    TITLE = "options"

    profile: str | None = None
    set: tuple[str, ...] = repeated(
        str,
        metavar="OPTION=VALUE",
        says="change one option of the profile (see measurand causal profiles); may be repeated",
    )
    weights: str | None = None
    component: str | None = None
    sample: int | None = None
    seed: int | None = None

    @property
    def named(self) -> str:
        """Name the profile, or that which is taken where none is named."""
        return self.profile or DEFAULT

    def label(self, profile: str) -> str:
        """Name a reading: the profile, and what was set beside it.

        >>> Settings(set=("missing=half",), sample=3).label("recommended")
        'recommended missing=half sample=3'
        """
        values = {
            "weights": self.weights,
            "component": self.component,
            "sample": self.sample,
            "seed": self.seed,
        }
        beside = (f"{name}={value}" for name, value in values.items() if value is not None)
        return " ".join((profile, *self.set, *beside))


@frozen(kw_only=True)
class GraphSettings(Settings):
    """The options of graphs that are only compared."""

    TITLE = ""

    set: tuple[str, ...] = repeated(
        str, metavar="OPTION=VALUE", says=f"one of {_OF_GRAPHS}; may be repeated"
    )


@frozen(kw_only=True)
class MeasuringSettings(Settings):
    """The options of graphs that are scored."""

    profile: str | None = choice(tuple(PROFILES), says="the options by name", default=DEFAULT)
    weights: str | None = choice(
        tuple(WEIGHTS), says="a preset of weights; others with --set weights..."
    )
    component: str | None = choice(
        tuple(COMPONENTS), says="this component alone; may be what is tested"
    )


@frozen(kw_only=True)
class SampledSettings(MeasuringSettings):
    """The options of graphs of which nodes may be drawn."""

    sample: int | None = option(
        _count, metavar="N", says="ask at most N nodes, and N knowns, of each"
    )
    seed: int | None = option(seed, metavar="N", says="what the draw of --sample starts from")


@frozen(kw_only=True)
class StudySettings(SampledSettings):
    """The options of tests of rows, which say how they were measured, or of graphs."""

    profile: str | None = choice(
        tuple(PROFILES), says=f"default: as rows say, else {DEFAULT}; of rows, the tests alone"
    )


@frozen(kw_only=True)
class Judging(Arguments):
    """Who decides; what is not written of a model is as plain as can be."""

    judge: str = "replay"
    answers: Path | None = None
    model: str = ""
    base_url: str = ""
    model_set: tuple[str, ...] = ()
    keep: Path | None = None
    votes: int | None = None
    concurrency: int | None = None
    price: tuple[Fraction, Fraction] | None = None
    canaries: bool = False


@frozen(kw_only=True)
class AnyJudge(Judging):
    """Who decides: a judge that needs nobody, a model, or what a model answered."""

    TITLE = "judge"

    judge: str = choice(
        ("structural", "equations", "llm", "replay"),
        default="structural",
        says="who decides: the structure of the graph (default), its equations, a language model, "
        "or answers of one that were kept",
    )
    answers: Path | None = option(Path, metavar="FILE", says="replay: the file that --keep wrote")
    model: str = option(
        str,
        metavar="NAME",
        default="",
        says="llm: the name of the model, required; replay: whose answers",
    )
    base_url: str = option(
        str,
        metavar="URL",
        default="",
        says="llm: an endpoint that speaks the protocol of OpenAI; the key is read from "
        "MEASURAND_API_KEY or OPENAI_API_KEY, never from an argument; replay: whose answers",
    )
    model_set: tuple[str, ...] = repeated(
        str,
        metavar="SETTING=VALUE",
        rare=True,
        says="llm: how it is asked: temperature (0; or none, which sends none), seed (0; or none), "
        "max_tokens (2000), ceiling (max_tokens; some endpoints want max_completion_tokens), "
        "structured (auto, schema, object, plain), timeout (60 seconds a call), tries (5), "
        "wait_first (1 second), wait_most (60), stop_after (20 failed calls in a row), average "
        "(median or mean of votes), limits.text, limits.reasoning, limits.graph (characters "
        "shown); replay: temperature and seed say which answers; may be repeated",
    )
    keep: Path | None = option(
        Path,
        metavar="FILE",
        says="llm: keep the answers as they come; what is there is not asked again; required",
    )
    votes: int | None = option(_count, metavar="N", says="llm: how often each question is asked")
    concurrency: int | None = option(
        _count, metavar="N", says="llm: how many calls at a time (default: 4)"
    )
    price: tuple[Fraction, Fraction] | None = option(
        _prices,
        metavar="IN,OUT",
        says="llm: what a million tokens cost, of prompts and of answers",
    )
    canaries: bool = switch(says="llm: mix in graphs that attack the judge; they are scored apart")


@frozen(kw_only=True)
class KeptAnswers(Judging):
    """Answers of a model that were kept, and which of them."""

    TITLE = "answers of a model"

    answers: Path | None = option(
        Path, metavar="FILE", says="what a model answered too: a file of --keep"
    )
    model: str = option(str, metavar="NAME", default="", says="of this model")
    base_url: str = option(str, metavar="URL", default="", says="of this endpoint")
    model_set: tuple[str, ...] = repeated(
        str,
        metavar="SETTING=VALUE",
        says="of the run with this temperature or seed; repeatable",
    )


@frozen(kw_only=True)
class GraphReading(Reading):
    """How carefully data is read: one bad record does not spoil a batch."""

    on_error: str = option(
        _on_error,
        metavar="tell|stop|skip|quarantine=FILE",
        default="tell",
        says="what a faulty record does: be told, and the code is 2, but all others are scored "
        "(default); stop the run; be skipped and counted; or be kept byte for byte in FILE",
    )
    ids: Literal["exact", "digest", "off"] = choice(
        ("exact", "digest", "off"),
        default="exact",
        says="how repeated ids are found: every id kept (default), 8-byte digests, or not at all",
    )
    strict: bool = switch(says="refuse what is odd in a graph, and duplicate keys")


@frozen(kw_only=True)
class RunRequest(Arguments):
    """Graphs that are scored."""

    dags: Path = argument(Path, metavar="DAGS", says="a file of records with graphs")
    html: Path | None = option(
        Path, metavar="PAGE", says="write a page with drawings of graphs too"
    )
    rows: Path | None = option(
        Path,
        metavar="FILE",
        group=_FILES,
        says="write the scores of each graph (causal-score/2)",
    )
    reports: Path | None = option(
        Path,
        metavar="FILE",
        group=_FILES,
        says="write a report of all graphs, node by node",
    )
    records: Path | None = option(
        Path,
        metavar="FILE",
        group=_FILES,
        says="write the records with cf_score and cf_report",
    )
    settings: SampledSettings = part(SampledSettings)
    by: AnyJudge = part(AnyJudge)
    reading: GraphReading = part(GraphReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class ExplainRequest(Arguments):
    """A graph that is explained."""

    dags: Path = argument(Path, metavar="DAGS", says="a file of records with graphs")
    id: str | None = optional_argument(
        str, metavar="ID", says="which graph; the first where none is named"
    )
    node: str | None = option(str, metavar="NAME", says="this node alone, with more of it")
    settings: MeasuringSettings = part(MeasuringSettings)
    by: KeptAnswers = part(KeptAnswers)
    reading: GraphReading = part(GraphReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class GraphRequest(Arguments):
    """Graphs that are compared with reference graphs."""

    dags: Path = argument(Path, metavar="DAGS", says="a file of records with graphs")
    reference: Path | None = option(
        Path,
        metavar="FILE",
        says="reference graphs, by id or by problem; else `reference` of a record is taken",
    )
    rows: Path | None = option(
        Path,
        metavar="FILE",
        says="write the measures of each graph (causal-score/2), for causal compare",
    )
    settings: GraphSettings = part(GraphSettings)
    reading: GraphReading = part(GraphReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class StudyRequest(Arguments):
    """Graphs or rows that are tested."""

    judge: str = choice(OFFLINE, default=OFFLINE[0], says="who decides where there are no rows yet")
    settings: StudySettings = part(StudySettings)
    reading: GraphReading = part(GraphReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class CompareRequest(StudyRequest):
    """Two methods that are compared."""

    first: Path = argument(Path, metavar="FIRST", says="records with graphs, or rows")
    second: Path = argument(Path, metavar="SECOND", says="the same, of another method")
    reference: Path | None = option(
        Path,
        metavar="FILE",
        says="reference graphs, by id or by problem: what --set tested=edge_f1,shd needs",
    )


@frozen(kw_only=True)
class ValidityRequest(StudyRequest):
    """Scores that are held against right answers."""

    files: tuple[Path, ...] = arguments(Path, metavar="FILE", says="records with graphs, or rows")
