"""Which tuples a scorecard has, slowly: text, polarity, the lists and their order of fallback."""

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from measurand.studies.review.scorecard import Mention, Mentions, NoNumber, Scorecard

Values = dict[str, str]
Rank = tuple[bool, Fraction, bool]

MARKS = ".,;:!?\"'`()[]{}"
INVALID = "?"
ENGLISH = {
    "pos": "positive",
    "positive": "positive",
    "neg": "negative",
    "negative": "negative",
    "neu": "neutral",
    "neutral": "neutral",
    "mixed": "mixed",
}
KOREAN = {"긍정": "positive", "부정": "negative", "중립": "neutral"}

STEPS: dict[str, Callable[[str], str]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "trim": str.strip,
    "lower": str.lower,
    "squeeze": lambda text: re.sub(r"\s+", " ", text),
    "edges": lambda text: text.strip(MARKS),
}


class FaultError(ValueError):
    """A record that a definition does not accept."""


class Triple(NamedTuple):
    """A prediction after normalisation; its polarity is INVALID where it has none that counts."""

    ref: str
    term: str
    polarity: str


class Pair(NamedTuple):
    """What is matched: a key and a polarity."""

    key: str
    polarity: str


class Item(NamedTuple):
    """A candidate for the representative of its term."""

    key: str
    triple: Triple
    rank: Rank


def once(text: str, options: Values) -> str:
    """Take the steps of the normaliser, in order, one time."""
    for step in options["normalise"].split("+"):
        text = STEPS[step](text)
    return text


def normal(text: str | None, options: Values) -> str:
    """Normalise a text; `settle` goes on until nothing changes."""
    now = once(text or "", options)
    if options["passes"] == "settle":
        while once(now, options) != now:
            now = once(now, options)
    return now


def polarity(given: str | None, options: Values) -> str:
    """Read a polarity; INVALID where the option says so."""
    name = (given or "").strip().lower()
    known = dict(ENGLISH)
    if options["polarity_aliases"] == "english_korean":
        known |= KOREAN
    if name in known:
        return known[name]
    rule = options["unknown_polarity"] if name else options["missing_polarity"]
    if rule == "error":
        raise FaultError(f"a polarity is one of {sorted(known)}: got {given!r}")
    return "neutral" if rule == "neutral" else INVALID


def surface(mention: Mention) -> str:
    """Find the words of a tuple: its aspect term, else its opinion term, else nothing."""
    if mention.aspect_term is not None:
        return mention.aspect_term.strip()
    return (mention.opinion or "").strip()


def final_triple(mention: Mention, options: Values) -> Triple:
    """Extract a tuple as the final stage does."""
    blank = mention.implicit and options["implicit"] == "flag"
    return Triple(
        normal(mention.ref or mention.term, options),
        "" if blank else normal(surface(mention), options),
        polarity(mention.polarity, options),
    )


def final_triples(mentions: Mentions, options: Values) -> list[Triple]:
    """Extract a whole list as the final stage does."""
    return [final_triple(mention, options) for mention in mentions]


def stage1_triples(mentions: Mentions, options: Values) -> list[Triple]:
    """Extract a whole list as the first stage does."""
    if options["extractor"] == "shared":
        return final_triples(mentions, options)
    found: list[Triple] = []
    for mention in mentions:
        ref = normal(mention.ref, options)
        term = normal(surface(mention), options)
        if ref or term:
            found.append(Triple(ref, term, polarity(mention.polarity, options)))
    return found


def final_source(card: Scorecard, options: Values) -> tuple[str, Mentions]:
    """Name the source of the final tuples, and list the mentions there that count."""
    worded = [m for m in card.sentiments or () if final_triple(m, options).term]
    if options["empty_list"] == "answer":
        if card.final is not None:
            return "final_tuples", card.final
        if card.aspects is not None:
            return "final_aspects", card.aspects
        return "sentiments" if card.sentiments is not None else "nothing", tuple(worded)
    if card.final:
        return "final_tuples", card.final
    if card.aspects:
        return "final_aspects", card.aspects
    return "sentiments" if worded else "nothing", tuple(worded)


def final(card: Scorecard, options: Values) -> list[Triple]:
    """List the final tuples of a scorecard."""
    return final_triples(final_source(card, options)[1], options)


def stage1(card: Scorecard, options: Values) -> list[Triple] | None:
    """List the tuples of the first stage; None where the row is left out for want of them."""
    if card.stage1 is not None:
        own = stage1_triples(card.stage1, options)
        if own or options["empty_list"] == "answer":
            return own
    if card.traced or (card.traced is not None and options["empty_list"] == "answer"):
        return final_triples(card.traced, options)
    match options["stage1_missing"]:
        case "copy_final":
            return final(card, options)
        case "empty":
            return []
        case "exclude":
            return None
        case _:
            raise FaultError(f"{card.id} has no first stage")


def gold_term(mention: Mention, options: Values) -> str:
    """Find the term of a gold tuple; nothing where it is implicit."""
    if mention.written and options["gold_term_object"] == "text":
        return normal(mention.written, options)
    if mention.aspect_term == "":
        return ""
    if mention.aspect_term is not None:
        return normal(mention.aspect_term, options)
    if mention.opinion is not None:
        return normal(mention.opinion, options)
    if options["gold_null_term"] == "implicit":
        return ""
    return normal(mention.ref or mention.term, options)


def gold(card: Scorecard, options: Values) -> list[Pair] | None:
    """List the gold pairs; None where the row has no gold to be measured by."""
    if card.gold is None:
        return None
    found: list[Pair] = []
    for mention in card.gold:
        pair = Pair(
            normal(gold_term(mention, options), options), polarity(mention.polarity, options)
        )
        if pair.polarity != INVALID:
            found.append(pair)
    if found:
        return found
    if card.gold or options["empty_gold"] == "exclude":
        return None
    return []


def key(triple: Triple, options: Values) -> str:
    """Give what a prediction is matched by."""
    match options["pred_key"]:
        case "term":
            return normal(triple.term, options)
        case "ref":
            return normal(triple.ref, options)
        case _:
            return normal(triple.ref or triple.term, options)


def pairs(triples: list[Triple], options: Values) -> list[Pair]:
    """Make the pairs that predictions are matched by."""
    return [Pair(key(triple, options), triple.polarity) for triple in triples]


def rank(mention: Mention) -> Rank:
    """Order the candidates for a representative: explicit, sure, not dropped."""
    return (
        str(mention.grounding).lower() == "explicit",
        sure(mention.confidence),
        not mention.drop_reason,
    )


def sure(confidence: Fraction | NoNumber | None) -> Fraction:
    """Read a confidence as Python reads it where nothing is 0; one number, one fraction."""
    found = confidence.value if isinstance(confidence, NoNumber) else confidence
    return Fraction(str(float(found or 0)))


def items(card: Scorecard, options: Values) -> list[Item]:
    """List the candidates for the representatives of the terms."""
    if options["representative_source"] == "final":
        return [
            Item(normal(triple.term, options).strip(), triple, rank(mention))
            for mention in final_source(card, options)[1]
            for triple in [final_triple(mention, options)]
        ]
    plain = (False, Fraction(0), True)
    own = [m for m in card.final or () if surface(m) or m.implicit]
    if own:
        return [worded_item(mention, rank(mention), options) for mention in own]
    if card.aspects:
        return [worded_item(mention, plain, options) for mention in card.aspects]
    return [
        Item(triple.term.strip(), triple, plain) for triple in final(card, options) if triple.term
    ]


def worded_item(mention: Mention, order: Rank, options: Values) -> Item:
    """Make a candidate that keeps its words even if it is marked implicit."""
    words = normal(surface(mention), options).strip()
    ref = normal(mention.ref or mention.term, options)
    return Item(words, Triple(ref, words, polarity(mention.polarity, options)), order)


def representatives(card: Scorecard, options: Values) -> list[Item] | None:
    """Choose one candidate a key; None where a tie that matters is an error."""
    chosen: list[Item] = []
    found = items(card, options)
    for name in dict.fromkeys(item.key for item in found):
        group = [item for item in found if item.key == name]
        best = group[0]
        for item in group[1:]:
            if item.rank > best.rank:
                best = item
        rivals = {representative_pair(item, options) for item in group if item.rank == best.rank}
        if len(rivals) > 1 and options["representative_tie"] == "error":
            return None
        chosen.append(best)
    return chosen


def representative_pair(item: Item, options: Values) -> Pair:
    """Make the pair by which a representative is matched."""
    if options["representative_key"] == "pred_key":
        return Pair(key(item.triple, options), item.triple.polarity)
    return Pair(normal(item.key, options), item.triple.polarity)


def conflicts(found: list[Item], options: Values) -> bool:
    """Say whether some key has two polarities."""
    for name in {item.key for item in found}:
        if not name and options["conflict_empty_term"] == "skip":
            continue
        seen = {i.triple.polarity for i in found if i.key == name} - {INVALID}
        if len(seen) > 1:
            return True
    return False
