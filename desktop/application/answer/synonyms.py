"""Words of the field that mean much the same, so that "broke in" meets "compromised" and "bait" meets "lure"."""

from __future__ import annotations

import re

from desktop.application.answer.wording import stem

_GROUPS = """
arrest arrested detained apprehended custody jailed imprisoned convicted sentenced indicted charged captured;
pay paid payment paying pays;
cost costs price prices priced charge charges fee subscription sold sells sale;
ransom demand demanded demands extort extorted extortion blackmail;
steal stole stolen stealing theft thieves exfiltrate exfiltrated exfiltration rob robbed harvest harvested siphon siphoned haul loot
pilfer grab;
intrude intruder intrusion intrusions compromise compromised breach breached hack hacked penetrate penetrated infiltrate infiltrated
foothold broke break;
attack attacked attacks target targeted targets targeting hit victim victims aim aimed strike struck;
attackers hackers intruders actors adversaries criminals cybercriminals crooks fraudsters gang;
phishing spearphishing phish lure lures bait decoy decoys mail mails email emails message messages;
impersonate impersonated impersonating pose posed poses posing masquerade masquerading pretend pretends purport purported purporting
spoof spoofed imitate imitates;
disguise disguised mimic mimics fake;
wipe wiped wiper wiping destroy destroyed destructive destruction overwrite overwrites erase erased delete deleted;
encrypt encrypted encryption encryptor cipher encrypts locked;
decrypt decrypted decryption decrypts decode decoded;
spy spies spying espionage surveillance surveil spyware eavesdrop snoop;
spread spreads distribute distributed distribution deliver delivered delivers propagate drop dropped drops dropper install installed
installs deploy deployed deploys;
plant plants planted;
hide hides hidden evade evades evading evasion conceal concealed obfuscate obfuscated stealthy stealth;
exploit exploits exploited exploiting abuse abused abuses abusing leverage leveraged leverages;
vulnerability vulnerabilities flaw flaws bug bugs hole holes weakness;
patch patched patches fix fixed fixes;
password passwords credential credentials login logins;
company companies firm firms business businesses enterprise enterprises corporation;
organization organizations organisation organisations;
hospital hospitals healthcare clinic clinics medical;
bank banks banking financial;
government governments ministry ministries governmental state official officials diplomats envoys diplomatic embassy embassies;
police enforcement policemen authorities;
military army navy defense defence;
money profit profits financially monetize cash;
server servers infrastructure backend;
discover discovered discovers detect detected detects identify identified uncover uncovered observe observed spot spotted found find;
develop developed developer developers author authors wrote written write rewrite rewritten coded creator creators maker makers;
attribute attributed attribution behind linked link tied ties connected associated;
persist persistence persistent survive survives reboot;
begin began start started starts emerge emerged appear appeared launch launched first;
stop stopped stops end ended cease ceased halt shut;
replace replaced replaces switch switched swap instead;
leak leaked leaks publish published publishes dump dumped posted online;
kill killed kills murdered assassinated;
employee employees staff worker workers personnel;
phone telephone call called calls ring rings caller;
reason reasons because motive motivation cause causes;
money funds cryptocurrency bitcoin bitcoins crypto;
picture pictures screenshot screenshots image images;
keystrokes keylogger keylogging typed;
car vehicle;
country countries nation nations;
forum forums board boards underground marketplace;
collect collects collected gather gathers gathered;
download downloads downloaded fetch fetches fetched retrieve retrieves retrieved;
transmit transmits sends send sent upload uploads uploaded;
"""

_BY_STEM: dict[str, frozenset[str]] = {}
for _words in _GROUPS.split(";"):
    _group = frozenset(map(stem, _words.split()))
    for _each in _group:
        _BY_STEM[_each] = _BY_STEM.get(_each, frozenset()) | _group


_ACT_WORDS = """
arrest arrested pay paid kill killed cost costs sentenced convicted extradited indicted encrypt encrypted install installed exploit
exploited exploits compromise compromised discover discovered fix fixed fixes publish published leak leaked rewrite rewritten switch
switched abandon abandoned steal stole sell sold wiped opened infect infected acquire acquired gave resign resigned sue sued
"""
_ACTS = frozenset(_ACT_WORDS.split())
"""What somebody did or did not do: where it is asked about and nowhere said, whatever else is said is no answer."""
_SUBORDINATE = re.compile(r"(?<=\w) (?:that|who|whose|which|after|while|once|before|by|abus(?:ed|es|ing)|pos(?:ed|es|ing)|using)\b")
_WORD = re.compile(r"[a-z]+")


def acts_in(question: str) -> frozenset[str]:
    """The stems of the acts that a (folded) question asks about in its main clause."""
    main = _SUBORDINATE.split(question)[0]
    return frozenset(stem(each) for each in _WORD.findall(main) if each in _ACTS)


def same_meaning(term: str) -> frozenset[str]:
    """The stems that mean much the same as a stem, itself among them."""
    return _BY_STEM.get(term, frozenset()) | {term}
