package maumau

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

const noteBytes = 200

// answer adds a choice to the request, among the plain answers if it is only a number.
func (v *View) answer(request *pb.PlayRequest, choice *Choice) error {
	if choice.view != v {
		return &BotError{cause: notAllowed("Choose returned what is none of v.Legal()"), view: v}
	}
	if err := choice.Check(); err != nil {
		return &BotError{cause: err, view: v}
	}
	if v.note == "" && v.win == nil && !v.resigned && choice.isLowest() {
		request.Plain = append(request.Plain, byte(v.game.number), byte(choice.place))
		request.Plain = binary.BigEndian.AppendUint32(request.Plain, v.question.Number)
		return nil
	}
	request.Answers = append(request.Answers, v.fullAnswer(choice))
	return nil
}

// isLowest reports whether all open fields have their lowest values.
func (c *Choice) isLowest() bool {
	return c.Suit == first(c.Suits, NoSuit) &&
		c.Word == first(c.Words, NoWord) &&
		c.Target == first(c.Targets, NoSeat) &&
		c.Claim == first(c.Claims, NoCard) &&
		len(c.More) == 0
}

func (v *View) fullAnswer(choice *Choice) *pb.Answer {
	answer := &pb.Answer{
		Game:   v.game.number,
		Number: v.question.Number,
		Choice: uint32(choice.place),
		Note:   cut(v.note),
		Resign: v.resigned,
		Win:    v.win,
	}
	if choice.Suit != NoSuit {
		answer.Suit = wire(choice.Suit - Clubs)
	}
	if choice.Word != NoWord {
		answer.Word = wire(choice.Word - MauMau)
	}
	if choice.Target != NoSeat {
		answer.Target = wire(choice.Target)
	}
	if choice.Claim != NoCard {
		answer.Claim = wire(choice.Claim.code)
	}
	for _, card := range choice.More {
		answer.More = append(answer.More, card.code)
	}
	return answer
}

func wire[T Suit | Word | int | uint8](value T) *uint32 {
	number := uint32(value)
	return &number
}

// cut is the text in valid UTF-8, as much of it as a note may have.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if len(text) <= noteBytes {
		return text
	}
	end := noteBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
