#include "shown.hpp"

#include <ranges>

namespace maumau::testing {

namespace {

using nlohmann::json;

std::string one(const Card& card) { return to_string(card); }
std::string one(Seat seat) { return std::to_string(seat); }
std::string one(Suit suit) { return std::string(name(suit)); }
std::string one(Word word) { return std::string(name(word)); }

template <typename T>
std::string one(const std::optional<T>& value) {
  return value ? to_string(*value) : "-";
}

template <typename Values>
std::string joined(const Values& values) {
  std::string all;
  for (const auto& value : values) all.append(all.empty() ? "" : " ").append(one(value));
  return all;
}

template <typename Values, typename Each>
json list(const Values& values, Each each) {
  json all = json::array();
  for (const auto& value : values) all.push_back(each(value));
  return all;
}

template <typename T>
json number(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

std::string allowed(const Choice& choice) {
  std::string text;
  for (const std::string& part :
       {to_string(choice), std::string(name(choice.kind)), one(choice.card), joined(choice.suits),
        joined(choice.words), joined(choice.targets), joined(choice.claims), joined(choice.further),
        std::to_string(choice.least)}) {
    text.append(part).append("|");
  }
  return text.append(std::to_string(choice.most));
}

std::string effect_of(const View& view, const Card& card) {
  return view.match().effect(card).value("is", "");
}

}  // namespace

json shown(const View& view) {
  const auto clock = view.clock();
  return {
      {"ask", name(view.ask())},
      {"number", view.number()},
      {"ply", view.ply()},
      {"seat", view.seat()},
      {"seats", view.seats()},
      {"ruleset", view.ruleset()},
      {"legal", list(view.legal(), allowed)},
      {"plays", view.plays().size()},
      {"hand", joined(view.hand())},
      {"top", one(view.top())},
      {"suit", one(view.suit())},
      {"wished_suit", one(view.wished_suit())},
      {"claim", one(view.claim())},
      {"claimant", number(view.claimant())},
      {"pending_draw", view.pending_draw()},
      {"misses", view.misses()},
      {"drawn", one(view.drawn())},
      {"met", one(view.met())},
      {"direction", view.direction()},
      {"counts", view.counts()},
      {"stock", view.stock()},
      {"pile", view.pile()},
      {"lying", joined(view.lying())},
      {"unseen", joined(view.unseen())},
      {"said", list(view.said(), [](Word word) { return name(word); })},
      {"totals", view.totals()},
      {"inside", view.inside()},
      {"opponents", view.opponents()},
      {"dealer", view.dealer()},
      {"deal", view.deal()},
      {"history", view.history().size()},
      {"news", list(view.news(), [](const Event& event) { return to_string(event); })},
      {"clock_ms", clock ? json(clock->count()) : json()},
      {"points", list(view.hand(), [&](const Card& card) { return view.match().points(card); })},
      {"effects", list(view.hand(), [&](const Card& card) { return effect_of(view, card); })},
      {"wild", list(view.hand(), [&](const Card& card) { return view.match().is_wild(card); })},
  };
}

json shown(const GameResult& result) {
  return {{"seat", result.seat},
          {"places", result.places},
          {"totals", result.totals},
          {"verdict", name(result.verdict)},
          {"detail", result.detail}};
}

}  // namespace maumau::testing
