"""Data sets of COCO with one image and two categories, and what reading them gives."""

import json
from pathlib import Path

from attrs import evolve

from measurand.edges.files import Event, read
from measurand.evidence.source import Source
from measurand.values.sample import Sample
from tests.formats.reading import faults, samples

PLAIN = Source(path="a.json", predictions="b.json", format="coco")


def annotation(number: int, box: object, **more: object) -> dict[str, object]:
    """Write an annotation of the one image and category."""
    given = {"id": number, "image_id": 1, "category_id": 1, "bbox": box, "iscrowd": 0}
    return {**given, **more}


def result(box: object, score: object = 0.5, **more: object) -> dict[str, object]:
    """Write a result for the one image and category."""
    return {"image_id": 1, "category_id": 1, "bbox": box, "score": score, **more}


def gold(*annotations: object, **more: object) -> dict[str, object]:
    """Write a data set of one image of 100 by 80."""
    image = {"id": 1, "file_name": "a.jpg", "width": 100, "height": 80}
    categories = [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]
    given = {"images": [image], "annotations": list(annotations), "categories": categories}
    return {**given, **more}


def found_in(folder: Path, first: object, second: object, source: Source = PLAIN) -> list[Event]:
    """Write two files and read them."""
    (folder / "a.json").write_text(json.dumps(first))
    (folder / "b.json").write_text(json.dumps(second))
    return list(read(source, root=folder))


def only(folder: Path, first: object, second: object, source: Source = PLAIN) -> Sample:
    """Read two files that make one sample."""
    found = found_in(folder, first, second, source)
    assert not faults(found)
    [sample] = samples(found)
    return sample


def one(folder: Path, first: object, second: object, source: Source = PLAIN) -> str:
    """Read two files that have one fault."""
    [fault] = faults(found_in(folder, first, second, source))
    return fault


def said(**choices: str) -> Source:
    """Say choices."""
    return evolve(PLAIN, input=tuple(choices.items()))
