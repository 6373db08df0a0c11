package maumau

// pile is the discard pile as one seat knows it; NoCard: an unknown face-down card.
type pile struct {
	cards  []Card
	events int // number of events applied
	own    int // number of cards that the seat played face down
}

// follow applies the game's events up to `known`.
func (p *pile) follow(g *game, known int) {
	for ; p.events < known; p.events++ {
		p.add(g, g.event(p.events))
	}
}

func (p *pile) add(g *game, event Event) {
	switch event.Kind {
	case EventDeal:
		p.cards = p.cards[:0]
	case EventTurned:
		p.cards = append(p.cards[:0], event.Card) // a card turned up before returns to the stock
	case EventPlayed:
		p.cards = append(p.cards, event.Card)
	case EventClaimed:
		p.cards = append(p.cards, p.claimed(g, event.Seat))
	case EventShown:
		p.cards[len(p.cards)-1] = event.Card
	case EventTakenBack:
		p.cards = p.cards[:len(p.cards)-1]
	case EventReshuffled:
		p.cards = append(p.cards[:0], p.cards[len(p.cards)-1])
	}
}

func (p *pile) claimed(g *game, seat int) Card {
	if seat != g.seat {
		return NoCard
	}
	p.own++
	return g.laid[p.own-1]
}
