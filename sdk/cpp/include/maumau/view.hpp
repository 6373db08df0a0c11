// What a bot is shown when it is asked.
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

// What is asked.
enum class Ask : std::uint8_t {
  Cut = 1,          // keep or leave the card met in cutting
  Turn = 2,         // a fresh turn
  Drawn = 3,        // after an ordinary draw: play or end the turn
  Cover = 4,        // a card must be put on the one just played
  Debt = 5,         // cards are owed: answer or draw them
  Paid = 6,         // after drawing what was owed: play or end the turn
  Miss = 7,         // a turn is to be missed: answer or miss it
  GoOn = 8,         // another card may be played, or a missing word still be said
  Catch = 9,        // somebody owes or owed an announcement: catch or let pass
  Believe = 10,     // a card was laid face down: believe or doubt
  Name = 11,        // name the suit to follow
  DrawnSeven = 12,  // of a debt the first cards are drawn: play one of them or end the turn
};

// Everything this seat may know now, and what it may do. It lives until `choose` returns, and so do the
// references it gives; what is copied out of it stays.
class View {
 public:
  using Time = std::chrono::steady_clock::time_point;

  View(Game& game, const v1::Question& question, Time arrived);
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  // What may be done: at least one choice, each legal as it is.
  const std::vector<Choice>& legal() const;
  // Those of `legal` that lay a card; none if none may be laid.
  const std::vector<Choice>& plays() const;
  // The first of `legal` that is of this kind.
  std::optional<Choice> find(Kind kind) const;
  // What is asked.
  Ask ask() const;
  // This seat's cards, in the order of the pack.
  const std::vector<Card>& hand() const;
  // The top of the discard pile, as claimed if it lies face down; nothing before one is turned.
  std::optional<Card> top() const;
  // The suit to follow, printed or named.
  std::optional<Suit> suit() const;
  // The suit to follow if it was named.
  std::optional<Suit> wished_suit() const;
  // What the card on top is said to be, if one is asked to believe it or to doubt.
  std::optional<Card> claim() const;
  // The seat that says so.
  std::optional<Seat> claimant() const;
  // How many cards are owed by the seat that is in turn.
  int pending_draw() const;
  // How many turns are still to be missed by those in turn.
  int misses() const;
  // The card just drawn that may be played now (the lowest of several), if there is one.
  std::optional<Card> drawn() const;
  // The card met in cutting, if one is asked about.
  std::optional<Card> met() const;
  // 1 if play goes by rising seat numbers, -1 if by falling ones.
  int direction() const;
  // Cards in the hand of each seat.
  std::vector<int> counts() const;
  // Cards in the stock.
  int stock() const;
  // Cards in the discard pile, with its top.
  int pile() const;
  // The discard pile from the bottom to the top; nothing for what somebody else laid face down there and
  // nobody saw.
  const std::vector<std::optional<Card>>& lying() const;
  // The cards that this seat does not see: in the stock, in other hands, or face down on the pile.
  const CardCount& unseen() const;
  // The word that stands for each seat.
  std::vector<Word> said() const;
  // Points, chips or lives of each seat so far, by the ruleset.
  std::vector<int> totals() const;
  // Whether each seat is still in the deal.
  std::vector<bool> inside() const;
  // The other seats that are still in the deal, in the order of play, the next one first.
  std::vector<Seat> opponents() const;
  // This bot's seat.
  Seat seat() const;
  // Number of seats at the table.
  int seats() const;
  // The dealer's seat.
  Seat dealer() const;
  // Number of the deal in this game, from 0.
  int deal() const;
  // How many decisions all seats made in this game so far: the place in the log and in a replay.
  int ply() const;
  // How many times this bot was asked in this game before.
  int number() const;
  // All that happened in this game so far, as this seat learned it.
  std::span<const Event> history() const;
  // What of it happened since this bot was last asked.
  std::span<const Event> news() const;
  // Time left for this game, this decision's increment in it; nothing without a clock.
  std::optional<std::chrono::milliseconds> clock() const;
  // When this game's time is over at the latest. Questions that come together share the time until they are
  // answered.
  std::optional<Time> deadline() const;
  // Id and version of the ruleset, "mau-mau@1".
  const std::string& ruleset() const;
  // What is the same for all games: the ruleset as data, the pack, seats, the clock.
  const MatchInfo& match() const;

  // Random numbers of this game, from the referee's seed: so games repeat.
  std::mt19937_64& rng() const;
  // Text to be shown beside the replay here, cut to 200 bytes of UTF-8. The last one counts.
  void note(std::string_view text) const;
  // Give up this game, whatever `choose` returns.
  void resign() const;

 private:
  int cell(std::size_t place) const;
  std::optional<Card> card(std::size_t place) const;
  std::vector<int> row(std::size_t rows) const;

  Game& game_;
  const v1::Question& question_;
  Time arrived_;
  std::size_t told_;  // events before those that are news
  mutable std::optional<std::vector<Choice>> legal_;
  mutable std::optional<std::vector<Choice>> plays_;
  mutable std::optional<std::vector<Card>> hand_;
  mutable std::optional<CardCount> unseen_;
};

std::string_view name(Ask ask);  // "TURN"
std::string to_string(const View& view);

}  // namespace maumau
