#pragma once

#include <maumau/maumau.hpp>

namespace maumau::testing {

inline Choice first_legal(const View& view) { return view.legal()[0]; }

}  // namespace maumau::testing
