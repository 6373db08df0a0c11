package maumau

import (
	"fmt"
	"runtime"
	"strings"
)

// botError ends a bot that panicked or returned an illegal choice.
type botError struct {
	cause any
	trace string // from the bot's own code on
	view  *View  // view of the question, if any
}

func (e *botError) Error() string {
	text := fmt.Sprintf("maumau: the bot failed: %v\n%s", e.cause, e.trace)
	if e.view != nil {
		text += fmt.Sprintf("The view that the bot got:\n%s\n", e.view)
	}
	return text
}

// refereeFault is why the referee closes the stream, or cannot be talked to.
type refereeFault struct{ reason string }

func (e *refereeFault) Error() string { return "maumau: the referee ended this bot: " + e.reason }

const modulePath = "github.com/maumau-arena/maumau-go."

// guarded calls a bot. Its panic becomes an error.
func guarded(view *View, call func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &botError{cause, botFrames(), view}
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
