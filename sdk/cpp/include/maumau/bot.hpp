/// @file
/// The interface of bots: a class with `choose`, or a function.
#pragma once

#include <functional>
#include <maumau/choice.hpp>
#include <maumau/event.hpp>
#include <maumau/match.hpp>
#include <maumau/view.hpp>
#include <memory>

namespace maumau {

/// A bot. Implement `choose`; all other methods are optional.
///
/// Many games are open at once. `run_each<MyBot>()` creates a bot for each game, which can store its state in
/// members; `run(bot)` uses one bot for all games.
class Bot {
 public:
  virtual ~Bot() = default;

  /// One of `view.legal()`, as it is or with its fields filled by `with`.
  virtual Choice choose(const View& view) = 0;
  /// Called once, before this bot's first game.
  virtual void on_match_start(const MatchInfo&) {}
  /// Called at the first question of a game, before `on_event` and `choose`.
  virtual void on_game_start(const View&) {}
  /// Called for each event since the last question, before `choose` and at the end of the game.
  virtual void on_event(const Event&) {}
  /// Called at the end of a game.
  virtual void on_game_end(const GameResult&) {}

 protected:
  Bot() = default;
  Bot(const Bot&) = default;
  Bot(Bot&&) = default;
  Bot& operator=(const Bot&) = default;
  Bot& operator=(Bot&&) = default;
};

/// A bot that is a function.
using Choose = std::function<Choice(const View&)>;
/// Makes the bot of one game.
using MakeBot = std::function<std::unique_ptr<Bot>()>;

}  // namespace maumau
