"""Lines of a sentence and its tuples: dialects, orders, and two files matched line by line."""

import ast
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Event, ReadOptions, read
from measurand.edges.files.formats.quads import gold_events, sniff
from measurand.edges.files.json.value import FaultError, Number
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.python_literals import read_literal
from measurand.evidence.source import Source
from measurand.values.items import Slots
from tests.formats.reading import faults, samples

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats/quads"
TRIPLES = (("order", "aspect,opinion,polarity"),)
QUADS = (("order", "aspect,category,polarity,opinion"),)
SOURCE = Source(path="gold.txt", predictions="pred.txt", format="quads", input=TRIPLES)
FAST = "Boot time is fast .####[([0, 1], [3], 'POS')]"


def both(
    folder: Path, gold: str, pred: str, source: Source = SOURCE, most: int = 9999
) -> list[Event]:
    """Write two files and read them."""
    (folder / "gold.txt").write_bytes(gold.encode())
    (folder / "pred.txt").write_bytes(pred.encode())
    return list(read(source, root=folder, options=ReadOptions(max_line_bytes=most)))


def one(folder: Path, line: str, source: Source = SOURCE) -> list[str]:
    """Give the faults of one line that is gold and predicted."""
    return [text.removeprefix("gold.txt:1: ") for text in faults(both(folder, line, line, source))]


def test_the_example_reads_as_python_itself_would_read_it() -> None:
    found = samples(read(SOURCE, root=EXAMPLES))

    assert [sample.id for sample in found] == ["1", "2", "3"]
    for name, side in (("gold.txt", "gold"), ("pred.txt", "predicted")):
        for sample, line in zip(found, (EXAMPLES / name).read_text().splitlines(), strict=True):
            sentence, tuples = line.split("####")
            words = sentence.split()
            expected = [
                Slots.of(
                    {
                        "aspect": " ".join(words[at] for at in aspect),
                        "aspect_at": ",".join(str(at) for at in aspect),
                        "opinion": " ".join(words[at] for at in opinion),
                        "opinion_at": ",".join(str(at) for at in opinion),
                        "polarity": polarity,
                    }
                )
                for aspect, opinion, polarity in ast.literal_eval(tuples)
            ]
            assert list(sample.items(side) or ()) == expected


# ASTE-V2, 14lap test has two gold triplets twice (xuuuluuu/SemEval-Triplet-data).
def test_a_tuple_that_is_there_twice_is_kept_twice(tmp_path: Path) -> None:
    twice = "Boot time is fast .####[([0, 1], [3], 'POS'), ([0, 1], [3], 'POS')]"

    [found] = samples(both(tmp_path, twice, FAST))

    assert (len(found.gold), len(found.predicted or ())) == (2, 1)
    assert found.gold[0] == found.gold[1]


def test_words_and_their_positions_stand_side_by_side(tmp_path: Path) -> None:
    line = "good food good####[([1], [0], 'POS'), ([1], [2], 'POS')]"

    [found] = samples(both(tmp_path, line, line))

    one, other = [item for item in found.gold if isinstance(item, Slots)]
    assert one.get("opinion") == other.get("opinion") == "good"
    assert (one.get("opinion_at"), other.get("opinion_at")) == ("0", "2")


def test_strings_are_named_by_the_order_that_was_said(tmp_path: Path) -> None:
    line = "Great place .####[['place','ambience general','positive','Great']]"
    other = (("order", "category,aspect,polarity,opinion"),)

    [asqp] = samples(both(tmp_path, line, line, evolve(SOURCE, input=QUADS)))
    [swapped] = samples(both(tmp_path, line, line, evolve(SOURCE, input=other)))

    assert asqp.gold == (
        Slots.of(
            {
                "aspect": "place",
                "category": "ambience general",
                "polarity": "positive",
                "opinion": "Great",
            }
        ),
    )
    assert isinstance(swapped.gold[0], Slots)
    assert swapped.gold[0].get("aspect") == "ambience general"


def test_an_order_that_nobody_said_is_asked_for_once(tmp_path: Path) -> None:
    found = both(tmp_path, f"{FAST}\n{FAST}\n", f"{FAST}\n", evolve(SOURCE, input=()))

    assert faults(found) == [
        (
            "gold.txt:1: expected to be told what the elements of a tuple are, in order, such as "
            "aspect,category,polarity,opinion, got tuples of 3 elements whose order nobody said: "
            'say --input order=..., or input = { order = "..." } in a claims file'
        )
    ]
    assert [event.raw for event in found if isinstance(event, Bad)] == [b""]


def test_acos_lines_say_their_order_themselves(tmp_path: Path) -> None:
    line = "the food was great\t1,2 FOOD#QUALITY 2 3,4\t-1,-1 SERVICE#GENERAL 0 2,4"

    [found] = samples(both(tmp_path, line, line, evolve(SOURCE, input=())))

    assert found.gold == (
        Slots.of(
            {
                "aspect": "food",
                "aspect_at": "1",
                "category": "FOOD#QUALITY",
                "polarity": "2",
                "opinion": "great",
                "opinion_at": "3",
            }
        ),
        Slots.of(
            {
                "aspect": None,
                "aspect_at": None,
                "category": "SERVICE#GENERAL",
                "polarity": "0",
                "opinion": "was great",
                "opinion_at": "2,3",
            }
        ),
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "the food was great####the=O food=T-POS####the=O great=S",
            (
                "expected one #### in a line, got 2 of them: ASTE-V1 writes tags behind each: "
                "write [([0], [2], 'POS')] behind one (ASTE-V2)"
            ),
        ),
        (
            "nothing here",
            (
                "expected a sentence, #### and a list of tuples, or a sentence and tuples behind "
                "tabs, got 'nothing here'"
            ),
        ),
        (
            "a b####[([0], [5], 'POS')]",
            "tuple 1: opinion: expected positions of words, from 0 to 1, got 5",
        ),
        (
            "a b####[([0], [-1], 'POS')]",
            "tuple 1: opinion: expected positions of words, from 0 to 1, got -1",
        ),
        (
            "a b####[([0], ['b'], 'POS')]",
            "tuple 1: opinion: expected positions of words: whole numbers, got 'b'",
        ),
        (
            "a b####[([0], [True], 'POS')]",
            "tuple 1: opinion: expected positions of words: whole numbers, got true",
        ),
        ("####[([0], [0], 'POS')]", "tuple 1: aspect: expected no position, got 0"),
        (
            "a b####[([0], [1], 'POS'), ([0], 'POS')]",
            "tuple 2: expected a tuple of 3: aspect, opinion, polarity, got 2 elements",
        ),
        (
            "a b####['POS']",
            "tuple 1: expected a tuple of 3: aspect, opinion, polarity, got 'POS'",
        ),
        ("a b####{'a': 1}", "expected a list of tuples behind ####, got an object with 1 keys"),
        (
            "a b####[({'start': 0, 'end': 1}, [0], 'POS')]",
            (
                "expected a string, a number or a list of positions in a tuple, "
                "got an object with 2 keys"
            ),
        ),
        (
            "a b####__import__('os').system('true')",
            (
                "column 8: expected a list, a tuple, a string or a number, "
                "got \"__import__('os').system('true')\""
            ),
        ),
        ("a b####[([0], [1], 'POS'", "column 25: expected a comma or ), got the end of the line"),
        ("a b####[] []", "column 11: expected the end of the line, got '[]'"),
        ("a b####[[[[[0]]]]]", "column 12: expected at most 4 levels, got more"),
        (
            "a b\t1,0 X#Y 2 0,1",
            "tuple 1: aspect: expected a start before its end, got 1,0",
        ),
        (
            "a b\t0,3 X#Y 2 0,1",
            "tuple 1: aspect: expected positions of words, from 0 to 1, got 2",
        ),
        (
            "a b\t0,1 X Y 2 0,1",
            (
                "tuple 1: expected start,end CATEGORY polarity start,end, "
                "such as 1,2 FOOD#QUALITY 2 3,4, got '0,1 X Y 2 0,1'"
            ),
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_why(tmp_path: Path, line: str, text: str) -> None:
    order = QUADS if "\t" in line else TRIPLES

    found = one(tmp_path, line, evolve(SOURCE, input=order))

    assert found == [text, f"pred.txt:1: {text}"]


@pytest.mark.parametrize("order", ["aspect,,opinion", "a,a", "a,a_at", "1st", "a;b"])
def test_names_of_elements_differ(tmp_path: Path, order: str) -> None:
    assert one(tmp_path, FAST, evolve(SOURCE, input=(("order", order),))) == [
        (
            "input.order: expected names that differ, with commas between them, none of them "
            f"another's with _at, got {order!r}"
        )
    ]


# What cannot be read is no tuple: the ('', '', '', '') of others match each other.
def test_a_prediction_that_cannot_be_read_is_a_fault_and_no_empty_tuple(tmp_path: Path) -> None:
    found = both(tmp_path, FAST, "Boot time is fast .####[(")

    assert samples(found) == []
    assert faults(found) == [
        (
            "pred.txt:1: column 26: expected a list, a tuple, a string or a number, "
            "got the end of the line"
        )
    ]


def test_lines_are_matched_only_where_their_sentences_are_the_same(tmp_path: Path) -> None:
    gold = "one .####[]\ntwo .####[]\n\nthree .####[]\n"
    pred = "one .####[]\n\n\n2 .####[]\nthree .####[]\nfour .####[]\n"

    found = both(tmp_path, gold, pred)

    assert [sample.id for sample in samples(found)] == ["1", "4"]
    assert faults(found) == [
        (
            "gold.txt:2: expected the same sentence in both files, "
            "got 'two .' here, '2 .' at pred.txt:4"
        ),
        "pred.txt:6: expected as many lines in both files, got a line more than gold.txt has",
    ]
    assert faults(both(tmp_path, pred, gold))[-1] == (
        "gold.txt:6: expected as many lines in both files, got a line more than pred.txt has"
    )


def test_gold_alone_is_refused_but_can_be_looked_at(tmp_path: Path) -> None:
    alone = evolve(SOURCE, predictions="")
    part = Part(source=alone, root=tmp_path, name="gold.txt", path=None)

    (tmp_path / "gold.txt").write_text(FAST)
    [found] = samples(gold_events(BytesIO(FAST.encode()), part))

    assert found.predicted is None
    assert faults(read(alone, root=tmp_path)) == [
        (
            "gold.txt: expected predictions beside gold, got gold alone: "
            'say --predictions FILE, or predictions = "FILE" in a claims file'
        )
    ]


def test_windows_files_are_read_as_others(tmp_path: Path) -> None:
    [found] = samples(both(tmp_path, f"\ufeff{FAST}\r\n", f"{FAST}\n"))

    assert found.gold == found.predicted


def test_long_lines_and_bytes_that_are_no_text_are_faults(tmp_path: Path) -> None:
    (tmp_path / "pred.txt").write_bytes(b"caf\xe9####[]\n" + b"a####[]\n")
    (tmp_path / "gold.txt").write_bytes(b"caf####[]\n" + b"a####[" + b" " * 99 + b"]\n")

    found = list(read(SOURCE, root=tmp_path, options=ReadOptions(max_line_bytes=50)))

    assert faults(found) == [
        ("pred.txt:1: expected UTF-8, got the byte 0xe9 at byte 4: save the file as UTF-8"),
        "gold.txt:2: expected a line of at most 50 bytes, got more",
    ]


def test_a_short_line_cannot_be_made_into_an_endless_text(tmp_path: Path) -> None:
    word, places = "x" * 4000, ",".join(["0"] * 2000)
    line = f"{word}####[([0], [{places}], 'POS')]"
    ranges = "\t".join([f"0,{2000} X#Y 2 0,2000"] * 2000)

    assert one(tmp_path, line)[0] == (
        "tuple 1: opinion: expected tuples of at most 4194304 characters of the sentence, got more"
    )
    assert (
        "at most 4194304 characters"
        in faults(
            both(tmp_path, "a " * 2000 + "\t" + ranges, "x####[]", evolve(SOURCE, input=()), 10**6)
        )[0]
    )


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "()",
        "('a')",
        "('a',)",
        "[1, -2, 0,]",
        r"'it\'s \\ \n \x41 \u00e9 \U0001F642 \101 \t'",
        '["it\'s", "日本"]',
        "[ [ 'a' , 'b' ] , ( 'c' , None ) , True , False ]",
        "{'a': [1], \"b\": {}}",
    ],
)
def test_literals_are_read_as_python_reads_them(text: str) -> None:
    def plain(value: object) -> object:
        return [plain(one) for one in value] if isinstance(value, tuple | list) else value

    assert read_literal(text) == plain(ast.literal_eval(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1 2]",
        "[,]",
        "[1,,2]",
        "'a' 'b'",
        "b'a'",
        "'a",
        "'a\\",
        r"'\q'",
        r"'\N{DIGIT ONE}'",
        r"'\ud800'",
        r"'\U00110000'",
        "{1}",
        "{'a'}",
        "{1: 2}",
        "01",
        "1_000",
        "1j",
        "1.",
        "nan",
        "[1] + [2]",
        "Nonesuch",
        "[" * 60 + "]" * 60,
        "9" * 5000,
        "'''a'''",
    ],
)
def test_what_else_python_allows_is_refused(text: str) -> None:
    with pytest.raises(FaultError, match="column"):
        read_literal(text)


def test_decimal_numbers_keep_their_digits() -> None:
    assert read_literal("[0.50, 1e3]") == [Number("0.50"), Number("1e3")]


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ((FAST.encode(), b"", b"x####[]"), TRIPLES),
        ((b"\xef\xbb\xbfGreat .####[['place','ambience general','positive','Great']]",), QUADS),
        ((b"a####[('x', 'y')]",), ()),
        ((b"the food\t0,1 FOOD#QUALITY 2 1,2",), ()),
    ],
)
def test_the_first_lines_say_what_the_tuples_are(
    lines: Sequence[bytes], order: tuple[tuple[str, str], ...]
) -> None:
    guess = sniff(Head(name="a.txt", lines=lines))

    assert guess is not None
    assert guess.source == Source(path="a.txt", format="quads", input=order)


@pytest.mark.parametrize("line", [b'{"id": 1}', b"EU\tB-ORG\tO", b"a####[", b"\xff####[]", b""])
def test_other_lines_are_no_tuples(line: bytes) -> None:
    assert sniff(Head(name="a.txt", lines=(line,))) is None
