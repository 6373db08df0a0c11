#include <algorithm>
#include <array>
#include <maumau/choice.hpp>

namespace maumau {

namespace {

constexpr std::array<std::string_view, 13> kind_names = {
    "",          "PLAY",  "DRAW",     "PASS",    "TAKE_DEBT", "MISS_TURN", "KEEP_CUT",
    "LEAVE_CUT", "CATCH", "LET_PASS", "BELIEVE", "DOUBT",     "NAME_SUIT"};
constexpr std::array<std::string_view, 13> kind_notation = {
    "", "", "draw", "pass", "take", "miss", "keep", "leave", "catch", "let", "believe", "doubt", "name"};
constexpr std::array<std::string_view, 3> word_names = {"MAU_MAU", "LAST_CARD", "SILENT"};
constexpr std::array<std::string_view, 3> spoken = {" Mau-Mau", " Mau", ""};

template <typename Names, typename Value>
std::string_view named(const Names& names, Value value) {
  const auto place = static_cast<std::size_t>(value);
  return place < names.size() ? names[place] : "?";
}

std::string label(Suit suit) { return std::string(name(suit)); }
std::string label(Word word) { return std::string(name(word)); }
std::string label(const Card& card) { return to_string(card); }
std::string label(Seat seat) { return std::to_string(seat); }

template <typename Values>
std::string labels(const Values& values) {
  std::string all;
  for (const auto& value : values) all.append(all.empty() ? "" : " ").append(label(value));
  return all.empty() ? "none" : all;
}

template <typename T>
bool contains(const Allowed<T>& allowed, T value) {
  return allowed.contains(value);
}

bool contains(const std::vector<Card>& allowed, const Card& card) {
  return std::ranges::find(allowed, card) != allowed.end();
}

template <typename T, typename Values>
void decide(std::string_view field, std::optional<T>& decided, const std::optional<T>& value,
            const Values& allowed) {
  if (!value) return;
  if (!contains(allowed, *value)) {
    throw NotAllowed(std::string(field) + " " + label(*value) + ": this choice allows " + labels(allowed));
  }
  decided = value;
}

bool is_part(std::vector<Card> some, std::vector<Card> all) {
  std::ranges::sort(some);
  std::ranges::sort(all);
  return std::ranges::includes(all, some);
}

void check_more(const Choice& choice, const std::vector<Card>& more) {
  const int count = static_cast<int>(more.size());
  if (count >= choice.least && count <= choice.most && is_part(more, choice.further)) return;
  throw NotAllowed("more " + labels(more) + ": this choice allows " + std::to_string(choice.least) + " to " +
                   std::to_string(choice.most) + " of " + labels(choice.further));
}

}  // namespace

Choice Choice::with(const Decision& decision) const {
  Choice decided = *this;
  decide("suit", decided.suit, decision.suit, suits);
  decide("word", decided.word, decision.word, words);
  decide("target", decided.target, decision.target, targets);
  decide("claim", decided.claim, decision.claim, claims);
  if (decision.more) {
    check_more(*this, *decision.more);
    decided.more = *decision.more;
  }
  return decided;
}

std::vector<Card> Choice::cards() const {
  if (!card) return {};
  std::vector<Card> laid{*card};
  laid.insert(laid.end(), more.begin(), more.end());
  return laid;
}

bool Choice::allows_the_same(const Choice& other) const {
  return kind == other.kind && card == other.card && suits == other.suits && words == other.words &&
         targets == other.targets && least == other.least && most == other.most && claims == other.claims &&
         further == other.further;
}

std::string_view name(Kind kind) { return named(kind_names, kind); }

std::string_view name(Word word) { return named(word_names, word); }

std::string to_string(const Choice& choice) {
  std::string text(named(kind_notation, choice.kind));
  if (choice.card) text += to_string(*choice.card);
  for (const Card& card : choice.more) text.append("+").append(to_string(card));
  if (choice.claim) text.append("=").append(to_string(*choice.claim));
  if (choice.suit) text.append(":").append(to_string(*choice.suit));
  if (choice.target) text.append("@").append(std::to_string(*choice.target));
  if (choice.word) text.append(named(spoken, *choice.word));
  return text;
}

}  // namespace maumau
