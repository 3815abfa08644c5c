#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "report/json.h"

// The whole programs of tests/programs: each prints what stands in NAME.out, worked out without us, and has exactly the findings
// that its comments `// finds: KIND` say, in those lines (`// finds: KIND: words`: with these words in its message), and the
// notes of `// notes: KIND`. A comment `exits: N` gives the status with which the program ends, 0 without one, and `exits: N by
// itself` one that looks like a signal's; `needs: toolkit` says that clang cannot compile it, and `needs: clang` that a toolkit
// of today cannot. A program is a file or a folder, of which pascal is also built as the CMake project that it is.

namespace warplens::program {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(WARPLENS_SOURCE_FOLDER) / "tests" / "programs";

struct Case {
  std::string name, compiler;
};

void PrintTo(const Case& which, std::ostream* out) { *out << which.name << " with " << which.compiler; }

/// The sources of a program, the CUDA ones first.
std::vector<fs::path> sources_of(const std::string& name) {
  if (fs::exists(folder / (name + ".cu"))) return {folder / (name + ".cu")};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / name))
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".cpp") files.push_back(entry.path());
  std::ranges::sort(files, {}, [](const fs::path& file) { return std::pair(file.extension() != ".cu", file); });
  return files;
}

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// What the comments of a program promise.
struct Promises {
  std::multiset<std::pair<std::string, int>> findings, notes;  ///< kind, line
  std::vector<std::pair<int, std::string>> words;              ///< of findings: line, words
  int exit_status = 0;
  bool by_signal = false;  ///< which has that status
  bool needs_toolkit = false, needs_clang = false;
};

Promises promises_of(const std::string& name) {
  const std::regex finds("// finds: ([a-z-]+)(?:: (.*))?"), notes("// notes: ([a-z-]+)"), exits("exits: ([0-9]+)");
  Promises promises;
  for (const fs::path& file : sources_of(name)) {
    std::ifstream lines(file);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::smatch match;
      if (std::regex_search(line, match, finds)) {
        promises.findings.emplace(match[1], number);
        if (match[2].matched) promises.words.emplace_back(number, match[2]);
      }
      if (std::regex_search(line, match, notes)) promises.notes.emplace(match[1], number);
      if (std::regex_search(line, match, exits)) {
        promises.exit_status = std::stoi(match[1]);
        promises.by_signal = promises.exit_status > 128 && line.find("by itself") == std::string::npos;
      }
      promises.needs_toolkit |= line.find("needs: toolkit") != std::string::npos;
      promises.needs_clang |= line.find("needs: clang") != std::string::npos;
    }
  }
  return promises;
}

/// Every program with clang where it can, otherwise with nvcc, and each sixth with both; all with both if WARPLENS_ALL_PROGRAMS
/// is 1.
std::vector<Case> cases() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".out") names.insert(entry.path().stem());
  std::set<std::string> compilers;
  for (const ptx::Compiler& compiler : ptx::find_compilers()) compilers.insert(compiler.name);
  const char* const wanted = std::getenv("WARPLENS_ALL_PROGRAMS");
  const bool all = wanted != nullptr && std::string(wanted) == "1";
  std::vector<Case> cases;
  int number = 0;
  for (const std::string& name : names) {
    const Promises promises = promises_of(name);
    const bool with_clang = !promises.needs_toolkit && compilers.contains("clang");
    if (with_clang) cases.push_back({name, "clang"});
    if (!promises.needs_clang && compilers.contains("nvcc") && (!with_clang || all || number++ % 6 == 0))
      cases.push_back({name, "nvcc"});
  }
  return cases;
}

class Programs : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { ::setenv("WARPLENS_COMPILER", GetParam().compiler.c_str(), 1); }
  void TearDown() override { ::unsetenv("WARPLENS_COMPILER"); }
};

base::Result<base::ProcessResult> run_program(const std::string& name, const std::vector<std::string>& words = {}) {
  std::vector<std::string> arguments{"program", "--check", "--json"};
  for (const fs::path& file : sources_of(name)) arguments.push_back(file);
  arguments.insert(arguments.end(), words.begin(), words.end());
  return base::run_process(base::resource_folder().parent_path() / "warplens", arguments, std::chrono::seconds(600));
}

/// The one line of JSON in an output. The findings are also sentences on standard error, before or after it.
report::Json json_in(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("{")) return report::Json::parse(line, nullptr, false);
  return {};
}

int line_of(const report::Json& finding) {
  const report::Json& place = finding.contains("line") ? finding : finding["first"];
  return place.is_object() && place["line"].is_number() ? place["line"].get<int>() : 0;
}

/// Kinds and lines of the findings, or the notes, of `--json`.
std::multiset<std::pair<std::string, int>> places_in(const report::Json& findings) {
  std::multiset<std::pair<std::string, int>> places;
  for (const report::Json& finding : findings) places.emplace(finding["kind"], line_of(finding));
  return places;
}

/// What the findings at a line say.
std::string messages_at(const report::Json& findings, int line) {
  std::string messages;
  for (const report::Json& finding : findings)
    if (line_of(finding) == line) messages += finding["message"].get<std::string>() + "\n";
  return messages;
}

TEST_P(Programs, PrintsAndFindsWhatItPromises) {
  const std::string& name = GetParam().name;
  const Promises promises = promises_of(name);
  const auto ran = run_program(name);
  ASSERT_TRUE(ran.ok()) << base::describe(ran.error());
  const report::Json json = json_in(ran->output);
  ASSERT_TRUE(json.is_object() && json.contains("stdout")) << ran->output;
  EXPECT_EQ(json["stdout"], text_of(folder / (name + ".out")));
  EXPECT_EQ(json["exit"], promises.exit_status);
  EXPECT_EQ(places_in(json["findings"]), promises.findings) << ran->output;
  for (const auto& [line, words] : promises.words)
    EXPECT_NE(messages_at(json["findings"], line).find(words), std::string::npos) << words;
  for (const report::Json& launch : json["launches"]) {
    for (const report::Json& race : launch["findings"]) {
      if (race["kind"] != "data-race") continue;
      const std::string message = race["message"];
      EXPECT_NE(messages_at(json["findings"], line_of(race)).find(message), std::string::npos) << message;
    }
  }
  EXPECT_EQ(places_in(json["notes"]), promises.notes) << ran->output;
  EXPECT_EQ(ran->exit_status, promises.by_signal ? 2 : !promises.findings.empty() ? 3 : promises.exit_status);
}

/// The line of the launch, and a counter that follows from its geometry.
TEST(ProgramJson, HasEveryLaunch) {
  const auto ran = run_program("vector_add");
  ASSERT_TRUE(ran.ok()) << base::describe(ran.error());
  const report::Json launches = json_in(ran->output)["launches"];
  ASSERT_EQ(launches.size(), 1u) << ran->output;
  const std::vector<fs::path> files = sources_of("vector_add");
  const std::string text = text_of(files.front());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("<<<")), '\n');
  EXPECT_EQ(launches[0]["line"], line);
  EXPECT_EQ(launches[0]["file"], files.front().string());
  EXPECT_EQ(launches[0]["status"], "ok");
  const report::Json& launch = launches[0]["launch"];
  EXPECT_EQ(launches[0]["counters"]["threads"], launch["grid"][0].get<int>() * launch["block"][0].get<int>());
}

/// The executable of a whole project, built as anyone builds it: by cmake and nvcc, with a static library of kernels.
TEST(Project, OfCMakeRunsAsItWasBuilt) {
  const std::vector<ptx::Compiler> compilers = ptx::find_compilers();
  const auto nvcc = std::ranges::find(compilers, "nvcc", &ptx::Compiler::name);
  if (nvcc == compilers.end()) GTEST_SKIP() << "nvcc is not installed";
  const fs::path cmake = base::find_program("cmake");
  if (cmake.empty() || base::find_program("ninja").empty()) GTEST_SKIP() << "cmake or ninja is not installed";
  const auto temporary = base::TemporaryFolder::create();
  ASSERT_TRUE(temporary.ok());
  const auto run = [](const fs::path& program, const std::vector<std::string>& arguments) {
    return base::run_process(program, arguments, std::chrono::seconds(600));
  };
  const auto configured = run(cmake, {"-S", folder / "pascal", "-B", temporary->path(), "-G", "Ninja",
                                      "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CUDA_COMPILER=" + nvcc->path.string()});
  ASSERT_TRUE(configured.ok());
  ASSERT_EQ(configured->exit_status, 0) << configured->output;
  const auto built = run(cmake, {"--build", temporary->path()});
  ASSERT_TRUE(built.ok());
  ASSERT_EQ(built->exit_status, 0) << built->output;
  const auto ran = run(base::resource_folder().parent_path() / "warplens",
                       {"program", "--check", "--json", temporary->path() / "pascal", "10"});
  ASSERT_TRUE(ran.ok()) << base::describe(ran.error());
  const report::Json json = json_in(ran->output);
  ASSERT_TRUE(json.is_object()) << ran->output;
  EXPECT_EQ(json["stdout"], "1 10 45 120 210 252 210 120 45 10 1 sum 1024\n");
  EXPECT_EQ(json["exit"], 0);
  EXPECT_TRUE(json["findings"].empty()) << ran->output;
  EXPECT_EQ(json["launches"].size(), 11u) << "ten rows and the sum";
}

/// The line in which the host used memory that it does not have.
TEST(ProgramCrash, HasItsPlace) {
  const auto ran = run_program("host_crash");
  ASSERT_TRUE(ran.ok()) << base::describe(ran.error());
  const std::string text = text_of(sources_of("host_crash").front());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("// here")), '\n');
  EXPECT_NE(ran->output.find("host_crash.cu:" + std::to_string(line) + ": note: the host used memory"), std::string::npos)
      << ran->output;
}

/// What stands after the sources, and after -- whatever it looks like.
TEST(ProgramArguments, AreTheProgramsOwn) {
  const auto ran = run_program("arguments", {"5", "--", "--n=7", "--json", "--", "file.cu"});
  ASSERT_TRUE(ran.ok()) << base::describe(ran.error());
  EXPECT_EQ(json_in(ran->output)["stdout"], "arguments: 5\n5\n--n=7\n--json\n--\nfile.cu\n") << ran->output;
}

INSTANTIATE_TEST_SUITE_P(All, Programs, ::testing::ValuesIn(cases()),
                         [](const auto& which) { return which.param.name + "_" + which.param.compiler; });

}  // namespace
}  // namespace warplens::program
