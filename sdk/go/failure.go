package maumau

import (
	"fmt"
	"runtime"
	"strings"
)

// A BotError ends a bot that panicked or returned a choice that is not allowed. It wraps the cause if that is an error, for
// example a [*NotAllowedError].
type BotError struct {
	cause any
	trace string // from the bot's own code on
	view  *View  // view of the question, if any
}

// Error returns the cause, the bot's part of the stack after a panic, and the view that the bot got.
func (e *BotError) Error() string {
	text := fmt.Sprintf("maumau: the bot failed: %v\n%s", e.cause, e.trace)
	if e.view != nil {
		text += fmt.Sprintf("The view that the bot got:\n%s\n", e.view)
	}
	return strings.TrimSuffix(text, "\n")
}

// Unwrap returns the cause if it is an error.
func (e *BotError) Unwrap() error {
	err, _ := e.cause.(error)
	return err
}

// A RefereeError is why the referee ended the bot, or cannot be reached.
type RefereeError struct{ reason string }

func (e *RefereeError) Error() string { return "maumau: the referee ended this bot: " + e.reason }

const modulePath = "github.com/maumau-arena/maumau-go."

// guarded calls a bot. Its panic becomes an error.
func guarded(view *View, call func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &BotError{cause, botFrames(), view}
		}
	}()
	call()
	return nil
}

// botFrames is the stack of the panic down to where the bot was called, without this package's part and the
// runtime's.
func botFrames() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	var text strings.Builder
	for {
		frame, more := frames.Next()
		name := frame.Function
		if !more || name == modulePath+"guarded" {
			return text.String()
		}
		if !strings.HasPrefix(name, "runtime.") && !strings.HasPrefix(name, modulePath) {
			fmt.Fprintf(&text, "  %s\n    %s:%d\n", name, frame.File, frame.Line)
		}
	}
}
