"""A form and its API are one thing: the same fields, and the same answer to what the form submits."""

from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.x import FIELDS, Subject
from symbols.rendering import spoken
from symbols.sentences import with_minus
from symbols.trials import Control, Placement, Trial
from symbols.trials.catalog import TRIALS, trial_named
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION, examples

pytestmark = pytest.mark.django_db

EXCERPTS = ("", "2008-03-17", "2011-07-15")
WHOLE = ("", "2003-03-15", "2009-05-01", "2013-07-13")
KINDS = {"several": "checkboxes", "yes": "checkbox", "choice": "choice"}
Query = Sequence[tuple[str, str]]


class Form(HTMLParser):
    """The form whose `action` begins with a path, and the page's `og:title`."""

    def __init__(self, html: str, action: str) -> None:
        super().__init__()
        self.said, self.controls = "", list[dict[str, Any]]()
        self._action, self._is_inside, self._is_typed, self._select = action, False, False, dict[str, Any]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        if tag == "meta" and of.get("property") == "og:title":
            self.said = (of["content"] or "").partition(": ")[2]
        if tag == "form":
            self._is_inside = (of.get("action") or "").startswith(self._action)
        if not self._is_inside:
            return
        if tag == "select":
            self._select = {"name": of["name"], "type": "select", "values": [], "chosen": None}
            self.controls.append(self._select)
        if tag == "textarea":
            self.controls.append({"name": of["name"], "type": "text", "values": [""], "chosen": ""})
            self._is_typed = True
        if tag == "option" and self._select:
            self._select["values"].append(of["value"])
            if "selected" in of or self._select["chosen"] is None:
                self._select["chosen"] = of["value"]
        if tag == "input" and of.get("name"):
            is_on = of.get("type") not in {"radio", "checkbox"} or ("checked" in of and "disabled" not in of)
            value = of.get("value") or ""
            kind = of.get("type") or "text"
            self.controls.append(
                {"name": of["name"], "type": kind, "values": [value], "chosen": value if is_on else None}
            )

    def handle_data(self, data: str) -> None:
        if self._is_typed:
            self.controls[-1]["chosen"] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        if tag == "textarea":
            self._is_typed = False
        if tag == "select":
            self._select = {}

    @property
    def submitted(self) -> Query:
        """What a browser sends, which needs no script for it."""
        return [(each["name"], each["chosen"]) for each in self.controls if each["chosen"] is not None]

    def names(self) -> set[str]:
        return {each["name"] for each in self.controls}

    def kind(self, name: str) -> str:
        shown = [each for each in self.controls if each["name"] == name and each["type"] != "hidden"]
        boxes = [each for each in shown if each["type"] == "checkbox"]
        if boxes:
            return "checkboxes" if boxes[0]["values"] != ["yes"] else "checkbox"
        return "choice" if shown[0]["type"] in {"select", "radio"} else "text"


def page_of(client: Client, path: str, query: Query) -> tuple[int, Form]:
    response = client.get(path, query_string(query))
    return response.status_code, Form(response.content.decode(), path)


def query_string(query: Query) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in query:
        found.setdefault(name, []).append(value)
    return found


def api_of(client: Client, path: str, query: Query) -> tuple[int, Any]:
    response = client.get(path, query_string(query))
    return response.status_code, response.json()


def assert_alike(client: Client, slug: str, query: Query) -> Any:
    """Check that the page and the API say the same of a query in which something is given; return what the API says."""
    status, form = page_of(client, f"/try/{slug}/", query)
    in_api, found = api_of(client, f"/api/trials/{slug}", query)
    where = f"{slug}?{urlencode(query)}"
    assert status == in_api, where
    if status == 200:
        assert form.said == spoken(with_minus(f"{found['note'] or ''} {found['sentence']}".strip())), where
    return found


def placements() -> Iterator[tuple[Trial, Placement]]:
    return ((trial, place) for trial in TRIALS for place in trial.places)


def every_value(control: Control) -> list[str]:
    return [choice.value for choice in control.choices] or ["yes", "no"]


def assert_fields(trial: Trial, place: Placement, form: Form, listed: Sequence[Mapping[str, Any]]) -> None:
    fields = {field["name"]: field for field in listed}
    # What may be divided is asked only where something may; choices of a board are links.
    assert (form.names() | {"divide"} & fields.keys()) - {"rule", "edition"} == fields.keys()
    shown = form.names() - ({"choices"} if trial.slug == "board" else set())
    for control in (each for each in place.controls or trial.controls if each.key in shown):
        assert form.kind(control.key) == KINDS.get(fields[control.key]["kind"], "text")
        assert {choice.value for choice in control.choices} <= {*(fields[control.key]["values"] or ())}


class _TestAlike:
    editions: Sequence[str] = EXCERPTS
    step = 1

    def test_forms_and_answers_match_the_api(self, client: Client, subtests: pytest.Subtests) -> None:
        listed = {one["slug"]: one["fields"] for one in client.get("/api/trials").json()["items"]}
        for index, (trial, place) in enumerate([*placements()][:: self.step]):
            edition = self.editions[index % len(self.editions)]
            with subtests.test(trial=trial.slug, rule=place.rule, edition=edition):
                opened = [("rule", place.rule), ("edition", edition)]
                _, form = page_of(client, f"/try/{trial.slug}/", opened)
                assert_fields(trial, place, form, listed[trial.slug])
                status, found = api_of(client, f"/api/trials/{trial.slug}", form.submitted)
                assert status == 200
                # It is the answer that was there before, and its permalink has it, too: of every other one, for time.
                assert form.said == spoken(with_minus(f"{found['note'] or ''} {found['sentence']}".strip()))
                if index % 2:
                    permalink = parse_qsl(urlsplit(found["address"]).query, keep_blank_values=True)
                    assert page_of(client, f"/try/{trial.slug}/", permalink)[1].said == form.said

    def test_omitted_fields(self, client: Client, subtests: pytest.Subtests) -> None:
        """It is refused, or means its default; never an example, under whatever edition."""
        listed = {one["slug"]: one["fields"] for one in client.get("/api/trials").json()["items"]}
        for trial in TRIALS:
            home = trial.places[0]
            tried = [home.given, *(one.values for one in home.tries)][:3]
            for index, field in list(enumerate(listed[trial.slug]))[:: self.step]:
                # Numbers and words have no usual value, but for those of which there are usually none, and players.
                assert field["default"] in {None, "", "0", "player"} or field["values"], field
                said = {**trial.initial, **tried[index // 2 % len(tried)]}
                rest = [(key, text) for key, text in said.items() if key != field["name"]]
                edition = self.editions[index % len(self.editions)]
                with subtests.test(trial=trial.slug, field=field["name"], edition=edition, rest=rest):
                    self._leave_out(client, trial.slug, field, rest, edition)

    def _leave_out(self, client: Client, slug: str, field: Mapping[str, Any], rest: Query, edition: str) -> None:
        query = [*rest, ("edition", edition)]
        status, found = api_of(client, f"/api/trials/{slug}", query)
        if field["required"]:
            assert (status, found.get("error", {}).get("code")) == (422, "missing") or not found["facts"]
        else:
            given = api_of(client, f"/api/trials/{slug}", [*query, (field["name"], field["default"])])
            assert given == (status, found)
        if rest:
            assert_alike(client, slug, query)


@pytest.mark.slow
class TestInExcerpts(_TestAlike):
    pass


@with_editions(*EVERY_EDITION)
class TestInEveryEdition(_TestAlike):
    editions = WHOLE
    step = 5

    @examples(80)
    @given(trial=st.sampled_from(TRIALS), data=st.data())
    def test_any_query(self, client: Client, trial: Trial, data: st.DataObject) -> None:
        ask_anything(client, trial, data, WHOLE)

    @examples(20)
    @given(data=st.data())
    def test_any_query_of_x(self, client: Client, data: st.DataObject) -> None:
        ask_anything_of_x(client, data, WHOLE)

    @pytest.mark.parametrize("edition", ["", "2013-07-13"])
    def test_off_the_battlefield_the_rule_sets_the_number(self, client: Client, edition: str) -> None:
        query = [("printed", "1+*"), ("by", "chosen"), ("zone", "elsewhere"), ("edition", edition)]
        _, found = api_of(client, "/api/trials/stars", query)
        assert (found["facts"]["value"], found["steps"][0]["rule"]) == (0, "208.2b")
        assert "the rule sets its power and toughness to 0" in found["steps"][0]["why"]
        assert "the rule sets its power and toughness to 0" in client.get("/try/stars/", dict(query)).content.decode()


@pytest.mark.slow
@examples(40)
@given(trial=st.sampled_from(TRIALS), data=st.data())
def test_any_query(client: Client, trial: Trial, data: st.DataObject) -> None:
    ask_anything(client, trial, data, EXCERPTS)


def ask_anything(client: Client, trial: Trial, data: st.DataObject, editions: Sequence[str]) -> None:
    query: list[tuple[str, str]] = []
    for control in trial.controls:
        likely = [*every_value(control), control.initial, "", "3", "-2", "{X}{R}"]
        initial = [{**trial.initial, **place.given}[control.key] for place in trial.places]
        values = data.draw(st.lists(st.sampled_from(initial) | st.sampled_from(likely), max_size=2))
        query += [(control.key, value) for value in values]
    if query:
        query += [("rule", rule) for rule in data.draw(st.lists(st.sampled_from(trial.rules), max_size=1))]
        assert_alike(client, trial.slug, [*query, ("edition", data.draw(st.sampled_from(editions)))])


X = trial_named("x")
VALUES: Mapping[str, Sequence[str]] = {control.key: every_value(control) for control in X.controls} if X else {}
NUMBERS = ("gives", "other", "was", "announced", "doubled", "least")


@pytest.mark.slow
def test_x_fields_match_the_api(client: Client) -> None:
    document = client.get("/api/openapi.json").json()["paths"]["/api/variables"]["get"]["parameters"]
    names = {parameter["name"] for parameter in document}
    assert names == {*FIELDS, "cost", "edition"}
    assert {field.key for field in X.controls} == names - {"edition"} if X else False
    shown: set[str] = set()
    for subject in Subject:
        for said in ([], [("defined", "by-text")], [("refers", "1")], [("origin", "chosen")], [("how", "copied")]):
            shown |= page_of(client, "/x/", [("what", subject), *said])[1].names()
    assert shown == names | {"before"}


@pytest.mark.slow
@examples(20)
@given(data=st.data())
def test_any_query_of_x(client: Client, data: st.DataObject) -> None:
    ask_anything_of_x(client, data, EXCERPTS)


def ask_anything_of_x(client: Client, data: st.DataObject, editions: Sequence[str]) -> None:
    """The explorer, its API and the Try it have one answer."""
    query: list[tuple[str, str]] = []
    for key in data.draw(st.lists(st.sampled_from([*FIELDS]), max_size=5, unique=True)):
        values = ("0", "2", "-1", "x") if key in NUMBERS else VALUES[key]
        query += [(key, value) for value in data.draw(st.lists(st.sampled_from(values), min_size=1, max_size=2))]
    costs = st.sampled_from(["{X}{R}", "xx", "{Y}", "["])
    query += [("cost", cost) for cost in data.draw(st.lists(costs, max_size=1))]
    query.append(("edition", data.draw(st.sampled_from(editions))))
    response = client.get("/x/", query_string(query))
    status, found = api_of(client, "/api/variables", query)
    assert response.status_code == status, query
    if status == 200:
        assert with_minus(found["sentence"]) in unescape(response.content.decode()), query
        in_trial, tried = api_of(client, "/api/trials/x", query)
        assert in_trial == 200
        assert (tried["facts"]["value"], tried["facts"]["kind"]) == (found["value"], found["kind"])


@pytest.mark.parametrize("edition", EXCERPTS)
def test_x_is_0_without_paying_the_mana_cost(client: Client, edition: str) -> None:
    spell = [("what", "spell"), ("how", "without-paying"), ("in", "mana-cost"), ("in", "additional-cost")]
    query = [*spell, ("edition", edition)]
    for path in ("/api/trials/x", "/api/variables"):
        status, found = api_of(client, path, query)
        facts = found.get("facts", found)
        assert (status, facts["value"], facts["allowed"]) == (200, 0, [0])
        status, found = api_of(client, path, [*query, ("announced", "4")])
        assert (status, found["error"]["suggestion"]) == (422, "0")
        assert "(107.3b)" in found["error"]["message"]
    for path in ("/try/x/", "/x/", "/api/trials/x", "/api/variables"):
        response = client.get(path, query_string([*query, ("announced", "4")]))
        assert response.status_code == 422
        assert "0 is the only legal choice" in response.content.decode()


def test_spellings_of_a_checkbox(client: Client) -> None:
    for tick in ("1", "yes", "on", "true"):
        query = [("what", "triggered-ability"), ("refers", tick), ("other", "4"), ("in", "text")]
        _, found = api_of(client, "/api/trials/x", query)
        assert (found["facts"]["value"], found["facts"]["rule"]) == (4, "107.3e")
        assert_alike(client, "x", query)


def test_doubling(client: Client) -> None:
    query = [("announced", "3"), ("doubled", "2")]
    assert api_of(client, "/api/trials/x", query)[1]["facts"]["value"] == 12
    assert api_of(client, "/api/variables", query)[1]["value"] == 12


def test_repeated_values(client: Client) -> None:
    for path in ("/api/trials/paying", "/try/paying/"):
        assert client.get(path, {"cost": ["{W}", "{U}"]}).status_code == 422
        assert client.get(path, {"cost": ["{W}", "{W}"]}).status_code == 200
    # A form says no before its checkbox says yes.
    assert api_of(client, "/api/trials/any-number", [("number", "0"), ("divided", "no"), ("divided", "yes")])[0] == 200
    several = [("in", "mana-cost"), ("in", "text")]
    assert (
        api_of(client, "/api/trials/x", several)[1]["sentence"]
        == (api_of(client, "/api/trials/x", [("in", "mana-cost,text")])[1]["sentence"])
    )
