// Text that is valid in messages.
#pragma once

#include <string>
#include <string_view>

namespace maumau {

// Cut text to `size` bytes and remove invalid UTF-8, which protobuf does not send.
std::string clean_utf8(std::string_view text, std::size_t most);

}  // namespace maumau
