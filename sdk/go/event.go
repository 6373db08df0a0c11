package maumau

import (
	"encoding/binary"
	"fmt"
	"iter"
)

// An EventKind is the kind of an event. The comments explain Card and Value in brackets.
type EventKind uint8

// The kinds of events.
const (
	EventDeal       EventKind = iota + 1 // a deal begins; seat: the dealer (value: number of the deal from 0)
	EventDealt                           // a card is dealt to a seat (card, if it is one's own)
	EventTurned                          // the first face-up card (card)
	EventDrew                            // a card is drawn (card, if it is one's own; see Event.Reason)
	EventReshuffled                      // the discard pile without its top is the stock now (value: cards in it)
	EventPlayed                          // a card is played (card; value: number of further cards)
	EventSaid                            // a word was said with the play before (see Event.Word)
	EventNamed                           // a suit was named (see Event.Suit)
	EventReversed                        // the direction changed (value: 1 the first direction, 0 the other)
	EventSkipped                         // a seat misses its turn
	EventPassed                          // a seat ends its turn without (another) play
	EventCutMet                          // a card is seen when cutting (card)
	EventCutKept                         // the cutter keeps it (card)
	EventCutLeft                         // the cutter leaves it (card)
	EventCutAgain                        // only cards with an effect were seen: shuffled and cut again
	EventCatches                         // a seat catches a missing word (value: the seat caught)
	EventLetsPass                        // a seat does not
	EventClaimed                         // a card is played face down (card: the claimed card)
	EventBelieved                        // the claim is believed
	EventDoubted                         // the claim is doubted
	EventShown                           // a face-down card is shown (card)
	EventTakenBack                       // a card returns from the pile to a hand (card)
	EventOut                             // a seat has no card left (value: its place in the deal, 1 is first)
	EventDealOver                        // the deal is over (see Event.Termination)
	EventScored                          // a seat's total changed (value: the change)
	EventEliminated                      // a seat is out of the game
	EventGameOver                        // the game is over (see Event.Termination)
	EventForfeited                       // a seat's bot was at fault; a fallback player takes over
)

var eventNames = []string{
	"UNSPECIFIED", "DEAL", "DEALT", "TURNED", "DREW", "RESHUFFLED", "PLAYED", "SAID", "NAMED", "REVERSED", "SKIPPED",
	"PASSED", "CUT_MET", "CUT_KEPT", "CUT_LEFT", "CUT_AGAIN", "CATCHES", "LETS_PASS", "CLAIMED", "BELIEVED", "DOUBTED",
	"SHOWN", "TAKEN_BACK", "OUT", "DEAL_OVER", "SCORED", "ELIMINATED", "GAME_OVER", "FORFEITED",
}

// String is the name on the wire, "CUT_MET".
func (k EventKind) String() string { return named(eventNames, k) }

// A DrawReason is why a card was drawn.
type DrawReason uint8

// The reasons to draw.
const (
	ReasonDraw     DrawReason = iota // an ordinary draw
	ReasonDebt                       // cards owed
	ReasonCall                       // a missing or wrong announcement
	ReasonLastCard                   // a last card that may not be played to go out
	ReasonOthers                     // a card that makes others draw
	ReasonDoubt                      // a lost doubt
)

// String is the name on the wire, "DEBT".
func (r DrawReason) String() string {
	return named([]string{"DRAW", "DEBT", "CALL", "LAST_CARD", "OTHERS", "DOUBT"}, r)
}

// A Termination is why a deal or a game ended.
type Termination uint8

// The terminations.
const (
	TerminationWon       Termination = iota + 1 // by the rules
	TerminationBlocked                          // no player could play or draw
	TerminationDecisions                        // a deal of 2,000 decisions
	TerminationDeals                            // a game of 200 deals
	TerminationForfeit                          // all bots but one were at fault
)

// String is the name on the wire, "WON".
func (t Termination) String() string {
	return named([]string{"UNSPECIFIED", "WON", "BLOCKED", "DECISIONS", "DEALS", "FORFEIT"}, t)
}

// An Event is one thing that happened.
type Event struct {
	Kind  EventKind
	Seat  int  // NoSeat: everybody
	Card  Card // NoCard: none, or a hidden card
	Value int
}

// Suit is the suit that was named, if one was.
func (e Event) Suit() Suit {
	if e.Kind != EventNamed {
		return NoSuit
	}
	return suitOf(uint8(e.Value))
}

// Word is the word that was said, if one was.
func (e Event) Word() Word {
	if e.Kind != EventSaid {
		return NoWord
	}
	return Word(e.Value + 1)
}

// Reason is why a card was drawn.
func (e Event) Reason() DrawReason { return DrawReason(e.Value) }

// Termination is why a deal or game is over.
func (e Event) Termination() Termination { return Termination(e.Value) }

// String is "PLAYED seat 1 7H 0".
func (e Event) String() string {
	text := e.Kind.String()
	if e.Seat != NoSeat {
		text += fmt.Sprintf(" seat %d", e.Seat)
	}
	if e.Card != NoCard {
		text += " " + e.Card.String()
	}
	return fmt.Sprintf("%s %d", text, e.Value)
}

const (
	eventSize = 4
	everybody = 15
)

func (p *pack) event(packed []byte) Event {
	event := Event{Kind: EventKind(packed[0]), Seat: int(packed[1])}
	if event.Seat == everybody {
		event.Seat = NoSeat
	}
	if event.Kind == EventScored {
		event.Value = int(int16(binary.BigEndian.Uint16(packed[2:])))
		return event
	}
	event.Card, event.Value = p[packed[2]], int(packed[3])
	return event
}

// A History is events in the order in which they happened. They are decoded when looked at.
type History struct {
	game        *game
	first, last int
}

// Len returns the number of events.
func (h History) Len() int { return h.last - h.first }

// At returns the event at an index.
func (h History) At(place int) Event {
	if place < 0 || place >= h.Len() {
		panic(fmt.Sprintf("maumau: event %d of %d", place, h.Len()))
	}
	return h.game.event(h.first + place)
}

// All yields the events in order.
func (h History) All() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for place := h.first; place < h.last; place++ {
			if !yield(h.game.event(place)) {
				return
			}
		}
	}
}
