package maumau

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

// A View is everything this seat may know now, and what it may do. It never changes, and what it returns is not to
// be changed.
type View struct {
	game     *game
	question *pb.Question
	table    []byte
	arrived  time.Time
	told     int // events before those that are news
	known    int // events before those that are yet to come
	legal    []Choice
	hand     []Card
	counts   []int
	unseen   *Tally
	note     string // that goes with the answer
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

// Legal is what may be done: at least one choice, each legal as it is.
func (v *View) Legal() []Choice {
	if v.legal == nil {
		v.legal = v.choices()
	}
	return v.legal
}

// Plays are those of Legal that lay a card; none if none may be laid.
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

// Find is the first of Legal that is of this kind, if there is one.
func (v *View) Find(kind Kind) (choice Choice, found bool) {
	legal := v.Legal()
	for i := range legal {
		if legal[i].Kind == kind {
			return legal[i], true
		}
	}
	return Choice{}, false
}

// Hand is this seat's cards, in the order of the pack.
func (v *View) Hand() []Card {
	if v.hand == nil {
		v.hand = v.game.match.pack.cards(v.question.Hand)
	}
	return v.hand
}

// Ask is what is asked.
func (v *View) Ask() Ask { return Ask(v.table[atAsk]) }

// Top is the top of the discard pile, as claimed if it lies face down; NoCard before one is turned.
func (v *View) Top() Card { return v.card(atTop) }

// Claim is what the card on top is said to be, if one is asked to believe it or to doubt; else NoCard.
func (v *View) Claim() Card {
	if v.Ask() != AskBelieve {
		return NoCard
	}
	return v.Top()
}

// Claimant is the seat that says so; NoSeat if nothing is to be believed.
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

// Suit is the suit to follow, printed or named; NoSuit if there is none.
func (v *View) Suit() Suit { return suitOf(v.table[atSuit]) }

// WishedSuit is the suit to follow if it was named, else NoSuit.
func (v *View) WishedSuit() Suit {
	if v.table[atFlags]&flagNamed == 0 {
		return NoSuit
	}
	return v.Suit()
}

// Direction is 1 if play goes by rising seat numbers, -1 if by falling ones.
func (v *View) Direction() int {
	if v.table[atFlags]&flagForward == 0 {
		return -1
	}
	return 1
}

// PendingDraw is how many cards are owed by the seat that is in turn.
func (v *View) PendingDraw() int { return int(v.table[atOwed]) }

// Misses is how many turns are still to be missed by those in turn.
func (v *View) Misses() int { return int(v.table[atMisses]) }

// Stock is how many cards lie in the stock.
func (v *View) Stock() int { return int(v.table[atStock]) }

// Pile is how many cards lie in the discard pile, with its top.
func (v *View) Pile() int { return int(v.table[atPile]) }

// Lying is the discard pile from the bottom to the top; NoCard for what somebody else laid face down there and
// nobody saw.
func (v *View) Lying() []Card { return slices.Clone(v.game.pileAt(v.known)) }

// Unseen are the cards that this seat does not see: in the stock, in other hands, or face down on the pile.
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

// Met is the card met in cutting, if one is asked about.
func (v *View) Met() Card { return v.card(atMet) }

// Drawn is the card just drawn that may be played now (the lowest of several), if there is one.
func (v *View) Drawn() Card { return v.card(atDrawn) }

// Counts are the cards in the hand of each seat.
func (v *View) Counts() []int {
	if v.counts == nil {
		v.counts = make([]int, v.Seats())
		for seat := range v.counts {
			v.counts[seat] = int(v.table[atRows+seat])
		}
	}
	return v.counts
}

// Said is the word that stands for each seat.
func (v *View) Said() []Word {
	said := make([]Word, v.Seats())
	for seat := range said {
		said[seat] = MauMau + Word(v.table[atRows+len(said)+seat])
	}
	return said
}

// Totals are the points, chips or lives of each seat so far, by the ruleset.
func (v *View) Totals() []int {
	totals := make([]int, v.Seats())
	for seat := range totals {
		totals[seat] = int(int16(binary.BigEndian.Uint16(v.table[atRows+2*len(totals)+2*seat:])))
	}
	return totals
}

// Inside tells whether each seat is still in the deal.
func (v *View) Inside() []bool {
	inside := make([]bool, v.Seats())
	for seat := range inside {
		inside[seat] = v.isInside(seat)
	}
	return inside
}

// Opponents are the other seats that are still in the deal, in the order of play, the next one first.
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

// Seats is how many seats are at the table.
func (v *View) Seats() int { return v.game.match.Seats }

// Ruleset is the id and version of the ruleset, "mau-mau@1".
func (v *View) Ruleset() string { return v.game.match.Ruleset }

// Match is what is the same for all games: the ruleset as data, the pack, seats, the clock.
func (v *View) Match() *MatchInfo { return v.game.match }

// Number is how many times this bot was asked in this game before.
func (v *View) Number() int { return int(v.question.Number) }

// Ply is how many decisions all seats made in this game so far: the place in the log and in a replay.
func (v *View) Ply() int { return int(v.question.Ply) }

// Clock is the time left for this game, this decision's increment in it; 0 without a clock.
func (v *View) Clock() time.Duration { return milliseconds(v.question.ClockMs) }

// Deadline is when this game's time is over at the latest, the zero time without a clock. Questions that come
// together share the time until they are answered together.
func (v *View) Deadline() time.Time {
	if v.question.ClockMs == 0 {
		return time.Time{}
	}
	return v.arrived.Add(v.Clock())
}

// History is all that happened in this game so far, as this seat learned it.
func (v *View) History() History { return History{v.game, 0, v.known} }

// News is what of it happened since this bot was last asked.
func (v *View) News() History { return History{v.game, v.told, v.known} }

// Rand gives random numbers for this game, from the referee's seed: so games repeat.
func (v *View) Rand() *rand.Rand { return v.game.rand() }

// Note is text to be shown beside the replay here, cut to 200 bytes of UTF-8. The last one counts.
func (v *View) Note(text string) { v.note = text }

// Resign gives up this game, whatever Choose returns.
func (v *View) Resign() { v.resigned = true }

func (v *View) isInside(seat int) bool { return v.table[atInside]>>seat&1 > 0 }

func (v *View) card(place int) Card { return v.game.match.pack[v.table[place]] }

// String tells of all that matters, in six lines.
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
