"""Datasets as Hugging Face keeps them on disk: folders of Arrow streams, or of Parquet by split.

A dataset is a folder that names its files. The names are not trusted: each has to be a plain name
in the folder, and what it leads to has to lie inside, so that a dataset from outside reads nothing
else on the disk. A split of which a file is missing would give other numbers without a word, so
the numbers in the names are held to be all there. Labels that are kept as numbers, beside the list
of their names, are read as the names.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.formats.arrow import table_events, table_of
from measurand.edges.files.json.value import FaultError, Json, decode, expected, wrong
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.evidence.formats import LABELS, Choice, Records, Stance
from measurand.evidence.paths import Key
from measurand.evidence.source import Source
from measurand.values.fault import shown

Feature = Json
"""What a dataset says of a column: an object with `_type` or with fields, or a list of one."""

_NO_LABEL = -1
_LISTS = frozenset(("Sequence", "LargeList", "List"))


def labels_of(features: Feature) -> Mapping[str, Callable[[Json], Json]]:
    """Give what makes names of the numbers in columns, for the columns that hold labels.

    >>> features = {"id": {"dtype": "int64", "_type": "Value"},
    ...             "gold": {"feature": {"names": ["bad", "good"], "_type": "ClassLabel"},
    ...                      "_type": "List"}}
    >>> {name: named([1, 0, None]) for name, named in labels_of(features).items()}
    {'gold': ['good', 'bad', None]}

    They raise FaultError for a number that no name stands for.
    """
    if not isinstance(features, dict):
        return {}
    return {
        name: partial(_named, feature=feature, place=f"${Key(name).text}")
        for name, feature in features.items()
        if _has_labels(feature)
    }


def _has_labels(feature: Feature) -> bool:
    if isinstance(feature, list):
        return any(map(_has_labels, feature))
    if not isinstance(feature, dict):
        return False
    return feature.get("_type") == "ClassLabel" or any(map(_has_labels, feature.values()))


def _named(value: Json, feature: Feature, place: str) -> Json:
    """Make names of the numbers in a value; -1 says that there is no label."""
    match feature:
        case [inside]:
            return _each(value, inside, place)
        case {"_type": "ClassLabel", "names": list(names)}:
            return _name(value, names, place)
        case {"_type": str(kind), "feature": inside} if kind in _LISTS:
            return _each(value, inside, place)
        case dict() if isinstance(value, dict):
            return {name: _named(held, feature.get(name), place) for name, held in value.items()}
        case _:
            return value


def _each(value: Json, feature: Feature, place: str) -> Json:
    if isinstance(value, dict) and isinstance(feature, dict):
        return {name: _each(held, feature.get(name), place) for name, held in value.items()}
    return [_named(one, feature, place) for one in value] if isinstance(value, list) else value


def _name(value: Json, names: list[Json], place: str) -> Json:
    if isinstance(value, bool) or not isinstance(value, int) or value == _NO_LABEL:
        return None if value == _NO_LABEL else value
    known = names[value] if 0 <= value < len(names) else None
    if not isinstance(known, str):
        raise expected(f"a label from 0 to {len(names) - 1}, or -1 for none", value, path=place)
    return known


STATE, INFO, SPLITS = "state.json", "dataset_info.json", "dataset_dict.json"
_MOST_BYTES = 2**26
_MOST_FILES, _SHOWN = 100_000, 8
_LAYOUT = re.compile(
    r"(?P<split>[\w.]+?)(-(?P<at>\d+)-of-(?P<of>\d+)(-[0-9a-f]+)?)?\.parquet", re.ASCII
)
_LINK = "it is a link to elsewhere: copy the folder with the files themselves (cp -rL)"
_WHAT = f"a dataset: {STATE}, {SPLITS}, or Parquet files such as train-00000-of-00001.parquet"


@frozen
class _Files:
    """The files of one split, in order, in a folder of the dataset; what its columns are."""

    paths: Sequence[Path]
    features: Feature = None
    format: str = "arrow"


@telling
def read_dataset(part: Part) -> Iterator[Event]:
    """Give an event for every row of a split of a dataset."""
    folder = _folder(part)
    files = _files(_split_of(folder, part), part)
    for path in files.paths:
        yield from _events(path, folder, files, part)


def _folder(part: Part) -> Path:
    if part.path is None or not part.path.is_dir():
        raise wrong("no folder", _WHAT)
    if part.source.sha256:
        raise wrong("a digest beside a folder", "a digest of one file")
    return part.path


def _events(path: Path, folder: Path, files: _Files, part: Part) -> Iterator[Event]:
    name = f"{part.name}/{path.relative_to(folder).as_posix()}"
    source = evolve(part.source, format=files.format, input=())
    one = evolve(part, source=source, path=path, name=name)
    part.ids.begin(name)
    try:
        with part.opened(path) as file:
            table = table_of(one, file)
            features = files.features or _features_in(table.schema.metadata, part.options.max_depth)
            yield from table_events(table, one, labels_of(features))
    except FaultError as error:
        yield Bad((error.fault.at(file=name),))


def _features_in(metadata: Mapping[bytes, bytes] | None, levels: int) -> Feature:
    """Take what the columns are from the metadata that the library writes into Parquet files."""
    raw = (metadata or {}).get(b"huggingface", b"")
    return _under(decode(raw, max_depth=levels), "info", "features") if raw else None


def _under(value: Json, *names: str) -> Json:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _split_of(folder: Path, part: Part) -> Path:
    """Choose the folder of a split, where a dataset keeps its splits in folders."""
    if not (folder / SPLITS).exists():
        return folder
    names = _under(_document(folder, folder, SPLITS, part), "splits")
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    if not texts or names != texts:
        raise expected("a list of the names of splits", names, path="$.splits")
    return _inside(folder, _chosen(texts, part), folder, kind="folder")


def _chosen(names: Sequence[str], part: Part) -> str:
    said = part.source.said("split")
    if said and said not in names:
        listed = ", ".join(shown(name) for name in names[:_SHOWN])
        raise wrong(f"only {listed}", f"the split {shown(said)}")
    if not said and len(names) != 1:
        raise undecided(part, "split", names)
    return said or names[0]


def _files(folder: Path, part: Part) -> _Files:
    if (folder / STATE).exists():
        return _saved(folder, part)
    here = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    if _numbered(here) and not part.source.said("split"):
        hint = "of files of one table say --input-format parquet, of splits --input split=NAME"
        raise wrong("names that differ by a number", _WHAT, hint)
    splits = _parquet(folder) or _parquet(folder / "data")
    if not splits:
        raise wrong("a folder without such files", _WHAT)
    split = _chosen(list(splits), part)
    root = part.path or folder
    _check_all(split, [path.name for path in splits[split]])
    paths = [_inside(path.parent, path.name, root) for path in splits[split]]
    return _Files(paths, format="parquet")


def _check_all(split: str, names: Sequence[str]) -> None:
    """Refuse a split of which a file is missing, or there twice, as the numbers in names tell."""
    layouts = [named for named in map(_LAYOUT.fullmatch, names) if named and named["of"]]
    numbered = [(int(named["at"]), int(named["of"])) for named in layouts]
    most = max((of for _, of in numbered), default=0)
    if numbered and (len(names) != most or sorted(numbered) != [(at, most) for at in range(most)]):
        got, expected = f"{len(names)} files", f"the {most} files of the split {shown(split)}"
        hint = "was the dataset copied whole, and once? a pattern of names reads what is there"
        raise wrong(got, expected, hint)


def _numbered(names: Sequence[str]) -> bool:
    """Tell files of one table, as many threads write it, from those of splits.

    >>> _numbered(["data_0.parquet", "data_1.parquet"]), _numbered(["a.parquet", "b.parquet"])
    (True, False)
    """
    layouts = [named for named in map(_LAYOUT.fullmatch, names) if named]
    stems = {re.sub(r"[0-9]+", "#", named["split"]) for named in layouts}
    return len(layouts) > 1 == len(stems) and not any(named["of"] for named in layouts)


def _parquet(folder: Path) -> Mapping[str, Sequence[Path]]:
    """List the Parquet files of a folder by the splits that their names tell."""
    splits: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        named = _LAYOUT.fullmatch(path.name)
        if named:
            splits.setdefault(named["split"], []).append(path)
    return splits


def _saved(folder: Path, part: Part) -> _Files:
    """Read what `save_to_disk` wrote beside the data."""
    root = part.path or folder
    state = _document(folder, root, STATE, part)
    if _under(state, "_indices_data_files") or _under(state, "_indices_files"):
        raise wrong(
            "a view: rows chosen or shuffled by a file of indices",
            "a dataset whose rows stand as they are read",
            "save it with flatten_indices().save_to_disk(...)",
        )
    listed = _under(state, "_data_files")
    if not isinstance(listed, list) or len(listed) > _MOST_FILES:
        raise expected("a list of files", listed, path="$._data_files")
    said, own = part.source.said("split"), _under(state, "_split")
    if said and isinstance(own, str) and folder == root:
        _chosen([own], part)
    names = [_under(one, "filename") for one in listed]
    paths = [_inside(folder, name, root) for name in names]
    there = (folder / INFO).exists()
    features = _under(_document(folder, root, INFO, part), "features") if there else None
    return _Files(paths, features)


def _document(folder: Path, root: Path, name: str, part: Part) -> Json:
    path = _inside(folder, name, root)
    with path.open("rb") as file:
        raw = file.read(_MOST_BYTES + 1)
    called = f"{part.name}/{name}"
    if len(raw) > _MOST_BYTES:
        raise wrong("more", f"at most {_MOST_BYTES} bytes", file=called)
    try:
        return decode(raw, max_depth=part.options.max_depth)
    except FaultError as error:
        raise FaultError(error.fault.at(file=called)) from None


def _inside(folder: Path, name: Json, root: Path, *, kind: str = "file") -> Path:
    """Give the path of a file that a dataset names, which has to lie in its folder.

    Raises FaultError for a name that is a path, for a link out of the folder, and where there is
    no such file.
    """
    plain = isinstance(name, str) and name not in {"", ".", ".."}
    if not isinstance(name, str) or not plain or not {"/", "\\", ":", "\0"}.isdisjoint(name):
        raise expected(f"the plain name of a {kind} in the folder", name)
    path = folder / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
        raise expected(f"a {kind} inside the folder", name, hint=_LINK)
    if not (path.is_dir() if kind == "folder" else path.is_file()):
        got, hint = "nothing of that name", "was the dataset copied whole?"
        raise wrong(got, f"the {kind} {shown(name)}", hint, path="$")
    return path


def sniff(head: Head) -> Guess | None:
    """Tell a dataset by the names of its files.

    >>> sniff(Head(name="runs", entries=("state.json", "data-00000-of-00001.arrow"))).source.format
    'dataset'
    """
    names = frozenset(head.entries)
    parquet = [name for name in names if _LAYOUT.fullmatch(name.removeprefix("data/"))]
    if _numbered(parquet) and not {STATE, SPLITS} & names:
        return None
    if not ({STATE, SPLITS} & names or parquet):
        return None
    said = "this is a dataset on disk; its columns are named id, gold and pred"
    return Guess(source=Source(path=head.name, format="dataset"), assumptions=(said,))


FORMAT = SampleFormat(
    name="dataset",
    about="a dataset of Hugging Face, as save_to_disk leaves it",
    files="a folder",
    shape=("spices/dataset_dict.json", "spices/test/data-00000-of-00001.arrow"),
    gold="the column gold, or what fields.gold names",
    pred="the column pred, or what fields.pred names",
    traps=("Of several splits one is read: split says which.",),
    extra="arrow",
    records=Records.MAPPED,
    whole_folders=True,
    own_choices=(
        Choice("split", "what counts", "which split of a dataset is read"),
        LABELS,
    ),
    stances={
        "list cells": (Stance("fixes", "lists of texts or structs; a struct of lists is the same"),)
    },
    read=read_dataset,
    sniff=sniff,
    extent=Extent.FILE,
)
