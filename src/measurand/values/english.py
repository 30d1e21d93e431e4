"""Numbers and articles before words, as English writes them."""

_VOWELS = frozenset("aeiou")


def counted(number: int, noun: str) -> str:
    """Write a number with its noun, whose plural ends in s.

    >>> counted(1, "cell"), counted(2, "cell"), counted(1_200, "record")
    ('1 cell', '2 cells', '1200 records')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def with_article(noun: str) -> str:
    """Write a noun with a or an, by its first letter; an abbreviation by how its letter is said.

    >>> with_article("score"), with_article("exact_match"), with_article("F1"), with_article("MCC")
    ('a score', 'an exact_match', 'an F1', 'an MCC')
    >>> with_article("unit"), with_article("hour")
    ('a unit', 'an hour')
    """
    lower = noun.lower()
    if noun[:2].isupper() or noun[1:2].isdigit():
        vowel = noun[:1] in "AEFHILMNORSX"
    else:
        vowel = lower[:1] in _VOWELS and not lower.startswith(("uni", "one", "eu", "use"))
        vowel = vowel or lower.startswith(("hour", "honest"))
    return f"{'an' if vowel else 'a'} {noun}"
