#include "session.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "failures.hpp"
#include "first_legal.hpp"

namespace maumau::testing {

namespace {

// A bot made from a function that counts its calls.
class Told : public Bot {
 public:
  explicit Told(Choose choose = first_legal) : choose_(std::move(choose)) {}

  Choice choose(const View& view) override { return choose_(view); }
  void on_match_start(const MatchInfo& info) override { told.push_back("match " + info.ruleset); }
  void on_game_start(const View& view) override { told.push_back("start " + std::to_string(view.seat())); }
  void on_event(const Event& event) override { told.push_back(to_string(event)); }
  void on_game_end(const GameResult& result) override { told.emplace_back(name(result.verdict)); }

  std::vector<std::string> told;

 private:
  Choose choose_;
};

v1::PlayResponse welcome() {
  v1::PlayResponse message;
  auto& welcome = *message.mutable_welcome();
  welcome.set_ruleset("test@1");
  welcome.set_ruleset_json("{}");
  for (const char* card : {"7C", "8C", "9C", "TC"}) welcome.add_cards(card);
  welcome.set_seats(2);
  return message;
}

void add_start(v1::PlayResponse& message, unsigned game) {
  auto& start = *message.add_starts();
  start.set_game(game);
  start.set_seed("12345678");
}

// May lay 8C or draw, on 7C, with 8C and TC in the hand.
void add_question(v1::PlayResponse& message, unsigned game, unsigned number = 0) {
  auto& question = *message.add_questions();
  question.set_game(game);
  question.set_number(number);
  question.set_events({"\3\17\0\0", 4});
  question.set_choices({"\1\1\0\6\0\0\0\0\2\377\0\0\0\0\0\0", 16});
  question.set_hand("\1\3");
  question.set_table({"\2\0\0\1\0\0\2\1\0\1\0\377\377\3\2\1\2\2\0\12\377\366", 22});
  question.set_ply(7);
}

v1::PlayResponse asking() {
  auto message = welcome();
  add_start(message, 3);
  add_question(message, 3);
  return message;
}

std::string error_of(const Choose& choose) {
  Session session({std::make_shared<Told>(choose), {}});
  try {
    session.reply(asking());
  } catch (const BotError& error) {
    return error.what();
  }
  return "";
}

TEST(Session, SaysHello) {
  const auto hello = Session::hello("n\xff" + std::string(80, 'n'), "secret", 256).hello();
  EXPECT_EQ(hello.protocol(), 1u);
  EXPECT_EQ(hello.token(), "secret");
  EXPECT_EQ(hello.name(), std::string(64, 'n'));
  EXPECT_EQ(hello.sdk(), "maumau-cpp 0.1.0");
  EXPECT_EQ(hello.max_games(), 256u);
}

TEST(Session, TellsTheBotWhatHappensInItsOrder) {
  const auto bot = std::make_shared<Told>();
  Session session({bot, {}});
  auto message = asking();
  auto& end = *message.add_ends();
  end.set_game(3);
  end.set_events({"\31\0\377\373", 4});
  end.set_verdict(v1::VERDICT_OK);
  session.reply(message);
  const std::vector<std::string> told = {"match test@1", "start 0", "TURNED 7C 0", "SCORED seat 0 -5", "OK"};
  EXPECT_EQ(bot->told, told);
}

// The answers to two questions of one message go out one by one.
void expect_each_alone(Session& session) {
  auto message = asking();
  add_start(message, 4);
  add_question(message, 4);
  std::vector<std::string> sent;
  const auto last = session.reply(message, [&](const v1::PlayRequest& part) { sent.push_back(part.plain()); });
  EXPECT_EQ(sent, std::vector<std::string>{std::string("\3\0\0\0\0\0", 6)});
  EXPECT_EQ(last->plain(), std::string("\4\0\0\0\0\0", 6));
}

TEST(Session, LetsWhatIsDecidedNotWaitLongForTheRest) {
  Session session({std::make_shared<Told>([](const View& view) {
                     std::this_thread::sleep_for(std::chrono::milliseconds(150));
                     return first_legal(view);
                   }),
                   {}});
  expect_each_alone(session);
}

TEST(Session, SendsNoMessageWithoutAnswers) {
  Session session({std::make_shared<Told>(), {}}, std::chrono::milliseconds(-1));  // as if always held up
  expect_each_alone(session);
}

// Remembers in itself how often it was asked.
class Counting : public Bot {
 public:
  Choice choose(const View& view) override {
    view.note(std::to_string(++asked_));
    return view.legal()[0];
  }

 private:
  int asked_ = 0;
};

TEST(Session, MakesABotForEachGame) {
  Session session({nullptr, std::make_unique<Counting>});
  auto message = asking();
  add_question(message, 3, 1);
  add_start(message, 200);
  add_question(message, 200);
  std::vector<std::string> notes;
  const auto request = session.reply(message);
  for (const auto& answer : request->answers()) notes.push_back(answer.note());
  EXPECT_EQ(notes, (std::vector<std::string>{"1", "2", "1"}));
}

TEST(Session, SendsNotesAndResignations) {
  Session session({std::make_shared<Told>([](const View& view) {
                     view.note("für\xff");
                     view.resign();
                     return view.legal()[1];
                   }),
                   {}});
  const auto request = session.reply(asking());
  ASSERT_EQ(request->answers_size(), 1);
  EXPECT_EQ(request->answers(0).note(), "für");
  EXPECT_TRUE(request->answers(0).resign());
  EXPECT_EQ(request->answers(0).choice(), 1u);
  EXPECT_EQ(request->plain(), "");
}

TEST(Session, SendsAnEstimateUnlessItIsNoChance) {
  for (const double chance : {0.25, 0.0, 1.0, -0.01, 1.01, std::nan("")}) {
    Session session({std::make_shared<Told>([&](const View& view) {
                       view.note("so");
                       view.win(chance);
                       return view.legal()[1];
                     }),
                     {}});
    const auto request = session.reply(asking());
    const bool is_chance = chance >= 0 && chance <= 1;
    EXPECT_EQ(request->answers(0).has_win(), is_chance) << chance;
    EXPECT_EQ(request->answers(0).win(), is_chance ? static_cast<float>(chance) : 0) << chance;
  }
}

TEST(Session, SendsTheNumberOfAQuestionInFourBytes) {
  Session session({std::make_shared<Told>(), {}});
  auto message = welcome();
  add_start(message, 255);
  add_question(message, 255, 0x01020304);
  EXPECT_EQ(session.reply(message)->plain(), std::string("\377\0\1\2\3\4", 6));
}

TEST(Session, ShowsTheViewToTheAuthorWhenTheBotThrows) {
  EXPECT_EQ(error_of([](const View& view) { return view.find(Kind::Doubt).value(); }),
            "std::bad_optional_access: bad optional access\n"
            "The view that the bot got:\n"
            "seat 0 of 2, test@1, deal 0, ply 7: TURN\n"
            "hand    8C TC\n"
            "top     7C, suit C\n"
            "counts  2 1, stock 2, pile 1, owed 0\n"
            "totals  10 -10\n"
            "legal   8C Mau, draw");
}

TEST(Session, AcceptsNoChoiceThatIsNotOffered) {
  EXPECT_EQ(error_of([](const View&) { return Choice{}; }).find("maumau::NotAllowed: choose returned"), 0u);
  const auto bent = [](const View& view) {
    Choice choice = view.legal()[0];
    choice.word = Word::MauMau;
    return choice;
  };
  EXPECT_EQ(error_of(bent).find("maumau::NotAllowed: word MAU_MAU: this choice allows LAST_CARD SILENT"), 0u);
}

TEST(Session, EndsWithAFault) {
  Session session({std::make_shared<Told>(), {}});
  v1::PlayResponse message;
  message.mutable_fault()->set_verdict(v1::VERDICT_PROTOCOL);
  message.mutable_fault()->set_detail("why");
  try {
    session.reply(message);
    FAIL();
  } catch (const RefereeFault& fault) {
    EXPECT_STREQ(fault.what(), "PROTOCOL: why");
  }
}

TEST(Session, GivesEachGameItsRandomNumbersAgain) {
  std::set<std::uint64_t> numbers;
  for (int time = 0; time < 2; ++time) {
    Session session({std::make_shared<Told>([&](const View& view) {
                       numbers.insert(view.rng()());
                       return view.legal()[0];
                     }),
                     {}});
    session.reply(asking());
  }
  EXPECT_EQ(numbers.size(), 1u);
}

TEST(Session, ShowsWhatIsNotSeen) {
  std::string seen;
  Session session({std::make_shared<Told>([&](const View& view) {
                     for (const Card& card : view.unseen()) seen += to_string(card) + " ";
                     return view.legal()[0];
                   }),
                   {}});
  session.reply(asking());
  EXPECT_EQ(seen, "9C ");
}

}  // namespace

}  // namespace maumau::testing
