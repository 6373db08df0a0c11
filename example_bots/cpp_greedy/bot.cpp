// Plays the most costly card it can, keeps wild cards, names its longest suit.
#include <maumau/maumau.hpp>
#include <tuple>

using namespace maumau;

// Play many cards, name the longest suit, aim at the shortest hand, claim the truth if possible.
Choice decided(const View& view, const Choice& choice) {
  const auto held = [&](Suit suit) { return std::ranges::count(view.hand(), suit, &Card::suit); };
  const auto credible = [&](const Card& card) { return std::pair(card == choice.card, view.unseen()[card]); };
  return choice.with({
      .suit = max_by(choice.suits, held),
      .target = min_by(choice.targets, [&](Seat seat) { return view.counts()[seat]; }),
      .claim = max_by(choice.claims, credible),
      .more = std::vector(choice.further.end() - choice.most, choice.further.end()),
  });
}

// Prefer true claims, then cards that are not wild, then many points.
auto worth(const View& view, const Choice& choice) {
  bool wild = false;
  int points = 0;
  for (const Card& card : choice.cards()) {
    wild |= view.match().is_wild(card);
    points += view.match().points(card);
  }
  return std::tuple(choice.is_true(), !wild, points);
}

Choice greedy(const View& view) {
  const auto doubt = view.find(Kind::Doubt);
  if (doubt && !view.unseen().contains(*view.claim())) return *doubt;
  std::vector<Choice> choices;
  for (const Choice& play : view.plays()) choices.push_back(decided(view, play));
  return max_by(choices, [&](const Choice& choice) { return worth(view, choice); }).value_or(view.legal()[0]);
}

int main() { return run(greedy, {.name = "cpp_greedy"}); }
