package maumau

// A Bot answers questions with choices. To receive more, it implements MatchStarter, GameStarter, EventListener or
// GameEnder.
//
// Many games are open at once; one goroutine calls the bots. [Run] uses one bot for all games; [RunEach] creates a
// bot for each game, which can store its state in fields.
type Bot interface {
	// Choose returns one of v.Legal(), as it is or with its open fields decided. If it panics or returns another one, the
	// bot ends.
	Choose(v *View) Choice
}

// Func is a function that is a [Bot].
type Func func(v *View) Choice

// Choose asks the function.
func (f Func) Choose(v *View) Choice { return f(v) }

// A MatchStarter handles the start of the match, before its first game.
type MatchStarter interface{ OnMatchStart(info *MatchInfo) }

// A GameStarter handles the first question of a game, before OnEvent and Choose.
type GameStarter interface{ OnGameStart(v *View) }

// An EventListener handles each event since the last question, before Choose and at the end of the game.
type EventListener interface{ OnEvent(event Event) }

// A GameEnder handles the end of a game.
type GameEnder interface{ OnGameEnd(result GameResult) }
