package maumau

import "iter"

// A Tally is how many there are of each card.
type Tally struct {
	pack   *pack
	counts [256]int16
}

// Of is how many there are of a card.
func (t *Tally) Of(card Card) int {
	if card == NoCard {
		return 0
	}
	return int(t.counts[card.code])
}

// Total is how many there are of all cards together.
func (t *Tally) Total() int {
	total := 0
	for _, number := range t.counts {
		total += int(number)
	}
	return total
}

// All are the cards that there are, each with its number, in the order of the pack.
func (t *Tally) All() iter.Seq2[Card, int] {
	return func(yield func(Card, int) bool) {
		for code, number := range t.counts {
			if number > 0 && !yield(t.pack[code], int(number)) {
				return
			}
		}
	}
}

func (t *Tally) add(cards []Card, times int) {
	for _, card := range cards {
		if card != NoCard {
			t.counts[card.code] += int16(times)
		}
	}
}
