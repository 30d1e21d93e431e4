"""The judges that need no model, as the options of a run have them."""

from measurand.studies.causal.equations import Equations
from measurand.studies.causal.judging import Judge
from measurand.studies.causal.options import Options
from measurand.studies.causal.structural import Structural
from measurand.values.suggest import did_you_mean

OFFLINE = ("structural", "equations")
"""The names of the judges that need nothing but the graph; the first is the default."""


def judge_of(name: str, options: Options) -> Judge:
    """Make a judge by its name, with the options of the run.

    >>> judge_of("structural", Options()).signature
    'structural/1(blank=dropped,no_target=undefined,roots=given,underivable=meaningful)'
    >>> judge_of("equation", Options())
    Traceback (most recent call last):
    ValueError: unknown judge 'equation': did you mean 'equations'?

    Raises ValueError for another name.
    """
    how = options.offline
    structural = Structural(reading=options.reading, roots=how.roots, underivable=how.underivable)
    match name:
        case "structural":
            return structural
        case "equations":
            return Equations(
                grammar=how.grammar, domain=how.domain, beyond=how.beyond, structural=structural
            )
        case _:
            message = f"unknown judge {name[:40]!r}{did_you_mean(name, OFFLINE)}"
            raise ValueError(message)
