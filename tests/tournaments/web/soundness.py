"""What every page keeps: well-formed, labelled, readable aloud, safe, no script but htmx."""

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise

from django.http import HttpResponse

VOID = {"meta", "link", "img", "input", "br", "hr", "wbr", "source", "col"}
PYTHON = re.compile(r"[(\[{]&#x27;[^<]{0,40}|&lt;[A-Z]\w+: [^<]{0,40}")
"""How a tuple, a list, a dictionary or a row would stand on a page that shows it by mistake."""
TYPED = {"input", "select", "textarea"}
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}


class Page(HTMLParser):
    """A page's tags in order, with every fault found while reading it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.open: list[tuple[str, dict[str, str]]] = []
        self.ids: Counter[str] = Counter()
        self.labels: set[str] = set()
        self.fields: list[dict[str, str]] = []
        self.described: set[str] = set()
        self.headings: list[int] = []
        self.forms: list[tuple[dict[str, str], set[str]]] = []
        self.captions: list[bool] = []
        self.text = ""
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag, _ in self.open]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attributes]
        found = {name: value or "" for name, value in attributes}
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        self.faults += [f"{name} on <{tag}>" for name in names if name.startswith("on")]
        if "id" in found:
            self.ids[found["id"]] += 1
        self.described |= set(found.get("aria-describedby", "").split())
        self._note(tag, found)
        if tag not in VOID:
            self.open.append((tag, found))

    def _note(self, tag: str, found: dict[str, str]) -> None:
        if tag == "script" and not found.get("src", "").startswith("/static/django_htmx/"):
            self.faults.append("a script")
        if tag == "img" and "alt" not in found:
            self.faults.append("an image without alt")
        if tag == "th" and "scope" not in found:
            self.faults.append("<th> without scope")
        if tag in HEADINGS:
            self.headings.append(HEADINGS[tag])
        if tag == "table":
            self.captions.append(False)
        if tag == "caption":
            self.captions[-1] = True
        self._note_forms(tag, found)

    def _note_forms(self, tag: str, found: dict[str, str]) -> None:
        around = [name for name, _ in self.open]
        if tag == "form":
            self.forms.append((found, set()))
        if tag == "label" and "for" in found:
            self.labels.add(found["for"])
        if tag in TYPED and "form" in around:
            self.forms[-1][1].add(found.get("name", ""))
        if tag in TYPED and found.get("type") != "hidden":
            self.fields.append(found | {"wrapped": "yes" if "label" in around else ""})

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            inside = [name for name, _ in self.open][-3:]
            self.faults.append(f"</{tag}> closes {inside}")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def faults(html: str) -> list[str]:
    """Everything that is wrong with a page's mark-up; an empty list if it is sound."""
    page = Page(html)
    found = page.faults
    found += [f"the id {name} stands {n} times" for name, n in page.ids.items() if n > 1]
    found += [f"aria-describedby names no {name}" for name in page.described - set(page.ids)]
    for field in page.fields:
        named = field["wrapped"] or field.get("aria-label") or field.get("id") in page.labels
        if not named:
            found.append(f"no label for {field}")
    for form, names in page.forms:
        if form.get("method", "get").lower() == "post" and "csrfmiddlewaretoken" not in names:
            found.append(f"a form without a guard against forgery: {form}")
    if page.headings.count(1) != 1 or page.headings[:1] != [1]:
        found.append(f"not one <h1> first: {page.headings}")
    if any(below - above > 1 for above, below in pairwise(page.headings)):
        found.append(f"a heading skips a level: {page.headings}")
    found += ["a table without a caption" for has in page.captions if not has]
    found += [f"Python's own writing: {shown}" for shown in PYTHON.findall(html)]
    if '<html lang="' not in html:
        found.append("no language")
    return found


def sound(response: HttpResponse) -> str:
    """Asserts that the answer is a sound page; returns its HTML."""
    html = response.content.decode()
    assert faults(html) == []
    return html
