"""`make mutation`: how many changes of the core the tests notice, by family.

    python -m tests.mutation.run                        every family, and the page
    python -m tests.mutation.run --family values        one family, and the page
    python -m tests.mutation.run --family values --sample 300 --seed 1
    python -m tests.mutation.run --page                 the page alone

Writes tests/mutation/results.json and docs/reference/mutation.md; ends with 1 where a family
misses the goal.
"""

import argparse
import json
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version

from attrs import evolve
from hypothesis import HealthCheck, Phase, settings

from tests.mutation import page
from tests.mutation.campaign import WORKERS, Batch, Campaign, Mapper, Outcome, collect
from tests.mutation.mutants import FAMILIES, ROOT, family, mutants, sample
from tests.mutation.reach import read

BUILD = ROOT / "build" / "mutation"
REACH = BUILD / "reach"
RESULTS = ROOT / "tests" / "mutation" / "results.json"
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
    "pipelines",
    "formats",
    "engines",
    "review",
)
SIZES: Mapping[str, int | None] = {"values": None}
"""How many mutants of a family are tried: all of a small one."""

SIZE, SEED, EXAMPLES, CONTROLS, SECONDS = 300, 1, 30, 20, 10.0
SHOWN = ("at", "line", "before", "after", "verdict")
LIVING = frozenset({"survived", "untested"})
TOOLS = ("mutmut", "libcst", "coverage", "pytest", "hypothesis")


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


def say(line: str) -> None:
    """Tell how far it is; pytest has the other streams."""
    os.write(2, f"{time.strftime('%H:%M:%S')} {line}\n".encode())


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


def kept(one: Batch, found: Sequence[Outcome]) -> None:
    """Write what became of the mutants of a family to `build`."""
    written = {"mutants": one.many, "found": [told(each) for each in found]}
    file = BUILD / f"{one.name}.json"
    file.write_text(json.dumps(written, indent=1), encoding="utf-8")
    say(f"{one.name}: done")


def merged(one: Batch, found: Sequence[Outcome]) -> None:
    """Put what a second run of some mutants found in the place of what the first did."""
    file = BUILD / f"{one.name}.json"
    read = json.loads(file.read_text(encoding="utf-8"))
    by_key = {each.mutant.key: told(each) for each in found}
    for each in read["found"]:
        if each["key"] in by_key:
            by_key[each["key"]]["seconds"] += each["seconds"]
    read["found"] = [by_key.get(each["key"], each) for each in read["found"]]
    file.write_text(json.dumps(read, indent=1), encoding="utf-8")
    say(f"{one.name}: merged")


def told(outcome: Outcome) -> dict[str, object]:
    """Write an outcome as JSON."""
    mutant = outcome.mutant
    return {
        "key": mutant.key,
        "at": f"{mutant.module}:{mutant.function}",
        "line": mutant.line,
        "before": mutant.before,
        "after": mutant.after,
        "verdict": outcome.verdict,
        "killer": outcome.killer,
        "tests": outcome.tests,
        "seconds": round(outcome.seconds, 2),
        "skipped": outcome.skipped,
    }


def again(name: str) -> frozenset[str]:
    """Name the mutants of a family that lived in its last run for no reason that is known."""
    read = json.loads((BUILD / f"{name}.json").read_text(encoding="utf-8"))
    lived = [one for one in read["found"] if one["verdict"] in LIVING]
    known = page.reasons()
    return frozenset(
        one["key"]
        for one in lived
        if (one["at"], page.change(one["before"], one["after"])) not in known
    )


def results(names: Iterable[str], command: str) -> None:
    """Put the figures of some families into results.json; the others stay."""
    old = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    families = old.get("families", {})
    for name in names:
        read = json.loads((BUILD / f"{name}.json").read_text(encoding="utf-8"))
        found = read["found"]
        families[name] = {
            "mutants": read["mutants"],
            "tried": len(found),
            "timeouts": sum(one["verdict"] == "timeout" for one in found),
            "seconds": round(sum(one["seconds"] for one in found)),
            "survivors": [
                {key: one[key] for key in SHOWN} for one in found if one["verdict"] in LIVING
            ],
        }
    ordered = {name: families[name] for name in FAMILIES if name in families}
    run = {
        "command": f"`{command}`",
        "date": datetime.now(UTC).date().isoformat(),
        "seed": SEED,
        "processes": WORKERS,
        "minutes of processor": round(sum(one["seconds"] for one in ordered.values()) / 60),
        "examples of a property": EXAMPLES,
        "Python": ".".join(map(str, sys.version_info[:3])),
        **{name: version(name) for name in TOOLS},
    }
    text = json.dumps({"run": run, "families": ordered}, indent=1, ensure_ascii=False)
    RESULTS.write_text(f"{text}\n", encoding="utf-8")


def campaign(names: Iterable[str], asked: argparse.Namespace) -> None:
    """Try the mutants of some families, or unchanged code."""
    batches = []
    for name in names:
        size = CONTROLS if asked.control else asked.sample or SIZES.get(name, SIZE)
        made = batch(name, size, asked.seed, again(name) if asked.again else None)
        batches.append(unchanged(made) if asked.control else made)
    done = controlled if asked.control else merged if asked.again else kept
    collect(Campaign(batches, REACH, asked.seconds, say, done), paths())


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
        results(names, "make mutation")
    missed = page.write()
    for name in missed:
        say(f"too few mutants are killed: {name}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
