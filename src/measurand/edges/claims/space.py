"""The space of an audit: lists of options, shared or in alternatives, held against columns."""

from collections.abc import Mapping, Sequence
from itertools import islice

from attrs import evolve, frozen

from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.model import Author, Choice, Column, Row, Space, Table
from measurand.auditing.claims.space import DATA, kinds_of_cells, product_candidates
from measurand.edges.claims.definitions import Scope, clashing
from measurand.edges.claims.gathering import Gathering, elements
from measurand.edges.files.json.converter import Scalar
from measurand.edges.files.json.schema_error import message_fault, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.grammar import SignatureError, read_value

_COLUMNS = "columns"
_ANY = "any"
_AUTHOR = "author"
_AUTHORS = tuple(one.value for one in Author)
_MOST_TRIED = 2000
"""Definitions with one value of a product that are built to see whether one of them exists."""
_EMPTY_HINT = 'list the values to try, such as average = ["micro", "macro[sample]"]'


@frozen
class _SpaceFaults:
    """Where a space stands, and the faults found in it."""

    place: Place
    faults: Gathering


@frozen
class Names:
    """What may be spoken of: columns (None where one could not be read), and sources."""

    columns: Mapping[str, Column | None]
    sources: Mapping[str, object]


def read_space(
    tree: Mapping[str, object], names: Names, table: Table | None, place: Place, faults: Gathering
) -> Space | None:
    """Read the space of a table; None where something is wrong with it, and that is noted.

    The table is what could be read of the rest, None where that has faults of its own.
    """
    before = len(faults.found)
    columns = _columns(tree, names, place, faults)
    governed = [names.columns.get(name) for name in columns]
    read = tuple(column for column in governed if column is not None and column.metric)
    complete = bool(read) and len(read) == len(governed)
    author = _author(tree, place, faults)
    reader = _Choices(Scope(read, complete=complete), names, faults, author)
    products = _products(tree, reader, place)
    if len(faults.found) > before:
        return None
    try:
        space = Space(columns=columns, products=products, author=author)
    except ValueError as error:
        fault = message_fault(str(error))
        faults.add(place, got=fault.got, expected=fault.expected, hint="narrow it")
        return None
    if table is not None:
        _existing(evolve(table, space=space), tree, read, _SpaceFaults(place, faults))
    return space if len(faults.found) == before else None


def _author(tree: Mapping[str, object], place: Place, faults: Gathering) -> Author:
    """Read who made the space: a person, where it does not say."""
    text = tree.get(_AUTHOR, Author.PERSON.value)
    if text in _AUTHORS:
        return Author(text)
    faults.add((*place, _AUTHOR), got=seen(text), expected=f"one of {', '.join(_AUTHORS)}")
    return Author.PERSON


def _existing(
    table: Table, tree: Mapping[str, object], columns: Sequence[Column], space: _SpaceFaults
) -> None:
    """Note values with which no definition exists: each could only be taken for a miss.

    Where values exclude one another, those are noted that cannot be even by themselves.
    """
    kinds = [
        (row, column)
        for row, column in kinds_of_cells(table, columns)
        # What clashes as declared is a fault of its own.
        if not (column.known and clashing(table, column, row))
    ]
    for at, product in enumerate(table.space.products if table.space else ()):
        tried = [
            (choice, number, why, not why or bool(_alone(kinds, table, choice, number)))
            for choice in product
            for number in range(len(choice.values))
            for why in [_nowhere(kinds, table, _with(product, choice, number))]
        ]
        wrong = [one for one in tried if one[2]]
        for choice, number, why, _ in [one for one in wrong if one[3]] or wrong[:1]:
            place = () if choice.option in tree else (_ANY, at)
            expected = f"a value of {choice.option} that some cell can have"
            text = seen(choice.values[number])
            here = (*space.place, *place, choice.option, number)
            space.faults.add(here, got=text, expected=expected, hint=why)


def _with(product: tuple[Choice, ...], choice: Choice, number: int) -> tuple[Choice, ...]:
    fixed = evolve(choice, values=(choice.values[number],))
    return tuple(fixed if one is choice else one for one in product)


def _alone(kinds: Sequence[tuple[Row, Column]], table: Table, choice: Choice, number: int) -> str:
    return _nowhere(kinds, table, (evolve(choice, values=(choice.values[number],)),))


def _nowhere(kinds: Sequence[tuple[Row, Column]], table: Table, product: tuple[Choice, ...]) -> str:
    """Say why no candidate of a product is a definition of all cells; empty where one is."""
    why = ""
    for candidate in islice(product_candidates(product), _MOST_TRIED):
        try:
            for row, column in kinds:
                cell_definition(table, column, row, candidate.options)
        except SignatureError as error:
            why = why or str(error)
        else:
            return ""
    return why


def _columns(
    tree: Mapping[str, object], names: Names, place: Place, faults: Gathering
) -> tuple[str, ...]:
    here = (*place, _COLUMNS)
    if _COLUMNS not in tree:
        faults.add(here, got="nothing", expected="the columns that the space is about")
        return ()
    names_read = faults.take(tree[_COLUMNS], tuple[str, ...], here)
    if names_read == ():
        faults.add(here, got="none", expected="at least one column")
    for at, name in enumerate(names_read or ()):
        if name not in names.columns:
            faults.unknown((*here, at), name, names.columns, "a column of this table")
        elif not _defined(names.columns[name]):
            hint = "it has a role alone"
            expected = "a column with a definition"
            faults.add((*here, at), got=seen(name), expected=expected, hint=hint)
    _once(names_read or (), here, faults)
    return names_read or ()


def _defined(column: Column | None) -> bool:
    return column is None or bool(column.metric)


def _once(words: tuple[str, ...], place: Place, faults: Gathering) -> None:
    before: set[str] = set()
    for at, word in enumerate(words):
        if word in before:
            faults.add((*place, at), got=f"{seen(word)} again", expected="each once")
        before.add(word)


def _products(
    tree: Mapping[str, object], reader: "_Choices", place: Place
) -> tuple[tuple[Choice, ...], ...]:
    own = {name: part for name, part in tree.items() if name not in {_COLUMNS, _ANY, _AUTHOR}}
    shared = reader.read(own, place)
    if _ANY not in tree:
        if not own:
            reader.faults.add(place, got="an empty space", expected="options", hint=_EMPTY_HINT)
        return (shared,)
    here = (*place, _ANY)
    parts = reader.faults.take(tree[_ANY], tuple[object, ...], here)
    if parts == ():
        reader.faults.add(here, got="none", expected="at least one alternative")
    return tuple(
        reader.alternative(part, shared, (*here, at))
        for at, part in enumerate(elements(tree, _ANY))
    )


@frozen
class _Choices:
    """Reads choices about some columns."""

    scope: Scope
    names: Names
    faults: Gathering
    author: Author = Author.PERSON

    def alternative(
        self, tree: object, shared: tuple[Choice, ...], place: Place
    ) -> tuple[Choice, ...]:
        """Read an alternative: the shared choices, and its own."""
        own = self.faults.take(tree, Mapping[str, object], place)  # type: ignore[type-abstract]
        if own == {} and not shared:
            self.faults.add(place, got="an empty space", expected="options", hint=_EMPTY_HINT)
        for choice in shared:
            if own and choice.option in own:
                self.faults.add(
                    (*place, choice.option),
                    got="two lists",
                    expected="an option in one place",
                    hint="it is shared by all alternatives already",
                )
        return (*shared, *self.read(own or {}, place))

    def read(self, tree: Mapping[str, object], place: Place) -> tuple[Choice, ...]:
        """Read lists of values by the names of their options."""
        choices = (self._choice(name, part, (*place, name)) for name, part in tree.items())
        return tuple(choice for choice in choices if choice is not None)

    def _choice(self, name: str, tree: object, place: Place) -> Choice | None:
        if name != DATA:
            self.scope.check_name(name, place, self.faults)
        values = self.faults.take(tree, tuple[Scalar, ...], place)
        if values == ():
            self.faults.add(place, got="none", expected="at least one value", hint=_EMPTY_HINT)
        if not values:
            return None
        _once(values, place, self.faults)
        for at, value in enumerate(values):
            self._value(name, value, (*place, at))
        return Choice(option=name, values=values)

    def _value(self, name: str, text: str, place: Place) -> None:
        if name == DATA:
            if text not in self.names.sources:
                self.faults.unknown(place, text, self.names.sources, "the name of a source")
            return
        try:
            value = read_value(text)
        except SignatureError as error:
            self.faults.add(place, got=seen(text), expected=f"a value of {name}", hint=str(error))
            return
        self._asked(name).check_value(name, value, place, self.faults)

    def _asked(self, name: str) -> Scope:
        """Leave out columns that say an option: what is made up never replaces it."""
        if not self.author.made_up:
            return self.scope
        columns = self.scope.columns
        left = tuple(one for one in columns if name not in {option for option, _ in one.options})
        return evolve(self.scope, columns=left)
