"""No word of a field is dropped: words that are added change the answer, or are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import OPTIONS, CheckRequest, EngineError

BASE = {"cost": "{2}{W}", "pool": "WWW"}
EXAMPLES = {
    "mana": "WW",
    "number": "2",
    "reductions": "{1}",
    "costs": "{1}",
    "cost": "{1}",
    "flag": "true",
    "count": "2",
    "yes or no": "yes",
    "creatures": "{W}",
    "colors": "W",
    "types of mana": "W",
    "keyword cost": "{1}",
    "date": "2025-06-06",
}
FIELDS = [
    (key, EXAMPLES[one.kind]) for key, one in OPTIONS.items() if one.kind in EXAMPLES and key != "waterbend"
]  # which needs a waterbend cost
WORDS = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz ()“”[]"), min_size=1, max_size=24).filter(str.strip)


def answer(**asked: str) -> object:
    try:
        found = dict(CheckRequest.parse({**BASE, **asked}).check().as_json())
    except EngineError as error:
        return error.message
    # What was typed comes back as it was.
    found.pop("cost", None)
    return found


@pytest.mark.parametrize(("key", "value"), FIELDS)
@pytest.mark.parametrize(
    "words", [" (zorble)", " zorble", " (only if artifact)", ", (zorble)", " [zorble]", " -- x", " (Only if blue.)"]
)
def test_added_nonsense_changes_the_answer(key: str, value: str, words: str) -> None:
    value = BASE.get(key, value)
    assert answer(**{key: value + words}) != answer(**{key: value})


@given(st.sampled_from(FIELDS), WORDS)
def test_no_text_is_ignored(field: tuple[str, str], words: str) -> None:
    key, value = field
    value = BASE.get(key, value)
    added = f"{value} {words.strip()} zorble"
    assert answer(**{key: added}) != answer(**{key: value})
