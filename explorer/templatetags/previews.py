"""Metadata for link previews and search engines: Open Graph, oEmbed discovery, JSON-LD."""

import html
import json
import re
from urllib.parse import urljoin

from django import template
from django.template.context import RequestContext
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.sharing.pictures import HEIGHT, WIDTH
from explorer.sharing.pictures.subjects import PICTURED
from explorer.web import addresses

register = template.Library()

_BREAK = re.compile(r" *\n[ \n]*")

# Characters that could end or begin a script element.
_ESCAPED = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}
# The longest shareable addresses are those of briefs; longer ones are pasted input, not worth repeating.
_LONGEST_ADDRESS = 10_000


@register.filter(is_safe=True)
def one_line(written: str) -> str:
    """Strip the template's line breaks from text for an attribute or title."""
    return _BREAK.sub(" ", written.strip())


@register.simple_tag(takes_context=True)
def previews(context: RequestContext) -> SafeString:
    """Open Graph and, for pages with a canonical address, JSON-LD.

    The text comes from the blocks `og_title` and `description`. Some kinds of pages have a picture.
    """
    title, description = (_block_text(context, name) for name in ("og_title", "description"))
    website = '<meta property="og:type" content="website">\n<meta property="og:description" content="{}">'
    open_graph = format_html(website, description)
    address = context.get("canonical")
    if not address or len(address) > _LONGEST_ADDRESS:
        return open_graph
    data = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": title,
        "description": description,
        "url": address,
        "inLanguage": "en",
        "isPartOf": {"@type": "WebSite", "name": "Pipwise", "url": context["request"].build_absolute_uri("/")},
    }
    pictured = context["request"].resolver_match.url_name in PICTURED and not context.get("problem")
    alt = f"{title} {description}" if title.endswith((".", "?")) else f"{title}. {description}"
    return format_html(
        '{0}\n<link rel="canonical" href="{1}">\n<meta property="og:url" content="{1}">\n{2}'
        '<script type="application/ld+json">{3}</script>',
        open_graph,
        address,
        _picture(address, title, alt) if pictured else "",
        SafeString(json.dumps(data, ensure_ascii=False).translate(_ESCAPED)),
    )


def _picture(page: str, title: str, words: str) -> SafeString:
    return format_html(
        '<meta property="og:image" content="{}">\n<meta property="og:image:type" content="image/png">\n'
        '<meta property="og:image:width" content="{}">\n<meta property="og:image:height" content="{}">\n'
        '<meta property="og:image:alt" content="{}">\n<meta name="twitter:card" content="summary_large_image">\n'
        '<link rel="alternate" type="application/json+oembed" href="{}" title="{}">\n',
        addresses.picture(page),
        WIDTH,
        HEIGHT,
        words,
        urljoin(page, addresses.oembed(page)),
        title,
    )


def _block_text(context: RequestContext, name: str) -> str:
    written: str = context.render_context[BLOCK_CONTEXT_KEY].get_block(name).render(context)
    return " ".join(html.unescape(written).split())
