#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/resources.h"
#include "fuzz_target.h"
#include "tests/mutated/mutation.h"
#include "tests/mutated/reading_limits.h"

// A short turn of each fuzzer in builds without libFuzzer: its corpus as it is, then mutated, the same way every time.

FUZZ_TARGET(compiler_text);
FUZZ_TARGET(nvvm);
FUZZ_TARGET(execute);
FUZZ_TARGET(experiment);
FUZZ_TARGET(kernel_file);
FUZZ_TARGET(lesson);
FUZZ_TARGET(mesh);
FUZZ_TARGET(native);
FUZZ_TARGET(npy);
FUZZ_TARGET(ptx_parse);
FUZZ_TARGET(recording);
FUZZ_TARGET(remote);
FUZZ_TARGET(session);
FUZZ_TARGET(trace);

namespace warplens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_seeds = 200;  // of a corpus: every Nth file of a larger one
constexpr std::size_t max_size = 8000;  // bytes of an input, as for libFuzzer in CMakeLists.txt

const fs::path source = WARPLENS_SOURCE_FOLDER;

struct Fuzzer {
  const char* name;
  int (*run)(const std::uint8_t*, std::size_t);
  fs::path corpus;  ///< folder of seeds
  int turns;        ///< mutations of them, for about half a second
};

std::ostream& operator<<(std::ostream& stream, const Fuzzer& fuzzer) { return stream << fuzzer.name; }

std::vector<std::string> seeds_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.file_size() <= max_size) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  const std::size_t step = (files.size() + max_seeds - 1) / max_seeds;
  for (std::size_t i = 0; i < files.size(); i += step) seeds.push_back(base::read_text(files[i]).value());
  return seeds;
}

std::vector<Fuzzer> fuzzers() {
  const fs::path here = source / "tests/fuzz";
  const fs::path instructions = WARPLENS_INSTRUCTIONS_FOLDER;
  return {{"compiler_text", fuzz_compiler_text, here / "compiler_texts", 2000},
          {"nvvm", fuzz_nvvm, here / "nvvm_texts", 300},
          {"execute", fuzz_execute, instructions, 400},
          {"execute_found", fuzz_execute, WARPLENS_PTX_INPUTS, 400},
          {"experiment", fuzz_experiment, source / "kernels", 100},
          {"kernel_file", fuzz_kernel_file, source / "kernels", 100},
          {"lesson", fuzz_lesson, source / "assets/lessons", 100},
          {"mesh", fuzz_mesh, here / "models", 1000},
          {"native", fuzz_native, here / "native_choices", 20},
          {"npy", fuzz_npy, here / "arrays", 2000},
          {"ptx_parse", fuzz_ptx_parse, instructions, 1000},
          {"ptx_parse_found", fuzz_ptx_parse, WARPLENS_PTX_INPUTS, 1000},
          {"recording", fuzz_recording, here / "recordings", 1000},
          {"remote", fuzz_remote, here / "messages", 1000},
          {"session", fuzz_session, here / "sessions", 1000},
          {"trace", fuzz_trace, here / "traces", 1000}};
}

class ShortTurn : public testing::TestWithParam<Fuzzer> {};

TEST_P(ShortTurn, EndsWithAResultOrAnError) {
  const Fuzzer& fuzzer = GetParam();
  const std::vector<std::string> seeds = seeds_in(fuzzer.corpus);
  ASSERT_FALSE(seeds.empty()) << fuzzer.corpus;
  const auto run = [&fuzzer](const std::string& input, const std::string& name) {
    const ReadingLimits limits(name);
    EXPECT_EQ(fuzzer.run(reinterpret_cast<const std::uint8_t*>(input.data()), std::min(input.size(), max_size)), 0);
  };
  for (std::size_t i = 0; i < seeds.size(); ++i) run(seeds[i], "seed " + std::to_string(i) + " of " + fuzzer.name);
  for (int i = 0; i < fuzzer.turns; ++i)
    run(mutated(seeds, static_cast<std::uint64_t>(i)), "mutation " + std::to_string(i) + " for " + fuzzer.name);
}

INSTANTIATE_TEST_SUITE_P(Fuzzers, ShortTurn, testing::ValuesIn(fuzzers()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace warplens
