package maumau

// A Bot picks one of its choices whenever it is asked. What it also wants to hear it says by having the methods of
// MatchStarter, GameStarter, EventListener or GameEnder.
//
// Many games are open at once, asked about one after the other by one goroutine. [Run] asks one bot about all of
// them, [RunEach] makes a bot for each game, which may keep in its fields what it remembers of that game.
type Bot interface {
	// Choose returns one of v.Legal(), as it is or with its open fields decided. If it panics the bot ends.
	Choose(v *View) Choice
}

// Func is a function that is a [Bot].
type Func func(v *View) Choice

// Choose asks the function.
func (f Func) Choose(v *View) Choice { return f(v) }

// A MatchStarter is told of the match once, before its first game.
type MatchStarter interface{ OnMatchStart(info *MatchInfo) }

// A GameStarter is told when it is asked for the first time in a game, before OnEvent and Choose.
type GameStarter interface{ OnGameStart(v *View) }

// An EventListener is told everything that happened since it was last asked, before Choose and at the end of a game.
type EventListener interface{ OnEvent(event Event) }

// A GameEnder is told when a game is over.
type GameEnder interface{ OnGameEnd(result GameResult) }
