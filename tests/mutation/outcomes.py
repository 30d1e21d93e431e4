"""What became of mutants, kept: by family in `build`, and the figures in results.json."""

import json
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from attrs import frozen

from tests.mutation import page
from tests.mutation.campaign import Batch, Outcome
from tests.mutation.mapper import WORKERS, say
from tests.mutation.mutants import FAMILIES, ROOT

BUILD = ROOT / "build" / "mutation"
SHOWN = ("at", "line", "before", "after", "verdict")
LIVING = frozenset({"survived", "untested"})
TOOLS = ("mutmut", "libcst", "coverage", "pytest", "hypothesis")


@frozen
class Settings:
    """What the page says of a run."""

    command: str
    seed: int
    seconds: int
    examples: int


def kept(one: Batch, found: Sequence[Outcome]) -> None:
    """Write what became of the mutants of a family to `build`."""
    written = {"mutants": one.many, "found": [told(each) for each in found]}
    file = BUILD / f"{one.name}.json"
    file.write_text(json.dumps(written, indent=1), encoding="utf-8")
    say(f"{one.name}: done")


def checked(one: Batch, found: Sequence[Outcome]) -> None:
    """Write what became of a second sample to `build`."""
    killed = sum(each.verdict not in LIVING for each in found)
    written = {"tried": len(found), "killed": killed, "found": [told(each) for each in found]}
    file = BUILD / f"{one.name}-check.json"
    file.write_text(json.dumps(written, indent=1), encoding="utf-8")
    say(f"{one.name}: {killed} of {len(found)} in a second sample")


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


def results(names: Iterable[str], how: Settings) -> None:
    """Put the figures of some families into results.json; the others stay."""
    old = json.loads(page.RESULTS.read_text(encoding="utf-8")) if page.RESULTS.exists() else {}
    families = old.get("families", {})
    for name in names:
        read = json.loads((BUILD / f"{name}.json").read_text(encoding="utf-8"))
        found = read["found"]
        second = BUILD / f"{name}-check.json"
        check = json.loads(second.read_text(encoding="utf-8")) if second.exists() else {}
        families[name] = {
            "check": {key: check[key] for key in ("tried", "killed") if key in check},
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
        "command": f"`{how.command}`",
        "date": datetime.now(UTC).date().isoformat(),
        "seed": how.seed,
        "processes": WORKERS,
        "minutes of processor for all, without the map": round(
            sum(one["seconds"] for one in ordered.values()) / 60
        ),
        "seconds of processor for a mutant, at most": how.seconds,
        "examples of a property": how.examples,
        "Python": ".".join(map(str, sys.version_info[:3])),
        **{name: version(name) for name in TOOLS},
    }
    text = json.dumps({"run": run, "families": ordered}, indent=1, ensure_ascii=False)
    page.RESULTS.write_text(f"{text}\n", encoding="utf-8")
