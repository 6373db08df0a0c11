// Text that may be sent.
#pragma once

#include <string>
#include <string_view>

namespace maumau {

// The text, cut to so many bytes, without what is no UTF-8: protobuf sends no other text.
std::string clean_utf8(std::string_view text, std::size_t most);

}  // namespace maumau
