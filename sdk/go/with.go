package maumau

import (
	"fmt"
	"slices"
	"strings"
)

// A NotAllowedError is a field or value that a choice does not allow.
type NotAllowedError struct{ message string }

func (e *NotAllowedError) Error() string { return e.message }

func notAllowed(format string, values ...any) *NotAllowedError {
	return &NotAllowedError{fmt.Sprintf(format, values...)}
}

// A Decision decides one field of a choice.
type Decision func(*Choice)

// WithSuit names a suit; NoSuit changes nothing.
func WithSuit(suit Suit) Decision {
	return func(c *Choice) {
		if suit != NoSuit {
			c.Suit = suit
		}
	}
}

// WithWord says a word; NoWord leaves the choice as it is.
func WithWord(word Word) Decision {
	return func(c *Choice) {
		if word != NoWord {
			c.Word = word
		}
	}
}

// WithTarget aims at a seat; NoSeat leaves the choice as it is.
func WithTarget(seat int) Decision {
	return func(c *Choice) {
		if seat != NoSeat {
			c.Target = seat
		}
	}
}

// WithClaim claims a card; NoCard leaves the choice as it is.
func WithClaim(card Card) Decision {
	return func(c *Choice) {
		if card != NoCard {
			c.Claim = card
		}
	}
}

// WithMore plays exactly these further cards, the last one on top.
func WithMore(cards ...Card) Decision {
	return func(c *Choice) { c.More = cards }
}

// With returns the choice with other values. They are checked when the choice is sent: if one is not allowed, [Run]
// returns a [*NotAllowedError]. [Choice.Check] checks at once.
func (c Choice) With(decisions ...Decision) Choice {
	for _, decide := range decisions {
		decide(&c)
	}
	return c
}

// Check returns a [NotAllowedError] if a value is not allowed, else nil.
func (c Choice) Check() error {
	switch {
	case !allows(c.Suits, c.Suit, NoSuit):
		return notAllowed("suit %s: this choice allows %s", c.Suit.Name(), suitNames(c.Suits))
	case !allows(c.Words, c.Word, NoWord):
		return notAllowed("word %s: this choice allows %s", c.Word, labels(c.Words))
	case !allows(c.Targets, c.Target, NoSeat):
		return notAllowed("target %d: this choice allows %s", c.Target, labels(c.Targets))
	case !allows(c.Claims, c.Claim, NoCard):
		return notAllowed("claim %s: this choice allows %s", c.Claim, labels(c.Claims))
	case len(c.More) < c.Least || len(c.More) > c.Most || !within(c.More, c.Further):
		const text = "more %s: this choice allows %d to %d of %s"
		return notAllowed(text, labels(c.More), c.Least, c.Most, labels(c.Further))
	}
	return nil
}

// allows reports whether a value is allowed; `none` is allowed only without allowed values.
func allows[T comparable](allowed []T, value, none T) bool {
	if len(allowed) == 0 {
		return value == none
	}
	return slices.Contains(allowed, value)
}

// within reports whether `all` has every card at least as often.
func within(cards, all []Card) bool {
	for _, card := range cards {
		if count(cards, card) > count(all, card) {
			return false
		}
	}
	return true
}

func count(cards []Card, card Card) int {
	found := 0
	for _, one := range cards {
		if one == card {
			found++
		}
	}
	return found
}

func suitNames(suits []Suit) string {
	names := make([]string, len(suits))
	for i, suit := range suits {
		names[i] = suit.Name()
	}
	return labels(names)
}

func labels[T any](values []T) string {
	if len(values) == 0 {
		return "none"
	}
	return joined(values, " ")
}

func joined[T any](values []T, between string) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	return strings.Join(texts, between)
}
