/// @file
/// Cards and suits.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maumau {

/// A seat at the table, from 0.
using Seat = int;

/// A suit, by the name it has in a French pack. Its text is its letter in the notation of cards.
enum class Suit : std::uint8_t {
  Clubs = 0,     ///< acorns
  Diamonds = 1,  ///< bells
  Hearts = 2,
  Spades = 3,  ///< leaves
};

/// A card. Cards are ordered as in the pack; the copies of a card are equal.
struct Card {
  std::uint8_t code = 0;     ///< its number on the wire
  char rank = 'X';           ///< 2 ... 9, T, J, Q, K, A, X for a Joker
  std::optional<Suit> suit;  ///< nothing for a Joker

  bool operator==(const Card& other) const { return code == other.code; }
  std::strong_ordering operator<=>(const Card& other) const { return code <=> other.code; }
};

/// Cards in the order of the pack, which can be counted.
class CardCount {
 public:
  CardCount() = default;
  explicit CardCount(std::vector<Card> cards);

  /// The count of a card.
  int operator[](const Card& card) const;
  /// True if there is at least one of a card.
  bool contains(const Card& card) const { return (*this)[card] > 0; }
  /// The number of all cards.
  std::size_t size() const { return cards_.size(); }
  bool empty() const { return cards_.empty(); }
  auto begin() const { return cards_.begin(); }
  auto end() const { return cards_.end(); }

 private:
  std::vector<Card> cards_;
};

/// The name, "CLUBS".
std::string_view name(Suit suit);
/// The letter in the notation of cards, "C".
std::string to_string(Suit suit);
/// The notation of logs, "7H".
std::string to_string(const Card& card);

}  // namespace maumau
