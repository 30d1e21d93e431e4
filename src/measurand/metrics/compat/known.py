"""Which numbers of other tools a definition is: what the auditor says beside it."""

from collections.abc import Mapping
from functools import lru_cache

from measurand.metrics.compat.coco import known_of_coco
from measurand.metrics.compat.nervaluate import known_of_nervaluate
from measurand.metrics.compat.reduced import reduced
from measurand.metrics.compat.seqeval import known_of_seqeval
from measurand.metrics.compat.sklearn import known_of_sklearn
from measurand.metrics.compat.squad import known_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition


def known_tools() -> tuple[Compatible, ...]:
    """List every number of another tool that the auditor knows.

    >>> sorted({one.tool for one in known_tools()})
    ['SQuAD', 'nervaluate', 'pycocotools', 'scikit-learn', 'seqeval', 'torchmetrics']
    """
    return (
        *known_of_sklearn(),
        *known_of_seqeval(),
        *known_of_nervaluate(),
        *known_of_squad(),
        *known_of_coco(),
    )


@lru_cache(maxsize=1)
def _by_meaning() -> Mapping[Definition, tuple[Compatible, ...]]:
    found: dict[Definition, tuple[Compatible, ...]] = {}
    for one in known_tools():
        key = reduced(one.definition)
        found[key] = (*found.get(key, ()), one)
    return found


def known_as(definition: Definition) -> tuple[Compatible, ...]:
    """List the numbers of other tools that a definition is; options without a say are passed over.

    Data are not looked at: it is the tool's number of the samples that the tool's input makes.

    >>> from measurand.metrics.signature import parse
    >>> [one.says for one in known_as(parse("f(class=item,average=macro[class],gold_empty=0+1)"))]
    ["scikit-learn: f1_score(y_true, y_pred, average='macro')"]
    >>> known_as(parse("f(beta=2)"))
    ()
    """
    return _by_meaning().get(reduced(definition), ())
