"""Orders to a language model in a text: where they are given, not where a report tells of them or quotes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

ASIDE = 160
_WINDOW = 240
_LOOK_BACK, _LOOK_AHEAD = 20, 100

_OLD = r"(?:previous|prior|above|preceding|earlier|foregoing|existing|original|initial)"
_ORDERS = r"(?:instructions?|prompts?|directions?|directives?|commands?|rules?|guidelines?|context|messages?|orders?)"
_MODEL = r"(?:ai|a\.i\.|llm|(?:large )?language model|chat ?bot|assistant|gpt|copilot)"

GIVEN = re.compile(
    r"(?:ignore|disregard|forget|override|bypass|do not follow|don't follow)\s+(?:all\s+|any\s+)?(?:of\s+)?"
    r"(?:(?:the|your|my|these|those)\s+)?(?:all\s+)?"
    rf"(?:(?:\w{{1,20}}\s+(?:and|or)\s+)?{_OLD}\s+(?:\w{{1,20}}\s+)?{_ORDERS}\b"
    rf"|{_ORDERS}\s+(?:above|before|you (?:were|have been) given)\b"
    r"|above\b(?=[^\w]{0,5}(?:and\b|\Z|[.!\n])))"
    r"|(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+"
    r"(?:above|before this|you (?:know|were told|have been told)|that came before)\b"
    r"|(?:override|ignore|bypass|disable)\s+your\s+(?:\w{1,20}\s+)?"
    r"(?:programming|instructions|guidelines|safety|guardrails|restrictions|system prompt)\b"
    r"|(?:do not|don't|never)\s+(?:tell|inform|alert|warn|notify|(?:mention|reveal|disclose)\s+(?:this|it)\s+to)\s+(?:the|your)\s+users?\b"
    r"|(?:reveal|print|repeat|output|show)\s+(?:me\s+)?(?:your|the)\s+(?:\w{1,20}\s+)?(?:system|initial|hidden)\s+(?:prompt|instructions)\b"
    r"|when\s+summari[sz]ing\s+this\s+(?:document|report|page|text|e-?mail|article|file)\b",
    re.IGNORECASE,
)
"""What a report may also tell of: it counts where nobody else is said to do it."""
GIVEN_WORDS: tuple[str, ...] = (
    *("ignore", "disregard", "forget", "override", "bypass", "disable your", "do not ", "don't ", "never "),
    *("reveal ", "print ", "repeat ", "output ", "show ", "when summari"),
)

ADDRESSED = re.compile(
    rf"you\s+are\s+(?:now|no\s+longer)\s+(?:an?\s+|the\s+)?(?:[\w-]{{1,20}}\s+){{0,3}}"
    rf"(?:{_MODEL}\b|dan\b|in\s+developer\s+mode|unrestricted\b|jailbroken\b)"
    rf"|you\s+are\s+an?\s+(?:(?:helpful|harmless|powerful|unrestricted)\s+){{0,3}}{_MODEL}\b"
    rf"|(?:if|as)\s+you\s+are\s+an?\s+(?:[\w-]{{1,20}}\s+){{0,2}}{_MODEL}\b"
    rf"|(?:attention|note|instructions?|message|notice)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?{_MODEL}s?\s*[:,!.]",
    re.IGNORECASE,
)
"""What is said to a model and to nobody else."""
ADDRESSED_WORDS = ("you are ", "if you are", "as you are", "attention ", "note ", "instruction", "message ", "notice ")

HEADLINE = re.compile(r"(?:system\s+(?:prompt|instructions?|message)|developer\s+message)[*_\]]{0,3}\s{0,3}:", re.IGNORECASE)
HEADLINE_WORDS = ("system prompt", "system instruction", "system message", "developer message")
_HEADLINE_START = re.compile(r"[\s>#*_\[-]*(?:(?:new|updated|begin|start of|end of|important)\s+)?", re.IGNORECASE)

TOKENS = re.compile(
    r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|end_of_turn)\|>"
    r"|\[/?INST\]|<</?SYS>>|</?(?:start|end)_of_turn>"
)
TOKEN_WORDS = ("<|", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>")

ELSEWHERE = re.compile(
    r"\bignorier(?:e|en Sie)?\s+(?:bitte\s+)?(?:alle\s+)?(?:(?:die|deine|Ihre)\s+)?"
    r"(?:vorherigen|vorangegangenen|bisherigen|obigen|vorigen|früheren)\s+"
    r"(?:Anweisungen|Instruktionen|Befehle|Vorgaben)"
    r"|\b(?:ignore[sz]?|oublie[sz]?)\s+(?:toutes\s+)?(?:les|tes|vos)\s+(?:instructions|consignes|directives)\s+(?:précédentes|antérieures|ci-dessus)"
    r"|\b(?:ignor[ae]|olvid[ae]|ignoren)\s+(?:todas\s+)?(?:(?:las|tus)\s+)?(?:instrucciones|órdenes|indicaciones)\s+(?:anteriores|previas)"
    r"|\b(?:ignore|desconsidere|esqueça)\s+(?:todas\s+)?(?:(?:as|suas)\s+)?(?:instruções|ordens)\s+(?:anteriores|acima|prévias)"
    r"|\b(?:ignora|dimentica|ignorate)\s+(?:tutte\s+)?(?:(?:le|tue)\s+)?(?:istruzioni|direttive)\s+(?:precedenti|sopra)"
    r"|\bnegeer\s+(?:alle\s+)?(?:de\s+)?(?:vorige|voorgaande|eerdere|bovenstaande)\s+(?:instructies|opdrachten)"
    r"|\bzignoruj\s+(?:wszystkie\s+)?(?:poprzednie|wcześniejsze)\s+(?:instrukcje|polecenia)"
    r"|\b(?:про)?игнорируй(?:те)?\s+(?:все\s+)?(?:предыдущие|предшествующие|прежние)\s+(?:инструкции|указания|команды)"
    r"|\bзабудь(?:те)?\s+(?:все\s+)?(?:предыдущие|предшествующие|прежние)\s+(?:инструкции|указания|команды)"
    r"|\b(?:про)?ігноруй(?:те)?\s+(?:всі\s+|усі\s+)?попередні\s+(?:інструкції|вказівки|команди)"
    r"|\b(?:önceki|yukarıdaki)\s+(?:tüm\s+|bütün\s+)?(?:talimatları|komutları)\s+(?:yok\s+say|görmezden\s+gel|unut)"
    r"|(?:忽略|无视|忘记|無視|忽視)掉?(?:所有|全部|任何)?你?(?:之前|以上|先前|前面|上述|此前|以前)的?(?:所有|全部|任何)?的?(?:指令|指示|提示|说明|命令|規則|规则)"
    r"|(?:以前|これまで|上記|今まで|前)の(?:すべての|全ての)?(?:指示|命令|プロンプト)(?:を|は)(?:すべて|全て)?(?:無視|忘れ)[してろ]"
    r"|이전(?:의)?\s*(?:모든\s*)?(?:지시|명령|지침)(?:사항)?(?:을|를)?\s*(?:모두\s*)?무시(?!한|하는|했)"
    r"|تجاهل\s+(?:(?:جميع|كل|كافة)\s+)?(?:التعليمات|الأوامر|التوجيهات)\s+السابقة",
    re.IGNORECASE,
)
ELSEWHERE_WORDS: tuple[str, ...] = (
    *(
        "ignorier",
        "ignore",
        "oublie",
        "ignora",
        "olvida",
        "olvide",
        "desconsidere",
        "esqueça",
        "dimentica",
        "negeer",
        "zignoruj",
    ),
    *(
        "игнорируй",
        "забудь",
        "ігноруй",
        "talimatları",
        "komutları",
        "忽略",
        "无视",
        "忘记",
        "無視",
        "忽視",
        "忘れ",
        "무시",
        "تجاهل",
    ),
)

_LEAD_IN = re.compile(
    r"(?:(?:please|kindly|now|then|also|and|so|but|first|next|instead|just|simply|important|attention|warning|note|urgent|system"
    r"|assistant|ai|llm|user|hey|hi|hello|ok|okay|stop|from now on|in addition|additionally|furthermore|therefore|immediately|always"
    r"|you|must|should|shall|will|are|need|have|to|your task is|i want you|i need you|we need you|it is important that"
    r"|it is imperative that|make sure)\b[\s,:;!*_#>()\[\]-]*)*",
    re.IGNORECASE,
)
_YOU = re.compile(rf"\b(?:you (?:must|should|shall|will|are to|need to|have to)|if you|as an? {_MODEL}|dear {_MODEL})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?:;]\s|[\n。！？|<>]|--")
_OPENING, _CLOSING = "\"'`“‘«„‚「『", "\"'`”’»“」』"


def find_orders(body: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each order, in no order."""
    lowered = body.lower()
    if len(lowered) != len(body):  # a few letters become two
        lowered = "".join(lower if len(lower := each.lower()) == 1 else each for each in body)
    for at in _occurrences(lowered, GIVEN_WORDS):
        if (match := GIVEN.match(body, at, at + _WINDOW)) and _is_word_start(body, at) and _is_order(body, *match.span()):
            yield match.span()
    for words, pattern in ((ADDRESSED_WORDS, ADDRESSED), (HEADLINE_WORDS, HEADLINE), (TOKEN_WORDS, TOKENS)):
        for at in _occurrences(lowered, words):
            match = pattern.match(body, at, at + _WINDOW)
            if match and (pattern is not HEADLINE or _begins_line(body, at)) and not _is_quoted(body, *match.span()):
                yield match.span()
    for start, end in _stretches(lowered, ELSEWHERE_WORDS):
        for match in ELSEWHERE.finditer(body, start, end):
            if not _is_quoted(body, *match.span()):
                yield match.span()


def _occurrences(text: str, words: tuple[str, ...]) -> Iterator[int]:
    for word in words:
        at = text.find(word)
        while at >= 0:
            yield at
            at = text.find(word, at + len(word))


def _stretches(text: str, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where a phrase with one of the words may stand; those that touch are one, so that no character is looked at twice."""
    start = end = -1
    for at in sorted(_occurrences(text, words)):
        if at - _LOOK_BACK <= end:
            end = at + _LOOK_AHEAD
            continue
        if end >= 0:
            yield start, end
        start, end = max(0, at - _LOOK_BACK), at + _LOOK_AHEAD
    if end >= 0:
        yield start, end


def _is_word_start(body: str, at: int) -> bool:
    return at == 0 or not body[at - 1].isalnum()


def _line_before(body: str, at: int) -> str:
    return body[max(0, at - ASIDE) : at].rpartition("\n")[2]


def _begins_line(body: str, at: int) -> bool:
    return _HEADLINE_START.fullmatch(_line_before(body, at)) is not None


def _is_order(body: str, start: int, end: int) -> bool:
    """Whether the words are given as an order: at the head of a sentence, or to a `you`."""
    if _is_quoted(body, start, end):
        return False
    before = _line_before(body, start)
    cuts = [match.end() for match in _SENTENCE.finditer(before)]
    before = before[cuts[-1] if cuts else 0 :].strip(" \t*_#>-([{\"'“‘«/")
    return _LEAD_IN.fullmatch(before) is not None or _YOU.search(before) is not None


def _is_quoted(body: str, start: int, end: int) -> bool:
    """Whether the words stand in quotes or as code within a sentence that tells of them."""
    before = _line_before(body, start)
    opened = max(before.rfind(mark) for mark in _OPENING)
    if opened < 0 or len(re.findall(r"\w+", before[:opened])) < 2:
        return False
    mark = before[opened]
    if mark == "'" and before[opened - 1 : opened].isalnum():
        return False  # an apostrophe
    after = body[end : end + ASIDE].partition("\n")[0]
    return (mark not in "\"'`" or before.count(mark) % 2 == 1) and any(each in after for each in _CLOSING)
