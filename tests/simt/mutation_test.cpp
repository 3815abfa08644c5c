#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "tests/simt/launcher.h"

// Malformed and hostile PTX: small programs with random changes. Any outcome is fine as long as nothing crashes.

namespace warplens::simt {
namespace {

using launch::ElementType;

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Changes a number, a line or a pair of lines.
void mutate(std::vector<std::string>& lines, base::Random& random) {
  const auto some_line = [&] { return random.below(static_cast<std::uint32_t>(lines.size())); };
  switch (random.below(4)) {
    case 0:
      lines.erase(lines.begin() + some_line());
      break;
    case 1:
      std::swap(lines[some_line()], lines[some_line()]);
      break;
    case 2:
      lines.insert(lines.begin() + some_line(), lines[some_line()]);
      break;
    default: {
      static const std::string values[] = {"0", "1", "-1", "4294967295", "3", "9223372036854775807", "2147483648", "31"};
      std::string& line = lines[some_line()];
      const std::size_t digit = line.find_last_of("0123456789");
      if (digit != std::string::npos) line.replace(digit, 1, values[random.below(8)]);
      break;
    }
  }
}

TEST(Mutation, NoProgramCrashesOrHangsTheMachine) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_INSTRUCTIONS_FOLDER)) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  base::Random random(20240607);
  int ran = 0;
  for (int round = 0; round < 10000; ++round) {
    std::vector<std::string> lines = lines_of(files[random.below(static_cast<std::uint32_t>(files.size()))]);
    for (std::uint32_t changes = 1 + random.below(3); changes > 0 && !lines.empty(); --changes) mutate(lines, random);
    auto module = ptx::parse(joined(lines), "mutant.ptx");
    if (!module) continue;
    launch::Launch launch;
    launch.module = std::make_shared<const ptx::Module>(std::move(*module));
    const auto entry = ptx::find_entry(*launch.module, "");
    if (!entry) continue;
    launch.entry = *entry;
    launch.grid = {2, 1, 1};
    launch.block = {48, 1, 1};
    launch.step_limit = 20'000;
    launch.trace_level = trace::Level::full;
    launch.trace_budget = 1 << 20;
    launch.seed = random.next();
    launch.schedule = static_cast<launch::Schedule>(random.below(3));
    for (const ptx::Parameter& parameter : launch.module->functions[*entry].parameters) {
      if (parameter.size == 8)
        launch.arguments.push_back(buffer(ElementType::u32, std::vector<std::uint32_t>(64), parameter.name));
      else if (parameter.size == 4)
        launch.arguments.push_back(scalar(ElementType::u32, random.next() & 0xffffffffu));
      else
        launch.arguments.push_back(scalar(ElementType::u8, 1));
    }
    const auto result = run(launch);
    if (!result.ok()) continue;
    ++ran;
    EXPECT_EQ(result->fault.has_value(), result->outcome == launch::Outcome::faulted);
    const auto& cycles = result->trace.steps.cycle;
    EXPECT_TRUE(std::is_sorted(cycles.begin(), cycles.end())) << joined(lines);
    EXPECT_LE(result->counters.warp_instructions, 2 * launch.step_limit);  // of two blocks, from end to end
    EXPECT_NE(result->fault ? result->fault->message : "none", "");
  }
  EXPECT_GT(ran, 2000);  // most mutants are still valid
}

}  // namespace
}  // namespace warplens::simt
