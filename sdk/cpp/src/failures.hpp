// What ends a stream early.
#pragma once

#include <stdexcept>

namespace maumau {

// The bot threw, or returned what is none of its choices: what, and the view that it was shown.
class BotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The referee closes the stream because of a fault of the bot.
class RefereeFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace maumau
