"""No part of a key of 12 characters comes through, however it is written; other texts do."""

import base64
import json
from collections.abc import Callable
from html import escape
from urllib.parse import quote

from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.edges.judges.secret import Secret

PART = 12
WAYS: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    quote,
    lambda part: quote(part, safe=""),
    lambda part: quote(quote(part, safe=""), safe=""),
    lambda part: "".join(f"%{ord(one):02x}" for one in part),
    lambda part: "".join(f"\\u{ord(one):04x}" for one in part),
    lambda part: "".join(f"&#{ord(one)};" for one in part),
    lambda part: json.dumps(part)[1:-1],
    lambda part: json.dumps(json.dumps(part))[1:-1],
    lambda part: part.replace("/", "\\/"),
    escape,
    lambda part: part.encode().hex(),
)
CODES: tuple[Callable[[bytes], bytes], ...] = (base64.b64encode, base64.urlsafe_b64encode)
keys = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=PART, max_size=40)
beside = st.text(max_size=9)


def parts(key: str) -> list[str]:
    return [key[at : at + PART].lower() for at in range(len(key) - PART + 1)]


@given(st.data(), keys, st.sampled_from(WAYS), beside, beside)
def test_no_part_of_a_key_comes_through(
    data: st.DataObject, key: str, way: Callable[[str], str], before: str, behind: str
) -> None:
    start = data.draw(st.integers(0, len(key) - PART))
    written = way(key[start : data.draw(st.integers(start + PART, len(key)))])

    found = Secret(key).scrub(f"{before}{written}{behind}").lower()

    assert written.lower() not in found
    assert not [part for part in parts(key) if part in found]


@given(st.data(), keys, st.sampled_from(CODES), st.binary(max_size=5), st.binary(max_size=5))
def test_no_part_of_a_key_comes_through_in_base_64(
    data: st.DataObject,
    key: str,
    code: Callable[[bytes], bytes],
    before: bytes,
    behind: bytes,
) -> None:
    start = data.draw(st.integers(0, len(key) - PART))
    written = code(before + key[start : start + PART].encode() + behind).decode()

    assert "[key]" in Secret(key).scrub(written)


@given(keys, st.text(max_size=60))
def test_a_text_without_parts_of_the_key_stays(key: str, text: str) -> None:
    assume(not {"\\", "%", "&"} & set(text))
    assume(not [part for part in parts(key) if part in text.lower()])

    assert Secret(key).scrub(text) == text


@given(keys, st.lists(st.text(max_size=9) | st.integers(1, 11), max_size=6))
def test_shorter_parts_stay(key: str, pieces: list[str | int]) -> None:
    text = "|".join(one if isinstance(one, str) else key[:one] for one in pieces)
    assume("\\" not in text and "%" not in text and "&" not in text)
    assume(not [part for part in parts(key) if part in text.lower()])

    assert Secret(key).scrub(text) == text
