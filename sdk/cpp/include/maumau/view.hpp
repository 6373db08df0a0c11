/// @file
/// The view that a bot gets with each question.
#pragma once

#include <chrono>
#include <cstdint>
#include <maumau/cards.hpp>
#include <maumau/choice.hpp>
#include <maumau/event.hpp>
#include <maumau/match.hpp>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace maumau {

namespace v1 {
class Question;
}
class Game;

/// The kind of a question.
enum class Ask : std::uint8_t {
  Cut = 1,          ///< keep or leave the card seen when cutting
  Turn = 2,         ///< a fresh turn
  Drawn = 3,        ///< after an ordinary draw: play or end the turn
  Cover = 4,        ///< cover the card just played
  Debt = 5,         ///< cards are owed: answer or draw them
  Paid = 6,         ///< after drawing the cards owed: play or end the turn
  Miss = 7,         ///< a turn must be missed: answer or miss it
  GoOn = 8,         ///< play another card, or still say a missing word
  Catch = 9,        ///< a player owes or owed an announcement: catch or let pass
  Believe = 10,     ///< a card was played face down: believe or doubt
  Name = 11,        ///< name the suit to follow
  DrawnSeven = 12,  ///< the first cards of a debt are drawn: play one of them or end the turn
};

/// All that this seat may know now, and its legal choices. The view and its references live until `choose`
/// returns; copies stay valid.
class View {
 public:
  /// A time of the monotonic clock.
  using Time = std::chrono::steady_clock::time_point;

  View(Game& game, const v1::Question& question, Time arrived);
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  /// The legal choices, at least one; each is legal as it is.
  const std::vector<Choice>& legal() const;
  /// The choices of `legal` that play a card; may be empty.
  const std::vector<Choice>& plays() const;
  /// The first choice of this kind.
  std::optional<Choice> find(Kind kind) const;
  /// The kind of a question.
  Ask ask() const;
  /// This seat's cards, in the order of the pack.
  const std::vector<Card>& hand() const;
  /// The top of the discard pile, as claimed if it is face down; nothing before a card is turned up.
  std::optional<Card> top() const;
  /// The suit to follow, printed or named.
  std::optional<Suit> suit() const;
  /// The suit to follow if it was named.
  std::optional<Suit> wished_suit() const;
  /// The claimed card on top, if the question is to believe or doubt it.
  std::optional<Card> claim() const;
  /// The seat that made the claim.
  std::optional<Seat> claimant() const;
  /// The number of cards that the current player owes.
  int pending_draw() const;
  /// The number of turns that are still to be missed.
  int misses() const;
  /// The card just drawn that may be played now (the lowest of several), if any.
  std::optional<Card> drawn() const;
  /// The card seen when cutting, if the question is about it.
  std::optional<Card> met() const;
  /// 1 if play runs in ascending order of seats, -1 if descending.
  int direction() const;
  /// The number of cards in each hand, by seat.
  std::vector<int> counts() const;
  /// The number of cards in the stock.
  int stock() const;
  /// The number of cards in the discard pile, including its top.
  int pile() const;
  /// The discard pile from bottom to top; nothing for unknown face-down cards.
  const std::vector<std::optional<Card>>& lying() const;
  /// The cards that this seat does not see: in the stock, in other hands, or face down on the pile.
  const CardCount& unseen() const;
  /// The word in force, by seat.
  std::vector<Word> said() const;
  /// The points, chips or lives so far, by seat.
  std::vector<int> totals() const;
  /// True for seats that are still in the deal.
  std::vector<bool> inside() const;
  /// The other seats that are still in the deal, in the order of play, the next one first.
  std::vector<Seat> opponents() const;
  /// This bot's seat.
  Seat seat() const;
  /// Number of seats at the table.
  int seats() const;
  /// The dealer's seat.
  Seat dealer() const;
  /// Number of the deal in this game, from 0.
  int deal() const;
  /// The number of decisions of all seats so far: the position in the log and in a replay.
  int ply() const;
  /// The number of earlier questions to this bot in this game.
  int number() const;
  /// All events of this game so far, as this seat learned them.
  std::span<const Event> history() const;
  /// The events since the last question to this bot.
  std::span<const Event> news() const;
  /// Time left for this game, this decision's increment in it; nothing without a clock.
  std::optional<std::chrono::milliseconds> clock() const;
  /// When this game's time is over at the latest. Questions that come together share the time until they are
  /// answered.
  std::optional<Time> deadline() const;
  /// Id and version of the ruleset, "mau-mau@1".
  const std::string& ruleset() const;
  /// The common facts of all games: the ruleset as data, the pack, seats, the clock.
  const MatchInfo& match() const;

  /// Random numbers of this game, from the referee's seed: so games repeat.
  std::mt19937_64& rng() const;
  /// Show text here in the replay, cut to 200 bytes of UTF-8. The last call counts.
  void note(std::string_view text) const;
  /// Show your own estimate of the chance to win this game, 0 to 1, here in the replay. Nothing is sent if it
  /// is outside this range. The last call counts.
  void win(double chance) const;
  /// Resign this game, whatever `choose` returns.
  void resign() const;

 private:
  int cell(std::size_t place) const;
  std::optional<Card> card(std::size_t place) const;
  std::vector<int> row(std::size_t rows) const;

  Game& game_;
  const v1::Question& question_;
  Time arrived_;
  std::size_t told_;  // number of events before the news
  mutable std::optional<std::vector<Choice>> legal_;
  mutable std::optional<std::vector<Choice>> plays_;
  mutable std::optional<std::vector<Card>> hand_;
  mutable std::optional<CardCount> unseen_;
};

/// The name, "TURN".
std::string_view name(Ask ask);
/// The view on several lines, for debugging.
std::string to_string(const View& view);

}  // namespace maumau
