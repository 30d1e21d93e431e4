"""Under which options rows are tested: measured as their header says, tested as is asked for."""

import argparse

from attrs import fields_dict, frozen

from measurand.edges.cli.arguments import StopError
from measurand.studies.counterfactual.edge.files.header import Header
from measurand.studies.counterfactual.options import OF_TESTS, PROFILES, Options, with_tests
from measurand.values.fault import Fault

_UNKNOWN = "the rows do not say under which options they were measured"
_MEASURING = frozenset(fields_dict(Options)) - frozenset(OF_TESTS)


@frozen(kw_only=True)
class Stated:
    """A reading of rows, before what the arguments set in it; `notes` where it is not theirs."""

    profile: str
    options: Options
    notes: tuple[str, ...] = ()


def stated(arguments: argparse.Namespace, header: Header | None) -> Stated:
    """Take how rows were measured from their header, the tests from the profile if one is named.

    >>> stated(argparse.Namespace(set=None, profile=None), None).notes[0][:50]
    'The rows do not say under which options they were '

    Raises StopError where the arguments set what is settled once rows are measured.
    """
    _check_set(arguments, header)
    profile = arguments.profile or next(iter(PROFILES))
    asked = PROFILES[profile]
    if header is None:
        told = (
            f"{_UNKNOWN.capitalize()}: those of {profile} are assumed "
            "for what is structurally null."
        )
        return Stated(profile=profile, options=asked, notes=(told,))
    if arguments.profile is None:
        return Stated(profile=header.profile, options=header.options)
    options = with_tests(header.options, asked)
    if options == asked:
        return Stated(profile=profile, options=options)
    told = f"The rows were measured under {_name(header)}: the tests alone are as asked for."
    return Stated(profile=profile, options=options, notes=(told,))


def _check_set(arguments: argparse.Namespace, header: Header | None) -> None:
    names = [text.partition("=")[0].strip() for text in arguments.set or ()]
    wrong = next((name for name in names if name.partition(".")[0] in _MEASURING), None)
    if wrong is not None:
        known = _UNKNOWN if header is None else f"rows were measured under {_name(header)}"
        fault = Fault(
            path="--set",
            got=wrong[:80],
            expected="an option of the tests (plan.*, tested, nulls, pooling)",
            hint=f"{known}; measure them again with cf score",
        )
        raise StopError((fault,))


def _name(header: Header) -> str:
    return header.profile or "options without a name"
