#include "game.hpp"

#include <cstdint>
#include <utility>

#include "decoding.hpp"

namespace maumau {

Game::Game(std::shared_ptr<const Match> match, std::shared_ptr<Bot> bot, Seat seat, std::string_view seed)
    : match_(std::move(match)), bot_(std::move(bot)), seat_(seat), seed_(seed), pile_(seat) {}

std::mt19937_64& Game::rng() {
  if (!rng_) {
    std::uint64_t number = 0;
    for (const char byte : seed_) number = number << 8 | static_cast<std::uint8_t>(byte);
    rng_.emplace(number);
  }
  return *rng_;
}

void Game::add(std::string_view packed) { add_events(match_->pack, packed, events_); }

std::size_t Game::show() { return std::exchange(shown_, events_.size()); }

void Game::tell() {
  while (heard_ < events_.size()) bot_->on_event(events_[heard_++]);
}

void Game::answered(const Choice& choice) {
  if (choice.claim && choice.card) laid_.push_back(*choice.card);
}

}  // namespace maumau
