"""A case travels between two real vaults that both go on working: nothing is lost, and only real conflicts are asked about."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop.application.cases.case_bundles import OpenBundle
from desktop.application.cases.case_contents import BundleChoice
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, FactQuery, Opening, Sealing
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.ach import Rating
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing
from desktop.domain.answer import Verdict as CitationVerdict
from desktop.domain.case_bundle import Choice, SignatureState, Standing
from desktop.domain.entity import EntityType
from desktop.domain.errors import BundleDamaged, PassphraseNeeded, UsageError
from desktop.domain.fact import FactDraft, FactView
from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query

ALPHA = BundleChoice("alpha", Marking.GREEN)


@dataclass
class Desk:
    """A vault, and the person at it."""

    services: Services
    folder: Path

    def open_fact(self, text: str, **more: object) -> str:
        return self.services.memory.remember(replace(FactDraft(text, tags=("alpha",), tlp=Marking.GREEN), **more)).fact.id  # type: ignore[arg-type]

    def rewrite(self, fact_id: str, **changes: object) -> None:
        stored = self.services.memory.read(fact_id)
        text = str(changes.pop("text", stored.text))
        self.services.memory.edit(replace(stored.fact, **changes), text)  # type: ignore[arg-type]

    def make(self, name: str, choice: BundleChoice = ALPHA, sealing: Sealing | None = None) -> Path:
        self.services.bundles.make(JobContext(), self.folder / name, choice, sealing)
        return self.folder / name

    @contextmanager
    def opening(self, source: Path, opening: Opening | None = None) -> Iterator[OpenBundle]:
        with self.services.bundles.open(JobContext(), source, opening) as opened:
            yield opened

    def take_in(self, source: Path, choices: dict[tuple[str, str], Choice] | None = None) -> dict[str, str]:
        """Open and merge; how each item stood."""
        with self.opening(source) as opened:
            changes = self.services.bundles.merge(JobContext(), opened, choices or {})
            assert changes.problems == ()
            return {each.item.key: str(each.standing) for each in opened.comparison.items}

    def texts(self) -> dict[str, str]:
        return {row.fact.id: self.services.memory.read(row.fact.id).text for row in self.services.memory.rows(FactQuery(view=FactView.ALL))}


class Keychain:
    """A keychain in memory, one for each person."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        return self._secrets.get(name)

    def put(self, name: str, secret: str) -> None:
        self._secrets[name] = secret


@pytest.fixture
def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, Desk]]:
    made = []
    for name in ("a", "b"):
        monkeypatch.setattr("desktop.adapters.system_keychain.SystemKeychain", Keychain)
        opener = Opener(replace(read_environment(), state_file=tmp_path / f"own-{name}" / "state.json"))
        opener.create(tmp_path / name)
        made.append(Desk(opener.open(tmp_path / name, write=True), tmp_path))
    yield made[0], made[1]
    for each in made:
        each.services.close()


def import_report(desk: Desk, name: str, text: str, marking: Marking = Marking.GREEN) -> str:
    (desk.folder / name).write_text(text)
    desk.services.importer.import_paths(JobContext(), [desk.folder / name], ImportOptions(tlp=marking, tags=("alpha",)))
    return next(row.document.id for row in desk.services.library.rows(DocumentQuery()) if row.document.source_filename == name)


def test_a_round_trip_with_changes_on_both_sides(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "# Heron\n\nVelvet Heron used BRASSKETTLE.\n")
    heron, otter, crane = (a.open_fact(f"{name} is there.", name=name) for name in ("Heron", "Otter", "Crane"))
    a.services.graph.decisions.allow("Heron", EntityType.INTRUSION_SET)
    a.services.desk.saved.save(JobContext(), "watch", Query("Heron", Mode.KEYWORD, filters=Filters(tags=("alpha",))), watched=True)
    choice = replace(ALPHA, unmarked=Marking.GREEN)
    first = b.take_in(a.make("1.coffer", choice))
    assert set(first.values()) == {"new"}
    assert sorted(first) == sorted(
        [f"document:{report}", f"fact:{heron}", f"fact:{otter}", f"fact:{crane}", "lexicon:heron", "search:watch"]
    )
    assert b.texts() == a.texts()
    assert (b.services.paths.fact(heron)).read_bytes() == a.services.paths.fact(heron).read_bytes()
    assert not b.services.desk.saved.named("watch").watched
    found = b.services.searcher.search(JobContext(), Query("BRASSKETTLE", Mode.KEYWORD)).hits
    assert [each.document_id for each in found] == [report]

    a.rewrite(heron, text="Heron left.\n")
    a.services.library.update([report], add_tags=["from-a"])
    a.rewrite(crane, grade="B2")
    b.rewrite(heron, text="Heron stayed.\n")
    b.rewrite(otter, text="Otter left.\n")
    b.services.library.update([report], tlp=Marking.AMBER)
    b.services.library.edit(report, "# Heron\n\nCorrected.\n", begun_from=b.services.library.read(report).body)
    fresh = b.open_fact("Stork arrived.", name="Stork")
    b.services.memory.forget(crane)

    second = b.make("2.coffer", BundleChoice("alpha", unmarked=Marking.GREEN))
    with a.opening(second) as opened:
        assert [(item.item.key, part.part, part.mine, part.theirs) for item, part in opened.comparison.questions] == [
            (f"fact:{heron}", "text", "Heron left.\n", "Heron stayed.\n")
        ]
        with pytest.raises(UsageError, match="1 conflicts are not decided"):
            a.services.bundles.merge(JobContext(), opened, {})
    stood = a.take_in(second, {(f"fact:{heron}", "text"): Choice.MINE})
    assert stood == {
        f"document:{report}": "changed_there", f"fact:{heron}": "conflict", f"fact:{otter}": "changed_there",
        f"fact:{fresh}": "new", "lexicon:heron": "same", "search:watch": "same",
    }  # fmt: skip
    assert a.texts() == {heron: "Heron left.\n", otter: "Otter left.\n", crane: "Crane is there.\n", fresh: "Stork arrived.\n"}
    document = a.services.library.read(report)
    assert (document.document.tlp, set(document.document.tags), document.body) == (
        Marking.AMBER, {"alpha", "from-a"}, "# Heron\n\nCorrected.\n",
    )  # fmt: skip
    kept = [each.read_text() for each in (a.services.paths.bundles).rglob("*.md")]
    assert any("Heron stayed." in each for each in kept)
    assert any("BRASSKETTLE" in each for each in kept)

    third = a.make("3.coffer", BundleChoice("alpha"))
    with b.opening(third) as opened:
        assert [(item.item.key, part.part) for item, part in opened.comparison.questions] == [(f"fact:{crane}", "")]
    stood = b.take_in(third, {(f"fact:{crane}", ""): Choice.MINE})
    assert stood[f"fact:{heron}"] == "changed_there"
    assert b.texts() == {heron: "Heron left.\n", otter: "Otter left.\n", fresh: "Stork arrived.\n"}
    assert set(b.services.library.read(report).document.tags) == {"alpha", "from-a"}
    for each in (a, b):
        assert each.services.maintenance.verify(JobContext()) == ()


def test_what_was_decided_is_not_asked_again(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    fact = a.open_fact("One.", name="fact")
    b.take_in(a.make("1.coffer"))
    a.rewrite(fact, text="Two.\n")
    b.rewrite(fact, text="Three.\n")
    key = (f"fact:{fact}", "text")
    a.take_in(b.make("2.coffer"), {key: Choice.THEIRS})
    assert a.texts() == {fact: "Three.\n"}
    assert a.services.memory.version(fact, _sha_of(a, fact, "Two.\n")) is not None
    assert b.take_in(a.make("3.coffer")) == {key[0]: "same"}
    a.rewrite(fact, text="Four.\n")
    assert b.take_in(a.make("4.coffer")) == {key[0]: "changed_there"}
    assert b.texts() == {fact: "Four.\n"}


def _sha_of(desk: Desk, fact_id: str, text: str) -> str:
    events = desk.services.fact_history.of(fact_id)
    hashes = [each.after for each in events if each.after]
    kept = {digest: desk.services.memory.version(fact_id, digest) for digest in hashes}
    return next(digest for digest, stored in kept.items() if stored is not None and stored.text == text)


def test_what_was_deleted_here_stays_away_unless_it_changed_there(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    fact = a.open_fact("One.", name="fact")
    b.take_in(a.make("1.coffer"))
    b.services.memory.forget(fact)
    assert b.take_in(a.make("2.coffer")) == {f"fact:{fact}": "gone_here"}
    assert b.texts() == {}
    a.rewrite(fact, text="Two.\n")
    assert b.take_in(a.make("3.coffer"), {(f"fact:{fact}", ""): Choice.THEIRS}) == {f"fact:{fact}": "conflict"}
    assert b.texts() == {fact: "Two.\n"}


def test_nothing_above_the_limit_is_in_a_bundle_alone_or_folded(desks: tuple[Desk, Desk]) -> None:
    a, _ = desks
    strict = a.open_fact("The quuxotic relay.", name="quuxotic", tlp=Marking.AMBER_STRICT)
    secret = import_report(a, "quuxotic.md", "# Quuxotic report\n", Marking.AMBER_STRICT)
    from_it = a.open_fact("Taken from it.", name="from", sources=((secret, 0, 5),), tlp=Marking.CLEAR)
    naming = a.open_fact(f"See {strict}.", name="naming")
    superseded = a.open_fact("It was so.", name="old")
    a.services.memory.supersede(superseded, strict)
    beside = a.open_fact("It is so.", name="beside")
    a.services.memory.keep_both([beside, strict])
    plain = a.open_fact("Plain.", name="plain")
    a.services.graph.decisions.merge("quuxotic", "Heron")
    report = a.services.bundles.preview(JobContext(), ALPHA)
    assert {each.name for _, each in report.withheld} >= {"quuxotic", "Quuxotic report", "from", "naming", "old"}
    source = a.make("1.coffer", ALPHA)
    with zipfile.ZipFile(source) as archive:
        everything = b"".join(name.encode() + archive.read(name) for name in archive.namelist())
        assert {name for name in archive.namelist() if name.startswith(("memory/", "docs/"))} == {
            f"memory/{plain}.md",
            f"memory/{beside}.md",
        }
    assert b"uuxotic" not in everything
    assert from_it.encode() not in everything
    assert naming.encode() not in everything
    assert b'"fact": 4' in everything
    assert report.counts["fact"] == 2


def test_a_link_that_was_cut_on_the_way_is_still_there_after_the_way_back(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    strict = a.open_fact("Secret.", name="strict", tlp=Marking.RED)
    beside = a.open_fact("Open.", name="beside")
    a.services.memory.keep_both([beside, strict])
    b.take_in(a.make("1.coffer"))
    assert b.services.memory.read(beside).fact.kept_with == ()
    b.rewrite(beside, text="Open still.\n")
    a.take_in(b.make("2.coffer"))
    stored = a.services.memory.read(beside)
    assert (stored.text, stored.fact.kept_with) == ("Open still.\n", (strict,))


def test_a_signed_and_encrypted_bundle_opens_for_its_recipient_alone(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    a, b = desks
    a.open_fact("Quuxotic.", name="fact")
    ours = a.services.bundles.keys.make()
    theirs = b.services.bundles.keys.make()
    assert ours.in_keychain
    sealing = Sealing(recipients=(theirs.recipient,), sign=True)
    source = a.make("1.coffer", ALPHA, sealing)
    assert b"uuxotic" not in source.read_bytes()
    with pytest.raises(PassphraseNeeded):
        a.services.bundles.verify(JobContext(), source)
    found = b.services.bundles.verify(JobContext(), source)
    assert (found.signature, found.key) == (SignatureState.UNKNOWN, ours.signing)
    b.services.bundles.keys.trust("alice", ours.signing)
    found = b.services.bundles.verify(JobContext(), source)
    assert (found.signature, found.signer) == (SignatureState.TRUSTED, "alice")


def test_a_signature_of_something_else_is_no_signature(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    a.open_fact("One.", name="fact")
    a.services.bundles.keys.make()
    source = a.make("1.coffer", ALPHA, Sealing(sign=True))
    forged = source.with_name("forged.coffer")
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(forged, "w") as other:
        for name in archive.namelist():
            content = archive.read(name)
            other.writestr(name, content.replace(b'"GREEN"', b'"CLEAR"') if name == "manifest.json" else content)
    with pytest.raises(BundleDamaged, match="altered after it was signed"):
        b.services.bundles.verify(JobContext(), forged)


def test_audit_lines_of_the_other_vault_are_kept_apart_and_verified(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    fact = a.open_fact("One.", name="fact")
    a.rewrite(fact, text="Two.\n")
    b.take_in(a.make("1.coffer", BundleChoice()))
    (kept,) = b.services.paths.bundles.glob("*/audit.jsonl")
    own = a.services.paths.audit.read_bytes()
    assert kept.read_bytes() == own[: own.index(b'"action": "bundle"')].rpartition(b"\n")[0] + b"\n"
    assert b.services.maintenance.verify(JobContext()) == ()
    kept.write_bytes(kept.read_bytes().replace(b"edit", b"edot"))
    assert b.services.maintenance.verify(JobContext()) == (
        f"bundles/{kept.parent.name}/audit.jsonl is not what came with the bundle: it was altered.",
    )
    kept.unlink()
    assert "is gone" in b.services.maintenance.verify(JobContext())[0]


def test_a_passphrase_seals_a_bundle(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    a.open_fact("One.", name="fact")
    source = a.make("1.coffer", ALPHA, Sealing(passphrase="correct horse"))  # noqa: S106
    with pytest.raises(PassphraseNeeded):
        b.services.bundles.verify(JobContext(), source)
    with b.opening(source, Opening(passphrase="correct horse")) as opened:  # noqa: S106
        assert len(opened.comparison.of(Standing.NEW)) == 1


def test_a_bundle_that_was_damaged_altered_or_made_up_is_refused_and_leaves_nothing(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    a.open_fact("One.", name="fact")
    source = a.make("1.coffer")
    whole = source.read_bytes()
    cut = source.with_name("cut.coffer")
    cut.write_bytes(whole[: len(whole) // 2])
    altered = source.with_name("altered.coffer")
    altered.write_bytes(whole.replace(b"memory/fact", b"memory/fuct"))
    made_up = source.with_name("made-up.coffer")
    with zipfile.ZipFile(made_up, "w") as archive:
        archive.writestr("lexicon/allow.csv", b"nothing,that,fits\n\xff")
        digest = hashlib.sha256(b"nothing,that,fits\n\xff").hexdigest()
        files = f'{{"lexicon/allow.csv": "{digest}"}}'
        said = '"made_at": "", "made_by": "", "case": "", "limit": "RED", "marking": "CLEAR", "withheld": {}, "cut": {}'
        archive.writestr("manifest.json", f'{{"format": 1, {said}, "files": {files}}}')
    for each in (cut, altered, made_up):
        with pytest.raises(BundleDamaged), b.opening(each):
            pass
    assert b.texts() == {}
    assert not list(b.services.paths.root.glob(".staging/*"))


def test_a_change_of_the_other_side_can_be_declined_and_is_not_offered_again(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    fact = a.open_fact("One.", name="fact")
    b.take_in(a.make("1.coffer"))
    a.rewrite(fact, text="Two.\n")
    second = a.make("2.coffer")
    assert b.take_in(second, {(f"fact:{fact}", "text"): Choice.MINE}) == {f"fact:{fact}": "changed_there"}
    assert b.texts() == {fact: "One.\n"}
    with b.opening(second) as opened:
        assert opened.comparison.questions == ()
        assert opened.comparison.offers == ()
    a.rewrite(fact, text="Three.\n")
    assert b.take_in(a.make("3.coffer")) == {f"fact:{fact}": "changed_there"}
    assert b.texts() == {fact: "Three.\n"}


def test_a_mail_does_not_carry_out_what_was_attached_to_it_and_is_marked_higher(desks: tuple[Desk, Desk]) -> None:
    a, _ = desks
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Weekly", "x@example.org", "y@example.org"
    mail.set_content("See what is attached.\n")
    mail.add_attachment(b"TLP:AMBER+STRICT\n\nThe source is ZEBRAFISH.\n", maintype="text", subtype="plain", filename="source.txt")
    import_report(a, "weekly.eml", mail.as_string())
    with pytest.raises(UsageError, match="nothing that may leave"):
        a.make("1.coffer")


def test_a_label_that_a_text_loses_elsewhere_goes_on_to_count(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    every = BundleChoice("alpha", Marking.RED)
    report = import_report(a, "heron.md", "TLP:AMBER+STRICT\n\nThe source is ZEBRAFISH.\n")
    fact = a.open_fact("Otter is here.", name="Otter", sources=((report, 18, 28),))
    b.take_in(a.make("1.coffer", every))
    b.services.library.edit(report, "The source is ZEBRAFISH.\n", begun_from=b.services.library.read(report).body)
    b.rewrite(fact, sources=())
    a.take_in(b.make("2.coffer", every))
    assert a.services.library.read(report).body == "The source is ZEBRAFISH.\n"
    assert a.services.library.read(report).document.tlp is Marking.AMBER_STRICT
    assert a.services.memory.sheet(fact).effective is Marking.AMBER_STRICT


def test_what_a_bundle_says_of_others_things_is_not_believed(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    later = b.open_fact("The truth that comes later.", name="Later")
    honest = b.make("honest.coffer")
    b.services.memory.forget(later)
    import_report(b, "harmless.md", "Nothing here.\n")
    a.take_in(b.make("harmless.coffer"))
    assert a.take_in(honest)[f"fact:{later}"] == "new"


def test_a_fact_whose_source_was_deleted_leaves_no_more_than_before(desks: tuple[Desk, Desk]) -> None:
    a, _ = desks
    report = import_report(a, "heron.md", "The source is ZEBRAFISH.\n", Marking.AMBER_STRICT)
    fact = a.open_fact("It is said.", name="Said", sources=((report, 0, 10),))
    a.services.library.delete(report)
    assert a.services.memory.sheet(fact).effective is Marking.RED
    with pytest.raises(UsageError, match="nothing that may leave"):
        a.make("1.coffer")


def test_a_document_that_the_disk_has_by_then_is_not_written_over(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(b, "heron.md", "Theirs.\n")
    with a.opening(b.make("1.coffer")) as opened:
        mine = a.services.paths.document(report)
        mine.write_text("Mine.\n")
        changes = a.services.bundles.merge(JobContext(), opened, {})
    assert mine.read_text() == "Mine.\n"
    assert changes.problems == (f"{report} was left out: a document of that name, but for upper and lower case, is here.",)


def ask(desk: Desk, thread_id: str, document_id: str, question: str = "Where was Heron?") -> None:
    """Keep a thread that quotes the beginning of a document."""
    citation = Citation(document_id, None, 0, 5, "Heron", CitationVerdict.VERIFIED)
    answer = Answer(
        question, AnswerKind.EXTRACT, (AnswerSentence("Heron was there.", (citation,)),), 0.5, None, (), (), Timing(0.0, None, 0.0)
    )
    desk.services.desk.threads.keep(thread_id, answer, ("alpha",))


def test_boards_and_threads_travel_and_only_real_conflicts_are_asked_about(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    report = import_report(a, "heron.md", "Heron was there.\n")
    ask(a, "where-00000001", report)
    fact = a.open_fact("Heron is there.", name="Heron")
    boards = a.services.boards
    who = boards.keep(boards.begin("Who?", "alpha").with_hypothesis("Heron").with_evidence(fact))
    why = boards.keep(boards.begin("Why?", "alpha").with_evidence(fact))
    boards.keep(boards.begin("Of another case?", "beta").with_evidence(fact))
    stood = b.take_in(a.make("1.coffer"))
    assert [each for each in sorted(stood) if each.startswith(("board", "thread"))] == sorted(
        [f"board:{who.id}.yaml", f"board:{why.id}.yaml", "thread:where-00000001.md"]
    )
    assert b.services.boards.read(who.id).board == who
    assert b.services.desk.threads.read("where-00000001") == a.services.desk.threads.read("where-00000001")

    boards.keep(who.rated(0, 0, Rating.INCONSISTENT))
    b.services.boards.keep(who.rated(0, 0, Rating.CONSISTENT))
    b.services.boards.keep(why.with_hypothesis("For money"))
    boards.keep(why)  # at another time, as it was
    ask(b, "where-00000001", report, "And then?")
    second = b.make("2.coffer")
    with a.opening(second) as opened:
        assert [item.item.key for item, _ in opened.comparison.questions] == [f"board:{who.id}.yaml"]
    stood = a.take_in(second, {(f"board:{who.id}.yaml", "content"): Choice.MINE})
    assert (stood[f"board:{why.id}.yaml"], stood["thread:where-00000001.md"]) == ("changed_there", "changed_there")
    assert boards.read(who.id).board.evidence[0].ratings == (Rating.INCONSISTENT,)
    assert boards.read(why.id).board.hypotheses == ("For money",)
    assert [each.answer.question for each in a.services.desk.threads.read("where-00000001").turns] == ["Where was Heron?", "And then?"]
    kept = [each.read_text() for each in a.services.paths.bundles.glob(f"*/theirs/boards/{who.id}.yaml")]
    assert len(kept) == 1
    assert "- C\n" in kept[0]


def test_a_thread_or_board_made_of_what_is_marked_higher_stays_and_is_listed(desks: tuple[Desk, Desk]) -> None:
    a, _ = desks
    strict = import_report(a, "strict.md", "Heron was there.\n", Marking.AMBER_STRICT)
    ask(a, "strict-00000001", strict)
    fact = a.open_fact("Secret.", name="Secret", tlp=Marking.AMBER_STRICT)
    boards = a.services.boards
    boards.keep(boards.begin("Strict?", "alpha").with_evidence(fact))
    gone = a.open_fact("Soon gone.", name="Gone")
    boards.keep(boards.begin("Gone?", "alpha").with_evidence(gone))
    a.services.memory.forget(gone)
    boards.begin("Without evidence?", "alpha")
    report = a.services.bundles.preview(JobContext(), ALPHA)
    held = {(kind, each.name, each.marking) for kind, each in report.withheld if kind in ("thread", "board")}
    assert held == {
        ("thread", "Where was Heron?", Marking.AMBER_STRICT), ("board", "Strict?", Marking.AMBER_STRICT),
        ("board", "Gone?", Marking.RED), ("board", "Without evidence?", Marking.RED),
    }  # fmt: skip
    assert (report.counts["thread"], report.counts["board"]) == (0, 0)
    a.open_fact("Harmless.", name="Harmless")
    with zipfile.ZipFile(a.make("green.coffer")) as archive:
        assert [name for name in archive.namelist() if name.startswith(("threads/", "boards/"))] == []
        assert b"Secret" not in b"".join(archive.read(name) for name in archive.namelist())


def test_a_bundle_without_boards_and_threads_is_written_as_before(desks: tuple[Desk, Desk]) -> None:
    a, b = desks
    a.open_fact("Heron is there.", name="Heron")
    with zipfile.ZipFile(a.make("old.coffer")) as archive:
        assert b'"format": 1,' in archive.read("manifest.json")
    assert list(b.take_in(a.folder / "old.coffer").values()) == ["new"]
