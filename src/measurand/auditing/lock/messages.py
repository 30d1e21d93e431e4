"""Moves and their causes in words: what a test, an annotation and a report say of them.

Numbers are written with six decimals at most, and never as 0 where they are not: what is nothing to
six decimals is written by its first two digits and a power of ten.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from measurand.algebra.interval import compare
from measurand.algebra.rounding import rounded
from measurand.auditing.claims.outcomes import Gap, Outcome
from measurand.auditing.lock.lock import LockedNumber
from measurand.auditing.lock.moves import Cause, LockCheck, Move, SampleEffect
from measurand.auditing.lock.statements import StatementsCheck
from measurand.metrics.definitions import Definition, kinds, name_of
from measurand.metrics.grammar import SignatureError, read
from measurand.values.printed import Rounding, fixed
from measurand.values.quantity import Quantity, bounds
from measurand.values.score import Defined, Score, Undefined
from measurand.values.verdict import Verdict

MOST_NAMED = 10
"""How many samples are named in a sentence."""
_DECIMALS = 6
_NOTHING, _ONE = Fraction(0), Fraction(1)
_MOST_NAMED = 3
CAUSES = {
    Cause.LIBRARY: "library changed",
    Cause.DATA: "data changed",
    Cause.READING: "data are read otherwise",
    Cause.WHERE: "other samples are meant",
    Cause.DEFINITION: "definition changed",
    Cause.PRINTED: "printed number changed",
    Cause.ENVIRONMENT: "environment changed",
    Cause.NEW: "new",
    Cause.GONE: "gone",
}


def figure(value: Quantity) -> str:
    """Write a number with at most six decimals.

    >>> from measurand.values.score import signed_root
    >>> figure(Fraction(1, 4)), figure(Fraction(2, 3)), figure(signed_root(Fraction(-2)))
    ('0.25', '0.666667', '-1.414214')
    >>> figure(Fraction(-1, 10**9))
    '-1.0e-9'
    """
    near = rounded(value, _DECIMALS, Rounding.HALF_EVEN)
    if not near and value != 0:
        return _tiny(value)
    text = fixed(abs(near), _DECIMALS).rstrip("0").removesuffix(".")
    return "-" * (near < 0) + text


def _tiny(value: Quantity) -> str:
    """Write a number that is nothing to six decimals, by its first two digits."""
    size, power = abs(value), 0
    while compare(size, _ONE) < 0:
        # So many powers of ten are surely not too many: 2^10 is more than 10^3.
        _, most = bounds(size, 2 * _DECIMALS)
        bits = most.denominator.bit_length() - most.numerator.bit_length() - 1
        more = max(1, bits * 3 // 10)
        size, power = size * Fraction(10**more), power + more
    near = rounded(size, 1, Rounding.TRUNCATE)
    return f"{'-' * (compare(value, _NOTHING) < 0)}{fixed(near, 1)}e-{power}"


def signed(value: Quantity | None) -> str:
    """Write an effect with its sign; a question mark where it is not known.

    >>> signed(Fraction(1, 4)), signed(Fraction(-1, 4)), signed(Fraction(0)), signed(None)
    ('+0.25', '-0.25', '0', '?')
    """
    if value is None:
        return "?"
    return f"+{figure(value)}" if compare(value, _NOTHING) > 0 else figure(value)


def score_figure(score: Score) -> str:
    """Write a score with at most six decimals.

    >>> score_figure(Undefined("no sample"))
    'undefined: no sample'
    """
    match score:
        case Undefined(reason):
            return f"undefined: {reason}"
        case Defined(value):
            return figure(value)


def move_sentence(move: Move) -> str:
    """Say in one sentence what moved and why; empty where all is as it was locked.

    >>> from measurand.auditing.lock.moves import Reason
    >>> move_sentence(Move(id="1/ours/F1", verdict=Verdict.UNDECIDED,
    ...              reasons=(Reason(Cause.NEW, "it is claimed, and not locked yet"),)))
    'new: it is claimed, and not locked yet'
    """
    if move.verdict is Verdict.HOLDS:
        return ""
    reasons = "; ".join(_reason_sentences(move))
    if move.before is None or move.now is None:
        return reasons
    if not move.moved:
        return "; ".join(filter(None, (f"still {score_figure(move.now.score)}", reasons)))
    lead = f"moved from {score_figure(move.before.score)} to {score_figure(move.now.score)}"
    return f"{lead}: {reasons}" if reasons else lead


def _reason_sentences(move: Move) -> Iterator[str]:
    for reason in move.reasons:
        shown = "" if reason.effect is None else f" ({signed(reason.effect)})"
        if reason.cause in {Cause.NEW, Cause.GONE, Cause.PRINTED}:
            shown = ""
        yield f"{CAUSES[reason.cause]}: {reason.says}{shown}"
    yield from move.notes


def largest_effects(move: Move) -> str:
    """Name the samples and options that did most, with what each does alone.

    >>> largest_effects(Move(id="1/ours/F1", verdict=Verdict.HOLDS))
    ''
    """
    samples = [f"{one.id} {signed(one.effect)}" for one in move.samples[:_MOST_NAMED]]
    options = [f"{one.option} {signed(one.alone)}" for one in move.options[:_MOST_NAMED]]
    parts = []
    if len(move.samples) > 1:
        parts.append(f"samples alone: {', '.join(samples)}")
    if len(move.options) > 1:
        parts.append(f"options alone: {', '.join(options)}")
    return "; ".join(parts)


def locked_outcomes(compared: LockCheck, known: Iterable[Outcome] = ()) -> tuple[Outcome, ...]:
    """Make the lines that every front-end shows; where a claim stands is taken from its own line.

    >>> [one.id for one in locked_outcomes(LockCheck(moves=(Move(id="1/ours/F1",
    ...                                                         verdict=Verdict.HOLDS),)))]
    ['1/ours/F1 (locked)', 'the claims file (locked)']
    """
    places = {one.id: one for one in known}
    moves = (_outcome(move, places.get(move.id)) for move in compared.moves)
    stated = Outcome(
        id="the claims file (locked)",
        kind="locked",
        verdict=compared.stated.verdict,
        title="What the claims file says",
        because=statements_sentence(compared.stated),
        file=next((one.file for one in places.values()), ""),
        gap=None if compared.stated.known else Gap.UNREAD,
    )
    return (*moves, stated)


def statements_sentence(stated: StatementsCheck) -> str:
    """Name what a claims file says otherwise than was locked; empty where that is nothing.

    >>> statements_sentence(StatementsCheck(count=2))
    ''
    >>> statements_sentence(StatementsCheck(known=False))
    'the lock is of an older release and does not hold what the claims file said: lock again'
    """
    if not stated.known:
        return (
            "the lock is of an older release and does not hold what the claims file said: "
            "lock again"
        )
    edits = stated.findings
    more = f"; and {len(edits) - MOST_NAMED} more" if len(edits) > MOST_NAMED else ""
    empty = "" if stated.count else "it says nothing"
    return "; ".join(one.text for one in edits[:MOST_NAMED]) + more or empty


def _outcome(move: Move, like: Outcome | None) -> Outcome:
    now = move.now or move.before
    return Outcome(
        id=f"{move.id} (locked)",
        kind="locked",
        verdict=move.verdict,
        title="" if like is None else like.title,
        printed="" if now is None else now.printed,
        computed="" if move.now is None else score_figure(move.now.score),
        definition="" if now is None else now.definition,
        because="; ".join(filter(None, (move_sentence(move), largest_effects(move)))),
        file="" if like is None else like.file,
        place=() if like is None else like.place,
        line=0 if like is None else like.line,
        where="" if like is None else like.where,
        samples=tuple(one.id for one in move.samples),
        options=tuple(f"{one.option}: {one.before} -> {one.after}" for one in move.options),
    )


def samples_text(samples: Sequence[SampleEffect]) -> str:
    """Name the samples that changed: how many, and the first ten.

    >>> from measurand.auditing.lock.moves import Change
    >>> samples_text([SampleEffect(id="t3", change=Change.CHANGED)])
    '1 sample changed: t3'
    """
    parts = []
    counts = Counter(one.change for one in samples)
    for change, count in sorted(counts.items(), key=lambda pair: pair[0].value):
        names = [one.id for one in samples if one.change is change][:MOST_NAMED]
        more = f" and {count - len(names)} more" if count > len(names) else ""
        what = "sample" if count == 1 else "samples"
        parts.append(f"{count} {what} {change.value}: {', '.join(names)}{more}")
    return "; ".join(parts)


def version_text(was: Mapping[str, str], now: Mapping[str, str], name: str) -> str:
    """Say how one version of an environment changed; nothing where it did not.

    >>> version_text({"python": "3.11.9"}, {"python": "3.12.1"}, "python")
    'python 3.11.9 -> 3.12.1'
    """
    old, new = was.get(name, "none"), now.get(name, "none")
    return "" if old == new else f"{name} {old} -> {new}"


def revision_text(old: LockedNumber, known: Definition) -> str:
    """Say how the revision of a metric changed; nothing where it did not.

    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.score import Undefined
    >>> old = LockedNumber(score=Undefined(""), definition="f/0()", printed="", data="",
    ...                    evidence="")
    >>> revision_text(old, parse("f"))
    'f revision 0 -> 1'
    """
    name = name_of(known)
    try:
        revision = read(old.definition).revision
    except SignatureError:
        return ""
    current = kinds()[name][1]
    return "" if revision == current else f"{name} revision {revision} -> {current}"


def skipped_text(count: int) -> str:
    """Say how many records could not be read.

    >>> skipped_text(1), skipped_text(2)
    ('1 faulty record was skipped', '2 faulty records were skipped')
    """
    what = "record was" if count == 1 else "records were"
    return f"{count} faulty {what} skipped"
