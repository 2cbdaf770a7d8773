"""Decode the bytes of a document.

Official documents have been saved as UTF-8, UTF-16, Windows, old Mac OS and DOS text. Without a byte order mark, the
encoding that makes most sense of the whole file wins: `Odyssey(0xAA)` is a trademark sign on a Mac, `didn(0x92)t` an
apostrophe under Windows, `D(0x96)l` an û under DOS. Then each word that makes no sense in that encoding, or that other
texts spell as another encoding reads it, is decoded in the other one.
"""

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice

from explorer.document.numbers import DocumentError

# Magic numbers of common files that aren't text.
_NOT_TEXT = (
    (b"%PDF", "This is a PDF. Pipwise reads the rules as plain text (.txt)."),
    (b"\x89PNG", "This is a picture (PNG), not a text file."),
    (b"\xff\xd8\xff", "This is a picture (JPEG), not a text file."),
    (b"GIF8", "This is a picture (GIF), not a text file."),
    (b"RIFF", "This is a picture or a recording, not a text file."),
    (b"PK\x03\x04", "This is a .docx or .zip file. Pipwise reads the rules as plain text (.txt)."),
    (b"\xd0\xcf\x11\xe0", "This is a .doc file. Pipwise reads the rules as plain text (.txt)."),
    (b"{\\rtf", "This is an .rtf file. Pipwise reads the rules as plain text (.txt)."),
    (b"\x1f\x8b", "This is a compressed file (gzip). Unpack it first."),
    (b"BZh", "This is a compressed file (bzip2). Unpack it first."),
    (b"\xfd7zXZ\0", "This is a compressed file (xz). Unpack it first."),
    (b"\x28\xb5\x2f\xfd", "This is a compressed file (zstd). Unpack it first."),
    (b"7z\xbc\xaf\x27\x1c", "This is a .7z file. Unpack it first."),
    (b"Rar!\x1a", "This is a .rar file. Unpack it first."),
    (b"SQLite format 3", "This is a database, not a text file."),
)
# Searched in the whole text: a saved page may begin with anything.
_WEB_PAGE = re.compile(r"<\?xml\s|<!doctype\s+html|</?(?:html|head|body)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:div|table|span|p|br|li)\b[^<>]*>", re.IGNORECASE)
# Fewer tags may be typos in a text document.
_MIN_TAGS = 3
_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
# Ties go to the first. Old Mac OS ended lines in CR alone.
_MAC_ENCODINGS = ("mac-roman", "cp1252", "cp437")
_OTHER_ENCODINGS = ("cp1252", "cp437", "mac-roman")

# The end of Latin Extended-A; ƒ, Greek and mathematics come after.
_LAST_LATIN = 0x17F
# Letters that editions have used; they break ties between readings.
_FAMILIAR = "áâòúûÆ"
_PUNCTUATION = "‘’“”–—™®©•…½∞−×"

# Letters that make no sense are typos up to one per this many bytes; beyond, the encoding is unknown.
_BYTES_PER_TYPO = 1000
_HIGH = re.compile(r"[^\x00-\x7f]")
_HIGH_WORD = re.compile(rb"(?<![A-Za-z'\x80-\xff-])[A-Za-z'\x80-\xff-]*[\x80-\xff][A-Za-z'\x80-\xff-]*")
_MULTIBYTE = re.compile(rb"[\xc3-\xf4][\x80-\xbf]+")
# Control characters except tab, line and page breaks, and DOS's end-of-file mark.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")


def decode(content: bytes, times_known: Callable[[str], int] = lambda _: 0) -> str:
    """Decode a document.

    Args:
        times_known: how many other texts have a word, with or without its accents; called for ambiguous bytes.

    Raises:
        DocumentError: it is empty, or isn't text.
    """
    for beginning, sentence in _NOT_TEXT:
        if content.startswith(beginning):
            raise DocumentError(sentence)
    text = _decode(content, times_known).rstrip("\x1a")
    if _is_web_page(text):
        raise DocumentError("This is a web page. Pipwise reads the rules as plain text (.txt).")
    control = _CONTROL.search(text)
    if control is not None:
        line = text.count("\n", 0, control.start()) + 1
        raise DocumentError("This isn’t a text file: it has control characters.", line)
    if not text.strip():
        raise DocumentError("The file is empty.")
    return text


def whole_characters(content: bytes) -> bytes:
    """Drop a character that is cut in two by the end of a file; other damage stays."""
    wide = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    wide = wide or _utf16_without_mark(content)
    decoder = codecs.getincrementaldecoder(wide or "utf-8")()
    try:
        text = decoder.decode(content)
    except UnicodeDecodeError:
        return content
    begun, _ = decoder.getstate()
    if not wide and len(begun) == 1 and text.isascii():
        # The rest is ASCII, and a single high byte is a letter in a Windows encoding.
        return content
    return content[: len(content) - len(begun)]


def _is_web_page(text: str) -> bool:
    if "<" not in text:
        return False
    tags = islice(_TAG.finditer(text), _MIN_TAGS)
    return _WEB_PAGE.search(text) is not None or sum(1 for _ in tags) == _MIN_TAGS


def _decode(content: bytes, times_known: Callable[[str], int]) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], encoding)
    wide = _utf16_without_mark(content)
    if wide is not None:
        return _strictly(content, wide)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_old(content, error, times_known)


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise _broken(content, error) from error


def _broken(content: bytes, error: UnicodeDecodeError) -> DocumentError:
    line = content.count(b"\n", 0, error.start) + 1
    return DocumentError(f"The file is damaged: it isn’t valid {error.encoding.upper()}.", line)


def _utf16_without_mark(content: bytes) -> str | None:
    sample = content[:2000]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 < len(sample) or min(even, odd) * 10 > max(even, odd):
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _decode_old(content: bytes, error: UnicodeDecodeError, times_known: Callable[[str], int]) -> str:
    high = sum(byte > 0x7F for byte in content)
    if len(_MULTIBYTE.findall(content)) * 4 > high:
        # Mostly UTF-8, so the rest is damage.
        raise _broken(content, error)
    encodings = _OTHER_ENCODINGS if b"\n" in content or b"\r" not in content else _MAC_ENCODINGS
    texts = {one: content.decode(one, errors="replace") for one in encodings}
    sense = {one: _sense(text) for one, text in texts.items()}
    encoding = max(encodings, key=lambda one: (sense[one], _familiar(texts[one])))
    if sense[encoding] < 0 and high * _BYTES_PER_TYPO > len(content):
        raise DocumentError("The encoding of this file is unknown. Save it as UTF-8.")

    @cache
    def times(word: str, *, own: bool) -> int:
        # The file's own reading is trivially in its text, so it doesn't count as evidence.
        forms = {word, without_marks(word)} - ({word} if own else set())
        text = texts[encoding]
        there = [re.findall(rf"(?<![\w'-]){re.escape(form)}(?![\w'-])", text) for form in forms if form in text]
        return times_known(word) + sum(map(len, there))

    @cache
    def reading(before: bytes, word: bytes, after: bytes) -> bytes:
        return _read_word(word, (before, after), (encoding, *encodings), times).encode()

    def read(found: re.Match[bytes]) -> bytes:
        start, end = found.span()
        return reading(content[max(0, start - 1) : start], found[0], content[end : end + 1])

    return _HIGH_WORD.sub(read, content).decode()


def _read_word(word: bytes, around: Sequence[bytes], encodings: Sequence[str], times: Callable[..., int]) -> str:
    """Decode a word in the file's encoding, unless another one makes better sense of it.

    Args:
        around: the byte before it and the one after it.
        encodings: the candidates, the file's first.
        times: how often a spelling occurs elsewhere; called as `times(word, own=is_files_own_reading)`.
    """
    before, after = (byte.decode("ascii", errors="replace") or " " for byte in around)
    own, *others = dict.fromkeys(word.decode(encoding, errors="replace") for encoding in encodings)
    if all(letter in _PUNCTUATION for letter in _HIGH.findall(own)):
        return own
    sense = {reading: _least_sense(f"{before}{reading}{after}") for reading in (own, *others)}
    sensible = [reading for reading in sense if sense[reading] >= 0]
    if len(sensible) < 2:
        return (sensible or [own])[0]
    return max(
        sensible,
        key=lambda reading: (times(reading, own=reading == own), reading == own, sense[reading], _familiar(reading)),
    )


def without_marks(word: str) -> str:
    """Strip accents, as editions in plain ASCII write a word: "Dûl" -> "Dul"."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))


def _familiar(text: str) -> int:
    return sum(text.count(letter) for letter in _FAMILIAR)


def _sense(text: str) -> int:
    """Score how well the non-ASCII letters fit where they are; higher is better."""
    around = f" {text} "
    windows = Counter(around[place.start() : place.end() + 2] for place in _HIGH.finditer(text))
    return sum(_fits(*window) * times for window, times in windows.items())


def _least_sense(word: str) -> int:
    """Score of the non-ASCII letter that fits worst; `word` includes one letter on either side."""
    return min(_fits(*word[place.start() - 1 : place.end() + 1]) for place in _HIGH.finditer(word, 1, len(word) - 1))


def _fits(before: str, letter: str, after: str) -> int:
    """1 if a letter makes sense between two others, 0 if it may, negative if not."""
    if letter in "‘“":
        return 1 if not before.isalnum() and not after.isspace() else -1
    if letter in "’”":
        return 1 if not before.isspace() else 0
    if letter in "–—":
        return 0 if before.isalpha() and after.isalpha() else 1
    if letter in _PUNCTUATION:
        return 1
    if letter in "§·°¼¾\xa0":
        return -1 if before.isalpha() and after.isalpha() else 0
    if not letter.isalpha() or letter in "ªº" or ord(letter) > _LAST_LATIN:
        return -2
    if letter.islower():
        return 1 if before.isalpha() or after.islower() else -1
    return 1 if after.islower() and not before.isalpha() else -1
