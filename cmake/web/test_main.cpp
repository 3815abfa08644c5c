#include <gtest/gtest.h>

// Without arguments, since emscripten 3.1.6 and clang 15 do not agree on the name of a main() that has some.
int main() {
  testing::InitGoogleTest();
  return RUN_ALL_TESTS();
}
