"""All URLs of the site. They are permanent: a link that worked once works forever."""

from django.urls import URLPattern, URLResolver, path, re_path, register_converter
from django.urls.converters import StringConverter

from explorer.api.library import short_form
from explorer.api.service import api, description
from explorer.card_pages.view import card as one_card
from explorer.card_pages.view import cards as all_cards
from explorer.casting.view import cast
from explorer.citing.view import citations
from explorer.costcheck.view import check
from explorer.history.view import changes, changes_between, history, term_history
from explorer.offline import view as offline
from explorer.policy.kinds import KINDS
from explorer.policy.view import policy, policy_changes, policy_history, policy_section
from explorer.rules.contents.view import contents
from explorer.rules.editions import editions
from explorer.rules.glossary import view as glossary
from explorer.rules.rule import view as rules
from explorer.rules.rule.table import table
from explorer.search import live
from explorer.search import view as searching
from explorer.search.index_view import index
from explorer.search.suggestions import suggest
from explorer.sharing.brief.view import brief
from explorer.sharing.embeds.view import check_embed, rule_embed
from explorer.sharing.feeds import feed
from explorer.sharing.pictures.view import picture, rule_card
from explorer.sharing.sitemaps import robots, sitemap, sitemap_of_cards, sitemaps
from explorer.symbols_by_edition.view import drawing, gallery, sheet, symbol
from explorer.tryit.view import numbers, trial, trials
from explorer.web.downloads import full_rules, get_cards
from explorer.x.view import x


class DateConverter(StringConverter):
    """Effective date; the view validates it."""

    regex = r"\d{4}-\d{1,2}-\d{1,2}"


class PolicyConverter(StringConverter):
    """Key of a tournament document."""

    regex = "|".join(KINDS)


class CodeConverter(StringConverter):
    """Symbol's code as a user writes it: any text, with slashes and line breaks."""

    regex = "(?s:.+)"


register_converter(DateConverter, "date")
register_converter(CodeConverter, "code")
register_converter(PolicyConverter, "policy")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", live.home, name="home"),
    path("api/", description, name="api"),
    path("api/", api.urls),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemaps, name="sitemap"),
    path("sitemap-pages.xml", sitemap, name="sitemap-of-pages"),
    path("sitemap-cards.xml", sitemap_of_cards, name="sitemap-of-cards"),
    path("sitemap-<date:edition>.xml", sitemap, name="pinned-sitemap"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    # At the root, so that the service worker's scope is the whole site.
    path("worker.js", offline.worker, name="worker"),
    path("offline/<slug:name>.json", offline.cached_part, name="kept-part"),
    path("cards/", all_cards, name="cards"),
    path("cards/<slug:slug>.png", picture, name="card-picture"),
    path("cards/<slug:slug>/", one_card, name="card"),
    path("full-rules/", full_rules, name="full-rules"),
    path("get-cards/", get_cards, name="get-cards"),
    path("search/", searching.results, name="search"),
    # /704.5j or /704-5j
    re_path(r"^(?P<number>[1-9]\d\d[.-][1-9]\d{0,2}[a-zA-Z]?)/?$", rules.short, name="short-rule"),
    path("search/suggestions/", suggest, name="suggestions"),
    path("rules/", contents, name="contents"),
    path("rules/<date:edition>/", contents, name="pinned-contents"),
    re_path(r"^rules/(?P<number>[^/]+)\.(?P<form>json|txt|md)$", short_form, name="rule-as"),
    re_path(
        r"^rules/(?P<edition>\d{4}-\d{1,2}-\d{1,2})/(?P<number>[^/]+)\.(?P<form>json|txt|md)$",
        short_form,
        name="pinned-rule-as",
    ),
    path("rules/<str:number>.png", picture, name="rule-picture"),
    path("rules/<date:edition>/<str:number>.png", picture, name="pinned-rule-picture"),
    path("rules/<str:number>/card.svg", rule_card, name="rule-card"),
    path("rules/<date:edition>/<str:number>/card.svg", rule_card, name="pinned-rule-card"),
    path("rules/<str:number>/", rules.rule, name="rule"),
    path("rules/<str:number>/embed/", rule_embed, name="rule-embed"),
    path("rules/<date:edition>/<str:number>/embed/", rule_embed, name="pinned-rule-embed"),
    path("rules/<str:number>/table/", table, name="rule-table"),
    path("rules/<date:edition>/<str:number>/table/", table, name="pinned-rule-table"),
    path("rules/<str:number>/feed.atom", feed, name="rule-feed"),
    path("rules/<str:number>/history/", history, name="history"),
    path("rules/<date:edition>/<str:number>/history/", history, name="pinned-history"),
    path("rules/<date:edition>/<str:number>/", rules.rule, name="pinned-rule"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("glossary/<date:edition>/", glossary.glossary, name="pinned-glossary"),
    path("glossary/<str:slug>.png", picture, name="term-picture"),
    path("glossary/<date:edition>/<str:slug>.png", picture, name="pinned-term-picture"),
    path("glossary/<str:slug>/", glossary.term, name="term"),
    path("glossary/<date:edition>/<str:slug>/", glossary.term, name="pinned-term"),
    path("glossary/<str:slug>/feed.atom", feed, name="term-feed"),
    path("glossary/<str:slug>/history/", term_history, name="term-history"),
    path("glossary/<date:edition>/<str:slug>/history/", term_history, name="pinned-term-history"),
    path("<policy:document>/", policy, name="policy"),
    path("<policy:document>.png", picture, name="policy-picture"),
    path("<policy:document>/<date:edition>.png", picture, name="pinned-policy-picture"),
    path("<policy:document>/<str:number>.png", picture, name="policy-section-picture"),
    path("<policy:document>/<date:edition>/<str:number>.png", picture, name="pinned-policy-section-picture"),
    path("<policy:document>/feed.atom", feed, name="policy-feed"),
    path("<policy:document>/changes/", policy_changes, name="policy-changes"),
    path("<policy:document>/<date:edition>/", policy, name="pinned-policy"),
    path("<policy:document>/<str:number>/", policy_section, name="policy-section"),
    path("<policy:document>/<str:number>/history/", policy_history, name="policy-history"),
    path("<policy:document>/<date:edition>/<str:number>/", policy_section, name="pinned-policy-section"),
    path("<policy:document>/<date:edition>/<str:number>/history/", policy_history, name="pinned-policy-history"),
    path("index/", index, name="index"),
    path("changes/", changes, name="changes"),
    path("changes/feed.atom", feed, name="changes-feed"),
    path("changes/<str:old>/<str:new>/", changes_between, name="changes-between"),
    path("changes/<str:old>/<str:new>.png", picture, name="changes-between-picture"),
    path("editions/", editions, name="editions"),
    path("brief/", brief, name="brief"),
    path("check/", check, name="check"),
    path("check/embed/", check_embed, name="check-embed"),
    path("check.png", picture, name="check-picture"),
    path("cast/", cast, name="cast"),
    path("cast.png", picture, name="cast-picture"),
    path("citations/", citations, name="citations"),
    path("x/", x, name="x"),
    path("try/", trials, name="trials"),
    path("try/<str:slug>/", trial, name="trial"),
    path("try/<slug:slug>.png", picture, name="trial-picture"),
    path("numbers/", numbers, name="numbers"),
    path("symbols/", gallery, name="symbols"),
    path("symbols/sheet/", sheet, name="symbol-sheet"),
    # Codes may contain slashes; the views redirect to the canonical address.
    path("symbols/<code:code>.svg", drawing, name="symbol-svg"),
    path("symbols/<code:code>.png", picture, name="symbol-picture"),
    path("symbols/<code:code>/", symbol, name="symbol"),
]

handler400 = "explorer.web.errors.bad_request"
handler404 = "explorer.web.errors.not_found"
handler500 = "explorer.web.errors.broken"
