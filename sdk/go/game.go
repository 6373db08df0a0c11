package maumau

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"time"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

// game is the state of an open game: its bot and its events.
type game struct {
	match  *MatchInfo
	bot    Bot
	number uint32 // on the stream
	seat   int
	seed   []byte
	random *rand.Rand
	packed []byte // the events
	shown  int    // number of events in the last view
	heard  int    // number of events passed to OnEvent
	hand   []byte // at the last question
	laid   []Card // played face down by this seat
	lying  pile
}

func (g *game) event(place int) Event {
	return g.match.pack.event(g.packed[place*eventSize:])
}

func (g *game) events() int { return len(g.packed) / eventSize }

// rand is made when it is first used: PCG-DXSM of math/rand/v2, its state the seed in the high half, 0 in the low.
func (g *game) rand() *rand.Rand {
	if g.random == nil {
		var seed [8]byte
		copy(seed[:], g.seed)
		g.random = rand.New(rand.NewPCG(binary.BigEndian.Uint64(seed[:]), 0))
	}
	return g.random
}

func (g *game) view(question *pb.Question, arrived time.Time) *View {
	g.packed = append(g.packed, question.Events...)
	view := &View{game: g, question: question, table: question.Table, arrived: arrived, told: g.shown, known: g.events()}
	g.shown = view.known
	g.miss(view.told, question.Hand)
	return view
}

// miss finds the cards that this seat played face down since the last question: its hand lacks them. They may differ
// from the bot's answer if the bot is asked about a game played before.
func (g *game) miss(told int, hand []byte) {
	var held [256]int
	for _, code := range g.hand {
		held[code]++
	}
	claimed := false
	for place := told; place < g.events(); place++ {
		one := g.packed[place*eventSize:]
		kind, mine, code := EventKind(one[0]), int(one[1]) == g.seat, one[2]
		switch {
		case kind == EventDeal:
			held = [256]int{}
		case mine && kind == EventClaimed:
			claimed = true
		case mine && (kind == EventDealt || kind == EventDrew || kind == EventCutKept || kind == EventTakenBack):
			held[code]++
		}
	}
	g.hand = hand
	if !claimed {
		return
	}
	for _, code := range hand {
		held[code]--
	}
	missing := NoCard // irrelevant after the end of a deal
	if code := slices.IndexFunc(held[:], func(number int) bool { return number > 0 }); code >= 0 {
		missing = g.match.pack[code]
	}
	g.laid = append(g.laid, missing)
}

// pileAt returns the discard pile after a number of events.
func (g *game) pileAt(known int) []Card {
	lying := &g.lying
	if known < lying.events {
		lying = &pile{}
	}
	lying.follow(g, known)
	return lying.cards
}

// tell calls OnEvent for all new events.
func (g *game) tell() {
	if listener, listens := g.bot.(EventListener); listens {
		for ; g.heard < g.events(); g.heard++ {
			listener.OnEvent(g.event(g.heard))
		}
	}
}
