package maumau

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

// A View has all that this seat may know now, and its legal choices. It never changes; do not change returned values.
type View struct {
	game     *game
	question *pb.Question
	table    []byte
	arrived  time.Time
	told     int // number of events before the news
	known    int // number of events so far
	legal    []Choice
	hand     []Card
	counts   []int
	unseen   *Tally
	note     string // of the next answer
	win      *float32
	resigned bool
}

// Bytes of the table, as laid down in referee.proto.
const (
	atAsk = iota
	atTop
	atSuit
	atFlags
	atOwed
	atMisses
	atStock
	atPile
	atDeal
	atDealer
	atTurn
	atMet
	atDrawn
	atInside
	atRows
)

// Flags of the table.
const (
	flagForward = 1
	flagNamed   = 2
)

// Legal returns the legal choices, at least one; each is legal as it is.
func (v *View) Legal() []Choice {
	if v.legal == nil {
		v.legal = v.choices()
	}
	return v.legal
}

// Plays returns the choices of Legal that play a card; may be empty.
func (v *View) Plays() []Choice {
	legal := v.Legal()
	rest := slices.IndexFunc(legal, func(choice Choice) bool { return choice.Kind != Play })
	if rest < 0 {
		return legal
	}
	plays := legal[:rest:rest]
	for _, choice := range legal[rest:] {
		if choice.Kind == Play {
			plays = append(plays, choice)
		}
	}
	return plays
}

// Find returns the first choice of this kind, if any.
func (v *View) Find(kind Kind) (choice Choice, found bool) {
	legal := v.Legal()
	for i := range legal {
		if legal[i].Kind == kind {
			return legal[i], true
		}
	}
	return Choice{}, false
}

// Hand returns this seat's cards, in the order of the pack.
func (v *View) Hand() []Card {
	if v.hand == nil {
		v.hand = v.game.match.pack.cards(v.question.Hand)
	}
	return v.hand
}

// Ask returns the kind of the question.
func (v *View) Ask() Ask { return Ask(v.table[atAsk]) }

// Top returns the top of the discard pile, as claimed if it is face down; NoCard before a card is turned up.
func (v *View) Top() Card { return v.card(atTop) }

// Claim returns the claimed card on top, if the question is to believe or doubt it; else NoCard.
func (v *View) Claim() Card {
	if v.Ask() != AskBelieve {
		return NoCard
	}
	return v.Top()
}

// Claimant returns the seat that made the claim; NoSeat without a claim to believe.
func (v *View) Claimant() int {
	if v.Ask() != AskBelieve {
		return NoSeat
	}
	for place := v.known - 1; place >= 0; place-- {
		if event := v.game.event(place); event.Kind == EventClaimed {
			return event.Seat
		}
	}
	return NoSeat
}

// Suit returns the suit to follow, printed or named; NoSuit without one.
func (v *View) Suit() Suit { return suitOf(v.table[atSuit]) }

// WishedSuit returns the suit to follow if it was named, else NoSuit.
func (v *View) WishedSuit() Suit {
	if v.table[atFlags]&flagNamed == 0 {
		return NoSuit
	}
	return v.Suit()
}

// Direction returns 1 if play runs in ascending order of seats, -1 if descending.
func (v *View) Direction() int {
	if v.table[atFlags]&flagForward == 0 {
		return -1
	}
	return 1
}

// PendingDraw returns the number of cards that the current player owes.
func (v *View) PendingDraw() int { return int(v.table[atOwed]) }

// Misses returns the number of turns that are still to be missed.
func (v *View) Misses() int { return int(v.table[atMisses]) }

// Stock returns the number of cards in the stock.
func (v *View) Stock() int { return int(v.table[atStock]) }

// Pile returns the number of cards in the discard pile, including its top.
func (v *View) Pile() int { return int(v.table[atPile]) }

// Lying returns the discard pile from bottom to top; NoCard for unknown face-down cards.
func (v *View) Lying() []Card { return slices.Clone(v.game.pileAt(v.known)) }

// Unseen counts the cards that this seat does not see: in the stock, in other hands, or face down on the pile.
func (v *View) Unseen() *Tally {
	if v.unseen == nil {
		match, all := v.game.match, v.Stock()+v.Pile()
		for _, cards := range v.Counts() {
			all += cards
		}
		v.unseen = &Tally{pack: match.pack}
		v.unseen.add(match.Cards, all/len(match.Cards))
		v.unseen.add(v.Hand(), -1)
		v.unseen.add(v.game.pileAt(v.known), -1)
	}
	return v.unseen
}

// Deal is the number of the deal in this game, from 0.
func (v *View) Deal() int { return int(v.table[atDeal]) }

// Dealer is the dealer's seat.
func (v *View) Dealer() int { return int(v.table[atDealer]) }

// Met returns the card seen when cutting, if the question is about it.
func (v *View) Met() Card { return v.card(atMet) }

// Drawn returns the card just drawn that may be played now (the lowest of several), if any.
func (v *View) Drawn() Card { return v.card(atDrawn) }

// Counts returns the number of cards in each hand, by seat.
func (v *View) Counts() []int {
	if v.counts == nil {
		v.counts = make([]int, v.Seats())
		for seat := range v.counts {
			v.counts[seat] = int(v.table[atRows+seat])
		}
	}
	return v.counts
}

// Said returns the word in force, by seat.
func (v *View) Said() []Word {
	said := make([]Word, v.Seats())
	for seat := range said {
		said[seat] = MauMau + Word(v.table[atRows+len(said)+seat])
	}
	return said
}

// Totals returns the points, chips or lives so far, by seat.
func (v *View) Totals() []int {
	totals := make([]int, v.Seats())
	for seat := range totals {
		totals[seat] = int(int16(binary.BigEndian.Uint16(v.table[atRows+2*len(totals)+2*seat:])))
	}
	return totals
}

// Inside reports which seats are still in the deal.
func (v *View) Inside() []bool {
	inside := make([]bool, v.Seats())
	for seat := range inside {
		inside[seat] = v.isInside(seat)
	}
	return inside
}

// Opponents returns the other seats that are still in the deal, in the order of play, the next one first.
func (v *View) Opponents() []int {
	seats := v.Seats()
	var opponents []int
	for step := 1; step < seats; step++ {
		if seat := (v.Seat() + step*v.Direction() + seats) % seats; v.isInside(seat) {
			opponents = append(opponents, seat)
		}
	}
	return opponents
}

// Seat is this bot's seat, from 0.
func (v *View) Seat() int { return v.game.seat }

// Seats returns the number of seats.
func (v *View) Seats() int { return v.game.match.Seats }

// Ruleset is the id and version of the ruleset, "mau-mau@1".
func (v *View) Ruleset() string { return v.game.match.Ruleset }

// Match returns the common facts of all games: the ruleset as data, the pack, seats, the clock.
func (v *View) Match() *MatchInfo { return v.game.match }

// Number returns the number of earlier questions to this bot in this game.
func (v *View) Number() int { return int(v.question.Number) }

// Ply returns the number of decisions of all seats so far: the position in the log and in a replay.
func (v *View) Ply() int { return int(v.question.Ply) }

// Clock returns the time left for this game, with this decision's increment; 0 without a clock.
func (v *View) Clock() time.Duration { return milliseconds(v.question.ClockMs) }

// Deadline returns the latest end of this game's time; the zero time without a clock. Questions of one message share
// the time until they are answered together.
func (v *View) Deadline() time.Time {
	if v.question.ClockMs == 0 {
		return time.Time{}
	}
	return v.arrived.Add(v.Clock())
}

// History returns all events of this game so far, as this seat learned them.
func (v *View) History() History { return History{v.game, 0, v.known} }

// News returns the events since the last question to this bot.
func (v *View) News() History { return History{v.game, v.told, v.known} }

// Rand returns a random generator seeded by the referee, so that games can be repeated.
func (v *View) Rand() *rand.Rand { return v.game.rand() }

// Note shows text here in the replay, cut to 200 bytes of UTF-8. The last call counts.
func (v *View) Note(text string) { v.note = text }

// Win shows the bot's own estimate of its chance to win this game, 0 to 1, here in the replay. Nothing is sent if it is
// outside this range. The last call counts.
func (v *View) Win(chance float64) {
	v.win = nil
	if 0 <= chance && chance <= 1 {
		value := float32(chance)
		v.win = &value
	}
}

// Resign resigns this game, whatever Choose returns.
func (v *View) Resign() { v.resigned = true }

func (v *View) isInside(seat int) bool { return v.table[atInside]>>seat&1 > 0 }

func (v *View) card(place int) Card { return v.game.match.pack[v.table[place]] }

// String returns a summary in six lines.
func (v *View) String() string {
	said := ""
	if v.WishedSuit() != NoSuit {
		said = ", named"
	}
	if v.Claim() != NoCard {
		said += fmt.Sprintf(", claimed by seat %d", v.Claimant())
	}
	return fmt.Sprintf("seat %d of %d, %s, deal %d, ply %d: %s\n", v.Seat(), v.Seats(), v.Ruleset(), v.Deal(), v.Ply(),
		v.Ask()) +
		fmt.Sprintf("hand    %s\n", joined(v.Hand(), " ")) +
		fmt.Sprintf("top     %s, suit %s%s\n", v.Top(), v.Suit(), said) +
		fmt.Sprintf("counts  %s, stock %d, pile %d, owed %d\n", joined(v.Counts(), " "), v.Stock(), v.Pile(),
			v.PendingDraw()) +
		fmt.Sprintf("totals  %s\n", joined(v.Totals(), " ")) +
		fmt.Sprintf("legal   %s", joined(v.Legal(), ", "))
}
