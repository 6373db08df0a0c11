// A view as text, which the author is shown when the bot threw.
#include <maumau/view.hpp>

namespace maumau {

namespace {

std::string text(int number) { return std::to_string(number); }
std::string text(const Card& card) { return to_string(card); }
std::string text(const Choice& choice) { return to_string(choice); }

template <typename Value>
std::string text(const std::optional<Value>& value) {
  return value ? to_string(*value) : "none";
}

template <typename Values>
std::string joined(const Values& values, const char* between = " ") {
  std::string all;
  for (const auto& value : values) all.append(all.empty() ? "" : between).append(text(value));
  return all;
}

std::string where(const View& view) {
  return "seat " + text(view.seat()) + " of " + text(view.seats()) + ", " + view.ruleset() + ", deal " +
         text(view.deal()) + ", ply " + text(view.ply()) + ": " + std::string(name(view.ask()));
}

std::string how(const View& view) {
  const std::string named = view.wished_suit() ? ", named" : "";
  const auto claimant = view.claimant();
  return named + (claimant ? ", claimed by seat " + text(*claimant) : "");
}

}  // namespace

std::string to_string(const View& view) {
  return where(view) + "\nhand    " + joined(view.hand()) + "\ntop     " + text(view.top()) + ", suit " +
         text(view.suit()) + how(view) + "\ncounts  " + joined(view.counts()) + ", stock " +
         text(view.stock()) + ", pile " + text(view.pile()) + ", owed " + text(view.pending_draw()) +
         "\ntotals  " + joined(view.totals()) + "\nlegal   " + joined(view.legal(), ", ");
}

}  // namespace maumau
