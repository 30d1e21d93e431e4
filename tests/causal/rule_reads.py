"""Rules as they were read, written out without any freedom."""

from measurand.studies.causal.rules.printing import print_rule
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import Equation, Flag, Reason, Tree, Unread


def read(text: str, *names: str) -> str:
    """Read a lenient rule and write it out; what is not read is its reason."""
    rule = read_rule(text, names)
    return print_rule(rule) if isinstance(rule, Equation) else rule.reason.value


def strictly(text: str, *names: str) -> str:
    """Read a strict rule and write it out; what is not read is its reason."""
    rule = read_rule(text, names, Grammar.STRICT)
    return print_rule(rule) if isinstance(rule, Equation) else rule.reason.value


def flags(text: str, *names: str) -> tuple[Flag, ...]:
    """List the choices of a reading."""
    rule = read_rule(text, names)
    assert isinstance(rule, Equation)
    return rule.flags


def why(text: str, *names: str) -> Reason:
    """Say why a rule was not read."""
    rule = read_rule(text, names)
    assert isinstance(rule, Unread), print_rule(rule)
    return rule.reason


def right(text: str, *names: str, grammar: Grammar = Grammar.LENIENT) -> Tree:
    """Read the right side."""
    rule = read_rule(text, names, grammar)
    assert isinstance(rule, Equation)
    return rule.right
