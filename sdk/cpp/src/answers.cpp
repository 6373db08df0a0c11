#include "answers.hpp"

#include <algorithm>

namespace maumau {

namespace {

// True if all open fields have their lowest values.
bool is_as_offered(const Choice& choice, const Choice& offered) {
  return choice.suit == offered.suit && choice.word == offered.word && choice.target == offered.target &&
         choice.claim == offered.claim && choice.more == offered.more;
}

void add_plain(v1::PlayRequest& request, const v1::Question& question, std::size_t place) {
  const auto number = question.number();
  for (const auto byte : {question.game(), static_cast<std::uint32_t>(place), number >> 24, number >> 16,
                          number >> 8, number}) {
    request.mutable_plain()->push_back(static_cast<char>(byte));
  }
}

void add_decided(v1::Answer& answer, const Choice& choice) {
  if (choice.suit) answer.set_suit(static_cast<std::uint32_t>(*choice.suit));
  if (choice.word) answer.set_word(static_cast<std::uint32_t>(*choice.word));
  if (choice.target) answer.set_target(static_cast<std::uint32_t>(*choice.target));
  if (choice.claim) answer.set_claim(choice.claim->code);
  for (const Card& card : choice.more) answer.mutable_more()->push_back(static_cast<char>(card.code));
}

}  // namespace

Answered answered(const Choice& choice, const std::vector<Choice>& legal) {
  const auto is_it = [&](const Choice& one) { return one.allows_the_same(choice); };
  const auto found = std::ranges::find_if(legal, is_it);
  if (found == legal.end()) {
    throw NotAllowed("choose returned " + to_string(choice) + ", which is not in view.legal()");
  }
  const Decision decision{choice.suit, choice.word, choice.target, choice.claim, choice.more};
  return {static_cast<std::size_t>(found - legal.begin()), *found, found->with(decision)};
}

void add_answer(v1::PlayRequest& request, const v1::Question& question, const Answered& answered,
                const Extras& extras) {
  const auto& [place, offered, choice] = answered;
  if (extras.empty() && is_as_offered(choice, offered)) {
    add_plain(request, question, place);
    return;
  }
  auto& answer = *request.add_answers();
  answer.set_game(question.game());
  answer.set_number(question.number());
  answer.set_choice(static_cast<std::uint32_t>(place));
  add_decided(answer, choice);
  answer.set_note(extras.note);
  if (extras.win) answer.set_win(*extras.win);
  answer.set_resign(extras.resign);
}

}  // namespace maumau
