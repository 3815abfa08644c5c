#include <fstream>

#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// Accesses that the compiler removed, told for a kernel file in the window.

namespace warplens::desk {
namespace {

class RemovedOnTheDesk : public DeskTest {
 protected:
  RemovedOnTheDesk() { std::filesystem::create_directories(folder_); }
  ~RemovedOnTheDesk() override { std::filesystem::remove_all(folder_); }

  void open(const std::string& body, bool check) {
    const std::filesystem::path file = folder_ / "removed.cu";
    std::ofstream(file) << "__global__ void k(int* out, int n) {\n"
                        << body << "  if (threadIdx.x < n) out[threadIdx.x] = n;\n}\n";
    desk_.open_first_experiment();
    desk_.open_file(file);
    desk_.choices.session.settings.check = check;
    draw_until_idle();
    ASSERT_TRUE(desk_.shows_choice());
  }
  std::string text() const { return removed_text(desk_.runs.removed, *desk_.runs.shown); }

  const std::filesystem::path folder_ = scratch("removed on the desk");
};

TEST_F(RemovedOnTheDesk, AreToldAndKnownForAllParameters) {
  open("  __shared__ int s[64];\n  s[threadIdx.x / 2] = n;\n", true);
  const std::string told =
      "The compiler removed the accesses to memory in line 3, as the result does not need them, so they are not checked; "
      "compile with -O0 to see them.";
  EXPECT_EQ(text(), told);
  const CompiledKernel asked = desk_.runs.removed.asked;
  choose_parameter(desk_.choices, "n", 3);
  run_chosen();
  EXPECT_EQ(text(), told) << "before another frame";
  draw_until_idle();
  EXPECT_EQ(desk_.runs.removed.asked, asked);
}

TEST_F(RemovedOnTheDesk, AreNotLookedForWithoutACheck) {
  open("  __shared__ int s[64];\n  s[threadIdx.x / 2] = n;\n", false);
  EXPECT_EQ(desk_.runs.removed.asked.module, nullptr);
  EXPECT_EQ(text(), "");
}

TEST_F(RemovedOnTheDesk, NothingIsSaidOfWhatIsThere) {
  open("", true);
  EXPECT_NE(desk_.runs.removed.known.of.module, nullptr);
  EXPECT_EQ(text(), "");
}

}  // namespace
}  // namespace warplens::desk
