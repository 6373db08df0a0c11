// Errors that end a stream early.
#pragma once

#include <stdexcept>

namespace maumau {

// The bot threw or returned an illegal choice: the error and the view.
class BotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The referee closes the stream because of the bot's fault.
class RefereeFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace maumau
