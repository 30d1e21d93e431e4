"""The numbers of a two-stage review as its first program printed them, one scorecard at a time.

Plain Python over the decoded JSON, written from the description of that program. A row is what one
scorecard adds to each numerator and denominator; `columns` divides. `None` is a blank cell.
At the end, three rates as the documents say them, for cards of plain tuples.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

Json = dict[str, object]
Triple = tuple[str, str, str]
Pair = tuple[str, str]
Cell = Fraction | None

ALIASES = {
    "pos": "positive",
    "positive": "positive",
    "neg": "negative",
    "negative": "negative",
    "neu": "neutral",
    "neutral": "neutral",
    "mixed": "mixed",
}
PLAIN = {"positive", "negative", "neutral"}
EDGES = ".,;:!?\"'`()[]{}"
ALLOWED = {"뷰", "AS", "as", "ui", "UI", "앱", "app"}
STOPPED = {"ㅋㅋ", "ㅎㅎ", "ㅠㅠ", "아", "야", "언제", "하지만", "그러나"}


def record(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def records(value: object) -> list[Json]:
    """Keep the objects of a list that say anything; what is no list has none."""
    return [x for x in value if x and isinstance(x, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    return "" if value is None else str(value)


def normal(value: object) -> str:
    """Trim, lower, squeeze, strip edges; once, so that "( a )" keeps its blanks."""
    return re.sub(r"\s+", " ", text(value).strip().lower()).strip(EDGES)


def polarity(item: Json) -> str:
    written = text(item.get("polarity") or item.get("label")).strip().lower()
    return ALIASES.get(written, "neutral")


def surface(item: Json) -> str:
    term = item.get("aspect_term")
    if isinstance(term, dict) and term.get("term") is not None:
        return text(term["term"]).strip()
    if isinstance(term, str):
        return term.strip()
    return text(record(item.get("opinion_term")).get("term")).strip()


# Tuples


def final_tuple(item: Json) -> Triple:
    ref = normal(item.get("aspect_ref") or item.get("term"))
    term = "" if item.get("is_implicit") is True else normal(surface(item))
    return ref, term, polarity(item)


def parsed(card: Json) -> Json:
    return record(record(card.get("runtime")).get("parsed_output"))


def result(card: Json) -> Json:
    return record(parsed(card).get("final_result"))


def final(card: Json) -> tuple[set[Triple], str]:
    for source in ("final_tuples", "final_aspects"):
        if tuples := {final_tuple(item) for item in records(result(card).get(source))}:
            return tuples, source
    sentiments = records(record(card.get("inputs")).get("aspect_sentiments"))
    tuples = {final_tuple(item) for item in sentiments}
    return {t for t in tuples if t[1] != ""}, "inputs_aspect_sentiments"


def trace(card: Json) -> list[Json]:
    runtime = record(card.get("runtime"))
    return records(
        runtime.get("process_trace")
        or card.get("process_trace")
        or parsed(card).get("process_trace")
    )


def stage1(card: Json) -> set[Triple]:
    tuples = set()
    for item in records(result(card).get("stage1_tuples")):
        ref, term = normal(item.get("aspect_ref")), normal(surface(item))
        if ref != "" or term != "":
            tuples.add((ref, term, polarity(item)))
    if tuples:
        return tuples
    for entry in trace(card):
        stage, agent = text(entry.get("stage")).lower(), text(entry.get("agent")).lower()
        sentiments = record(entry.get("output")).get("aspect_sentiments")
        if stage == "stage1" and agent == "atsa" and sentiments:
            return {final_tuple(item) for item in records(sentiments)}
    return final(card)[0]


def gold(card: Json) -> set[Pair]:
    """Normalise twice: where a tuple is read and where its pair is made."""
    inputs = record(card.get("inputs"))
    listed = card.get("gold_tuples") or inputs.get("gold_tuples")
    if not (isinstance(listed, list) and listed):
        listed = card.get("gold_triplets") or inputs.get("gold_triplets")
    pairs = set()
    for item in records(listed):
        term: object = ""
        if item.get("aspect_term", None) != "":
            term = item.get("aspect_term") or record(item.get("opinion_term")).get("term")
            if term is None:
                term = item.get("aspect_ref") or item.get("term")
        pairs.add((normal(normal(term)), polarity(item)))
    return pairs


def by_ref(tuples: set[Triple]) -> set[Pair]:
    return {(normal(ref or term), sign) for ref, term, sign in tuples}


def hits(golds: set[Pair], answers: set[Pair]) -> int:
    found = answers & {g for g in golds if g[0] != ""}
    rest = answers - found
    return len(found) + sum(any(p[1] == g[1] for p in rest) for g in golds if g[0] == "")


def f1(golds: set[Pair], answers: set[Pair]) -> Fraction:
    size = len(golds) + len(answers)
    return Fraction(2 * hits(golds, answers), size) if golds and size else Fraction(0)


def equal(golds: set[Pair], answers: set[Pair]) -> bool:
    return hits(golds, answers) == len(golds) == len(answers)


# One tuple a term


def candidates(card: Json) -> list[tuple[Pair, tuple[bool, float, bool]]]:
    """List each item's term and polarity, and how sure it is."""
    kept = []
    for item in records(result(card).get("final_tuples")):
        if surface(item) != "" or item.get("is_implicit"):
            explicit = text(item.get("grounding") or "implicit").lower() == "explicit"
            confidence = item.get("confidence") or 0
            assert isinstance(confidence, float | int | str)
            sure = (explicit, float(confidence), not item.get("drop_reason"))
            kept.append(((normal(surface(item)).strip(), polarity(item)), sure))
    if kept:
        return kept
    aspects = result(card).get("final_aspects")
    if isinstance(aspects, list) and aspects:
        return [
            ((normal(surface(item)).strip(), polarity(item)), (False, 0.0, True))
            for item in records(aspects)
        ]
    return [
        ((normal(term).strip(), sign), (False, 0.0, True))
        for _, term, sign in sorted(final(card)[0])
        if term != ""
    ]


def representatives(card: Json) -> set[Pair]:
    best: dict[str, tuple[Pair, tuple[bool, float, bool]]] = {}
    for pair, sure in candidates(card):
        if pair[0] not in best or sure > best[pair[0]][1]:
            best[pair[0]] = (pair, sure)
    return {(normal(term), sign) for (term, sign), _ in best.values()}


def conflict(card: Json) -> bool:
    pairs = {pair for pair, _ in candidates(card)}
    return len(pairs) > len({term for term, _ in pairs})


# Risks


def blocks(card: Json, stage: str) -> list[Json]:
    """Give the first block of a stage, or none."""
    validator = records(card.get("validator"))
    return [b for b in validator if text(b.get("stage")).lower() == stage][:1]


def risks(of: list[Json]) -> int:
    return sum(len(records(b.get("structural_risks"))) for b in of)


def contrasts(of: list[Json]) -> int:
    names = [
        text(risk.get("risk_id")).upper() for b in of for risk in records(b.get("structural_risks"))
    ]
    return sum("NEGATION" in name or "CONTRAST" in name for name in names)


def misaligned(card: Json) -> tuple[int, bool]:
    """Count the aspects that were dropped for their place; are they all?"""
    listed = records(record(record(card.get("inputs")).get("ate_debug")).get("filtered"))
    dropped = [
        a
        for a in listed
        if a.get("action") == "drop" and a.get("drop_reason") == "alignment_failure"
    ]
    return len(dropped), bool(listed) and len(dropped) == len(listed)


def first_term(card: Json) -> str | None:
    for item in records(result(card).get("final_tuples")):
        ref, term, _ = final_tuple(item)
        if ref or term or item.get("is_implicit"):
            return term
    inputs = record(card.get("inputs"))
    others = records(result(card).get("final_aspects")) or records(inputs.get("aspect_sentiments"))
    return final_tuple(others[0])[1] if others else None


def bucket(card: Json) -> str:
    inputs = record(card.get("inputs"))
    term = first_term(card)
    if term is None:
        label = record(card.get("moderator")).get("final_label") or result(card).get("label")
        return "implicit" if label else "unsupported"
    if term == "":
        return "implicit"
    for judgement in records(record(card.get("atsa")).get("sentiment_judgements")):
        if normal(judgement.get("aspect_term")) == term:
            break
    else:
        return "unsupported"
    issues = judgement.get("issues") or []
    assert isinstance(issues, list)
    grounded = bool(judgement.get("opinion_grounded"))
    if grounded and set(issues) <= {"unknown/insufficient"}:
        return "explicit"
    if not grounded or any("opinion_not_grounded" in i or "mismatch" in i for i in issues):
        soft = inputs.get("implicit_grounding_candidate") or misaligned(card)[1]
        return "implicit" if soft else "explicit_failure"
    return "unsupported"


def before(card: Json) -> bool:
    stored = card.get("stage1_structural_risk")
    if stored is not None:
        return bool(stored)
    block = blocks(card, "stage1")
    return (
        risks(block) > 0
        or conflict(card)
        or misaligned(card)[0] >= 2
        or bucket(card) == "explicit_failure"
    )


def after(card: Json) -> bool:
    stored = card.get("stage2_structural_risk")
    return bool(stored) if stored is not None else risks(blocks(card, "stage2")) > 0


# What the rows add up to


def broken(card: Json) -> bool:
    """Could the answer not be read, or does a tuple have no polarity?"""
    runtime = record(card.get("runtime"))
    flags = record(card.get("flags") or runtime.get("flags"))
    notes = [note for entry in trace(card) if isinstance(note := entry.get("notes"), str)]
    written = [*records(result(card).get("final_tuples"))]
    written += records(result(card).get("final_aspects"))
    return bool(
        flags.get("parse_failed")
        or flags.get("generate_failed")
        or text(runtime.get("error")).strip()
        or any("atsa_parse" in note or "json_parse" in note for note in notes)
        or any(not text(t.get("polarity") or t.get("label")).strip() for t in written)
    )


def written_text(card: Json) -> str:
    meta = record(parsed(card).get("meta") or card.get("meta"))
    return text(meta.get("input_text")).strip()


def unfounded(card: Json) -> bool:
    """Is a final term, or the key `term` of an aspect, not in the text letter by letter?"""
    terms = [surface(item) for item in records(result(card).get("final_tuples"))]
    terms += [text(a.get("term")).strip() for a in records(result(card).get("final_aspects"))]
    return any(term not in written_text(card) for term in terms)


def row(card: Json) -> dict[str, Fraction]:
    """What one scorecard adds to every sum."""
    golds = gold(card)
    terms = {g for g in golds if g[0] != ""}
    signs = {sign for term, sign in golds if term == ""} & PLAIN
    last, source = final(card)
    first, answers = by_ref(stage1(card)), by_ref(last)
    step = f1(golds, answers) - f1(golds, first)
    were, are = equal(golds, first), equal(golds, answers)
    shown = {sign for _, _, sign in last} & PLAIN
    both = len(signs) + len(shown)
    delta = record(card.get("stage_delta"))
    changed = bool(delta.get("changed"))
    flags = record(parsed(card).get("analysis_flags"))
    validator = records(card.get("validator"))
    left = risks(blocks(card, "stage2")) > 0
    sums: dict[str, Fraction | int] = {
        "n": 1,
        "gold": bool(golds),
        "s1": f1(golds, first),
        "s2": f1(golds, answers),
        "rep": f1(golds, representatives(card)) if golds else 0,
        "explicit": bool(terms),
        "explicit_f1": f1(terms, answers),
        "implicit": bool(signs),
        "implicit_f1": Fraction(2 * len(signs & shown), both) if signs else 0,
        "invalid": bool(signs) and (not shown or broken(card)),
        "fix": bool(golds) and are and not were,
        "break": bool(golds) and were and not are,
        "still": bool(golds) and not were and not are,
        "keep": bool(golds) and were and are,
        "used": len(last),
        "final_tuples": source == "final_tuples",
        "final_aspects": source == "final_aspects",
        "inputs_aspect_sentiments": source == "inputs_aspect_sentiments",
        "changed": changed,
        "improved": bool(golds) and changed and step > 0,
        "degraded": bool(golds) and changed and step < 0,
        "review": bool(isinstance(flags.get("review_actions"), list) and flags["review_actions"]),
        "arb": bool(isinstance(flags.get("arb_actions"), list) and flags["arb_actions"]),
        "guided": delta.get("change_type") == "guided_by_review",
        "conflict": conflict(card),
        "risky": before(card),
        "cleared": before(card) and not after(card),
        "left": left,
        "outcome": left
        or conflict(card)
        or bucket(card) == "unsupported"
        or contrasts(validator) > 0,
        "contrasts": contrasts(validator),
        "unfounded": unfounded(card),
    }
    return {name: Fraction(number) for name, number in sums.items()}


def share(top: Fraction, bottom: Fraction, nothing: Cell = None) -> Cell:
    return top / bottom if bottom else nothing


def columns(cards: Sequence[Json]) -> dict[str, Cell]:
    """Score a run: every column that the descriptions name."""
    rows = [row(card) for card in cards]

    def total(name: str) -> Fraction:
        return sum((r[name] for r in rows), Fraction(0))

    n, golds, changed = total("n"), total("gold"), total("changed")
    zero = Fraction(0)
    s1, s2 = share(total("s1"), golds), share(total("s2"), golds)
    fix, brk, still, keep = (total(name) for name in ("fix", "break", "still", "keep"))
    conflicts, cleared = share(total("conflict"), n), share(total("cleared"), total("risky"), zero)
    return {
        "n": n,
        "N_gold": golds,
        "implicit_gold_sample_n": total("implicit"),
        "implicit_invalid_sample_n": total("invalid"),
        "implicit_invalid_pred_rate": share(
            total("invalid"), total("implicit"), zero if golds else None
        ),
        "N_pred_final_tuples": total("final_tuples"),
        "N_pred_final_aspects": total("final_aspects"),
        "N_pred_inputs_aspect_sentiments": total("inputs_aspect_sentiments"),
        "N_pred_used": total("used"),
        "N_agg_fallback_used": n - total("final_tuples"),
        "tuple_f1_s1": s1,
        "tuple_f1_s2": s2,
        "delta_f1": None if s1 is None or s2 is None else s2 - s1,
        "triplet_f1_s1": s1,
        "triplet_f1_s2": s2,
        "tuple_f1_s2_overall": s2,
        "tuple_f1_s2_explicit_only": share(total("explicit_f1"), total("explicit")),
        "tuple_f1_s2_implicit_only": share(total("implicit_f1"), total("implicit")),
        "tuple_f1_s2_raw": s2,
        "tuple_f1_s2_after_rep": share(total("rep"), golds),
        "fix_rate": share(fix, fix + still),
        "break_rate": share(brk, brk + keep),
        "net_gain": share(fix - brk, golds),
        "n_fix": fix,
        "n_break": brk,
        "n_still": still,
        "n_keep": keep,
        "pre_to_post_change_rate": share(changed, n),
        "changed_samples_rate": share(changed, n),
        "changed_and_improved_rate": share(total("improved"), changed),
        "changed_and_degraded_rate": share(total("degraded"), changed),
        "review_action_rate": share(total("review"), n),
        "arb_intervention_rate": share(total("arb"), n),
        "guided_by_review_rate": share(total("guided"), changed, zero),
        "polarity_conflict_rate_raw": conflicts,
        "polarity_conflict_rate": conflicts,
        "polarity_conflict_rate_after_rep": conflicts,
        "validator_clear_rate": cleared,
        "risk_resolution_rate": cleared,
        "validator_residual_risk_rate": share(total("left"), n),
        "outcome_residual_risk_rate": share(total("outcome"), n),
        "negation_contrast_failure_rate": share(total("contrasts"), n),
        "aspect_hallucination_rate": share(total("unfounded"), n),
    }


def chosen(cards: Sequence[Json], profile: str) -> list[Json]:
    """Keep the rows of a profile; where none has it, all."""
    kept = [
        card
        for card in cards
        if (card.get("profile") or record(card.get("meta")).get("profile")) == profile
    ]
    return kept or list(cards)


# From an output to its scorecard


def cut(content: str, span: object) -> str | None:
    """Slice as Python does; None where the span has no two ends."""
    ends = record(span)
    start, end = ends.get("start"), ends.get("end")
    return content[start:end] if isinstance(start, int) and isinstance(end, int) else None


def filtered(output: Json) -> list[tuple[str, str | None]]:
    """Say of each aspect of stage 1 whether it is kept, and why not."""
    content = text(record(output.get("meta")).get("input_text"))
    listed: list[tuple[str, str | None]] = []
    for aspect in records(record(output.get("stage1_ate")).get("aspects")):
        term, piece = text(aspect.get("term")), cut(content, aspect.get("span"))
        valid = term in ALLOWED or (len(term) >= 2 and term not in STOPPED)
        if valid and term == (piece or ""):
            listed.append(("keep", None))
        elif piece is not None and term != piece:
            listed.append(("drop", "alignment_failure"))
        else:
            listed.append(("drop", "semantic_hallucination" if valid else "filter_rejection"))
    return listed


def stage_delta(output: Json) -> Json:
    """Compare terms and polarities of the two stages, and the labels of both extractions."""
    card: Json = {**output, "runtime": {"parsed_output": output}}

    def pairs(tuples: set[Triple]) -> set[Pair]:
        return {(normal(term), sign) for _, term, sign in tuples}

    earlier, later = pairs(stage1(card)), pairs(final(card)[0])
    label = record(output.get("stage2_ate")).get("label")
    relabelled = label is not None and label != record(output.get("stage1_ate")).get("label")
    flags = record(output.get("analysis_flags"))
    kind = "none"
    if earlier != later or relabelled:
        acted = flags.get("review_actions") or flags.get("arb_actions")
        kind = "guided_by_review" if acted else "unguided"
    return {
        "changed": earlier != later or relabelled,
        "pairs_changed": earlier != later,
        "label_changed": relabelled,
        "n_s1_pairs": len(earlier),
        "n_final_pairs": len(later),
        "change_type": kind,
    }


def scored(output: Json) -> Json:
    """Make the scorecard that the aggregator reads."""
    sieve = [{"action": action, "drop_reason": reason} for action, reason in filtered(output)]
    return {
        **output,
        "inputs": {**record(output.get("inputs")), "ate_debug": {"filtered": sieve}},
        "stage_delta": stage_delta(output),
        "runtime": {"parsed_output": output},
    }


# As documented: plain cards, whose tuples have a term or none, no reference, a known polarity


def plain(items: object) -> list[Pair]:
    return [(normal(surface(item)), polarity(item)) for item in records(items)]


def implicit_only(card: Json) -> Fraction | None:
    """F1 of the gold without a term against the answers that no other gold has taken."""
    golds = plain(record(card.get("inputs")).get("gold_tuples"))
    rest = plain(result(card).get("final_tuples"))
    for pair in golds:
        if pair[0] != "" and pair in rest:
            rest.remove(pair)
    signs = [sign for term, sign in golds if term == ""]
    if not signs:
        return None
    left = [sign for _, sign in rest]
    taken = sum(min(signs.count(sign), left.count(sign)) for sign in set(signs))
    return Fraction(2 * taken, len(signs) + len(left))


def unresolved(card: Json) -> bool:
    """Does the final output have a risk, or one term with two polarities?"""
    last = [b for b in records(card.get("validator")) if text(b.get("stage")).lower() == "stage2"]
    named = {pair for pair in plain(result(card).get("final_tuples")) if pair[0] != ""}
    return risks(last) > 0 or len(named) > len({term for term, _ in named})


def documented(cards: Sequence[Json]) -> dict[str, Cell]:
    scores = [score for card in cards if (score := implicit_only(card)) is not None]
    moved = [row(card) for card in cards if row(card)["changed"]]
    guided = sum(1 for r in moved if r["review"] or r["arb"])
    return {
        "tuple_f1_s2_implicit_only": share(sum(scores, Fraction(0)), Fraction(len(scores))),
        "outcome_residual_risk_rate": Fraction(sum(map(unresolved, cards)), len(cards)),
        "guided_by_review_rate": share(Fraction(guided), Fraction(len(moved))),
    }
