package maumau

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	defaultSocket = "/run/arena/referee.sock"
	mostGames     = 256
)

var errNoTarget = errors.New(
	"maumau: ARENA_TARGET is not set; let the arena run this bot: arena play ./mybot builtin:random")

// An Option changes how a bot is run.
type Option func(*running)

type running struct{ maxGames int }

// WithMaxGames sets the maximum number of games at once, 1 to 256; default 256.
func WithMaxGames(number int) Option {
	return func(r *running) { r.maxGames = number }
}

// Main runs a bot as [Run] does and exits the process: with code 0; with 2 if the referee ended the bot; with 1 after any
// other error. It prints the error to stderr.
func Main(bot Bot, options ...Option) {
	os.Exit(report(Run(context.Background(), bot, options...), os.Stderr))
}

// MainEach is [Main] with a bot for each game.
func MainEach(newBot func() Bot, options ...Option) {
	os.Exit(report(RunEach(context.Background(), newBot, options...), os.Stderr))
}

// Run plays for the referee at ARENA_TARGET until it has no more games, with one bot for all games.
//
// The error is a [*BotError] if the bot panicked or returned a choice that is not allowed, a [*RefereeError] if the
// referee ended the bot because of a fault or cannot be reached, or the context's error once that is done.
func Run(ctx context.Context, bot Bot, options ...Option) error {
	return run(ctx, player{one: bot}, os.Getenv, os.Stderr, options)
}

// RunEach is [Run] with a bot for each game.
func RunEach(ctx context.Context, newBot func() Bot, options ...Option) error {
	return run(ctx, player{newBot: newBot}, os.Getenv, os.Stderr, options)
}

func run(ctx context.Context, player player, getenv func(string) string, stderr io.Writer, options []Option) error {
	settings := running{maxGames: mostGames}
	for _, option := range options {
		option(&settings)
	}
	if settings.maxGames < 1 || settings.maxGames > mostGames {
		return fmt.Errorf("maumau: WithMaxGames(%d): allowed are 1 to %d", settings.maxGames, mostGames)
	}
	target := getenv("ARENA_TARGET")
	if _, err := os.Stat(defaultSocket); target == "" && err == nil {
		target = "unix://" + defaultSocket
	}
	if target == "" {
		return errNoTarget
	}
	err := talk(ctx, newSession(player, stderr), target, getenv("ARENA_TOKEN"), settings.maxGames)
	var failed *BotError
	if stopped := ctx.Err(); stopped != nil && !errors.As(err, &failed) {
		return stopped // this closed the stream
	}
	return err
}

// report prints an error of run and returns the exit code.
func report(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, err)
	var ended *RefereeError
	if errors.As(err, &ended) {
		return 2
	}
	return 1
}
