"""The language of a text is known where there is enough of it, and left open where there is not."""

from __future__ import annotations

import time

import pytest

from desktop.adapters.converters.language import measure_language

TEXTS = {
    "en": "The attackers used a loader that was signed by a stolen certificate, and moved to the file server with valid accounts.",
    "de": "Die Angreifer nutzten einen Lader, der mit einem gestohlenen Zertifikat unterschrieben war, und wechselten dann mit gültigen "
    "Konten auf den Dateiserver, von dem sie Unterlagen der Verwaltung und der Forschung über mehrere Wochen hinweg abzogen.",
    "fr": "Les attaquants ont utilisé un chargeur signé avec un certificat volé, puis ils se sont déplacés vers le serveur de fichiers "
    "avec des comptes valides et ont exfiltré les documents de la direction pendant plusieurs semaines.",
    "es": "Los atacantes utilizaron un cargador firmado con un certificado robado y después se movieron al servidor de archivos con "
    "cuentas válidas, desde donde extrajeron documentos de la dirección durante varias semanas.",
    "ru": "Злоумышленники использовали загрузчик, подписанный украденным сертификатом, а затем перешли на файловый сервер.",
    "uk": "Зловмисники використали завантажувач, підписаний викраденим сертифікатом, а потім перейшли на файловий сервер організації.",
    "zh": "攻击者使用被盗证书签名的加载程序，然后使用有效帐户移动到文件服务器。",
    "ja": "攻撃者は盗まれた証明書で署名されたローダーを使用し、その後ファイルサーバーに移動しました。",
    "ko": "공격자는 도난당한 인증서로 서명된 로더를 사용한 다음 파일 서버로 이동했습니다.",
    "el": "Οι επιτιθέμενοι χρησιμοποίησαν έναν φορτωτή υπογεγραμμένο με κλεμμένο πιστοποιητικό και μετακινήθηκαν.",
    "he": "התוקפים השתמשו בטוען חתום בתעודה גנובה ולאחר מכן עברו לשרת הקבצים של הארגון במשך שבועות.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_languages(language: str) -> None:
    assert measure_language(TEXTS[language]) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello world",
        "Grüße",
        "evil.example\n198.51.100.7\n" * 50,
        "d41d8cd98f00b204e9800998ecf8427e\n" * 50,
        f"```\n{TEXTS['de']}\n```",
        f"{TEXTS['ru']} {TEXTS['ko']} {TEXTS['ja']}",
    ],
)
def test_what_is_unsure_is_left_open(text: str) -> None:
    assert measure_language(text) is None


def test_code_and_addresses_do_not_speak() -> None:
    assert measure_language(f"{TEXTS['fr']}\n\n```\n{'the and of for with ' * 60}\n```\n") == "fr"


@pytest.mark.parametrize("piece", ["`", "](", "<!--", "a.", "://", "\\ "])
def test_a_megabyte_takes_little_time(piece: str) -> None:
    began = time.process_time()
    measure_language(piece * (1_000_000 // len(piece)))
    assert time.process_time() - began < 3
