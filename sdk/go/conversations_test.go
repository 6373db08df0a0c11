package maumau

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

// The file tells in "how" what is recorded there.
const recordedFile = "../conversations.json"

type conversation struct {
	Ruleset string
	Seats   int
	Steps   []step
}

type step struct {
	Message string
	Views   []json.RawMessage
	Answers []recordedAnswer
	Ends    []recordedEnd
}

type recordedAnswer struct {
	Game, Number, Choice uint32
	Text, Note           string
	Win                  *float32
	Fields               struct {
		Suit, Word, Target, Claim *uint32
		More                      []uint32
	}
}

type recordedEnd struct {
	Seat            int
	Places, Totals  []int
	Verdict, Detail string
}

func conversations(t testing.TB) []conversation {
	t.Helper()
	text, err := os.ReadFile(recordedFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Conversations []conversation }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Conversations
}

func (s step) response(t testing.TB) *pb.PlayResponse {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(s.Message)
	if err != nil {
		t.Fatal(err)
	}
	message := &pb.PlayResponse{}
	if err := proto.Unmarshal(packed, message); err != nil {
		t.Fatal(err)
	}
	return message
}

// recorder answers as the file says and records the views.
type recorder struct {
	views []map[string]any
	texts []string
	ends  []GameResult
}

func (r *recorder) Choose(v *View) Choice {
	legal := v.Legal()
	choice := legal[(5*v.Number()+v.Ply())%len(legal)]
	if v.Number()%3 != 0 {
		choice = choice.With(
			WithSuit(at(choice.Suits, v.Ply(), NoSuit)),
			WithWord(at(choice.Words, v.Ply(), NoWord)),
			WithTarget(at(choice.Targets, v.Ply(), NoSeat)),
			WithClaim(at(choice.Claims, v.Ply(), NoCard)),
			WithMore(choice.Further[:choice.Most]...),
		)
	}
	if v.Number()%5 == 0 {
		v.Note(fmt.Sprintf("n%d", v.Number()))
	}
	if v.Number()%4 == 0 {
		v.Win(float64(v.Number()%3) / 2)
	}
	r.views = append(r.views, shown(v))
	r.texts = append(r.texts, choice.String())
	return choice
}

func (r *recorder) OnGameEnd(result GameResult) { r.ends = append(r.ends, result) }

func at[T any](allowed []T, ply int, none T) T {
	if len(allowed) == 0 {
		return none
	}
	return allowed[ply%len(allowed)]
}

func shown(v *View) map[string]any {
	legal, news, unseen := []string{}, []string{}, []string{}
	for _, choice := range v.Legal() {
		legal = append(legal, allowed(choice))
	}
	for event := range v.News().All() {
		news = append(news, event.String())
	}
	for card, number := range v.Unseen().All() {
		for range number {
			unseen = append(unseen, card.String())
		}
	}
	points, effects, wild := []int{}, []string{}, []bool{}
	for _, card := range v.Hand() {
		points = append(points, v.Match().Points(card))
		effects = append(effects, v.Match().Effect(card).Is())
		wild = append(wild, v.Match().IsWild(card))
	}
	said := []string{}
	for _, word := range v.Said() {
		said = append(said, word.String())
	}
	return map[string]any{
		"ask": v.Ask().String(), "number": v.Number(), "ply": v.Ply(), "seat": v.Seat(), "seats": v.Seats(),
		"ruleset": v.Ruleset(), "legal": legal, "plays": len(v.Plays()), "hand": joined(v.Hand(), " "),
		"top": v.Top().String(), "suit": v.Suit().String(), "wished_suit": v.WishedSuit().String(),
		"claim": v.Claim().String(), "claimant": orNil(v.Claimant(), NoSeat), "pending_draw": v.PendingDraw(),
		"misses": v.Misses(), "drawn": v.Drawn().String(), "met": v.Met().String(), "direction": v.Direction(),
		"counts": v.Counts(), "stock": v.Stock(), "pile": v.Pile(), "lying": joined(v.Lying(), " "),
		"unseen": strings.Join(unseen, " "), "said": said, "totals": v.Totals(), "inside": v.Inside(),
		"opponents": v.Opponents(), "dealer": v.Dealer(), "deal": v.Deal(), "history": v.History().Len(), "news": news,
		"clock_ms": orNil(int(v.Clock().Milliseconds()), 0), "points": points, "effects": effects, "wild": wild,
	}
}

func allowed(choice Choice) string {
	suits := []string{}
	for _, suit := range choice.Suits {
		suits = append(suits, suit.Name())
	}
	return strings.Join([]string{
		choice.String(), choice.Kind.String(), choice.Card.String(), strings.Join(suits, " "),
		joined(choice.Words, " "), joined(choice.Targets, " "), joined(choice.Claims, " "),
		joined(choice.Further, " "), fmt.Sprint(choice.Least), fmt.Sprint(choice.Most),
	}, "|")
}

func orNil(value, none int) any {
	if value == none {
		return nil
	}
	return value
}

func TestConversations(t *testing.T) {
	for _, conversation := range conversations(t) {
		t.Run(fmt.Sprintf("%s-%d", conversation.Ruleset, conversation.Seats), func(t *testing.T) {
			bot := &recorder{}
			session := newSession(player{one: bot}, io.Discard)
			for number, step := range conversation.Steps {
				*bot = recorder{}
				request, err := session.reply(step.response(t))
				if err != nil {
					t.Fatalf("step %d: %v", number, err)
				}
				compareViews(t, bot.views, step.Views)
				compareAnswers(t, request, bot, step.Answers)
				compareEnds(t, bot.ends, step.Ends)
			}
		})
	}
}

// obstinate always prefers another choice.
type obstinate struct{ recorder }

func (o *obstinate) Choose(v *View) Choice {
	o.recorder.Choose(v)
	return v.Legal()[len(v.Legal())-1]
}

func TestWhatWasLaidIsKnownWhateverWasAnswered(t *testing.T) {
	for _, conversation := range conversations(t) {
		bot := &obstinate{}
		session := newSession(player{one: bot}, io.Discard)
		for number, step := range conversation.Steps {
			*bot = obstinate{}
			if _, err := session.reply(step.response(t)); err != nil {
				t.Fatalf("%s, step %d: %v", conversation.Ruleset, number, err)
			}
			compareViews(t, bot.views, step.Views)
		}
	}
}

func compareViews(t *testing.T, views []map[string]any, recorded []json.RawMessage) {
	t.Helper()
	if len(views) != len(recorded) {
		t.Fatalf("%d views, recorded are %d", len(views), len(recorded))
	}
	for i, view := range views {
		var want map[string]any
		if err := json.Unmarshal(recorded[i], &want); err != nil {
			t.Fatal(err)
		}
		have := asJSON(t, view)
		if len(have) != len(want) {
			t.Errorf("%d fields, recorded are %d", len(have), len(want))
		}
		for name, value := range want {
			compare(t, name, have[name], value)
		}
	}
}

func asJSON(t *testing.T, view map[string]any) map[string]any {
	t.Helper()
	text, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func compareAnswers(t *testing.T, request *pb.PlayRequest, bot *recorder, recorded []recordedAnswer) {
	t.Helper()
	plain, full := answersOf(request)
	if len(plain)+len(full) != len(recorded) || len(bot.texts) != len(recorded) {
		t.Fatalf("%d answers, recorded are %d", len(plain)+len(full), len(recorded))
	}
	for i, want := range recorded {
		if bot.texts[i] != want.Text {
			t.Errorf("the answer is %s, recorded is %s", bot.texts[i], want.Text)
		}
		legal := bot.views[i]["legal"].([]string)[want.Choice]
		isLowest := strings.HasPrefix(legal, want.Text+"|")
		question := [2]uint32{want.Game, want.Number}
		if want.Note == "" && want.Win == nil && isLowest {
			compare(t, "plain answer", plain[question], int(want.Choice))
		} else {
			compareAnswer(t, full[question], want, isLowest)
		}
	}
}

func compareAnswer(t *testing.T, have *pb.Answer, want recordedAnswer, isLowest bool) {
	t.Helper()
	if have == nil {
		t.Errorf("no full answer, recorded is %v", want)
		return
	}
	more := []uint32{}
	for _, code := range have.More {
		more = append(more, uint32(code))
	}
	compare(t, "choice", have.Choice, want.Choice)
	compare(t, "note", have.Note, want.Note)
	compare(t, "win", have.Win, want.Win)
	compare(t, "resigned", have.Resign, false)
	if isLowest && have.Suit == nil && have.Word == nil && have.Target == nil && have.Claim == nil {
		return // omitted fields take the lowest value
	}
	compare(t, "suit", have.Suit, want.Fields.Suit)
	compare(t, "word", have.Word, want.Fields.Word)
	compare(t, "target", have.Target, want.Fields.Target)
	compare(t, "claim", have.Claim, want.Fields.Claim)
	compare(t, "more", more, want.Fields.More)
}

func compare(t *testing.T, what string, have, want any) {
	t.Helper()
	if !reflect.DeepEqual(have, want) {
		t.Errorf("%s is %v, recorded is %v", what, have, want)
	}
}

func TestWhatIsDecidedDoesNotWaitLongForTheRest(t *testing.T) {
	recorded := conversations(t)[0]
	slow := Func(func(v *View) Choice {
		time.Sleep(150 * time.Millisecond)
		return v.Legal()[0]
	})
	session := newSession(player{one: slow}, io.Discard)
	var sent []int
	session.send = func(request *pb.PlayRequest) error {
		plain, full := answersOf(request)
		sent = append(sent, len(plain)+len(full))
		return nil
	}
	var asked *pb.PlayResponse
	for _, step := range recorded.Steps[:2] {
		asked = step.response(t)
		request, err := session.reply(asked)
		if err != nil {
			t.Fatal(err)
		}
		if request != nil {
			plain, full := answersOf(request)
			sent = append(sent, len(plain)+len(full))
		}
	}
	if len(asked.Questions) < 2 || len(sent) != len(asked.Questions) {
		t.Fatalf("%d questions, answered in messages of %v", len(asked.Questions), sent)
	}
}

func TestNoMessageIsSentWithoutAnswers(t *testing.T) {
	recorded := conversations(t)[0]
	session := newSession(player{one: Func(func(v *View) Choice { return v.Legal()[0] })}, io.Discard)
	session.soon = -1 // as if the process were held up before every question
	session.send = func(request *pb.PlayRequest) error {
		if isEmpty(request) {
			t.Error("a message without answers is a fault")
		}
		return nil
	}
	for _, step := range recorded.Steps[:2] {
		if _, err := session.reply(step.response(t)); err != nil {
			t.Fatal(err)
		}
	}
}

// answersOf are the answers of a request by game and number: plain ones, and others.
func answersOf(request *pb.PlayRequest) (map[[2]uint32]int, map[[2]uint32]*pb.Answer) {
	plain, full := map[[2]uint32]int{}, map[[2]uint32]*pb.Answer{}
	for _, answer := range request.GetAnswers() {
		full[[2]uint32{answer.Game, answer.Number}] = answer
	}
	for packed := request.GetPlain(); len(packed) > 0; packed = packed[6:] {
		plain[[2]uint32{uint32(packed[0]), binary.BigEndian.Uint32(packed[2:])}] = int(packed[1])
	}
	return plain, full
}

func compareEnds(t *testing.T, ends []GameResult, recorded []recordedEnd) {
	t.Helper()
	if len(ends) != len(recorded) {
		t.Fatalf("%d ends, recorded are %d", len(ends), len(recorded))
	}
	for i, end := range ends {
		have := recordedEnd{end.Seat, end.Places, end.Totals, end.Verdict.String(), end.Detail}
		compare(t, "end", have, recorded[i])
	}
}

func BenchmarkQuestions(b *testing.B) {
	for _, conversation := range conversations(b)[:1] {
		session := newSession(player{one: Func(func(v *View) Choice { return v.Legal()[0] })}, io.Discard)
		var asked *pb.PlayResponse
		for _, step := range conversation.Steps[:2] {
			asked = step.response(b)
			if _, err := session.reply(asked); err != nil {
				b.Fatal(err)
			}
		}
		asked = &pb.PlayResponse{Questions: asked.Questions}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := session.reply(asked); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(asked.Questions)), "ns/question")
	}
}
