// The match a bot plays in, and how its games end: what `on_match_start` and `on_game_end` get.
#pragma once

#include <cstdint>
#include <maumau/cards.hpp>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace maumau {

// What was wrong with a bot in a game.
enum class Verdict : std::uint8_t {
  Ok = 1,
  Illegal = 2,
  Timeout = 3,
  Stall = 4,
  Disconnect = 5,
  Protocol = 6,
  Oom = 7,
  NoStart = 8,
  Resign = 9,
  Internal = 10,
  Void = 11,
};

// Time of one game in milliseconds: bank, plus increment for each decision, cap in all; 0: no clock.
struct Clock {
  int bank = 0;
  int increment = 0;
  int cap = 0;
};

// The ruleset as data, and what it says of cards.
class Rules {
 public:
  // `document`: the ruleset in JSON. Throws std::runtime_error if it is none.
  Rules(const std::string& document, const std::vector<Card>& cards);

  // The whole ruleset. Include <nlohmann/json.hpp> to look into it.
  const nlohmann::json& json() const { return *json_; }
  int points(const Card& card) const { return of_codes_[card.code].points; }
  bool is_wild(const Card& card) const { return of_codes_[card.code].wild; }
  const nlohmann::json& effect(const Card& card) const;

 private:
  struct OfCard {
    int points = 0;
    bool wild = false;
  };
  std::shared_ptr<const nlohmann::json> json_;
  std::vector<OfCard> of_codes_;  // by code, 256 of them
};

// What is the same for all games of a match.
class MatchInfo {
 public:
  std::string ruleset;      // id and version, "mau-mau@1"
  std::vector<Card> cards;  // one pack, each Joker counted; two packs are played as one
  int seats = 0;            // 2 to 8
  int max_games = 0;        // how many may be open at once
  Clock clock;

  MatchInfo(std::string ruleset_id, std::vector<Card> pack, Rules ruleset_rules)
      : ruleset(std::move(ruleset_id)), cards(std::move(pack)), rules_(std::move(ruleset_rules)) {}

  // The whole ruleset as data. Include <nlohmann/json.hpp> to look into it.
  const nlohmann::json& rules() const { return rules_.json(); }
  // What a card counts at the end, by the ruleset's `values`.
  int points(const Card& card) const { return rules_.points(card); }
  // What a card does, by the ruleset's `effects`: its "is" is the name, "OweCards" for example; empty if
  // nothing.
  const nlohmann::json& effect(const Card& card) const { return rules_.effect(card); }
  // Whether a card may be laid on others whatever their suit, by the ruleset's `wild`.
  bool is_wild(const Card& card) const { return rules_.is_wild(card); }

 private:
  Rules rules_;
};

// How a game ended for this bot.
struct GameResult {
  Seat seat = 0;            // this bot's
  std::vector<int> places;  // of each seat, 1 is best; empty if the game was stopped for this bot's fault
  std::vector<int> totals;  // of each seat; empty in the same case
  Verdict verdict = Verdict::Ok;  // or what was wrong with this bot
  std::string detail;             // what was wrong, in words
};

std::string_view name(Verdict verdict);  // "ILLEGAL"

}  // namespace maumau
