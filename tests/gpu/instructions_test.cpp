#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <sstream>
#include <stop_token>
#include <thread>

#include "gpu_test.h"
#include "tests/instructions/instruction_file.h"

// Every file of tests/instructions on this GPU: the answers in them come from the PTX ISA's text, so this tells where the GPU
// departs from that text, and whether the text was understood. In groups, which run_on_gpu.sh runs side by side.

namespace warplens::gpu {
namespace {

constexpr int groups = 16;
constexpr std::chrono::seconds longest{10};  ///< for one kernel; one that takes longer is left behind

/// WARPLENS_INSTRUCTIONS where the files, and departures.txt with them, were carried to another computer.
std::filesystem::path carried_or(const char* folder) {
  const char* const carried = std::getenv("WARPLENS_INSTRUCTIONS");
  return carried != nullptr ? carried : folder;
}
std::filesystem::path instruction_folder() { return carried_or(WARPLENS_INSTRUCTIONS_FOLDER); }

/// The names in departures.txt.
std::set<std::string> known_departures() {
  std::set<std::string> names;
  std::istringstream lines(instructions::text_of(carried_or(WARPLENS_SOURCE_FOLDER "/tests/gpu") / "departures.txt"));
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#') names.insert(line);
  return names;
}

/// Whether a kernel cannot run in a launch without clusters: a GPU ends it with an illegal instruction.
bool needs_clusters(const std::string& name) { return name.starts_with("st.async."); }

class GpuInstructions : public GpuTest, public testing::WithParamInterface<int> {
 protected:
  /// Runs a launch, cancelled after `longest`.
  base::Result<launch::LaunchResult> run_for_a_while(const launch::Launch& launch) {
    launch::Progress progress;
    std::jthread canceller([&progress](std::stop_token stop) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any ended;
      ended.wait_for(lock, stop, longest, [] { return false; });
      if (!stop.stop_requested()) progress.cancel = true;
    });
    return device().run(launch, progress);
  }
};

TEST_P(GpuInstructions, GiveTheAnswersInTheirFiles) {
  const std::vector<std::string> names = instructions::files(instruction_folder());
  const std::set<std::string> known = known_departures();
  ASSERT_FALSE(names.empty() || known.empty());
  std::size_t agree = 0, refused = 0;
  for (std::size_t k = static_cast<std::size_t>(GetParam()); k < names.size(); k += groups) {
    const std::string& name = names[k];
    const instructions::Case test = instructions::case_of(instructions::text_of(instruction_folder() / name));
    // Of a fault, the SIMT machine finds what a GPU may pass over, or wait for without end.
    if (!test.fault.empty() || needs_clusters(name) || !test.launch.textures.empty()) continue;
    const auto result = run_for_a_while(test.launch);
    if (!result) {
      ++refused;
      std::printf("REFUSED| %s: %s |\n", name.c_str(), result.error().message.c_str());
      ASSERT_EQ(result.error().message.find("out of use"), std::string::npos) << name << ": " << result.error().message;
      continue;
    }
    if (result->outcome != launch::Outcome::finished) {
      ADD_FAILURE() << name << ": " << (result->fault ? result->fault->message : "still runs after 10 s");
      continue;
    }
    const std::vector<std::string> lines = instructions::differences(test, *result);
    agree += lines.empty();
    if (lines.empty()) continue;
    std::printf("DEPARTS| %s: %zu of its elements, as %s |\n", name.c_str(), lines.size(), lines.front().c_str());
    EXPECT_TRUE(known.contains(name)) << name << " is not in departures.txt";
  }
  std::printf("INSTRUCTIONS| %d | %zu | %zu |\n", GetParam(), agree, refused);
}

INSTANTIATE_TEST_SUITE_P(Group, GpuInstructions, testing::Range(0, groups));

}  // namespace
}  // namespace warplens::gpu
