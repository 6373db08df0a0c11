#include "pack.hpp"

#include <algorithm>
#include <stdexcept>

namespace maumau {

namespace {

constexpr std::string_view suit_letters = "CDHS";

std::optional<Suit> suit_of(char letter) {
  const auto place = suit_letters.find(letter);
  if (place == std::string_view::npos) return std::nullopt;
  return static_cast<Suit>(place);
}

}  // namespace

void Pack::add(std::string_view name) {
  if (name.size() != 2 || size_ == cards_.size()) throw std::runtime_error("no pack of cards");
  const Card card{static_cast<std::uint8_t>(size_), name[0], suit_of(name[1])};
  const auto is_equal = [&](const auto& other) {
    return other->rank == card.rank && other->suit == card.suit;
  };
  cards_[size_] = *std::find_if(cards_.begin(), cards_.begin() + size_, is_equal);
  if (!cards_[size_]) cards_[size_] = card;
  ++size_;
}

std::vector<Card> Pack::cards(std::string_view codes) const {
  std::vector<Card> found;
  found.reserve(codes.size());
  for (const char code : codes) {
    if (const auto card = (*this)[code]) found.push_back(*card);
  }
  return found;
}

std::vector<Card> Pack::cards() const {
  std::vector<Card> found;
  for (std::size_t code = 0; code < size_; ++code) found.push_back(*cards_[code]);
  return found;
}

}  // namespace maumau
