"""What was printed while sent bots were tried is dropped when it is old; how each trial ended stays."""

from dataclasses import replace
from datetime import timedelta

from arena.store.admin.prune import count_old_output, drop_old_output
from arena.store.bots.uploads import (
    StepState,
    TrialStep,
    UploadOutcome,
    UploadState,
    end_upload,
    upload_status,
    write_step,
)
from arena.store.database.store import Store
from tests.store.samples import NOW
from tests.store.test_uploads import sent, taken

FAILED = TrialStep(
    1, "play", StepState.FAILED, request="{}", output="a trace of it", command="arena bot check"
)
LATER = NOW + timedelta(days=1)


def ended(store: Store, ticket: str, days: int) -> None:
    sent(store, ticket)
    key = taken(store).key
    with store.writing() as tx:
        write_step(tx, key, FAILED)
        end_upload(
            tx,
            key,
            UploadOutcome(UploadState.FAILED, "it lost", output="and more"),
            NOW + timedelta(days=days),
        )


def test_only_old_trials_are_pruned(store: Store) -> None:
    ended(store, "old", 0)
    ended(store, "new", 2)
    sent(store, "waits")
    with store.writing() as tx:
        assert count_old_output(tx, LATER) == len("{}a trace of itand more")
        drop_old_output(tx, LATER)
        assert count_old_output(tx, LATER) == 0
        old, new = upload_status(tx, "old", "anna"), upload_status(tx, "new", "anna")
        assert old
        assert new
        assert old.steps == (replace(FAILED, request="", output=""),)
        assert (old.message, old.output) == ("it lost", "")
        assert new.steps == (FAILED,)
        assert new.output == "and more"
