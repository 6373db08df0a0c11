/// @file
/// Cards, suits, choices, events and views written to streams.
#pragma once

#include <concepts>
#include <maumau/cards.hpp>
#include <maumau/choice.hpp>
#include <maumau/event.hpp>
#include <maumau/view.hpp>
#include <ostream>

namespace maumau {

/// The types with a text.
template <typename T>
concept Written = std::same_as<T, Card> || std::same_as<T, Suit> || std::same_as<T, Choice> ||
    std::same_as<T, Event> || std::same_as<T, View>;

/// Write the text of a value.
template <Written T>
std::ostream& operator<<(std::ostream& out, const T& value) {
  return out << to_string(value);
}

}  // namespace maumau
