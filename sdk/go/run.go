package maumau

import (
	"fmt"
	"io"
	"os"
)

const (
	defaultSocket = "/run/arena/referee.sock"
	mostGames     = 256
)

// A RunOption changes how a bot is run.
type RunOption func(*running)

type running struct{ maxGames int }

// MaxGames sets the maximum number of games at once, 1 to 256; default 256.
func MaxGames(number int) RunOption {
	return func(r *running) { r.maxGames = number }
}

// Run plays for the referee at ARENA_TARGET until it has no more games, with one bot for all games. It exits the
// process with code 1 if the bot panicked and 2 if the referee ended it because of a fault; otherwise it returns.
func Run(bot Bot, options ...RunOption) { runAndExit(player{one: bot}, options) }

// RunEach does the same with a bot for each game.
func RunEach(newBot func() Bot, options ...RunOption) { runAndExit(player{newBot: newBot}, options) }

func runAndExit(player player, options []RunOption) {
	if code := run(player, os.Getenv, os.Stderr, options); code != 0 {
		os.Exit(code)
	}
}

func run(player player, getenv func(string) string, stderr io.Writer, options []RunOption) int {
	target := getenv("ARENA_TARGET")
	if _, err := os.Stat(defaultSocket); target == "" && err == nil {
		target = "unix://" + defaultSocket
	}
	if target == "" {
		fmt.Fprintln(stderr, "maumau: ARENA_TARGET is not set; let the arena run this bot: arena play ./mybot builtin:random")
		return 1
	}
	settings := running{maxGames: mostGames}
	for _, option := range options {
		option(&settings)
	}
	return dial(player, target, getenv("ARENA_TOKEN"), settings.maxGames, stderr)
}
