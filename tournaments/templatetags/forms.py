"""`{% form_keys thing.version %}`: the hidden fields of every form that changes something."""

import uuid

from django import template
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.web.doors import KEY, VERSION

register = template.Library()


@register.simple_tag(takes_context=True)
def form_keys(context: template.Context, version: int | None = None) -> SafeString:
    """Guards against forgery, a second click and an older view of the thing."""
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<input type="hidden" name="{}" value="{}"><input type="hidden" name="{}" value="{}">',
        get_token(context["request"]),
        KEY,
        context.get(KEY) or uuid.uuid4().hex,
        VERSION,
        "" if version is None else version,
    )
