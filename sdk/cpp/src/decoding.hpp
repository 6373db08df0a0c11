// Packed bytes into values. The layout is given in referee.proto.
#pragma once

#include <maumau/choice.hpp>
#include <maumau/event.hpp>
#include <string_view>
#include <vector>

#include "pack.hpp"

namespace maumau {

// The choices of a question. Those with claims or further cards depend on claims and hand too.
std::vector<Choice> choices_of(const Pack& pack, std::string_view packed, std::string_view claims,
                               std::string_view hand);

// Decode events and put them behind those that are there.
void add_events(const Pack& pack, std::string_view packed, std::vector<Event>& events);

}  // namespace maumau
