/// @file
/// Game events, as one seat learns them.
#pragma once

#include <cstdint>
#include <maumau/cards.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace maumau {

/// The kind of an event. The comments explain `card` and `value` in brackets.
enum class EventKind : std::uint8_t {
  Deal = 1,         ///< a deal begins; seat: the dealer (value: number of the deal from 0)
  Dealt = 2,        ///< a card is dealt to a seat (card, if it is one's own)
  Turned = 3,       ///< the first face-up card (card)
  Drew = 4,         ///< a card is drawn (card, if it is one's own; value: a DrawReason)
  Reshuffled = 5,   ///< the discard pile without its top is the stock now (value: cards in it)
  Played = 6,       ///< a card is played (card; value: number of further cards)
  Said = 7,         ///< a word was said with the play before (value: a Word)
  Named = 8,        ///< a suit was named (value: a Suit)
  Reversed = 9,     ///< the direction changed (value: 1 the first direction, 0 the other)
  Skipped = 10,     ///< a seat misses its turn
  Passed = 11,      ///< a seat ends its turn without (another) play
  CutMet = 12,      ///< a card is seen when cutting (card)
  CutKept = 13,     ///< the cutter keeps it (card)
  CutLeft = 14,     ///< the cutter leaves it (card)
  CutAgain = 15,    ///< only cards with an effect were seen: shuffled and cut again
  Catches = 16,     ///< a seat catches a missing word (value: the seat caught)
  LetsPass = 17,    ///< a seat does not
  Claimed = 18,     ///< a card is played face down (card: the claimed card)
  Believed = 19,    ///< the claim is believed
  Doubted = 20,     ///< the claim is doubted
  Shown = 21,       ///< a face-down card is shown (card)
  TakenBack = 22,   ///< a card returns from the pile to a hand (card)
  Out = 23,         ///< a seat has no card left (value: its place in the deal, 1 is first)
  DealOver = 24,    ///< the deal is over (value: a Termination)
  Scored = 25,      ///< a seat's total changed (value: the change)
  Eliminated = 26,  ///< a seat is out of the game
  GameOver = 27,    ///< the game is over (value: a Termination)
  Forfeited = 28,   ///< a seat's bot was at fault; a fallback player takes over
};

/// The reason for drawing a card.
enum class DrawReason : std::uint8_t {
  Draw = 0,      ///< an ordinary draw
  Debt = 1,      ///< cards owed
  Call = 2,      ///< a missing or wrong announcement
  LastCard = 3,  ///< a last card that may not be played to go out
  Others = 4,    ///< a card that makes others draw
  Doubt = 5,     ///< a lost doubt
};

/// The reason why a deal or a game ended.
enum class Termination : std::uint8_t { Won = 1, Blocked = 2, Decisions = 3, Deals = 4, Forfeit = 5 };

/// A game event.
struct Event {
  EventKind kind = EventKind::Deal;  ///< what happened
  std::optional<Seat> seat;          ///< nothing: everybody
  std::optional<Card> card;          ///< nothing: no card, or one that may not be seen
  int value = 0;                     ///< its meaning depends on the kind
};

/// The name, "PLAYED".
std::string_view name(EventKind kind);
/// The event on one line, for debugging.
std::string to_string(const Event& event);

}  // namespace maumau
