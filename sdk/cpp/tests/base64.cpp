#include "base64.hpp"

#include <stdexcept>

namespace maumau::testing {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string decoded_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char letter : text.substr(0, text.find('='))) {
    const auto digit = digits.find(letter);
    if (digit == std::string_view::npos) throw std::invalid_argument("no base64");
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8)));
  }
  return bytes;
}

}  // namespace maumau::testing
