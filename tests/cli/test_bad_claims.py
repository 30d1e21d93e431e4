"""Claims files as they should not be, end to end: what is wrong, on which line, and a way out."""

import pytest

from tests.cli.running import RUNS, Ran, Shell, claims


def refused(shell: Shell, text: str | bytes, *more: str, command: str = "check") -> list[str]:
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", RUNS)
    ran = shell(command, "claims.toml", *more)
    assert_refused(ran)
    return ran.err.splitlines()


def assert_refused(ran: Ran) -> None:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    for line in ran.err.splitlines():
        assert line.startswith("claims.toml")
        assert ": expected " in line
        assert ", got " in line


@pytest.mark.parametrize("command", ["check", "audit"])
def test_an_unknown_definition_is_refused(shell: Shell, command: str) -> None:
    [fault] = refused(shell, claims(definition="presicion"), command=command)

    assert fault == (
        "claims.toml:8: table[0].columns.F1.definition: expected a definition, got 'presicion': "
        "unknown metric 'presicion': did you mean 'precision'?"
    )


@pytest.mark.parametrize("command", ["check", "audit"])
def test_an_unknown_option_is_refused(shell: Shell, command: str) -> None:
    [fault] = refused(shell, claims(definition="f(avarage=micro)"), command=command)

    assert fault == (
        "claims.toml:8: table[0].columns.F1.definition: expected a definition, got "
        "'f(avarage=micro)': unknown option 'avarage' of f: did you mean 'average'?"
    )


def test_an_unknown_value_of_an_option_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims(definition="f(credit=similarty)"))

    assert fault.startswith("claims.toml:8: table[0].columns.F1.definition: ")
    assert fault.endswith(": did you mean 'similarity'?")


def test_a_revision_that_is_not_this_one_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims(definition="f/99"))

    assert "f has revision 1: got 99" in fault


@pytest.mark.parametrize(
    ("right", "wrong", "line", "place"),
    [
        ("schema", "shcema", 1, "shcema"),
        ("[[table]]", "[[tables]]", 5, "tables"),
        ("path", "paht", 3, "data.runs.paht"),
        ("definition", "defintion", 8, "table[0].columns.F1.defintion"),
        ("unit", "unti", 8, "table[0].columns.F1.unti"),
        ("label", "lable", 9, "table[0].rows[0].lable"),
        ("cells", "cels", 9, "table[0].rows[0].cels"),
    ],
)
def test_a_typo_in_a_key_is_refused_with_the_key_that_was_meant(
    shell: Shell, right: str, wrong: str, line: int, place: str
) -> None:
    faults = refused(shell, claims().replace(right, wrong))

    meant = right.strip("[]")
    [typo] = [fault for fault in faults if "did you mean" in fault]
    assert typo.startswith(f"claims.toml:{line}: {place}: expected a known key, got ")
    assert typo.endswith(f": did you mean '{meant}'?")


def test_a_typo_in_the_name_of_a_column_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims().replace("{ F1 =", "{ F11 ="))

    assert fault == (
        "claims.toml:9: table[0].rows[0].cells.F11: expected a column of this table, got 'F11': "
        "did you mean 'F1'?"
    )


def test_a_typo_in_the_space_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims(table='space = { columns = ["F1"], betta = [1] }'))

    assert fault == (
        "claims.toml:10: table[0].space.betta: expected the name of an option, got 'betta': "
        "did you mean 'beta'?"
    )


def test_all_faults_of_the_file_are_listed_in_the_order_of_its_lines(shell: Shell) -> None:
    text = claims('"abc"').replace("path", "paht").replace('"%"', '"percent"')

    lines = [fault.split(":")[1] for fault in refused(shell, text)]

    assert lines == sorted(lines, key=int)
    assert {"3", "8"} <= set(lines)


def test_a_space_of_too_many_definitions_is_refused(shell: Shell) -> None:
    values = ", ".join(str(number) for number in range(1, 400))
    thresholds = ", ".join(f"0.{number:03}" for number in range(400))
    space = f'{{ columns = ["F1"], beta = [{values}], "match.threshold" = [{thresholds}] }}'

    faults = refused(shell, claims(definition="f(match=greedy)", table=f"space = {space}"))

    assert any("expected a space of at most 100000 definitions" in fault for fault in faults)


def test_a_cell_that_is_no_number_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims('"n/a"'))

    assert fault == (
        "claims.toml:9: table[0].rows[0].cells.F1: expected a printed number such as 63.3, 63.3% "
        "or $0.0123, got 'n/a': leave out a cell that prints no number"
    )


def test_text_that_is_not_toml_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims() + "rows = [\n")

    assert fault.startswith("claims.toml:11: expected valid TOML, got ")


def test_text_that_is_not_utf8_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, b'title = "\xff"\n' + claims().encode())

    assert fault == (
        "claims.toml:1: expected UTF-8, got the byte 0xff at byte 10: save the file as UTF-8"
    )


def test_a_byte_order_mark_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, b"\xef\xbb\xbf" + claims().encode())

    assert fault == (
        "claims.toml:1: expected TOML from the start, got a byte order mark: "
        "save the file as UTF-8 without BOM"
    )


def test_windows_line_ends_are_no_fault(shell: Shell) -> None:
    shell.write("claims.toml", claims().replace("\n", "\r\n"))
    shell.write("runs.jsonl", RUNS)

    assert shell("check", "claims.toml").code == 0


def test_an_empty_file_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, "")

    assert fault == "claims.toml: schema: expected a value, got nothing: this key is required"


def test_a_schema_of_another_release_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, "schema = 2\n")

    assert fault == (
        "claims.toml:1: schema: expected 1, got 2: "
        "a file of another schema needs another release of this program"
    )


def test_a_file_of_samples_is_no_claims_file(shell: Shell) -> None:
    [fault] = refused(shell, RUNS)

    assert fault.startswith("claims.toml:1: expected statements of TOML, such as schema = 1, got ")


def test_brackets_10000_deep_are_refused(shell: Shell) -> None:
    [fault] = refused(shell, "schema = " + "[" * 10_000 + "]" * 10_000)

    assert "expected valid TOML, got brackets nested too deep" in fault


def test_a_missing_file_is_refused(shell: Shell) -> None:
    ran = shell("check", "claims.toml")

    assert_refused(ran)
    assert ran.err == "claims.toml: expected a file, got nothing of that name\n"


def test_a_directory_is_refused(shell: Shell) -> None:
    (shell.folder / "claims.toml").mkdir()

    ran = shell("check", "claims.toml")

    assert_refused(ran)
    assert ran.err == "claims.toml: expected a file, got a directory\n"


def test_an_unknown_table_is_refused_with_the_known_ones(shell: Shell) -> None:
    text = claims().replace('name = "1"', 'name = "results"')

    [fault] = refused(shell, text, "--table", "resluts")

    assert fault == (
        "claims.toml: expected one of results, got --table resluts: did you mean 'results'?"
    )


def test_a_table_of_no_name_is_refused(shell: Shell) -> None:
    [fault] = refused(shell, claims(), "--table", "")

    assert fault.startswith("claims.toml: expected one of 1, got --table ")


def test_what_is_wrong_in_another_table_is_told_all_the_same(shell: Shell) -> None:
    text = claims() + '[[table]]\nname = "2"\ndata = "rums"\ncolumns = {}\n'

    [fault] = refused(shell, text, "--table", "1")

    assert "table[1].data: expected the name of a source, got 'rums'" in fault


def test_control_characters_of_a_claims_file_do_not_reach_the_terminal(shell: Shell) -> None:
    [fault] = refused(shell, claims(definition="\\u001b[31mf"))

    assert "\x1b" not in fault
    assert "\\x1b[31m" in fault
