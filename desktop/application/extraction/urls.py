"""Where a URL begins and ends in running text, in mark-up, and over the lines of a page."""

from __future__ import annotations

import re

_KNOWN_SCHEMES = """
http https ftp ftps sftp tftp ws wss tcp udp tls ssl ssh telnet ldap ldaps smb nfs rdp vnc irc ircs git svn rtsp rtmp mms socks socks4
socks5 dns doh quic stratum stratum+tcp stratum+ssl amqp mqtt mqtts redis mongodb mysql postgresql s3 gs gopher rsync xmpp sip sips dict
feed webdav
"""
_SCHEMES = frozenset(_KNOWN_SCHEMES.split())
_SCHEME_BACKWARDS = re.compile(r"[A-Za-z0-9+.-]{1,24}")
_PATH = re.compile(r"(?:[\w~!$&()*+,;=:@%/?#.'-]|(?<=/)\[\w{1,40}\](?=\w)|\[\w{0,40}\](?=[=%\[]))*+")
_NO_PATH = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u3000-\u30ff]|&(?:quot|[lg]t|apos|#39|#34);|'(?=[\s,;)|]|$)")
_FIELD_MARKS = ("", "\n", ",", ";", "\t", '"')
"""What stands before a field of a table whose fields are separated by commas: a comma ends a URL there, and nowhere else."""
_END_OF_FIELD = re.compile(_NO_PATH.pattern + r"|[,;](?=[^\d\s])")
_AT_END = ".,;:!?'*"
_MARKS = "*_+~'"
_PAIRS = {")": "(", "]": "["}
_LINE_END = re.compile(r"[ \t]*\r?\n[ \t]*(?P<next>[A-Za-z0-9%?=&#~_/][\w~!$&*+,;=:@%/?#.-]*)(?=\s|[)\]>\"'|`]|$)")
_OPEN_ENDINGS = "/-_=&?%+"
_CONTINUES = re.compile(r"[/=_%&?.-]|\d[A-Za-z]|[A-Za-z]\d")
_OTHER_VALUE = re.compile(
    r"[\d.:/-]+$|[0-9A-Fa-f]{32,}$|[A-Za-z]+://|(?:[A-Za-z0-9-]+\.)+(?:com|net|org|info|biz|ru|cn|io|top|xyz)\b|CVE-|T\d{4}"
)


def scheme_before(text: str, colon: int) -> str:
    """The scheme that ends right before a colon, empty if there is none that is known. Letters glued to its front are left."""
    match = _SCHEME_BACKWARDS.match(text[max(0, colon - 24) : colon][::-1])
    word = match[0][::-1] if match else ""
    return next((word[at:] for at in range(len(word)) if word[at:].lower() in _SCHEMES), "")


def path_end(text: str, start: int, before: str) -> int:
    """Where a path ends that begins at `start`: punctuation and closing marks of the text around it are not its own.

    `before` is the character in front of the whole URL: if it is a mark of emphasis, the same at the end belongs to it.
    """
    matched = _PATH.match(text, start)
    end = matched.end() if matched else start
    barrier = (_END_OF_FIELD if before in _FIELD_MARKS else _NO_PATH).search(text, start, end)
    if barrier:
        end = barrier.start()
    return _trimmed(text, start, end, before)


def _trimmed(text: str, start: int, end: int, before: str) -> int:
    opened = {close: text.count(opening, start, end) - text.count(close, start, end) for close, opening in _PAIRS.items()}
    while end > start:
        last = text[end - 1]
        if last in _AT_END or (last in _MARKS and last == before):
            end -= 1
        elif last in _PAIRS and opened[last] < 0:
            opened[last] += 1
            end -= 1
        else:
            break
    return end


def continuation(text: str, end: int) -> int:
    """Where a URL really ends that a page broke at `end`, at the end of a line; `end` itself if it was not broken.

    It was if it ends in a sign that ends few URLs, and the next line begins with what looks like more of one, and like nothing else.
    """
    while text[end - 1] in _OPEN_ENDINGS:
        line = _LINE_END.match(text, end)
        if line is None:
            break
        more = line["next"].rstrip(".,;:!?'*")
        if not _CONTINUES.search(more) or _OTHER_VALUE.match(more) or not more:
            break
        end = line.start("next") + len(more)
    return end
