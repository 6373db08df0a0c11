package maumau

// A Suit by the name it has in a French pack. The zero value is no suit.
type Suit uint8

// The suits.
const (
	NoSuit   Suit = iota
	Clubs         // acorns
	Diamonds      // bells
	Hearts
	Spades // leaves
)

// String is the letter of the suit in the notation of cards, "-" for none.
func (s Suit) String() string { return named([]string{"-", "C", "D", "H", "S"}, s) }

// Name is the suit in full, "HEARTS".
func (s Suit) Name() string {
	return named([]string{"NO_SUIT", "CLUBS", "DIAMONDS", "HEARTS", "SPADES"}, s)
}

// A Card is a playing card; equal cards are ==. The zero value is no card.
type Card struct {
	Rank byte // '2' to '9', 'T', 'J', 'Q', 'K', 'A', 'X' for a Joker, 0 for no card
	Suit Suit // NoSuit for a Joker
	code uint8
}

// NoCard is the zero Card.
var NoCard = Card{}

// Code is the card's number on the wire, which is its place in the pack.
func (c Card) Code() int { return int(c.code) }

// String is the notation of logs: "7H", "XX" for a Joker, "-" for no card.
func (c Card) String() string {
	switch {
	case c == NoCard:
		return "-"
	case c.Suit == NoSuit:
		return string([]byte{c.Rank, 'X'})
	}
	return string(c.Rank) + c.Suit.String()
}

// pack has the card of every code, NoCard where there is none.
type pack [256]Card

// packOf gives equal names (Jokers) the lowest of their codes.
func packOf(names []string) *pack {
	suits := map[byte]Suit{'C': Clubs, 'D': Diamonds, 'H': Hearts, 'S': Spades}
	codes := map[string]uint8{}
	var cards pack
	for code, name := range names {
		if _, known := codes[name]; !known {
			codes[name] = uint8(code)
		}
		cards[code] = Card{Rank: name[0], Suit: suits[name[1]], code: codes[name]}
	}
	return &cards
}

func (p *pack) cards(codes []byte) []Card {
	cards := make([]Card, 0, len(codes))
	for _, code := range codes {
		if card := p[code]; card != NoCard {
			cards = append(cards, card)
		}
	}
	return cards
}
