package maumau

import "bytes"

// Positions of the fields in the eight bytes of a choice.
const (
	choiceSize = 8
	atKind     = 0
	atCard     = 1
	atSuits    = 2
	atWords    = 3
	atTargets  = 4
	atLeast    = 5
	atMost     = 6
	apart      = 255 // between claims without and with a suit
)

// The values of each bit mask.
var (
	suitsOf   = subsets[Suit](4, Clubs)
	wordsOf   = subsets[Word](3, MauMau)
	targetsOf = subsets[int](8, 0)
)

// subsets are the values of each mask: bit 0 is the first value.
func subsets[T uint8 | ~int | Suit | Word](bits int, first T) [][]T {
	all := make([][]T, 1<<bits)
	for mask := range all {
		for bit := range bits {
			if mask>>bit&1 > 0 {
				all[mask] = append(all[mask], first+T(bit))
			}
		}
	}
	return all
}

func suitOf(number byte) Suit {
	if number >= 4 {
		return NoSuit
	}
	return Clubs + Suit(number)
}

// choices are those of a question.
func (v *View) choices() []Choice {
	packed := v.question.Choices
	choices := make([]Choice, len(packed)/choiceSize)
	plain, naming := v.claims()
	for place := range choices {
		choice := &choices[place]
		choice.view, choice.place = v, place
		one := packed[place*choiceSize:][:choiceSize]
		v.decode(choice, one)
		if choice.Kind == Play && one[atSuits] != 0 {
			choice.Claims = naming
		} else if choice.Kind == Play {
			choice.Claims = plain
		}
		choice.decideLowest()
	}
	return choices
}

func (v *View) decode(choice *Choice, one []byte) {
	choice.Kind = Kind(one[atKind])
	choice.Card = v.game.match.pack[one[atCard]]
	choice.Suits = suitsOf[one[atSuits]&15]
	choice.Words = wordsOf[one[atWords]&7]
	choice.Targets = targetsOf[one[atTargets]]
	choice.Least, choice.Most = int(one[atLeast]), int(one[atMost])
	if choice.Most > 0 {
		choice.Further = v.othersOfRank(choice.Card)
	}
}

// claims are those of plays that name no suit, and of plays that name one.
func (v *View) claims() (plain, naming []Card) {
	if len(v.question.Claims) == 0 {
		return nil, nil
	}
	before, after, split := bytes.Cut(v.question.Claims, []byte{apart})
	pack := v.game.match.pack
	plain = pack.cards(before)
	if !split {
		return plain, plain
	}
	return plain, pack.cards(after)
}

// othersOfRank are the cards of the hand that have the same rank, the card itself taken out once.
func (v *View) othersOfRank(card Card) []Card {
	var others []Card
	taken := false
	for _, other := range v.Hand() {
		if other == card && !taken {
			taken = true
		} else if other.Rank == card.Rank {
			others = append(others, other)
		}
	}
	return others
}

func (c *Choice) decideLowest() {
	c.Suit = first(c.Suits, NoSuit)
	c.Word = first(c.Words, NoWord)
	c.Target = first(c.Targets, NoSeat)
	c.Claim = first(c.Claims, NoCard)
	c.More = c.Further[:c.Least:c.Least]
}

func first[T any](values []T, none T) T {
	if len(values) == 0 {
		return none
	}
	return values[0]
}
