// The discard pile as one seat knows it.
#pragma once

#include <maumau/event.hpp>
#include <optional>
#include <span>
#include <vector>

namespace maumau {

class Pile {
 public:
  explicit Pile(Seat seat) : seat_(seat) {}

  // The pile from bottom to top after these events; nothing: an unknown face-down card.
  // `events`: all events of the game so far. `own`: all cards that the seat played face down.
  const std::vector<std::optional<Card>>& after(std::span<const Event> events,
                                                std::span<const std::optional<Card>> own);

 private:
  void add(const Event& event, std::span<const std::optional<Card>> own);

  Seat seat_;
  std::vector<std::optional<Card>> cards_;
  std::size_t events_ = 0;  // that are counted in
  std::size_t own_ = 0;     // number of cards that the seat played face down
};

}  // namespace maumau
