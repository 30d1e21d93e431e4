"""Runs notebooks as a notebook does, and writes what they show: no server, no kernel.

`python -m tests.notebooks FILE.ipynb ...` runs the cells of code one after the other in one
namespace. What a cell prints, and how its last expression shows itself (`_repr_html_` beside
`repr`), are its outputs. `--html FOLDER` writes pages of them as a notebook shows them, light and
dark, to be looked at.
"""

import argparse
import ast
import html
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

Cell = dict[str, object]
THEMES = {"light": ("#ffffff", "#1f1f1f", "#f5f5f5"), "dark": ("#111111", "#e0e0e0", "#222222")}
"""The ground, the ink and the ground of code, as JupyterLab has them."""


def source_of(cell: Cell) -> str:
    """Join the lines of a cell."""
    lines = cell["source"]
    return "".join(map(str, lines)) if isinstance(lines, list) else str(lines)


def lines_of(text: str) -> list[str]:
    """Part a text as files of notebooks have it."""
    return text.splitlines(keepends=True)


def outputs_of(source: str, names: dict[str, object], number: int) -> list[Cell]:
    """Run a cell, and give what it prints and shows."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, shown = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)  # noqa: S102  # ours
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)  # noqa: S307
    found: list[Cell] = []
    if printed.getvalue():
        text = lines_of(printed.getvalue())
        found.append({"name": "stdout", "output_type": "stream", "text": text})
    if shown is not None:
        data: Cell = {"text/plain": lines_of(repr(shown))}
        written = getattr(shown, "_repr_html_", None)
        if callable(written):
            data = {"text/html": lines_of(written()), **data}
        result = {"data": data, "metadata": {}, "output_type": "execute_result"}
        found.append({**result, "execution_count": number})
    return found


def cells_of(notebook: Cell) -> list[Cell]:
    """List the cells of a notebook."""
    cells = notebook["cells"]
    return [one for one in cells if isinstance(one, dict)] if isinstance(cells, list) else []


def executed(text: str) -> str:
    """Run a notebook, and write it with what it shows."""
    notebook: Cell = json.loads(text)
    names: dict[str, object] = {"__name__": "__main__"}
    code = [cell for cell in cells_of(notebook) if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, start=1):
        cell["execution_count"] = number
        cell["outputs"] = outputs_of(source_of(cell), names, number)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def page(text: str, theme: str) -> str:
    """Write the outputs of a notebook as a page, without a style of ours for them."""
    ground, ink, code = THEMES[theme]
    style = (
        f"body{{background:{ground};color:{ink};font:14px sans-serif;margin:2em auto;width:60em}}"
        f"pre{{background:{code};padding:.6em;white-space:pre-wrap}}"
        "table{border-collapse:collapse}td,th{padding:.3em .6em;text-align:right}"
    )
    dark = f'data-jp-theme-light="{str(theme == "light").lower()}"'
    return f"<!doctype html><meta charset=utf-8><style>{style}</style><body {dark}>" + "".join(
        _blocks(json.loads(text))
    )


def _blocks(notebook: Cell) -> Iterator[str]:
    for cell in cells_of(notebook):
        source = html.escape(source_of(cell))
        yield f"<p>{source}</p>" if cell["cell_type"] == "markdown" else f"<pre>{source}</pre>"
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else []:
            data = output.get("data", {})
            plain = data.get("text/plain", output.get("text", []))
            yield "".join(data.get("text/html", [f"<pre>{html.escape(''.join(plain))}</pre>"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="run notebooks, and write what they show")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--html", type=Path)
    asked = parser.parse_args()
    for file in asked.files:
        file.write_text(executed(file.read_text(encoding="utf-8")), encoding="utf-8")
        for theme in THEMES if asked.html else ():
            written = page(file.read_text(encoding="utf-8"), theme)
            (asked.html / f"{file.stem}-{theme}.html").write_text(written, encoding="utf-8")
