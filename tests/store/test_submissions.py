"""Registered bots: names, versions, and qualifications."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from arena.store.bots.submissions import (
    NameTaken,
    QualificationResult,
    Submission,
    SubmissionKind,
    SubmissionState,
    add_submission,
    find_name_claim,
    list_versions,
    make_newest,
    set_submission_state,
)
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.faults import faults_of_owner
from arena.store.tournaments.schedule import add_tournament, pieces, read_tournament
from tests.store.samples import NOW, fault, piece, record, tournament

FIGURES = (
    QualificationResult("mau-mau@1", "greedy", 4, 1.5, 0, 80, 12.5),
    QualificationResult("mau-mau@1", "random", 4, 3.0, 0, 90, 10.0),
)
FIRST = Submission(
    digest="aa" * 32,
    kind=SubmissionKind.FILES,
    place="bots/aa",
    command=("python", "bot.py"),
    language="python",
    origin="./clever",
    runner="process",
    description="Clever.",
    rulesets=("mau-mau",),
    limits={"memory_mb": 100, "decision_ms": None, "games": 8},
    memory_mb=31.5,
    qualified=FIGURES,
)
SECOND = replace(
    FIRST, digest="bb" * 32, place="bots/bb", state=SubmissionState.FAILED, failure="2: it crashed"
)
LATER = NOW + timedelta(hours=1)


def add(
    store: Store, what: Submission, name: str = "clever", when: datetime = NOW, owner: str = "local"
) -> None:
    with store.writing() as tx:
        add_submission(tx, owner, name, name.casefold().replace("-", ""), what, when)


def test_submission_round_trip(store: Store) -> None:
    add(store, FIRST)
    with store.reading() as tx:
        (one,) = list_versions(tx)
        assert (one.name, one.owner, one.submitted_at, one.submission) == ("clever", "local", NOW, FIRST)
        assert list_versions(tx, "CLEVER") == (one,)
        assert list_versions(tx, "other") == ()


def test_the_newest_version_comes_first_and_an_old_one_can_become_it(store: Store) -> None:
    add(store, FIRST)
    add(store, SECOND, when=LATER)
    with store.writing() as tx:
        assert [one.submission for one in list_versions(tx, "clever")] == [SECOND, FIRST]
        make_newest(tx, list_versions(tx, "clever")[1].key, LATER + timedelta(hours=1))
        assert [one.submission for one in list_versions(tx)] == [FIRST, SECOND]


def test_the_same_bytes_are_one_version_with_the_figures_of_the_last_time(store: Store) -> None:
    add(store, replace(SECOND, digest=FIRST.digest))
    add(store, FIRST, when=LATER)
    with store.reading() as tx:
        assert [one.submission for one in list_versions(tx)] == [FIRST]


@pytest.mark.parametrize(
    ("name", "owner"),
    [("cle-ver", "local"), ("CLEVER-", "local"), ("clever", "somebody"), ("Clever", "somebody")],
)
def test_a_name_that_looks_like_another_is_taken(store: Store, name: str, owner: str) -> None:
    add(store, FIRST)
    with pytest.raises(NameTaken) as taken:
        add(store, SECOND, name, owner=owner)
    assert (taken.value.claim.name, taken.value.claim.owner) == ("clever", "local")
    with store.reading() as tx:
        assert [one.submission for one in list_versions(tx)] == [FIRST]


def test_a_bot_keeps_its_spelling(store: Store) -> None:
    add(store, FIRST)
    add(store, SECOND, "Clever")
    with store.reading() as tx:
        assert {one.name for one in list_versions(tx)} == {"clever"}


def test_states_are_of_versions(store: Store) -> None:
    add(store, FIRST)
    add(store, replace(SECOND, state=SubmissionState.ACTIVE), when=LATER)
    with store.writing() as tx:
        set_submission_state(tx, [list_versions(tx)[1].key], SubmissionState.DISABLED)
        assert [one.submission.state for one in list_versions(tx)] == ["active", "disabled"]


def test_entered_bot_is_not_registered(store: Store) -> None:
    entered = tournament("a", "b")
    with store.writing() as tx:
        key = add_tournament(tx, entered, (), NOW)
        assert list_versions(tx) == ()
        assert find_name_claim(tx, entered.entrants[0].bot) is None
    same = replace(FIRST, digest=entered.entrants[0].version)
    add(store, same, entered.entrants[0].bot.upper())
    with store.reading() as tx:
        again = read_tournament(tx, key)
        assert again
        assert again.entrants[0].version == list_versions(tx)[0].submission.digest
        assert again.entrants[0].bot == entered.entrants[0].bot.upper(), "one bot, as it is spelt now"
        assert list_versions(tx)[0].submitted_at.tzinfo is UTC


def test_played_name_belongs_to_who_registers_it(store: Store) -> None:
    entered = tournament("clever", "b")
    with store.writing() as tx:
        add_tournament(tx, entered, (), NOW)
    add(store, FIRST, owner="anna")
    add(store, SECOND, owner="anna", when=LATER)
    with store.reading() as tx:
        assert [(one.name, one.owner) for one in list_versions(tx)] == [("clever", "anna")] * 2
    with pytest.raises(NameTaken):
        add(store, FIRST, owner=entered.owner)


def test_output_is_not_for_the_owner_of_another_version(store: Store) -> None:
    entered = tournament("clever", "b")
    with store.writing() as tx:
        key = add_tournament(tx, entered, (piece(1, 2),), NOW)
        (made,) = pieces(tx, key)
        commit_record(tx, made.key, replace(record(made), faults=(fault(0),)), NOW)
    add(store, FIRST, owner="anna")
    with store.reading() as tx:
        assert faults_of_owner(tx, (key, 1, 1), "anna") == ()
        assert [one.bot for one in faults_of_owner(tx, (key, 1, 1), entered.owner) or ()] == ["clever"]
    add(store, replace(SECOND, digest=entered.entrants[0].version), owner="anna")
    with store.reading() as tx:
        assert faults_of_owner(tx, (key, 1, 1), entered.owner) == ()
        assert [one.bot for one in faults_of_owner(tx, (key, 1, 1), "anna") or ()] == ["clever"]
