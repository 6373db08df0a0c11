// The connection to the referee: one gRPC stream, opened by the bot.
#pragma once

#include <string>

#include "session.hpp"

namespace maumau {

// Play until the referee closes the stream. Throws BotError and RefereeFault.
void dial(Session& session, const std::string& target, const v1::PlayRequest& hello);

}  // namespace maumau
