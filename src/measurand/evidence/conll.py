"""What was said of CoNLL columns, one by one, joined with what a claims file says of them."""

from collections.abc import Mapping
from typing import TypeVar, get_args

from attrs import evolve

from measurand.evidence.source import ConllColumns, Named, Separator, Source, TagScheme

_USUAL = ConllColumns()
_MOST_DIGITS = 4
_OWN = ("gold_scheme", "pred_scheme")

Word = TypeVar("Word", bound=str)


def conll_of(said: Named, columns: ConllColumns = _USUAL) -> ConllColumns:
    """Change columns by what was said of them; what else was said is passed over.

    >>> conll_of((("separator", "space"), ("gold", "1"), ("scheme", "iobes")))
    ConllColumns(gold=1, pred=-1, separator='space', document='-DOCSTART-', comment='', \
scheme='iobes')

    Raises ValueError for a column that is no integer, or a word that is not known.
    """
    told = dict(said)
    separators: tuple[Separator, ...] = get_args(Separator)
    schemes: tuple[TagScheme, ...] = get_args(TagScheme)
    return evolve(
        columns,
        gold=_column(told, "gold", columns.gold),
        pred=_column(told, "pred", columns.pred),
        separator=_word(told, "separator", separators, columns.separator),
        document=told.get("document", columns.document),
        comment=told.get("comment", columns.comment),
        scheme=_word(told, "scheme", schemes, columns.scheme),
    )


def columns_of(source: Source) -> ConllColumns:
    """Give the columns of a source: those of `conll`, changed by what `input` says.

    Of two files gold is the last column of the first, unless another is said; there -2 has to be
    said by `input`, for it is what `conll` has where nothing is said.

    >>> columns_of(Source(path="a", format="conll", predictions="b")).gold
    -1

    Raises ValueError as `conll_of` does.
    """
    columns = conll_of(source.input, source.conll)
    unsaid = columns.gold == _USUAL.gold and "gold" not in dict(source.input)
    return evolve(columns, gold=-1) if source.predictions and unsaid else columns


def schemes_of(source: Source) -> tuple[TagScheme, TagScheme]:
    """Give the schemes of gold and of the predicted tags: that of both, where none of its own.

    >>> schemes_of(Source(path="a", format="conll", input=(("pred_scheme", "bilou"),)))
    ('lenient', 'bilou')

    Raises ValueError for a word that is not known.
    """
    both, by_name = columns_of(source).scheme, dict(source.input)
    gold, pred = (_word(by_name, name, get_args(TagScheme), both) for name in _OWN)
    return gold, pred


def token_of(source: Source) -> int | None:
    """Give the column of the tokens that two files are matched by; None: by counts alone.

    >>> token_of(Source(path="a", format="conll", predictions="b", input=(("token", "1"),)))
    1

    Raises ValueError for a column that is no integer.
    """
    if not source.predictions or source.said("aligned") == "counts":
        return None
    return _column(dict(source.input), "token", 0)


def _column(by_name: Mapping[str, str], name: str, usual: int) -> int:
    text = by_name.get(name)
    if text is None:
        return usual
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        message = f"{name}: the number of a column, from 0 or negative from the end: got {text!r}"
        raise ValueError(message)
    return int(text)


def _word(by_name: Mapping[str, str], name: str, among: tuple[Word, ...], usual: Word) -> Word:
    text = by_name.get(name)
    if text is None:
        return usual
    choice = next((word for word in among if word == text), None)
    if choice is None:
        message = f"{name}: {' or '.join(among)}: got {text!r}"
        raise ValueError(message)
    return choice


def scheme_of(source: Source) -> str:
    """Name the scheme in which the tags of a source are read; empty where it has no tags.

    >>> scheme_of(Source(path="a.tsv", format="conll", input=(("scheme", "iob2"),)))
    'iob2'
    >>> scheme_of(Source(path="a.jsonl", items="iob2")), scheme_of(Source(path="a.jsonl"))
    ('lenient', '')
    """
    if source.kind.tagged:
        gold, pred = schemes_of(source)
        return gold if gold == pred else f"{gold} in gold and {pred} in predictions"
    return "lenient" if source.items == "iob2" else ""
