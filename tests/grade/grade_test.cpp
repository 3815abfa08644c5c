#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "experiment/experiment.h"
#include "grade/kernel_judge.h"
#include "grade/program_judge.h"
#include "grade/sandbox.h"
#include "grade/sheet.h"
#include "launch/recording/recording.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// What students hand in, and what each should hear. The verdicts follow from the sources.

namespace warplens::grade {
namespace {

struct Handed {
  const char* name;
  Word word;
  const char* source;
};

std::filesystem::path made(const std::string& name) {
  const std::filesystem::path folder = scratch(name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

/// The sandbox that works here; nothing, as for trusted submissions, where none does.
std::optional<Sandbox> sandbox() {
  const auto found = Sandbox::find();
  return found ? std::optional(*found) : std::nullopt;
}

/// An empty folder to judge in.
std::filesystem::path room() { return made("grade_room"); }

std::string kernel_of(const std::string& body) {
  return "#include <cassert>\n__global__ void increment(float* a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
         body + "\n}\n";
}

// Add 1 to each of n elements; the experiment gives a = 0 and a grid that is rounded up to whole blocks.
const Handed kernels[] = {
    {"guarded", Word::right, "if (i < n) a[i] += 1;"},
    {"grid_stride", Word::right, "for (; i < n; i += gridDim.x * blockDim.x) a[i] += 1;"},
    {"early_return", Word::right, "if (i >= n) return;\n  a[i] = a[i] + 1.0f;"},
    {"atomic", Word::right, "if (i < n) atomicAdd(&a[i], 1.0f);"},
    {"through_shared", Word::right,
     "__shared__ float s[1024]; s[threadIdx.x] = i < n ? a[i] : 0; __syncthreads(); if (i < n) a[i] = s[threadIdx.x] + 1;"},
    {"no_guard", Word::out_of_bounds, "a[i] += 1;"},
    {"before_start", Word::out_of_bounds, "if (i < n) a[i - 1] += 1;"},
    {"off_by_one", Word::out_of_bounds, "if (i <= n) a[i] += 1;"},
    {"two", Word::wrong, "if (i < n) a[i] += 2;"},
    {"half", Word::wrong, "if (i < n / 2) a[i] += 1;"},
    {"nothing", Word::wrong, ""},
    {"first_block", Word::wrong, "if (threadIdx.x + 0 == i && i < n) a[i] += 1;"},
    {"neighbour", Word::racy, "if (i + 1 < n) a[i + 1] = a[i] + 1;"},
    {"all_write_one", Word::racy, "if (i < n) a[0] += 1;"},
    {"no_barrier", Word::racy,
     "__shared__ float s[1024]; s[threadIdx.x] = 1; float v = s[(threadIdx.x + 32) % blockDim.x]; if (i < n) a[i] += v;"},
    {"forever", Word::hanging, "while (true) if (i < n) atomicAdd(&a[i], 0.0f);"},
    {"spin", Word::hanging, "volatile float* f = a; while (f[i % n] == 0) {}"},
    {"barrier_in_branch", Word::hanging,
     "if (threadIdx.x < 7) __syncthreads(); if (threadIdx.x < 32) asm volatile(\"bar.sync 1, 64;\"); if (i < n) a[i] += 1;"},
    {"trap", Word::crashing, "if (i == 5) __trap(); if (i < n) a[i] += 1;"},
    {"assertion", Word::crashing, "assert(n < 1000); if (i < n) a[i] += 1;"},
    {"syntax", Word::not_compiling, "if (i < n a[i] += 1;"},
    {"undeclared", Word::not_compiling, "if (i < n) b[i] += 1;"},
};

class Kernels : public testing::TestWithParam<Handed> {};

TEST_P(Kernels, AreJudged) {
  const std::filesystem::path folder = made("grade_kernel");
  const auto experiment = experiment::load_experiment(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels/increment.toml");
  ASSERT_TRUE(experiment.ok()) << base::describe(experiment.error());
  auto settings = experiment::default_settings(*experiment);
  ASSERT_TRUE(settings.ok() && experiment::set_parameter(*experiment, *settings, "n", 1000).ok());
  const auto device = simt::make_device();
  const auto judge = KernelJudge::make(*experiment, *settings, *device, sandbox());
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  const std::filesystem::path file = folder / (std::string(GetParam().name) + ".cu");
  write(file, kernel_of(GetParam().source));
  const Verdict verdict = judge->judge({GetParam().name, {file}}, *device, room());
  EXPECT_EQ(name(verdict.word), name(GetParam().word)) << verdict.reason;
  EXPECT_EQ(verdict.reason.empty(), verdict.word == Word::right) << verdict.reason;
  EXPECT_EQ(verdict.pictures.empty(), verdict.findings.empty() || verdict.word == Word::hanging);
}

INSTANTIATE_TEST_SUITE_P(Handed, Kernels, testing::ValuesIn(kernels),
                         [](const auto& handed) { return std::string(handed.param.name); });

TEST(KernelJudge, NeedsAnExperimentWhoseKernelCanBeReplaced) {
  experiment::Experiment recorded;
  recorded.recording = std::make_shared<const launch::ProgramRecording>();
  const auto device = simt::make_device();
  const auto judge = KernelJudge::make(recorded, {}, *device, sandbox());
  ASSERT_FALSE(judge.ok());
  EXPECT_NE(judge.error().message.find("recorded program"), std::string::npos) << judge.error().message;
}

TEST(KernelsOfOtherForms, AreRefusedWithAReason) {
  const std::filesystem::path folder = made("grade_forms");
  const auto experiment = experiment::load_experiment(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels/increment.toml");
  const auto settings = experiment::default_settings(*experiment);
  const auto device = simt::make_device();
  const auto judge = KernelJudge::make(*experiment, *settings, *device, sandbox());
  ASSERT_TRUE(judge.ok());
  const auto verdict_on = [&](const std::string& text) {
    write(folder / "k.cu", text);
    return judge->judge({"k", {folder / "k.cu"}}, *device, room());
  };
  EXPECT_EQ(verdict_on("__global__ void a(float*) {}\n__global__ void b(float*) {}\n").word, Word::refused) << "two kernels";
  EXPECT_EQ(verdict_on("__global__ void increment(int n, float* a) { a[n - 1] = 0; }\n").word, Word::refused)
      << "other parameters";
  EXPECT_EQ(verdict_on("int main() {}\n").word, Word::refused) << "no kernel";
  EXPECT_EQ(
      verdict_on(
          "__global__ void plus_one(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }\n")
          .word,
      Word::right)
      << "its only kernel, whatever its name";
  // Compilers other than nvcc and NVRTC have no clusters.
  const std::string cluster = "#ifndef __clang__\n__global__ __cluster_dims__(2) void other(float* a) { a[0] = 1; }\n#endif\n";
  EXPECT_EQ(verdict_on(cluster + kernel_of("if (i < n) a[i] += 1;")).word, Word::right) << "another kernel cannot run here";
  EXPECT_EQ(verdict_on(kernel_of("asm volatile(\"wgmma.fence.sync.aligned;\"); if (i < n) a[i] += 1;")).word, Word::refused)
      << "it compiles, but cannot run here";
}

std::string program_of(const std::string& body) {
  return "#include <cstdio>\n__global__ void fill(int* a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < "
         "n) a[i] = v; }\n"
         "int main() {\n  const int n = 100;\n  int h[n], *d;\n  cudaMalloc(&d, n * sizeof(int));\n" +
         body + "\n}\n";
}

const std::string print = "  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);\n  printf(\"%d %d\\n\", h[0], h[99]);\n";

const Handed programs[] = {
    {"model", Word::right, "  fill<<<1, 128>>>(d, n, 7);\n@PRINT  cudaFree(d);"},
    {"wrong_value", Word::wrong, "  fill<<<1, 128>>>(d, n, 8);\n@PRINT  cudaFree(d);"},
    {"never_freed", Word::right, "  fill<<<1, 128>>>(d, n, 7);\n@PRINT"},
    {"freed_twice", Word::out_of_bounds, "  fill<<<1, 128>>>(d, n, 7);\n@PRINT  cudaFree(d);\n  cudaFree(d);"},
    {"too_far", Word::out_of_bounds, "  fill<<<1, 128>>>(d, n + 1, 7);\n@PRINT  cudaFree(d);"},
    {"loops", Word::hanging, "  volatile int zero = 0;\n  while (zero == 0) {}"},
    {"crash", Word::out_of_bounds, "  *d = 3;"},
    {"aborts", Word::crashing, "  cudaFree(d);\n  __builtin_trap();"},
    {"no_launch", Word::wrong, "  printf(\"7 7\\n\");\n  cudaFree(d);"},
    {"unknown", Word::not_compiling, "  cudaMallocOops(&d, 4);"},
    {"opens", Word::right,
     "  std::FILE* f = std::fopen(\"/etc/warplens_was_here\", \"w\");\n  fill<<<1, 128>>>(d, n, f ? 0 : 7);\n@PRINT  "
     "cudaFree(d);"},
};

std::string source_of(const Handed& handed) {
  std::string body = handed.source;
  if (const std::size_t at = body.find("@PRINT"); at != std::string::npos) body.replace(at, 6, print);
  return program_of(body);
}

class Programs : public testing::TestWithParam<Handed> {
 protected:
  /// The judge by the first program, which is built once.
  static const base::Result<ProgramJudge>& judge() {
    static const base::Result<ProgramJudge> made_judge = [] {
      const std::filesystem::path model = made("grade_model") / "model.cu";
      write(model, source_of(programs[0]));
      return ProgramJudge::make(model, {}, {}, sandbox(), true, std::chrono::seconds(4));
    }();
    return made_judge;
  }
};

TEST_P(Programs, AreJudged) {
  const std::filesystem::path folder = made("grade_program");
  if (!sandbox()) GTEST_SKIP() << "no sandbox works here";
  write(folder / "handed.cu", source_of(GetParam()));
  ASSERT_TRUE(judge().ok()) << base::describe(judge().error());
  const Verdict verdict = judge()->judge({GetParam().name, {folder / "handed.cu"}}, room());
  EXPECT_EQ(name(verdict.word), name(GetParam().word)) << verdict.reason;
  EXPECT_EQ(verdict.pictures.empty(), verdict.findings.empty());
  for (const FindingPicture& picture : verdict.pictures) {
    EXPECT_EQ(picture.view, "program");
    EXPECT_NE(picture.experiment->recording, nullptr);
    EXPECT_GT(picture.program_scrub, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Handed, Programs, testing::ValuesIn(programs),
                         [](const auto& handed) { return std::string(handed.param.name); });

TEST(Leaks, CountWhereACourseMarksThem) {
  const std::filesystem::path folder = made("grade_leaks");
  if (!sandbox()) GTEST_SKIP() << "no sandbox works here";
  write(folder / "model.cu", source_of(programs[0]));
  write(folder / "handed.cu", source_of(programs[2]));
  auto judge = ProgramJudge::make(folder / "model.cu", {}, {}, sandbox());
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  judge->mark_leaks();
  const Verdict verdict = judge->judge({"never_freed", {folder / "handed.cu"}}, room());
  EXPECT_EQ(name(verdict.word), name(Word::leaking)) << verdict.reason;
  EXPECT_NE(verdict.reason.find("is never freed"), std::string::npos) << verdict.reason;
}

/// What a submission must not read while it is compiled, in the ways that a source can ask for.
class Hostile : public testing::Test {
 protected:
  const std::filesystem::path folder_ = made("grade_hostile"), own_ = folder_ / "eve";
  const std::filesystem::path secret_ = folder_ / "ada.cu";

  void SetUp() override {
    if (!sandbox()) GTEST_SKIP() << "no sandbox works here";
    std::filesystem::create_directories(own_);
    write(secret_, "// 7\n");
    write(own_ / "seven.h", "#define SEVEN 7\n");
  }
  /// Sources that read the secret, and in the end one that reads a header of its own.
  std::vector<std::string> heads() const {
    const std::string secret = secret_.string();
    return {"#include \"" + secret + "\"\n",
            "#include \"../ada.cu\"\n",
            "#include \"/etc/passwd\"\n",
            "#include \"" + std::string(WARPLENS_SOURCE_FOLDER) + "/README.md\"\n",
            "#if !__has_include(\"" + secret + "\")\n#error it is not there\n#endif\n",
            "#include </proc/self/environ>\n#error it is there\n",
            "#include \"seven.h\"\n"};
  }
  void expect_only_the_last_is_right(const std::function<Verdict(const Submission&)>& judge, const std::string& rest) {
    const std::vector<std::string> all = heads();
    for (std::size_t k = 0; k < all.size(); ++k) {
      write(own_ / "main.cu", all[k] + rest);
      const Verdict verdict = judge({"eve", {own_ / "main.cu"}, own_});
      EXPECT_EQ(name(verdict.word), name(k + 1 == all.size() ? Word::right : Word::not_compiling)) << all[k] << verdict.reason;
    }
    std::filesystem::remove(own_ / "main.cu");
    std::filesystem::create_symlink(secret_, own_ / "main.cu");
    EXPECT_EQ(judge({"eve", {own_ / "main.cu"}, own_}).word, Word::refused) << "a link to another submission";
  }
};

TEST_F(Hostile, KernelsReadNothingThatIsNotTheirs) {
  const auto experiment = experiment::load_experiment(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels/increment.toml");
  const auto settings = experiment::default_settings(*experiment);
  const auto device = simt::make_device();
  const auto judge = KernelJudge::make(*experiment, *settings, *device, sandbox());
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  expect_only_the_last_is_right([&](const Submission& submission) { return judge->judge(submission, *device, room()); },
                                kernel_of("if (i < n) a[i] += 1;"));
}

TEST_F(Hostile, ProgramsReadNothingThatIsNotTheirs) {
  const std::filesystem::path model = folder_ / "model.cu";
  const std::string text = "#include <cstdio>\nint main() { std::printf(\"%d\\n\", 7); }\n";
  write(model, text);
  const auto judge = ProgramJudge::make(model, {}, {}, sandbox());
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  const auto verdict_on = [&](const Submission& submission) { return judge->judge(submission, room()); };
  expect_only_the_last_is_right(verdict_on, text);
  std::filesystem::remove(own_ / "main.cu");
  const auto with_bytes_of = [&](const std::string& file) {
    write(own_ / "main.cu", text + "asm(\".data\\n.incbin \\\"" + file + "\\\"\\n.text\");\n");
    return judge->judge({"eve", {own_ / "main.cu"}, own_}, room()).word;
  };
  EXPECT_EQ(with_bytes_of(secret_.string()), Word::not_compiling);
  EXPECT_EQ(with_bytes_of("/etc/passwd"), Word::not_compiling);
  EXPECT_EQ(with_bytes_of((own_ / "seven.h").string()), Word::right);
  EXPECT_EQ(verdict_on({"ada", {secret_}}).word, Word::not_compiling) << "it is empty";
  write(own_ / "main.cu", text + "__attribute__((used)) static char much[1ull << 33] = {1};\n");
  EXPECT_EQ(verdict_on({"eve", {own_ / "main.cu"}, own_}).word, Word::not_compiling) << "8 GiB of zeros in the object";
}

// The pictures of a finding have the program's sources in them. Here the finding is at a line that calls itself one of the
// model's.
TEST_F(Hostile, APictureShowsNoFileThatIsNotTheirs) {
  const std::filesystem::path model = folder_ / "model.cu";
  write(model, source_of(programs[0]) + "// the model's own words\n");
  const auto judge = ProgramJudge::make(model, {}, {}, sandbox(), true);
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  const std::string found = source_of(programs[3]);
  const std::size_t at = found.find("int main()");
  for (const std::filesystem::path& file : {model, secret_, own_ / "seven.h"}) {
    write(own_ / "main.cu", found.substr(0, at) + "#line 1 \"" + file.string() + "\"\n" + found.substr(at));
    const Verdict verdict = judge->judge({"eve", {own_ / "main.cu"}, own_}, room());
    EXPECT_EQ(name(verdict.word), name(Word::out_of_bounds)) << verdict.reason;
    ASSERT_EQ(verdict.pictures.size(), 1u);
    std::set<std::string> shown;
    for (const auto& source : verdict.pictures[0].experiment->recording->sources) shown.insert(source.file);
    EXPECT_EQ(shown.contains(file.string()), file.filename() == "seven.h") << file;
    EXPECT_TRUE(shown.contains((own_ / "main.cu").string()));
  }
}

// A program may write to what our runtime notes about it, and can only spoil its own verdict, at once.
TEST_F(Hostile, WhatAProgramLeavesInsteadOfItsJournalHoldsUpNobody) {
  const std::filesystem::path model = folder_ / "model.cu";
  write(model, source_of(programs[0]));
  const auto judge = ProgramJudge::make(model, {}, {}, sandbox());
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  const std::string right = source_of(programs[0]);
  const std::string head = "#include <cstdlib>\n#include <string>\n#include <unistd.h>\n#include <sys/stat.h>\n";
  const std::string journal = "  const char* j = std::getenv(\"WARPLENS_PROGRAM_JOURNAL\");\n";
  const std::string append = journal + "  std::FILE* f = std::fopen(j, \"a\");\n";
  const std::vector<std::pair<std::string, Word>> endings{
      {journal + "  unlink(j);\n  mkfifo(j, 0666);\n", Word::right},
      {journal + "  unlink(j);\n  (void)!symlink(\"/dev/zero\", j);\n", Word::right},
      {append + "  std::fputs(\"{\\\"event\\\":\\\"finding\\\"}\\n\", f);\n", Word::refused},
      {append + "  std::fputs((\"{\\\"event\\\":\" + std::string(30 << 20, '[')).c_str(), f);\n", Word::right},
      {append + "  for (int k = 0; k < 60; ++k) std::fputs(std::string(1 << 20, k % 2 ? '{' : '\\n').c_str(), f);\n",
       Word::right}};
  for (const auto& [ending, word] : endings) {
    write(own_ / "main.cu", head + right.substr(0, right.rfind('}')) + ending + "}\n");
    const auto begin = std::chrono::steady_clock::now();
    const Verdict verdict = judge->judge({"eve", {own_ / "main.cu"}, own_}, room());
    EXPECT_EQ(name(verdict.word), name(word)) << ending << verdict.reason;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60)) << ending;
  }
}

TEST_F(Hostile, ATrustedSubmissionReadsWhatItLikes) {
  const std::filesystem::path model = folder_ / "model.cu";
  const std::string text = "#include <cstdio>\nint main() { std::printf(\"%d\\n\", 7); }\n";
  write(model, text);
  const auto judge = ProgramJudge::make(model, {}, {}, std::nullopt);
  ASSERT_TRUE(judge.ok()) << base::describe(judge.error());
  write(own_ / "main.cu", heads()[1] + text);
  const Verdict verdict = judge->judge({"eve", {own_ / "main.cu"}, own_}, room());
  EXPECT_EQ(verdict.word, Word::right) << verdict.reason;
}

TEST(Submissions, AreFilesAndFoldersInOrder) {
  const std::filesystem::path folder = made("grade_submissions");
  write(folder / "zoe.cu", "");
  write(folder / "notes.txt", "");
  std::filesystem::create_directories(folder / "ada");
  write(folder / "ada/main.cu", "");
  write(folder / "ada/help.cpp", "");
  std::filesystem::create_directories(folder / "empty");
  const auto found = submissions_in(folder);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 2u);
  EXPECT_EQ(found->at(0).name, "ada");
  EXPECT_EQ(found->at(0).sources.size(), 2u);
  EXPECT_EQ(found->at(1).name, "zoe");
  EXPECT_FALSE(submissions_in(folder / "empty").ok());
  EXPECT_FALSE(submissions_in(folder / "missing").ok());
}

TEST(Sheet, QuotesWhatStrangersWrite) {
  Sheet sheet{"increment", Costs{100, 10, 1000}, {}};
  sheet.verdicts.push_back({.name = "=1+1", .word = Word::wrong, .reason = "says \"no\", twice <b>"});
  sheet.verdicts.push_back({.name = "b", .word = Word::right, .costs = Costs{150, 10, 500}});
  EXPECT_NE(csv_of(sheet).find("'=1+1,wrong,\"says \"\"no\"\", twice <b>\""), std::string::npos) << csv_of(sheet);
  EXPECT_NE(csv_of(sheet).find("b,right,,,,,150,10,500,1.50,1.00,0.50"), std::string::npos) << csv_of(sheet);
  EXPECT_NE(html_of(sheet).find("twice &lt;b&gt;"), std::string::npos);
  EXPECT_EQ(html_of(sheet).find("<b>"), std::string::npos);
  EXPECT_EQ(json_of(sheet)["submissions"][0]["verdict"], "wrong");
  EXPECT_EQ(html_of(sheet).find("<figure>"), std::string::npos) << "no picture was drawn";
  sheet.verdicts[0].pictures = {{.caption = "a \"race\" <i>", .image = "data:image/svg+xml;base64,AAAA"},
                                {.caption = "not drawn"}};
  EXPECT_NE(html_of(sheet).find("<figcaption>a &quot;race&quot; &lt;i&gt;</figcaption>"), std::string::npos) << html_of(sheet);
  EXPECT_EQ(html_of(sheet).find("not drawn"), std::string::npos);
}

TEST(Verdict, TheGravestFindingCounts) {
  const auto word_of = [](const std::vector<std::string>& kinds) {
    Verdict verdict;
    for (const std::string& kind : kinds) verdict.find(kind, "of " + kind, "k.cu", 7);
    EXPECT_EQ(verdict.findings.size(), kinds.size());
    return verdict.word;
  };
  EXPECT_EQ(word_of({}), Word::right);
  EXPECT_EQ(word_of({"leak", "data-race"}), Word::racy);
  EXPECT_EQ(word_of({"uninitialised-read"}), Word::unsound);
  EXPECT_EQ(word_of({"data-race", "out-of-bounds", "leak"}), Word::out_of_bounds);
  Verdict verdict;
  verdict.find("out-of-bounds", "too far", "k.cu", 3);
  verdict.find("leak", "never freed", "k.cu", 9);
  EXPECT_EQ(verdict.reason, "too far");
  EXPECT_EQ(verdict.line, 3);
  EXPECT_EQ(verdict.findings.back(), "leak at line 9");
}

}  // namespace
}  // namespace warplens::grade
