"""COCO: images with annotated boxes, and a list of detected boxes; a sample is an image.

Four numbers are x, y, width and height, as COCO writes them, or two corners, as many models do;
read the wrong way they still overlap. So both readings are tried on all boxes of a side: what can
be sizes alone are sizes, what can be corners alone is asked about, and where both are possible it
is asked only if some IoU would change.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from attrs import define, evolve, field, frozen

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.formats.coco_boxes import (
    XYWH,
    XYXY,
    Four,
    Placed,
    Shape,
    Size,
    corners,
    four_of,
    ious,
    meant,
    number_at,
    size_of,
)
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    encode,
    exact,
    expected,
    wrong,
)
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.items import is_numeral
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.tool_logs import (
    RefusedError,
    decode_lenient,
    holding,
    read_second,
    refused,
    scalar_id,
    within_second,
)
from measurand.evidence.formats import TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.paths import Path
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.items import Slots
from measurand.values.sample import Sample, Similarity

_ID = (Path.parse("id"),)
_KEYS = ("images", "annotations", "categories")
_EITHER = "boxes that can be sizes or corners"
_MASKS = "masks and key points are not read: give every result its bbox"


@telling
def read_coco(part: Part) -> Iterator[Event]:
    """Give a sample for every image, with the IoU of every pair of boxes of one category.

    Items are slots of a category and a number: of the annotation, or of the result in the list.
    Results stand in the order of their scores, highest first, as a greedy matcher takes them.
    Average precision over thresholds of scores is not computed from them.
    """
    document = holding(
        decode_lenient(part.whole().removeprefix(BOM), part.options), _KEYS, "a data set of COCO"
    )
    results = read_second(part)
    if not isinstance(results, list):
        raise within_second(part, expected("a list of results, one a box", results))
    data = _Data(part=part, least=_least(part))
    data.name_categories(_listed(document, "categories"))
    data.list_images(_listed(document, "images"))
    strays = [*data.annotate(_listed(document, "annotations")), *data.detect(results)]
    ways, asked = data.ways()
    if asked:
        yield Bad(asked)
        return
    yield from strays
    for name, image in data.images.items():
        yield data.event(name, image, ways)


@frozen(kw_only=True)
class _Region:
    """A box as it is written: of which image and category, what it is called, how sure it is."""

    category: str
    name: str
    four: Four
    path: str
    score: Fraction = Fraction(0)
    area: Fraction | None = None


@define(kw_only=True)
class _Image:
    """An image: its number in the list, its size, and what was found of it."""

    number: int
    size: Size | None
    gold: list[_Region] = field(factory=list)
    predicted: list[_Region] = field(factory=list)
    faults: list[Fault] = field(factory=list)


def _least(part: Part) -> Fraction | None:
    said = part.source.said("score")
    if said == "all":
        return None
    if not is_numeral(said):
        raise wrong(f"score={said}", "score=NUMBER or score=all")
    return exact(Number(said))


def _listed(document: dict[str, Json], key: str) -> Sequence[Json]:
    rows = document[key]
    if not isinstance(rows, list):
        raise expected("a list", rows, path=f"$.{key}")
    return rows


def _at(error: FaultError, root: str) -> FaultError:
    """Tell a fault from the root of the document."""
    return FaultError(evolve(error.fault, path=root + error.fault.path.removeprefix("$")))


@define(kw_only=True)
class _Data:
    """What was read of the two documents: categories by id, images by id."""

    part: Part
    least: Fraction | None
    categories: dict[str, str] = field(factory=dict)
    images: dict[str, _Image] = field(factory=dict)

    def name_categories(self, found: Sequence[Json]) -> None:
        """Name the categories by their ids; names differ."""
        taken: set[str] = set()
        for at, value in enumerate(found):
            try:
                held = holding(value, ("id", "name"), "a category")
                name = held["name"]
                if not isinstance(name, str) or name in taken:
                    raise expected("a name of its own", name, path="$.name")
                taken.add(name)
                self.categories[scalar_id(held["id"], "$.id")] = name
            except FaultError as error:
                raise _at(error, f"$.categories[{at}]") from None

    def list_images(self, found: Sequence[Json]) -> None:
        """List the images by their ids, with their sizes where they have some."""
        for at, value in enumerate(found):
            try:
                held = holding(value, ("id",), "an image")
                name, size = scalar_id(held["id"], "$.id"), size_of(held)
            except FaultError as error:
                raise _at(error, f"$.images[{at}]") from None
            if name in self.images:
                before = f"record [{self.images[name].number - 1}]"
                raise _at(FaultError(repeated(name, before, _ID)), f"$.images[{at}]")
            self.images[name] = _Image(number=at + 1, size=size)

    def annotate(self, found: Sequence[Json]) -> Iterator[Bad]:
        """Put the annotations to their images; give those of no image."""
        taken: set[str] = set()
        for at, value in enumerate(found):
            image, path = None, f"$.annotations[{at}]"
            try:
                held = holding(value, ("id", "image_id", "category_id"), "an annotation")
                image = self._image(held)
                name = scalar_id(held["id"], "$.id")
                if name in taken:
                    raise expected("an id of its own", held["id"], path="$.id")
                taken.add(name)
                crowd = held.get("iscrowd")
                if crowd is None or crowd == 0 or self._keeps_crowds():
                    image.gold.append(self._region(held, name, path))
            except RefusedError:
                raise
            except FaultError as error:
                fault = _at(error, path).fault.at(file=self.part.name)
                if image is None:
                    yield Bad((fault,), encode(value) + b"\n")
                else:
                    image.faults.append(fault)

    def detect(self, found: Sequence[Json]) -> Iterator[Bad]:
        """Put the results that count to their images, the surest first; give those of no image."""
        for at, value in enumerate(found):
            image, path = None, f"$[{at}]"
            try:
                held = holding(value, ("image_id", "category_id"), "a result")
                image = self._image(held)
                holding(value, ("score",), "a result")
                region = self._region(held, str(at), path)
                region = evolve(region, score=number_at("$.score", held["score"]))
                if self.least is None or region.score >= self.least:
                    image.predicted.append(region)
            except FaultError as error:
                fault = _at(error, path).fault.at(file=self.part.source.predictions)
                if image is None:
                    yield Bad((fault,), encode(value) + b"\n")
                else:
                    image.faults.append(fault)
        for image in self.images.values():
            image.predicted.sort(key=lambda region: -region.score)

    def _image(self, held: Mapping[str, Json]) -> _Image:
        name = scalar_id(held["image_id"], "$.image_id")
        if name not in self.images:
            raise expected(
                "the id of an image of the data set", held["image_id"], path="$.image_id"
            )
        return self.images[name]

    def _region(self, held: Mapping[str, Json], name: str, path: str) -> _Region:
        category = scalar_id(held["category_id"], "$.category_id")
        if category not in self.categories:
            what = "the id of a category of the data set"
            raise expected(what, held["category_id"], path="$.category_id")
        if "bbox" not in held:
            raise expected("the key 'bbox'", dict(held), hint=_MASKS)
        four = four_of(held["bbox"], "$.bbox")
        area = None if held.get("area") is None else number_at("$.area", held["area"])
        category = self.categories[category]
        return _Region(category=category, name=name, four=four, path=path, area=area)

    def _keeps_crowds(self) -> bool:
        said = self.part.source.said("crowd")
        if not said:
            raise refused(undecided(self.part, "crowd", got="annotations with iscrowd"))
        return said == "keep"

    def ways(self) -> tuple[tuple[str, str], tuple[Fault, ...]]:
        """Tell what the numbers of boxes are, in gold and in the results; and what has to be said.

        What was not said has to be where it may be either and that changes how alike two boxes are,
        and where all boxes can be corners alone, which is not how COCO writes them.
        """
        images = list(self.images.values())
        sides = {
            "box": [(region, image.size) for image in images for region in image.gold],
            "results_box": [(region, image.size) for image in images for region in image.predicted],
        }
        told = {
            name: self.part.source.said(name)
            or meant([Shape(region.four, size, region.area) for region, size in boxes])
            for name, boxes in sides.items()
        }
        corners_alone = [
            name for name in sides if told[name] == XYXY and not self.part.source.said(name)
        ]
        either = [name for name in sides if not told[name]]
        asked = corners_alone or (either if self._differ(told, either) else [])
        got = "boxes that can be corners alone" if corners_alone else _EITHER
        ways = told["box"] or XYWH, told["results_box"] or XYWH
        return ways, tuple(undecided(self.part, name, got=got).fault for name in asked)

    def _differ(self, told: Mapping[str, str], either: Sequence[str]) -> bool:
        """Tell whether boxes are more or less alike where those that may be either are corners."""
        readings = [
            tuple(told[name] or chosen[name] for name in ("box", "results_box"))
            for words in product((XYWH, XYXY), repeat=len(either))
            for chosen in [dict(zip(either, words, strict=True))]
        ]
        return any(
            len({_alike(image, gold, found) for gold, found in readings}) > 1
            for image in self.images.values()
        )

    def event(self, name: str, image: _Image, ways: tuple[str, str]) -> Sample | Bad:
        """Make the sample of an image, or say what is wrong with it."""
        try:
            gold = [_placed(one, ways[0], self.part.name, image) for one in image.gold]
            second = self.part.source.predictions
            predicted = [_placed(one, ways[1], second, image) for one in image.predicted]
            pairs = {} if image.faults else ious(gold, predicted)
        except FaultError as error:
            image.faults.append(error.fault.at(file=self.part.name))
        before = self.part.ids.earlier(name, image.number, "element")
        if before is not None:
            image.faults.append(repeated(name, before, _ID).at(file=self.part.name))
        if image.faults:
            return Bad(tuple(image.faults), encode({"image_id": name}) + b"\n")
        right = [_item(one, "annotation") for one in image.gold]
        results = [_item(one, "result") for one in image.predicted]
        return Sample(
            id=name,
            gold=tuple(right),
            predicted=tuple(results),
            similarities=tuple(
                Similarity(results[p], right[g], value) for (p, g), value in pairs.items()
            ),
        )


def _alike(image: _Image, gold: str, found: str) -> frozenset[tuple[tuple[int, int], Fraction]]:
    """Give the IoU of all pairs of an image, under a reading of either side."""
    sides = (image.gold, gold), (image.predicted, found)
    try:
        right, given = (
            [Placed(category=one.category, box=corners(one.four, how, one.path)) for one in regions]
            for regions, how in sides
        )
        return frozenset(ious(right, given).items())
    except FaultError:  # It is told of the image: no box, or too many of them.
        return frozenset()


def _placed(region: _Region, how: str, file: str, image: _Image) -> Placed:
    try:
        box = corners(region.four, how, f"{region.path}.bbox")
    except FaultError as error:
        image.faults.append(error.fault.at(file=file))
        box = region.four
    return Placed(category=region.category, box=box)


def _item(region: _Region, numbered: str) -> Slots:
    return Slots.of({"category": region.category, numbered: region.name})


def sniff(head: Head) -> Guess | None:
    """Tell a data set of COCO by its keys.

    >>> sniff(Head(name="gold.json", document={
    ...     "images": [], "annotations": [], "categories": []})).source.format
    'coco'
    """
    held, start = head.document, head.raw[:2000]
    keyed = isinstance(held, dict) and set(_KEYS) <= held.keys()
    begun = held is None and head.more and b'"images"' in start and start.lstrip()[:1] == b"{"
    if not keyed and not (begun and b'"file_name"' in start):
        return None
    said = (
        "this is a data set of COCO: name the list of results with predictions = PATH",
        "a sample is an image; boxes are x, y, width, height, where nothing else is said or shown",
        "boxes are matched by their exact IoU: f(match=optimal[similarity=given,threshold=0.5])",
    )
    return Guess(source=Source(path=head.name, format="coco"), assumptions=said)


FORMAT = SampleFormat(
    name="coco",
    about="COCO: annotated boxes, and a list of detected ones",
    files=".json",
    shape=('[{"image_id": 42, "category_id": 18, "bbox": [10, 20, 30, 40], "score": 0.9}]',),
    gold=("the boxes of an image, with the IoU of every pair of one category"),
    pred="the boxes of that image in a second file",
    traps=(
        "Boxes are x, y, width, height; many models write two corners: box and results_box.",
        "Regions marked iscrowd are kept or dropped: crowd says which.",
    ),
    predictions=Predictions.SECOND,
    own_choices=(
        Choice(
            "box",
            "box corners",
            "what the four numbers of a box are in gold, where they do not tell",
            among=("xywh", "xyxy"),
        ),
        Choice(
            "results_box",
            "box corners",
            "what the four numbers of a box are in the results, where they do not tell",
            among=("xywh", "xyxy"),
        ),
        Choice(
            "crowd",
            "what counts",
            "what becomes of gold regions marked iscrowd",
            among=("keep", "drop"),
        ),
        Choice(
            "score", "what counts", "the least score of a result that counts, or all", default="all"
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the id of the image, a text or an integer"),),
        "label types": (TEXT_LABELS,),
        "missing predictions": (
            Stance("fixes", "an image without results was answered with nothing"),
        ),
    },
    read=read_coco,
    sniff=sniff,
    extent=Extent.DOCUMENT,
)
