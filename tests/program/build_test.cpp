#include "program/build.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "ptx/compile/compile.h"
#include "tests/scratch_folder.h"

// Executables that were built before are not built again. A compiler that may take no time at all shows whether one is asked.

namespace warplens::program {
namespace {

namespace fs = std::filesystem;

const BuildLimits no_time{.time = std::chrono::seconds(0)};

class Executables : public ::testing::Test {
 protected:
  const fs::path folder_ = scratch("executables"), source_ = folder_ / "main.cu", header_ = folder_ / "number.h",
                 output_ = folder_ / "out" / "main", kept_ = folder_ / "kept";
  const ptx::ContentStore store_{kept_, 64 << 20, ".program"};

  void SetUp() override {
    if (ptx::locate_compilers().empty()) GTEST_SKIP() << "no compiler is installed";
    fs::remove_all(folder_);
    fs::create_directories(output_.parent_path());
    write(header_, "#define NUMBER 7\n");
    write(source_, "#include \"number.h\"\n" + main_);
  }
  static void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
  bool build(const BuildLimits& limits = {}, const ptx::CompileOptions& options = {}) const {
    fs::remove(output_);
    return build_of({source_}, options, limits);
  }
  bool build_of(const std::vector<fs::path>& sources, const ptx::CompileOptions& options, const BuildLimits& limits) const {
    return program::build(sources, options, output_, limits, store_).ok();
  }
  int exit_status() const {
    const auto ran = base::run_process("/usr/bin/env", {"LD_LIBRARY_PATH=" + library_folder().string(), output_.string()},
                                       std::chrono::seconds(60));
    return ran.ok() ? ran->exit_status : -1;
  }
  std::ptrdiff_t kept() const {
    return fs::exists(kept_) ? std::distance(fs::directory_iterator(kept_), fs::directory_iterator()) : 0;
  }

  const std::string main_ = "int main() { return NUMBER; }\n";
};

TEST_F(Executables, OfTheSameFilesAreNotBuiltAgain) {
  ASSERT_TRUE(build());
  EXPECT_EQ(exit_status(), 7);
  const auto first = base::read_bytes(output_);
  ASSERT_TRUE(build(no_time)) << "it was kept";
  EXPECT_EQ(*base::read_bytes(output_), *first);
  EXPECT_EQ(exit_status(), 7);
  EXPECT_EQ(kept(), 1);
}

TEST_F(Executables, AreBuiltAgainWhereAnythingIsDifferent) {
  ASSERT_TRUE(build());
  ptx::CompileOptions other;
  other.definitions = {"OTHER"};
  EXPECT_FALSE(build(no_time, other)) << "an option";
  write(header_, "#define NUMBER 8\n");
  EXPECT_FALSE(build(no_time)) << "a header";
  ASSERT_TRUE(build());
  EXPECT_EQ(exit_status(), 8);
  write(header_, "#define NUMBER 7\n");
  EXPECT_TRUE(build(no_time)) << "as it was";
  EXPECT_EQ(exit_status(), 7);
  fs::copy_file(source_, folder_ / "other.cu");
  EXPECT_FALSE(build_of({folder_ / "other.cu"}, {}, no_time)) << "debug information names the file";
  EXPECT_FALSE(build_of({source_, folder_ / "other.cu"}, {}, no_time)) << "one file more";
}

TEST_F(Executables, AreNotKeptWhereMoreThanTheirFilesDecides) {
  for (const std::string head : {"const char* when = __TIME__;\n", "asm(\".data\\n.incbin \\\"/etc/hostname\\\"\\n.text\");\n",
                                 "#define FILE \"number.h\"\n#include FILE\n", "#if __has_include(\"more.h\")\n#endif\n"}) {
    write(source_, "#include \"number.h\"\n" + head + main_);
    EXPECT_TRUE(build()) << head;
    EXPECT_EQ(kept(), 0) << head;
  }
  write(source_, "no C++\n");
  EXPECT_FALSE(build());
  EXPECT_EQ(kept(), 0);
}

/// In a sandbox, all files that the compiler sees decide, however they are read.
TEST_F(Executables, OfASandboxDependOnAllThatIsVisible) {
  const fs::path own = folder_ / "own";
  fs::create_directories(own);
  fs::rename(header_, own / "number.h");
  write(own / "data.txt", "ab");
  const fs::path source = own / "main.cu";
  write(source, "#define FILE \"number.h\"\n#include FILE\nasm(\".data\\n.incbin \\\"" + (own / "data.txt").string() +
                    "\\\"\\n.text\");\n" + main_);
  const BuildLimits limits{.wrapper = {"/usr/bin/env"}, .visible = {own}};
  BuildLimits no_time_left = limits;
  no_time_left.time = std::chrono::seconds(0);
  ASSERT_TRUE(build_of({source}, {}, limits));
  EXPECT_TRUE(build_of({source}, {}, no_time_left));
  EXPECT_FALSE(build_of({source}, {}, no_time)) << "outside, a compiler may see more";
  write(own / "data.txt", "ac");
  EXPECT_FALSE(build_of({source}, {}, no_time_left)) << "a file that the assembler reads";
  write(own / "data.txt", "ab");
  EXPECT_TRUE(build_of({source}, {}, no_time_left));
  write(own / "new.h", "");
  EXPECT_FALSE(build_of({source}, {}, no_time_left)) << "a new file";
  fs::remove(own / "new.h");
  fs::create_symlink("/etc/hostname", own / "link");
  EXPECT_FALSE(build_of({source}, {}, no_time_left)) << "a link";
  fs::remove(own / "link");
  fs::create_symlink("/dev/zero", own / "endless");
  ASSERT_EQ(::mkfifo((own / "pipe").c_str(), 0600), 0);
  ASSERT_TRUE(build_of({source}, {}, limits)) << "links and pipes are not read";
  EXPECT_EQ(exit_status(), 7);
}

}  // namespace
}  // namespace warplens::program
