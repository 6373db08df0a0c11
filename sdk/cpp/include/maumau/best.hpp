/// @file
/// The best of several values, if any.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>

namespace maumau {

/// The first value for which `key` is greatest; nothing if there are no values.
template <std::ranges::forward_range Values, typename Key>
std::optional<std::ranges::range_value_t<Values>> max_by(const Values& values, Key key) {
  const auto best = std::ranges::max_element(values, {}, std::ref(key));
  if (best == std::ranges::end(values)) return std::nullopt;
  return *best;
}

/// The first value for which `key` is least; nothing if there are no values.
template <std::ranges::forward_range Values, typename Key>
std::optional<std::ranges::range_value_t<Values>> min_by(const Values& values, Key key) {
  const auto best = std::ranges::min_element(values, {}, std::ref(key));
  if (best == std::ranges::end(values)) return std::nullopt;
  return *best;
}

}  // namespace maumau
