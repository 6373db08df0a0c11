#include <gtest/gtest.h>

#include <cstdlib>

#include "first_legal.hpp"

namespace maumau::testing {

namespace {

TEST(Run, WithoutARefereeTellsHowToPlay) {
  unsetenv("ARENA_TARGET");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(first_legal), 1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "maumau: ARENA_TARGET is not set, so there is no referee. Let the bot play: "
            "arena play ./mybot builtin:random\n");
}

TEST(Run, IsOverIfTheRefereeIsNotThere) {
  setenv("ARENA_TARGET", "unix:///nowhere/referee.sock", 1);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(first_legal), 2);
  EXPECT_EQ(::testing::internal::GetCapturedStderr().rfind("maumau: the referee ended this bot: ", 0), 0u);
  unsetenv("ARENA_TARGET");
}

}  // namespace

}  // namespace maumau::testing
