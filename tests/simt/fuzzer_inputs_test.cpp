#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/file.h"
#include "tests/fuzz/small_launch.h"

// The inputs of the PTX fuzzers, including former failures, with all launch options.

namespace warplens {
namespace {

constexpr std::size_t shares = 24;

std::vector<std::filesystem::path> inputs() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_PTX_INPUTS)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Every `shares`th input, so that ctest's processes share the work.
class FuzzerInputs : public testing::TestWithParam<std::size_t> {};

TEST_P(FuzzerInputs, RunToAnEnd) {
  const auto files = inputs();
  ASSERT_GE(files.size(), shares);
  for (std::size_t k = GetParam(); k < files.size(); k += shares) {
    SCOPED_TRACE(files[k].filename().string());
    const auto text = base::read_text(files[k]);
    ASSERT_TRUE(text) << text.error().message;
    for (std::uint8_t choice = 0; choice < 36; ++choice) fuzz::run_all_entries(*text, choice);
  }
}

INSTANTIATE_TEST_SUITE_P(Share, FuzzerInputs, testing::Range<std::size_t>(0, shares));

}  // namespace
}  // namespace warplens
