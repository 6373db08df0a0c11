/// @file
/// `run`: connect a bot to the referee.
#pragma once

#include <concepts>
#include <maumau/bot.hpp>
#include <memory>
#include <string>

namespace maumau {

/// How a bot is run.
struct Options {
  std::string name = {};  ///< for the owner's log; the program's name if empty
  int max_games = 256;    ///< the maximum number of games at once, 1 to 256
};

/// Play for the referee at ARENA_TARGET until it has no more games.
/// @return the exit code for `main`: 0, or 1 if the bot threw or there is no referee, or 2 if the referee
/// found fault with the bot
int run(Bot& bot, const Options& options = {});
/// The same with a temporary bot.
int run(Bot&& bot, const Options& options = {});
/// The same with a function.
int run(Choose choose, const Options& options = {});

/// Like `run`, with a bot for each game.
int run_each(MakeBot make, const Options& options = {});
/// Like `run`, with a new `B` for each game.
template <std::derived_from<Bot> B>
int run_each(const Options& options = {}) {
  return run_each([] { return std::make_unique<B>(); }, options);
}

}  // namespace maumau
