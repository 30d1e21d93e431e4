"""Worked examples of tags: what each scheme makes of them, what is noted, what is refused."""

import pytest

from measurand.edges.files.samples.items import spans_of_tags
from measurand.values.items import Span
from measurand.values.tagging import Odd, Oddity, Scheme, Tagged, read_tags, tagged_sample, tags_of

A, B = "A", "B"
SPANS = (Span(0, 3, A), Span(3, 4, A), Span(4, 6, B))
"""Three spans that touch, two of them of one label; then a token that is outside."""


@pytest.mark.parametrize(
    ("scheme", "written"),
    [
        (Scheme.LENIENT, "B-A I-A I-A B-A B-B I-B O"),
        (Scheme.IOB1, "I-A I-A I-A B-A I-B I-B O"),
        (Scheme.IOB2, "B-A I-A I-A B-A B-B I-B O"),
        (Scheme.IOE1, "I-A I-A E-A I-A I-B I-B O"),
        (Scheme.IOE2, "I-A I-A E-A E-A I-B E-B O"),
        (Scheme.IOBES, "B-A I-A E-A S-A B-B E-B O"),
        (Scheme.BILOU, "B-A I-A L-A U-A B-B L-B O"),
    ],
)
def test_the_same_spans_in_every_scheme(scheme: Scheme, written: str) -> None:
    # Ramshaw and Marcus 1995 (IOB1), Tjong Kim Sang and Veenstra 1999 (IOB2, IOE1, IOE2), by hand
    assert " ".join(tags_of(SPANS, 7, scheme)) == written
    assert read_tags(written.split(), scheme) == Tagged(SPANS)


@pytest.mark.parametrize(
    ("scheme", "written", "spans"),
    [
        # a span that no B begins
        (Scheme.LENIENT, "I-A I-A", [Span(0, 2, A)]),
        (Scheme.IOB2, "I-A I-A", []),
        (Scheme.IOB1, "I-A I-A", [Span(0, 2, A)]),
        # another label in the middle of a span
        (Scheme.LENIENT, "B-A I-B I-A", [Span(0, 1, A), Span(1, 2, B), Span(2, 3, A)]),
        (Scheme.IOB2, "B-A I-B I-A", [Span(0, 1, A)]),
        # a span that no E ends
        (Scheme.LENIENT, "B-A I-A O", [Span(0, 2, A)]),
        (Scheme.IOBES, "B-A I-A O", []),
        (Scheme.IOE2, "I-A I-A O", []),
        # S beside what could go on with it
        (Scheme.LENIENT, "S-A I-A", [Span(0, 1, A), Span(1, 2, A)]),
        (Scheme.IOBES, "S-A I-A", [Span(0, 1, A)]),
        # B where IOB1 has none
        (Scheme.IOB1, "B-A I-A", [Span(1, 2, A)]),
        # two ends in a row
        (Scheme.IOE2, "I-A E-A E-A", [Span(0, 2, A), Span(2, 3, A)]),
        (Scheme.BILOU, "B-A L-A L-A", [Span(0, 2, A)]),
    ],
)
def test_what_a_scheme_makes_of_tags_that_break_it(
    scheme: Scheme, written: str, spans: list[Span]
) -> None:
    assert list(read_tags(written.split(), scheme).spans) == spans


def test_a_tag_without_a_hyphen_is_read_and_noted() -> None:
    # shared/research/peers.md, 3.1, D17: seqeval reads BIRD as the start of an IRD
    assert read_tags(["BIRD"]) == Tagged((Span(0, 1, "IRD"),), (Oddity(0, "BIRD", Odd.NO_HYPHEN),))


def test_the_label_follows_the_first_hyphen_or_the_prefix() -> None:
    lenient, strict = (
        [span.label for span in read_tags(["BI-RD", "B--X-"], scheme).spans]
        for scheme in (Scheme.LENIENT, Scheme.IOB2)
    )

    assert lenient == ["RD", "-X-"]
    assert strict == ["I-RD", "X"]


def test_a_tag_without_a_label_has_the_one_that_is_asked_for() -> None:
    line = ["B", "I-", "I-_"]

    assert read_tags(line).spans == (Span(0, 3, "_"),)
    assert read_tags(line, unnamed="").spans == (Span(0, 2, ""), Span(2, 3, "_"))
    assert spans_of_tags(line) == read_tags(line, unnamed="").spans


@pytest.mark.parametrize("scheme", [Scheme.IOB1, Scheme.IOE1])
def test_what_is_outside_is_no_neighbour_of_the_empty_label(scheme: Scheme) -> None:
    assert read_tags(["O", "I", "O"], scheme, unnamed="").spans == (Span(1, 2, ""),)


def test_everything_odd_is_noted_in_order() -> None:
    line = ["B", "OX", "I-A", "BX", "B--A", "B-"]

    notes = [(one.at, one.why) for one in read_tags(line, Scheme.IOB2).odd]

    assert notes == [
        (0, Odd.NO_LABEL),
        (1, Odd.NOT_PLAIN),
        (2, Odd.LOST),
        (3, Odd.NO_HYPHEN),
        (4, Odd.HYPHENS),
        (5, Odd.NO_LABEL),
    ]


def test_a_lenient_reader_notes_what_opens_a_span_out_of_turn() -> None:
    odd = read_tags(["O", "I-A", "I-A", "E-A", "E-A", "S-A"]).odd

    assert odd == (Oddity(1, "I-A", Odd.OPENS), Oddity(4, "E-A", Odd.OPENS))


@pytest.mark.parametrize(
    ("scheme", "tag", "message"),
    [
        (Scheme.LENIENT, "X", "a tag of lenient starts with B, E, I, O or S: got 'X' at 1"),
        (Scheme.IOB2, "E-A", "a tag of iob2 starts with B, I or O: got 'E-A' at 1"),
        (Scheme.BILOU, "", "a tag of bilou starts with B, I, L, O or U: got '' at 1"),
    ],
)
def test_a_tag_without_a_prefix_of_the_scheme_is_refused(
    scheme: Scheme, tag: str, message: str
) -> None:
    with pytest.raises(ValueError, match="a tag of") as caught:
        read_tags(["O", tag], scheme)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        (
            [Span(0, 2, A), Span(1, 3, B)],
            (
                "spans that share no token: got Span(start=0, end=2, label='A')"
                " and Span(start=1, end=3, label='B')"
            ),
        ),
        ([Span(2, 4, A)], "spans of at most 3 tokens: got one that ends at 4"),
        ([Span(0, 1)], "a label without hyphens around it: got ''"),
        ([Span(0, 1, "-A")], "a label without hyphens around it: got '-A'"),
    ],
)
def test_spans_that_no_tags_can_write_are_refused(spans: list[Span], message: str) -> None:
    with pytest.raises(ValueError, match="got") as caught:
        tags_of(spans, 3)

    assert str(caught.value) == message


def test_the_tags_of_a_sample_are_as_many_on_both_sides() -> None:
    with pytest.raises(ValueError, match=r"^a predicted tag for each gold tag: got 1 for 2$"):
        tagged_sample("1", ["O", "O"], ["O"])
