"""`make mutation`: how many changes of the core the tests notice, by family.

    python -m tests.mutation.run                        every family, and the page
    python -m tests.mutation.run --family values        one family, and the page
    python -m tests.mutation.run --family values --sample 300 --seed 1
    python -m tests.mutation.run --again                what lived unexplained, with new tests
    python -m tests.mutation.run --control --keep       unchanged code: no test may fail
    python -m tests.mutation.run --page                 the page alone

Writes tests/mutation/results.json and docs/reference/mutation.md; ends with 1 where a family
misses the goal.
"""

import argparse
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from attrs import evolve
from hypothesis import HealthCheck, Phase, settings

from tests.mutation import page
from tests.mutation.campaign import Batch, Campaign, Outcome
from tests.mutation.mapper import Mapper, collect, say
from tests.mutation.mutants import FAMILIES, ROOT, family, mutants, sample
from tests.mutation.outcomes import BUILD, LIVING, Settings, again, checked, kept, merged, results
from tests.mutation.reach import read

REACH = BUILD / "reach"
ROOMS = {"transforms": "counterfactual", "graphs": "causal"}
TESTS = (
    "values",
    "algebra",
    "evidence",
    "metrics",
    "inference",
    "counterfactual",
    "causal",
    "proofs",
    "claims",
    "laws",
    "formats",
    "engines",
    "review",
)
SIZES: Mapping[str, int | None] = {"values": None}
"""How many mutants of a family are tried: all of a small one."""

SIZE, CHECK, SEED, EXAMPLES, CONTROLS, SECONDS = 300, 150, 1, 30, 20, 8.0


def profile() -> None:
    """Draw fewer examples, always the same ones, and do not look for smaller ones that fail."""
    os.environ["MEASURAND_PROFILE"] = "mutation"
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ[name] = "1"
    settings.register_profile(
        "mutation",
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")


def paths() -> list[str]:
    """List what is collected: the examples of the source, the tests of the core, properties."""
    found = [f"tests/{name}" for name in TESTS if (ROOT / "tests" / name).is_dir()]
    return ["src/measurand", *found, "properties", "--ignore=properties/meta"]


def apart(work: Callable[[], None]) -> None:
    """Do something in a fork, since pytest leaves much behind.

    Raises RuntimeError where it fails.
    """
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:  # noqa: BLE001 (told, and the fork ends here)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        message = "a fork that ends well"
        raise RuntimeError(message)


def mapped() -> None:
    """Run the tests that were not run yet, and note who runs which lines."""
    REACH.mkdir(parents=True, exist_ok=True)
    known = frozenset(read(REACH).tests)
    collect(Mapper(REACH, known), paths())
    say("tests are mapped to lines")


def batch(name: str, size: int | None, seed: int, keys: frozenset[str] | None) -> Batch:
    """Write the mutants of a family that are tried."""
    whole = family(name)
    places = sample(whole.places, seed, size)
    if keys is not None:
        places = [one for one in whole.places if one.rank in keys]
    made = tuple(mutants(whole, places))
    say(f"{name}: {len(made)} of {len(whole.places)} mutants")
    return Batch(name, ROOMS.get(name, name), len(whole.places), made)


def unchanged(one: Batch) -> Batch:
    """Put the code as it is in the place of the mutants."""
    texts = {path: tree.code for name in (one.name,) for path, tree in family(name).modules}
    same = (evolve(each, after=each.before, text=texts[each.module]) for each in one.mutants)
    return evolve(one, mutants=tuple(same))


def controlled(one: Batch, found: Sequence[Outcome]) -> None:
    """Look at what happened to unchanged code: no test may fail.

    Raises RuntimeError where one did.
    """
    wrong = [(each.mutant.key, each.killer) for each in found if each.verdict not in LIVING]
    if wrong:
        message = f"tests that pass on unchanged code: got {wrong}"
        raise RuntimeError(message)
    say(f"{one.name}: no test fails on unchanged code")


def campaign(names: Iterable[str], asked: argparse.Namespace) -> None:
    """Try the mutants of some families, or unchanged code."""
    batches = []
    for name in names:
        seed = asked.seed + 1 if asked.check else asked.seed
        made = batch(name, size_of(name, asked), seed, again(name) if asked.again else None)
        batches.append(unchanged(made) if asked.control else made)
    done = next(work for asks, work in _WORKS if asks(asked))
    collect(Campaign(batches, REACH, asked.seconds, say, done), paths())


def size_of(name: str, asked: argparse.Namespace) -> int | None:
    """Say how many mutants of a family are tried: None for all."""
    if asked.control:
        return CONTROLS
    usual = CHECK if asked.check else SIZES.get(name, SIZE)
    return asked.sample or usual


_WORKS: Sequence[
    tuple[Callable[[argparse.Namespace], bool], Callable[[Batch, Sequence[Outcome]], None]]
] = (
    (lambda asked: asked.control, controlled),
    (lambda asked: asked.check, checked),
    (lambda asked: asked.again, merged),
    (lambda _asked: True, kept),
)


def main(words: Sequence[str] | None = None) -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--sample", type=int, help="how many mutants of each family")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of processor, a mutant")
    parser.add_argument("--keep", action="store_true", help="map no test that is mapped already")
    parser.add_argument("--again", action="store_true", help="only what lived unexplained")
    parser.add_argument("--control", action="store_true", help="try unchanged code instead")
    parser.add_argument("--check", action="store_true", help="only the second sample")
    parser.add_argument("--page", action="store_true", help="only write the page")
    asked = parser.parse_args(words)
    names = asked.family or list(FAMILIES)
    if not asked.page:
        profile()
        if not (asked.keep or asked.again):
            shutil.rmtree(REACH, ignore_errors=True)
        apart(mapped)
        apart(partial(campaign, names, asked))
        if asked.control:
            return 0
        sampled = [one for one in names if one not in SIZES]
        if sampled and not (asked.again or asked.check):
            second = argparse.Namespace(**{**vars(asked), "check": True})
            apart(partial(campaign, sampled, second))
        results(names, Settings("make mutation", asked.seed, round(asked.seconds), EXAMPLES))
    missed = page.write()
    for name in missed:
        say(f"too few mutants are killed: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
