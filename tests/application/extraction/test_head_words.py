"""Nouns that say what a name is."""

from __future__ import annotations

from desktop.application.extraction.folding import name_key
from desktop.application.extraction.head_words import KIND_OF_HEAD, NEVER_A_NAME, SHAPES, TELLING_MALWARE_HEADS, WEAK_HEADS
from desktop.domain.entity import EntityType


def test_every_head_is_a_small_word_of_one_kind() -> None:
    assert all(each.isalpha() and each.islower() for each in KIND_OF_HEAD)
    assert KIND_OF_HEAD["gang"] is EntityType.INTRUSION_SET
    assert KIND_OF_HEAD["wiper"] is EntityType.MALWARE
    assert KIND_OF_HEAD["packer"] is EntityType.TOOL


def test_weak_heads_are_heads_and_tell_nothing_alone() -> None:
    assert set(KIND_OF_HEAD) >= WEAK_HEADS
    assert not WEAK_HEADS & TELLING_MALWARE_HEADS


def test_what_is_never_a_name_is_given_as_keys_and_shapes_begin_with_a_capital() -> None:
    assert all(each == name_key(each) for each in NEVER_A_NAME)
    assert all(each[0].isupper() for each in SHAPES)
