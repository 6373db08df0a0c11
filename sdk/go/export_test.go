package maumau

import (
	"context"
	"io"
)

// RunAt runs a bot as Run does, with another environment.
func RunAt(ctx context.Context, bot Bot, environment map[string]string, options ...Option) error {
	return run(ctx, player{one: bot}, lookup(environment), io.Discard, options)
}

// MainAt runs a bot as Main does, with another environment, and returns the exit code.
func MainAt(bot Bot, environment map[string]string, stderr io.Writer) int {
	return report(run(context.Background(), player{one: bot}, lookup(environment), stderr, nil), stderr)
}

// MainEachAt is the same for MainEach.
func MainEachAt(newBot func() Bot, environment map[string]string, stderr io.Writer) int {
	return report(run(context.Background(), player{newBot: newBot}, lookup(environment), stderr, nil), stderr)
}

func lookup(environment map[string]string) func(string) string {
	return func(name string) string { return environment[name] }
}
