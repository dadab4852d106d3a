"""A vault with real engines and a provider on this machine: what is sent, what is not, and what stands where afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.answer import AnswerKind
from desktop.domain.audit import AuditQuery
from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.provider import Address, Purpose, Reach
from tests.fakes.environment import an_environment
from tests.fakes.model_server import Answered, ModelServer, model_server

KEY, WORDS = "sk-heron-0123456789", "correct horse battery"
OPEN = "Velvet Heron sent mails with the BRASSKETTLE loader to three ministries in May 2024.\n"
CLOSED = "Grey Otter stole credentials from hospitals with the tool PEBBLESKIP in June 2024.\n"
ASKED = "Which loader did Velvet Heron send?"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as told:
        yield told


@pytest.fixture(scope="module")
def opener(tmp_path_factory: pytest.TempPathFactory) -> Opener:
    folder = tmp_path_factory.mktemp("provider")
    environment = an_environment(read_environment().resources, folder)
    return Opener(replace(environment, default_vault=folder / "vault"))


@pytest.fixture(scope="module")
def root(opener: Opener, tmp_path_factory: pytest.TempPathFactory, server: ModelServer) -> Path:
    """A vault that names the provider, with one report that may leave and one that may not."""
    root, given = opener.environment.default_vault, tmp_path_factory.mktemp("given")
    opener.create(root)
    services = opener.open(root, write=True)
    for name, text, marking in (("open.txt", OPEN, Marking.CLEAR), ("closed.txt", CLOSED, Marking.AMBER)):
        (given / name).write_text(text, encoding="utf-8")
        services.importer.import_paths(JobContext(), [given / name], ImportOptions(tlp=marking))
    services.change_setting("answer", "model_file", str(given / "none.gguf"))  # loading one is not what is tested
    services.change_setting("answer", "provider", server.address)
    services.change_setting("answer", "provider_model", "tiny-1")
    services.close()
    return root


@pytest.fixture(autouse=True)
def _answering(server: ModelServer) -> None:
    server.asked.clear()
    server.tell(Answered(pieces=(f"{OPEN.strip()} [1]",)))


@pytest.fixture(scope="module")
def services(opener: Opener, root: Path, server: ModelServer) -> Iterator[Services]:
    """The vault after a person on this machine allowed its provider."""
    providers = opener.models().providers()
    if providers.key_place.file:
        providers.unlock(WORDS)
    providers.allow(Address.parse(server.address), root, KEY)
    opened = opener.open(root, write=True)
    yield opened
    opened.close()


def test_a_vault_cannot_allow_its_provider_by_itself(opener: Opener, root: Path, server: ModelServer) -> None:
    services = opener.open(root, write=True)
    try:
        assert services.reaches == ()
        assert any("not allowed on this machine for this vault: nothing is sent" in each for each in services.warnings)
        answer = services.answerer.ask(JobContext(), ASKED)
    finally:
        services.close()
    assert "It is not allowed on this machine" in answer.notice
    assert server.asked == []


def test_a_provider_composes_and_what_it_was_sent_stands_in_the_log(services: Services, server: ModelServer) -> None:
    assert services.reaches == (Reach(server.address, Purpose.ANSWERS),)
    answer = services.answerer.ask(JobContext(), ASKED)
    assert (answer.kind, answer.model) == (AnswerKind.SYNTHESIS, "tiny-1 at 127.0.0.1")
    ((_, body, headers),) = server.asked
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert "PEBBLESKIP" not in json.dumps(body)
    sent = services.audit.records(AuditQuery(actions=("send",)))[0]
    assert (sent.details["address"], sent.details["tlp"]) == (server.address, "CLEAR")
    assert services.audit.records(AuditQuery(actions=("sent",)))[0].details["outcome"] == "answered"
    assert services.maintenance.verify(JobContext()) == ()


def test_nothing_is_sent_of_what_may_not_leave(services: Services, server: ModelServer) -> None:
    answer = services.answerer.ask(JobContext(), "Which tool did Grey Otter use against hospitals?")
    assert "may not leave this machine" in answer.notice
    assert server.asked == []


def test_a_vault_that_is_only_read_sends_nothing(services: Services, opener: Opener, root: Path, server: ModelServer) -> None:
    reading = opener.open(root, write=False)
    try:
        answer = reading.answerer.ask(JobContext(), ASKED)
    finally:
        reading.close()
    assert "The vault is only read here" in answer.notice
    assert server.asked == []


def test_a_server_that_is_gone_leaves_the_answer_to_this_machine(services: Services, server: ModelServer) -> None:
    server.tell(Answered(401, json.dumps({"error": {"message": f"Incorrect key {KEY}"}})))
    answer = services.answerer.ask(JobContext(), ASKED)
    assert "refused with status 401. The key is missing or wrong: set it anew." in answer.notice
    assert KEY not in str(replace(answer, passages=()))


def test_a_vault_from_elsewhere_gains_nothing_by_naming_what_another_was_allowed(
    services: Services, opener: Opener, tmp_path: Path, server: ModelServer
) -> None:
    strange = tmp_path / "strange"
    opener.create(strange)
    named = f'[answer]\nprovider = "{server.address}"\nprovider_model = "x"\nmodel_file = "none.gguf"\n[markings]\nremote_max = "RED"\n'
    (strange / "coffer.toml").write_text(named, encoding="utf-8")
    (tmp_path / "closed.txt").write_text(CLOSED, encoding="utf-8")
    opened = opener.open(strange, write=True)
    try:
        opened.importer.import_paths(JobContext(), [tmp_path / "closed.txt"], ImportOptions(tlp=Marking.RED))
        answer = opened.answerer.ask(JobContext(), "Which tool did Grey Otter use against hospitals?")
    finally:
        opened.close()
    assert "It is not allowed on this machine for this vault" in answer.notice
    assert (opened.reaches, server.asked) == ((), [])


def test_the_key_stands_in_no_file(services: Services, opener: Opener, root: Path) -> None:
    services.answerer.ask(JobContext(), ASKED)
    files = [path for folder in (root, opener.environment.state_file.parent) for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "audit.jsonl" for path in files)
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


def test_what_is_withdrawn_while_the_vault_is_open_is_sent_nothing_more(services: Services, opener: Opener, server: ModelServer) -> None:
    opener.models().providers().withdraw(Address.parse(server.address))
    assert "It is not allowed on this machine for this vault" in services.answerer.ask(JobContext(), ASKED).notice
    assert server.asked == []
