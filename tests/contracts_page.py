"""The table of import contracts in CONTRIBUTING.md, made from pyproject.toml.

`python -m tests.contracts_page` writes it; a test holds the page to what would be written.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "CONTRIBUTING.md"
_TABLE = re.compile(r"(?<=<!-- contracts -->\n).*?(?=<!-- end of contracts -->)", re.DOTALL)


def contracts() -> list[dict[str, object]]:
    """Read the contracts of the import linter, in their order."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, object]] = pyproject["tool"]["importlinter"]["contracts"]
    return found


def texts(values: object) -> list[str]:
    """Read a list of texts; none where there is no list."""
    return [str(one) for one in values] if isinstance(values, list) else []


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _says(contract: dict[str, object]) -> str:
    match contract["type"]:
        case "layers":
            return " > ".join(_listed(layer.split(" | ")) for layer in texts(contract["layers"]))
        case "forbidden":
            names = texts(contract["forbidden_modules"])
            return f"{_listed(texts(contract['source_modules']))} do not import {_listed(names)}"
        case "protected":
            protected = _listed(texts(contract["protected_modules"]))
            return f"only {_listed(texts(contract['allowed_importers']))} import {protected}"
        case "acyclic_siblings":
            return _listed(texts(contract["ancestors"]))
        case _:
            return _listed(texts(contract["modules"]))


def _rows() -> Iterator[str]:
    yield "| contract | which rooms |"
    yield "|---|---|"
    for contract in contracts():
        yield f"| {contract['name']} | {_says(contract).replace('measurand.', '')} |"


def page() -> str:
    """Give CONTRIBUTING.md as it is to be."""
    table = "\n".join(_rows()) + "\n"
    return _TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
