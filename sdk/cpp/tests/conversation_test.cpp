// The recorded conversations that the SDKs of all languages replay: see "how" in conversations.json.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base64.hpp"
#include "session.hpp"
#include "shown.hpp"

namespace maumau::testing {

namespace {

using nlohmann::json;

template <typename Values>
auto at(const Values& values, int ply) {
  using Value = std::decay_t<decltype(values[0])>;
  if (values.empty()) return std::optional<Value>();
  return std::optional<Value>(values[static_cast<std::size_t>(ply) % values.size()]);
}

Choice decided(const Choice& choice, int ply) {
  return choice.with({.suit = at(choice.suits, ply),
                      .word = at(choice.words, ply),
                      .target = at(choice.targets, ply),
                      .claim = at(choice.claims, ply),
                      .more = std::vector(choice.further.begin(), choice.further.begin() + choice.most)});
}

// Answers by the rule and records the views.
class Recorder : public Bot {
 public:
  json views = json::array();
  json texts = json::array();
  json ends = json::array();

  Choice choose(const View& view) override {
    const auto place = static_cast<std::size_t>(5 * view.number() + view.ply()) % view.legal().size();
    const Choice& offered = view.legal()[place];
    const Choice choice = view.number() % 3 ? decided(offered, view.ply()) : offered;
    if (view.number() % 5 == 0) view.note(std::string("n").append(std::to_string(view.number())));
    if (view.number() % 4 == 0) view.win((view.number() % 3) / 2.0);
    views.push_back(shown(view));
    texts.push_back(to_string(choice));
    return choice;
  }

  void on_game_end(const GameResult& result) override { ends.push_back(shown(result)); }
};

json fields_of(const v1::Answer& answer) {
  json more = json::array();
  for (const char code : answer.more()) more.push_back(static_cast<std::uint8_t>(code));
  return {{"suit", answer.has_suit() ? json(answer.suit()) : json()},
          {"word", answer.has_word() ? json(answer.word()) : json()},
          {"target", answer.has_target() ? json(answer.target()) : json()},
          {"claim", answer.has_claim() ? json(answer.claim()) : json()},
          {"more", more}};
}

struct SentAnswer {
  v1::Answer answer;
  bool plain = false;
};

using Sent = std::map<std::pair<std::uint32_t, std::uint32_t>, SentAnswer>;

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<std::uint8_t>(byte);
  return number;
}

// The answers by game and number of the question, plain ones among them.
Sent sent_in(const v1::PlayRequest& request) {
  Sent sent;
  for (const auto& answer : request.answers()) sent[{answer.game(), answer.number()}] = {answer, false};
  for (std::string_view plain = request.plain(); !plain.empty(); plain.remove_prefix(6)) {
    auto& one = sent[{big_endian(plain.substr(0, 1)), big_endian(plain.substr(2, 4))}];
    one.answer.set_choice(big_endian(plain.substr(1, 1)));
    one.plain = true;
  }
  return sent;
}

void expect_answer(const json& expected, const json& view, const SentAnswer& sent) {
  EXPECT_EQ(sent.answer.choice(), expected["choice"]) << view;
  EXPECT_EQ(sent.answer.note(), expected["note"]) << view;
  EXPECT_EQ(sent.answer.has_win() ? json(sent.answer.win()) : json(), expected["win"]) << view;
  const auto offered = view["legal"][sent.answer.choice()].get<std::string>();
  const bool as_offered = offered.substr(0, offered.find('|')) == expected["text"];
  EXPECT_EQ(sent.plain, as_offered && expected["note"] == "" && expected["win"].is_null()) << expected;
  if (!as_offered) {
    EXPECT_EQ(fields_of(sent.answer), expected["fields"]) << view;
  }
}

json list(const json& step, const char* name) { return step.value(name, json::array()); }

struct Recorded {
  json value;
};

void PrintTo(const Recorded& recorded, std::ostream* out) { *out << recorded.value["ruleset"]; }

class Conversation : public ::testing::TestWithParam<Recorded> {};

TEST_P(Conversation, IsHeldAsRecorded) {
  const auto recorder = std::make_shared<Recorder>();
  Session session({recorder, {}});
  for (const auto& step : GetParam().value["steps"]) {
    *recorder = Recorder();
    v1::PlayResponse message;
    ASSERT_TRUE(message.ParseFromString(decoded_base64(step["message"].get<std::string>())));
    const auto request = session.reply(message);
    ASSERT_EQ(recorder->views.size(), list(step, "views").size());
    for (std::size_t place = 0; place < recorder->views.size(); ++place) {
      EXPECT_EQ(json::diff(step["views"][place], recorder->views[place]), json::array())
          << step["views"][place];
      EXPECT_EQ(recorder->texts[place], step["answers"][place]["text"]);
    }
    EXPECT_EQ(recorder->ends, list(step, "ends"));
    const Sent sent = request ? sent_in(*request) : Sent();
    ASSERT_EQ(sent.size(), list(step, "answers").size());
    for (std::size_t place = 0; place < sent.size(); ++place) {
      const auto& answer = step["answers"][place];
      expect_answer(answer, step["views"][place], sent.at({answer["game"], answer["number"]}));
    }
  }
}

// Always prefers another choice.
class Obstinate : public Recorder {
 public:
  Choice choose(const View& view) override {
    Recorder::choose(view);
    return view.legal().back();
  }
};

TEST_P(Conversation, TellsWhatWasLaidWhateverWasAnswered) {
  const auto bot = std::make_shared<Obstinate>();
  Session session({bot, {}});
  for (const auto& step : GetParam().value["steps"]) {
    *bot = Obstinate();
    v1::PlayResponse message;
    ASSERT_TRUE(message.ParseFromString(decoded_base64(step["message"].get<std::string>())));
    session.reply(message);
    EXPECT_EQ(json::diff(list(step, "views"), bot->views), json::array());
  }
}

std::vector<Recorded> recorded() {
  std::ifstream file(CONVERSATIONS);
  std::vector<Recorded> all;
  const json whole = json::parse(file);
  for (const json& one : whole["conversations"]) all.push_back({one});
  return all;
}

std::string title(const ::testing::TestParamInfo<Recorded>& info) {
  auto text = info.param.value["ruleset"].get<std::string>();
  std::ranges::replace(text, '-', '_');
  return text + "_" + std::to_string(info.param.value["seats"].get<int>());
}

INSTANTIATE_TEST_SUITE_P(, Conversation, ::testing::ValuesIn(recorded()), title);

}  // namespace

}  // namespace maumau::testing
