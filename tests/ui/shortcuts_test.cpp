#define GLFW_INCLUDE_NONE
#include "ui/window/shortcuts.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <set>

namespace warplens::ui {
namespace {

TEST(Shortcuts, EachKeyDoesOneThing) {
  std::set<std::pair<int, int>> seen;
  for (const Shortcut& shortcut : shortcuts())
    EXPECT_TRUE(seen.emplace(shortcut.key, shortcut.modifiers).second)
        << shortcut.key << " with " << shortcut.modifiers << " is there twice";
  EXPECT_TRUE(seen.contains({GLFW_KEY_PAGE_DOWN, 0}));
}

}  // namespace
}  // namespace warplens::ui
