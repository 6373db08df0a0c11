#include "utf8.hpp"

#include <gtest/gtest.h>

namespace maumau::testing {

namespace {

TEST(Utf8, IsCutBetweenCharacters) {
  EXPECT_EQ(clean_utf8("für", 2), "f");
  EXPECT_EQ(clean_utf8("für", 3), "fü");
  EXPECT_EQ(clean_utf8("♣♦", 5), "♣");
  EXPECT_EQ(clean_utf8("🂡", 4), "🂡");
}

TEST(Utf8, LeavesOutWhatIsNone) {
  EXPECT_EQ(clean_utf8("a\xff\x62", 9), "ab");
  EXPECT_EQ(clean_utf8("a\xc3", 9), "a");
  EXPECT_EQ(clean_utf8("\xc0\x80z", 9), "z");
  EXPECT_EQ(clean_utf8("\xed\xa0\x80z", 9), "z");
  EXPECT_EQ(clean_utf8("\xf4\x90\x80\x80z", 9), "z");
  EXPECT_EQ(clean_utf8("\xe2\x99z", 9), "z");
}

}  // namespace

}  // namespace maumau::testing
