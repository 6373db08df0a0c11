package maumau

import (
	"strconv"
	"strings"
)

// A Choice is one thing that may be done now, ready to be returned from Choose.
//
// The plural fields say what is allowed, the singular ones what is decided: at first the lowest of what is allowed,
// or the zero value (NoSeat for Target) where there is nothing to decide. Decide otherwise with [Choice.With], or by
// setting the field: it is checked when the choice is sent. The slices are shared and must not be changed.
//
// Where cards are laid face down each card has up to two choices: one that claims a card that names no suit, and
// one, with Suits, that claims a card that names one.
type Choice struct {
	Kind    Kind
	Card    Card   // of a play: the card, the bottom one of several
	Suits   []Suit // that may be named
	Words   []Word // that may be said
	Targets []int  // seats that may be aimed at
	Claims  []Card // that Card may be said to be, where cards are laid face down
	Further []Card // that may be laid on it, Least to Most of them; all of its rank
	Least   int
	Most    int

	Suit   Suit
	Word   Word
	Target int
	Claim  Card
	More   []Card // of Further, the last one on top

	view  *View // that it belongs to
	place int   // in its Legal()
}

// Cards are the cards that are laid, from the bottom to the top; none if this is no play.
func (c Choice) Cards() []Card {
	if c.Card == NoCard {
		return nil
	}
	return append([]Card{c.Card}, c.More...)
}

// IsTrue tells whether the card is the one that is claimed, or nothing is claimed.
func (c Choice) IsTrue() bool { return c.Claim == NoCard || c.Claim == c.Card }

var kindNotations = []string{
	"", "", "draw", "pass", "take", "miss", "keep", "leave", "catch", "let", "believe", "doubt", "name",
}

// String is the notation of logs: "7H", "JC:S Mau", "7H+7C", "9C=KH", "2H@1", "draw".
func (c Choice) String() string {
	var text strings.Builder
	if c.Kind == Play {
		text.WriteString(joined(c.Cards(), "+"))
	} else {
		text.WriteString(named(kindNotations, c.Kind))
	}
	if c.Claim != NoCard {
		text.WriteString("=" + c.Claim.String())
	}
	if c.Suit != NoSuit {
		text.WriteString(":" + c.Suit.String())
	}
	if c.Target != NoSeat {
		text.WriteString("@" + strconv.Itoa(c.Target))
	}
	text.WriteString(named([]string{"", " Mau-Mau", " Mau", ""}, c.Word))
	return text.String()
}
