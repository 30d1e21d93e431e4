"""What words say of a quantity: above 0 in nature, a vector, or neither."""

import pytest

from measurand.studies.causal.graphs.quantity import amount, is_positive, is_vector
from measurand.values.reasoning import Known

ABOVE = (
    *("width of the well", "the radius r of the planet", "Distance from A to B", "wavelength"),
    *("rest mass of the particle", "masses of both blocks", "half-width of the slit"),
    *("initial speed", "speed of light in vacuum", "length (in m)", "semi-major axis of the orbit"),
    *("reduced Planck's constant", "Planck’s constant h", "Boltzmann constant", "gas constant"),
    *("universal gravitational constant", "permittivity of free space", "c (speed of light)"),
    *("Avogadro's number", "Stefan–Boltzmann constant", "elementary charge", "0.3 nm", "5"),
    *("distance travelled", "total distance covered", "velocity of light", "distance fallen by it"),
    *("mass suspended from the spring", "Distance moved apart", "the velocity of sound in air"),
)
NOT_KNOWN = (
    *("momentum of the mass", "velocity of the mass", "charge of the electron", "temperature"),
    *("change of the length", "difference of two masses", "focal length of the lens", "-L"),
    *("radius of curvature", "minus the width", "speed difference", "mass * 2", "a symbol"),
    *("spring constant", "constant", "1, 2, 3", "scattering length", "position", "L = width"),
    *("mass added", "length stretched", "charge covered", "change of the distance travelled"),
    *(
        "displacement travelled",
        "velocity of light bulb",
        "negative mass",
        "-5 m",
        "0 m",
        "angular velocity",
        "rate of change of the distance",
    ),
)


def known(text: str, name: str = "x") -> Known:
    read = amount(text)
    return Known(name=name, text=text, number=read.number, unit=read.unit)


@pytest.mark.parametrize("text", ABOVE)
def test_lengths_masses_speeds_and_constants_are_above_zero(text: str) -> None:
    assert is_positive(known(text))


@pytest.mark.parametrize("text", NOT_KNOWN)
def test_nothing_else_is_taken_for_above_zero(text: str) -> None:
    assert not is_positive(known(text))


def test_the_name_counts_where_the_value_has_no_words() -> None:
    assert is_positive(known("L", "width_of_well"))
    assert is_positive(known("", "speed of light"))
    assert not is_positive(known("image distance", "distance"))
    assert not is_positive(known("-3", "length"))


@pytest.mark.parametrize(
    "text", ["force vector", "Magnetic field", "[1, 2]", "(0, 0, 1)", "3i - 4j", "magnetic moment"]
)
def test_vectors_are_told_by_words_and_by_lists(text: str) -> None:
    assert is_vector("q", known(text, "q"))


@pytest.mark.parametrize(
    "text", ["10 N", "mass", "moment of inertia", "velocity of light", "speed", "q", "", "1/2"]
)
def test_what_is_not_said_to_be_a_vector_is_none(text: str) -> None:
    assert not is_vector("q", known(text, "q"))
