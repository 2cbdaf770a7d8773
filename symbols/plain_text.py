"""Text as it is compared: one kind of quotation mark and dash, no italics, single spaces."""

from typing import Final

_PLAIN: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "\u2011": "-", "\u00a0": " ", "_": None}
)


def plain_text(text: str, *, keep_case: bool = False) -> str:
    """Return a text in the form in which texts are compared.

    Args:
        text: words of any edition, of a data file or of a reader.
        keep_case: for codes of symbols, whose letters are capitals; everything else is compared in small letters.
    """
    plain = " ".join(text.translate(_PLAIN).split())
    return plain if keep_case else plain.lower()
