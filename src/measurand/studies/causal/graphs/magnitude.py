"""What a quantity is by its words: above 0 in nature, or a vector.

Words are those of its value (`width of the well`), where that has some; else those of its name
(`rest_mass`). What counts is the noun that they are about: the last before `of`, `from`, `between`
and the like. So the momentum of a mass is no mass.

A length, a mass, a distance, a speed and a physical constant are above 0, as if a number were given
that is. Nothing else is taken for that, and neither are those that have a sign by convention (the
focal length of a lens) or compare two of their kind (a change of length).
"""

import re
from collections.abc import Iterator

from measurand.values.reasoning import Known

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_APART = re.compile(r"[,;:()\[\]{}]|\s[-–—]\s")
_FORMULA = re.compile(r"^\s*[-−–]|[<>^*+±√\\]")
_EQUATION = re.compile("[=/]")
_LONG = 3


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BOUND = _listed("""
    of from in to between for at on with per due along across under over by that which as where when
    through above below into
""")
_ABOVE = _listed("""
    length width height depth thickness radius diameter distance wavelength perimeter circumference
    circumradius inradius breadth altitude separation mass speed
""")
_PLURALS = {f"{word}s": word for word in _ABOVE} | {"masses": "mass", "radii": "radius"}
_SIGNED = _listed("""
    change changes difference differences signed negative minus sign delta variation excess
    deviation error correction shift increase decrease increment displacement offset relative focal
    image object virtual curvature scattering effective imaginary complex logarithm log exponent
    inverse reciprocal zero
""")
"""Words beside which a length, a mass or a speed may be 0 or below."""
_TOLD = re.compile(r"[a-z]{2,}(?:ed|en)|apart|away|run|gone")
"""What may stand after a noun and tell more of it: the distance travelled, or fallen."""
_ALTERED = _listed("""
    added removed subtracted gained lowered raised reduced stretched compressed extended shortened
    lengthened shifted changed transferred
""")
"""Of these, what tells of a change instead, which may be below 0: the mass added."""
_CONSTANTS = (
    r"(?:reduced )?planck(?:'s)? constant",
    r"boltzmann(?:'s)? constant",
    r"stefan[-– ]boltzmann constant",
    r"(?:universal |ideal |molar )*gas constant",
    r"(?:universal |newton's |newtonian )?(?:gravitational constant|constant of gravitation)",
    r"(?:newton's|atomic mass) constant",
    r"avogadro(?:'s)? (?:constant|number)",
    r"(?:coulomb|faraday|rydberg|wien|hubble)(?:'s)? constant",
    r"(?:fine[- ]structure|solar|electric|magnetic) constant",
    r"(?:vacuum |electric )?permittivity(?: of (?:free space|(?:the )?vacuum))",
    r"(?:vacuum |magnetic )?permeability(?: of (?:free space|(?:the )?vacuum))",
    r"vacuum (?:permittivity|permeability)",
    r"bohr (?:radius|magneton)",
    r"elementary charge",
    r"(?:speed|velocity) of (?:light|sound)(?= in\b| through\b|\W*\w{0,2}\W*$)",
)
_CONSTANT = re.compile(rf"(?:the |a )?(?:{'|'.join(_CONSTANTS)})\b")

_VECTORS = _listed("""
    vector vectors velocity velocities force forces acceleration momentum displacement torque field
    fields dipole impulse
""")
_TUPLE = re.compile(r"\s*[(\[⟨<]\s*[^()\[\]]*,[^()\[\]]*[)\]⟩>]\s*")
_UNITS_OF_SPACE = re.compile(
    r"(?<![a-z])[ijk](?![a-z_]).*[+-].*(?<![a-z])[ijk](?![a-z_])|[îĵ]|\b[ijkxyz]_?hat\b"
)
_ARROW = re.compile("\u20d7|\u20d1|(?:^|_)vec(?:_|$)|→")


def is_positive(known: Known) -> bool:
    """Tell whether a known is above 0: by its number, or by its words where it has none.

    >>> [is_positive(Known(name="L", text=text)) for text in ("width of the well", "well", "L")]
    [True, False, False]
    >>> [is_positive(Known(name=name)) for name in ("rest_mass", "charge", "speed of light")]
    [True, False, True]
    """
    if known.number is not None:
        return known.number > 0
    words = _words(known)
    if _FORMULA.search(words) or not _SIGNED.isdisjoint(_said(words)):
        return False
    return any(_CONSTANT.match(part) or _is_above(part) for part in _parts(words))


def is_vector(name: str, known: Known | None) -> bool:
    """Tell whether a quantity is said to be a vector; one with a number is none.

    >>> is_vector("B", Known(name="B", text="magnetic field")), is_vector("B", None)
    (True, False)
    >>> is_vector("v", Known(name="v", text="[1, 0, 2]")), is_vector("velocity", None)
    (True, True)
    """
    if known is None:
        known = Known(name=name)
    if known.number is not None or any(map(_CONSTANT.match, _parts(_words(known)))):
        return False
    if _ARROW.search(name) or _TUPLE.fullmatch(known.text) or _UNITS_OF_SPACE.search(known.text):
        return True
    words = set(_said(_words(known)))
    if words & {"vector", "vectors"} or words >= {"magnetic", "moment"}:
        return True
    heads = (_head(part) for part in _parts(_words(known)))
    return any(head in _VECTORS for head in heads)


def _words(known: Known) -> str:
    """Give the words of a value; of the name where the value has none."""
    long = [word for word in _said(known.text) if len(word) >= _LONG]
    text = known.text if long else known.name.replace("_", " ")
    return text.replace("’", "'").lower()


def _said(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _parts(words: str) -> Iterator[str]:
    """Give the first part with a word in it, which says what the quantity is."""
    for part in _APART.split(words):
        if any(len(word) >= _LONG for word in _said(part)):
            yield part.strip()
            return


def _is_above(part: str) -> bool:
    head = _head(part).rpartition("-")[2]
    if head == "axis" and "semi" in part:
        return True
    return not _EQUATION.search(part) and _PLURALS.get(head, head) in _ABOVE


def _head(part: str) -> str:
    """Find the noun that a phrase is about; symbols after it (`mass m`) are none."""
    words = _said(part)
    end = next((at for at, word in enumerate(words) if word in _BOUND and at), len(words))
    nouns = [word for word in words[:end] if len(word) >= _LONG]
    while len(nouns) > 1 and _TOLD.fullmatch(nouns[-1]) and nouns[-1] not in _ALTERED | _ABOVE:
        nouns.pop()
    return nouns[-1] if nouns else ""
