package maumau

// A Verdict is what was wrong with a bot in a game.
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

// A GameResult is how a game ended for this bot.
type GameResult struct {
	Seat    int     // this bot's
	Places  []int   // of each seat, 1 is best; empty if the game was stopped for this bot's fault
	Totals  []int   // of each seat; empty in the same case
	Verdict Verdict // VerdictOK, or what was wrong with this bot
	Detail  string  // what was wrong, in words
}
