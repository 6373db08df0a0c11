package maumau

// An Ask is the kind of a question.
type Ask uint8

// The kind of a question.
const (
	AskCut        Ask = iota + 1 // keep or leave the card seen when cutting
	AskTurn                      // a fresh turn
	AskDrawn                     // after an ordinary draw: play or end the turn
	AskCover                     // cover the card just played
	AskDebt                      // cards are owed: answer or draw them
	AskPaid                      // after drawing the cards owed: play or end the turn
	AskMiss                      // a turn must be missed: answer or miss it
	AskGoOn                      // play another card, or still say a missing word
	AskCatch                     // a player owes or owed an announcement: catch or let pass
	AskBelieve                   // a card was played face down: believe or doubt
	AskName                      // name the suit to follow
	AskDrawnSeven                // the first cards of a debt are drawn: play one of them or end the turn
)

var askNames = []string{
	"UNSPECIFIED", "CUT", "TURN", "DRAWN", "COVER", "DEBT", "PAID", "MISS", "GO_ON", "CATCH", "BELIEVE", "NAME",
	"DRAWN_SEVEN",
}

// String is the name on the wire, "TURN".
func (a Ask) String() string { return named(askNames, a) }
