"""Inlined style sheets and scripts."""

from django import template
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.serving.inlining import allow, inlined

register = template.Library()


@register.simple_tag(takes_context=True)
def inline(context: RequestContext, name: str) -> SafeString:
    """Inline a style sheet or script; a link, where the response has no content policy of its own."""
    file = inlined(name)
    if file.directive == "style-src":
        whole, linked = "<style>{}</style>", '<link rel="stylesheet" href="{}">'
    else:
        whole, linked = "<script>{}</script>", '<script src="{}"></script>'
    if allow(context["request"], file):
        # A file of ours, without user input.
        return format_html(whole, SafeString(file.text))
    return format_html(linked, static(name))
