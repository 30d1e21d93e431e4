"""Words to use of a verdict: a polite question to authors, and a sentence for a methods section."""

import string
from fractions import Fraction

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.edges.report.document import LANGUAGES, Language
from measurand.edges.report.doubts import doubts_of
from measurand.edges.report.issue import WORDS, issue, methods, told_of_tables
from measurand.edges.report.prove_view import ProvedTable
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.sheet import sheet_of

TOOL = "measurand 1 (lint)"


def proved(*rows: tuple[str, ...], title: str = "", said: tuple[str, ...] = ()) -> ProvedTable:
    table = RawTable(header=("system", "P", "R", "F1"), rows=rows)
    overrides = Overrides(columns=tuple(map(column_override, said)))
    read = sheet_of(table, overrides, name=title).unwrap()
    return ProvedTable(proved=lint(read.sheet, read.premises))


SAID = ("P=precision", "R=recall", "F1=f:average=micro")
WRONG = proved(("ours", "50.0", "50.0", "60.0"), title="Menus", said=SAID)
RIGHT = proved(("ours", "50.0", "50.0", "50.0"), title="Menus", said=SAID)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_names_the_cells_in_decimals_and_ends_in_a_question(language: Language) -> None:
    text = issue(told_of_tables([WRONG], tool=TOOL), language)

    assert "ours / P, R, F1" in text
    assert "60.0" in text
    # F of P and R within 49.95 to 50.05 lies there too, and 60.0 is printed of 59.95 to 60.05.
    assert all(end in text for end in ("49.95", "50.05", "59.95", "60.05"))
    assert text.rstrip().endswith(("?", "？"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_odd_there_is_nothing_to_ask(language: Language) -> None:
    text = issue(told_of_tables([RIGHT], tool=TOOL), language)

    assert len(text.splitlines()) == 1
    assert "?" not in text


def test_a_sentence_counts_what_questions_came_to() -> None:
    found = methods(told_of_tables([WRONG], tool=TOOL))
    asked = WRONG.proved.questions

    assert found == (
        f'The numbers of "Menus" were held to one another with {TOOL}: of {len(asked)} questions, '
        f"{len(asked) - 1} possible, 1 not reproducible under the assumptions that are named.\n"
    )


def test_a_table_without_a_title_is_the_table() -> None:
    assert "of the table were" in methods(told_of_tables([proved(title="1")], tool=TOOL))


def test_names_of_others_are_no_phrases_and_move_no_cursor() -> None:
    hostile = proved(("\x1b[2J{n}\u202e", "50.0", "50.0", "60.0"), title="{tool}{0}", said=SAID)

    text = issue(told_of_tables([hostile], tool=TOOL)) + methods(told_of_tables([hostile], tool=""))

    assert '"{tool}{0}"' in text
    assert "{n}" in text
    assert not {"\x1b", "\u202e"} & set(text)


def test_every_phrase_is_there_in_every_language_with_the_same_gaps() -> None:
    for key, phrases in WORDS.items():
        gaps = {
            one: {gap for _, gap, _, _ in string.Formatter().parse(text)} - {None}
            for one, text in phrases.items()
        }
        assert list(phrases) == list(LANGUAGES), key
        assert len({frozenset(one) for one in gaps.values()}) == 1, key


def test_decimals_of_a_clash_do_not_meet() -> None:
    clashes = [one for doubt in doubts_of(WRONG) for one in doubt.clashes]

    assert clashes
    for one in clashes:
        low, high = map(Fraction, one.printed)
        a, b = map(Fraction, one.allowed)
        assert high < a or b < low
