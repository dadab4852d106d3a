"""How a mail looks as Markdown, whichever program kept it."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.adapters.converters.archive_names import plain_name
from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.mail_headers import address_of
from desktop.adapters.converters.stated import Found, Stated


def mail_markdown(headers: Sequence[tuple[str, str]], body: str, attached: Sequence[str]) -> str:
    """A mail as Markdown: its subject as heading, then who wrote when to whom, the text, what is attached."""
    subject = dict(headers).get("Subject", "")
    lines = [f"# {subject}", ""] if subject else []
    lines += [f"**{name}:** {value}  " for name, value in headers if value and name != "Subject"]
    parts = ["\n".join(lines).strip(), body.strip()]
    if attached:
        parts.append("\n".join(["Attachments:", "", *(f"- {plain_name(name)}" for name in attached)]))
    return "\n\n".join(part for part in parts if part) + "\n"


def mail_stated(subject: str, sender: str, date: str) -> Stated:
    """What a mail's headers state of it."""
    name, address = address_of(sender)
    author = " ".join((name or address or sender).split()).strip("\"' ")
    day = day_of(date)
    return Stated(
        title=Found(subject, "the mail's Subject") if subject else None,
        author=Found(author, "the mail's From header") if author else None,
        published=Found(day, "the mail's Date header") if day else None,
    )
