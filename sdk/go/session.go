package maumau

import (
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"time"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

const (
	protocol   = 1
	sdk        = "maumau-go 0.1.0"
	nameLength = 16 // characters, each of at most 4 bytes

	// Maximum delay of a decision; the clock runs until it is sent.
	soon = 100 * time.Millisecond
)

// player is one bot for all games, or a new one for each.
type player struct {
	one    Bot
	newBot func() Bot
}

// session is the conversation with the referee, message by message, without the connection. Early answers go to
// `send`; without it all answers are returned together.
type session struct {
	player player
	send   func(*pb.PlayRequest) error
	soon   time.Duration
	stderr io.Writer
	match  *MatchInfo
	games  map[uint32]*game
}

func newSession(player player, stderr io.Writer) *session {
	return &session{player: player, soon: soon, stderr: stderr, games: map[uint32]*game{}}
}

// hello returns the first message to send.
func (s *session) hello(token string, maxGames int) *pb.PlayRequest {
	return &pb.PlayRequest{Hello: &pb.Hello{
		Protocol: protocol,
		Token:    token,
		Name:     s.player.name(),
		Sdk:      sdk,
		MaxGames: uint32(maxGames),
	}}
}

// reply processes a message and returns the unsent answers to its questions, or nil. The error is a BotError or a
// RefereeError.
func (s *session) reply(message *pb.PlayResponse) (*pb.PlayRequest, error) {
	if err := s.hear(message); err != nil {
		return nil, err
	}
	request, err := s.answers(message.Questions)
	if err != nil {
		return nil, err
	}
	for _, end := range message.Ends {
		if err := s.end(end); err != nil {
			return nil, err
		}
	}
	if fault := message.Fault; fault != nil {
		return nil, &RefereeError{fmt.Sprintf("%s: %s", Verdict(fault.Verdict), fault.Detail)}
	}
	return request, nil
}

// hear processes the items before the questions.
func (s *session) hear(message *pb.PlayResponse) error {
	if message.Welcome != nil {
		if err := s.welcome(message.Welcome); err != nil {
			return err
		}
	}
	for _, start := range message.Starts {
		if err := s.start(start); err != nil {
			return err
		}
	}
	for _, news := range message.News {
		if game := s.games[news.Game]; game != nil {
			game.packed = append(game.packed, news.Events...)
		}
	}
	return nil
}

func (s *session) welcome(welcome *pb.Welcome) error {
	match, err := matchOf(welcome)
	if err != nil {
		return &RefereeError{err.Error()}
	}
	s.match = match
	if s.player.one == nil {
		return nil
	}
	return s.ready(s.player.one)
}

func (s *session) ready(bot Bot) error {
	starter, listens := bot.(MatchStarter)
	if !listens {
		return nil
	}
	return guarded(nil, func() { starter.OnMatchStart(s.match) })
}

func (s *session) start(start *pb.GameStart) error {
	game := &game{match: s.match, bot: s.player.one, number: start.Game, seat: int(start.Seat), seed: start.Seed}
	s.games[start.Game] = game
	if game.bot != nil {
		return nil
	}
	if err := guarded(nil, func() { game.bot = s.player.newBot() }); err != nil {
		return err
	}
	return s.ready(game.bot)
}

func (s *session) answers(questions []*pb.Question) (*pb.PlayRequest, error) {
	if len(questions) == 0 {
		return nil, nil
	}
	request := &pb.PlayRequest{Plain: make([]byte, 0, 6*len(questions))}
	since := time.Now()
	for _, question := range questions {
		if s.send != nil && time.Since(since) > s.soon && !isEmpty(request) {
			if err := s.send(request); err != nil {
				return nil, err
			}
			request, since = &pb.PlayRequest{}, time.Now()
		}
		game := s.games[question.Game]
		if game == nil {
			return nil, &RefereeError{fmt.Sprintf("it asks about game %d, which is not open", question.Game)}
		}
		view := game.view(question, since)
		choice, err := game.choose(view)
		if err != nil {
			return nil, err
		}
		if err := view.answer(request, &choice); err != nil {
			return nil, err
		}
	}
	return request, nil
}

// isEmpty reports whether a request has no answers, for example if the process was suspended before the first question.
func isEmpty(request *pb.PlayRequest) bool {
	return len(request.Plain) == 0 && len(request.Answers) == 0
}

func (g *game) choose(view *View) (choice Choice, err error) {
	err = guarded(view, func() {
		if starter, listens := g.bot.(GameStarter); listens && view.Number() == 0 {
			starter.OnGameStart(view)
		}
		g.tell()
		choice = g.bot.Choose(view)
	})
	return choice, err
}

func (s *session) end(end *pb.GameEnd) error {
	game := s.games[end.Game]
	if game == nil {
		return nil
	}
	delete(s.games, end.Game)
	game.packed = append(game.packed, end.Events...)
	result := resultOf(game.seat, end)
	if result.Detail != "" {
		fmt.Fprintf(s.stderr, "maumau: %s: %s\n", result.Verdict, result.Detail)
	}
	return guarded(nil, func() {
		game.tell()
		if ender, listens := game.bot.(GameEnder); listens {
			ender.OnGameEnd(result)
		}
	})
}

func resultOf(seat int, end *pb.GameEnd) GameResult {
	result := GameResult{Seat: seat, Verdict: Verdict(end.Verdict), Detail: end.Detail}
	for _, place := range end.Places {
		result.Places = append(result.Places, int(place))
	}
	for _, total := range end.Totals {
		result.Totals = append(result.Totals, int(total))
	}
	return result
}

// name returns the bot's name: its type or function.
func (p player) name() string {
	value := reflect.ValueOf(p.one)
	if p.one == nil {
		value = reflect.ValueOf(p.newBot)
	}
	name := reflect.Indirect(value).Type().Name()
	if value.Kind() == reflect.Func {
		name = runtime.FuncForPC(value.Pointer()).Name()
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	return string([]rune(name)[:min(nameLength, len([]rune(name)))])
}
