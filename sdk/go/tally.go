package maumau

import "iter"

// A Tally counts cards.
type Tally struct {
	pack   *pack
	counts [256]int16
}

// Of returns the count of a card.
func (t *Tally) Of(card Card) int {
	if card == NoCard {
		return 0
	}
	return int(t.counts[card.code])
}

// Total returns the count of all cards.
func (t *Tally) Total() int {
	total := 0
	for _, number := range t.counts {
		total += int(number)
	}
	return total
}

// All yields the cards with their counts, in the order of the pack.
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
