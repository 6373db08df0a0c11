from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_OK: _ClassVar[Verdict]
    VERDICT_ILLEGAL: _ClassVar[Verdict]
    VERDICT_TIMEOUT: _ClassVar[Verdict]
    VERDICT_STALL: _ClassVar[Verdict]
    VERDICT_DISCONNECT: _ClassVar[Verdict]
    VERDICT_PROTOCOL: _ClassVar[Verdict]
    VERDICT_OOM: _ClassVar[Verdict]
    VERDICT_NO_START: _ClassVar[Verdict]
    VERDICT_RESIGN: _ClassVar[Verdict]
    VERDICT_INTERNAL: _ClassVar[Verdict]
    VERDICT_VOID: _ClassVar[Verdict]

class ChoiceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHOICE_KIND_UNSPECIFIED: _ClassVar[ChoiceKind]
    CHOICE_KIND_PLAY: _ClassVar[ChoiceKind]
    CHOICE_KIND_DRAW: _ClassVar[ChoiceKind]
    CHOICE_KIND_PASS: _ClassVar[ChoiceKind]
    CHOICE_KIND_TAKE_DEBT: _ClassVar[ChoiceKind]
    CHOICE_KIND_MISS_TURN: _ClassVar[ChoiceKind]
    CHOICE_KIND_KEEP_CUT: _ClassVar[ChoiceKind]
    CHOICE_KIND_LEAVE_CUT: _ClassVar[ChoiceKind]
    CHOICE_KIND_CATCH: _ClassVar[ChoiceKind]
    CHOICE_KIND_LET_PASS: _ClassVar[ChoiceKind]
    CHOICE_KIND_BELIEVE: _ClassVar[ChoiceKind]
    CHOICE_KIND_DOUBT: _ClassVar[ChoiceKind]
    CHOICE_KIND_NAME_SUIT: _ClassVar[ChoiceKind]

class AskKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASK_KIND_UNSPECIFIED: _ClassVar[AskKind]
    ASK_KIND_CUT: _ClassVar[AskKind]
    ASK_KIND_TURN: _ClassVar[AskKind]
    ASK_KIND_DRAWN: _ClassVar[AskKind]
    ASK_KIND_COVER: _ClassVar[AskKind]
    ASK_KIND_DEBT: _ClassVar[AskKind]
    ASK_KIND_PAID: _ClassVar[AskKind]
    ASK_KIND_MISS: _ClassVar[AskKind]
    ASK_KIND_GO_ON: _ClassVar[AskKind]
    ASK_KIND_CATCH: _ClassVar[AskKind]
    ASK_KIND_BELIEVE: _ClassVar[AskKind]
    ASK_KIND_NAME: _ClassVar[AskKind]
    ASK_KIND_DRAWN_SEVEN: _ClassVar[AskKind]

class EventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_KIND_UNSPECIFIED: _ClassVar[EventKind]
    EVENT_KIND_DEAL: _ClassVar[EventKind]
    EVENT_KIND_DEALT: _ClassVar[EventKind]
    EVENT_KIND_TURNED: _ClassVar[EventKind]
    EVENT_KIND_DREW: _ClassVar[EventKind]
    EVENT_KIND_RESHUFFLED: _ClassVar[EventKind]
    EVENT_KIND_PLAYED: _ClassVar[EventKind]
    EVENT_KIND_SAID: _ClassVar[EventKind]
    EVENT_KIND_NAMED: _ClassVar[EventKind]
    EVENT_KIND_REVERSED: _ClassVar[EventKind]
    EVENT_KIND_SKIPPED: _ClassVar[EventKind]
    EVENT_KIND_PASSED: _ClassVar[EventKind]
    EVENT_KIND_CUT_MET: _ClassVar[EventKind]
    EVENT_KIND_CUT_KEPT: _ClassVar[EventKind]
    EVENT_KIND_CUT_LEFT: _ClassVar[EventKind]
    EVENT_KIND_CUT_AGAIN: _ClassVar[EventKind]
    EVENT_KIND_CATCHES: _ClassVar[EventKind]
    EVENT_KIND_LETS_PASS: _ClassVar[EventKind]
    EVENT_KIND_CLAIMED: _ClassVar[EventKind]
    EVENT_KIND_BELIEVED: _ClassVar[EventKind]
    EVENT_KIND_DOUBTED: _ClassVar[EventKind]
    EVENT_KIND_SHOWN: _ClassVar[EventKind]
    EVENT_KIND_TAKEN_BACK: _ClassVar[EventKind]
    EVENT_KIND_OUT: _ClassVar[EventKind]
    EVENT_KIND_DEAL_OVER: _ClassVar[EventKind]
    EVENT_KIND_SCORED: _ClassVar[EventKind]
    EVENT_KIND_ELIMINATED: _ClassVar[EventKind]
    EVENT_KIND_GAME_OVER: _ClassVar[EventKind]
    EVENT_KIND_FORFEITED: _ClassVar[EventKind]

class DrawReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAW_REASON_UNSPECIFIED: _ClassVar[DrawReason]
    DRAW_REASON_DEBT: _ClassVar[DrawReason]
    DRAW_REASON_CALL: _ClassVar[DrawReason]
    DRAW_REASON_LAST_CARD: _ClassVar[DrawReason]
    DRAW_REASON_OTHERS: _ClassVar[DrawReason]
    DRAW_REASON_DOUBT: _ClassVar[DrawReason]

class TerminationKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_KIND_UNSPECIFIED: _ClassVar[TerminationKind]
    TERMINATION_KIND_WON: _ClassVar[TerminationKind]
    TERMINATION_KIND_BLOCKED: _ClassVar[TerminationKind]
    TERMINATION_KIND_DECISIONS: _ClassVar[TerminationKind]
    TERMINATION_KIND_DEALS: _ClassVar[TerminationKind]
    TERMINATION_KIND_FORFEIT: _ClassVar[TerminationKind]
VERDICT_UNSPECIFIED: Verdict
VERDICT_OK: Verdict
VERDICT_ILLEGAL: Verdict
VERDICT_TIMEOUT: Verdict
VERDICT_STALL: Verdict
VERDICT_DISCONNECT: Verdict
VERDICT_PROTOCOL: Verdict
VERDICT_OOM: Verdict
VERDICT_NO_START: Verdict
VERDICT_RESIGN: Verdict
VERDICT_INTERNAL: Verdict
VERDICT_VOID: Verdict
CHOICE_KIND_UNSPECIFIED: ChoiceKind
CHOICE_KIND_PLAY: ChoiceKind
CHOICE_KIND_DRAW: ChoiceKind
CHOICE_KIND_PASS: ChoiceKind
CHOICE_KIND_TAKE_DEBT: ChoiceKind
CHOICE_KIND_MISS_TURN: ChoiceKind
CHOICE_KIND_KEEP_CUT: ChoiceKind
CHOICE_KIND_LEAVE_CUT: ChoiceKind
CHOICE_KIND_CATCH: ChoiceKind
CHOICE_KIND_LET_PASS: ChoiceKind
CHOICE_KIND_BELIEVE: ChoiceKind
CHOICE_KIND_DOUBT: ChoiceKind
CHOICE_KIND_NAME_SUIT: ChoiceKind
ASK_KIND_UNSPECIFIED: AskKind
ASK_KIND_CUT: AskKind
ASK_KIND_TURN: AskKind
ASK_KIND_DRAWN: AskKind
ASK_KIND_COVER: AskKind
ASK_KIND_DEBT: AskKind
ASK_KIND_PAID: AskKind
ASK_KIND_MISS: AskKind
ASK_KIND_GO_ON: AskKind
ASK_KIND_CATCH: AskKind
ASK_KIND_BELIEVE: AskKind
ASK_KIND_NAME: AskKind
ASK_KIND_DRAWN_SEVEN: AskKind
EVENT_KIND_UNSPECIFIED: EventKind
EVENT_KIND_DEAL: EventKind
EVENT_KIND_DEALT: EventKind
EVENT_KIND_TURNED: EventKind
EVENT_KIND_DREW: EventKind
EVENT_KIND_RESHUFFLED: EventKind
EVENT_KIND_PLAYED: EventKind
EVENT_KIND_SAID: EventKind
EVENT_KIND_NAMED: EventKind
EVENT_KIND_REVERSED: EventKind
EVENT_KIND_SKIPPED: EventKind
EVENT_KIND_PASSED: EventKind
EVENT_KIND_CUT_MET: EventKind
EVENT_KIND_CUT_KEPT: EventKind
EVENT_KIND_CUT_LEFT: EventKind
EVENT_KIND_CUT_AGAIN: EventKind
EVENT_KIND_CATCHES: EventKind
EVENT_KIND_LETS_PASS: EventKind
EVENT_KIND_CLAIMED: EventKind
EVENT_KIND_BELIEVED: EventKind
EVENT_KIND_DOUBTED: EventKind
EVENT_KIND_SHOWN: EventKind
EVENT_KIND_TAKEN_BACK: EventKind
EVENT_KIND_OUT: EventKind
EVENT_KIND_DEAL_OVER: EventKind
EVENT_KIND_SCORED: EventKind
EVENT_KIND_ELIMINATED: EventKind
EVENT_KIND_GAME_OVER: EventKind
EVENT_KIND_FORFEITED: EventKind
DRAW_REASON_UNSPECIFIED: DrawReason
DRAW_REASON_DEBT: DrawReason
DRAW_REASON_CALL: DrawReason
DRAW_REASON_LAST_CARD: DrawReason
DRAW_REASON_OTHERS: DrawReason
DRAW_REASON_DOUBT: DrawReason
TERMINATION_KIND_UNSPECIFIED: TerminationKind
TERMINATION_KIND_WON: TerminationKind
TERMINATION_KIND_BLOCKED: TerminationKind
TERMINATION_KIND_DECISIONS: TerminationKind
TERMINATION_KIND_DEALS: TerminationKind
TERMINATION_KIND_FORFEIT: TerminationKind

class PlayRequest(_message.Message):
    __slots__ = ("hello", "answers", "plain")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    PLAIN_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    plain: bytes
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ..., plain: _Optional[bytes] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "starts", "news", "questions", "ends", "fault")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    starts: _containers.RepeatedCompositeFieldContainer[GameStart]
    news: _containers.RepeatedCompositeFieldContainer[News]
    questions: _containers.RepeatedCompositeFieldContainer[Question]
    ends: _containers.RepeatedCompositeFieldContainer[GameEnd]
    fault: Fault
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., starts: _Optional[_Iterable[_Union[GameStart, _Mapping]]] = ..., news: _Optional[_Iterable[_Union[News, _Mapping]]] = ..., questions: _Optional[_Iterable[_Union[Question, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[GameEnd, _Mapping]]] = ..., fault: _Optional[_Union[Fault, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol", "token", "name", "sdk", "max_games")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    MAX_GAMES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    token: str
    name: str
    sdk: str
    max_games: int
    def __init__(self, protocol: _Optional[int] = ..., token: _Optional[str] = ..., name: _Optional[str] = ..., sdk: _Optional[str] = ..., max_games: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "ruleset", "ruleset_json", "cards", "seats", "max_games", "clock")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    RULESET_JSON_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_GAMES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    ruleset: str
    ruleset_json: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    seats: int
    max_games: int
    clock: Clock
    def __init__(self, protocol: _Optional[int] = ..., ruleset: _Optional[str] = ..., ruleset_json: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., seats: _Optional[int] = ..., max_games: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("bank_ms", "increment_ms", "cap_ms")
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    CAP_MS_FIELD_NUMBER: _ClassVar[int]
    bank_ms: int
    increment_ms: int
    cap_ms: int
    def __init__(self, bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., cap_ms: _Optional[int] = ...) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("game", "seat", "seed", "commitment")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    game: int
    seat: int
    seed: bytes
    commitment: bytes
    def __init__(self, game: _Optional[int] = ..., seat: _Optional[int] = ..., seed: _Optional[bytes] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class Question(_message.Message):
    __slots__ = ("game", "number", "events", "choices", "claims", "hand", "table", "clock_ms", "ply")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_MS_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    game: int
    number: int
    events: bytes
    choices: bytes
    claims: bytes
    hand: bytes
    table: bytes
    clock_ms: int
    ply: int
    def __init__(self, game: _Optional[int] = ..., number: _Optional[int] = ..., events: _Optional[bytes] = ..., choices: _Optional[bytes] = ..., claims: _Optional[bytes] = ..., hand: _Optional[bytes] = ..., table: _Optional[bytes] = ..., clock_ms: _Optional[int] = ..., ply: _Optional[int] = ...) -> None: ...

class News(_message.Message):
    __slots__ = ("game", "events")
    GAME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    game: int
    events: bytes
    def __init__(self, game: _Optional[int] = ..., events: _Optional[bytes] = ...) -> None: ...

class GameEnd(_message.Message):
    __slots__ = ("game", "events", "places", "totals", "verdict", "detail")
    GAME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    game: int
    events: bytes
    places: bytes
    totals: _containers.RepeatedScalarFieldContainer[int]
    verdict: Verdict
    detail: str
    def __init__(self, game: _Optional[int] = ..., events: _Optional[bytes] = ..., places: _Optional[bytes] = ..., totals: _Optional[_Iterable[int]] = ..., verdict: _Optional[_Union[Verdict, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("game", "number", "choice", "suit", "word", "target", "claim", "more", "note", "resign", "win")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    SUIT_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    WIN_FIELD_NUMBER: _ClassVar[int]
    game: int
    number: int
    choice: int
    suit: int
    word: int
    target: int
    claim: int
    more: bytes
    note: str
    resign: bool
    win: float
    def __init__(self, game: _Optional[int] = ..., number: _Optional[int] = ..., choice: _Optional[int] = ..., suit: _Optional[int] = ..., word: _Optional[int] = ..., target: _Optional[int] = ..., claim: _Optional[int] = ..., more: _Optional[bytes] = ..., note: _Optional[str] = ..., resign: bool = ..., win: _Optional[float] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("verdict", "detail")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    detail: str
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., detail: _Optional[str] = ...) -> None: ...
