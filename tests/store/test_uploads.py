"""The queue of uploads, and access tokens."""

from dataclasses import asdict, replace
from datetime import timedelta

from arena.store.bots.tokens import add_token, record_use, revoke, token_of, token_with, tokens
from arena.store.bots.uploads import (
    QueuedUpload,
    SentFile,
    StepState,
    TrialStep,
    UploadOutcome,
    UploadState,
    add_upload,
    count_changes,
    count_waiting,
    digests_wanted,
    end_upload,
    find_waiting,
    interrupted_uploads,
    put_back,
    queue_order,
    steps_of,
    take_next,
    upload_status,
    uploads_of,
    write_step,
)
from arena.store.database.store import Store
from tests.store.samples import NOW

SENT = SentFile("anna", "clever.zip", "aa" * 32, 1_000, rulesets=("mau-mau",), source="./clever")
STEP = TrialStep(1, "unpack", StepState.RUNNING)


def sent(store: Store, *tickets: str, what: SentFile = SENT) -> None:
    with store.writing() as tx:
        for ticket in tickets:
            add_upload(tx, ticket, what, NOW)


def taken(store: Store) -> QueuedUpload:
    with store.writing() as tx:
        upload = take_next(tx, "process", NOW)
    assert upload
    return upload


def test_upload_round_trip(store: Store) -> None:
    sent(store, "t1")
    with store.reading() as tx:
        upload = find_waiting(tx, SENT)
        assert upload
        assert (upload.sent, upload.ticket, upload.attempts) == (SENT, "t1", 0)
        status = upload_status(tx, "t1", "anna")
        assert status
        assert (status.file, status.size, status.state, status.over) == (
            SENT.file,
            SENT.size,
            "waiting",
            False,
        )
        assert upload_status(tx, "t2", "anna") is upload_status(tx, "t1", "bob") is None
        assert find_waiting(tx, replace(SENT, owner="bob")) is None
        assert find_waiting(tx, replace(SENT, wanted_name="other")) is None
        assert digests_wanted(tx) == {SENT.digest}


def test_owners_take_turns_in_the_queue(store: Store) -> None:
    sent(store, "t1", "t2")
    sent(store, "t3", what=replace(SENT, owner="bob"))
    first = taken(store)
    assert (first.ticket, first.attempts) == ("t1", 1)
    with store.reading() as tx:
        assert (
            count_waiting(tx),
            count_waiting(tx, "anna"),
            count_waiting(tx, "bob"),
            count_waiting(tx, "eve"),
        ) == (3, 2, 1, 0)
        assert queue_order(tx) == [3, 2]
        status = [
            upload_status(tx, ticket, owner)
            for ticket, owner in (("t1", "anna"), ("t2", "anna"), ("t3", "bob"))
        ]
        assert [(one.state, one.ahead) for one in status if one] == [
            ("checking", 0),
            ("waiting", 2),
            ("waiting", 1),
        ]
        assert [one.id for one in uploads_of(tx, "anna", 10)] == ["t2", "t1"]
    assert [taken(store).ticket for _ in range(2)] == ["t3", "t2"], "anna has had her turn"
    with store.writing() as tx:
        assert take_next(tx, "process", NOW) is None


def test_interrupted_upload_starts_again(store: Store) -> None:
    sent(store, "t1", "t2")
    upload = taken(store)
    with store.writing() as tx:
        write_step(tx, upload.key, STEP)
        assert [one.ticket for one in interrupted_uploads(tx)] == ["t1"]
        put_back(tx, upload.key, count_it=True)
        assert interrupted_uploads(tx) == ()
    again = taken(store)
    assert (again.ticket, again.attempts) == ("t1", 2), "it does not lose its place"
    with store.writing() as tx:
        assert steps_of(tx, again.key) == ()
        put_back(tx, again.key, count_it=False)
    assert taken(store).attempts == 2


def test_every_change_of_a_step_is_counted(store: Store) -> None:
    sent(store, "t1")
    key = taken(store).key
    with store.writing() as tx:
        before_it = count_changes(tx, "t1", "anna") or 0
        write_step(tx, key, STEP)
        failed = replace(STEP, state=StepState.FAILED, detail="no", seconds=0.5, output="x\ny", command="z")
        write_step(tx, key, replace(STEP, number=2, title="prepare"))
        write_step(tx, key, failed)
        assert steps_of(tx, key) == (failed, replace(STEP, number=2, title="prepare"))
        assert count_changes(tx, "t1", "anna") == before_it + 3


def test_ended_upload_is_final(store: Store) -> None:
    sent(store, "t1")
    ending = UploadOutcome(UploadState.FAILED, "it crashed", "clever", "bb" * 32, "trace", "arena bot check")
    with store.writing() as tx:
        key = 1
        end_upload(tx, key, ending, NOW + timedelta(seconds=9))
        status = upload_status(tx, "t1", "anna")
        assert status
        assert status.ended_at == NOW + timedelta(seconds=9)
        assert {name: getattr(status, name) for name in UploadOutcome.__slots__} == asdict(ending)
        assert (count_waiting(tx), digests_wanted(tx), take_next(tx, "process", NOW)) == (
            0,
            frozenset(),
            None,
        )


def test_tokens_are_found_by_their_digest(store: Store) -> None:
    later = NOW + timedelta(days=90)
    with store.writing() as tx:
        one = add_token(tx, "anna", "laptop", "aa" * 32, ("submit",), NOW, later)
        other = add_token(tx, "bob", "ci", "bb" * 32, ("read", "submit"), NOW, later)
        assert tokens(tx) == (other, one)
        assert token_with(tx, "aa" * 32) == token_of(tx, one.key) == one
        assert token_with(tx, "cc" * 32) is None
        record_use(tx, one.key, NOW)
        revoke(tx, [other.key], later)
        assert [(found.used_at, found.revoked_at) for found in tokens(tx)] == [(None, later), (NOW, None)]
