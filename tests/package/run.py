"""Build what a user installs, install it alone, and use it there: `make package`.

Needs the package index, from which the dependencies come. Everything is made anew under
`build/package`: wheel and source archive, an environment with the wheel and its base dependencies
only, and a folder with the example files, where no source of ours can be imported. What is run
there has to print what it prints here.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

from attrs import frozen
from packaging.metadata import Metadata
from trove_classifiers import classifiers

from tests.test_repository import tracked

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "package"
BARE = BUILD / "bare"
FOLDER = BUILD / "folder"
HOME = BUILD / "sources"
EXAMPLES = "docs/examples"
VERDICTS = frozenset({0, 1, 3})
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LISTED = re.compile(r"^    ([a-z]+)  +\S", re.MULTILINE)

USES = (
    f"score {EXAMPLES}/silence/menus.jsonl -d f(average=micro) --interval",
    f"score {EXAMPLES}/labels/north.csv --like sklearn:matthews_corrcoef",
    f"score {EXAMPLES}/generated/alder.jsonl -d bleu -d chrf_pp",
    f"score {EXAMPLES}/ranking/search.jsonl -d ndcg(k=3)",
    f"check {EXAMPLES}/silence/claims.toml",
    f"lock {EXAMPLES}/nightly/claims.toml -o nightly.lock.json",
    f"check {EXAMPLES}/nightly/claims.toml --lock nightly.lock.json",
    f"audit {EXAMPLES}/silence/claims.toml",
    f"lint {EXAMPLES}/tables/screening.md",
    f"prove {EXAMPLES}/tables/screening.md",
    f"init {EXAMPLES}/tables/screening.md -o claims.toml --force",
    f"compare {EXAMPLES}/tickets/b.jsonl {EXAMPLES}/tickets/a.jsonl -d exact_match",
    f"sniff {EXAMPLES}/silence/menus.jsonl",
    f"sniff {EXAMPLES}/tables/menus.md",
    f"cite {EXAMPLES}/paper/claims.toml --format latex",
    "cite f1(average=macro[class],class=item)",
    f"judge {EXAMPLES}/judged/north.csv --judge judge --human human",
    f"metrics {EXAMPLES}/metrics/overlap.toml",
    f"table {EXAMPLES}/nightly/claims.toml",
    f"cf run {EXAMPLES}/volumes/samples.jsonl --generator toy --only-tests unsupported_rate",
    f"causal run {EXAMPLES}/reasoning/hasty.jsonl --judge equations",
    f"review aggregate {EXAMPLES}/review/results/demo__seed1_proposed/scorecards.jsonl",
    "formats",
    "schema score",
)
"""Commands whose answer is held to the answer of the same command here."""
MISSING = (
    (f"score {EXAMPLES}/formats/parquet/allergens.parquet -d f", "measurand[arrow]"),
    ("laws my_metrics:f1 --kind set-f1", "measurand[testing]"),
)
"""Commands that need more than the base, and the extra that they have to name."""


@frozen
class Ran:
    """What a program gave."""

    code: int
    printed: str


class Faults(list[str]):
    """What does not hold, each said as it is found."""

    def hold(self, what: str, *, holds: bool, got: str = "") -> None:
        """Say one thing, and remember it where it does not hold."""
        sys.stdout.write(f"{'ok  ' if holds else 'NOT '} {what}\n{'' if holds else got}")
        if not holds:
            self.append(what)


def run(*words: str | Path, cwd: Path = ROOT, source: Path | None = None) -> Ran:
    """Run a program with both streams in one; without `source` it finds only what is installed."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    more = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    path = {} if source is None else {"PYTHONPATH": str(source)}
    done = subprocess.run(
        words, cwd=cwd, env=clean | more | path, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout)


def must(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run a program that everything else stands on."""
    done = run(*words, cwd=cwd)
    if done.code:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.code}:\n{done.printed}")


def built() -> tuple[Path, Path]:
    """Build the wheel and the source archive."""
    must(sys.executable, "-m", "hatchling", "build", "-d", BUILD)
    [wheel], [sources] = BUILD.glob("*.whl"), BUILD.glob("*.tar.gz")
    return wheel, sources


def metadata_faults(wheel: Path) -> Iterator[str]:
    """Hold the metadata to what an index asks, and to what a reader of its page looks for."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        [name] = [one for one in names if one.endswith(".dist-info/METADATA")]
        about = Metadata.from_email(archive.read(name), validate=True)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    if about.metadata_version > "2.4":
        yield f"metadata {about.metadata_version} is newer than indexes take"
    if about.description_content_type != "text/markdown" or about.description != readme:
        yield "the description is not the README"
    if not (about.summary and about.keywords and about.license_expression and about.license_files):
        yield "no summary, keywords or licence"
    yield from (f"no classifier: {one}" for one in {*(about.classifiers or ())} - classifiers)
    yield from (f"not in the wheel: {one}" for one in {"measurand/py.typed"} - {*names})
    foreign = {one.split("/")[0] for one in names if not one.startswith("measurand")}
    yield from (f"in the wheel: {one}" for one in foreign)


def same_from_sources(wheel: Path) -> bool:
    """Build a wheel of the unpacked source archive and compare it with the one of the tree."""
    must(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", BUILD / "again", cwd=HOME)
    [again] = (BUILD / "again").glob("*.whl")
    return again.read_bytes() == wheel.read_bytes()


def left_out(sources: Path) -> list[str]:
    """Unpack the source archive; name the files of the repository that are not in it."""
    with tarfile.open(sources) as archive:
        archive.extractall(BUILD, filter="data")
    next(BUILD.glob("measurand-*/")).rename(HOME)
    return [name for name in tracked() if (ROOT / name).is_file() and not (HOME / name).is_file()]


def size(path: Path, pattern: str = "*") -> str:
    """Add up the bytes of a file, or of the files of a folder."""
    files = [path] if path.is_file() else [one for one in path.rglob(pattern) if one.is_file()]
    return f"{sum(one.stat().st_size for one in files) / 1e6:.1f} MB"


def readme_block() -> str:
    """Give the lines of Python in the README, with what they print."""
    [block] = _BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return str(block)


def every_command(listing: Ran) -> list[str]:
    """Name the commands, or the stages, that a help lists."""
    part = re.split(r"\n(?:commands|stages):\n", listing.printed)
    return _LISTED.findall(part[-1].partition("\n\n")[0]) if len(part) > 1 else []


def helps(program: Sequence[str | Path]) -> Iterator[tuple[str, Ran]]:
    """Ask for the help of the program, of every command and of every stage."""
    yield "", (first := run(*program, "--help", cwd=FOLDER))
    for name in every_command(first):
        yield name, (one := run(*program, name, "--help", cwd=FOLDER))
        for stage in every_command(one):
            yield f"{name} {stage}", run(*program, name, stage, "--help", cwd=FOLDER)


def use(faults: Faults) -> None:
    """Use what is installed, in a folder where nothing else of ours is found."""
    python, program = BARE / "bin" / "python", BARE / "bin" / "measurand"
    block, page = readme_block(), FOLDER / "readme.py"
    lines = [line[4:] for line in block.splitlines() if line.startswith(">>> ")]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (FOLDER / "block.txt").write_text(block, encoding="utf-8")
    testing = "import doctest; print(doctest.testfile('block.txt', False))"
    done = run(python, "-P", "-c", testing, cwd=FOLDER)
    faults.hold(
        f"the {len(lines)} lines of Python of the README print what it says",
        holds="failed=0" in done.printed, got=done.printed,
    )  # fmt: skip
    checked = run(
        sys.executable, "-m", "mypy", "--strict", "--python-executable", python,
        "--config-file", os.devnull, "--cache-dir", BUILD / "mypy", page, cwd=FOLDER,
    )  # fmt: skip
    faults.hold("mypy strict takes them", holds=checked.code == 0, got=checked.printed)
    asked = list(helps([program]))
    bad = [name for name, one in asked if one.code or not one.printed.startswith("usage: ")]
    faults.hold(f"{len(asked)} helps", holds=not bad and len(asked) > 1, got=f"{bad}\n")
    for words in USES:
        there = run(program, *words.split(), cwd=FOLDER)
        here = run(
            sys.executable, "-P", "-m", "measurand", *words.split(), cwd=FOLDER, source=ROOT / "src"
        )
        faults.hold(
            f"measurand {words} [exit {there.code}]",
            holds=there == here and there.code in VERDICTS,
            got=f"there: {there.printed}\nhere: {here.printed}\n",
        )
    for words, extra in MISSING:
        there = run(program, *words.split(), cwd=FOLDER)
        named = there.code == 2 and extra in there.printed
        faults.hold(f"measurand {words} names {extra}", holds=named, got=there.printed)


def sizes(wheel: Path, sources: Path) -> Iterator[str]:
    """Say what takes the room."""
    [installed] = BARE.glob("lib/python3*/site-packages")
    ours = installed / "measurand"
    yield f"wheel {size(wheel)}, source archive {size(sources)}"
    compiled = f"{size(ours, '*.py')} of source and {size(ours, '*.pyc')} that pip compiles of it"
    yield f"installed {size(ours)}: {compiled}"
    listed = json.loads(run(BARE / "bin" / "python", "-m", "pip", "list", "--format=json").printed)
    named = ("numpy", "numpy.libs", "scipy", "scipy.libs")
    large = ", ".join(f"{name} {size(installed / name)}" for name in named)
    yield f"with {len(listed) - 1} packages below it: {large}"


def main() -> int:
    """Build, install, use; say what does not hold."""
    shutil.rmtree(BUILD, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    faults = Faults()
    wheel, sources = built()
    wrong = list(metadata_faults(wheel))
    faults.hold("the metadata is complete", holds=not wrong, got="\n".join([*wrong, ""]))
    absent = left_out(sources)
    faults.hold("the source archive has every file", holds=not absent, got=f"{absent}\n")
    faults.hold("a wheel built of it is the same, byte for byte", holds=same_from_sources(wheel))
    some = ("tests/test_repository.py", "tests/values", "README.md")
    tested = run(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *some,
        cwd=HOME, source=HOME / "src",
    )  # fmt: skip
    faults.hold("tests run in it", holds=tested.code == 0, got=tested.printed)
    must(sys.executable, "-m", "venv", BARE)
    must(BARE / "bin" / "python", "-m", "pip", "install", "-q", wheel)
    shutil.copytree(ROOT / EXAMPLES, FOLDER / EXAMPLES)
    use(faults)
    sys.stdout.write("".join(f"{line}\n" for line in sizes(wheel, sources)))
    sys.stdout.write(f"{len(faults)} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
