#include "zoo.h"

#include <array>
#include <filesystem>
#include <map>

#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"
#include "tests/simt/on_cores.h"

namespace warplens::zoo {
namespace {

constexpr std::array variants{"nvcc_O3",  "nvcc_O0",  "nvcc_debug", "nvcc_sm90", "nvrtc_O3",
                              "clang_O3", "clang_O0", "nvvm_O3",    "nvvm_O0"};

std::filesystem::path ptx_file(const std::string& source, const std::string& variant) {
  return std::filesystem::path(WARPLENS_ZOO_FOLDER) / variant / (source + (variant.starts_with("nvvm") ? ".ll" : ".ptx"));
}

/// The reason why a compiler cannot produce this variant; nullptr if it can.
const char* refusal(const Specimen& specimen) {
  for (const Refusal& refusal : specimen.kernel.refusals) {
    // What clang refuses, it refuses as NVVM IR, too.
    const std::string variant = specimen.variant.starts_with("nvvm") ? "clang" + specimen.variant.substr(4) : specimen.variant;
    if (variant.starts_with(refusal.compiler)) return refusal.reason;
  }
  return nullptr;
}

/// Parsed once for all zoo_kernels of the file.
base::Result<std::shared_ptr<const ptx::Module>> module_of(const std::filesystem::path& path) {
  static std::map<std::filesystem::path, std::shared_ptr<const ptx::Module>> modules;
  if (const auto found = modules.find(path); found != modules.end()) return found->second;
  auto text = ptx::load(path);
  if (!text) return text.error();
  auto module = ptx::parse(std::move(*text), path.filename().string());
  if (!module) return module.error();
  return modules[path] = std::make_shared<const ptx::Module>(std::move(*module));
}

void run(const launch::Launch& launch, const Case& wanted) {
  launch::Progress progress;
  const auto result = simt::make_device()->run(launch, progress);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  expect_result(*result, wanted);
  if (testing::Test::HasFatalFailure()) return;
  if (launch.check && !wanted.races) {
    for (const launch::Finding& finding : result->findings) {
      ADD_FAILURE() << "a false alarm: " << finding.message << " at line " << finding.first.line << " and "
                    << (finding.second ? finding.second->line : 0);
    }
  }
  if (launch.check && wanted.races) {
    EXPECT_FALSE(result->findings.empty()) << "no race was found";
  }
}

}  // namespace

std::vector<Specimen> specimens(const char* source, std::span<const Kernel> zoo_kernels) {
  std::vector<Specimen> all;
  for (const Kernel& kernel : zoo_kernels) {
    for (const char* variant : variants) all.push_back({source, variant, kernel});
  }
  return all;
}

std::string test_name(const testing::TestParamInfo<Specimen>& info) {
  return std::string(info.param.kernel.name) + "_" + info.param.variant;
}

std::string prepare(const Specimen& specimen, launch::Launch& launch, Case& wanted) {
  if (const char* reason = refusal(specimen)) return specimen.variant + " cannot compile it: " + reason;
  const std::filesystem::path path = ptx_file(specimen.source, specimen.variant);
  if (!std::filesystem::exists(path)) return "this build has no compiler for " + specimen.variant;
  const auto load = [&] {
    const auto module = module_of(path);
    ASSERT_TRUE(module.ok()) << base::describe(module.error());
    const std::string name = *specimen.kernel.entry ? specimen.kernel.entry : specimen.kernel.name;
    const auto entry = ptx::find_entry(**module, name);
    ASSERT_TRUE(entry.ok()) << base::describe(entry.error());
    launch.module = *module;
    launch.entry = *entry;
  };
  load();
  wanted = specimen.kernel.make();
  launch.grid = wanted.grid;
  launch.block = wanted.block;
  launch.dynamic_shared = wanted.dynamic_shared;
  for (const Given& given : wanted.arguments) launch.arguments.push_back(given.argument);
  launch.symbols = wanted.symbols;
  for (const SavedSymbol& symbol : wanted.saved_symbols) launch.saved_symbols.push_back(symbol.name);
  launch.step_limit = 50'000'000;
  return "";
}

void expect_result(const launch::LaunchResult& result, const Case& wanted) {
  if (!wanted.fault.empty()) {
    ASSERT_EQ(result.outcome, launch::Outcome::faulted);
    for (const std::string& words : wanted.fault)
      EXPECT_NE(result.fault->message.find(words), std::string::npos) << result.fault->message;
    return;
  }
  ASSERT_EQ(result.outcome, launch::Outcome::finished)
      << result.fault->message << " at " << result.fault->file << ":" << result.fault->line;
  std::size_t buffer = 0;
  for (std::size_t i = 0; i < wanted.arguments.size(); ++i) {
    const Given& given = wanted.arguments[i];
    if (!std::holds_alternative<launch::Buffer>(given.argument)) continue;
    SCOPED_TRACE("argument " + std::to_string(i));
    if (given.check) given.check(result.outputs.at(buffer));
    ++buffer;
  }
  for (std::size_t i = 0; i < wanted.saved_symbols.size(); ++i) {
    SCOPED_TRACE(wanted.saved_symbols[i].name);
    wanted.saved_symbols[i].check(result.symbols.at(i));
  }
  EXPECT_EQ(result.printed, wanted.printed);
}

TEST_P(Zoo, RunsRight) {
  const Specimen& specimen = GetParam();
  launch::Launch launch;
  Case wanted;
  if (const std::string skipped = prepare(specimen, launch, wanted); !skipped.empty()) GTEST_SKIP() << skipped;
  if (HasFatalFailure()) return;
  // Unoptimised code interacts with other warps in the same way: run the other schedules only for the optimised variants.
  const bool every_schedule = specimen.variant.ends_with("_O3");
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    if (schedule != launch::Schedule::timed && !every_schedule) continue;
    SCOPED_TRACE(launch::name(schedule));
    launch.schedule = schedule;
    for (const bool check : {false, true}) {
      SCOPED_TRACE(check ? "with all checks" : "without checks");
      launch.check = check;
      run(launch, wanted);
    }
  }
}

TEST_P(Zoo, IsTheSameOnSeveralCores) {
  const Specimen& specimen = GetParam();
  if (!specimen.variant.ends_with("_O3")) GTEST_SKIP() << "unoptimised code does the same with other warps";
  launch::Launch launch;
  Case wanted;
  if (const std::string skipped = prepare(specimen, launch, wanted); !skipped.empty()) GTEST_SKIP() << skipped;
  if (HasFatalFailure()) return;
  launch.check = true;
  launch.trace_level = trace::Level::full;
  launch.trace_budget = 4u << 20;
  for (const std::uint32_t cores : {2u, 3u}) {
    simt::DeviceSpec spec = simt::two_sm_toy();
    spec.multiprocessors = cores;
    const auto together = simt::run_on(launch, cores, spec);
    if (!together) GTEST_SKIP() << "one core has to run it";
    simt::expect_same(*together, simt::run_alone(launch, spec));
  }
}

}  // namespace warplens::zoo
