#include <algorithm>
#include <array>
#include <maumau/view.hpp>
#include <ranges>

#include "decoding.hpp"
#include "game.hpp"
#include "maumau/v1/referee.pb.h"
#include "utf8.hpp"

namespace maumau {

namespace {

constexpr std::size_t rows_start = 14;  // where the table's rows by seat begin
constexpr int no_suit = 4;
constexpr std::size_t note_bytes = 200;
constexpr std::array<std::string_view, 13> ask_names = {"",        "CUT",  "TURN",       "DRAWN", "COVER",
                                                        "DEBT",    "PAID", "MISS",       "GO_ON", "CATCH",
                                                        "BELIEVE", "NAME", "DRAWN_SEVEN"};

template <typename Key>
const auto& once(std::optional<Key>& kept, auto make) {
  if (!kept) kept = make();
  return *kept;
}

}  // namespace

View::View(Game& game, const v1::Question& question, Time arrived)
    : game_(game), question_(question), arrived_(arrived), told_(game.show()) {}

int View::cell(std::size_t place) const { return static_cast<std::uint8_t>(question_.table().at(place)); }

std::optional<Card> View::card(std::size_t place) const {
  return game_.match().pack[question_.table().at(place)];
}

std::vector<int> View::row(std::size_t rows) const {
  const auto count = static_cast<std::size_t>(seats());
  std::vector<int> values;
  values.reserve(count);
  for (std::size_t seat = 0; seat < count; ++seat) values.push_back(cell(rows_start + rows * count + seat));
  return values;
}

const std::vector<Choice>& View::legal() const {
  return once(legal_, [&] {
    return choices_of(game_.match().pack, question_.choices(), question_.claims(), question_.hand());
  });
}

const std::vector<Choice>& View::plays() const {
  return once(plays_, [&] {
    std::vector<Choice> plays;
    std::ranges::copy_if(legal(), std::back_inserter(plays),
                         [](const auto& one) { return one.kind == Kind::Play; });
    return plays;
  });
}

std::optional<Choice> View::find(Kind kind) const {
  const auto found = std::ranges::find(legal(), kind, &Choice::kind);
  return found == legal().end() ? std::nullopt : std::optional(*found);
}

Ask View::ask() const { return static_cast<Ask>(cell(0)); }

const std::vector<Card>& View::hand() const {
  return once(hand_, [&] { return game_.match().pack.cards(question_.hand()); });
}

std::optional<Card> View::top() const { return card(1); }

std::optional<Suit> View::suit() const {
  if (cell(2) >= no_suit) return std::nullopt;
  return static_cast<Suit>(cell(2));
}

std::optional<Suit> View::wished_suit() const { return cell(3) & 2 ? suit() : std::nullopt; }

std::optional<Card> View::claim() const { return ask() == Ask::Believe ? top() : std::nullopt; }

std::optional<Seat> View::claimant() const {
  if (ask() != Ask::Believe) return std::nullopt;
  const auto told = history() | std::views::reverse;
  const auto found = std::ranges::find(told, EventKind::Claimed, &Event::kind);
  return found == told.end() ? std::nullopt : (*found).seat;
}

int View::pending_draw() const { return cell(4); }
int View::misses() const { return cell(5); }
std::optional<Card> View::drawn() const { return card(12); }
std::optional<Card> View::met() const { return card(11); }
int View::direction() const { return cell(3) & 1 ? 1 : -1; }
std::vector<int> View::counts() const { return row(0); }
int View::stock() const { return cell(6); }
int View::pile() const { return cell(7); }
const std::vector<std::optional<Card>>& View::lying() const { return game_.pile(); }

const CardCount& View::unseen() const {
  return once(unseen_, [&] {
    const auto& pack = match().cards;
    std::array<int, 256> left{};
    int all = stock() + pile();
    for (const int count : counts()) all += count;
    const int packs = all / static_cast<int>(pack.size());
    for (const Card& card : pack) left[card.code] += packs;
    for (const Card& card : hand()) --left[card.code];
    for (const auto& card : lying()) {
      if (card) --left[card->code];
    }
    std::vector<Card> unseen;
    for (std::size_t place = 0; place < pack.size(); ++place) {
      for (int& count = left[pack[place].code]; count > 0; --count) unseen.push_back(pack[place]);
    }
    return CardCount(std::move(unseen));
  });
}

std::vector<Word> View::said() const {
  std::vector<Word> words;
  for (const int word : row(1)) words.push_back(static_cast<Word>(word));
  return words;
}

std::vector<int> View::totals() const {
  const auto count = static_cast<std::size_t>(seats());
  std::vector<int> totals;
  for (std::size_t place = rows_start + 2 * count; totals.size() < count; place += 2) {
    totals.push_back(static_cast<std::int16_t>(cell(place) << 8 | cell(place + 1)));
  }
  return totals;
}

std::vector<bool> View::inside() const {
  std::vector<bool> inside;
  for (int seat = 0; seat < seats(); ++seat) inside.push_back(cell(13) >> seat & 1);
  return inside;
}

std::vector<Seat> View::opponents() const {
  std::vector<Seat> others;
  for (int step = 1; step < seats(); ++step) {
    const Seat other = (seat() + step * direction() + seats() * step) % seats();
    if (cell(13) >> other & 1) others.push_back(other);
  }
  return others;
}

Seat View::seat() const { return game_.seat(); }
int View::seats() const { return match().seats; }
Seat View::dealer() const { return cell(9); }
int View::deal() const { return cell(8); }
int View::ply() const { return static_cast<int>(question_.ply()); }
int View::number() const { return static_cast<int>(question_.number()); }
std::span<const Event> View::history() const { return game_.events(); }
std::span<const Event> View::news() const { return game_.events().subspan(told_); }

std::optional<std::chrono::milliseconds> View::clock() const {
  if (!question_.clock_ms()) return std::nullopt;
  return std::chrono::milliseconds(question_.clock_ms());
}

std::optional<View::Time> View::deadline() const {
  const auto left = clock();
  return left ? std::optional(arrived_ + *left) : std::nullopt;
}

const std::string& View::ruleset() const { return match().ruleset; }
const MatchInfo& View::match() const { return game_.match().info; }
std::mt19937_64& View::rng() const { return game_.rng(); }
void View::note(std::string_view text) const { game_.extras.note = clean_utf8(text, note_bytes); }
void View::win(double chance) const {
  const bool is_chance = chance >= 0 && chance <= 1;
  game_.extras.win = is_chance ? std::optional(static_cast<float>(chance)) : std::nullopt;
}

void View::resign() const { game_.extras.resign = true; }

std::string_view name(Ask ask) {
  const auto place = static_cast<std::size_t>(ask);
  return place < ask_names.size() ? ask_names[place] : "?";
}

}  // namespace maumau
