"""What a format of samples is, in words: its shape, what a file of it leaves open, what it fixes.

A `Format` is a declaration: a frozen value that opens nothing. Who reads a format makes one that
also tells files and reads them, in the one module that knows the format (`edges.files.formats`);
`Source` asks for names, choices and a few traits alone, and those stand here.

The core cannot list the formats without knowing who reads them, and packages of others add some.
So who reads hands in the one mapping of them by name (`read_by`), and what is looked up in it is
loaded then: a source of JSON Lines loads no reader of Arrow, Zip or XML. Before any reader is
loaded there is only the format of which nothing is looked up: `jsonl`.

A convention is what a file may mean in more than one way. Each choice of a format is about one:
what has no default is asked where a file leaves it open, what has one is assumed. The rest is what
a format fixes by itself, or what its reader refuses.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import Literal, get_args

from attrs import field, frozen

from measurand.values.suggest import did_you_mean

Convention = Literal[
    "ids",
    "repeated ids",
    "header and fields",
    "list cells",
    "label types",
    "span ends",
    "tag scheme",
    "box corners",
    "weights",
    "missing predictions",
    "texts",
    "what counts",
]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
Verb = Literal["asks", "assumes", "refuses", "fixes"]


@frozen
class Choice:
    """Something that a file of a format may leave open, the convention it is about, how it is said.

    `among` lists the words that may be said; empty: any text. `default` is what holds where nothing
    is said; empty: a file that leaves it open is refused, and the fault names the choice. `absent`
    says that no word is needed where the file has nothing of the kind, such as comments.

    >>> Choice(name="filter", convention="what counts", about="which filter is read").among
    ()
    """

    name: str
    convention: Convention
    about: str
    among: tuple[str, ...] = ()
    default: str = ""
    absent: bool = False


END = Choice(
    "end",
    "span ends",
    "whether the end of a span is inside it, where the file does not show it",
    among=("exclusive", "inclusive"),
)
"""What every format of records leaves open: its spans are what a mapping finds."""

LABELS = Choice(
    "labels",
    "label types",
    "how labels are compared that may be one or two, such as 1 and 1.0: by value, as text "
    "(as they are written), or not before it is said (ask)",
    among=("ask", "value", "text"),
    default="ask",
)
"""What formats leave open whose labels may have types."""


@frozen
class Stance:
    """What a format does about a convention, and what exactly.

    It asks where a file leaves it open; assumes what holds where nothing else is said; refuses
    files that would need it; or fixes it: then there is nothing to say.

    >>> Stance("fixes", "UTF-8").verb
    'fixes'
    """

    verb: Verb
    what: str
    choice: str = ""


Stances = Mapping[Convention, tuple[Stance, ...]]


class Records(Enum):
    """Whether a format holds records, and what reads them.

    A mapping of fields to keys or columns; rules of the format's own, with conditions on records;
    or there are none: the format says where gold and predictions stand.
    """

    MAPPED = "mapped"
    OWN_RULES = "own rules"
    NONE = "none"


class Predictions(Enum):
    """Where predictions may stand: beside gold, in a second file of the same form, or in either."""

    BESIDE = "beside gold"
    EITHER = "beside gold, or a second file"
    SECOND = "second file"


@frozen(kw_only=True, eq=False)
class Format:
    """A format as a user meets it, and what a source of it may say.

    `files` are names that its files often have, which are never looked at: the content tells.
    `shape` shows the beginning of a file. `gold` and `pred` say what is read into them; `traps` are
    what makes numbers differ, and what is done about it. `extra` is what has to be installed.
    `own_choices` are what its files leave open, `stances` what it does about conventions without a
    choice. Of `whole_folders` a folder is one place, not a list of files. With `text_cells` values
    have no types of their own: a cell is what it spells. With `ids_unchecked` no id that repeats is
    looked for. With `nested` records lie at a path of the document, or are made of lists in it;
    with `tagged` items are made of tags of tokens. `places` are where a field of conditions may
    lie: the first not empty counts.

    >>> toy = Format(name="toy", about="a toy", files=".toy", shape=("a b",), gold="a", pred="b")
    >>> toy.choices, toy.second
    ((), False)
    """

    name: str
    about: str
    files: str
    shape: tuple[str, ...]
    gold: str
    pred: str
    traps: tuple[str, ...] = ()
    extra: str = ""
    records: Records = Records.NONE
    predictions: Predictions = Predictions.BESIDE
    whole_folders: bool = False
    text_cells: bool = False
    ids_unchecked: bool = False
    nested: bool = False
    tagged: bool = False
    places: Mapping[str, tuple[str, ...]] = field(factory=dict)
    own_choices: tuple[Choice, ...] = ()
    stances: Stances = field(factory=dict)

    @property
    def mapped(self) -> bool:
        """Tell whether it holds records that a mapping reads."""
        return self.records is Records.MAPPED

    @property
    def second(self) -> bool:
        """Tell whether predictions may stand in a second place, joined by id."""
        return self.predictions is not Predictions.BESIDE

    @property
    def choices(self) -> tuple[Choice, ...]:
        """List what its files may leave open; records that a mapping reads may have spans."""
        return (*self.own_choices, *((END,) if self.mapped else ()))

    @property
    def undecided(self) -> Sequence[Choice]:
        """List the choices that have no default, so that they may have to be said.

        >>> [one.name for one in format_named("squad").undecided]
        ['version']
        """
        return tuple(one for one in self.choices if not one.default and not one.absent)

    def choice(self, name: str) -> Choice:
        """Find a choice.

        >>> format_named("lm-eval").choice("filter").default
        ''

        Raises ValueError where it has none of that name.
        """
        for one in self.choices:
            if one.name == name:
                return one
        names = [one.name for one in self.choices]
        known = f"one of {', '.join(names)}" if names else "nothing"
        message = f"{known}, for {self.name}: got {name!r}"
        others = [
            one.name for one in formats().values() if name in {its.name for its in one.choices}
        ]
        elsewhere = f": {name} is a choice of {', '.join(others)}" if others else ""
        raise ValueError(message + (did_you_mean(name, names) or elsewhere))

    def check(self, said: Sequence[tuple[str, str]]) -> None:
        """Refuse what the format does not leave open, or words that it does not know.

        >>> format_named("coco").check([("box", "xyxy")])

        Raises ValueError naming the choice.
        """
        for name, value in said:
            known = self.choice(name)
            odd = name == "lists" and value not in _LISTS and did_you_mean(value, _LISTS)
            if odd:
                message = f"{name}: json, one, or the text between items: got {value!r}{odd}"
                raise ValueError(message)
            if not value or (known.among and value not in known.among):
                expected = " or ".join(known.among) or "a text"
                message = f"{name}: {expected}: got {value!r}{did_you_mean(value, known.among)}"
                raise ValueError(message)

    def stances_on(self, convention: Convention) -> Sequence[Stance]:
        """List what it does about a convention; nothing where it has none of it.

        >>> [one.verb for one in format_named("squad").stances_on("missing predictions")]
        ['asks', 'fixes']
        >>> [one.choice for one in format_named("conll").stances_on("tag scheme")]
        ['scheme', 'gold_scheme', 'pred_scheme']
        """
        chosen = [self._chosen(one) for one in self.choices if one.convention == convention]
        shared = RECORD_STANCES.get(convention, ()) if self.mapped else ()
        own = (*self.stances.get(convention, ()), *shared)
        return (*chosen, *(own or USUAL_STANCES.get(convention, ())))

    def _chosen(self, one: Choice) -> Stance:
        if one in self.undecided or one.default == "ask":
            words = f" ({', '.join(one.among)})" if one.among else ""
            return Stance("asks", f"{one.about}{words}", one.name)
        return Stance("assumes", f"{one.default or 'none'}: {one.about}", one.name)

    def verbs(self, convention: Convention) -> str:
        """Say in a word or two what it does about a convention.

        >>> format_named("csv").verbs("list cells"), format_named("squad").verbs("span ends")
        ('asks, assumes', '')
        """
        there = {one.verb for one in self.stances_on(convention)}
        return ", ".join(verb for verb in get_args(Verb) if verb in there)

    @property
    def source_text(self) -> str:
        """Write a source of the format as it stands in a claims file.

        >>> print(format_named("quads").source_text)
        [data.runs]
        path = "..."
        format = "quads"
        predictions = "..."
        input = { order = "..." }
        """
        second = self.second and not self.mapped
        said = [f'{one.name} = "{"|".join(one.among) or "..."}"' for one in self.undecided]
        lines = [
            "[data.runs]",
            'path = "..."',
            *([] if self.name == DEFAULT else [f'format = "{self.name}"']),
            *(['predictions = "..."'] if second else []),
            *([f"input = {{ {', '.join(said)} }}"] if said else []),
        ]
        return "\n".join(lines)


_LISTS = ("json", "one")
DEFAULT = "jsonl"
"""The format of a source of which nothing else is said."""


_readable: list[Mapping[str, Format]] = []


def read_by(readers: Mapping[str, Format]) -> None:
    """Hand in the formats that are read, by name; each may be loaded when it is first looked up."""
    _readable[:] = [readers]


def formats() -> Mapping[str, Format]:
    """Give the formats that are read, by name, as who reads them handed them in.

    >>> "csv" in formats(), "no such format" in formats()
    (True, False)

    Raises ValueError where no readers are loaded yet.
    """
    if not _readable:
        message = "formats are known when their readers are loaded: import measurand.edges.files"
        raise ValueError(message)
    return _readable[0]


def format_named(name: str) -> Format:
    """Find a format by its name.

    >>> format_named("quads").files
    '.txt'

    Raises ValueError where there is none of it; it names the formats.
    """
    known = formats()
    if name not in known:
        message = f"one of {', '.join(known)}: got {name!r}{did_you_mean(name, tuple(known))}"
        raise ValueError(message)
    return known[name]


def with_second(known: Collection[Format]) -> str:
    """List the formats whose predictions may stand in a second place.

    >>> with_second([format_named("csv"), format_named("json")])
    'csv'
    """
    return ", ".join(sorted(one.name for one in known if one.second))


_UTF8 = Stance("fixes", "UTF-8, nothing normalised: a definition does that (normalise=...)")
_JOINED = Stance("refuses", "an id that stands twice in a source")
TEXT_LABELS = Stance("fixes", "every label is a text")
LABELS_AS_WRITTEN = Stance("fixes", "labels are compared as they are written")
NUMBERED = Stance("fixes", "each sample has its number in the file, so none repeats")

RECORD_STANCES: Stances = {
    "ids": (
        Stance("fixes", "a text or an integer, 1 and '1' alike; fields.id may join several"),
        Stance("refuses", "a record without one"),
    ),
    "repeated ids": (_JOINED,),
    "header and fields": (
        Stance("assumes", "id, gold, pred (or the keys of the format) where fields says none"),
    ),
    "tag scheme": (
        Stance("asks", "what lists of tags are: items (iob2, text)"),
        Stance("assumes", "items=iob2 is read leniently: an I- that continues nothing opens"),
    ),
    "weights": (
        Stance("assumes", "1 where sample_weight is absent"),
        Stance("refuses", "one that is null, negative or no number"),
    ),
    "missing predictions": (
        Stance("fixes", "null is no answer, [] is the empty one"),
        Stance("refuses", "a record without the key"),
    ),
    "texts": (_UTF8,),
}
"""What holds of all records that a mapping reads, beside what their format does."""

USUAL_STANCES: Stances = {
    "repeated ids": (_JOINED,),
    "header and fields": (Stance("fixes", "the format says where gold and predictions stand"),),
    "weights": (Stance("fixes", "every sample weighs 1"),),
    "texts": (_UTF8,),
}
"""What holds of a format of which nothing else is said."""
