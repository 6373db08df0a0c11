package maumau

import (
	"strconv"
	"strings"
)

// A Choice is a legal choice, to be returned from Choose.
//
// Plural fields have the allowed values, singular fields the decided one: at first the lowest allowed value, or the
// zero value (NoSeat for Target) if there is nothing to decide. Decide otherwise with [Choice.With], or by setting
// the field: it is checked when the choice is sent. The slices are shared and must not be changed.
//
// If cards are played face down, each card has up to two choices: one that claims a card without a suit to name, and
// one, with Suits, that claims a card that names a suit.
type Choice struct {
	Kind    Kind
	Card    Card   // of a play: the card, the bottom one of several
	Suits   []Suit // allowed suits to name
	Words   []Word // allowed words
	Targets []int  // allowed seats to aim at
	Claims  []Card // allowed claims about a face-down Card
	Further []Card // cards of the same rank to play on it, Least to Most
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

// Cards returns the played cards from bottom to top; empty if this is not a play.
func (c Choice) Cards() []Card {
	if c.Card == NoCard {
		return nil
	}
	return append([]Card{c.Card}, c.More...)
}

// IsTrue reports whether the claim is true or nothing is claimed.
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
