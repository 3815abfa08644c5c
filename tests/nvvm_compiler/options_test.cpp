#include "nvvm_compiler/options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warplens::nvvm_compiler {
namespace {

TEST(NvvmOptions, AreThoseOfTheInterface) {
  const std::vector<std::string> words{"-g",     "-generate-line-info", "-opt=0",      "--arch=compute_90a",
                                       "-ftz=1", "-prec-sqrt=0",        "-prec-div=0", "-fma=0"};
  const auto options = parse_options(words);
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->debug && options->lines && options->flushes_subnormals);
  EXPECT_FALSE(options->optimised || options->exact_square_root || options->exact_division || options->contracts);
  EXPECT_EQ(options->architecture, 90u);
}

TEST(NvvmOptions, HaveDefaults) {
  const auto options = parse_options({});
  ASSERT_TRUE(options.ok());
  EXPECT_FALSE(options->debug || options->lines || options->flushes_subnormals);
  EXPECT_TRUE(options->optimised && options->exact_square_root && options->exact_division && options->contracts);
}

TEST(NvvmOptions, UnknownOnesAreNamed) {
  for (const std::string word :
       {"", "-", "-O3", "-opt=", "-opt=4", "-opt=33", "-ftz=2", "-ftz", "-g=1", "-arch=", "-arch=compute_", "-arch=compute_x",
        "-arch=compute_99999999999", "-arch=75", "arch=compute_75", "-fma=01"}) {
    const auto options = parse_options(std::vector<std::string>{"-g", word});
    ASSERT_FALSE(options.ok()) << word;
    EXPECT_EQ(options.error().file, word);
  }
}

}  // namespace
}  // namespace warplens::nvvm_compiler
