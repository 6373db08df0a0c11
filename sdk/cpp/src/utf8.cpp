#include "utf8.hpp"

#include <cstdint>

namespace maumau {

namespace {

std::uint8_t octet(char one) { return static_cast<std::uint8_t>(one); }

// Bytes of the character that begins like this, 0 if none does.
std::size_t length(std::uint8_t first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

// True if a character of three or four bytes is not overlong, a surrogate, or out of range.
bool is_in_range(std::string_view one) {
  const auto first = octet(one[0]);
  const auto second = octet(one[1]);
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  return first != 0xF4 || second < 0x90;
}

bool is_character(std::string_view one) {
  for (const char next : one.substr(1)) {
    if ((octet(next) & 0xC0) != 0x80) return false;
  }
  return one.size() < 3 || is_in_range(one);
}

}  // namespace

std::string clean_utf8(std::string_view text, std::size_t most) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t bytes = length(octet(text[0]));
    const bool good = bytes > 0 && bytes <= text.size() && is_character(text.substr(0, bytes));
    if (good && clean.size() + bytes > most) break;
    if (good) clean += text.substr(0, bytes);
    text.remove_prefix(good ? bytes : 1);
  }
  return clean;
}

}  // namespace maumau
