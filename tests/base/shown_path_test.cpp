#include "base/shown_path.h"

#include <gtest/gtest.h>

#include "base/file.h"

namespace warplens::base {
namespace {

TEST(ShownPath, HasTheHomeFolderInShort) {
  const std::filesystem::path home = home_folder();
  if (home.empty()) GTEST_SKIP() << "this build has no home folder";
  EXPECT_EQ(shown_path(home / "course" / "add.cu"), "~/course/add.cu");
  EXPECT_EQ(shown_path(home.string() + "s/add.cu"), home.string() + "s/add.cu") << "another one's";
  EXPECT_EQ(shown_path("add.cu"), "add.cu");
  EXPECT_EQ(shown_path("/elsewhere/add.cu"), "/elsewhere/add.cu");
}

}  // namespace
}  // namespace warplens::base
