"""Judgements and runs: lines of TREC and JSON by query, joined by query, a query at a time."""

import gzip
import tracemalloc
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.cli.main import main
from measurand.edges.files import Event, Filtered, ReadOptions, read
from measurand.edges.files.formats.rankings import sniff, sniff_json
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Source
from measurand.values.sample import Sample
from tests.formats.reading import faults, samples

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats"
LINES = Source(path="qrels", predictions="run", format="trec")
JSON = Source(path="qrels", predictions="run", format="trec-json")
QRELS = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n"


def both(
    folder: Path, qrels: str, run: str, source: Source = LINES, most: int = 9999
) -> list[Event]:
    """Write two files and read them."""
    (folder / "qrels").write_bytes(qrels.encode())
    (folder / "run").write_bytes(run.encode())
    return list(read(source, root=folder, options=ReadOptions(max_line_bytes=most)))


def said(source: Source, **words: str) -> Source:
    return evolve(source, input=tuple(words.items()))


def names(found: Sequence[Event]) -> list[str]:
    return [sample.id for sample in samples(found)]


def test_a_query_is_a_sample_of_grades_and_scores(tmp_path: Path) -> None:
    run = "q1 Q0 d3 1 9.5 ours\nq1 Q0 d1 2 1e-1 ours\n"

    [found, silent] = samples(both(tmp_path, QRELS, run))

    assert found == Sample(
        id="q1",
        graded=(
            ("gold", (("d1", Fraction(2)), ("d2", Fraction(0)))),
            ("predicted", (("d1", Fraction(1, 10)), ("d3", Fraction(19, 2)))),
        ),
    )
    assert (silent.id, silent.predicted, silent.reason("predicted")) == (
        "q2",
        None,
        "no run",
    )


def test_lines_and_json_of_one_ranking_are_the_same_samples() -> None:
    lines = Source(path="trec/qrels.txt", predictions="trec/run.txt", format="trec")
    keys = Source(path="trec-json/qrels.json", predictions="trec-json/run.json", format="trec-json")

    found = samples(read(lines, root=EXAMPLES))

    assert found == samples(read(keys, root=EXAMPLES))
    assert [sample.id for sample in found] == ["tea", "lamp", "rug"]
    assert dict(found[0].grades("gold") or ())["t4"] == -1


def test_blanks_and_tabs_and_a_run_whose_ranks_lie_are_read_alike(tmp_path: Path) -> None:
    plain = both(tmp_path, "q1 0 d1 1\n", "q1 Q0 d1 1 2 a\nq1 Q0 d2 2 1 a\n")
    odd = both(tmp_path, " q1\t0  d1\t1 \r\n\n", "q1\tQ0\td2\t1\t1\tb\r\nq1 Q0 d1 1 2.0 b")

    assert plain == odd


def test_both_files_may_be_compressed(tmp_path: Path) -> None:
    plain = both(tmp_path, QRELS, "q1 Q0 d1 1 2 a\n")
    for name in ("qrels", "run"):
        (tmp_path / name).write_bytes(gzip.compress((tmp_path / name).read_bytes()))

    assert list(read(LINES, root=tmp_path)) == plain


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "q1 0 d7",
            "expected 4 columns: query iteration document grade, got 3",
        ),
        (
            "q1 Q0 d7 1 2.5 ours",
            (
                "expected 4 columns: query iteration document grade, got 6: lines of a run "
                "have six, and stand in a second file: say --predictions FILE"
            ),
        ),
        (
            "q1 0 d7 0.5",
            (
                "expected a grade that is a whole number, got '0.5': trec_eval would cut it "
                "to a whole one: grades that are none stand in JSON"
            ),
        ),
        ("q1 0 d7 good", "expected a decimal number, got 'good'"),
        (
            "q1 3 d1 1",
            (
                "expected a document once in a query, got 'd1' of 'q1' again: judgements by "
                "subtopic, as of diversity tasks, are not read"
            ),
        ),
        ("q1 0 " + "d" * 99 + " 1", "expected a line of at most 60 bytes, got more"),
    ],
)
def test_a_bad_line_of_judgements_is_told_and_its_query_is_no_sample(
    tmp_path: Path, line: str, told: str
) -> None:
    run = "q1 Q0 d1 1 2 a\nq2 Q0 d1 1 2 a\n"

    found = both(tmp_path, f"q1 0 d1 1\n{line}\nq2 0 d1 1\n", run, most=60)

    assert faults(found) == [f"qrels:2: {told}"]
    assert names(found) == ["q2"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "q1 0 d7 1",
            (
                "expected 6 columns: query Q0 document rank score tag, got 4: lines of "
                "judgements have four, and stand in the first file"
            ),
        ),
        ("q1 Q0 d7 2 nan a", "expected a decimal number, got 'nan'"),
        (
            "q1 Q0 d7 2 1,5 a",
            (
                "expected a decimal number, got '1,5': write a point before the decimals, nothing "
                "between thousands"
            ),
        ),
        ("q1 Q0 d7 2 1e999 a", "expected a number of at most 300 digits before its point, got "),
        ("q1 Q0 d1 2 1 a", "expected a document once in a query, got 'd1' of 'q1' again"),
    ],
)
def test_a_bad_line_of_a_run_is_told_and_its_query_is_no_sample(
    tmp_path: Path, line: str, told: str
) -> None:
    found = both(tmp_path, QRELS, f"q1 Q0 d1 1 2 a\n{line}\nq2 Q0 d1 1 2 a\n")

    [fault] = faults(found)
    assert fault.startswith(f"run:2: {told}")
    assert names(found) == ["q2"]


def test_bytes_that_are_no_utf_8_are_a_fault_of_their_line(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_bytes(b"q1 0 d\xe9 1\nq2 0 d1 1\n")
    (tmp_path / "run").write_bytes(b"q2 Q0 d1 1 2 a\n")

    found = list(read(LINES, root=tmp_path))

    assert faults(found) == [
        "qrels:1: expected UTF-8, got the byte 0xe9 at byte 7: save the file as UTF-8"
    ]
    assert names(found) == ["q2"]


def test_a_query_that_nobody_judged_is_refused_or_dropped_and_counted(tmp_path: Path) -> None:
    run = "q1 Q0 d1 1 2 a\nq9 Q0 d1 1 2 a\nq2 Q0 d1 1 2 a\n"

    found = both(tmp_path, QRELS, run)
    dropped = both(tmp_path, QRELS, run, said(LINES, only_run="drop"))

    assert faults(found) == [
        (
            "run:2: expected queries of both files, got 'q9', which qrels does not judge: say "
            "--input only_run=drop to leave it out"
        )
    ]
    assert names(found) == names(dropped) == ["q1", "q2"]
    assert dropped[1] == Filtered(line=2, file="run")


def test_a_judged_query_without_a_run_is_refused_where_that_is_said(tmp_path: Path) -> None:
    found = both(tmp_path, QRELS, "q1 Q0 d1 1 2 a\n", said(LINES, only_qrels="refuse"))

    assert faults(found) == ["qrels:3: expected queries of both files, got 'q2', which run lacks"]


def test_a_run_that_is_not_grouped_by_query_is_refused_as_a_whole(tmp_path: Path) -> None:
    run = "q1 Q0 d1 1 2 a\nq2 Q0 d1 1 2 a\nq1 Q0 d2 2 1 a\n"

    found = both(tmp_path, QRELS, run)

    assert faults(found) == [
        (
            "run:3: expected all lines of a query together, got 'q1' again, which began in line 1: "
            "sort the lines by their first column, or say --input grouped=no, which holds the run "
            "in memory"
        )
    ]


def test_a_run_that_is_held_gives_what_a_grouped_one_does(tmp_path: Path) -> None:
    rows = [f"q{query} Q0 d{at} {at} {9 - at} a\n" for at in (1, 2, 3) for query in (1, 2)]

    held = both(tmp_path, QRELS, "".join(rows), said(LINES, grouped="no"))
    grouped = both(tmp_path, QRELS, "".join(sorted(rows)))

    assert held == grouped
    assert names(held) == ["q1", "q2"]


def test_judgements_need_not_be_grouped(tmp_path: Path) -> None:
    run = "q1 Q0 d1 1 2 a\nq2 Q0 d1 1 2 a\n"

    mixed = both(tmp_path, "q1 0 d1 2\nq2 0 d1 1\nq1 0 d2 0\n", run)

    assert samples(mixed) == samples(both(tmp_path, QRELS, run))


def test_a_grouped_run_is_read_a_query_at_a_time(tmp_path: Path) -> None:
    queries, documents = 60, 200
    (tmp_path / "qrels").write_text("".join(f"q{at} 0 d1 1\n" for at in range(queries)))
    with (tmp_path / "run").open("w") as file:
        for at in range(queries):
            file.writelines(f"q{at} Q0 d{rank} 1 {rank}.5 a\n" for rank in range(documents))

    def peak(source: Source) -> int:
        tracemalloc.start()
        count = sum(isinstance(one, Sample) for one in read(source, root=tmp_path))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count == queries
        return most

    assert 3 * peak(LINES) < peak(said(LINES, grouped="no"))


@pytest.mark.parametrize(
    ("qrels", "run", "told"),
    [
        ('["q1"]', "{}", "qrels: $: expected an object of queries, each an object of documents "),
        ('{"q1": {"d1": true}}', "{}", "qrels: $.q1.d1: expected a number, got true"),
        ('{"q1": 3}', "{}", "qrels: $.q1: expected an object of documents, each with a number"),
        ('{"q1": {"d1": 1, "d1": 2}}', "{}", "qrels: expected every key once, got twice 'd1'"),
        ("{}", '{"q1": {"d1": NaN}}', "run: $.q1.d1: expected a number, got null"),
        ("{}", '{"q1": {"d1": 1}}', "run: $.q1: expected queries of both files, got 'q1', which"),
    ],
)
def test_bad_json_is_told_with_its_path(tmp_path: Path, qrels: str, run: str, told: str) -> None:
    first, *_ = faults(both(tmp_path, qrels, run, JSON))

    assert first.startswith(told)


def test_an_empty_run_of_a_query_is_no_missing_one(tmp_path: Path) -> None:
    [found] = samples(both(tmp_path, '{"q1": {"d1": 1}}', '{"q1": {}}', JSON))

    assert (found.predicted, found.grades("predicted")) == ((), ())


def test_judgements_alone_are_refused(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(QRELS)

    for format_ in ("trec", "trec-json"):
        [fault] = faults(read(Source(path="qrels", format=format_), root=tmp_path))
        assert "expected predictions beside gold, got gold alone" in fault


@pytest.mark.parametrize(
    ("lines", "format_"),
    [
        ((b"q1 0 d1 1", b"q1 Q0 d2 -1"), "trec"),
        ((b"1 2 3 4",), None),
        ((b"q1 0 d1 0.5",), None),
        ((b"q1 0 d1 1", b"a poem"), None),
        ((b"",), None),
    ],
)
def test_only_lines_that_are_no_other_table_are_told(
    lines: tuple[bytes, ...], format_: str | None
) -> None:
    guess = sniff(Head(name="a", lines=lines))

    assert (guess and guess.source and guess.source.format) == format_


def test_a_run_alone_is_told_and_no_source() -> None:
    guess = sniff(Head(name="a", lines=(b"q1 Q0 d1 1 0.5 ours",)))

    assert guess is not None
    assert guess.source is None
    assert guess.assumptions[1] == "name the file of judgements, and this one by --predictions"


@pytest.mark.parametrize("document", [{}, {"a": {}}, {"a": {"b": 1}, "c": 1}, {"a": {"b": True}}])
def test_other_objects_are_no_judgements(document: dict[str, object]) -> None:
    assert sniff_json(Head(name="a", document=document)) is None  # type: ignore[arg-type] # JSON


# By hand: tea has t3 (0), t9 and t1 tied (t9 first, as the later name), t2; one relevant of the
# first two ranks of lamp. P@2 of tea is 0, of lamp 1/2.
def test_the_example_is_scored_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(EXAMPLES / "trec" / name) for name in ("qrels.txt", "run.txt")]

    code = main(
        ["score", files[0], "--predictions", files[1], "-d", "precision_at(k=2)", "--format", "csv"]
    )

    assert code == 0
    assert "d1,0.25,1/4,3,0,0,2,1 no run,2,0" in capsys.readouterr().out


def compared(*words: str) -> int:
    first, second, qrels = (
        str(EXAMPLES / "trec" / name) for name in ("run.txt", "other.txt", "qrels.txt")
    )
    both = [first] if "--answer" in words else [first, second]
    return main(["compare", *both, "--gold", qrels, "-d", "precision_at(k=1)", *words])


# By hand: t9 is the first of tea in other.txt, l3 that of lamp in both; t3 is graded 0.
def test_two_runs_are_compared_beside_one_file_of_gold(capsys: pytest.CaptureFixture[str]) -> None:
    code = compared("--format", "csv")

    assert code == 3
    assert "d1,0.5,0.5,0," in capsys.readouterr().out


@pytest.mark.parametrize("words", [("--answer", "pred", "--answer", "b"), ("--predictions", "a")])
def test_gold_of_two_files_goes_with_two_files(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert compared(*words) == 2
    assert "expected" in capsys.readouterr().err
