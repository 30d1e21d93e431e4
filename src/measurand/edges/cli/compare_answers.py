"""`measurand compare` on one file whose records hold two answers: read once, in constant memory."""

import argparse
from collections.abc import Sequence

from attrs import evolve, frozen

from measurand.edges.cli.arguments import StopError
from measurand.evidence.matching import Greedy, Optimal, SimilarityKind
from measurand.evidence.observation import Observation, Together
from measurand.evidence.pairs import Pairs, paired_parts
from measurand.evidence.sides import Sides
from measurand.evidence.source import Source
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.needs import Gathered, Need, Slice, merged
from measurand.metrics.signature import signature
from measurand.values.fault import Fault
from measurand.values.sample import GOLD, PREDICTED

_PRED = "pred"
_NUMBER = 2


@frozen
class Answers:
    """Two answers in the records of one file: which lists of a sample they are.

    >>> [part.sides.answer for part in Answers(("predicted", "b")).together(Observation()).parts]
    ['predicted', 'b']
    """

    lists: tuple[str, str]

    def together(self, how: Observation) -> Together:
        """Observe both answers in place of the prediction."""
        return Together(
            tuple(evolve(how, sides=evolve(how.sides, answer=name)) for name in self.lists)
        )

    def needs(
        self, file: str, asked: Sequence[tuple[Definition, tuple[str, ...]]]
    ) -> tuple[Need, ...]:
        """Say what is needed of the file for definitions with the group keys they ask for."""
        return merged(
            Need(Slice(file, (), self.together(observed(one))), names) for one, names in asked
        )

    def pairs(self, file: str, definition: Definition, gathered: Gathered) -> Pairs:
        """Take the pairs of a definition, as two files would have given them."""
        how = observed(definition)
        pool = gathered.pools[Slice(file, (), self.together(how))]
        return evolve(paired_parts(pool, 0, 1), observing=how)


def answers_of(arguments: argparse.Namespace) -> tuple[str, str] | None:
    """Read which two answers of one file are compared; None where there are two files.

    >>> answers_of(argparse.Namespace(first="a", second=None, answer=["pred", "b"], number=[]))
    ('pred', 'b')

    Raises StopError where there is neither, or both.
    """
    asked = arguments.answer
    if not asked:
        if arguments.second is None:
            hint = "say where the two answers of one file stand: --answer pred --answer PATH"
            raise _refused("SECOND", "none", "a second file", hint)
        return None
    if arguments.second is not None:
        raise _refused("--answer", "two files", "one file, which holds both answers")
    if len(asked) != _NUMBER or asked[0] == asked[1]:
        got = asked[0] if len(asked) == 1 else " and ".join(asked)
        hint = f"--answer {_PRED} --answer PATH"
        raise _refused("--answer", got, "two answers, that differ", hint)
    if arguments.number:
        expected = "two files: the numbers of a record are the same for both its answers"
        raise _refused("--number", "two answers of one file", expected)
    return asked[0], asked[1]


def answered(source: Source, paths: tuple[str, str]) -> tuple[Source, Answers]:
    """Map two answers of the records of a file: the prediction where it is one of them, and lists.

    `pred` is what the file calls its prediction; any other name is a path in the record.

    >>> source, found = answered(Source(path="runs.jsonl"), ("one", "two"))
    >>> source.fields.pred, source.fields.lists, found.lists
    ('one', (('second', 'two'),), ('predicted', 'second'))

    Raises StopError where the file cannot have answers there.
    """
    known = dict(source.fields.lists)
    first, second = (
        source.fields.pred if path == _PRED else known.get(path, path) for path in paths
    )
    if first == second:
        raise _refused("--answer", " and ".join(paths), "two answers, that differ")
    turned = second == source.fields.pred
    pred, other = (second, first) if turned else (first, second)
    name = "first" if turned else "second"
    try:
        fields = evolve(source.fields, pred=pred, lists=((name, other),))
        mapped = evolve(source, fields=fields)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise _refused("--answer", got or other, expected) from error
    return mapped, Answers((name, PREDICTED) if turned else (PREDICTED, name))


def observed(definition: Definition) -> Observation:
    """Give what a definition observes of gold and one answer.

    >>> from measurand.metrics.definitions import Total
    >>> observed(Total()).sides.answer
    'predicted'

    Raises StopError where that is anything else: then its answers cannot be exchanged.
    """
    how = observing(definition)
    name = signature(definition)
    if not isinstance(how, Observation):
        expected = "with --answer, a definition of gold and one answer"
        raise _refused("--definition", name[:60], expected)
    plain = how.sides.gold == GOLD and how.sides.answer == Sides().answer
    if not plain:
        hint = "leave out its gold and answer: --answer says what stands for the answer"
        got = f"gold={how.sides.gold}, answer={how.sides.answer}"
        raise _refused("--definition", got, "with --answer, gold and the prediction", hint)
    if isinstance(how.match, Greedy | Optimal) and how.match.similarity is SimilarityKind.GIVEN:
        expected = "with --answer, similarities that are computed"
        hint = "pairs of a record are judged for one answer: compare two files"
        raise _refused("--definition", "similarity=given", expected, hint)
    return how


def _refused(path: str, got: str, expected: str, hint: str = "") -> StopError:
    return StopError((Fault(path=path, got=got, expected=expected, hint=hint),))
