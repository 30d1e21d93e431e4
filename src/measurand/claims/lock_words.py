"""A move in words: what a test, an annotation and a report say of it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from measurand.algebra.rounding import rounded
from measurand.claims.lock_moves import Cause, Compared, Move
from measurand.claims.outcomes import Outcome
from measurand.values.printed import Rounding, fixed
from measurand.values.score import Defined, Quantity, Root, Score, Undefined
from measurand.values.verdict import Verdict

_DECIMALS = 6
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

    >>> figure(Fraction(1, 4)), figure(Fraction(2, 3)), figure(Root(Fraction(2)))
    ('0.25', '0.666667', '1.414214')
    >>> figure(Fraction(-1, 10**9))
    '-1.0e-9'
    """
    exact = value.near(_DECIMALS * 2) if isinstance(value, Root) else value
    near = rounded(exact, _DECIMALS, Rounding.HALF_EVEN)
    if not near and exact:
        return _tiny(exact)
    text = fixed(abs(near), _DECIMALS).rstrip("0").removesuffix(".")
    return "-" * (near < 0) + text


def _tiny(value: Fraction) -> str:
    """Write a number that is nothing to six decimals, by its first two digits."""
    power = 0
    size = abs(value)
    while size < 1:
        size, power = size * 10, power + 1
    near = rounded(size, 1, Rounding.TRUNCATE)
    return f"{'-' * (value < 0)}{fixed(near, 1)}e-{power}"


def signed(value: Fraction | None) -> str:
    """Write an effect with its sign; a question mark where it is not known.

    >>> signed(Fraction(1, 4)), signed(Fraction(-1, 4)), signed(Fraction(0)), signed(None)
    ('+0.25', '-0.25', '0', '?')
    """
    if value is None:
        return "?"
    return f"+{figure(value)}" if value > 0 else figure(value)


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


def because(move: Move) -> str:
    """Say in one sentence what moved and why; empty where all is as it was locked.

    >>> from measurand.claims.lock_moves import Reason
    >>> because(Move(id="1/ours/F1", verdict=Verdict.UNDECIDED,
    ...              reasons=(Reason(Cause.NEW, "it is claimed, and not locked yet"),)))
    'new: it is claimed, and not locked yet'
    """
    if move.verdict is Verdict.HOLDS:
        return ""
    told = "; ".join(_told(move))
    if move.before is None or move.now is None:
        return told
    if not move.moved:
        return "; ".join(filter(None, (f"still {score_figure(move.now.score)}", told)))
    lead = f"moved from {score_figure(move.before.score)} to {score_figure(move.now.score)}"
    return f"{lead}: {told}" if told else lead


def _told(move: Move) -> Iterator[str]:
    for reason in move.reasons:
        shown = "" if reason.effect is None else f" ({signed(reason.effect)})"
        if reason.cause in {Cause.NEW, Cause.GONE, Cause.PRINTED}:
            shown = ""
        yield f"{CAUSES[reason.cause]}: {reason.says}{shown}"
    yield from move.notes


def shares(move: Move) -> str:
    """Name the samples and options that did most, with what each does alone.

    >>> shares(Move(id="1/ours/F1", verdict=Verdict.HOLDS))
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


def locked_outcomes(compared: Compared, known: Iterable[Outcome] = ()) -> tuple[Outcome, ...]:
    """Make the lines that every front-end shows; where a claim stands is taken from its own line.

    >>> [one.id for one in locked_outcomes(Compared(moves=(Move(id="1/ours/F1",
    ...                                                         verdict=Verdict.HOLDS),)))]
    ['1/ours/F1 (locked)']
    """
    places = {one.id: one for one in known}
    return tuple(_outcome(move, places.get(move.id)) for move in compared.moves)


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
        because="; ".join(filter(None, (because(move), shares(move)))),
        file="" if like is None else like.file,
        place=() if like is None else like.place,
        line=0 if like is None else like.line,
        where="" if like is None else like.where,
        samples=tuple(one.id for one in move.samples),
        options=tuple(f"{one.option}: {one.before} -> {one.after}" for one in move.options),
    )
