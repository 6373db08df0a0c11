#include "session.hpp"

#include <iostream>
#include <utility>

#include "answers.hpp"
#include "failures.hpp"
#include "guarding.hpp"
#include "utf8.hpp"

namespace maumau {

namespace {

constexpr std::uint32_t protocol = 1;
constexpr std::string_view sdk = "maumau-cpp 0.1.0";
constexpr std::size_t name_bytes = 64;

MatchInfo info_of(const v1::Welcome& welcome, const Pack& pack) {
  MatchInfo info(welcome.ruleset(), pack.cards(), Rules(welcome.ruleset_json(), pack.cards()));
  info.seats = static_cast<int>(welcome.seats());
  info.max_games = static_cast<int>(welcome.max_games());
  info.clock = {static_cast<int>(welcome.clock().bank_ms()), static_cast<int>(welcome.clock().increment_ms()),
                static_cast<int>(welcome.clock().cap_ms())};
  return info;
}

GameResult result_of(const v1::GameEnd& end, Seat seat) {
  GameResult result;
  result.seat = seat;
  result.places.assign(end.places().begin(), end.places().end());
  result.totals.assign(end.totals().begin(), end.totals().end());
  result.verdict = static_cast<Verdict>(end.verdict());
  result.detail = end.detail();
  return result;
}

std::string verdict_text(v1::Verdict verdict, const std::string& detail) {
  return std::string(name(static_cast<Verdict>(verdict))) + ": " + detail;
}

// True without answers, for example if the process was suspended before the first question.
bool is_empty(const v1::PlayRequest& request) {
  return request.plain().empty() && request.answers().empty();
}

}  // namespace

v1::PlayRequest Session::hello(std::string_view name, std::string_view token, int max_games) {
  v1::PlayRequest request;
  auto& hello = *request.mutable_hello();
  hello.set_protocol(protocol);
  hello.set_token(std::string(token));
  hello.set_name(clean_utf8(name, name_bytes));
  hello.set_sdk(std::string(sdk));
  hello.set_max_games(static_cast<std::uint32_t>(max_games));
  return request;
}

std::optional<v1::PlayRequest> Session::reply(const v1::PlayResponse& message, const Send& send) {
  if (message.has_welcome()) welcome(message.welcome());
  for (const auto& one : message.starts()) start(one);
  for (const auto& news : message.news()) game(news.game()).add(news.events());
  std::optional<v1::PlayRequest> request;
  if (message.questions_size() > 0) request = answers(message, send);
  for (const auto& one : message.ends()) end(one);
  if (message.has_fault()) {
    throw RefereeFault(verdict_text(message.fault().verdict(), message.fault().detail()));
  }
  return request;
}

void Session::welcome(const v1::Welcome& welcome) {
  const Pack pack(welcome.cards());
  match_ = std::make_shared<const Match>(Match{pack, info_of(welcome, pack)});
  if (player_.shared) guarded([&] { player_.shared->on_match_start(match_->info); });
}

void Session::start(const v1::GameStart& start) {
  if (!match_) throw RefereeFault("a game before the Welcome");
  games_.at(start.game()) =
      std::make_unique<Game>(match_, bot(), static_cast<Seat>(start.seat()), start.seed());
}

std::shared_ptr<Bot> Session::bot() {
  if (player_.shared) return player_.shared;
  return guarded([&] {
    std::shared_ptr<Bot> made = player_.make();
    made->on_match_start(match_->info);
    return made;
  });
}

Game& Session::game(std::uint32_t number) {
  const auto& game = games_.at(number);
  if (!game) throw RefereeFault("a message about a game that is not open");
  return *game;
}

v1::PlayRequest Session::answers(const v1::PlayResponse& message, const Send& send) {
  v1::PlayRequest request;
  auto since = View::Time::clock::now();
  for (const auto& question : message.questions()) {
    if (send && View::Time::clock::now() - since > soon_ && !is_empty(request)) {
      send(request);
      request.Clear();
      since = View::Time::clock::now();
    }
    answer(question, since, request);
  }
  return request;
}

void Session::answer(const v1::Question& question, View::Time arrived, v1::PlayRequest& request) {
  Game& game = this->game(question.game());
  game.add(question.events());
  game.miss(question.hand());
  const View view(game, question, arrived);
  const Answered answer = guarded(view, [&] {
    if (view.number() == 0) game.bot().on_game_start(view);
    game.tell();
    return answered(game.bot().choose(view), view.legal());
  });
  add_answer(request, question, answer, std::exchange(game.extras, {}));
}

void Session::end(const v1::GameEnd& end) {
  Game& game = this->game(end.game());
  game.add(end.events());
  if (!end.detail().empty()) std::cerr << "maumau: " << verdict_text(end.verdict(), end.detail()) << "\n";
  guarded([&] {
    game.tell();
    game.bot().on_game_end(result_of(end, game.seat()));
  });
  games_.at(end.game()).reset();
}

}  // namespace maumau
