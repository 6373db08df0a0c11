// Plays the most costly card it can, keeps wild cards, names its longest suit.
package main

import (
	"slices"

	"github.com/maumau-arena/maumau-go"
)

func main() { maumau.Main(maumau.Func(greedy)) }

func greedy(v *maumau.View) maumau.Choice {
	if doubt, found := v.Find(maumau.Doubt); found && v.Unseen().Of(v.Claim()) == 0 {
		return doubt // the claim is impossible
	}
	held := map[maumau.Suit]int{}
	for _, card := range v.Hand() {
		held[card.Suit]++
	}
	best := slices.MaxFunc(v.Legal(), func(a, b maumau.Choice) int { return worth(v, a) - worth(v, b) })
	for _, suit := range best.Suits {
		if held[suit] > held[best.Suit] {
			best = best.With(maumau.WithSuit(suit))
		}
	}
	if slices.Contains(best.Claims, best.Card) {
		best = best.With(maumau.WithClaim(best.Card)) // the truth
	}
	return best.With(maumau.WithMore(best.Further[:best.Most]...))
}

// worth returns the points played, less for a wild card, a false claim, or no play.
func worth(v *maumau.View, choice maumau.Choice) int {
	lie := len(choice.Claims) > 0 && !slices.Contains(choice.Claims, choice.Card)
	if lie || choice.Kind != maumau.Play || v.Match().IsWild(choice.Card) {
		return v.Match().Points(choice.Card) - 100
	}
	return v.Match().Points(choice.Card)
}
