package maumau

// A Kind is the kind of a choice.
type Kind uint8

// The kinds of choices.
const (
	Play     Kind = iota + 1
	Draw          // one card
	Pass          // end the turn without (another) play
	TakeDebt      // draw all the cards owed
	MissTurn      // instead of answering
	KeepCut       // keep the card seen when cutting
	LeaveCut      // leave it
	Catch         // catch a player who has not said the word
	LetPass       // do not
	Believe       // the claim
	Doubt         // it
	NameSuit      // the suit to follow
)

var kindNames = []string{
	"UNSPECIFIED", "PLAY", "DRAW", "PASS", "TAKE_DEBT", "MISS_TURN", "KEEP_CUT", "LEAVE_CUT", "CATCH", "LET_PASS",
	"BELIEVE", "DOUBT", "NAME_SUIT",
}

// String is the name on the wire, "TAKE_DEBT".
func (k Kind) String() string { return named(kindNames, k) }

// A Word is said with a play. The lowest word that a choice allows is never a mistake.
type Word uint8

// The words. The zero value is that there is nothing to decide.
const (
	NoWord Word = iota
	MauMau
	LastCard
	Silent
)

// String is the name on the wire, "LAST_CARD".
func (w Word) String() string { return named([]string{"NO_WORD", "MAU_MAU", "LAST_CARD", "SILENT"}, w) }

// NoSeat is used instead of a seat number for nobody or everybody.
const NoSeat = -1
