/// @file
/// The arguments of `on_match_start` and `on_game_end`: the match and the result of a game.
#pragma once

#include <cstdint>
#include <maumau/cards.hpp>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace maumau {

/// The referee's judgement of a bot in a game.
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

/// Time for one game in milliseconds: bank plus increment per decision, at most cap; 0: no clock.
struct Clock {
  int bank = 0;       ///< at the start
  int increment = 0;  ///< for each decision
  int cap = 0;        ///< the most that can be saved
};

/// The ruleset as data, and its facts about cards.
class Rules {
 public:
  /// @param document the ruleset in JSON
  /// @param cards one pack
  /// @throws std::runtime_error if the document is not a ruleset
  Rules(const std::string& document, const std::vector<Card>& cards);

  /// The whole ruleset. Include <nlohmann/json.hpp> to look into it.
  const nlohmann::json& json() const { return *json_; }
  /// A card's points at the end.
  int points(const Card& card) const { return of_codes_[card.code].points; }
  /// True if a card may be played on any suit.
  bool is_wild(const Card& card) const { return of_codes_[card.code].wild; }
  /// A card's effect; empty without one.
  const nlohmann::json& effect(const Card& card) const;

 private:
  struct OfCard {
    int points = 0;
    bool wild = false;
  };
  std::shared_ptr<const nlohmann::json> json_;
  std::vector<OfCard> of_codes_;  // by code, 256 of them
};

/// The common facts of all games of a match.
class MatchInfo {
 public:
  std::string ruleset;      ///< id and version, "mau-mau@1"
  std::vector<Card> cards;  ///< of one pack, with each Joker; two packs are listed once
  int seats = 0;            ///< 2 to 8
  int max_games = 0;        ///< maximum number of open games
  Clock clock;              ///< time for a game

  MatchInfo(std::string ruleset_id, std::vector<Card> pack, Rules ruleset_rules)
      : ruleset(std::move(ruleset_id)), cards(std::move(pack)), rules_(std::move(ruleset_rules)) {}

  /// The whole ruleset as data. Include <nlohmann/json.hpp> to look into it.
  const nlohmann::json& rules() const { return rules_.json(); }
  /// A card's points at the end, from the ruleset's `values`.
  int points(const Card& card) const { return rules_.points(card); }
  /// A card's effect, from the ruleset's `effects`: "is" is its name, for example "OweCards"; empty without
  /// an effect.
  const nlohmann::json& effect(const Card& card) const { return rules_.effect(card); }
  /// True if a card may be played on any suit, from the ruleset's `wild`.
  bool is_wild(const Card& card) const { return rules_.is_wild(card); }

 private:
  Rules rules_;
};

/// The result of a game for this bot.
struct GameResult {
  Seat seat = 0;                  ///< this bot's
  std::vector<int> places;        ///< by seat, 1 is best; empty after this bot's fault
  std::vector<int> totals;        ///< by seat; empty after this bot's fault
  Verdict verdict = Verdict::Ok;  ///< on this bot
  std::string detail;             ///< description of the fault
};

/// The name, "ILLEGAL".
std::string_view name(Verdict verdict);

}  // namespace maumau
