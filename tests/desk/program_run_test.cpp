#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "desk/program/programs.h"
#include "launch/recording/recording.h"
#include "launch/recording/recording_file.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// A source with main() is built, run and shown.

namespace warplens::desk {
namespace {

namespace fs = std::filesystem;

/// Copies one element to the device, launches `body`, and then does `rest`.
std::string program(const std::string& body, const std::string& rest) {
  return "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
         "__global__ void one(int* x) { " +
         body +
         " }\n"
         "int main(int argc, char** argv) {\n"
         "  int* x;\n"
         "  cudaMalloc(&x, 128);\n"
         "  one<<<1, 32>>>(x);\n"
         "  cudaDeviceSynchronize();\n"
         "  cudaFree(x);\n" +
         rest + "}\n";
}

class RunningProgram : public DeskTest {
 protected:
  RunningProgram() {
    fs::create_directories(folder_);
    desk_.open_first_experiment();
  }
  ~RunningProgram() override { fs::remove_all(folder_); }

  fs::path writes(const std::string& text) const {
    std::ofstream(folder_ / "one.cu") << text;
    return folder_ / "one.cu";
  }
  void frame() {
    desk_.take_answers();
    desk_.update();
    desk_.request_work();
  }
  /// Frames until the running program has printed this; false after a minute.
  bool prints(const std::string& words) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < patience) {
      frame();
      if (desk_.program() != nullptr && desk_.programs.printed(*desk_.program()).find(words) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }
  const launch::ProgramRecording& recording() const { return *desk_.choices.experiment().recording; }

  const fs::path folder_ = scratch("running program");
};

TEST_F(RunningProgram, ShowsWhatItDidAndIsEditedInItsFile) {
  const fs::path source = writes(program("x[threadIdx.x] = 1;", "  printf(\"%d arguments\\n\", argc - 1); return 3;\n"));
  desk_.open_file(source);
  ASSERT_NE(desk_.program(), nullptr);
  EXPECT_TRUE(desk_.programs.runs(*desk_.program()));
  draw_until_idle();
  ASSERT_NE(desk_.program(), nullptr);
  EXPECT_FALSE(desk_.programs.runs(*desk_.program()));
  EXPECT_FALSE(desk_.program()->failure) << reason_of(*desk_.program());
  EXPECT_EQ(recording().launches.size(), 1u);
  EXPECT_EQ(recording().exit_status, 3);
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "0 arguments\n");
  EXPECT_EQ(desk_.editor.file(), source);
  EXPECT_EQ(desk_.recent.files().front(), source);
  EXPECT_EQ(desk_.choices.session_file, folder_ / "one.warplens");

  desk_.programs.set_arguments(*desk_.program(), "1 \"two words\"");
  desk_.run_program();
  draw_until_idle();
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "2 arguments\n");
}

TEST_F(RunningProgram, OneThatNeverEndsIsStoppedAndShown) {
  desk_.open_file(writes(program("x[threadIdx.x] = 1;", "  puts(\"first\"); for (;;) sleep(1);\n")));
  ASSERT_TRUE(prints("first\n"));
  EXPECT_TRUE(desk_.programs.runs(*desk_.program()));
  desk_.programs.stop();
  draw_until_idle();
  EXPECT_FALSE(desk_.program()->failure);
  EXPECT_EQ(recording().launches.size(), 1u);
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "first\n");
}

TEST_F(RunningProgram, ALaterRunTakesTheEarliersPlace) {
  const fs::path source = writes(program("x[threadIdx.x] = 1;", "  puts(\"first\"); for (;;) sleep(1);\n"));
  desk_.open_file(source);
  ASSERT_TRUE(prints("first\n"));
  writes(program("x[threadIdx.x] = 1;", "  puts(\"second\");\n"));
  desk_.open_file(source);
  draw_until_idle();
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "second\n");
  EXPECT_EQ(recording().output, "second\n");
}

/// A recording that came from somebody else is run from its texts, where it sees no file but these.
TEST_F(RunningProgram, AStrangersRunsInASandbox) {
  launch::ProgramRecording stranger;
  stranger.name = "stranger";
  stranger.spec = "toy";
  const std::string secret = writes("// something of the user's\n").string();
  stranger.sources = {{"/home/somebody/add.cuh", "__device__ int one() { return 1; }\n"},
                      {"/home/somebody/../../outside.cuh", "// beyond the program's folder\n"},
                      {"/home/somebody/stranger.cu",
                       "#include <cstdio>\n#include \"add.cuh\"\n__global__ void k(int* x) { x[threadIdx.x] = one(); }\n"
                       "int main() {\n  int* x;\n  cudaMalloc(&x, 128);\n  k<<<1, 32>>>(x);\n  cudaDeviceSynchronize();\n"
                       "  puts(fopen(\"" +
                           secret + "\", \"r\") ? \"seen\" : \"hidden\");\n  cudaFree(x);\n}\n"}};
  ASSERT_TRUE(launch::save(stranger, folder_ / "stranger.recording").ok());
  desk_.open_file(folder_ / "stranger.recording");
  draw_until_idle();
  EXPECT_EQ(desk_.program(), nullptr) << "it does not run by itself";
  const auto shown = desk_.choices.experiment().recording;
  ASSERT_TRUE(shown);
  const auto opened = desk_.programs.open_recorded(*shown, "toy");
  ASSERT_TRUE(opened.ok()) << base::describe(opened.error());
  ASSERT_TRUE(open_experiment_file(desk_.choices, *opened).ok());
  draw_until_idle();
  ASSERT_NE(desk_.program(), nullptr);
  ASSERT_FALSE(desk_.program()->failure) << reason_of(*desk_.program());
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "hidden\n");
  EXPECT_EQ(recording().launches.size(), 1u);

  stranger.sources = {{"/home/somebody/only.cuh", "__device__ int one() { return 1; }\n"}};
  EXPECT_FALSE(desk_.programs.open_recorded(stranger, "toy").ok());
}

TEST_F(RunningProgram, SaysWhyThereIsNothingToShow) {
  desk_.open_file(writes("#include <cstdio>\nint main() { puts(\"no CUDA here\"); }\n"));
  draw_until_idle();
  EXPECT_EQ(reason_of(*desk_.program()), "there is nothing to show: the program made no call to CUDA");
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "no CUDA here\n");
  EXPECT_EQ(recording().incomplete, reason_of(*desk_.program()));
  EXPECT_EQ(desk_.editor.file(), folder_ / "one.cu") << "to be mended";
}

TEST_F(RunningProgram, SaysWhereItCannotBeBuilt) {
  desk_.open_file(writes("#include <cstdio>\nint main() { puts(oops); }\n"));
  draw_until_idle();
  ASSERT_TRUE(desk_.program()->failure);
  EXPECT_EQ(desk_.program()->failure->line, 2);
  EXPECT_EQ(reason_of(*desk_.program()).find("it was not built: line 2: "), 0u) << reason_of(*desk_.program());
  EXPECT_EQ(desk_.programs.printed(*desk_.program()), "");
}

TEST_F(RunningProgram, ARunThatEndsBeforeTheNextFrameIsShown) {
  desk_.open_file(writes("int main() { return oops; }\n"));
  desk_.programs.wait_until_idle();
  draw_until_idle();
  EXPECT_EQ(recording().incomplete, reason_of(*desk_.program()));
}

TEST_F(RunningProgram, ASessionKeepsWhatItDidAndRunsNothing) {
  desk_.open_file(writes(program("x[threadIdx.x] = threadIdx.x;", "  puts(\"ran\");\n")));
  draw_until_idle();
  const auto saved = desk_.save_session();
  ASSERT_TRUE(saved) << base::describe(saved.error());
  EXPECT_EQ(*saved, folder_ / "one.warplens");
  fs::remove(folder_ / "one.cu");

  Desk other(own_experiments(), devices_, [] {});
  other.open_first_experiment();
  other.open_file(*saved);
  EXPECT_EQ(other.program(), nullptr) << "somebody else's program does not run here";
  ASSERT_TRUE(other.choices.experiment().recording) << other.notice.text;
  EXPECT_EQ(other.choices.experiment().recording->output, "ran\n");
}

TEST(Words, AreThoseOfAShell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_in(""), Words{});
  EXPECT_EQ(words_in("  1000   -v "), (Words{"1000", "-v"}));
  EXPECT_EQ(words_in("\"two words\" 'a \"b\"' c'd e'f \"\""), (Words{"two words", "a \"b\"", "cd ef", ""}));
  EXPECT_EQ(words_in("\"not closed"), (Words{"not closed"}));
}

}  // namespace
}  // namespace warplens::desk
