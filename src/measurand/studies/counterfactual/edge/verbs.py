"""The counterfactual study from Python: samples and a generator in, tests and their tables out.

A generator is any function from a sample to an answer, behind which a model may stand. It is shown
the changed tokens and nothing else of the sample. What it raises, and what is no answer, is a fault
of that one question: the row is not evaluated, never 0, and the notes say why.
"""

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen

from measurand.edges.files import Bad
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.formats.arrow_values import plain
from measurand.edges.files.json.value import FaultError
from measurand.edges.verbs.cells import records_of
from measurand.edges.verbs.errors import InvalidInputError, invalid, worded
from measurand.edges.verbs.reports import Report
from measurand.edges.verbs.settings import NO_SETTINGS, Settings, label, set_options
from measurand.inference.family import Judged
from measurand.studies.counterfactual import text_overlap
from measurand.studies.counterfactual.asking import Asker
from measurand.studies.counterfactual.edge.cli.command import study_code
from measurand.studies.counterfactual.edge.cli.runs import (
    LONGEST_LINE,
    Called,
    seed_fault,
    too_large,
)
from measurand.studies.counterfactual.edge.files.reader import read_grounded
from measurand.studies.counterfactual.edge.files.samples import read_generation, read_sample
from measurand.studies.counterfactual.edge.page.html import page
from measurand.studies.counterfactual.edge.page.json import Plain, flat, study_json
from measurand.studies.counterfactual.edge.page.view import study_document
from measurand.studies.counterfactual.edge.page.words import each_test
from measurand.studies.counterfactual.evaluate import NoTexts, ScoreRow, Texts, evaluate
from measurand.studies.counterfactual.options import BLEU, PROFILES, ROUGE_L, Options
from measurand.studies.counterfactual.study import Study, StudyError, study
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from measurand.values.option_paths import with_values

Answer = Callable[[Grounded], Generation | Mapping[str, object]]
"""Answers a sample: with a `Generation`, or with the same as JSON has it (`frames`, `text`)."""
Samples = str | PathLike[str] | Iterable[Mapping[str, object] | Grounded]
"""Samples: a file of `cf-sample/1`, or its records, or values that were read before."""


@frozen(kw_only=True)
class Counterfactuals(Report):
    """A counterfactual study: what `measurand cf run` says of it, and every test by its name."""

    study: Study = field(repr=False)
    scores: tuple[ScoreRow, ...] = field(repr=False)

    @property
    def rows(self) -> list[dict[str, Plain]]:
        """Give the tests, a row for each metric and transform: floats, None where there is none.

        `pandas.DataFrame(found.rows)` is the table of them.
        """
        return [flat(family, test, self.study) for family, test in each_test(self.study)]

    def __getitem__(self, place: tuple[str, str]) -> Judged:
        """Give the test of a metric under a transform, with its exact numbers.

        Raises KeyError for one that was not made.
        """
        known = {
            (family.metric, test.hypothesis.name): test for family, test in each_test(self.study)
        }
        return known[place]

    def page(self) -> str:
        """Write the page that `measurand cf run --html` writes, for one HTML file."""
        return page(self.study, self.scores, source=_SAMPLES)


_SAMPLES = "samples"


def counterfactual(
    samples: Samples,
    *,
    generator: Literal["toy"] | Answer | None = None,
    profile: Literal["documented", "as-run", "recommended"] = "documented",
    settings: Settings = NO_SETTINGS,
) -> Counterfactuals:
    """Change the evidence that answers cite in five ways, measure again, and test what follows.

    `samples` is a file of `cf-sample/1`, or its records as dictionaries. Two transforms change what
    an answer was generated from: then it comes from the sample's own `regenerated`, or else from
    `generator`; without one those rows are not evaluated. `profile` is a set of options, `settings`
    sets single ones, as `--set` does on the command line (`{"tested": ["iou_union"],
    "plan.cluster": "group"}`).

    >>> found = counterfactual("docs/examples/volumes/samples.jsonl", generator="toy",
    ...     settings={"tested": "iou_union"})
    >>> found["iou_union", "cite_swap"].verdict.value, found.verdict.value
    ('expected', 'holds')
    >>> [f"{row['key']} {row['mean_diff']:.4f} {row['p_value_holm']}" for row in found.rows][:2]
    ['omega_perm 0.2329 0.0', 'token_perm 0.1897 0.0']

    Raises InvalidInputError with all that is wrong with the samples, and for an unknown generator,
    profile or setting.
    """
    options = set_options(PROFILES, profile, settings, with_values)
    asker = _asker(generator)
    read = _read(samples, options)
    texts: Texts = text_overlap if {BLEU, ROUGE_L} & {*options.tested} else NoTexts()
    made = [evaluate(sample, options, texts, asker) for sample in read]
    rows = tuple(row for one in made for row in one.rows)
    told = [fault for one in made for reply in one.replies for fault in reply.faults]
    notes = tuple(dict.fromkeys(fault.text() for fault in told))
    try:
        found = study(rows, options)
    except StudyError as error:
        raise worded("samples", error, "others") from error
    code, name = study_code(found), label(profile, settings)
    return Counterfactuals(
        code=code,
        document=study_document(found, rows, notes, profile=f"Profile: {name}."),
        tree=lambda: study_json(found, rows, notes, profile=name, exit_code=code),
        study=found,
        scores=rows,
    )


def _asker(generator: str | Answer | None) -> Asker | None:
    if generator is None:
        return None
    if isinstance(generator, str):
        if generator != "toy":
            hint = "a function from a sample to an answer is one too"
            raise invalid("generator", repr(generator), "'toy', or a function", hint)
        return Called(Toy()).reply
    asked: object = generator
    if not callable(asked):
        got = f"the type {type(asked).__name__}"
        raise invalid("generator", got, "a function from a sample to an answer")
    return Called(_answering(generator)).reply


def _answering(generator: Answer) -> Callable[[Grounded], Generation]:
    def answered(sample: Grounded, /) -> Generation:
        answer = generator(sample)
        if isinstance(answer, Generation):
            return answer
        found = read_generation(plain(answer), "$.gen")
        if isinstance(found, Generation):
            return found
        raise ValueError("; ".join(fault.text() for fault in found))

    return answered


def _read(samples: Samples, options: Options) -> list[Grounded]:
    found: list[Grounded] = []
    faults: list[Fault] = []
    ids: dict[str, int] = {}
    if isinstance(samples, str | PathLike):
        path = Path(samples)
        events = read_grounded(path, options=ReadOptions(max_line_bytes=LONGEST_LINE))
        for event in events:
            if isinstance(event, Bad):
                faults += event.faults
            else:
                found.append(event)
    else:
        for at, record in enumerate(records_of(_SAMPLES, samples, more=(Grounded,))):
            one = record if isinstance(record, Grounded) else _sample(record, at)
            if isinstance(one, tuple):
                faults += one
                continue
            if one.id in ids:
                got = f"{shown(one.id)} again, first in {_SAMPLES}[{ids[one.id]}]"
                faults.append(Fault(path=f"{_SAMPLES}[{at}]", got=got, expected="ids that differ"))
            ids.setdefault(one.id, at)
            found.append(one)
    faults += [evolve(seed_fault(Path(), one), file="") for one in found if too_large(one, options)]
    if faults:
        raise InvalidInputError(tuple(faults))
    return found


def _sample(record: Mapping[str, object], at: int) -> Grounded | tuple[Fault, ...]:
    """Read a record; what lies in files beside it cannot be, as it has no folder."""
    try:
        found = read_sample(plain(record))
    except FaultError as error:
        found = (error.fault,)
    if isinstance(found, Grounded):
        return found
    return tuple(evolve(one, path=f"{_SAMPLES}[{at}]{one.path.removeprefix('$')}") for one in found)
