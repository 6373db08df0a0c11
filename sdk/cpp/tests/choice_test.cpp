#include <gtest/gtest.h>

#include <maumau/maumau.hpp>
#include <sstream>

#include "decoding.hpp"

namespace maumau::testing {

namespace {

using Cards = std::vector<Card>;

constexpr std::string_view names[] = {"7C", "JC", "7D", "JD", "7H", "7S", "XX", "XX"};

const Pack pack{names};

Card card(std::string_view name) {
  for (const Card& one : pack.cards()) {
    if (to_string(one) == name) return one;
  }
  throw std::invalid_argument(std::string(name));
}

// The one choice of these 8 bytes, with these claims and this hand.
Choice choice(std::string_view packed, std::string_view claims = {}, std::string_view hand = {}) {
  return choices_of(pack, packed, claims, hand).at(0);
}

const Choice jack = choice({"\1\1\17\6\0\0\0\0", 8});
const Choice several = choice({"\1\0\0\0\0\1\2\0", 8}, {}, {"\0\1\2\4", 4});

std::string refusal(const Choice& one, const Decision& decision) {
  try {
    one.with(decision);
  } catch (const NotAllowed& error) {
    return error.what();
  }
  return "";
}

TEST(Choice, HasTheLowestOfWhatIsAllowed) {
  EXPECT_EQ(jack.suit, Suit::Clubs);
  EXPECT_EQ(jack.word, Word::LastCard);
  EXPECT_EQ(jack.target, std::nullopt);
  EXPECT_EQ(several.more, Cards{card("7D")});
}

TEST(Choice, IsDecidedByWith) {
  const Choice decided = jack.with({.suit = Suit::Spades, .word = Word::Silent});
  EXPECT_EQ(decided.suit, Suit::Spades);
  EXPECT_EQ(to_string(decided.with({.word = Word::LastCard})), "JC:S Mau");
  EXPECT_EQ(jack.suit, Suit::Clubs);
}

TEST(Choice, RefusesWhatItDoesNotAllow) {
  EXPECT_EQ(refusal(jack, {.word = Word::MauMau}), "word MAU_MAU: this choice allows LAST_CARD SILENT");
  EXPECT_EQ(refusal(jack, {.target = 1}), "target 1: this choice allows none");
  EXPECT_EQ(refusal(jack, {.more = Cards{card("JD")}}), "more JD: this choice allows 0 to 0 of none");
  EXPECT_EQ(refusal(several, {.more = Cards{}}), "more none: this choice allows 1 to 2 of 7D 7H");
  EXPECT_EQ(refusal(several, {.more = Cards{card("7D"), card("7D")}}),
            "more 7D 7D: this choice allows 1 to 2 of 7D 7H");
}

TEST(Choice, LaysSeveralCardsTheLastOnTop) {
  const Choice all = several.with({.more = Cards{card("7H"), card("7D")}});
  EXPECT_EQ(to_string(all), "7C+7H+7D");
  EXPECT_EQ(all.cards(), (Cards{card("7C"), card("7H"), card("7D")}));
}

TEST(Choice, ClaimsWhatItsHalfOfTheClaimsAllows) {
  const std::string_view claims("\0\2\377\1\3", 5);
  const Choice plain = choice({"\1\2\0\0\0\0\0\0", 8}, claims);
  const Choice naming = choice({"\1\2\17\0\0\0\0\0", 8}, claims);
  EXPECT_EQ(plain.claims, (Cards{card("7C"), card("7D")}));
  EXPECT_EQ(naming.claims, (Cards{card("JC"), card("JD")}));
  EXPECT_FALSE(plain.is_true());
  EXPECT_TRUE(plain.with({.claim = card("7D")}).is_true());
  EXPECT_EQ(to_string(naming), "7D=JC:C");
}

TEST(Choice, AimsAtASeat) {
  EXPECT_EQ(to_string(choice({"\1\4\0\0\12\0\0\0", 8}).with({.target = 3})), "7H@3");
}

TEST(Choice, IsWrittenInTheNotationOfLogs) {
  std::ostringstream text;
  text << choice({"\2\377\0\0\0\0\0\0", 8}) << " " << choice({"\14\377\4\0\0\0\0\0", 8}) << " " << card("XX");
  EXPECT_EQ(text.str(), "draw name:H XX");
}

TEST(Choice, OfALaterProtocolIsDecodedAllTheSame) {
  EXPECT_EQ(name(choice({"\143\377\0\0\0\0\0\0", 8}).kind), "?");
}

TEST(Cards, OfOneNameAreEqual) {
  EXPECT_EQ(pack['\6'], pack['\7']);
  EXPECT_EQ(CardCount(pack.cards())[card("XX")], 2);
  EXPECT_LT(card("JC"), card("7D"));
}

TEST(Best, IsTheFirstOfThoseOrNone) {
  const auto weight = [](Suit suit) { return suit == Suit::Diamonds || suit == Suit::Spades; };
  EXPECT_EQ(max_by(jack.suits, weight), Suit::Diamonds);
  EXPECT_EQ(min_by(jack.suits, weight), Suit::Clubs);
  EXPECT_EQ(max_by(several.suits, weight), std::nullopt);
}

}  // namespace

}  // namespace maumau::testing
