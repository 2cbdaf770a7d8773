"""Bytes to text: the encodings of official editions, and what isn't text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.decode import decode
from explorer.document.lines import raw_lines, split_lines
from explorer.document.numbers import DocumentError
from tests.document.editions import EVERY_EDITION, content, text

SAMPLE = (
    "“Lim-Dûl’s” and Márton Stromgald (Magic® cards – the Odyssey™ block) can’t attack—"
    "‘Æther’ © 1993, Juzám Djinn, Dandân and El-Hajjâj don’t."
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac-roman"])
def test_encodings(encoding: str) -> None:
    # Without the letters that the encoding doesn't have.
    written = SAMPLE.encode(encoding, errors="ignore").decode(encoding)
    assert decode(written.encode(encoding)) == written


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"can\x92t", "can’t"),
        (b"\x93Fear,\x94 rule 502\x972", "“Fear,” rule 502—2"),
        (b"Odyssey\xaa cards \xd0 all", "Odyssey™ cards – all"),
        (b"can\xd5t \xd2Fear\xd3", "can’t “Fear”"),
        (b"Lim-D\x96l", "Lim-Dûl"),
        (b"Dand\x83n", "Dandân"),
        (b"El-Hajj\x89j", "El-Hajjâj"),
        (b"El-Hajj\x83j", "El-Hajjâj"),
        (b"El-Hajj\xe2j", "El-Hajjâj"),
        (
            b"Elf, El-Hajj\x89j, Enchantress. Juz\x87m Djinn can't attack.",
            "Elf, El-Hajjâj, Enchantress. Juzám Djinn can't attack.",
        ),
        (b"Elf, El-Hajj\x83j, Enchantress. No\x89l can't attack.", "Elf, El-Hajjâj, Enchantress. Noël can't attack."),
        (b"Juz\xa0m and \x92ther", "Juzám and Æther"),
        (b"Magic\xae", "Magic®"),
    ],
)
def test_the_encoding_follows_from_the_words(content: bytes, expected: str) -> None:
    assert decode(content) == expected


WINDOWS = "“They can’t attack,” said Juzám – and didn’t. ".encode("cp1252") * 9
MAC = "“They can’t attack,” said Juzám – and didn’t. ".encode("mac-roman") * 9
DOS = b"Juz\xa0m, Khab\xa0l and \x92ther. "


@pytest.mark.parametrize(
    ("file", "word", "expected"),
    [
        pytest.param(WINDOWS, b"El-Hajj\x89j", "El-Hajjâj", id="Mac in Windows"),
        pytest.param(WINDOWS, b"Dand\x83n", "Dandân", id="DOS in Windows"),
        pytest.param(WINDOWS, b"can\xd5t", "can’t", id="a Mac apostrophe in Windows"),
        pytest.param(WINDOWS, b"\xd2Fear\xd3", "“Fear”", id="Mac quotes in Windows"),
        pytest.param(WINDOWS, b"don\x91t", "don‘t", id="a quote that is typed wrongly"),
        pytest.param(MAC, b"El-Hajj\xe2j", "El-Hajjâj", id="Windows in Mac"),
        pytest.param(MAC, b"Lim-D\xfbl", "Lim-Dûl", id="more Windows in Mac"),
        pytest.param(MAC, b"can\x92t", "can’t", id="a Windows apostrophe in Mac, in a word that the file has"),
        pytest.param(DOS, b"Lim-D\xfbl", "Lim-Dûl", id="Windows in DOS"),
        pytest.param(DOS, b"No\x89l", "Noël", id="an unusual letter of the file's own"),
        pytest.param(
            DOS + b"Marton. ", b"M\x87rton", "Márton", id="Mac in DOS, in a word that the file has without marks"
        ),
    ],
)
def test_a_lone_byte_of_another_encoding(file: bytes, word: bytes, expected: str) -> None:
    before, after = decode(file), decode(file + word + b" stays. " + file)
    assert after == f"{before}{expected} stays. {before}"


@pytest.mark.parametrize(("end", "expected"), [("\r", "Dän"), ("\n", "Dèn"), ("\r\n", "Dèn")])
def test_mac_line_ends_mean_a_mac_encoding(end: str, expected: str) -> None:
    written = f"One{end}D\x8an{end}".encode("latin-1")
    assert decode(written) == f"One{end}{expected}{end}"


@pytest.mark.parametrize(
    ("known", "expected"),
    [({}, "El-Hajjâj"), ({"El-Hajjâj": 3}, "El-Hajjâj"), ({"El-Hajjëj": 3}, "El-Hajjëj")],
)
def test_other_texts_decide_between_readings(known: dict[str, int], expected: str) -> None:
    file = b"Elf, El-Hajj\x89j, Enchantress.\r\n"
    assert decode(file, lambda word: known.get(word, 0)) == f"Elf, {expected}, Enchantress.\r\n"


def test_other_texts_are_asked_only_where_a_word_may_be_two() -> None:
    looked_up: set[str] = set()

    def times_known(word: str) -> int:
        looked_up.add(word)
        return 0

    decode(WINDOWS + b"El-Hajj\x89j", times_known)
    assert looked_up == {"El-Hajjëj", "El-Hajjâj", "Juzám", "Juzßm"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"GIF89a", "picture"),
        (b"{\\rtf1\\ansi", "rtf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "doc"),
        (b"\xef\xbb\xbf\n  <HTML lang=en>", "web page"),
        (b"<?xml version='1.0'?>", "web page"),
        (b"107.1. \x00\x01\x02 of", "control characters"),
        ("Правила игры".encode("koi8-r") * 20, "encoding"),
        ("can’t won’t don’t ".encode() * 50 + b"\x92", "damaged"),
        (b"\xff\xfea", "damaged"),
    ],
)
def test_what_is_not_text(content: bytes, sentence: str) -> None:
    with pytest.raises(DocumentError, match=sentence) as caught:
        decode(content)
    assert caught.value.message.endswith(".")


@given(st.binary(max_size=300))
def test_any_bytes_give_text_or_a_sentence(content: bytes) -> None:
    try:
        sentence, text = "", decode(content)
    except DocumentError as error:
        sentence, text = error.message, ""
    assert sentence.endswith(".") or text.strip()


@EVERY_EDITION
def test_editions_have_only_known_letters(name: str) -> None:
    expected = set("’‘“”–—™®©áâúûòÆ∞−")
    assert {letter for letter in text(name) if ord(letter) > 0x7E} <= expected
    assert content(name)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    assert raw_lines(f"one{end}{end}two{end}") == ["one", "", "two", ""]


def test_mixed_line_ends() -> None:
    lines = split_lines("one\r\ntwo\rthree\n\nfour \xa0 five\r\n\t six\u2028seven\x0b\x0ceight")
    assert [line.text for line in lines] == ["one", "two", "three", "four five", "six", "seven", "eight"]
    assert [line.number for line in lines] == [1, 2, 3, 5, 6, 7, 9]
    assert [line.after_blank for line in lines] == [True, False, False, True, False, False, True]
    assert [line.indented for line in lines] == [False, False, False, False, True, False, False]
