"""What `import measurand` loads, and the core without its edges."""

import re
import subprocess
import sys

import pytest

import measurand

HEAVY = {"backports.zstd", "cattrs", "msgspec", "numpy", "pandas", "rich", "scipy"}


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = "import sys, measurand; print(*sys.modules)"

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert "measurand" in loaded
    assert HEAVY.isdisjoint(loaded)


def test_the_core_asks_no_edge_for_formats() -> None:
    program = (
        "import sys\n"
        "from measurand.evidence.source import Source\n"
        "try: Source(path='a.csv', format='csv')\n"
        "except ValueError as error: print(Source(path='a.jsonl').format, error)\n"
        "assert not [one for one in sys.modules if one.startswith('measurand.edges')]"
    )

    ran = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    )

    assert ran.stdout == (
        "jsonl format: formats are known when their readers are loaded: "
        "import measurand.edges.files\n"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("classification_report", "here it is by_class(gold, predicted)"),
        ("f1_score", "here it is f1(gold, predicted, average=...)"),
        ("acuracy", "did you mean 'accuracy'"),
    ],
)
def test_a_name_of_another_library_names_ours(name: str, said: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(said)):
        getattr(measurand, name)


def test_what_programs_ask_for_is_not_there() -> None:
    assert not hasattr(measurand, "__wrapped__")
