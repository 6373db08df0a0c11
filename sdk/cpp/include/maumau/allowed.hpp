/// @file
/// `Allowed`: a set of values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

namespace maumau {

/// The allowed values of a field of a choice, the lowest first.
template <typename T>
class Allowed {
 public:
  /// Yields the values from the lowest to the highest.
  class iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const T*;
    using reference = T;

    iterator() = default;
    explicit iterator(std::uint8_t mask) : mask_(mask) {}
    T operator*() const { return static_cast<T>(std::countr_zero(mask_)); }
    iterator& operator++() {
      mask_ &= static_cast<std::uint8_t>(mask_ - 1);
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator&) const = default;

   private:
    std::uint8_t mask_ = 0;  // of those still to come
  };

  Allowed() = default;
  /// Bit i of `mask` stands for value i.
  explicit Allowed(std::uint8_t mask) : mask_(mask) {}

  iterator begin() const { return iterator(mask_); }
  iterator end() const { return iterator(); }
  /// True if there is nothing to decide.
  bool empty() const { return mask_ == 0; }
  /// The number of allowed values.
  std::size_t size() const { return static_cast<std::size_t>(std::popcount(mask_)); }
  /// True if this value is allowed.
  bool contains(T value) const { return mask_ >> static_cast<int>(value) & 1; }
  /// The value at this place, which has to be less than size().
  T operator[](std::size_t place) const { return *std::next(begin(), static_cast<std::ptrdiff_t>(place)); }
  /// The lowest one, nothing if none is allowed.
  std::optional<T> lowest() const { return empty() ? std::nullopt : std::optional<T>(*begin()); }
  bool operator==(const Allowed&) const = default;

 private:
  std::uint8_t mask_ = 0;  // bit i stands for value i
};

}  // namespace maumau
