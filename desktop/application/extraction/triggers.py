"""Words that relate: verbs and nouns with the relationship they state, its direction, and what denies or weakens it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop.domain.relation import Relationship

_R = Relationship


@dataclass(frozen=True, slots=True)
class Trigger:
    """A word that relates what stands before it to what stands after it, or the other way round if `reverse`."""

    start: int
    end: int
    relationship: Relationship
    word: str
    reverse: bool = False
    negated: bool = False
    hedged: bool = False


_BEFORE_PLAIN = (
    "to", "not", "will", "may", "might", "could", "would", "can", "they", "actors", "hackers", "attackers", "operators",
)  # fmt: skip
"""Words behind which a verb without an ending is one, and no noun."""
_BRINGING = ("load", "drop", "fetch", "retrieve", "inject", "push", "execute")
_ATTACKING = ("target", "attack", "hit", "compromise", "breach")
_MAKERS = ("author", "developer", "creator", "operator", "maker")


def _after(word: str, *before: str) -> str:
    """A word behind one of some others. The word comes first, for that is what tells soonest that it is another."""
    return f"{word}(?:{'|'.join(f'(?<={each} {word})' for each in before)})"


_AND_BY = r"(?: (?:\w+ly|mainly|also))? by\b"
_VERBS: tuple[tuple[Relationship, str], ...] = (
    (_R.ALIAS_OF, r"a\.?k\.?a\.?|(?:also |formerly |previously |better |publicly )?(?:known|tracked|referred to|identified|"
                  r"named) (?:as|by)|also called|"
                  r"(?:tracks?|refers to|calls) (?:it|them|this \w+|the \w+) as|rebrand(?:s|ed)?(?: of| as| to)?"),
    (_R.COMMUNICATES_WITH, r"(?:c2|c&c|command[- ]and[- ]control)(?: (?:servers?|domains?|infrastructure|address(?:es)?|panels?|hosts?|"
                           r"hostnames?|urls?|ips?|nodes?|endpoints?))|"
                           r"(?:traffic|connections?|requests?) from|"
                           r"(?:sends?|sent|sending|uploads?|upload(?:ed|ing)|exfiltrat(?:es|ed|ing)) (?:[\w-]+ ){1,5}?to|"
                           r"(?:gets?|receiv(?:es|ed|ing)|fetch(?:es|ed|ing)|download(?:s|ed|ing)|retriev(?:es|ed|ing)|awaits?) "
                           r"(?:\w+ ){0,2}(?:commands?|instructions?|orders|configurations?|tasks?) from"),
    (_R.VARIANT_OF, r"(?:new |modified |updated )?(?:variants?|versions?|forks?|derivatives?|successors?|evolution|rewrite|port|"
                    r"descendants?) (?:of|to)|"
                    r"(?:is |was |are )?(?:based on|derived from|evolved from|built on)|shar(?:es|ing|ed) code with"),
    (_R.ATTRIBUTED_TO, r"(?:attribut(?:es?|ed|ing)|linked|tied|traced)(?= (?!(?:back )?to\b|by\b|with\b))|"
                       r"(?:is |was |are |were |been |be )?(?:attributed to|linked to|tied to|associated with|affiliated with|"
                       r"connected to|ascribed to)|"
                       r"(?:the )?(?:work|creation|brainchild|handiwork) of|"
                       r"belong(?:s|ing|ed)? to|sponsored by|backed by|on behalf of|subgroup of|part of"),
    (_R.COMMUNICATES_WITH, r"communicat(?:es|ed|ing|e) with|connect(?:s|ed|ing)? (?:back )?to|beacon(?:s|ed|ing)? to|contact(?:s|ed|ing)|"
                           r"call(?:s|ed|ing)? (?:back|home) to|resolv(?:es|ed|ing) to"),
    (_R.LOCATED_AT, r"(?:based|located|headquartered|operating|residing) (?:in|out of|from)|operat(?:es|ed) (?:from|out of)"),
    (_R.HOSTS, r"host(?:s|ed|ing)"),
    (_R.EXPLOITS, _after("exploit", "to", "will", "can") + r"|exploit(?:s|ed|ing|ation of)|weaponi[sz](?:es|ed|ing)|"
                  r"abus(?:es|ed|ing)|"
                  r"(?:takes?|took|taking) advantage of|chain(?<!attack chain)(?<!infection chain)(?<!kill chain)"
                  r"(?<!supply chain)(?<!execution chain)(?<!exploit chain)(?<!delivery chain)(?<!compromise chain)(?:s|ed|ing)"),
    (_R.DROPS, r"drop(?:s|ped|ping)|writ(?:es|ten) to disk"),
    (_R.DELIVERS, "|".join(_after(each, "to") for each in _BRINGING) + r"|payloads?(?= of )|"
                  r"(?:loader|dropper|downloader|stager) for|"
                  r"deliver(?:s|ed|ing)?|distribut(?:es|ed|ing|e)|spread(?:s|ing)?|download(?:s|ed|ing)?|install(?:s|ed|ing)?|"
                  r"deploy(?:s|ed|ing)?|(?:deployment|delivery|distribution|installation) of|"
                  r"load(?:s|ed|ing)|push(?:es|ed|ing)|propagat(?:es|ed|ing)|fetch(?:es|ed|ing)|retriev(?:es|ed|ing)|inject(?:s|ed|"
                  r"ing)|infect(?:s|ed|ing) \w+ with"),
    (_R.TARGETS, "|".join(_after(each, *_BEFORE_PLAIN) for each in _ATTACKING) + r"|target(?:s|ed|ing)|"
                 r"attack(?:ed|ing)|attacks? (?:on|against|in|"
                 r"aimed at|targeting)|(?:attacks?|campaigns?|phishing|activit(?:y|ies)|operations?|espionage|"
                 r"intrusions?) (?:\w+ ){0,3}?against|"
                 r"intrusions? against|hits?|"
                 r"compromis(?:es|ed|ing)|breach(?:es|ed|ing|(?: of))|"
                 r"infect(?:s|ing)|infected(?! \w*(?:devices|hosts|machines|systems|computers))|hacked|impersonat(?:es|ed|ing|e)|"
                 r"aim(?:s|ed|ing) at|against|victims? (?:in|include|includes|are)|"
                 r"extort(?:s|ed|ing)|infiltrat(?:es|ed|ing)|focus(?:es|ed|ing)? on|affect(?:s|ed|ing)?|impact(?:s|ed|ing)?|struck|"
                 r"strikes?|"
                 r"(?:goes|going|gone|went) after|targets? (?:for|of)|"
                 r"(?:collect|gather|harvest|obtain|acquir|siphon)(?:e|s|es|ed|ing)? (?:[\w-]+ ){0,3}?(?:information|data|intelligence|"
                 r"secrets|documents|credentials|files) (?:on |about )?(?:from|belonging to)|"
                 r"(?:sets?|setting) (?:its|their|his|her) sights on|"
                 r"(?:falls?|fallen|fell) (?:victim|prey) to|victims? of|"
                 r"(?:encrypt|exfiltrat)(?:s|es|ed|ing) (?:[\w-]+ ){1,4}?(?:of|at|from|belonging to)|"
                 r"st(?:eals?|ole|olen|ealing) (?:[\w-]+ ){0,4}?from|"
                 r"(?:carried out|conducted|perpetrated|orchestrated|staged)(?= by\b)|"
                 r"campaigns? (?:in|against)|intrusions? (?:into|at)|access(?:ed)? to|spoof(?:s|ed|ing)"),
    (_R.CONTROLS, r"control(?:s|led|ling)"),
    (_R.USES, r"abandon(?:s|ed|ing)|(?:phase[sd]? out|moved away from)|"
              r"(?:switch(?:es|ed|ing)|mov(?:es|ed|ing)|migrat(?:es|ed|ing)) (?:from (?:[\w-]+ ){1,3})?(?:on)?to|"
              r"replac(?<!was replac)(?<!were replac)(?<!been replac)(?<!be replac)(?:es|ed|ing) (?:[\w-]+ ){1,3}(?:with|by)|"
              r"prefer(?:s|red)|"
              r"(?:is|are|was|were|be) (?:\w+ly )?behind|(?:held )?responsible for|(?:written|authored|coded|programmed)(?= by\b)|"
              + "|".join(_after(each, ", the", ", an", "is the", "is an", "are the", "be the") + "s? of" for each in _MAKERS) + r"|"
              r"us(?:es|ed|ing|e)(?: of)?|leverag(?:es|ed|ing|e)|employ(?:s|ed|ing)?|utili[sz](?:es|ed|ing|e)|rel(?:ies|ied|"
              r"ying) on|wield(?:s|ed|ing)|"
              r"operat(?:es|ed|ing(?! systems?\b)|e)|develop(?:s|ed|ing)?|creat(?:es|ed|ing)|maintain(?:s|ed|ing)|sell(?:s|ing)?|sold|"
              r"r(?:an|uns?|unning)|execut(?:es|ed|ing)|"
              r"adopt(?:s|ed|ing)|behind|favou?rs|arsenal (?:of|includes)|toolset (?:of|includes)|tools (?:such as|like|including)|"
              r"abuse of|arriv(?:es?|ed|ing) (?:\w+ ){0,4}(?:via|through)|with|via|through"),
    (_R.MITIGATES, r"patch(?:ed|ing)|patch(?<=to patch)|fix(?:es|ed|ing)|mitigat(?:es|ed|ing)|disrupt(?:s|ed|ing)|remediat(?:es|ed)|"
                   r"dismantl(?:es|ed)|address(?:es|ed|ing)"),
    (_R.RELATED_TO, r"observ(?:es|ed|ing)|investigat(?:es|ed|ing|e)|notic(?:es|ed)|came across|spotted|detect(?:s|ed)|analy[sz](?:es|ed|"
                    r"ing)|"
                    r"report(?:ed)?(?= by)|attribut(?:es|ed) (?:\w+ ){1,4}to|sanction(?:s|ed)|disclos(?:es|ed|ing)|discover(?:s|ed)|"
                    r"uncover(?:s|ed)|track(?:s|ed|ing)|identif(?:ies|ied)|acquired|released|"
                    r"published|"
                    r"vulnerabilit(?:y|ies) in|flaws? in|bugs? in|overlaps? with|similar(?:ities)? (?:to|with)|ties to|links? to"),
)  # fmt: skip
_WEAK = frozenset({"with", "via", "through", "against", "behind"})
_NUMBERS = {f"r{number}": relationship for number, (relationship, _) in enumerate(_VERBS)}
_ANY = "|".join(f"(?P<r{number}>{words})" for number, (_, words) in enumerate(_VERBS))
_TRIGGER = re.compile(rf"\b(?=[a-z])(?!(?:of|and|in|to|that|for|it|as|or|from|at|an|not|its|by)\b)(?:{_ANY})(?![\w-])")
_BY = re.compile(_AND_BY)
_BY_MEANS_OF = re.compile(rf"(?:{_AND_BY})|(?: \w+ly)? (?:via|through)\b")
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|being|be|get|gets|got)(?: \w+(?:ly))?(?: \w+)? $", re.IGNORECASE)
_DENIES = (
    r"\b(?:not(?! only\b)|no longer|never|neither|nor|cannot|without|"
    r"no (?:\w+ )?(?:evidence|signs?|indications?|proof|traces?)(?: that| of)?|"
    r"unlikely|den(?:y|ies|ied)|stopped|ceased|"
    r"discontinued|rather than|instead of|unrelated|failed to|distinct from|wrongly|falsely|mistakenly|incorrectly|"
    r"nobody|no[ -]one|(?:false|untrue|incorrect|wrong) that|refus(?:es?|ed) to|declin(?:es?|ed) to|unable to|ruled out)\b"
)
_DOUBTS = (
    r"\b(?:may|might|could|possibly|potentially|likely|probably|suspected|believed|reportedly|allegedly|appears?|seems?|assess(?:ed)?|"
    r"claims?|claimed|presumably|suggests?|low confidence|moderate confidence|would|unclear|thought|said to|supposedly|purportedly|"
    r"rumou?red|plan(?:s|ned)? to|intend(?:s|ed)? to|doubt(?:s|ed)?|doubtful|if|assum(?:es?|ed|ing)|perhaps|maybe)\b"
)
_STILL = r"(?:\([^()]*\)|(?! but )[^,;:)])"
_NEGATION = re.compile(rf"{_DENIES}{_STILL}{{0,40}}$|n['’]t\b(?! only\b){_STILL}{{0,30}}$|\bavoid(?:s|ed|ing)?\s$")
_HEDGE = re.compile(rf"{_DOUBTS}[^;:]{{0,50}}$|\bwhether\b[^;:]{{0,110}}$")
_NEGATED_ANYWHERE, _HEDGED_ANYWHERE = re.compile(rf"{_DENIES}|n['’]t\b|\bavoid"), re.compile(rf"{_DOUBTS}|\bwhether\b")
"""Most sentences neither deny nor doubt anything, and one look tells."""
_GIVEN_UP = ("abandon", "phase", "moved away")
"""Words that state by themselves that something is no longer so."""
_VICTIM_FIRST = (" victim to", " prey to", "victim of", "victims of", "target for", "targets for", "target of", "targets of")
_LOOK_BACK = 120
_TURNED = frozenset({_R.TARGETS, _R.EXPLOITS, _R.USES, _R.DELIVERS, _R.DROPS, _R.HOSTS, _R.CONTROLS, _R.MITIGATES, _R.RELATED_TO})


def triggers_in(text: str, start: int, end: int, after: int = 0) -> list[Trigger]:
    """The words of a sentence from `start` to `end` that relate and stand at `after` or later, by place."""
    found = []
    small = text[start:end].replace("İ", "I").lower()  # of all letters only this one has two for its small one
    denies, doubts = _NEGATED_ANYWHERE.search(small) is not None, _HEDGED_ANYWHERE.search(small) is not None
    for match in _TRIGGER.finditer(small, max(0, after - start)):
        before = small[max(0, match.start() - _LOOK_BACK) : match.start()]
        relationship = _NUMBERS[match.lastgroup or ""]
        by = (_BY_MEANS_OF if relationship in (_R.DELIVERS, _R.DROPS) else _BY).match(small, match.end())
        found.append(
            Trigger(
                start=start + match.start(),
                end=start + (by.end() if by else match.end()),
                relationship=relationship,
                word=match[0],
                reverse=(relationship in _TURNED and by is not None) or match[0].endswith(_VICTIM_FIRST),
                negated=match[0].startswith(_GIVEN_UP) or (denies and bool(_NEGATION.search(before))),
                hedged=doubts and bool(_HEDGE.search(before)),
            )
        )
    return found


def is_passive(text: str, trigger: Trigger) -> bool:
    """Whether a form of "be" stands right before the word, so that what stands before it is the object."""
    return trigger.word.lower().endswith(("ed", "en", "sold", "used")) and bool(
        _PASSIVE.search(text[max(0, trigger.start - 40) : trigger.start])
    )


def is_weak(trigger: Trigger) -> bool:
    """Whether the word relates only what it stands right between."""
    return trigger.word.lower() in _WEAK
