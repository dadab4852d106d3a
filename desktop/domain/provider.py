"""Providers: servers that a person chose, which speak OpenAI's protocol; for what, what is known of one, and how a trial of it went."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit, urlunsplit

from desktop.domain.errors import UsageError

_PORTS = {"http": 80, "https": 443}
_EXAMPLE = "Write it as its documentation gives it, such as https://api.example.com/v1 or http://localhost:11434/v1."

_APART = "Give the key apart; it is kept encrypted."
_BEFORE_MODEL = "#"
_QUERY = re.compile(r"(?:api-version=[\w.-]{1,40})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """The base address of a provider; its key, if it has one, is kept under `text`."""

    scheme: str
    host: str
    port: int
    path: str
    query: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address that a text states; UsageError if it is none, or holds a name, a password, or a key."""
        try:
            parts = urlsplit(text.strip())
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise UsageError(f"{text.strip()!r} is no address: {error}.", _EXAMPLE) from error
        if parts.scheme not in _PORTS or not host or not host.isascii() or any(each.isspace() for each in text.strip()):
            raise UsageError(f"{text.strip()!r} is no address of a provider.", _EXAMPLE)
        if parts.username is not None or parts.password is not None:
            raise UsageError("A provider's address may hold no name and no password.", _APART)
        if not _QUERY.fullmatch(parts.query):
            raise UsageError("A provider's address may hold no key.", _APART)
        return cls(parts.scheme, host, port or _PORTS[parts.scheme], parts.path.rstrip("/"), parts.query)

    @property
    def text(self) -> str:
        """The address in the one spelling by which it is known."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        place = host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"
        return urlunsplit((self.scheme, place, self.path, self.query, ""))

    @property
    def encrypted(self) -> bool:
        """Whether what is sent is encrypted on its way."""
        return self.scheme == "https"

    @property
    def on_this_machine(self) -> bool:
        """Whether the server runs on this machine; what it does with what it is sent nobody can tell."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def below(self, name: str) -> str:
        """The address of one of the provider's services."""
        return urlunsplit((self.scheme, urlsplit(self.text).netloc, f"{self.path}/{name}", self.query, ""))


def checked_key(key: str, address: Address) -> str:
    """A key as it can be sent; UsageError if it cannot, or would be read by others on its way."""
    key = key.strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError("A key holds letters, digits and signs, and no space.", "Copy it again, alone.")
    if key and not (address.encrypted or address.on_this_machine):
        raise UsageError(f"{address.text} is not encrypted: everybody on the way could read the key.", "Use an address with https.")
    return key


class Purpose(StrEnum):
    """What a provider is used for: each is allowed by itself, for what is sent differs."""

    ANSWERS = "answers"
    VECTORS = "vectors"


@dataclass(frozen=True, slots=True)
class Provider:
    """A model of a provider."""

    address: Address
    model: str

    @classmethod
    def of_source(cls, source: str) -> Provider | None:
        """The provider that a setting names as `address#model`; None if it names something else. UsageError if either is missing."""
        place, sign, model = source.strip().partition(_BEFORE_MODEL)
        if not place.startswith(tuple(f"{scheme}://" for scheme in _PORTS)):
            return None
        if not sign or not model.strip():
            raise UsageError(
                f"{source!r} names no model.", f"Write it as address{_BEFORE_MODEL}model, such as http://localhost:11434/v1#bge-m3."
            )
        return cls(Address.parse(place), model.strip())

    @property
    def source(self) -> str:
        """The two as one text, for a setting."""
        return f"{self.address.text}{_BEFORE_MODEL}{self.model}"

    @property
    def name(self) -> str:
        """How the two are called where an answer names its model."""
        return f"{self.model} at {self.address.host}"


@dataclass(frozen=True, slots=True)
class Reach:
    """An address that may be reached while a vault is open, and for what."""

    address: str
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class ProviderTrial:
    """That a provider answered, with what, after how many seconds."""

    said: str
    seconds: float
