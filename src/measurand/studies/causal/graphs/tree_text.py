"""Any tree of JSON as compact text, also one too deep or too large for a recursive writer."""

from collections.abc import Iterator

_ESCAPES = {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    **{code: f"\\u{code:04x}" for code in range(32)},
}
_WIDEST = 12_000  # bits; Python refuses to write out integers of more than 4,300 digits


def tree_text(tree: object) -> str:
    """Write a tree on one line, in time linear in its size; what is not JSON is shown by its repr.

    Integers of more than 12,000 bits are written to the base of 16.

    >>> tree_text({"a": [1, 0.5, None, True], "b": "x"})
    '{"a": [1, 0.5, null, true], "b": "x"}'
    """
    found: list[str] = []
    left: list[Iterator[tuple[str, object]]] = [iter((("", tree),))]
    closing = [""]
    while left:
        step = next(left[-1], None)
        if step is None:
            left.pop()
            found.append(closing.pop())
            continue
        lead, value = step
        found.append(lead)
        if isinstance(value, dict):
            found.append("{")
            left.append(_items(value))
            closing.append("}")
        elif isinstance(value, list | tuple):
            found.append("[")
            left.append(_elements(value))
            closing.append("]")
        else:
            found.append(leaf_text(value))
    return "".join(found)


def leaf_text(value: object) -> str:
    """Write what has no parts; texts stand in quotes.

    >>> leaf_text(5), leaf_text(1e22), leaf_text(None), leaf_text("m")
    ('5', '1e+22', 'null', '"m"')
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, int) and value.bit_length() > _WIDEST:
        return hex(value)
    return str(value)


def _items(value: dict[object, object]) -> Iterator[tuple[str, object]]:
    for place, (key, inner) in enumerate(value.items()):
        yield f"{', ' if place else ''}{leaf_text(key)}: ", inner


def _elements(value: list[object] | tuple[object, ...]) -> Iterator[tuple[str, object]]:
    for place, inner in enumerate(value):
        yield ", " if place else "", inner
