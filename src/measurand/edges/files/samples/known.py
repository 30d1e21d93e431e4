"""What is known of each format: its shape, what is read of it, and what changes numbers."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.evidence.inputs import FORMATS, INPUTS, RECORDS, SECOND, Choice, Format, choice
from measurand.values.suggest import did_you_mean


@frozen(kw_only=True)
class Known:
    """A format as a user meets it.

    `files` are names that its files often have, which are never looked at: the content tells.
    `shape` shows the beginning of a file. `gold` and `pred` say what is read into them; `traps` are
    what makes numbers differ, and what is done about it. `extra` is what has to be installed.

    >>> known("quads").files
    '.txt'
    """

    about: str
    files: str
    shape: tuple[str, ...]
    gold: str
    pred: str
    traps: tuple[str, ...] = ()
    extra: str = ""


_MAPPED = "the key pred, or what fields.pred names"
KNOWN: Mapping[Format, Known] = {
    "jsonl": Known(
        about="JSON Lines, a record a line",
        files=".jsonl",
        shape=('{"id": "r1", "gold": ["milk"], "pred": ["milk", "egg"]}',),
        gold="the key gold, or what fields.gold names",
        pred=_MAPPED,
        traps=(
            "null is no answer, [] is the empty one: they are counted apart.",
            "Two files are joined by id, never by position.",
        ),
    ),
    "json": Known(
        about="one JSON document: a list of records, or aligned lists",
        files=".json",
        shape=('{"runs": [{"id": "r1", "gold": ["milk"], "pred": []}]}',),
        gold="the key gold, or what fields.gold names; or an aligned list",
        pred=_MAPPED,
        traps=("It is held in memory. Where several lists are in it, records names the one.",),
    ),
    "csv": Known(
        about="a table of text with a header: CSV, TSV",
        files=".csv, .tsv",
        shape=("id,gold,pred", 'r1,"[""milk""]","[""milk"", ""egg""]"'),
        gold="the column gold, or what fields.gold names",
        pred="the column pred, or what fields.pred names",
        traps=(
            "A cell may be JSON, one item, or items with a text between them: lists says which.",
            "An empty cell may be no items or no answer: empty says which.",
        ),
    ),
    "parquet": Known(
        about="Parquet files",
        files=".parquet",
        shape=("id: string, gold: list<string>, pred: list<string>",),
        gold="the column gold, or what fields.gold names",
        pred="the column pred, or what fields.pred names",
        traps=("A struct of lists, as older data sets have it, is read as a list of structs.",),
        extra="arrow",
    ),
    "arrow": Known(
        about="Arrow files and Arrow streams",
        files=".arrow, .feather",
        shape=("id: string, gold: list<struct<aspect, polarity>>, pred: the same",),
        gold="the column gold, or what fields.gold names",
        pred="the column pred, or what fields.pred names",
        traps=("Files and streams begin differently: the bytes tell, not the name.",),
        extra="arrow",
    ),
    "dataset": Known(
        about="a dataset of Hugging Face, as save_to_disk leaves it",
        files="a folder",
        shape=("spices/dataset_dict.json", "spices/test/data-00000-of-00001.arrow"),
        gold="the column gold, or what fields.gold names",
        pred="the column pred, or what fields.pred names",
        traps=("Of several splits one is read: split says which.",),
        extra="arrow",
    ),
    "conll": Known(
        about="columns of tags, a token a line, a blank line between sentences",
        files=".conll, .iob, .txt",
        shape=("Ada B-PER B-PER", "sings O O"),
        gold="the last column but one; of two files the last",
        pred="the last column, in the same file or in a second",
        traps=(
            "An I- that continues nothing opens a span (lenient), or does not: scheme says which.",
            "Two files are matched token by token, and a difference is a fault.",
        ),
    ),
    "brat": Known(
        about="annotations of brat beside their texts",
        files="a folder of .ann and .txt",
        shape=("T1\tDrug 42 53\tparacetamol", "R1\tTreats Arg1:T1 Arg2:T2"),
        gold="entities, or relations, of the documents in a folder",
        pred="those of the documents of the same names in a second folder",
        traps=(
            "Offsets count code points of the text, which is checked against them.",
            "An annotation in several pieces is refused until pieces says how it is read.",
        ),
    ),
    "absa-xml": Known(
        about="XML of SemEval 2014, 2015 and 2016 on aspects",
        files=".xml",
        shape=('<aspectTerm term="screen" polarity="positive" from="4" to="10"/>',),
        gold="terms, categories or opinions of a sentence",
        pred="those of the sentence with the same id in a second file",
        traps=(
            "Opinions of polarity conflict, targets NULL, sentences OutOfScope: kept or dropped.",
            "Entities and external DTDs are refused.",
        ),
    ),
    "quads": Known(
        about="a sentence and its tuples a line: ASTE, ASQP, ACOS",
        files=".txt",
        shape=("The lamp is fast .####[([1], [3], 'POS')]",),
        gold="the tuples of a line",
        pred="those of the same line of a second file",
        traps=(
            "The order of the elements differs from data set to data set: order says it.",
            "Tuples are read by a reader of literals of our own: nothing is evaluated.",
        ),
    ),
    "lm-eval": Known(
        about="samples of lm-evaluation-harness",
        files="samples_TASK_DATE.jsonl",
        shape=('{"doc_id": 0, "target": "4", "filtered_resps": ["4"], "filter": "none", ...}',),
        gold="target",
        pred="the one filtered response",
        traps=(
            "A document has a row for each filter, and counts once: filter says which is read.",
            "A target that is a list was written by Python: it is text, or a list if target says.",
        ),
    ),
    "inspect": Known(
        about="logs of inspect_ai",
        files=".eval, .json",
        shape=('{"version": 2, "status": "success", "eval": {...}, "samples": [...]}',),
        gold="target",
        pred="the completion, or the answer of a scorer",
        traps=(
            "A sample has as many rows as there were epochs: epoch says which is read.",
            "A log of a run that failed is refused, unless unfinished=read.",
        ),
    ),
    "promptfoo": Known(
        about="results of promptfoo",
        files=".json, .jsonl",
        shape=('{"results": {"version": 3, "results": [{"testIdx": 0, "response": {...}}]}}',),
        gold="what fields.gold names, such as vars.expected",
        pred="response.output",
        traps=(
            "A row that ended in an error has no answer: it is no wrong one.",
            "Of several prompts and providers one is read: prompt and provider say which.",
        ),
    ),
    "squad": Known(
        about="SQuAD: questions with answers, and predictions by id",
        files=".json",
        shape=('{"version": "1.1", "data": [{"paragraphs": [{"qas": [...]}]}]}',),
        gold="the answers of a question, normalised as the official script does",
        pred='the text under its id in a second file: {"q1": "in Oslo"}',
        traps=(
            "A lost prediction is wrong in 1.1 and left out in 2.0: the file or version says it.",
        ),
    ),
    "coco": Known(
        about="COCO: annotated boxes, and a list of detected ones",
        files=".json",
        shape=('[{"image_id": 42, "category_id": 18, "bbox": [10, 20, 30, 40], "score": 0.9}]',),
        gold="the boxes of an image, with the IoU of every pair of one category",
        pred="the boxes of that image in a second file",
        traps=(
            "Boxes are x, y, width, height; many models write two corners: box and results_box.",
            "Regions marked iscrowd are kept or dropped: crowd says which.",
        ),
    ),
    "scorecards": Known(
        about="scorecards of two-stage review runs",
        files="scorecards.jsonl",
        shape=('{"runtime": {"parsed_output": {...}}, ...}',),
        gold="lists by name, by rules of their own",
        pred="lists by name: see `measurand review`",
    ),
}


def known(name: str) -> Known:
    """Find a format by its name.

    Raises ValueError where there is none of it; it names the formats.
    """
    found = next((one for kind, one in KNOWN.items() if kind == name), None)
    if found is None:
        message = f"one of {', '.join(FORMATS)}: got {name!r}{did_you_mean(name, FORMATS)}"
        raise ValueError(message)
    return found


def source_text(kind: Format) -> str:
    """Write a source of a format as it stands in a claims file.

    >>> print(source_text("quads"))
    [data.runs]
    path = "..."
    format = "quads"
    predictions = "..."
    input = { order = "..." }
    """
    second = kind in SECOND and kind not in RECORDS
    said = [f'{one.name} = "{"|".join(one.among) or "..."}"' for one in undecided_of(kind)]
    lines = [
        "[data.runs]",
        'path = "..."',
        *([] if kind == "jsonl" else [f'format = "{kind}"']),
        *(['predictions = "..."'] if second else []),
        *([f"input = {{ {', '.join(said)} }}"] if said else []),
    ]
    return "\n".join(lines)


def undecided_of(kind: Format) -> Sequence[Choice]:
    """List the choices of a format that have no default.

    >>> [one.name for one in undecided_of("squad")]
    ['version']
    """
    return tuple(one for one in INPUTS[kind] if not one.default and one != _NO_COMMENTS)


_NO_COMMENTS = choice("conll", "comment")
