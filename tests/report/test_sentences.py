"""Sentences of the program in other languages: all that are met, with all that stood in them."""

import json
import re
from collections import Counter
from importlib.resources import files
from itertools import chain
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.page.answer import Auditor
from measurand.edges.report.document import LANGUAGES, Language
from measurand.edges.report.sentences import MOST_CHARACTERS, translated
from properties.premises.families import true_table
from tests.browser.build import cases_of_tables

TABLES = sorted(Path("docs/examples/tables").iterdir())
FORMS: list[dict[str, str]] = json.loads(
    (files("measurand.edges.report") / "sentences.json").read_bytes()
)
PLACE = re.compile(r"\{([a-z]+[#~]?)\}")
NUMBER = re.compile(r"[0-9][0-9.]*")
OTHER_LANGUAGES: tuple[Language, ...] = ("ko", "zh")
NAMES = st.text(st.sampled_from("abXY19 ,.%'()"), min_size=1, max_size=8)
ENDS = {"markdown": ".md", "csv": ".csv", "latex": ".tex"}
# Of these the page has words of its own, or they are names of roles.
OTHERS = re.compile(
    r"what its head says|rounded to the nearest|numbers are cut off|F of this P and R, or a mean of"
    r" F|one run|runs|folds|[a-z_0-9]+(, [a-z_0-9]+){0,3}"
)


def test_every_form_has_the_same_places_in_every_language() -> None:
    for form in FORMS:
        places = {frozenset(Counter(PLACE.findall(text)).items()) for text in form.values()}
        assert list(form) == list(LANGUAGES)
        assert len(places) == 1, form["en"]


def test_no_form_is_there_twice_and_none_has_two_places_side_by_side() -> None:
    said = [PLACE.sub("{}", form["en"]) for form in FORMS]

    assert [text for text, times in Counter(said).items() if times > 1] == []
    assert [text for text in said if "{}{}" in text] == []


@given(form=st.sampled_from(FORMS), data=st.data())
def test_a_sentence_of_a_form_is_that_form_in_the_other_language(
    form: dict[str, str], data: st.DataObject
) -> None:
    places = dict.fromkeys(PLACE.findall(form["en"]))
    put = {name: f"~{at}7.5" if name.endswith("#") else f"X{at}" for at, name in enumerate(places)}
    # What says more than this form may read it too, where a place takes it.
    language = data.draw(st.sampled_from(OTHER_LANGUAGES))

    found = translated(PLACE.sub(lambda one: put[one[1]], form["en"]), language)

    assert found == PLACE.sub(lambda one: put[one[1]], form[language])


@given(form=st.sampled_from(FORMS), data=st.data(), language=st.sampled_from(["ko", "zh"]))
def test_no_number_and_no_name_is_lost_or_made(
    form: dict[str, str], data: st.DataObject, language: str
) -> None:
    words = st.one_of(NAMES, st.sampled_from(PLACE.split(form["en"])[::2]).filter(bool))
    put = {name: data.draw(words) for name in PLACE.findall(form["en"])}
    text = PLACE.sub(lambda one: put[one[1]], form["en"])

    found = translated(text, "ko" if language == "ko" else "zh")

    if found is not None:
        own = Counter(chain.from_iterable(NUMBER.findall(one) for one in own_words(language)))
        assert Counter(NUMBER.findall(found)) - own <= Counter(NUMBER.findall(text))


def own_words(language: str) -> list[str]:
    """Give the words of the forms themselves that have a number."""
    return [PLACE.sub("", form[language]) for form in FORMS if NUMBER.search(form[language])]


@given(text=st.text(max_size=80))
@example(text="F of and and and is from is to ; printed ")
@example(text="a is at most 1; b prints 2; c prints 3")
@example(text="x" * (MOST_CHARACTERS + 1))
def test_any_text_is_read_or_left(text: str) -> None:
    assert translated(text, "en") == text
    assert translated(text, "ko") is None or translated(text, "zh") is not None


def test_a_label_with_the_words_of_a_form_is_left_in_english() -> None:
    assert translated("a is at most 1; b prints 2; c prints 3", "ko") is None


def perturbed(text: str, seed: int) -> str:
    """Change the last digits of two numbers of a table, which are then mostly odd."""
    found = list(re.finditer(r"\d+\.\d+", text))
    for one in (found[seed % len(found)], found[(7 * seed) % len(found)]) if found else ():
        text = f"{text[: one.end() - 1]}{(seed + 3) % 10}{text[one.end() :]}"
    return text


def texts() -> list[tuple[str, str]]:
    made = [(f"t{ENDS[one.markup]}", one.text) for one in map(true_table, range(12))]
    return [
        ("above.csv", "model,P,R,F1\nours,60.0,50.0,54.5\ntheirs,40.0,30.0,54.3\n"),
        *((path.name, path.read_text(encoding="utf-8")) for path in TABLES if path.stem != "menus"),
        *(
            ("claims.toml", files["claims.toml"])
            for _, do, files in cases_of_tables()
            if do == "lint"
        ),
        *((name, perturbed(text, seed)) for seed, (name, text) in enumerate(made)),
    ]


def test_every_sentence_that_is_met_is_known(tmp_path: Path) -> None:
    missing = set()
    for name, text in texts():
        auditor = Auditor(tmp_path)
        request = {"do": "lint", "text": text, "name": name}
        tables = json.loads(auditor.answer(json.dumps(request)))["tables"]
        known = json.loads(auditor.sentences("ko"))
        for table in tables:
            for view in table["doubts"]:
                doubt = view["doubt"]
                for part in ("because", "assumes", "only_if", "fits", "proofs"):
                    missing |= {one for one in doubt[part] if one not in known}
            for control in table["controls"]:
                names = [one["name"] for one in control["choices"]]
                missing |= {one for one in (control["because"], *names) if one and one not in known}
            for note in table["notes"]:
                missing |= {one for one in note.values() if one and one not in known}
            missing |= {one for one in table["remarks"] if one not in known}

    assert {one for one in missing if not OTHERS.fullmatch(one)} == set()
