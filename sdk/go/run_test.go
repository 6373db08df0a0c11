package maumau_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	maumau "github.com/maumau-arena/maumau-go"
	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

type stream = grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]

// referee is a real server that follows a script.
type referee struct {
	pb.UnimplementedRefereeServiceServer
	script func(stream) error
}

func (r *referee) Play(s stream) error { return r.script(s) }

// refereed is the environment of a bot that such a referee is there for.
func refereed(t *testing.T, script func(stream) error) map[string]string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	pb.RegisterRefereeServiceServer(server, &referee{script: script})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return map[string]string{"ARENA_TARGET": "unix://" + path, "ARENA_TOKEN": "secret"}
}

// recorded are the first messages of the first recorded conversation.
func recorded(t *testing.T, many int) []*pb.PlayResponse {
	t.Helper()
	text, err := os.ReadFile("../conversations.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Conversations []struct {
			Steps []struct{ Message []byte }
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	messages := make([]*pb.PlayResponse, many)
	for i := range messages {
		messages[i] = &pb.PlayResponse{}
		if err := proto.Unmarshal(file.Conversations[0].Steps[i].Message, messages[i]); err != nil {
			t.Fatal(err)
		}
	}
	return messages
}

// asking says hello, asks what is recorded, and hands on what it hears.
func asking(t *testing.T, heard chan<- *pb.PlayRequest, then ...*pb.PlayResponse) func(stream) error {
	messages := append(recorded(t, 2), then...)
	return func(s stream) error {
		defer close(heard)
		for _, message := range messages {
			if message.Welcome != nil || message.Questions == nil {
				if err := hear(s, heard); err != nil {
					return err
				}
			}
			if err := s.Send(message); err != nil {
				return err
			}
		}
		return nil
	}
}

func hear(s stream, heard chan<- *pb.PlayRequest) error {
	request, err := s.Recv()
	if err == nil {
		heard <- request
	}
	return err
}

func firstLegal(v *maumau.View) maumau.Choice { return v.Legal()[0] }

func TestAllQuestionsOfAMessageAreAnsweredInOne(t *testing.T) {
	heard := make(chan *pb.PlayRequest, 9)
	environment := refereed(t, asking(t, heard, &pb.PlayResponse{}))
	var stderr bytes.Buffer
	if code := maumau.MainAt(maumau.Func(firstLegal), environment, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("code %d: %s", code, &stderr)
	}
	hello, answers := (<-heard).Hello, <-heard
	if hello.Protocol != 1 || hello.Token != "secret" || hello.MaxGames != 256 || hello.Name != "firstLegal" {
		t.Errorf("hello: %v", hello)
	}
	if !bytes.Equal(answers.Plain, []byte{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}) {
		t.Errorf("answers: %v", answers)
	}
}

func TestABotThatPanicsTellsWhereAndWhatItWasShown(t *testing.T) {
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), &pb.PlayResponse{}))
	bot := maumau.Func(func(v *maumau.View) maumau.Choice { return v.Legal()[100] })
	expect(t, bot, environment, 1, "index out of range [100]", "run_test.go", "mau-mau-stacking@1, deal 0, ply 0: CUT")
}

func TestWhatIsNoChoiceSaysSo(t *testing.T) {
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), &pb.PlayResponse{}))
	bot := maumau.Func(func(v *maumau.View) maumau.Choice { return maumau.Choice{} })
	expect(t, bot, environment, 1, "Choose returned what is none of v.Legal()", "hand ")
}

func TestRunReturnsWhatIsNotAllowed(t *testing.T) {
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), &pb.PlayResponse{}))
	err := maumau.RunAt(t.Context(), maumau.Func(func(v *maumau.View) maumau.Choice {
		return v.Legal()[0].With(maumau.WithSuit(maumau.Hearts))
	}), environment)
	var wrong *maumau.NotAllowedError
	if !errors.As(err, &wrong) {
		t.Error(err)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	environment := refereed(t, func(s stream) error {
		cancel()
		<-s.Context().Done()
		return nil
	})
	if err := maumau.RunAt(ctx, maumau.Func(firstLegal), environment); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRunRefusesAWrongNumberOfGames(t *testing.T) {
	for _, number := range []int{0, 257} {
		err := maumau.RunAt(t.Context(), maumau.Func(firstLegal), nil, maumau.WithMaxGames(number))
		if err == nil || !strings.Contains(err.Error(), "allowed are 1 to 256") {
			t.Error(err)
		}
	}
}

func TestWhatIsNotAllowedSaysSo(t *testing.T) {
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), &pb.PlayResponse{}))
	bot := maumau.Func(func(v *maumau.View) maumau.Choice {
		choice := v.Legal()[0]
		choice.Suit = maumau.Hearts
		return choice
	})
	expect(t, bot, environment, 1, "suit HEARTS: this choice allows none")
}

func TestAFaultIsShown(t *testing.T) {
	fault := &pb.PlayResponse{Fault: &pb.Fault{Verdict: pb.Verdict_VERDICT_PROTOCOL, Detail: "too much of it"}}
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), fault))
	expect(t, maumau.Func(firstLegal), environment, 2, "PROTOCOL: too much of it")
}

func TestAGameLostByAFaultIsToldAndPlayGoesOn(t *testing.T) {
	end := &pb.PlayResponse{Ends: []*pb.GameEnd{{Game: 1, Verdict: pb.Verdict_VERDICT_TIMEOUT, Detail: "0.3 s too late"}}}
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), end))
	expect(t, maumau.Func(firstLegal), environment, 0, "maumau: TIMEOUT: 0.3 s too late\n")
}

func TestARefereeThatIsNotThereIsAnError(t *testing.T) {
	environment := map[string]string{"ARENA_TARGET": "unix://" + filepath.Join(t.TempDir(), "nobody.sock")}
	expect(t, maumau.Func(firstLegal), environment, 2, "Unavailable")
}

func TestWithoutATargetItTellsHowToPlay(t *testing.T) {
	expect(t, maumau.Func(firstLegal), nil, 1, "arena play ./mybot builtin:random")
}

func expect(t *testing.T, bot maumau.Bot, environment map[string]string, code int, texts ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if ended := maumau.MainAt(bot, environment, &stderr); ended != code {
		t.Errorf("code %d, not %d", ended, code)
	}
	for _, text := range texts {
		if !strings.Contains(stderr.String(), text) {
			t.Errorf("%q is not in: %s", text, &stderr)
		}
	}
	if strings.Contains(stderr.String(), "session.go") {
		t.Errorf("the trace shows what the bot's author need not know: %s", &stderr)
	}
}

// listening records events.
type listening struct {
	log    *[]string
	events int
}

func (l *listening) note(format string, values ...any) {
	*l.log = append(*l.log, fmt.Sprintf(format, values...))
}

func (l *listening) OnMatchStart(info *maumau.MatchInfo) { l.note("match %s", info.Ruleset) }
func (l *listening) OnGameStart(v *maumau.View)          { l.note("game at ply %d", v.Ply()) }
func (l *listening) OnEvent(maumau.Event)                { l.events++ }
func (l *listening) OnGameEnd(r maumau.GameResult)       { l.note("end %s, %d events", r.Verdict, l.events) }

func (l *listening) Choose(v *maumau.View) maumau.Choice {
	l.note("%d events of %d", l.events, v.History().Len())
	v.Resign()
	return v.Legal()[0]
}

func TestEachGameHasItsOwnBotThatHearsWhatHappens(t *testing.T) {
	heard := make(chan *pb.PlayRequest, 9)
	ends := []*pb.GameEnd{{Game: 0, Verdict: pb.Verdict_VERDICT_RESIGN}, {Game: 1, Verdict: pb.Verdict_VERDICT_OK}}
	var log []string
	newBot := func() maumau.Bot { return &listening{log: &log} }
	environment := refereed(t, asking(t, heard, &pb.PlayResponse{Ends: ends}))
	if code := maumau.MainEachAt(newBot, environment, &bytes.Buffer{}); code != 0 {
		t.Fatal(code)
	}
	<-heard
	for _, answer := range (<-heard).Answers {
		if !answer.Resign {
			t.Errorf("not resigned: %v", answer)
		}
	}
	want := []string{
		"match mau-mau-stacking@1", "match mau-mau-stacking@1", "game at ply 0", "5 events of 5", "game at ply 0",
		"5 events of 5", "end RESIGN, 5 events", "end OK, 5 events",
	}
	if !slices.Equal(log, want) {
		t.Errorf("%q", log)
	}
}

func TestTheSameSeedGivesTheSameNumbersInEveryRun(t *testing.T) {
	var drawn []uint64
	bot := maumau.Func(func(v *maumau.View) maumau.Choice {
		drawn = append(drawn, v.Rand().Uint64())
		return v.Legal()[0]
	})
	environment := refereed(t, asking(t, make(chan *pb.PlayRequest, 9), &pb.PlayResponse{}))
	if code := maumau.MainAt(bot, environment, &bytes.Buffer{}); code != 0 {
		t.Fatal(code)
	}
	if want := []uint64{9860365970644578906, 11093333973636281086}; !slices.Equal(drawn, want) {
		t.Errorf("%v, not %v", drawn, want)
	}
}
