package maumau

import "io"

// RunAt runs a bot as Run does, with another environment, and gives the exit code.
func RunAt(bot Bot, environment map[string]string, stderr io.Writer, options ...RunOption) int {
	return run(player{one: bot}, func(name string) string { return environment[name] }, stderr, options)
}

// RunEachAt is the same for RunEach.
func RunEachAt(newBot func() Bot, environment map[string]string, stderr io.Writer) int {
	return run(player{newBot: newBot}, func(name string) string { return environment[name] }, stderr, nil)
}
