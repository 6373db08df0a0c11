#include <algorithm>
#include <array>
#include <maumau/cards.hpp>

namespace maumau {

namespace {

constexpr std::array<std::string_view, 4> suit_names = {"CLUBS", "DIAMONDS", "HEARTS", "SPADES"};

}  // namespace

CardCount::CardCount(std::vector<Card> cards) : cards_(std::move(cards)) { std::ranges::sort(cards_); }

int CardCount::operator[](const Card& card) const {
  return static_cast<int>(std::ranges::equal_range(cards_, card).size());
}

std::string_view name(Suit suit) { return suit_names.at(static_cast<std::size_t>(suit)); }

std::string to_string(Suit suit) { return std::string(1, name(suit).front()); }

std::string to_string(const Card& card) { return card.rank + (card.suit ? to_string(*card.suit) : "X"); }

}  // namespace maumau
