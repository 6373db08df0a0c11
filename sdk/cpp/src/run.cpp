#include <errno.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <maumau/run.hpp>

#include "dialing.hpp"
#include "failures.hpp"

namespace maumau {

namespace {

constexpr const char* default_socket = "/run/arena/referee.sock";
constexpr const char* help =
    "maumau: ARENA_TARGET is not set, so there is no referee. Let the bot play: arena play ./mybot "
    "builtin:random\n";

class FunctionBot : public Bot {
 public:
  explicit FunctionBot(Choose choose) : choose_(std::move(choose)) {}
  Choice choose(const View& view) override { return choose_(view); }

 private:
  Choose choose_;
};

std::string variable(const char* key) {
  const char* value = std::getenv(key);
  return value ? value : "";
}

std::string target_of_environment() {
  const std::string target = variable("ARENA_TARGET");
  std::error_code unknown;
  if (!target.empty() || !std::filesystem::exists(default_socket, unknown)) return target;
  return std::string("unix://") + default_socket;
}

std::string name_of(const Options& options) {
#ifdef __GLIBC__
  if (options.name.empty()) return program_invocation_short_name;
#endif
  return options.name;
}

int play(Player player, const Options& options) {
  const std::string target = target_of_environment();
  if (target.empty()) {
    std::cerr << help;
    return 1;
  }
  try {
    Session session(std::move(player));
    dial(session, target, Session::hello(name_of(options), variable("ARENA_TOKEN"), options.max_games));
  } catch (const BotError& error) {
    std::cerr << error.what() << "\n";
    return 1;
  } catch (const std::exception& fault) {  // the referee's, or a message of its that cannot be read
    std::cerr << "maumau: the referee ended this bot: " << fault.what() << "\n";
    return 2;
  }
  return 0;
}

}  // namespace

int run(Bot& bot, const Options& options) {
  return play({std::shared_ptr<Bot>(&bot, [](Bot*) {}), {}}, options);
}

int run(Bot&& bot, const Options& options) { return run(bot, options); }

int run(Choose choose, const Options& options) {
  FunctionBot bot(std::move(choose));
  return run(bot, options);
}

int run_each(MakeBot make, const Options& options) { return play({nullptr, std::move(make)}, options); }

}  // namespace maumau
