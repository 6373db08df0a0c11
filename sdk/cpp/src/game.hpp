// The state of an open game.
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

// The common facts of all games of a stream.
struct Match {
  Pack pack;
  MatchInfo info;
};

// Extra fields of the next answer.
struct Extras {
  std::string note;
  std::optional<float> win;
  bool resign = false;

  bool empty() const { return note.empty() && !win && !resign; }
};

// One game: its bot and its events.
class Game {
 public:
  Game(std::shared_ptr<const Match> match, std::shared_ptr<Bot> bot, Seat seat, std::string_view seed);

  const Match& match() const { return *match_; }
  Bot& bot() { return *bot_; }
  Seat seat() const { return seat_; }
  std::mt19937_64& rng();
  // Add packed events.
  void add(std::string_view packed);
  std::span<const Event> events() const { return events_; }
  // Find the cards that this seat played face down since the last question: its hand lacks them. They may
  // differ from the bot's answer if the bot is asked about a game played before.
  void miss(std::string_view hand);
  // Return the number of events in the previous view; store that of this one.
  std::size_t show();
  // Call on_event for all new events.
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
  std::string hand_;                       // at the last question
  std::vector<std::optional<Card>> laid_;  // played face down by this seat
  std::size_t shown_ = 0;   // number of events in the last view
  std::size_t heard_ = 0;   // number of events passed to on_event
  Pile pile_;
};

}  // namespace maumau
