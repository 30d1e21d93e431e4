"""The runner of console blocks (conftest.py), on pages of its own."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest
from sybil import Document
from sybil.example import SybilFailure
from sybil.parsers.markdown import CodeBlockParser

from conftest import Console

# Stands in for measurand: prints its arguments, complains on the other stream, exits as told.
ECHO = (
    "import sys; *words, code = sys.argv[1:]; print(*words); "
    "sys.exit(int(code) and (print('no', file=sys.stderr) or int(code)))"
)


def evaluate(folder: Path, page: str) -> None:
    path = folder / "page.md"
    path.write_text(dedent(page), encoding="utf-8")
    console = Console(program=(sys.executable, "-c", ECHO), cwd=folder)
    parser = CodeBlockParser(language="console", evaluator=console)
    [example] = Document.parse(str(path), parser).examples()

    example.evaluate()


def test_output_as_shown_passes(tmp_path: Path) -> None:
    evaluate(
        tmp_path,
        """\
        A page.

        ```console
        $ measurand 'two words' 分类 0
        two words 分类
        ```
        """,
    )


def test_other_output_fails_with_the_difference(tmp_path: Path) -> None:
    page = """\
        ```console
        $ measurand seen 0
        said
        ```
        """

    with pytest.raises(SybilFailure, match=r"-said\n\+seen"):
        evaluate(tmp_path, page)


def test_output_that_the_page_leaves_out_fails(tmp_path: Path) -> None:
    page = """\
        ```console
        $ measurand seen 0
        ```
        """

    with pytest.raises(SybilFailure, match=r"\+seen"):
        evaluate(tmp_path, page)


def test_a_stated_exit_code_passes(tmp_path: Path) -> None:
    evaluate(
        tmp_path,
        """\
        ```console
        $ measurand found 1
        found
        no
        [exit 1]
        ```
        """,
    )


def test_an_exit_code_that_is_not_stated_fails(tmp_path: Path) -> None:
    page = """\
        ```console
        $ measurand found 3
        found
        no
        ```
        """

    with pytest.raises(SybilFailure, match=r"\+\[exit 3\]"):
        evaluate(tmp_path, page)


def test_an_exit_code_that_does_not_come_fails(tmp_path: Path) -> None:
    page = """\
        ```console
        $ measurand found 0
        found
        [exit 1]
        ```
        """

    with pytest.raises(SybilFailure, match=r"-\[exit 1\]"):
        evaluate(tmp_path, page)


def test_the_second_command_of_a_block_is_held_too(tmp_path: Path) -> None:
    page = """\
        ```console
        $ measurand first 0
        first

        $ .venv/bin/measurand second 0
        third
        ```
        """

    with pytest.raises(SybilFailure, match=r"-third\n\+second"):
        evaluate(tmp_path, page)


def test_make_is_shown_and_not_run(tmp_path: Path) -> None:
    evaluate(
        tmp_path,
        """\
        ```console
        $ make no-such-target
        anything at all
        ```
        """,
    )


def test_an_unknown_program_fails(tmp_path: Path) -> None:
    page = """\
        ```console
        $ rm page.md
        ```
        """

    with pytest.raises(SybilFailure, match=r"cannot run 'rm page\.md'"):
        evaluate(tmp_path, page)


def test_a_block_without_a_prompt_is_refused(tmp_path: Path) -> None:
    page = """\
        ```console
        measurand check
        ```
        """

    with pytest.raises(ValueError, match="starts with a command: got 'measurand check'"):
        evaluate(tmp_path, page)
