#include "game.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "decoding.hpp"

namespace maumau {

namespace {

bool is_gain(EventKind kind) {
  return kind == EventKind::Dealt || kind == EventKind::Drew || kind == EventKind::CutKept ||
         kind == EventKind::TakenBack;
}

}  // namespace

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

void Game::miss(std::string_view hand) {
  std::vector<Card> held = match_->pack.cards(hand_);
  bool claimed = false;
  for (const Event& event : std::span(events_).subspan(shown_)) {
    if (event.kind == EventKind::Deal) held.clear();
    if (event.seat != seat_) continue;
    if (event.kind == EventKind::Claimed) claimed = true;
    if (is_gain(event.kind) && event.card) held.push_back(*event.card);
  }
  hand_ = hand;
  if (!claimed) return;
  for (const Card& card : match_->pack.cards(hand)) {
    const auto found = std::ranges::find(held, card);
    if (found != held.end()) held.erase(found);
  }
  // Nothing: of a deal that is over.
  laid_.push_back(held.empty() ? std::nullopt : std::optional(held.front()));
}

}  // namespace maumau
