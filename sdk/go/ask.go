package maumau

// An Ask is what is asked.
type Ask uint8

// What is asked.
const (
	AskCut        Ask = iota + 1 // keep or leave the card met in cutting
	AskTurn                      // a fresh turn
	AskDrawn                     // after an ordinary draw: play or end the turn
	AskCover                     // a card must be put on the one just played
	AskDebt                      // cards are owed: answer or draw them
	AskPaid                      // after drawing what was owed: play or end the turn
	AskMiss                      // a turn is to be missed: answer or miss it
	AskGoOn                      // another card may be played, or a missing word still be said
	AskCatch                     // somebody owes or owed an announcement: catch or let pass
	AskBelieve                   // a card was laid face down: believe or doubt
	AskName                      // name the suit to follow
	AskDrawnSeven                // of a debt the first cards are drawn: play one of them or end the turn
)

var askNames = []string{
	"UNSPECIFIED", "CUT", "TURN", "DRAWN", "COVER", "DEBT", "PAID", "MISS", "GO_ON", "CATCH", "BELIEVE", "NAME",
	"DRAWN_SEVEN",
}

// String is the name on the wire, "TURN".
func (a Ask) String() string { return named(askNames, a) }
