// Encode a choice as an answer.
#pragma once

#include <maumau/choice.hpp>
#include <vector>

#include "game.hpp"
#include "maumau/v1/referee.pb.h"

namespace maumau {

// A choice that is legal.
struct Answered {
  std::size_t place;      // among the legal choices
  const Choice& offered;  // the choice there
  Choice choice;          // as the bot decided it
};

// Which of the legal choices this one is. Throws NotAllowed if it is none, or decided as it may not be.
Answered answered(const Choice& choice, const std::vector<Choice>& legal);

// Add the answer, among the plain ones if it is only the number of a choice.
void add_answer(v1::PlayRequest& request, const v1::Question& question, const Answered& answered,
                const Extras& extras);

}  // namespace maumau
