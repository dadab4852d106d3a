"""Mail: who, when and what, in any encoding; attachments are named, not forgotten."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop.adapters.converters.conversion import convert_file
from desktop.application.ports import Conversion, ConversionLimits

DATA = Path(__file__).parents[2] / "data" / "converters"
LIMITS = ConversionLimits(seconds=60, memory_bytes=2**31, output_characters=5_000_000, pages=100)


def message(subject: str = "Neue Welle") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Jörg <j@example.org>", "a@example.org", subject
    mail["Date"] = "Mon, 03 Nov 2025 18:23:00 +0100"
    return mail


def read(tmp_path: Path, content: bytes, name: str = "a.eml") -> Conversion:
    (tmp_path / name).write_bytes(content)
    return convert_file(tmp_path / name, LIMITS)


def test_headers_text_and_attachments(tmp_path: Path) -> None:
    mail = message()
    mail.set_content("Grüße aus Zürich\n", charset="iso-8859-1", cte="quoted-printable")
    mail.add_attachment(b"MZ", maintype="application", subtype="octet-stream", filename="dropper.exe")
    conversion = read(tmp_path, bytes(mail))
    assert conversion.markdown == (
        "# Neue Welle\n\n**From:** Jörg <j@example.org>  \n**To:** a@example.org  \n**Date:** Mon, 03 Nov 2025 18:23:00 +0100\n\n"
        "Grüße aus Zürich\n\nAttachments:\n\n- dropper.exe\n"
    )
    assert (conversion.title, conversion.published, conversion.format) == ("Neue Welle", "2025-11-03", "eml")
    assert conversion.warnings == ("The attachment dropper.exe was not imported: save it and import it by itself.",)


def test_of_two_versions_the_plain_one_is_read_and_html_where_it_is_alone(tmp_path: Path) -> None:
    mail = message()
    mail.set_content("plain words")
    mail.add_alternative("<p>styled words</p>", subtype="html")
    assert "plain words" in read(tmp_path, bytes(mail)).markdown
    assert "styled" not in read(tmp_path, bytes(mail)).markdown
    alone = message()
    alone.set_content("<p>See <b>evil_domain.example</b></p>", subtype="html")
    assert "See **evil_domain.example**" in read(tmp_path, bytes(alone)).markdown


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<p>Please <a href="http://evil.example/login.php">sign in</a>.</p>', "[sign in](http://evil.example/login.php)"),
        ("<p>The actors came back in May with a loader of their own and stayed for weeks.</p>", "The actors came back in May"),
    ],
)
def test_what_only_the_styled_version_says_is_not_lost(tmp_path: Path, html: str, shown: str) -> None:
    mail = message()
    mail.set_content("Please sign in.")
    mail.add_alternative(html, subtype="html")
    assert shown in read(tmp_path, bytes(mail)).markdown


def test_a_forwarded_mail_is_read_with_its_own_headers(tmp_path: Path) -> None:
    inner = message("Inside")
    inner.set_content("inner words")
    outer = message("Outside")
    outer.set_content("outer words")
    outer.add_attachment(inner)
    markdown = read(tmp_path, bytes(outer)).markdown
    assert markdown.index("# Outside") < markdown.index("outer words") < markdown.index("# Inside") < markdown.index("inner words")


def test_a_mailbox_is_read_message_by_message(tmp_path: Path) -> None:
    mails = []
    for number in (1, 2):
        mail = message(f"Number {number}")
        mail.set_content(f"body {number}")
        mails.append(b"From x@example.org Mon Nov  3 18:23:00 2025\n" + bytes(mail))
    conversion = read(tmp_path, b"\n".join(mails), "two.mbox")
    assert conversion.pages == 2
    parts = conversion.markdown.split("<!-- page: 2 -->")
    assert ("# Number 1" in parts[0], "body 1" in parts[0], "# Number 2" in parts[1], "body 2" in parts[1]) == (True,) * 4


def test_odd_names_and_delivery_reports() -> None:
    names = convert_file(DATA / "mail_test_18.eml", LIMITS)
    assert '**From:** "LastßlName, FirstName" <comma.name@example.com>' in names.markdown
    report = convert_file(DATA / "mail_malformed_2.eml", LIMITS)
    assert "User's mailbox quota exceeded" in report.markdown
    assert report.title == "Delivery failure (abh@netpar.com.br)"


def test_outlook_messages() -> None:
    conversion = convert_file(DATA / "msg_with_attachment.msg", LIMITS)
    assert conversion.markdown == (
        "# Email with Attachment\n\n**From:** Alice Example <alice@example.com>  \n**To:** Bob Example <bob@example.com>  \n"
        "**Date:** 2026-05-20 10:30 UTC\n\nThis email contains an attachment.\n\nAttachments:\n\n- test.txt\n- report.pdf\n"
    )
    assert (conversion.published, len(conversion.warnings)) == ("2026-05-20", 2)
