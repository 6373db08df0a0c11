// What the SDK keeps of a game while it is open.
#pragma once

#include <maumau/bot.hpp>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pack.hpp"
#include "pile.hpp"

namespace maumau {

// What is the same for all games of a stream.
struct Match {
  Pack pack;
  MatchInfo info;
};

// What goes with the next answer.
struct Extras {
  std::string note;
  bool resign = false;

  bool empty() const { return note.empty() && !resign; }
};

// One game: who plays it, and what happened in it.
class Game {
 public:
  Game(std::shared_ptr<const Match> match, std::shared_ptr<Bot> bot, Seat seat, std::string_view seed);

  const Match& match() const { return *match_; }
  Bot& bot() { return *bot_; }
  Seat seat() const { return seat_; }
  std::mt19937_64& rng();
  // Something happened.
  void add(std::string_view packed);
  std::span<const Event> events() const { return events_; }
  // What this seat laid face down since it was last asked is what its hand lacks now. It need not be what the
  // bot answered, which may be asked about a game that was played.
  void miss(std::string_view hand);
  // How many events the view before had; from now on those that this one has.
  std::size_t show();
  // Call on_event for all that it was not called for.
  void tell();
  const std::vector<std::optional<Card>>& pile() { return pile_.after(events_, laid_); }

  Extras extras;

 private:
  std::shared_ptr<const Match> match_;
  std::shared_ptr<Bot> bot_;
  Seat seat_;
  std::string seed_;
  std::optional<std::mt19937_64> rng_;
  std::vector<Event> events_;
  std::string hand_;                       // when it was last asked
  std::vector<std::optional<Card>> laid_;  // face down, by this seat
  std::size_t shown_ = 0;   // how many events the last view had
  std::size_t heard_ = 0;   // how many on_event was called for
  Pile pile_;
};

}  // namespace maumau
