"""The database tables of bots: owners, versions, submissions, access tokens, and uploads."""

from typing import Final

from sqlalchemy import Float, ForeignKey, Integer, String, Table, UniqueConstraint

from arena.store.tables.base import METADATA, UtcDateTime, column

# An owner of bots and tournaments. On a private machine it is "local".
OWNER: Final = Table(
    "owner",
    METADATA,
    column("id", Integer, primary_key=True),
    column("name", String(64), unique=True),
)

# A bot. Its name is unique without regard to case.
BOT: Final = Table(
    "bot",
    METADATA,
    column("id", Integer, primary_key=True),
    column("owner_id", Integer, ForeignKey("owner.id")),
    column("name", String(64)),
    column("folded", String(64), unique=True),
    # simplified name, see `arena.service.bots.names`; no other bot can take a similar one
    column("claimed", String(64), nullable=True, unique=True, index=True),
    column("created_at", UtcDateTime),
)

# A version of a bot.
BOT_VERSION: Final = Table(
    "bot_version",
    METADATA,
    column("id", Integer, primary_key=True),
    column("bot_id", Integer, ForeignKey("bot.id")),
    column("digest", String(64)),  # SHA-256 of its files
    column("source", String),
    column("created_at", UtcDateTime),
    UniqueConstraint("bot_id", "digest"),
)

# A submitted bot version.
SUBMISSION: Final = Table(
    "submission",
    METADATA,
    column("bot_version_id", Integer, ForeignKey("bot_version.id"), primary_key=True),
    column("kind", String(8)),
    # folder of its files, inside the data folder; for an image, the image's id
    column("place", String(128)),
    column("folder", String),  # in an image: the folder in which the command is run
    column("member", String(64)),  # the class or function in a script
    column("language", String),
    column("description", String),
    column("command", String),  # JSON from its manifest
    column("rulesets", String),  # JSON from its manifest
    column("limits", String),  # JSON from its manifest
    column("origin", String),  # the bot as its author named it in the command
    column("runner", String(32)),  # the runner of its trial
    column("state", String(16)),
    column("failure", String),  # why it failed
    column("repeat", String),  # the command that repeats the failure
    column("memory_mb", Float, nullable=True),
    column("submitted_at", UtcDateTime),
)

# The results of a version's qualification games, against one opponent under one ruleset.
QUALIFICATION: Final = Table(
    "qualification",
    METADATA,
    column("bot_version_id", Integer, ForeignKey("submission.bot_version_id"), primary_key=True),
    column("ruleset", String(64), primary_key=True),
    column("opponent", String(64), primary_key=True),
    column("games", Integer),
    column("score", Float),
    column("faults", Integer),
    column("decisions", Integer),
    column("time_ms", Float),
)

# An access token for the site.
TOKEN: Final = Table(
    "token",
    METADATA,
    column("id", Integer, primary_key=True),
    column("owner_id", Integer, ForeignKey("owner.id"), index=True),
    column("name", String(64)),
    column("digest", String(64), unique=True),  # SHA-256 of the secret, hex
    column("scopes", String(64)),  # words separated by blanks
    column("created_at", UtcDateTime),
    column("expires_at", UtcDateTime),
    column("revoked_at", UtcDateTime, nullable=True),
    column("used_at", UtcDateTime, nullable=True),
)

# An uploaded bot, and the state of its trial (the checks and games before it is registered).
UPLOAD: Final = Table(
    "upload",
    METADATA,
    column("id", Integer, primary_key=True),
    column("ticket", String(32), unique=True),  # the public id
    column("owner_id", Integer, ForeignKey("owner.id"), index=True),
    column("file", String(128)),  # the file's name, whose ending says what it contains
    column("member", String(64)),
    column("digest", String(64)),  # SHA-256 of the file, hex
    column("size", Integer),  # bytes
    column("wanted_name", String(64)),  # the name to register; empty: the one in the bot's manifest
    column("rulesets", String),  # JSON list
    column("source", String),  # the name that its author uses for it, for commands that repeat a failure
    column("state", String(16), index=True),
    column("attempts", Integer),
    column("changes", Integer),  # how often the upload or one of its steps has changed
    column("created_at", UtcDateTime),
    column("begun_at", UtcDateTime, nullable=True),
    column("ended_at", UtcDateTime, nullable=True),
    column("runner", String(32)),
    column("bot", String(64)),  # the registered name, once it is registered
    column("version", String(64)),
    column("message", String),  # how the trial ended, in a sentence
    column("output", String),  # the last output of the bot in a game that it failed
    column("command", String),  # the command that repeats the failure
)

# A step of an upload's trial that has started.
UPLOAD_STEP: Final = Table(
    "upload_step",
    METADATA,
    column("upload_id", Integer, ForeignKey("upload.id"), primary_key=True),
    column("number", Integer, primary_key=True),
    column("title", String(64)),
    column("state", String(16)),
    column("detail", String),
    column("seconds", Float),
    column("request", String),
    column("output", String),
    column("command", String),
)
