// Views, answers and results as the recorded conversations write them.
#pragma once

#include <maumau/maumau.hpp>
#include <nlohmann/json.hpp>

namespace maumau::testing {

nlohmann::json shown(const View& view);
nlohmann::json shown(const GameResult& result);

}  // namespace maumau::testing
