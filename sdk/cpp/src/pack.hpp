// The cards of a match by their codes on the wire.
#pragma once

#include <array>
#include <maumau/cards.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace maumau {

// The card of every code 0 to 255, nothing where there is none. Cards of one name are equal, so Jokers are.
class Pack {
 public:
  // `names`: the notation of each code, "7H".
  template <typename Names>
  explicit Pack(const Names& names) {
    for (const std::string_view name : names) add(name);
  }

  std::optional<Card> operator[](char code) const { return cards_[static_cast<unsigned char>(code)]; }
  // The cards with these codes; codes that no card has are left out.
  std::vector<Card> cards(std::string_view codes) const;
  // The whole pack, each Joker counted.
  std::vector<Card> cards() const;

 private:
  void add(std::string_view name);

  std::array<std::optional<Card>, 256> cards_;
  std::size_t size_ = 0;
};

}  // namespace maumau
