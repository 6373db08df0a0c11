package maumau

import (
	"iter"
	"slices"
)

// Options yields every variant of this choice, the lowest values first. With two packs there may be thousands.
func (c Choice) Options() iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for more := range c.WaysToLay() {
			for _, suit := range orElse(c.Suits, c.Suit) {
				for _, word := range orElse(c.Words, c.Word) {
					for _, target := range orElse(c.Targets, c.Target) {
						for _, claim := range orElse(c.Claims, c.Claim) {
							c.More, c.Suit, c.Word, c.Target, c.Claim = more, suit, word, target, claim
							if !yield(c) {
								return
							}
						}
					}
				}
			}
		}
	}
}

func orElse[T any](values []T, value T) []T {
	if len(values) == 0 {
		return []T{value}
	}
	return values
}

// WaysToLay yields every allowed More, the smallest first; the order below the top does not matter.
func (c Choice) WaysToLay() iter.Seq[[]Card] {
	return func(yield func([]Card) bool) {
		for many := c.Least; many <= c.Most; many++ {
			for laid := range combinations(c.Further, many) {
				for more := range tops(laid) {
					if !yield(more) {
						return
					}
				}
			}
		}
	}
}

// tops yields the cards with each different card on top.
func tops(laid []Card) iter.Seq[[]Card] {
	return func(yield func([]Card) bool) {
		if len(laid) == 0 {
			yield(nil)
			return
		}
		for top := len(laid) - 1; top >= 0; top-- {
			if slices.Contains(laid[top+1:], laid[top]) {
				continue
			}
			if !yield(append(slices.Delete(slices.Clone(laid), top, top+1), laid[top])) {
				return
			}
		}
	}
}

// combinations yields the different combinations of so many cards; equal cards are adjacent.
func combinations(cards []Card, many int) iter.Seq[[]Card] {
	return func(yield func([]Card) bool) { take(cards, many, nil, yield) }
}

func take(cards []Card, many int, taken []Card, yield func([]Card) bool) bool {
	if many == 0 {
		return yield(slices.Clone(taken))
	}
	for i := 0; i+many <= len(cards); i++ {
		if i > 0 && cards[i] == cards[i-1] {
			continue
		}
		if !take(cards[i+1:], many-1, append(taken, cards[i]), yield) {
			return false
		}
	}
	return true
}
