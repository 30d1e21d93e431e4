"""torchmetrics: bootstrap quantiles of an accuracy, of all items at once and in batches."""

from collections.abc import Mapping, Sequence

from measurand.edges.trials.suites import INTERVAL
from measurand.laws.kinds.interval import Values
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = (
    "import torch",
    "from torchmetrics.classification import BinaryAccuracy",
    "from torchmetrics.wrappers import BootStrapper",
)
COPIES = 20

EMPTY = Note(
    Tone.DEFECT,
    "A Poisson number of copies of each item can be 0 for all of them. Such a copy of the metric "
    "is never updated and counts as an accuracy of 0, so that all-correct items get an interval "
    "from 0 on.",
    known="new",
)
NOTES: Mapping[str, Mapping[str, Note]] = {
    "multinomial": {
        "batches": Note(
            Tone.TRAP,
            "Each batch is resampled to its own size. Batches of one item have nothing to draw "
            "from, and the interval has no width. The documentation says that it resamples within "
            "batches, not that the width depends on them.",
            known="D14",
        ),
    },
    "poisson": {"point": EMPTY, "batches": EMPTY},
}


def _ends(strategy: str, batches: Sequence[Values], seed: int) -> object:
    import torch
    from torchmetrics.classification import BinaryAccuracy
    from torchmetrics.wrappers import BootStrapper

    torch.manual_seed(seed)
    found = BootStrapper(
        BinaryAccuracy(),
        num_bootstraps=COPIES,
        quantile=torch.tensor([0.025, 0.975]),
        sampling_strategy=strategy,
    )
    for values in batches:
        found.update(torch.tensor([*map(float, values)]), torch.ones(len(values), dtype=torch.int))
    quantiles: object = found.compute()["quantile"].tolist()
    return quantiles


def _peer(strategy: str) -> Peer:
    def ends(values: Values, seed: int) -> object:
        return _ends(strategy, [values], seed)

    def batched(batches: Sequence[tuple[Values, int]]) -> object:
        return _ends(strategy, [values for values, _ in batches], batches[0][1])

    def write(values: Values, seed: int) -> str:
        asked = f"num_bootstraps={COPIES}, quantile=torch.tensor([0.025, 0.975])"
        made = f"BootStrapper(BinaryAccuracy(), {asked}, sampling_strategy={strategy!r})"
        given = f"torch.tensor({written([*map(float, values)])}), torch.ones({len(values)})"
        update = f"m.update({given}.int())"
        return f"torch.manual_seed({seed}); m = {made}; {update}; m.compute()['quantile']"

    claims = frozenset({"seeded", "proportion", "in-range", "contains", "point", "mergeable"})
    subject: Subject[...] = Subject(
        f"BootStrapper {strategy}", ends, claims, batched, write, IMPORTS
    )
    return Peer(suite=INTERVAL, subject=subject, notes=NOTES[strategy], cases=25)


def _peers() -> tuple[Peer, ...]:
    return (_peer("multinomial"), _peer("poisson"))


LIBRARY = Library(name="torchmetrics", package="torchmetrics", peers=_peers)
