#include "desk/editing/dropped_files.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/scratch_folder.h"

namespace warplens::desk {
namespace {

namespace fs = std::filesystem;

class Dropped : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  ~Dropped() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name, const std::string& text = "") {
    EXPECT_TRUE(base::write_file(folder_ / name, text).ok());
    return folder_ / name;
  }

  const fs::path folder_ = scratch("dropped");
  const std::string main_ = "int main() { return 0; }\n", kernel_ = "__global__ void k(int* a) { *a = 1; }\n";
};

using Files = std::vector<fs::path>;

TEST_F(Dropped, SourcesBelongToTheOneThatHasMain) {
  const fs::path kernels = file("kernels.cu", kernel_), header = file("kernels.h"), main = file("main.cpp", main_),
                 session = file("seen.warplens");
  const DroppedFiles files = sort_out({kernels, header, main, session});
  EXPECT_EQ(files.program, (Files{main, kernels}));
  EXPECT_EQ(files.single, Files{session});
}

TEST_F(Dropped, ProgramsOfTheirOwnStaySo) {
  const fs::path one = file("one.cu", main_ + kernel_), other = file("other.cu", main_ + kernel_),
                 kernels = file("k.cu", kernel_);
  const DroppedFiles files = sort_out({one, other, kernels});
  EXPECT_TRUE(files.program.empty());
  EXPECT_EQ(files.single, (Files{one, other, kernels}));
}

TEST_F(Dropped, OneSourceIsOpenedByItself) {
  const fs::path one = file("one.cu", main_ + kernel_), header = file("one.cuh");
  const DroppedFiles files = sort_out({header, one});
  EXPECT_TRUE(files.program.empty());
  EXPECT_EQ(files.single, Files{one}) << "the header is what it includes";
}

TEST_F(Dropped, AHeaderAloneIsNotIgnored) {
  const fs::path header = file("one.cuh");
  EXPECT_EQ(sort_out({header}).single, Files{header});
}

}  // namespace
}  // namespace warplens::desk
