#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "tests/fuzz/small_launch.h"

// Inputs at which a fuzzer once stopped, under every way to run them.

namespace warplens {
namespace {

TEST(Crashers, RunToAnEnd) {
  const std::filesystem::path folder = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests" / "fuzz" / "crashers";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename().string());
    const auto text = base::read_text(entry.path());
    ASSERT_TRUE(text) << text.error().message;
    for (std::uint8_t choice = 0; choice < 36; ++choice) fuzz::run_all_entries(*text, choice);
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace warplens
