"""`measurand causal run`: scores, files, and what bad records do."""

import json
import sys

import pytest

from tests.cli.reasoning import FILE, idle, lines, listed, metrics, named, newton, scores
from tests.cli.running import Shell

RUN = ("causal", "run", FILE)
JSON = ("--format", "json")


# The guide's worked example: abductive 1, graph quality by its formula 1 (the guide prints 0.73).
def test_the_worked_example_comes_to_what_can_be_worked_out(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]))

    ran = shell(*RUN, *JSON)

    assert (ran.code, ran.err) == (0, "")
    assert scores(ran.json) == {
        "cf": 1.0,
        "intervention": 1.0,
        "abductive": 1.0,
        "logic": None,
        "graph": 1.0,
    }
    [row] = listed(ran.json, "rows")
    found = metrics(row)
    assert (found["coverage"], found["cf_low"], found["cf_high"]) == (0.75, 1.0, 1.0)


def test_the_documented_profile_counts_half_for_what_cannot_be_judged(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]))

    ran = shell(*RUN, "--profile", "documented", *JSON)

    assert scores(ran.json)["cf"] == 0.875


# The guide's example of a function that cannot be turned around: 0 there, open here.
def test_an_opaque_function_is_undecided_and_nothing_under_the_documented_profile(
    shell: Shell,
) -> None:
    record = newton()
    record["dag"] = {
        "target_variable": "outcome",
        "knowns": {"A": 5, "B": 3},
        "causal_graph": [
            {"cause": ["A", "B"], "effect": "outcome", "rule": "outcome = mystery_function(A, B)"}
        ],
    }
    shell.write(FILE, lines([record]))

    recommended = shell(*RUN, "--judge", "equations", *JSON)
    documented = shell(*RUN, "--judge", "equations", "--profile", "documented", *JSON)

    assert (recommended.code, scores(recommended.json)["abductive"]) == (0, None)
    assert scores(documented.json)["abductive"] == 0.0


def test_a_graph_without_a_way_to_its_target_scores_by_its_graph_alone(shell: Shell) -> None:
    shell.write(FILE, lines([idle()]))

    found = scores(shell(*RUN, *JSON).json)

    assert found["intervention"] == found["abductive"] == 0.0
    assert found["graph"] == 0.9
    assert found["cf"] == pytest.approx(0.3, abs=1e-15)


def test_what_was_decided_by_whom_is_counted(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1"), newton("2", reasoning_trajectory="By a = F/m.")]))

    ran = shell(*RUN)

    section = ran.out.partition("Decided\n=======\n\n")[2].partition("\n\n")[0]
    assert [line.split() for line in section.splitlines()[2:]] == [
        ["intervention", "decided", "structural", "4", "100.0%"],
        ["abductive", "decided", "structural", "4", "100.0%"],
        ["logic", "undecided", "no", "reasoning", "text", "1"],
        ["logic", "undecided", "structural", "no", "judge", "of", "texts", "1", "100.0%"],
        ["graph", "decided", "rules", "2", "100.0%"],
    ]
    assert "They do not say whether its answer" in ran.out


def test_one_component_can_be_asked_for_alone(shell: Shell) -> None:
    shell.write(FILE, lines([idle()]))

    ran = shell(*RUN, "--component", "graph", *JSON)

    assert scores(ran.json) == {"graph": 0.9}
    [row] = listed(ran.json, "rows")
    assert metrics(row)["cf"] is None
    assert named(row, "metrics")["intervention"] == {"undefined": "not asked for"}


def test_a_sample_of_the_nodes_is_asked(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]))

    ran = shell(*RUN, "--sample", "1", "--seed", "3", *JSON)

    counts = {
        (one["component"], one["outcome"]): one["count"] for one in listed(ran.json, "decided")
    }
    assert counts["causal_intervention", "decided"] == 1
    assert counts["causal_intervention", "unasked"] == 1
    assert ran.json["profile"] == "recommended sample=1 seed=3"


# (0 + 0.9) / 2 where the text has no score: abduction stands beside the three.
def test_a_preset_of_weights_leaves_abduction_out(shell: Shell) -> None:
    shell.write(FILE, lines([idle()]))

    ran = shell(*RUN, "--weights", "three-way", *JSON)
    twice = shell(*RUN, "--weights", "three-way", "--set", "weights.logic=0")

    assert scores(ran.json)["cf"] == 0.45
    assert ran.json["profile"] == "recommended weights=three-way"
    assert twice.err == (
        "--set: expected every option once, got weights.logic, and an argument for it\n"
    )


# --- one bad record does not spoil a batch


def test_a_bad_record_is_told_and_all_others_are_scored(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1")]) + b"{\n" + lines([newton("3")]))

    ran = shell(*RUN, *JSON)

    assert ran.code == 2
    assert ran.json["graphs"] == 2
    assert ran.json["exit_code"] == 2
    assert ran.err == f"{FILE}:2: expected the rest of a JSON value, got an end after '{{'\n"
    assert ran.json["notes"] == ["1 bad record was left out (told on standard error)."]


def test_a_bad_record_may_stop_the_run(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1"), newton("1")]))

    ran = shell(*RUN, "--on-error", "stop")

    assert (ran.code, ran.out) == (2, "")
    assert "first in line 1" in ran.err


def test_bad_records_may_be_skipped_or_kept_apart(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1")]) + b'{"id": 1}\n')

    skipped = shell(*RUN, "--on-error", "skip")
    kept = shell(*RUN, "--on-error", "quarantine=bad.jsonl")

    assert (skipped.code, kept.code, kept.err) == (0, 0, "")
    assert "1 bad record was left out (skipped)." in skipped.out
    assert shell.read("bad.jsonl") == b'{"id": 1}\n'


def test_faults_beyond_twenty_are_counted(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1")]) + b"3\n" * 30)

    ran = shell(*RUN)

    assert len(ran.err.splitlines()) == 21
    assert ran.err.endswith("... and 10 more such lines\n")


def test_a_file_that_is_not_there_stops_the_run(shell: Shell) -> None:
    ran = shell(*RUN)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"{FILE}: expected a file, got nothing of that name\n"


def test_what_is_odd_in_graphs_is_counted_and_with_strict_refused(shell: Shell) -> None:
    odd = {"id": "1", "dag": {"target_variable": "a", "knowns": {}, "causal_graph": [3, 4]}}
    shell.write(FILE, lines([odd, newton("2")]))

    plain, strict = shell(*RUN, *JSON), shell(*RUN, "--strict", *JSON)

    assert plain.code == 0
    assert plain.json["odd"] == [
        {
            "expected": "a link: an object with cause and effect",
            "count": "2",
            "first_in": "1",
            "path": "$.dag.causal_graph[0]",
            "got": "3",
        }
    ]
    assert (strict.code, strict.json["graphs"]) == (2, 1)


def test_records_without_an_id_are_counted(shell: Shell) -> None:
    first, second = newton(), newton()
    del first["id"], second["id"]
    shell.write(FILE, lines([first, second]))

    ran = shell(*RUN)

    assert "2 records have no id: their numbers are their ids." in ran.out


# --- files


def test_rows_reports_and_records_are_written(shell: Shell) -> None:
    shell.write(
        FILE, b'{"id": "1", "v": 1.50, "enhanced_dag": ' + _graph() + b', "z": "\\u00e9"}\n'
    )

    ran = shell(
        *RUN, "--rows", "rows.jsonl", "--reports", "report.json", "--records", "records.jsonl"
    )

    assert ran.code == 0
    header, row = map(json.loads, shell.read("rows.jsonl").splitlines())
    assert header["judge"].startswith("structural/1(")
    assert (row["id"], row["metrics"]["cf"]["value"]) == ("1", "1")
    report = json.loads(shell.read("report.json"))
    assert list(report) == [
        "average_cf",
        "individual_scores",
        "total_problems",
        "summary",
        "detailed_reports",
    ]
    assert (report["average_cf"], report["individual_scores"]) == (1.0, [1.0])
    assert report["summary"] == {"min": 1.0, "max": 1.0, "avg": 1.0}
    [detailed] = report["detailed_reports"]
    nodes = detailed["components"]["causal_intervention"]["details"]["node_evaluations"]
    assert [(one["node"], one["score"], one["max_score"]) for one in nodes] == [
        ("F", 50.0, 50.0),
        ("m", 50.0, 50.0),
    ]
    record = shell.read("records.jsonl")
    assert record.startswith(b'{"id":"1","v":1.50,"enhanced_dag":' + _graph() + b',"z":"\\u00e9",')
    assert json.loads(record)["cf_score"] == 1.0
    assert json.loads(record)["cf_report"]["components"].keys() == detailed["components"].keys()


def _graph() -> bytes:
    return json.dumps(newton()["dag"]).encode()


def test_records_may_be_scored_again(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]))

    shell(*RUN, "--records", "once.jsonl")
    shell("causal", "run", "once.jsonl", "--records", "twice.jsonl")

    assert shell.read("once.jsonl") == shell.read("twice.jsonl")


def test_nothing_is_written_where_the_run_stops(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]) + b"{\n")

    shell(*RUN, "--on-error", "stop", "--records", "records.jsonl", "--rows", "rows.jsonl")

    assert shell.names() == {FILE}


@pytest.mark.parametrize("name", ["rows", "reports", "records", "html", "output", "keep"])
def test_no_output_may_overwrite_the_input(shell: Shell, name: str) -> None:
    shell.write(FILE, lines([newton()]))
    more = ("--judge", "llm", "--model", "m") if name == "keep" else ()

    ran = shell(*RUN, *more, f"--{name}", f"./{FILE}")

    assert ran.code == 2
    assert ran.err == f"--{name}: expected another file, got {FILE}, the file of DAGS\n"
    assert shell.read(FILE) == lines([newton()])


def test_a_folder_that_is_not_there_is_found_early(shell: Shell) -> None:
    shell.write(FILE, lines([newton()]))

    ran = shell(*RUN, "--rows", "no/rows.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "--rows: expected a file in a folder that is there, got no/rows.jsonl\n"


def test_the_table_of_numbers_has_a_row_for_each_graph(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1", group="g", is_correct=True), idle("2")]))

    first, second = shell(*RUN, "--format", "csv").out.splitlines()[1:]

    assert first.startswith("1,g,true,excellent,1.0,1.0,1.0,0.75,1.0,1.0,,1.0,")
    assert second.startswith("2,,,poor,")


@pytest.mark.parametrize("fmt", ["md", "latex"])
def test_other_formats_have_the_same_tables(shell: Shell, fmt: str) -> None:
    shell.write(FILE, lines([newton()]))

    ran = shell(*RUN, "--format", fmt)

    assert ran.code == 0
    assert "intervention" in ran.out


def test_the_subjects_that_were_decided_are_counted_of_all(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1"), newton("2", reasoning_trajectory="By a = F/m.")]))

    rows = [line.split() for line in shell(*RUN).out.splitlines()]

    assert next(row for row in rows if row[:1] == ["intervention"])[6:9] == ["4", "of", "4"]
    assert next(row for row in rows if row[:1] == ["logic"])[6:9] == ["0", "of", "1"]


def test_a_graph_without_a_known_has_no_known_that_is_open(shell: Shell) -> None:
    bare = newton("2")
    bare["dag"] = {**_dag(bare), "knowns": {}}
    shell.write(FILE, lines([newton("1"), bare]))

    ran = shell(*RUN)

    rows = [line.split() for line in ran.out.splitlines()]
    assert next(row for row in rows if row[:1] == ["abductive"])[6:9] == ["2", "of", "2"]
    assert ["abductive", "decided", "structural", "2", "100.0%"] in rows
    assert ["abductive", "undecided", "no", "known", "1"] in rows


def _dag(record: dict[str, object]) -> dict[str, object]:
    found = record["dag"]
    assert isinstance(found, dict)
    return found


# Graph quality alone, of four equal weights; and all but the text.
def test_the_headline_says_on_how_much_of_the_weight_scores_stand(shell: Shell) -> None:
    bare = newton("2")
    bare["dag"] = {"target_variable": "a", "knowns": {}, "causal_graph": []}
    shell.write(FILE, lines([newton("1"), bare]))

    ran = shell(*RUN, "--html", "page.html")
    whole = shell(*RUN, "--component", "graph")
    weighed = shell(*RUN, "--set", "weights.logic=0")

    assert ran.out.startswith(
        "2 graphs, 2 problems: from 0.3000 to 1.0000; 1 excellent, 1 poor, at a coverage of "
    )
    assert '<p class="foot">At a coverage of 0.5000: ' in shell.read("page.html").decode()
    assert whole.out.startswith("2 graphs, 2 problems.\n")
    assert "at a coverage of" in weighed.out


def test_where_all_has_a_score_the_headline_says_nothing_of_coverage(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1")]))

    ran = shell(*RUN, "--set", "weights.logic=0", "--html", "page.html")

    assert ran.out.startswith("1 graph, 1 problem: from 1.0000 to 1.0000; 1 excellent.\n")
    assert "At a coverage" not in shell.read("page.html").decode()


def test_what_is_odd_is_counted_with_the_first_graph_that_has_it(shell: Shell) -> None:
    apart = newton("3")
    apart["dag"] = {**_dag(apart), "target_variable": "z"}
    loose = newton("2")
    loose["dag"] = {**_dag(loose), "knowns": {}}
    shell.write(FILE, lines([newton("1"), loose, {**loose, "id": "4"}, apart]))

    text, tree = shell(*RUN, "--rows", "rows.jsonl"), shell(*RUN, *JSON)

    section = text.out.partition("Findings\n========\n\n")[2].partition("\n\n")[0]
    assert [line.split() for line in section.splitlines()[2:]] == [
        ["root_not_known", "2", "2"],
        ["target_not_linked", "1", "3"],
        ["unused_known", "1", "3"],
    ]
    assert listed(tree.json, "findings")[0] == {
        "finding": "root_not_known",
        "graphs": 2,
        "first_in": "2",
    }
    rows = [json.loads(line) for line in shell.read("rows.jsonl").splitlines()[1:]]
    assert [row.get("findings") for row in rows] == [
        None,
        ["root_not_known"],
        ["root_not_known"],
        ["target_not_linked", "unused_known"],
    ]


def test_without_findings_there_is_no_table_of_them(shell: Shell) -> None:
    shell.write(FILE, lines([newton("1")]))

    assert "Findings" not in shell(*RUN).out


def test_a_page_of_one_component_has_no_bands_and_goes_by_that_component(shell: Shell) -> None:
    records = [*(newton(f"good-{at}") for at in range(12)), idle("bad")]
    shell.write(FILE, lines(records))

    shell(*RUN, "--component", "graph", "--html", "page.html")
    page = shell.read("page.html").decode()
    shell(*RUN, "--html", "page.html")

    assert '<h3 id="graph-1-title"><bdi>bad</bdi>' in page
    assert 'id="bands"' not in page
    assert "<dt>cf</dt><dd>1.0000" not in page
    assert "<dt>cf</dt><dd>n/a" not in page
    assert 'id="bands"' in shell.read("page.html").decode()
    assert "<dt>cf</dt><dd>1.0000" in shell.read("page.html").decode()


def test_the_graphs_with_the_lowest_scores_are_drawn_first(shell: Shell) -> None:
    records = [*(newton(f"good-{at}") for at in range(12)), idle("bad")]
    shell.write(FILE, lines(records))

    shell(*RUN, "--html", "page.html")

    page = shell.read("page.html").decode()
    assert page.count("<svg ") == 12
    assert '<h3 id="graph-1-title"><bdi>bad</bdi>' in page


def test_a_page_is_written(shell: Shell) -> None:
    shell.write(FILE, lines([newton("<b>")]))

    ran = shell(*RUN, "--html", "page.html")

    page = shell.read("page.html").decode()
    assert ran.code == 0
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


@pytest.mark.parametrize("name", ["jinja2", "matplotlib", "networkx"])
def test_a_page_needs_no_package(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    shell.write(FILE, lines([newton()]))
    monkeypatch.setitem(sys.modules, name, None)

    ran = shell(*RUN, "--html", "page.html")

    assert ran.code == 0
    assert b"<svg " in shell.read("page.html")
