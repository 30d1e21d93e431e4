"""The options of a study on the command line: values that are set beside a profile."""

from collections.abc import Iterable

from measurand.edges.cli.faults import stop


def set_values(texts: Iterable[str]) -> dict[str, str]:
    """Read what --set says, option by option.

    >>> set_values(["missing = half"])
    {'missing': 'half'}

    Raises StopError for what sets nothing, and for an option that is set twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, mark, value = (part.strip() for part in text.partition("="))
        if not mark:
            raise stop("--set", text[:60] or "nothing", "OPTION=VALUE")
        if name in values:
            raise stop("--set", f"{name[:60]} twice", "every option once")
        values[name] = value
    return values
