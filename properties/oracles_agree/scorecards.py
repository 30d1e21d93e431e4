"""Scorecards and outputs of a made-up review, from a seed; every one can be read.

They are made to reach the corners of the formats, not to look like a real run: numbers written as
text, elements of lists that are no tuples, keys that are null or not there, letter case, terms that
change when they are normalised once more, spans that count from the end, fields at either place.
"""

from collections.abc import Sequence
from random import Random

Json = dict[str, object]

WORDS = ("배터리", "화면", "맛", "직원", "battery", "Screen", "staff", "a")
SIGNS = ("positive", "negative", "neutral", "pos", "NEG", " neu ", "mixed", "긍정", "unknown")
REFS = ("본품#품질", "FOOD#PRICES", "battery", "화면", "( ref )", "  ")
JUNK: tuple[object, ...] = (None, 7, "junk", False, [], 0.5)
SURE = ("0.7", ".9", "1e-1", " 0.5 ", 0.7, 0.9, 1, 0, None, "")
STAGES = ("stage1", "stage2", "Stage1", "Stage2", "STAGE1", "STAGE2")
RISKS = ("SPAN", "NEGATION_SCOPE", "negation", "CONTRAST_SCOPE", "Contrast", "POLARITY")


def some(draw: Random, share: float) -> bool:
    return draw.random() < share


def spell(draw: Random, word: str) -> str:
    """Write a word with what normalising takes away, in one pass or in two."""
    forms = (word, word, word, word.upper(), f"{word}!", f" {word}", f"( {word} )", f"{word}... .")
    return draw.choice(forms)


def put(draw: Random, item: Json, key: str, values: Sequence[object], absent: float) -> None:
    if not some(draw, absent):
        item[key] = draw.choice(values)


def term_fields(draw: Random, words: Sequence[str]) -> Json:
    """Name the aspect in one of the places where a tuple may have it."""
    word = spell(draw, draw.choice(words))
    places: tuple[Json, ...] = (
        {"aspect_term": word},
        {"aspect_term": word},
        {"aspect_term": word},
        {"aspect_term": {"term": word}},
        {"aspect_term": {"term": word, "span": {"start": 0, "end": len(word)}}},
        {"aspect_term": {"term": None}, "opinion_term": {"term": word}},
        {"aspect_term": None, "opinion_term": {"term": word}},
        {"opinion_term": {"term": word}},
        {"term": word},
        {"aspect_term": None},
        {"aspect_term": ""},
        {"aspect_term": "", "opinion_term": {"term": word}},
        {"aspect_term": "?!"},
        {"aspect_term": "", "is_implicit": True},
        {"aspect_term": word, "is_implicit": True},
    )
    return dict(draw.choice(places))


def answer(draw: Random, words: Sequence[str]) -> Json:
    item = term_fields(draw, words)
    put(draw, item, "aspect_ref", ("", "", None, *REFS), 0.5)
    put(draw, item, draw.choice(("polarity", "polarity", "label")), SIGNS, 0.05)
    if some(draw, 0.05):
        item["polarity"] = draw.choice((None, "", " "))
    put(draw, item, "is_implicit", (False, None, False), 0.7) if "is_implicit" not in item else None
    put(draw, item, "grounding", ("explicit", "Explicit", "EXPLICIT", "implicit", None, ""), 0.4)
    put(draw, item, "confidence", SURE, 0.4)
    put(draw, item, "drop_reason", ("", None, "duplicate", "alignment_failure"), 0.5)
    return item


def gold_tuple(draw: Random, words: Sequence[str]) -> Json:
    item = term_fields(draw, words)
    item.pop("is_implicit", None)
    put(draw, item, "aspect_ref", ("", None, *REFS), 0.4)
    put(draw, item, draw.choice(("polarity", "polarity", "label")), SIGNS, 0.05)
    return item


def listed(draw: Random, items: Sequence[object]) -> list[object]:
    """Mix in, now and then, elements that are no objects."""
    mixed = list(items)
    if some(draw, 0.15):
        mixed.insert(draw.randint(0, len(mixed)), draw.choice(JUNK))
    return mixed


def answers(draw: Random, words: Sequence[str]) -> list[object]:
    return listed(draw, [answer(draw, words) for _ in range(draw.choice((0, 1, 1, 2, 2, 3, 4)))])


def final_result(draw: Random, words: Sequence[str]) -> Json:
    made: Json = {}
    if not some(draw, 0.1):
        made["final_tuples"] = None if some(draw, 0.05) else answers(draw, words)
    if some(draw, 0.4):
        found = [answer(draw, words) for _ in range(draw.choice((0, 1, 2, 3)))]
        made["final_aspects"] = None if some(draw, 0.1) else listed(draw, found)
    kind = draw.random()
    if kind < 0.3 and made.get("final_tuples"):
        made["stage1_tuples"] = made["final_tuples"]
    elif kind < 0.85:
        made["stage1_tuples"] = answers(draw, words)
    return made


def actions(draw: Random) -> Json:
    one = {"action_type": draw.choice(("KEEP", "FLIP", "DROP", "MERGE")), "actor": "A"}
    made: Json = {}
    for key in ("review_actions", "arb_actions"):
        put(draw, made, key, ([one], [one, one], [], None), 0.2)
    return made


def content(draw: Random) -> tuple[str, list[str]]:
    """Draw the words of a text and a text that has most of them."""
    words = draw.sample(WORDS, 3)
    return draw.choice((" ", " 은 ", ", ")).join(words[: draw.choice((2, 3))]), words


def blocks(draw: Random) -> list[Json]:
    made: list[Json] = []
    for _ in range(draw.choice((0, 0, 1, 2, 3))):
        count = draw.choice((0, 1, 1, 2))
        risks = [{"risk_id": draw.choice(RISKS), "severity": "high"} for _ in range(count)]
        made.append({"stage": draw.choice(STAGES), "structural_risks": risks})
    return made


def judgements(draw: Random, words: Sequence[str]) -> list[Json]:
    issues: tuple[list[str], ...] = (
        [],
        ["unknown/insufficient"],
        ["opinion_not_grounded"],
        ["polarity_mismatch", "unknown/insufficient"],
        ["other"],
    )
    return [
        {
            "aspect_term": word if some(draw, 0.6) else spell(draw, word),
            "opinion_grounded": some(draw, 0.6),
            "issues": draw.choice(issues),
        }
        for word in words
        if some(draw, 0.6)
    ]


def sieved(draw: Random, words: Sequence[str]) -> list[Json]:
    made: list[Json] = []
    for _ in range(draw.choice((0, 1, 2, 3))):
        why = draw.choice((None, "alignment_failure", "alignment_failure", "filter_rejection"))
        item: Json = {"term": draw.choice(words), "span": {"start": 0, "end": 2}}
        made.append({**item, "action": "drop" if why else "keep", "drop_reason": why})
    return made


def step(draw: Random) -> Json | None:
    changed = some(draw, 0.6)
    kinds = ("guided_by_review", "guided_by_review", "unguided", "guided", "Guided_By_Review")
    made: Json = {"changed": changed}
    put(draw, made, "change_type", kinds if changed or some(draw, 0.1) else ("none",), 0.1)
    return draw.choice((made, made, made, made, made, {}, None))


def trace(draw: Random, words: Sequence[str]) -> list[Json]:
    said = listed(draw, [answer(draw, words) for _ in range(draw.choice((0, 1, 2)))])
    notes = ("", "ok", None, "error: json_parse failed", "atsa_parse")
    return [
        {"stage": "stage1", "agent": "P-NEG", "output": {"triplets": []}, "notes": ""},
        {
            "stage": draw.choice(("stage1", "Stage1", "stage2")),
            "agent": draw.choice(("ATSA", "atsa", "Atsa")),
            "output": {"aspect_sentiments": said},
            "notes": draw.choice(notes) if some(draw, 0.3) else "",
        },
    ]


def scorecard(draw: Random, number: int) -> Json:
    written, words = content(draw)
    inputs: Json = {}
    card: Json = {"meta": {"text_id": str(number), "input_text": written}, "inputs": inputs}
    golds = [gold_tuple(draw, words) for _ in range(draw.choice((0, 1, 1, 2, 2, 3)))]
    place = inputs if some(draw, 0.7) else card
    if not some(draw, 0.05):
        place[draw.choice(("gold_tuples", "gold_tuples", "gold_triplets"))] = listed(draw, golds)
    if some(draw, 0.3):
        # one answer, so that no order of a set is asked for
        inputs["aspect_sentiments"] = [answer(draw, words)]
    if some(draw, 0.5):
        inputs["ate_debug"] = {"filtered": sieved(draw, words)}
    put(draw, inputs, "implicit_grounding_candidate", (True, False), 0.5)
    put(draw, card, "validator", (blocks(draw),), 0.2)
    put(draw, card, "atsa", ({"sentiment_judgements": judgements(draw, words)}, {}), 0.3)
    put(draw, card, "stage_delta", (step(draw),), 0.1)
    put(draw, card, "stage1_structural_risk", (None, None, True, False), 0.3)
    put(draw, card, "stage2_structural_risk", (None, None, True, False), 0.3)
    put(draw, card, "flags", ({"parse_failed": some(draw, 0.2)}, {}, None), 0.4)
    result = final_result(draw, words)
    if some(draw, 0.5):
        card["moderator"] = {"final_label": "positive"}
        result["label"] = "positive"
    parsed: Json = {"final_result": result}
    put(draw, parsed, "meta", ({"input_text": f" {written} "}, {}, None), 0.2)
    put(draw, parsed, "analysis_flags", (actions(draw),), 0.2)
    if some(draw, 0.3):
        parsed["process_trace"] = trace(draw, words)
    runtime: Json = {"parsed_output": parsed}
    put(draw, runtime, "error", ("", None, " ", "timeout"), 0.7)
    put(draw, runtime, "flags", ({"generate_failed": some(draw, 0.2)}, {}), 0.6)
    if not some(draw, 0.02):
        card["runtime"] = runtime
    profile = draw.choice(("p", "q"))
    at_top, in_meta = draw.choice(((True, False), (False, True), (True, True), (False, False)))
    if at_top:
        card["profile"] = profile
    if in_meta:
        card["meta"] = {"text_id": str(number), "input_text": written, "profile": profile}
    return card


def output(draw: Random, number: int) -> Json:
    """Make what a run writes before it is scored: aspects with spans, two stages, actions."""
    written, words = content(draw)
    aspects = []
    for word in (*words, draw.choice(("ㅋㅋ", "앱", "b", "As"))):
        start = written.find(word)
        end = start + len(word)
        spans: tuple[object, ...] = (
            {"start": start, "end": end},
            {"start": start - len(written), "end": end},
            {"start": start - len(written), "end": end - len(written) or len(written)},
            {"start": start, "end": end + 50},
            {"start": end, "end": start},
            {"start": start + 1, "end": end},
            None,
            {},
            {"start": None, "end": end},
        )
        aspects.append({"term": word, "span": draw.choice(spans)})
    made: Json = {
        "meta": {
            "text_id": str(number),
            "input_text": written,
            "protocol_mode": "conflict_review_v1",
        },
        "inputs": {"gold_tuples": [gold_tuple(draw, words) for _ in range(2)]},
        "stage1_ate": {"aspects": aspects},
        "analysis_flags": actions(draw),
        "final_result": final_result(draw, words),
    }
    put(draw, made, "stage2_ate", ({"label": "positive"}, {"label": None}, {}, None), 0.7)
    if made.get("stage2_ate") == {"label": "positive"}:
        # a label is a label, wherever it stands
        made["final_result"] = {**final_result(draw, words), "label": "positive"}
    return made


def plain_scorecard(draw: Random, number: int) -> Json:
    """Make a card on which no two readings of a tuple differ; its change_type may be stale."""
    written, words = content(draw)

    def tuples(count: int) -> list[Json]:
        terms = (*words, words[0], "")
        signs = ("positive", "negative", "neutral")
        return [
            {"aspect_term": draw.choice(terms), "polarity": draw.choice(signs)}
            for _ in range(count)
        ]

    one = {"action_type": "FLIP", "actor": "A"}
    review, arb = draw.choice(([], [one])), draw.choice(([], [one]))
    kinds = ("guided_by_review", "unguided", "none") if review or arb else ("unguided", "none")
    step: Json = {"changed": some(draw, 0.7)}
    put(draw, step, "change_type", kinds, 0.2)
    result = {"stage1_tuples": tuples(2), "final_tuples": tuples(draw.choice((1, 2, 3)))}
    return {
        "meta": {"text_id": str(number), "input_text": written},
        "inputs": {"gold_tuples": tuples(draw.choice((1, 2, 3)))},
        "validator": blocks(draw),
        "stage_delta": step,
        "runtime": {
            "parsed_output": {
                "final_result": result,
                "analysis_flags": {"review_actions": review, "arb_actions": arb},
            }
        },
    }


def plain_scorecards(count: int, seed: int) -> list[Json]:
    draw = Random(seed)  # noqa: S311
    return [plain_scorecard(draw, number) for number in range(count)]


def scorecards(count: int, seed: int) -> list[Json]:
    draw = Random(seed)  # noqa: S311
    return [scorecard(draw, number) for number in range(count)]


def outputs(count: int, seed: int) -> list[Json]:
    draw = Random(seed)  # noqa: S311
    return [output(draw, number) for number in range(count)]
