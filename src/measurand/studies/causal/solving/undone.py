"""How the argument of an operation is written, given the value of the operation."""

from fractions import Fraction

from measurand.studies.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.tree import Binary, Call, Negative, Number, Operator, Tree
from measurand.studies.causal.solving.undoing import Step, is_even


def undone(step: Step, wanted: Tree, sign: int | None = 1) -> Tree | None:
    """Write the argument of a step with the value of the step; None where no way is known.

    `sign` is that of the argument, for steps that forget it.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Negative(Name("x")), side=0)
    >>> undone(step, Name("y"))
    Negative(inner=Name(text='y'))
    """
    match step.part:
        case Negative():
            return Negative(wanted)
        case Binary(Operator.POWER, base, exponent):
            if step.side:
                return Binary(Operator.DIVIDE, Call("ln", (wanted,)), Call("ln", (base,)))
            return _root_tree(exponent, wanted, sign, even=is_even(step.other) is True)
        case Binary(operator, left, right) if operator in _BACK:
            if not step.side:
                return Binary(_BACK[operator], wanted, right)
            if operator in {Operator.ADD, Operator.MULTIPLY}:
                return Binary(_BACK[operator], wanted, left)
            return Binary(operator, left, wanted)
        case Call(function, (_,)):
            return _undone_call(function, wanted, sign)
        case _:
            return None


_BACK = {
    Operator.ADD: Operator.SUBTRACT,
    Operator.SUBTRACT: Operator.ADD,
    Operator.MULTIPLY: Operator.DIVIDE,
    Operator.DIVIDE: Operator.MULTIPLY,
}


def _root_tree(exponent: Tree, wanted: Tree, sign: int | None, *, even: bool) -> Tree:
    below = sign == -1
    two = Number(Fraction(2))
    if exponent == two:
        found: Tree = Call("sqrt", (wanted,))
        return Negative(found) if below else found
    inner = Negative(wanted) if below and not even else wanted
    upside = Binary(Operator.DIVIDE, Number(Fraction(1)), exponent)
    found = Binary(Operator.POWER, inner, upside)
    return Negative(found) if below else found


def _undone_call(function: str, wanted: Tree, sign: int | None) -> Tree | None:
    match function:
        case "abs":
            return Negative(wanted) if sign == -1 else wanted
        case "sqrt" | "cbrt":
            degree = Number(Fraction(2 if function == "sqrt" else 3))
            return Binary(Operator.POWER, wanted, degree)
        case "log":
            return Call("exp", (wanted,))
        case "log2" | "log10":
            return Binary(Operator.POWER, Number(Fraction(int(function[3:]))), wanted)
        case "cosh" if sign == -1:
            return Negative(Call("acosh", (wanted,)))
        case "min" | "max":
            return wanted
        case _ if function in INVERSES and not FUNCTIONS[function].angle:
            return Call(INVERSES[function], (wanted,))
        case _:
            return None
