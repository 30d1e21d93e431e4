"""Check again that no numbers print as some cells do: a page that shares nothing with the search.

    {"certificate": 1, "cells": [{"row", "column", "printed", "unit", "rounding"}], "cases": [..]}

A case has `unknowns`: each has a name, maybe the place of its `cell`, ends that a premise gives it
(`low`, `high`), and whether it is `whole`. Who has no ends gets them from a claim that has the name
alone on one side. What prints as a cell is computed here, of its text. A
case is refuted in one of two ways. `never` lists claims, `["==" or "<=", left, right]` of trees
`[operator, part, ..]` over names and numbers: boxes of the unknowns are halved until in each of
them, by interval arithmetic, one claim fails (where a formula grows or falls with a number all over
the box, that number counts with the end that matters). `bounds` lists `form <= most`: a `proof` is
a tree, written flat, of whole forms that are cut at a number, and of weights that make a sum of
bounds which nothing meets (Farkas 1902). All cases together are all that the premises allow; what
they say is not judged here, but read by whoever asks. Everything is exact, and work is counted.
"""

import json
from collections.abc import Iterator
from fractions import Fraction

from measurand.auditing.proofs.verify_formulas import (
    ANY_NUMBER,
    ARITY,
    Box,
    Ends,
    SpentError,
    Work,
    values,
)

MOST_TEXT, MOST_DIGITS, MOST_DEPTH = 16 * 2**20, 400, 60
MOST_BOXES, MOST_WORK = 800, 1_000_000
Limits = tuple[Fraction | None, Fraction | None]
Unknowns = dict[str, tuple[Fraction | None, Fraction | None, bool]]


class NoCertificateError(ValueError):
    """A document is no certificate."""


def verify(document: object) -> dict[str, object]:
    """Say whether a certificate, as JSON text or a tree of it, proves what it says, and why not.

    >>> verify("{}")["answer"], verify({"certificate": 1, "cells": [], "cases": []})["answer"]
    ('no certificate', 'no certificate')
    """
    work = Work(MOST_WORK)
    try:
        tree = _read(document)
        several = _list(tree, "certificates") if "certificates" in tree else [tree]
        wrong = [why for one in several if (why := _wrong(_object(one), work))]
        _want(several, f"certificates: expected one or more{_without(tree)}"[:2000])
    except NoCertificateError as error:
        return {"answer": "no certificate", "because": str(error)}
    except SpentError:
        wrong = [f"not shown within {MOST_WORK} steps"]
    if wrong:
        return {"answer": "does not hold", "because": "; ".join(wrong)[:2000]}
    return {"answer": "holds", "because": f"{_cases(work.cases)} of which has a solution"}


def _without(tree: dict[str, object]) -> str:
    """Repeat why refutations have no certificate, as the file says it of each."""
    left = tree.get("without")
    some = [one for one in left if isinstance(one, dict)] if isinstance(left, list) else []
    told = "; ".join(f"{one.get('question')}: {one.get('why')}" for one in some)
    return f"; the file says why there is none: {told}" if told else ""


def _cases(number: int) -> str:
    return "1 case, none" if number == 1 else f"{number} cases, none"


def _wrong(tree: dict[str, object], work: Work) -> str:
    """Say which case of a certificate is not refuted; nothing where all are."""
    _want(
        tree.get("certificate") == 1 and tree["certificate"] is not True, "certificate: expected 1"
    )
    cells = [_printed(one) for one in _list(tree, "cells")]
    cases = _list(tree, "cases")
    _want(cases, "cases: expected one or more")
    for at, case in enumerate(map(_object, cases), 1):
        unknowns = _unknowns(case, cells)
        decide = _farkas if "bounds" in case else _searched
        found = decide(case, unknowns, work)
        if found:
            return f"case {at}: {found}"
        work.cases += 1
    return ""


def _read(document: object) -> dict[str, object]:
    try:
        if isinstance(document, str | bytes):
            _want(len(document) <= MOST_TEXT, "a text of at most 16 MiB")
            document = json.loads(document, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError) as error:
        message = f"JSON: {str(error)[:200]}"
        raise NoCertificateError(message) from error
    return _object(document)


def _no_float(text: str) -> object:
    message = f"a fraction as text: got {text[:40]}"
    raise NoCertificateError(message)


def _want(there: object, message: str) -> None:
    if not there:
        raise NoCertificateError(message)


def _object(tree: object) -> dict[str, object]:
    _want(isinstance(tree, dict), "expected an object")
    return tree if isinstance(tree, dict) else {}


def _list(tree: object, key: str) -> list[object]:
    found = _object(tree).get(key)
    _want(isinstance(found, list), f"{key}: expected a list")
    return found if isinstance(found, list) else []


def _number(text: object) -> Fraction:
    """Read a whole number, or a decimal or fraction as text."""
    known = isinstance(text, int | str | Fraction) and not isinstance(text, bool)
    _want(known and len(str(text)) <= MOST_DIGITS, "a number of at most 400 digits")
    plain = str(text).lstrip("-").replace("/", "", 1).replace(".", "", 1)
    _want(plain.isascii() and plain.isdigit(), f"a number: got {str(text)[:40]!r}")
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError) as error:
        message = f"a number: got {str(text)[:40]!r}"
        raise NoCertificateError(message) from error


def _printed(cell: object) -> Ends:
    """Give the closed interval of what prints as a cell, on the scale of scores."""
    one = _object(cell)
    text = str(one.get("printed")).strip().replace("\u2212", "-").lstrip("+")
    digits = text.rstrip("% ").replace("$", "").replace("€", "").replace("£", "").replace("¥", "")
    value = _number(digits)
    unit, rounding = (one.get(key) for key in ("unit", "rounding"))
    _want(isinstance(unit, str) and isinstance(rounding, str), "a unit and a rounding, as texts")
    _want("/" not in digits and unit in _SCALES, f"a unit: got {unit!r}")
    _want(text.endswith("%") == (unit == "%"), f"a unit as printed: got {unit!r} of {text[:40]!r}")
    _want(rounding in _ROUNDINGS, f"a rounding: got {rounding!r}")
    step = _SCALES[str(unit)] / 10 ** len(digits.partition(".")[2])
    wide = _float_band(digits, _SCALES[str(unit)], one.get("added"))
    if rounding == "float64" or (rounding == "decimal" and wide > step / 2):
        significant = digits.replace(".", "").lstrip("-0")
        sure = step / 2 if rounding == "decimal" or len(significant) >= _LEAST_REPR else 0
        centre = value * _SCALES[str(unit)]
        return centre - wide - sure, centre + wide + sure
    # of numbers below 0, of 0 and of those above: how many last digits down and up may print so
    down, up = _ROUNDINGS[str(rounding)][(value > 0) - (value < 0) + 1]
    # what printf rounds is the double that is nearest to the value
    near = (abs(value) * _SCALES[str(unit)] + step) / 2**52 if rounding == "printf" else 0
    centre = value * _SCALES[str(unit)]
    return centre - step * down - near, centre + step * up + near


def _float_band(digits: str, scale: Fraction, added: object) -> Fraction:
    """Bound how far a float is off: `added` are terms, their size, and squares (Higham 2002, 4.2).

    A float that is one of 32 bits as well is taken for one of those.
    """
    known = {"number": 1, "size": 0, "squares": 0} if added is None else _object(added)
    number, size, squares = (_number(known.get(key)) for key in ("number", "size", "squares"))
    _want(min(number, size, squares) >= 0, "numbers of terms, not below 0")
    printed = abs(_number(digits))
    _want(printed < 10**300, "a number below 10^300")
    value = printed * scale
    near = [float(printed), float(printed / 100)]
    near += [near[1] * (1 - 2**-53), near[1] * (1 + 2**-52)]
    place = Fraction(1, 2**23 if any(map(_is_single, near)) else 2**52)
    share = (number + 8) * place
    if not squares:
        return share * (max(value, size) or 1)
    widest = 2 * (squares + 8) * place * size**2
    flat = values(["sqrt", str(widest)], {}, Work(1))[1]
    return share * size + (min(flat, widest / value) if value else flat)


def _is_single(number: float) -> bool:
    top, _ = number.as_integer_ratio()
    return 12 < (top // (top & -top or 1)).bit_length() <= 24  # noqa: PLR2004  # bits of floats


_LEAST_REPR = 8
_HALF, _HUNDREDTH = Fraction(1, 2), Fraction(1, 100)
_SCALES = {"none": Fraction(1), "%": _HUNDREDTH, "points": _HUNDREDTH} | dict.fromkeys(
    "$€£¥", Fraction(1)
)
_NEAREST, _DOWN, _UP, _BOTH = (_HALF, _HALF), (0, 1), (1, 0), (1, 1)
_ROUNDINGS: dict[str, tuple[tuple[Fraction | int, Fraction | int], ...]] = {
    **dict.fromkeys(("decimal", "half_up", "half_down", "half_even"), (_NEAREST,) * 3),
    "floor": (_DOWN,) * 3,
    "ceiling": (_UP,) * 3,
    "any": (_BOTH,) * 3,
    "printf": (_NEAREST,) * 3,
    "truncate": (_UP, _BOTH, _DOWN),
    "away": (_DOWN, (0, 0), _UP),
    # rounded to the nearest or cut off; and the number itself
    "decimal or truncate": ((1, _HALF), _BOTH, (_HALF, 1)),
    "exact": ((0, 0),) * 3,
    "float64": (_NEAREST,) * 3,
}


def _unknowns(case: object, cells: list[Ends]) -> Unknowns:
    """Give for each name its two ends, None where there is none, and whether it is whole."""
    found: Unknowns = {}
    for one in map(_object, _list(case, "unknowns")):
        name, at, whole = one.get("name"), one.get("cell"), one.get("whole")
        _want(isinstance(name, str) and name not in found, "names of unknowns: each once")
        _want(isinstance(whole, bool), f"{str(name)[:40]}: whole, true or false")
        low, high = (None if one.get(key) is None else _number(one[key]) for key in ("low", "high"))
        crossed = low is not None and high is not None and low > high
        _want(not crossed, f"{str(name)[:40]}: its low end is above its high end")
        own: Limits = (None, None) if at is None else cells[_place(at, len(cells))]
        found[str(name)] = (*_tighter((low, high), own, whole=bool(whole)), bool(whole))
    return found


def _place(at: object, among: int) -> int:
    _want(isinstance(at, int) and not isinstance(at, bool), f"a place: got {str(at)[:40]}")
    place = at if isinstance(at, int) else -1
    _want(0 <= place < among, f"a place of 0 to {among - 1}: got {place}")
    return place


def _searched(case: dict[str, object], unknowns: Unknowns, work: Work) -> str:
    """Halve boxes until a claim fails in each; say where none does, or where work ends."""
    claims = [one if isinstance(one, list) else [] for one in _list(case, "never")]
    size = len(unknowns)
    for one in claims:
        fits = len(one) == 3 and str(one[0]) in {"==", "<="}  # noqa: PLR2004  # a relation of two
        _want(fits, "a claim: expected [== or <=, left, right]")
        size += _check_tree(one[1:], unknowns)
    if all(_object(one).get("cell") is None for one in _list(case, "unknowns")):
        return "none of its unknowns is a cell"
    start = _ends_of_all(claims, unknowns, work, size)
    if isinstance(start, str):
        return start
    # what stands in one place alone is enclosed as well as can be: others are halved before
    text = json.dumps(claims)
    often = {name: 1 if text.count(json.dumps(name)) > 1 else _RARELY for name in unknowns}
    boxes = [start]
    for _ in range(MOST_BOXES):
        if not boxes:
            return ""
        work.take(40 * size)
        box = _narrowed(claims, boxes.pop(), unknowns, work)
        if any(low > high for low, high in box.values()) or _fail(claims, box, work):
            continue
        wide = [name for name, (low, high) in box.items() if low < high]
        # whole numbers first: they have the fewest halves, and give the most away
        wide = [name for name in wide if unknowns[name][2]] or wide
        if not wide:
            return f"it may be {', '.join(f'{name} = {low}' for name, (low, _) in box.items())}"
        shares = {
            one: (box[one][1] - box[one][0]) / ((start[one][1] - start[one][0]) or 1)
            for one in wide
        }
        name = max(wide, key=lambda one: shares[one] * often[one])
        boxes += _halves(box, name, whole=unknowns[name][2])
    return f"not shown within {MOST_BOXES} boxes"


_RARELY = Fraction(1, 1000)


def _ends_of_all(
    claims: list[list[object]], unknowns: Unknowns, work: Work, size: int
) -> Box | str:
    """Give each unknown two ends: its own, or such as the claims leave it."""
    limits = {name: (low, high) for name, (low, high, _) in unknowns.items()}
    for _ in range(len(unknowns)):
        box = {
            name: (low, high)
            for name, (low, high) in limits.items()
            if low is not None and high is not None
        }
        if len(box) == len(unknowns):
            return box
        work.take(40 * size)
        for name, low, high in _implied(claims, box, unknowns, work):
            limits[name] = _tighter(limits[name], (low, high), whole=unknowns[name][2])
    missing = [name for name, ends in limits.items() if None in ends]
    return f"{missing[0]} has no end" if missing else dict(_known(limits))


def _known(limits: dict[str, Limits]) -> Iterator[tuple[str, Ends]]:
    for name, (low, high) in limits.items():
        if low is not None and high is not None:
            yield name, (low, high)


def _implied(
    claims: list[list[object]], box: Box, unknowns: Unknowns, work: Work
) -> Iterator[tuple[str, Fraction | None, Fraction | None]]:
    """Say how far a claim that has a name alone on one side lets it go in a box."""
    for relation, *sides in claims:
        for at, name in enumerate(sides):
            if not (isinstance(name, str) and name in unknowns):
                continue
            try:
                low, high, _ = values(sides[1 - at], box, work)
            except ZeroDivisionError:
                continue
            below, above = relation == "==" or at == 1, relation == "==" or at == 0
            yield name, low if below else None, high if above else None


def _tighter(one: Limits, other: Limits, *, whole: bool) -> Limits:
    """Take what two pairs of ends leave, of whole numbers as whole ones."""
    lows = [end for end in (one[0], other[0]) if end is not None]
    highs = [end for end in (one[1], other[1]) if end is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    if whole:
        low = None if low is None else Fraction(-(-low.numerator // low.denominator))
        high = None if high is None else Fraction(high.numerator // high.denominator)
    return low, high


def _narrowed(claims: list[list[object]], box: Box, unknowns: Unknowns, work: Work) -> Box:
    """Cut from a box what a claim that has a name alone on one side leaves nothing of."""
    left = dict(box)
    for name, low, high in _implied(claims, left, unknowns, work):
        ends = _tighter(left[name], (low, high), whole=unknowns[name][2])
        left |= dict(_known({name: ends}))
        if left[name][0] > left[name][1]:
            break
    return left


def _halves(box: Box, name: str, *, whole: bool) -> list[Box]:
    low, high = box[name]
    below = above = (low + high) / 2
    if whole:
        below = Fraction(below.numerator // below.denominator)
        above = below + 1
    return [{**box, name: (above, high)}, {**box, name: (low, below)}]


def _check_tree(trees: list[object], unknowns: Unknowns) -> int:
    """Refuse trees that are too large, too deep, or of other operators and names; count parts."""
    waiting: list[tuple[object, int]] = [(trees, -1)]
    for size in range(10_000):
        if not waiting:
            return size
        tree, depth = waiting.pop()
        _want(depth <= MOST_DEPTH, f"formulas of at most {MOST_DEPTH} levels")
        if isinstance(tree, list):
            parts = tree if depth < 0 else tree[1:]
            operator = str(tree[0]) if tree and depth >= 0 else ""
            arity = len(tree) if depth < 0 else ARITY.get(operator, -1)
            fits = len(parts) == arity or (operator == ANY_NUMBER and parts)
            _want(fits, f"an operator among {', '.join((*ARITY, ANY_NUMBER))}, and its parts")
            waiting += [(one, depth + 1) for one in parts]
        elif not (isinstance(tree, str) and tree in unknowns):
            _number(tree)
    message = "formulas of at most 10000 parts"
    raise NoCertificateError(message)


def _fail(claims: list[list[object]], box: Box, work: Work) -> bool:
    """Tell whether some claim holds nowhere in a box."""
    return any(_fails(one, box, work) for one in claims)


def _fails(claim: list[object], box: Box, work: Work) -> bool:
    """Tell whether a claim holds nowhere in a box: left - right is above 0, or never 0."""
    relation, both = claim[0], ["-", *claim[1:]]
    try:
        low, high, slopes = values(both, box, work)
        if slopes is not None and low <= 0 and (relation == "<=" or high >= 0):
            low = max(low, values(both, _side(box, slopes, 0), work)[0])
            high = min(high, values(both, _side(box, slopes, 1), work)[1])
    except ZeroDivisionError:
        return False
    return low > 0 or (relation == "==" and high < 0)


def _side(box: Box, slopes: dict[str, Ends], most: int) -> Box:
    """Take each number at the end where a formula is least or most, if its slope has one sign."""
    side = dict(box)
    for name, (low, high) in slopes.items():
        if low >= 0 or high <= 0:
            at = box[name][most if low >= 0 else 1 - most]
            side[name] = (at, at)
    return side


def _farkas(case: dict[str, object], unknowns: Unknowns, work: Work) -> str:
    """Check a tree of cuts whose leaves are sums of bounds that nothing meets."""
    names = list(unknowns)
    bounds = [
        (_form(one, "form", names), _number(one.get("most")))
        for one in map(_object, _list(case, "bounds"))
    ]
    proof = _list(case, "proof")
    waiting: list[list[tuple[dict[str, Fraction], Fraction]]] = [[]]
    for node in map(_object, proof):
        if not waiting:
            return "the proof goes on after its end"
        cuts = waiting.pop()
        work.take(1 + len(cuts) + len(bounds) // 10)
        if "leaf" not in node:
            form, at = _form(node, "split", names), _number(node.get("at"))
            if any(times.denominator != 1 or not unknowns[name][2] for name, times in form.items()):
                return "a form is cut that need not be whole"
            if at.denominator != 1 or len(cuts) > 10 * MOST_DEPTH:
                return "a form is cut at no whole number, or too often"
            turned = {name: -times for name, times in form.items()}
            waiting += [[*cuts, (turned, -at - 1)], [*cuts, (form, at)]]
            continue
        problem = _leaf(node, [*bounds, *cuts], unknowns, work)
        if problem:
            return problem
    return "the proof ends too early" if waiting else ""


def _form(tree: object, key: str, names: list[str]) -> dict[str, Fraction]:
    form: dict[str, Fraction] = {}
    for one in _list(tree, key):
        pair = one if isinstance(one, list) and len(one) == 2 else (None, None)  # noqa: PLR2004
        name = names[_place(pair[0], len(names))]
        form[name] = form.get(name, Fraction(0)) + _number(pair[1])
    return form


def _leaf(
    node: object,
    bounds: list[tuple[dict[str, Fraction], Fraction]],
    unknowns: Unknowns,
    work: Work,
) -> str:
    """Add bounds up by their weights: the sum has to be more than it may be."""
    most, summed = Fraction(0), dict[str, Fraction]()
    for one in _list(node, "leaf"):
        pair = one if isinstance(one, list) and len(one) == 2 else (None, None)  # noqa: PLR2004
        form, limit = bounds[_place(pair[0], len(bounds))]
        weight = _number(pair[1])
        if weight <= 0:
            return "a weight is not above 0"
        most += weight * limit
        work.take(1 + len(form))
        for name, times in form.items():
            summed[name] = summed.get(name, Fraction(0)) + weight * times
    least = Fraction(0)
    for name, times in summed.items():
        end = unknowns[name][0 if times > 0 else 1]
        if times and end is None:
            return f"a sum has no least value in {name}"
        least += times * (end or 0)
    return "" if least > most else "a sum of bounds may be met"
