package maumau

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

var names = strings.Fields("7C JC 7D JD 7H JH 7S JS XX XX")

// asked is a view with these choices, 8 bytes each, of a seat that holds these cards.
func asked(choices, claims, hand []byte) *View {
	game := &game{match: &MatchInfo{pack: packOf(names), Seats: 2}}
	return &View{game: game, question: &pb.Question{Choices: choices, Claims: claims, Hand: hand}}
}

func card(name string) Card { return packOf(names)[slices.Index(names, name)] }

func TestChoiceIsTheLowestUntilDecided(t *testing.T) {
	packed := []byte{1, 1, 0b1010, 0b110, 0b10, 0, 0, 0}
	choice := asked(packed, nil, []byte{1}).Legal()[0]
	if choice.Suit != Diamonds || choice.Word != LastCard || choice.Target != 1 || choice.Claim != NoCard {
		t.Errorf("decided is %s", choice)
	}
	if !slices.Equal(choice.Suits, []Suit{Diamonds, Spades}) || !slices.Equal(choice.Words, []Word{LastCard, Silent}) {
		t.Errorf("allowed are %v %v", choice.Suits, choice.Words)
	}
}

func TestNotation(t *testing.T) {
	view := asked([]byte{1, 0, 0, 0, 0, 0, 3, 0, 1, 1, 15, 7, 0, 0, 0, 0, 2, 255, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 2, 0, 0, 0},
		nil, []byte{0, 2, 4, 8})
	legal := view.Legal()
	texts := map[string]Choice{
		"7C":           legal[0],
		"7C+7H+7D":     legal[0].With(WithMore(card("7H"), card("7D"))),
		"JC:S Mau":     legal[1].With(WithSuit(Spades), WithWord(LastCard)),
		"JC:C Mau-Mau": legal[1],
		"draw":         legal[2],
		"XX@1":         legal[3],
		"JC:H":         legal[1].With(WithSuit(Hearts), WithWord(Silent)),
		"JC:D Mau-Mau": legal[1].With(WithSuit(Diamonds), WithWord(NoWord)),
		"7C+7D":        legal[0].With(WithMore(legal[0].Further[:1]...)),
	}
	for text, choice := range texts {
		if choice.String() != text {
			t.Errorf("%s, not %s", choice, text)
		}
	}
}

func TestClaimsWithASuitAreApart(t *testing.T) {
	view := asked([]byte{1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 15, 0, 0, 0, 0, 0, 2, 255, 0, 0, 0, 0, 0, 0}, []byte{2, 4, 255, 1}, []byte{0})
	plain, naming, draw := view.Legal()[0], view.Legal()[1], view.Legal()[2]
	if !slices.Equal(plain.Claims, []Card{card("7D"), card("7H")}) || !slices.Equal(naming.Claims, []Card{card("JC")}) {
		t.Errorf("claims %v and %v", plain.Claims, naming.Claims)
	}
	if plain.IsTrue() || len(draw.Claims) > 0 || !draw.IsTrue() {
		t.Errorf("%s is true: %t, %s claims %v", plain, plain.IsTrue(), draw, draw.Claims)
	}
	if text := naming.String(); text != "7C=JC:C" {
		t.Error(text)
	}
}

func TestWhatIsNotAllowed(t *testing.T) {
	choice := asked([]byte{1, 0, 0b101, 0, 0b10, 1, 2, 0}, nil, []byte{0, 2, 4, 6}).Legal()[0]
	for text, decision := range map[string]Decision{
		"suit SPADES: this choice allows CLUBS HEARTS":     WithSuit(Spades),
		"word SILENT: this choice allows none":             WithWord(Silent),
		"target 0: this choice allows 1":                   WithTarget(0),
		"claim 7C: this choice allows none":                WithClaim(card("7C")),
		"more none: this choice allows 1 to 2 of 7D 7H 7S": WithMore(),
		"more JC: this choice allows 1 to 2 of 7D 7H 7S":   WithMore(card("JC")),
		"more 7D 7D: this choice allows 1 to 2 of 7D 7H 7S": WithMore(
			card("7D"), card("7D")),
	} {
		if err := choice.With(decision).Check(); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, not %s", err, text)
		}
	}
}

func TestAFieldThatIsSetIsCheckedToo(t *testing.T) {
	choice := asked([]byte{1, 0, 0b101, 0, 0, 0, 0, 0}, nil, []byte{0}).Legal()[0]
	choice.Suit = Hearts
	if err := choice.Check(); err != nil {
		t.Error(err)
	}
	choice.Suit = Spades
	var wrong *NotAllowedError
	if err := choice.Check(); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

func TestOptionsAreAllWays(t *testing.T) {
	view := asked([]byte{1, 0, 0b11, 0, 0, 0, 2, 0}, nil, []byte{0, 2, 2, 4})
	var texts []string
	for choice := range view.Legal()[0].Options() {
		texts = append(texts, choice.String())
		if err := choice.Check(); err != nil {
			t.Error(err)
		}
	}
	want := "7C:C 7C:D 7C+7D:C 7C+7D:D 7C+7H:C 7C+7H:D 7C+7D+7D:C 7C+7D+7D:D 7C+7D+7H:C 7C+7D+7H:D 7C+7H+7D:C 7C+7H+7D:D"
	if have := strings.Join(texts, " "); have != want {
		t.Errorf("%s, not %s", have, want)
	}
}

func TestJokersAreEqual(t *testing.T) {
	pack := packOf(names)
	if pack[8] != pack[9] || pack[8].String() != "XX" || pack[8].Suit != NoSuit || pack[10] != NoCard {
		t.Errorf("%v %v %v", pack[8], pack[9], pack[10])
	}
}

func TestWhatIsNotKnownHereHasANumber(t *testing.T) {
	view := asked([]byte{77, 255, 0, 0, 0, 0, 0, 0}, nil, nil)
	if text := view.Legal()[0].String(); text != "77" {
		t.Error(text)
	}
	if text := packOf(names).event([]byte{99, 3, 200, 5}).String(); text != "99 seat 3 5" {
		t.Error(text)
	}
}

func TestAnEstimateIsSentUnlessItIsNoChance(t *testing.T) {
	for _, chance := range []float64{0.25, 0, 1, -0.01, 1.01, math.NaN()} {
		view, request := asked([]byte{2, 255, 0, 0, 0, 0, 0, 0}, nil, nil), &pb.PlayRequest{}
		view.Win(chance)
		if err := view.answer(request, &view.Legal()[0]); err != nil {
			t.Fatal(err)
		}
		sent := len(request.Answers) == 1 && request.Answers[0].GetWin() == float32(chance)
		if isChance := 0 <= chance && chance <= 1; sent != isChance {
			t.Errorf("%v: %v", chance, request)
		}
	}
}

func TestANoteIsCutBetweenCharacters(t *testing.T) {
	if text := cut(strings.Repeat("a", 199) + "é"); text != strings.Repeat("a", 199) {
		t.Error(text)
	}
	if text := cut("\xff"); text != "?" {
		t.Error(text)
	}
}
