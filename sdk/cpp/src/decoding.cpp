#include "decoding.hpp"

#include <cstdint>

namespace maumau {

namespace {

constexpr std::size_t choice_bytes = 8;
constexpr std::size_t event_bytes = 4;
constexpr char apart = '\xff';  // between claims without and with a suit
constexpr int everybody = 15;

std::uint8_t byte(char packed) { return static_cast<std::uint8_t>(packed); }

// The other cards of the same rank in the hand.
std::vector<Card> others_of_rank(const Pack& pack, std::string_view hand, char code) {
  const auto bottom = pack[code];
  std::vector<Card> others;
  bool taken_out = false;
  for (const char other : hand) {
    const auto card = pack[other];
    if (!card || !bottom || card->rank != bottom->rank) continue;
    if (other == code && !taken_out) {
      taken_out = true;
    } else {
      others.push_back(*card);
    }
  }
  return others;
}

std::vector<Card> claims_of(const Pack& pack, std::string_view claims, const Choice& choice) {
  if (choice.kind != Kind::Play || claims.empty()) return {};
  const auto border = claims.find(apart);
  if (border == std::string_view::npos) return pack.cards(claims);
  return pack.cards(choice.suits.empty() ? claims.substr(0, border) : claims.substr(border + 1));
}

Choice choice_of(const Pack& pack, std::string_view packed, std::string_view claims, std::string_view hand) {
  Choice choice;
  choice.kind = static_cast<Kind>(packed[0]);
  choice.card = pack[packed[1]];
  choice.suits = Allowed<Suit>(byte(packed[2]));
  choice.words = Allowed<Word>(byte(packed[3]));
  choice.targets = Allowed<Seat>(byte(packed[4]));
  choice.least = byte(packed[5]);
  choice.most = byte(packed[6]);
  choice.claims = claims_of(pack, claims, choice);
  if (choice.most) choice.further = others_of_rank(pack, hand, packed[1]);
  choice.suit = choice.suits.lowest();
  choice.word = choice.words.lowest();
  choice.target = choice.targets.lowest();
  if (!choice.claims.empty()) choice.claim = choice.claims.front();
  choice.more.assign(choice.further.begin(), choice.further.begin() + choice.least);
  return choice;
}

Event event_of(const Pack& pack, std::string_view packed) {
  const auto kind = static_cast<EventKind>(packed[0]);
  Event event{kind, std::nullopt, pack[packed[2]], byte(packed[3])};
  if (byte(packed[1]) != everybody) event.seat = byte(packed[1]);
  if (kind == EventKind::Scored) {
    event.card.reset();
    event.value = static_cast<std::int16_t>(byte(packed[2]) << 8 | byte(packed[3]));
  }
  return event;
}

}  // namespace

std::vector<Choice> choices_of(const Pack& pack, std::string_view packed, std::string_view claims,
                               std::string_view hand) {
  std::vector<Choice> choices;
  choices.reserve(packed.size() / choice_bytes);
  for (; packed.size() >= choice_bytes; packed.remove_prefix(choice_bytes)) {
    choices.push_back(choice_of(pack, packed, claims, hand));
  }
  return choices;
}

void add_events(const Pack& pack, std::string_view packed, std::vector<Event>& events) {
  for (; packed.size() >= event_bytes; packed.remove_prefix(event_bytes)) {
    events.push_back(event_of(pack, packed));
  }
}

}  // namespace maumau
