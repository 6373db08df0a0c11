// The discard pile as one seat knows it, from what happened.
#pragma once

#include <maumau/event.hpp>
#include <optional>
#include <span>
#include <vector>

namespace maumau {

class Pile {
 public:
  explicit Pile(Seat seat) : seat_(seat) {}

  // What lies there after these events, from the bottom to the top; nothing: face down, somebody else's.
  // `events`: all of the game so far, each time more of them. `own`: all that the seat itself laid face down.
  const std::vector<std::optional<Card>>& after(std::span<const Event> events,
                                                std::span<const std::optional<Card>> own);

 private:
  void add(const Event& event, std::span<const std::optional<Card>> own);

  Seat seat_;
  std::vector<std::optional<Card>> cards_;
  std::size_t events_ = 0;  // that are counted in
  std::size_t own_ = 0;     // cards that the seat itself laid face down
};

}  // namespace maumau
