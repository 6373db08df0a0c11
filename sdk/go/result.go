package maumau

// A Verdict is the referee's judgement of a bot in a game.
type Verdict uint8

// The verdicts.
const (
	VerdictOK Verdict = iota + 1
	VerdictIllegal
	VerdictTimeout
	VerdictStall
	VerdictDisconnect
	VerdictProtocol
	VerdictOOM
	VerdictNoStart
	VerdictResign
	VerdictInternal
	VerdictVoid
)

// String is the name on the wire, "TIMEOUT".
func (v Verdict) String() string {
	return named([]string{
		"UNSPECIFIED", "OK", "ILLEGAL", "TIMEOUT", "STALL", "DISCONNECT", "PROTOCOL", "OOM", "NO_START", "RESIGN",
		"INTERNAL", "VOID",
	}, v)
}

// A GameResult is the result of a game for this bot.
type GameResult struct {
	Seat    int     // this bot's
	Places  []int   // by seat, 1 is best; empty after this bot's fault
	Totals  []int   // by seat; empty after this bot's fault
	Verdict Verdict // on this bot
	Detail  string  // description of the fault
}
