#include "guarding.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

#include "failures.hpp"

namespace maumau {

namespace {

std::string readable(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
  return text ? text.get() : mangled;
}

std::string thrown() {
  try {
    throw;
  } catch (const std::exception& error) {
    return readable(typeid(error).name()) + ": " + error.what();
  } catch (...) {
    return "the bot threw something that is no std::exception";
  }
}

}  // namespace

void throw_bot_error(const View* view) {
  const std::string shown = view ? "\nThe view that the bot got:\n" + to_string(*view) : "";
  throw BotError(thrown() + shown);
}

}  // namespace maumau
