#include <array>
#include <maumau/match.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace maumau {

namespace {

constexpr std::array<std::string_view, 12> verdict_names = {"",         "OK",         "ILLEGAL",  "TIMEOUT",
                                                            "STALL",    "DISCONNECT", "PROTOCOL", "OOM",
                                                            "NO_START", "RESIGN",     "INTERNAL", "VOID"};

nlohmann::json parsed(const std::string& document) {
  auto rules = nlohmann::json::parse(document, nullptr, false);
  if (!rules.is_object()) throw std::runtime_error("the ruleset is no JSON document");
  return rules;
}

// The entry for a card, or else for its rank; null without one.
const nlohmann::json& of_card(const nlohmann::json& rules, const char* table, const Card& card) {
  static const nlohmann::json nothing;
  const auto found = rules.find(table);
  if (found == rules.end() || !found->is_object()) return nothing;
  for (const auto& key : {to_string(card), std::string(1, card.rank)}) {
    if (const auto value = found->find(key); value != found->end()) return *value;
  }
  return nothing;
}

}  // namespace

Rules::Rules(const std::string& document, const std::vector<Card>& cards)
    : json_(std::make_shared<const nlohmann::json>(parsed(document))), of_codes_(256) {
  for (const Card& card : cards) {
    const auto& points = of_card(*json_, "values", card);
    of_codes_[card.code] = {points.is_number() ? points.get<int>() : 0,
                            json_->contains("wild") && json_->at("wild").contains(std::string(1, card.rank))};
  }
}

const nlohmann::json& Rules::effect(const Card& card) const {
  static const auto nothing = nlohmann::json::object();
  const auto& found = of_card(*json_, "effects", card);
  return found.is_null() ? nothing : found;
}

std::string_view name(Verdict verdict) {
  const auto place = static_cast<std::size_t>(verdict);
  return place < verdict_names.size() ? verdict_names[place] : "?";
}

}  // namespace maumau
