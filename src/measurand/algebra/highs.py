"""The door to solvers in floats, such as HiGHS: guesses, never a verdict.

Two questions are put to one. `guess`: a point of a mixed-integer program without an objective, for
any point will do. `weights`: the linear program that lets every bound be missed by one amount t and
asks for the least t. By duality the multipliers at its optimum are weights whose sum of bounds
misses by that t: where t is above 0, a Farkas vector up to rounding (Farkas 1902).

Who answers: a solver that was registered (`install`), else HiGHS as scipy ships it where scipy is
there, else nobody. Solvers work to tolerances, so no answer is believed here: `solve` makes both
exact. Without an answer less is decided, and nothing is decided otherwise. Their work cannot be
counted in our steps, so it is charged by a formula in the size of the program and limited by nodes;
a limit in seconds would give other answers on other machines.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from math import inf, isfinite, isqrt

from attrs import frozen

from measurand.algebra.budget import Steps
from measurand.algebra.program import Program
from measurand.algebra.standard_form import Frame, Limit, Limits

# Weights are rounded to these parts: few enough bits for exact sums that stay short.
_DIGITS = 2**40
# Less than this is what the solver's own rounding may leave of 0.
_LITTLE = 1e-9
# What the root and each node are charged, in units of the work that `_integer_point` gives.
_ROOT, _NODE = 2, 4
# LP text is read in lines of at most so many terms.
_TERMS_A_LINE = 8

Solver = Callable[[str, int], tuple[Sequence[float], Sequence[float]] | None]
"""A solver in floats: from a program as CPLEX LP text, and the most nodes it may look at, to the
values of x0, x1, .. and the dual values of the rows r0, r1, ..; None where it has no point."""

NOBODY, SCIPY = "none", "scipy"

_INSTALLED: list[tuple[str, Solver | None]] = []
_NOTED: ContextVar[set[str] | None] = ContextVar("_NOTED", default=None)


def install(solver: Solver | None, name: str = "a registered solver") -> None:
    """Register who guesses from now on in this process, by a name for reports; None: nobody does.

    What a solver raises, or gives in another shape, counts as no answer.

    >>> install(lambda text, nodes: ((0.0,), ()), "nought")
    >>> guesser()
    'nought'
    >>> uninstall()
    """
    _INSTALLED[:] = [(name if solver is not None else NOBODY, solver)]


def uninstall() -> None:
    """Forget what was registered: scipy guesses again, where it is there.

    >>> uninstall()
    >>> guesser() in {SCIPY, NOBODY}
    True
    """
    _INSTALLED.clear()


def guesser() -> str:
    """Name who guesses: 'scipy', the name of a registered solver, or 'none'.

    >>> install(None)
    >>> guesser()
    'none'
    >>> uninstall()
    """
    if _INSTALLED:
        return _INSTALLED[0][0]
    return SCIPY if _scipy_is_there() else NOBODY


@contextmanager
def noting_guessers() -> Iterator[set[str]]:
    """Note who is asked for a guess within: nobody, where none was wanted.

    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sought = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(1)),))
    >>> install(lambda text, nodes: None, "nought")
    >>> with noting_guessers() as asked:
    ...     found = weights(Program((Unknown(name="x"),), ()))
    >>> asked
    set()
    >>> with noting_guessers() as asked:
    ...     found = weights(sought)
    >>> asked
    {'nought'}
    >>> uninstall()
    """
    asked: set[str] = set()
    token = _NOTED.set(asked)
    try:
        yield asked
    finally:
        _NOTED.reset(token)


@cache
def _scipy_is_there() -> bool:
    """Look whether scipy could be loaded, without loading it."""
    try:
        return all(find_spec(name) is not None for name in ("numpy", "scipy"))
    except (ImportError, ValueError):
        return False


@frozen
class _Floats:
    """A program in floats: least and most of each unknown and row, terms of rows, what is whole.

    `least` is the unknown that is to be as small as possible, None where any point will do.
    """

    unknowns: Sequence[tuple[float, float]]
    rows: Sequence[tuple[Sequence[tuple[int, float]], float, float]]
    whole: Sequence[bool]
    least: int | None = None
    nodes: int = 1


@frozen
class _Answer:
    point: tuple[float, ...]
    duals: tuple[float, ...] = ()
    nodes: int = 0


def _asked(program: _Floats) -> _Answer | None:
    noted = _NOTED.get()
    if noted is not None:
        noted.add(guesser())
    if _INSTALLED:
        _, solver = _INSTALLED[0]
        return None if solver is None else _by_solver(program, solver)
    if not _scipy_is_there():
        return None
    try:
        return _by_milp(program) if program.least is None else _by_linprog(program)
    except ImportError:
        return None


def _by_solver(program: _Floats, solver: Solver) -> _Answer | None:
    try:
        answer = solver(lp_text(program), program.nodes)
        if answer is None:
            return None
        point, duals = (tuple(float(one) for one in some) for some in answer)
    except Exception:  # noqa: BLE001  # whatever a foreign solver raises, it has no answer
        return None
    fits = len(point) == len(program.unknowns) and len(duals) in {0, len(program.rows)}
    return _Answer(point, duals) if fits and all(map(isfinite, (*point, *duals))) else None


def lp_text(program: _Floats) -> str:
    """Write a program as CPLEX LP text: columns x0, x1, ..; rows r0, r1, .., all of them `<=`.

    Where a row has a least as well, a row l0, l1, .. says so.

    >>> print(lp_text(_Floats(((0.0, inf),), ((((0, 2.0),), 1.0, 3.0),), (True,))))
    Minimize
     obj: 0 x0
    Subject To
     r0: +2.0 x0 <= 3.0
     l0: +2.0 x0 >= 1.0
    Bounds
     0.0 <= x0
    General
     x0
    End
    """
    return "\n".join(_lp_lines(program))


def _lp_lines(program: _Floats) -> Iterator[str]:
    yield "Minimize"
    yield " obj: 0 x0" if program.least is None else f" obj: x{program.least}"
    yield "Subject To"
    for at, (form, low, high) in enumerate(program.rows):
        words = [f"{factor:+} x{place}" for place, factor in form] or ["0 x0"]
        parts = range(0, len(words), _TERMS_A_LINE)
        terms = "\n  ".join(" ".join(words[one : one + _TERMS_A_LINE]) for one in parts)
        if high < inf:
            yield f" r{at}: {terms} <= {high}"
        if low > -inf:
            yield f" l{at}: {terms} >= {low}"
    yield "Bounds"
    for at, (low, high) in enumerate(program.unknowns):
        if low == -inf and high == inf:
            yield f" x{at} free"
        else:
            least = "-infinity" if low == -inf else f"{low}"
            yield f" {least} <= x{at}" + ("" if high == inf else f" <= {high}")
    if any(program.whole):
        yield "General"
        yield from (f" x{at}" for at, whole in enumerate(program.whole) if whole)
    yield "End"


def _entries(program: _Floats) -> tuple[list[float], tuple[list[int], list[int]]]:
    """List the coefficients, and the row and column of each."""
    entries = [
        (factor, row, at) for row, (form, _, _) in enumerate(program.rows) for at, factor in form
    ]
    factors = [factor for factor, _, _ in entries]
    return factors, ([row for _, row, _ in entries], [at for _, _, at in entries])


def _by_milp(program: _Floats) -> _Answer | None:
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    matrix = coo_array(_entries(program), shape=(len(program.rows), len(program.unknowns)))
    least = np.array([low for _, low, _ in program.rows])
    most = np.array([high for _, _, high in program.rows])
    answer = milp(
        np.zeros(len(program.unknowns)),
        integrality=np.array(program.whole, dtype=np.int64),
        bounds=Bounds(
            np.array([low for low, _ in program.unknowns]),
            np.array([high for _, high in program.unknowns]),
        ),
        constraints=[LinearConstraint(matrix.tocsr(), least, most)] if program.rows else [],
        options={"node_limit": program.nodes},
    )
    if answer.x is None:
        return _Answer((), nodes=int(answer.get("mip_node_count") or 0))
    point = tuple(float(value) for value in answer.x)
    return _Answer(point, nodes=int(answer.get("mip_node_count") or 0))


def _by_linprog(program: _Floats) -> _Answer | None:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    matrix = coo_array(_entries(program), shape=(len(program.rows), len(program.unknowns)))
    answer = linprog(
        np.array([float(at == program.least) for at in range(len(program.unknowns))]),
        A_ub=matrix.toarray(),
        b_ub=np.array([high for _, _, high in program.rows]),
        bounds=list(program.unknowns),
        method="highs-ds",
    )
    if answer.x is None or answer.fun is None:
        return None
    point = tuple(float(value) for value in answer.x)
    return _Answer(point, tuple(float(one) for one in answer.ineqlin.marginals))


def guess(
    frame: Frame, lows: Limits, highs: Limits, *, nodes: int, steps: Steps | None = None
) -> tuple[float, ...] | None:
    """Ask for a point in floats: None where there is none within the solver's own count of nodes.

    None too where a number is too large for a float. Its nodes are taken from `steps`.

    It works to a tolerance, so a point may miss a bound by a little, and no point means nothing.

    >>> from measurand.algebra.standard_form import frame
    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sheet = frame(Program((Unknown(name="x"),), ()))
    >>> install(lambda text, nodes: ((0.0,), ()))
    >>> guess(sheet, sheet.lows, sheet.highs, nodes=1)
    (0.0,)
    >>> uninstall()
    """
    try:
        return _integer_point(frame, lows, highs, nodes, steps or Steps())
    except OverflowError:
        return None


def _integer_point(
    frame: Frame, lows: Limits, highs: Limits, nodes: int, steps: Steps
) -> tuple[float, ...] | None:
    unknowns = frame.unknowns
    work = sum(map(len, frame.forms)) + unknowns
    steps.take(_ROOT * work * isqrt(work))
    if steps.spent or not unknowns:
        return None
    # rows are scaled to 1: else HiGHS repairs points with large rows, and prints that it does
    sizes = [1] * unknowns + [
        max((abs(factor) for _, factor in one), default=1) for one in frame.forms
    ]
    ends = [
        (_end(low, size, -inf), _end(high, size, inf))
        for low, high, size in zip(lows, highs, sizes, strict=True)
    ]
    rows = [
        ([(at, factor / size) for at, factor in form], *limits)
        for form, size, limits in zip(frame.forms, sizes[unknowns:], ends[unknowns:], strict=True)
    ]
    most = max(1, min(nodes, steps.left // (_NODE * work)))
    answer = _asked(_Floats(ends[:unknowns], rows, frame.whole[:unknowns], nodes=most))
    if answer is None:
        return None
    steps.take(_NODE * work * answer.nodes)
    return answer.point or None


def _end(limit: Limit | None, size: int, without: float) -> float:
    return without if limit is None else float(limit.value / size)


def weights(program: Program) -> tuple[tuple[int, Fraction], ...]:
    """Ask which bounds clash, and how they are to be weighed: nothing where none seem to.

    Each bound may be missed by as much as every other one, in units of its largest coefficient, and
    the least of that is looked for; what each bound costs there are the weights.

    >>> from measurand.algebra.program import Bound, Unknown
    >>> install(lambda text, nodes: ((0.0, 0.5), (-1.0,)))
    >>> weights(Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(-1)),)))
    ((0, Fraction(1, 2)),)
    >>> weights(Program((Unknown(name="x"),), ()))
    ()
    >>> uninstall()
    """
    try:
        return _weights(program) if program.bounds else ()
    except OverflowError:
        return ()


def _weights(program: Program) -> tuple[tuple[int, Fraction], ...]:
    sizes = [
        max((abs(factor) for _, factor in bound.terms), default=Fraction(1)) or Fraction(1)
        for bound in program.bounds
    ]
    count = len(program.unknowns)
    rows = [
        (
            [*((at, float(factor / size)) for at, factor in bound.terms), (count, -1.0)],
            -inf,
            float(bound.most / size),
        )
        for bound, size in zip(program.bounds, sizes, strict=True)
    ]
    ends = [
        (float(one.low), inf if one.high is None else float(one.high)) for one in program.unknowns
    ]
    whole = [False] * (count + 1)
    answer = _asked(_Floats([*ends, (0.0, inf)], rows, whole, least=count))
    if answer is None or not answer.duals or answer.point[count] <= _LITTLE:
        return ()
    costs = [-one for one in answer.duals]
    return tuple(
        (at, Fraction(round(cost * _DIGITS), _DIGITS) / size)
        for at, (cost, size) in enumerate(zip(costs, sizes, strict=True))
        if cost > _LITTLE
    )
