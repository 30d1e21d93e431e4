"""`profiles` of a study: all of its options side by side, a column for each profile."""

from collections.abc import Mapping
from itertools import chain

from attrs import frozen

from measurand.edges.cli.faults import stop
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, optional_argument, part
from measurand.edges.files.json.shapes import JsonDocument
from measurand.edges.report.document import Grid
from measurand.values.fault import shown
from measurand.values.option_paths import listed, settings_by
from measurand.values.suggest import did_you_mean


@frozen(kw_only=True)
class ProfilesRequest(Arguments):
    """The options that are shown side by side."""

    group: str | None = optional_argument(
        str, metavar="PART", says="only the options of this group"
    )
    output: Output = part(Output)


def show_profiles(
    request: ProfilesRequest,
    profiles: Mapping[str, object],
    *,
    plain: str,
    document: JsonDocument,
) -> int:
    """Show the profiles of a study side by side; `plain` names the one that is marked against.

    Raises StopError for a group that is none.
    """
    group = request.group or ""
    known = _texts(profiles)
    paths = dict.fromkeys(chain.from_iterable(known.values()), "")
    if not settings_by(paths, group):
        groups = {path.rpartition(".")[0] for path in paths} - {""}
        hint = did_you_mean(group, sorted({*paths, *groups})).removeprefix(": ")
        raise stop("PART", shown(group), "an option or a group of them", hint)
    show(
        request.output,
        tree=lambda: document.tree(
            options={name: settings_by(one, group) for name, one in known.items()}
        ),
        document=lambda: (profiles_grid(profiles, plain, group),),
    )
    return 0


def profiles_grid(profiles: Mapping[str, object], plain: str, group: str = "") -> Grid:
    """Lay out profiles side by side; a star marks where one differs from the plain one.

    Only the options of one group are shown where one is named. A profile that lacks an option, for
    it has not what the option is of, has nothing there.

    >>> from measurand.inference.plan import Plan
    >>> profiles_grid({"one": Plan(seed=0), "two": Plan(seed=7)}, "one", "seed").rows
    (('seed', '0', '7 *'),)
    """
    known = _texts(profiles)
    paths = settings_by(dict.fromkeys(chain.from_iterable(known.values()), ""), group)
    rows = tuple(
        (path, *(_marked(one.get(path), known[plain].get(path)) for one in known.values()))
        for path in paths
    )
    return Grid("", ("option", *profiles), rows, notes=(f"*: not as in {plain}",))


def _texts(profiles: Mapping[str, object]) -> Mapping[str, Mapping[str, str]]:
    return {name: dict(listed(options)) for name, options in profiles.items()}


def _marked(value: str | None, plain: str | None) -> str:
    if value == plain:
        return value or ""
    return "*" if value is None else f"{value} *"
