package maumau

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

// A Clock is the time for one game: Bank plus Increment per decision, at most Cap. All zero: no clock.
type Clock struct{ Bank, Increment, Cap time.Duration }

// A MatchInfo has the common facts of all games of a match.
type MatchInfo struct {
	Ruleset  string         // id and version, "mau-mau@1"
	Rules    map[string]any // the whole ruleset as data, as encoding/json reads it
	Cards    []Card         // of one pack, with each Joker; two packs are listed once
	Seats    int            // 2 to 8
	MaxGames int            // maximum number of open games
	Clock    Clock

	pack    *pack
	points  [256]int
	effects [256]Effect
	wild    string // ranks
}

// An Effect is a card's effect, from the ruleset's "effects"; empty without an effect.
type Effect map[string]any

// Is returns the effect's name, for example "OweCards"; "" without an effect.
func (e Effect) Is() string {
	name, _ := e["is"].(string)
	return name
}

// Points returns a card's points at the end, from the ruleset's "values".
func (m *MatchInfo) Points(card Card) int {
	if card == NoCard {
		return 0
	}
	return m.points[card.code]
}

// Effect returns a card's effect.
func (m *MatchInfo) Effect(card Card) Effect {
	if card == NoCard {
		return nil
	}
	return m.effects[card.code]
}

// IsWild reports whether a card may be played on any suit, from the ruleset's "wild".
func (m *MatchInfo) IsWild(card Card) bool { return strings.IndexByte(m.wild, card.Rank) >= 0 }

func matchOf(welcome *pb.Welcome) (*MatchInfo, error) {
	pack := packOf(welcome.Cards)
	match := &MatchInfo{
		Ruleset:  welcome.Ruleset,
		Cards:    append([]Card{}, pack[:len(welcome.Cards)]...),
		Seats:    int(welcome.Seats),
		MaxGames: int(welcome.MaxGames),
		Clock:    clockOf(welcome.Clock),
		pack:     pack,
	}
	if err := match.read([]byte(welcome.RulesetJson)); err != nil {
		return nil, fmt.Errorf("the ruleset cannot be read: %w", err)
	}
	return match, nil
}

func clockOf(clock *pb.Clock) Clock {
	return Clock{
		Bank:      milliseconds(clock.GetBankMs()),
		Increment: milliseconds(clock.GetIncrementMs()),
		Cap:       milliseconds(clock.GetCapMs()),
	}
}

func milliseconds(number uint32) time.Duration { return time.Duration(number) * time.Millisecond }

func (m *MatchInfo) read(rules []byte) error {
	var tables struct {
		Values  map[string]int
		Effects map[string]Effect
		Wild    map[string]any
	}
	if err := json.Unmarshal(rules, &tables); err != nil {
		return err
	}
	for rank := range tables.Wild {
		m.wild += rank
	}
	for _, card := range m.Cards {
		m.points[card.code] = ofCard(tables.Values, card)
		m.effects[card.code] = ofCard(tables.Effects, card)
	}
	return json.Unmarshal(rules, &m.Rules)
}

// ofCard returns the entry for a card, or else for its rank.
func ofCard[T any](table map[string]T, card Card) T {
	if value, found := table[card.String()]; found {
		return value
	}
	return table[string(card.Rank)]
}
