// Calls of the bot's own code: whatever it throws becomes a BotError.
#pragma once

#include <maumau/view.hpp>
#include <string>

namespace maumau {

// Throw a BotError with the current exception and the view, if any.
[[noreturn]] void throw_bot_error(const View* view);

template <typename Call>
auto guarded(Call call) {
  try {
    return call();
  } catch (...) {
    throw_bot_error(nullptr);
  }
}

template <typename Call>
auto guarded(const View& view, Call call) {
  try {
    return call();
  } catch (...) {
    throw_bot_error(&view);
  }
}

}  // namespace maumau
