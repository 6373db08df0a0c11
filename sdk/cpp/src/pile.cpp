#include "pile.hpp"

namespace maumau {

const std::vector<std::optional<Card>>& Pile::after(std::span<const Event> events,
                                                    std::span<const std::optional<Card>> own) {
  for (; events_ < events.size(); ++events_) add(events[events_], own);
  return cards_;
}

void Pile::add(const Event& event, std::span<const std::optional<Card>> own) {
  switch (event.kind) {
    case EventKind::Deal:
      cards_.clear();
      break;
    case EventKind::Turned:
      cards_ = {event.card};  // a card turned up before returns to the stock
      break;
    case EventKind::Played:
      cards_.push_back(event.card);
      break;
    case EventKind::Claimed:
      cards_.push_back(event.seat == seat_ && own_ < own.size() ? own[own_++] : std::nullopt);
      break;
    case EventKind::Shown:
      if (!cards_.empty()) cards_.back() = event.card;
      break;
    case EventKind::TakenBack:
      if (!cards_.empty()) cards_.pop_back();
      break;
    case EventKind::Reshuffled:
      if (cards_.size() > 1) cards_.erase(cards_.begin(), cards_.end() - 1);
      break;
    default:
      break;
  }
}

}  // namespace maumau
