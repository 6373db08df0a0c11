/// @file
/// The legal choices of a bot. Each is legal as it is; some can be refined.
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

/// The kind of a choice.
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

/// The word said with a play. The lowest word that a choice allows is never a mistake.
enum class Word : std::uint8_t { MauMau = 0, LastCard = 1, Silent = 2 };

/// A field or value that a choice does not allow.
class NotAllowed : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The arguments of `Choice::with`; omitted fields stay unchanged.
struct Decision {
  std::optional<Suit> suit = std::nullopt;               ///< name this suit
  std::optional<Word> word = std::nullopt;               ///< say this word
  std::optional<Seat> target = std::nullopt;             ///< aim at this seat
  std::optional<Card> claim = std::nullopt;              ///< claim this card
  std::optional<std::vector<Card>> more = std::nullopt;  ///< play these further cards, the last one on top
};

/// A legal choice, to be returned from `choose`.
///
/// Plural fields have the allowed values, singular fields the decided one: at first the lowest allowed value,
/// or nothing if there is nothing to decide. `with` decides otherwise.
///
/// If cards are played face down, each card has up to two choices: one that claims a card without a suit to
/// name, and one, with `suits`, that claims a card that names a suit.
struct Choice {
  Kind kind = Kind::Play;      ///< what it does
  std::optional<Card> card;    ///< of a play: the card, the bottom one of several
  Allowed<Suit> suits;         ///< allowed suits to name
  Allowed<Word> words;         ///< allowed words
  Allowed<Seat> targets;       ///< allowed seats to aim at
  std::vector<Card> claims;    ///< allowed claims about a face-down `card`
  std::vector<Card> further;   ///< cards of the same rank to play on it, `least` to `most`
  int least = 0;               ///< the fewest further cards
  int most = 0;                ///< the most further cards
  std::optional<Suit> suit;    ///< the suit that is named
  std::optional<Word> word;    ///< the word that is said
  std::optional<Seat> target;  ///< the seat that is aimed at
  std::optional<Card> claim;   ///< the claimed card
  std::vector<Card> more;      ///< of `further`, the last one on top

  /// This choice with these fields decided.
  /// @throws NotAllowed if a value is not allowed.
  Choice with(const Decision& decision) const;
  /// The played cards from bottom to top; empty if this is not a play.
  std::vector<Card> cards() const;
  /// True if the claim is true or nothing is claimed.
  bool is_true() const { return !claim || claim == card; }
  /// True if both have the same open fields, whatever their values.
  bool allows_the_same(const Choice& other) const;
};

/// The name, "PLAY".
std::string_view name(Kind kind);
/// The name, "LAST_CARD".
std::string_view name(Word word);
/// The notation of logs: "7H", "JC:S Mau", "draw".
std::string to_string(const Choice& choice);

}  // namespace maumau
