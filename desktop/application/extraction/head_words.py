"""Nouns that say what the name beside them is: a "group", a "backdoor", a "toolkit"."""

from __future__ import annotations

from desktop.domain.entity import EntityType

ACTOR_HEADS = tuple("group groups gang gangs crew actor actors adversary collective syndicate apt".split())  # noqa: SIM905
MALWARE_HEADS = (
    "malware", "ransomware", "backdoor", "backdoors", "trojan", "trojans", "rat", "loader", "dropper", "downloader", "stealer",
    "infostealer", "botnet", "worm", "virus", "spyware", "implant", "implants", "banker", "rootkit",
    "bootkit", "keylogger", "wiper", "miner",
    "cryptominer", "family", "surveillanceware", "adware", "stalkerware", "webshell", "payload", "variant", "sample", "samples",
)  # fmt: skip
TOOL_HEADS = ("tool", "toolkit", "framework", "packer", "crypter", "builder", "scanner", "utility")
FLAW_HEADS = ("vulnerability", "vulnerabilities", "flaw", "flaws", "bug")
KIND_OF_HEAD = (
    dict.fromkeys(ACTOR_HEADS, EntityType.INTRUSION_SET)
    | dict.fromkeys(MALWARE_HEADS, EntityType.MALWARE)
    | dict.fromkeys(TOOL_HEADS, EntityType.TOOL)
    | dict.fromkeys(FLAW_HEADS, EntityType.VULNERABILITY)
)
"""For names that no pack knows. What stands before a flaw is a product; only what is called one is its name."""

WEAK_HEADS = frozenset(
    {"family", "loader", "actor", "actors", "group", "groups", "tool", "framework", "payload", "variant", "sample", "samples", "utility"}
)
"""Nouns that also stand beside words that are no names: only an odd word before them is one."""
TELLING_MALWARE_HEADS = frozenset(MALWARE_HEADS) - WEAK_HEADS

SHAPES = (
    "RAT", "Rat", "Bot", "Loader", "Stealer", "Locker", "Crypt", "Crypter", "Miner", "Dropper", "Spy", "Wiper", "Worm", "Logger", "Pack",
    "Grabber", "Clipper", "Backdoor", "Door", "Shell",
)  # fmt: skip
"""What names of malware end in, in the very case."""

_GENERIC = """
android java python powershell javascript vbscript vba golang go rust delphi net excel word office pdf email web windows linux macos mac
unix ios microsoft google apple github telegram discord facebook twitter whatsapp chrome firefox sms mobile iot ics pos atm usb dns http
https tcp smb rdp ssh ftp c2 apt new the this a an these those other another such most many several some all any both each every no first
second final main one two open source custom advanced persistent remote access banking zero day red blue black hat trojan malware
ransomware rat virus worm backdoor botnet spyware rootkit keylogger stealer loader command control proof pe dll exe x86 x64 32 64 bit
commodity crypto cryptocurrency bitcoin security threat cyber intelligence research team raas maas analysis campaign technical figure
table appendix native espionage social media info information january february march april may june july august september october november
december monday tuesday wednesday thursday friday saturday sunday if when while however according although since after before covid cve
md5 sha1 sha256 hash hashes ioc iocs api mbr uefi bios vpn url json xml vbs vbe jscript autoit autohotkey kixtart rebol perl ruby lua nim
pyinstaller electron flash bitlocker applocker during its their his her our your my we they he she it in on at by of for from to with as
and or but not
"""
NEVER_COINED = frozenset(_GENERIC.split())
"""Words that stand before "malware" or "group" and are no part of a name."""

_LISTED = """
android windows windows10 linux macos trojan trojans ransomware malware unknown rat bot virus worm locker encrypted encrypt loader miner
defender core global backdoor downloader dropper keylogger rootkit spyware botnet python desktop explorer admin administrator system
agent module template phonenumber killswitch newwave coronavirus covid19 telegram facebook security attack hacker anonymous cyber crypto
bitcoin monero payload exploit january february march april may june july august september october november december monday friday
sunday proxy server client update final test demo project default standard first one none null
"""
NEVER_A_NAME = frozenset(_LISTED.split())
"""What lists of names hold that is never a name by itself, as keys."""
