"""What the pages share: the frame around them, their styles, and how they are written."""

from importlib.resources import files

from measurand.edges.report.extra import needs_extra
from measurand.values.fault import visible

_SHARED = ("page.html.j2", "page_macros.html.j2")


def written(template: str, *, styles: str, **values: object) -> str:
    """Write a page: all that is data is escaped and visible, and nothing is left undefined.

    `template` and `styles` name files that are shipped; the styles follow the shared ones.

    Raises MissingExtraError where the extra `report` is not installed.
    """
    with needs_extra():
        from jinja2 import DictLoader, Environment, StrictUndefined
    shown = Environment(
        loader=DictLoader({name: shipped(name) for name in (*_SHARED, template)}),
        autoescape=True,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    style = shipped("page.css") + "\n" + shipped(styles)
    return shown.get_template(template).render(style=style, **values)


def shipped(name: str) -> str:
    """Read a file that is shipped beside this module.

    >>> "color-scheme" in shipped("page.css")
    True
    """
    return (files(__package__) / name).read_text(encoding="utf-8")


def _shown(value: object) -> object:
    """Make visible what would not be seen, in every text that the template writes as text."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return visible(value)
    return value
