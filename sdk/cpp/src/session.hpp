// The conversation with the referee, message by message, without the connection.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <maumau/bot.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game.hpp"
#include "maumau/v1/referee.pb.h"

namespace maumau {

// The player: one bot for all games, or a new one for each.
struct Player {
  std::shared_ptr<Bot> shared;
  MakeBot make;
};

using Send = std::function<void(const v1::PlayRequest&)>;

// One stream.
class Session {
 public:
  explicit Session(Player player, std::chrono::milliseconds soon = std::chrono::milliseconds(100))
      : player_(std::move(player)), soon_(soon) {}

  // Return the first message to send.
  static v1::PlayRequest hello(std::string_view name, std::string_view token, int max_games);
  // Process a message; return the unsent answers to its questions, if any. Early answers go to `send`; without
  // it all answers are returned together. Throws BotError and RefereeFault.
  std::optional<v1::PlayRequest> reply(const v1::PlayResponse& message, const Send& send = {});

 private:
  void welcome(const v1::Welcome& welcome);
  void start(const v1::GameStart& start);
  v1::PlayRequest answers(const v1::PlayResponse& message, const Send& send);
  void answer(const v1::Question& question, View::Time arrived, v1::PlayRequest& request);
  void end(const v1::GameEnd& end);
  Game& game(std::uint32_t number);
  std::shared_ptr<Bot> bot();

  Player player_;
  // Maximum delay of a decision; the clock runs until it is sent.
  std::chrono::milliseconds soon_;
  std::shared_ptr<const Match> match_;
  std::array<std::unique_ptr<Game>, 256> games_;
};

}  // namespace maumau
