#pragma once

#include <string>
#include <string_view>

namespace maumau::testing {

std::string decoded_base64(std::string_view text);

}  // namespace maumau::testing
