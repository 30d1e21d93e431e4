"""The shape of the repository itself."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tracked() -> list[str]:
    """List the files of the repository, or of an unpacked archive of it, relative to the root."""
    if not (ROOT / ".git").exists():
        return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.rstrip("\0").split("\0")


def test_the_top_has_five_folders_and_hidden_ones() -> None:
    folders = {Path(name).parts[0] for name in tracked() if len(Path(name).parts) > 1}

    visible = {name for name in folders if not name.startswith((".", "__pycache__"))}

    assert visible == {"src", "tests", "properties", "stubs", "docs"}


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()

    pins = [line for line in lines if not line.startswith("#")]

    assert pins
    assert all(name and version for name, _, version in (pin.partition("==") for pin in pins))
    assert not [line for line in lines if "/" in line or "@" in line]


def test_there_is_a_changelog_fragment() -> None:
    fragments = list((ROOT / "docs" / "changelog.d").glob("[0-9]*.md"))

    assert fragments
    assert all(fragment.read_text(encoding="utf-8").strip() for fragment in fragments)
