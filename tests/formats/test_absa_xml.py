"""XML of the SemEval tasks on aspects, and files that are made to hurt who reads them."""

import os
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Event, Filtered, ReadOptions, read
from measurand.edges.files.formats.absa_xml import gold_events, sniff
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.source import Source
from measurand.values.items import Slots
from tests.formats.reading import faults, samples

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats/absa-xml"
SOURCE = Source(path="gold.xml", predictions="pred.xml", format="absa-xml")
Said = tuple[tuple[str, str], ...]


def sentence(inner: str, text: str = "The soup was warm", name: str = "1", more: str = "") -> str:
    """Write a sentence."""
    return f'<sentence id="{name}"{more}><text>{text}</text>{inner}</sentence>'


def term(name: str, start: object, end: object, polarity: str = "positive") -> str:
    """Write an aspect term of 2014."""
    return f'<aspectTerm term="{name}" polarity="{polarity}" from="{start}" to="{end}"/>'


def terms(*inner: str) -> str:
    """Write a list of aspect terms."""
    return f"<aspectTerms>{''.join(inner)}</aspectTerms>"


def opinions(*inner: str) -> str:
    """Write a list of opinions of 2015 and 2016."""
    return f"<Opinions>{''.join(inner)}</Opinions>"


SOUP = term("soup", 4, 8)
CATEGORIES = (
    '<aspectCategories><aspectCategory category="food" polarity="conflict"/></aspectCategories>'
)
NOBODY = '<Opinion target="NULL" category="SERVICE#GENERAL" polarity="negative" from="0" to="0"/>'


def both(
    folder: Path, gold: str | bytes, pred: str | bytes = "", said: Said = (), most: int = 99999
) -> list[Event]:
    """Write two files, the second by default as the first, and read them."""
    for name, text in (("gold.xml", gold), ("pred.xml", pred or gold)):
        whole = f"<sentences>{text}</sentences>".encode() if isinstance(text, str) else text
        (folder / name).write_bytes(whole)
    options = ReadOptions(max_line_bytes=most)
    return list(read(evolve(SOURCE, input=said), root=folder, options=options))


def slots(item: object) -> dict[str, str | None]:
    """Give the slots of an item."""
    assert isinstance(item, Slots)
    return dict(item.entries)


def test_the_example_is_read_as_another_parser_reads_it() -> None:
    keep = evolve(SOURCE, input=(("out_of_scope", "keep"),))

    found = samples(read(keep, root=EXAMPLES))

    for name, side in (("gold.xml", "gold"), ("pred.xml", "predicted")):
        sentences = ET.parse(EXAMPLES / name).getroot().iter("sentence")
        for sample, one in zip(found, sentences, strict=True):
            assert sample.id == one.get("id")
            assert sample.groups == (("review", "tram-7"),)
            marked = [dict(opinion.attrib) for opinion in one.iter("Opinion")]
            assert [slots(item) for item in sample.items(side) or ()] == marked


def test_terms_and_categories_have_their_own_slots(tmp_path: Path) -> None:
    gold = sentence(terms(SOUP) + CATEGORIES)

    [one] = samples(both(tmp_path, gold, said=(("of", "terms"),)))
    [other] = samples(both(tmp_path, gold, said=(("of", "categories"), ("conflict", "keep"))))

    assert [slots(item) for item in one.gold] == [
        {"term": "soup", "polarity": "positive", "from": "4", "to": "8"}
    ]
    assert [slots(item) for item in other.gold] == [{"category": "food", "polarity": "conflict"}]


@pytest.mark.parametrize(
    ("gold", "said", "text"),
    [
        (
            sentence(terms(SOUP) + CATEGORIES),
            (),
            (
                "gold.xml: expected to be told what is scored, got 2: 'terms', 'categories': "
                "say --input of=terms|categories|opinions|reviews, "
                'or input = { of = "..." } in a claims file'
            ),
        ),
        (
            sentence(CATEGORIES),
            (),
            (
                "gold.xml: expected to be told what is done with opinions of polarity conflict, "
                "got opinions of polarity conflict: say --input conflict=keep|drop, "
                'or input = { conflict = "..." } in a claims file'
            ),
        ),
        (
            sentence(opinions(), more=' OutOfScope="TRUE"'),
            (),
            (
                "gold.xml: expected to be told what is done with sentences marked OutOfScope, "
                "got 1 sentences marked OutOfScope: say --input out_of_scope=keep|drop, "
                'or input = { out_of_scope = "..." } in a claims file'
            ),
        ),
    ],
)
def test_what_a_file_leaves_open_is_asked_for(
    tmp_path: Path, gold: str, said: Said, text: str
) -> None:
    found = both(tmp_path, gold, said=said)

    assert faults(found) == [text]
    assert [event.raw for event in found if isinstance(event, Bad)] == [b""]


def test_conflict_is_asked_for_only_where_it_is_read(tmp_path: Path) -> None:
    gold = sentence(terms(SOUP) + CATEGORIES)

    assert faults(both(tmp_path, gold, said=(("of", "terms"),))) == []
    assert faults(both(tmp_path, sentence(terms(SOUP)), gold)) == []
    predicted = sentence(terms(term("soup", 4, 8, "conflict")))
    assert "conflict=keep|drop" in faults(both(tmp_path, sentence(terms(SOUP)), predicted))[0]


def test_conflict_is_dropped_on_both_sides(tmp_path: Path) -> None:
    gold = sentence(terms(SOUP, term("The", 0, 3, "conflict")))

    [kept] = samples(both(tmp_path, gold, said=(("conflict", "keep"),)))
    [dropped] = samples(both(tmp_path, gold, said=(("conflict", "drop"),)))

    assert (len(kept.gold), len(kept.predicted or ())) == (2, 2)
    assert (len(dropped.gold), len(dropped.predicted or ())) == (1, 1)


def test_a_null_target_has_no_place_in_the_text_and_is_kept(tmp_path: Path) -> None:
    gold = sentence(opinions(NOBODY))

    [kept] = samples(both(tmp_path, gold))
    [dropped] = samples(both(tmp_path, gold, said=(("null", "drop"),)))

    assert [slots(item) for item in kept.gold] == [
        {
            "target": "NULL",
            "category": "SERVICE#GENERAL",
            "polarity": "negative",
            "from": "0",
            "to": "0",
        }
    ]
    assert dropped.gold == dropped.predicted == ()


def test_sentences_out_of_scope_are_left_out_with_their_predictions(tmp_path: Path) -> None:
    out = sentence(opinions(), name="2", more=' OutOfScope="TRUE"')
    gold = sentence(opinions(NOBODY)) + out

    found = both(
        tmp_path,
        gold,
        sentence("") + sentence(opinions(NOBODY), name="2"),
        said=(("out_of_scope", "drop"),),
    )
    short = both(tmp_path, gold, sentence(""), said=(("out_of_scope", "drop"),))
    kept = both(tmp_path, gold, said=(("out_of_scope", "keep"),))

    for one in (found, short):
        assert [sample.id for sample in samples(one)] == ["1"]
        assert [event for event in one if isinstance(event, Filtered)] == [
            Filtered(line=1, file="gold.xml")
        ]
    assert [sample.id for sample in samples(kept)] == ["1", "2"]


def test_a_sentence_without_opinions_is_an_empty_sample(tmp_path: Path) -> None:
    gold = sentence(opinions(NOBODY)) + sentence("", name="2")

    [_, empty] = samples(both(tmp_path, gold))

    assert (empty.id, empty.gold, empty.predicted) == ("2", (), ())


def test_opinions_of_whole_reviews_are_read_where_that_is_said(tmp_path: Path) -> None:
    whole = '<Opinion category="LAPTOP#GENERAL" polarity="positive"/>'
    gold = "".join(
        f'<Review rid="{name}"><sentences>{sentence(inner, name=name + ":0")}</sentences>'
        f"{opinions(whole)}</Review>"
        for name, inner in (("a", opinions(NOBODY)), ("b", ""))
    )

    [first, second] = samples(both(tmp_path, gold, said=(("of", "reviews"),)))
    [one, _] = samples(both(tmp_path, gold, said=(("of", "opinions"),)))

    assert (first.id, second.id, one.id) == ("a", "b", "a:0")
    assert [slots(item) for item in first.gold] == [
        {"category": "LAPTOP#GENERAL", "polarity": "positive"}
    ]
    assert faults(both(tmp_path, gold))[0].startswith(
        "gold.xml: expected to be told what is scored, got 2: 'opinions', 'reviews'"
    )


def test_laptops_have_no_targets_and_other_languages_no_texts(tmp_path: Path) -> None:
    laptop = sentence(opinions('<Opinion category="LAPTOP#PRICE" polarity="neutral"/>'))
    dutch = sentence(
        opinions('<Opinion target="soep" category="FOOD#QUALITY" from="3" to="7"/>'), text=""
    )

    [one] = samples(both(tmp_path, laptop))
    [other] = samples(both(tmp_path, dutch))

    assert slots(one.gold[0]) == {
        "target": None,
        "category": "LAPTOP#PRICE",
        "polarity": "neutral",
        "from": None,
        "to": None,
    }
    assert slots(other.gold[0])["target"] == "soep"


@pytest.mark.parametrize(
    ("text", "start", "end", "hint"),
    [
        ("The soup", 4, 7, "to seems to be the last character of it, and has to be one more"),
        ("The soup", 5, 9, "offsets seem to count from 1, and have to from 0"),
        ("The soup", 5, 8, "offsets seem to count from 1, and have to from 0"),
        (
            "&#x1F642; soup",
            3,
            7,
            "offsets seem to count UTF-16 units, and have to count characters",
        ),
        ("caf\u00e9 soup", 6, 10, "offsets seem to count bytes, and have to count characters"),
        ("The soup", 4, 9, "say --input offsets=trust to read the file as it is"),
        ("A soup", 3, 9, "say --input offsets=trust to read the file as it is"),
    ],
)
def test_a_term_that_the_text_does_not_have_there_is_refused_with_a_guess(
    tmp_path: Path, text: str, start: int, end: int, hint: str
) -> None:
    gold = sentence(terms(term("soup", start, end)), text=text)

    [found, _] = faults(both(tmp_path, gold))
    [trusted] = samples(both(tmp_path, gold, said=(("offsets", "trust"),)))

    assert found.startswith(f"pred.xml:1: sentence '1': expected 'soup' from {start} to {end}, got")
    assert found.endswith(f": {hint}")
    assert slots(trusted.gold[0])["from"] == str(start)


def test_offsets_count_characters_of_the_text_and_not_of_the_markup(tmp_path: Path) -> None:
    gold = sentence(
        terms(term("&lt;b&gt;", "09", 12)),
        text="&amp; \u65e5\u672c &#x1F642;\r\n:\t<!-- no -->&lt;b>",
    )

    [found] = samples(both(tmp_path, gold))

    assert slots(found.gold[0]) == {"term": "<b>", "polarity": "positive", "from": "9", "to": "12"}


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (terms('<aspectTerm polarity="positive"/>'), "expected a term, got none"),
        (opinions("<Opinion/>"), "expected a target or a category, got none"),
        (terms(term("soup", "four", 8)), "expected a whole number as from, got 'four'"),
        (terms(term("soup", 4, "8.0")), "expected a whole number as to, got '8.0'"),
        (terms(term("soup", -4, 8)), "expected a whole number as from, got '-4'"),
        (terms(term("soup", 4, "9" * 5000)), "expected a whole number as to, got '999"),
    ],
)
def test_an_element_that_cannot_be_read_says_why(tmp_path: Path, inner: str, text: str) -> None:
    [found, other] = faults(both(tmp_path, sentence(inner)))

    assert found.startswith(f"pred.xml:1: sentence '1': {text}")
    assert other.startswith(f"gold.xml:1: sentence '1': {text}")


def test_sentences_are_joined_by_their_ids(tmp_path: Path) -> None:
    gold = "".join(sentence(terms(SOUP), name=name) for name in "abac")
    pred = "".join(sentence(terms(), name=name) for name in "dcca")

    found = both(tmp_path, gold, pred)

    assert [(one.id, one.predicted) for one in samples(found)] == [("a", ()), ("c", ())]
    assert faults(found) == [
        "pred.xml: id 'c': expected every id once, got there twice",
        "gold.xml: id 'b': expected predictions for every id, got not in pred.xml",
        "gold.xml: id 'a': expected every id once, got there twice",
        "pred.xml: id 'd': expected only ids of the gold file, got not in gold.xml",
    ]


def test_a_sentence_without_an_id_is_a_fault(tmp_path: Path) -> None:
    found = both(tmp_path, "\n<sentence><aspectTerms/></sentence>")

    assert faults(found) == [
        "pred.xml:2: expected an id, got a sentence without one",
        "gold.xml:2: expected an id, got a sentence without one",
    ]


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<sentences><sentence id="1"><text>&b;</text></sentence></sentences>"""
QUADRATIC = (
    b'<!DOCTYPE s [<!ENTITY a "'
    + b"x" * 50000
    + b'">]><sentences><sentence id="1"><text>'
    + b"&a;" * 5000
    + b"</text></sentence></sentences>"
)
OUTSIDE = b"""<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/hostname">]>
<sentences><sentence id="1"><text>&a;</text></sentence></sentences>"""
PARAMETER = b"""<!DOCTYPE s [<!ENTITY % a SYSTEM "http://localhost/a.dtd"> %a;]><sentences/>"""
FOREIGN = b"""<!DOCTYPE sentences SYSTEM "http://localhost/a.dtd"><sentences/>"""
DECLARED = (
    "expected XML without declarations of its own, got a document type (DOCTYPE): "
    "files of annotations need none: take it out, if you trust the file"
)


@pytest.mark.parametrize("raw", [BOMB, QUADRATIC, OUTSIDE, PARAMETER, FOREIGN])
def test_a_document_type_is_refused_whatever_it_declares(tmp_path: Path, raw: bytes) -> None:
    [found] = faults(both(tmp_path, raw))

    assert found.endswith(DECLARED)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"<a>" * 65, ":1: expected elements in at most 64 levels, got more"),
        (
            b"<a " + b" ".join(b'b%d=""' % at for at in range(65)) + b"/>",
            ":1: expected an element with at most 64 attributes, got 65",
        ),
        (
            b'<sentences><sentence id="' + b"x" * 300000 + b'"/></sentences>',
            ":1: expected a tag of at most 99999 bytes, got more",
        ),
        (
            b"<sentences><!--" + b"x" * 300000 + b"--></sentences>",
            ":1: expected a tag of at most 99999 bytes, got more",
        ),
        (
            b"<sentences><sentence><text>" + b"x" * 300000 + b"</text></sentence></sentences>",
            ":1: expected a text of at most 99999 characters, got more",
        ),
        (
            b"<sentences><sentence><aspectTerms>" + b"<aspectTerm/>" * 70000,
            ":1: expected at most 65536 opinions in one place, got more",
        ),
        (b"<sentences>\n<sentence>", ":2: expected well-formed XML, got no element found"),
        (b"<sentences>\n&lol;</sentences>", ":2: expected well-formed XML, got undefined entity"),
        (b"<a></b>", ":1: expected well-formed XML, got mismatched tag"),
        (b'{"id": 1}', ":1: expected well-formed XML, got not well-formed (invalid token)"),
        (
            b"\x80\x04\x95pickle",
            ":1: expected well-formed XML, got not well-formed (invalid token)",
        ),
        (
            b'<?xml version="1.0" encoding="utf-7"?><sentences/>',
            (
                ":1: expected the encoding UTF-8, UTF-16, ISO-8859-1 or US-ASCII, got 'utf-7': "
                "save the file as UTF-8"
            ),
        ),
        (
            b"<s><sentence><sentence/></sentence></s>",
            (
                ":1: expected a sentence that ends before the next begins, "
                "got a sentence in a sentence"
            ),
        ),
        (
            b"<s><Review><Review/></Review></s>",
            ":1: expected a review that ends before the next begins, got a review in a review",
        ),
    ],
)
def test_a_file_that_is_made_to_hurt_is_one_fault(tmp_path: Path, raw: bytes, text: str) -> None:
    found = both(tmp_path, raw)

    assert faults(found) == [f"gold.xml{text}"]
    assert [event.raw for event in found if isinstance(event, Bad)] == [b""]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings_that_a_file_declares_are_read(tmp_path: Path, encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    body = sentence(terms(term("caf\u00e9", 0, 4)), text="caf\u00e9 noir")
    raw = f'<?xml version="1.0" encoding="{declared}"?><sentences>{body}</sentences>'

    [found] = samples(both(tmp_path, raw.encode(encoding)))

    assert slots(found.gold[0])["term"] == "caf\u00e9"


def test_pipes_are_held_so_that_they_can_be_read_twice(tmp_path: Path) -> None:
    gold = f"<sentences>{sentence(terms(SOUP))}</sentences>".encode()
    for name in ("gold.xml", "pred.xml"):
        os.mkfifo(tmp_path / name)
    with ThreadPoolExecutor(2) as pool:
        for name in ("gold.xml", "pred.xml"):
            pool.submit((tmp_path / name).write_bytes, gold)

        [found] = samples(read(SOURCE, root=tmp_path))

    assert found.gold == found.predicted


def test_a_file_without_sentences_is_a_fault(tmp_path: Path) -> None:
    assert faults(both(tmp_path, "<p/>")) == [
        "pred.xml: expected predictions, got a file without records"
    ]


def test_gold_alone_is_refused_but_can_be_looked_at() -> None:
    alone = evolve(SOURCE, predictions="", input=(("out_of_scope", "drop"),))
    part = Part(source=alone, root=EXAMPLES, name="gold.xml", path=EXAMPLES / "gold.xml")

    assert [len(one.gold) for one in samples(gold_events(part))] == [1, 1, 0]
    assert all(one.predicted is None for one in samples(gold_events(part)))
    assert faults(read(alone, root=EXAMPLES)) == [
        (
            "gold.xml: expected predictions beside gold, got gold alone: "
            'say --predictions FILE, or predictions = "FILE" in a claims file'
        )
    ]


@pytest.mark.parametrize(
    ("raw", "there"),
    [
        (b"<?xml version='1.0'?><Reviews><Review rid='1'><sentences><sentence id='1'>", True),
        (b"<sentences><sentence id='1'><text>a</text><aspectCategories>", True),
        (b"<sentences><sentence id='1'><text>a</text>", False),
        (b'{"id": "<Opinions>"}', False),
    ],
)
def test_the_first_bytes_tell_the_format(raw: bytes, *, there: bool) -> None:
    assert (sniff(Head(name="a.xml", raw=raw)) is not None) == there
