// What a bot may choose from: each choice is legal as it is, and some can be made more precise.
#pragma once

#include <cstdint>
#include <maumau/allowed.hpp>
#include <maumau/cards.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace maumau {

// What a choice does.
enum class Kind : std::uint8_t {
  Play = 1,
  Draw = 2,
  Pass = 3,
  TakeDebt = 4,
  MissTurn = 5,
  KeepCut = 6,
  LeaveCut = 7,
  Catch = 8,
  LetPass = 9,
  Believe = 10,
  Doubt = 11,
  NameSuit = 12,
};

// What is said with a play. The lowest one that a choice allows is never a mistake.
enum class Word : std::uint8_t { MauMau = 0, LastCard = 1, Silent = 2 };

// A field that a choice does not have, or a value that it does not allow there.
class NotAllowed : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// What `Choice::with` decides; fields left out stay as they are.
struct Decision {
  std::optional<Suit> suit = std::nullopt;
  std::optional<Word> word = std::nullopt;
  std::optional<Seat> target = std::nullopt;
  std::optional<Card> claim = std::nullopt;
  std::optional<std::vector<Card>> more = std::nullopt;
};

// One thing that may be done now, ready to be returned from `choose`.
//
// The plural fields say what is allowed, the singular ones what is decided: at first the lowest of what is
// allowed, or nothing where there is nothing to decide. `with` decides otherwise.
//
// Where cards are laid face down each card has up to two choices: one that claims a card that names no suit,
// and one, with `suits`, that claims a card that names one.
struct Choice {
  Kind kind = Kind::Play;
  std::optional<Card> card;   // of a play: the card, the bottom one of several
  Allowed<Suit> suits;        // that may be named
  Allowed<Word> words;        // that may be said
  Allowed<Seat> targets;      // that may be aimed at
  std::vector<Card> claims;   // that `card` may be said to be, where cards are laid face down
  std::vector<Card> further;  // that may be laid on it, `least` to `most` of them; all of its rank
  int least = 0;
  int most = 0;
  std::optional<Suit> suit;
  std::optional<Word> word;
  std::optional<Seat> target;
  std::optional<Card> claim;
  std::vector<Card> more;  // of `further`, the last one on top

  // This choice with these fields decided. Throws NotAllowed.
  Choice with(const Decision& decision) const;
  // The cards that are laid, from the bottom to the top; none if this is no play.
  std::vector<Card> cards() const;
  // Whether the card is the one that is claimed, or nothing is claimed.
  bool is_true() const { return !claim || claim == card; }
  // Whether both leave the same open, however they decide it.
  bool allows_the_same(const Choice& other) const;
};

std::string_view name(Kind kind);  // "PLAY"
std::string_view name(Word word);
std::string to_string(const Choice& choice);  // the notation of logs: "7H", "JC:S Mau", "draw"

}  // namespace maumau
