#include <array>
#include <maumau/event.hpp>

namespace maumau {

namespace {

constexpr std::array<std::string_view, 29> names = {
    "",          "DEAL",      "DEALT",      "TURNED",    "DREW",     "RESHUFFLED", "PLAYED",     "SAID",
    "NAMED",     "REVERSED",  "SKIPPED",    "PASSED",    "CUT_MET",  "CUT_KEPT",   "CUT_LEFT",   "CUT_AGAIN",
    "CATCHES",   "LETS_PASS", "CLAIMED",    "BELIEVED",  "DOUBTED",  "SHOWN",      "TAKEN_BACK", "OUT",
    "DEAL_OVER", "SCORED",    "ELIMINATED", "GAME_OVER", "FORFEITED"};

}  // namespace

std::string_view name(EventKind kind) {
  const auto place = static_cast<std::size_t>(kind);
  return place < names.size() ? names[place] : "?";
}

std::string to_string(const Event& event) {
  std::string text(name(event.kind));
  if (event.seat) text.append(" seat ").append(std::to_string(*event.seat));
  if (event.card) text.append(" ").append(to_string(*event.card));
  return text.append(" ").append(std::to_string(event.value));
}

}  // namespace maumau
