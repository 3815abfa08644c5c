#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/process.h"
#include "tests/stories/person.h"

// A newcomer opens a whole program: main(), kernels, printf and all.

namespace warplens::stories {
namespace {

namespace fs = std::filesystem;

constexpr const char* late_race =
    "// The second of two launches races.\n"
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "__global__ void fill(int* x, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] = i;\n"
    "}\n"
    "__global__ void total(const int* x, int* sum, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) sum[0] += x[i];\n"
    "}\n"
    "int main(int argc, char** argv) {\n"
    "  const int n = argc > 1 ? atoi(argv[1]) : 1000;\n"
    "  int *x, *sum, result = 0;\n"
    "  cudaMalloc(&x, n * sizeof(int));\n"
    "  cudaMalloc(&sum, sizeof(int));\n"
    "  cudaMemset(sum, 0, sizeof(int));\n"
    "  fill<<<(n + 255) / 256, 256>>>(x, n);\n"
    "  total<<<(n + 255) / 256, 256>>>(x, sum, n);\n"
    "  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);\n"
    "  printf(\"the sum is %d, it should be %d\\n\", result, n * (n - 1) / 2);\n"
    "  cudaFree(x);\n"
    "  cudaFree(sum);\n"
    "}\n";

class Newcomer : public Story {
 protected:
  static fs::path writes(const std::string& text) {
    fs::create_directories(folder_of("own"));
    std::ofstream(folder_of("own") / "sum.cu") << text;
    return folder_of("own") / "sum.cu";
  }
};

TEST_F(Newcomer, SeesTheRaceOfTheSecondLaunchFirst) {
  Person& she = sits_down(Size::hd, Theme::light, "own", writes(late_race));
  she.see("Data race in kernel total, line 10.");
  she.see("Launch 2 of 2, line 19, stream 0");
  she.picture("a_newcomers_program");
  she.see("it should be 499500");
  she.scroll_to("FOUND IN THE PROGRAM · 1", Part::right);
  she.find("view race");
  she.scroll_to("FOUND · 1", Part::right);
  she.picture("a_newcomers_program_race");
}

TEST_F(Newcomer, SeesWhatTheImageFilterDoes) {
  Person& he = sits_down(Size::full_hd, Theme::dark, "own", writes(R"(
__global__ void mirror(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + (width - x)];
}
)"));
  he.see("1 past its end (2,700 elements)");  // in column 0 of the last row
  he.find("view values");
  he.see("AS A PICTURE OF 60 × 45");
  he.see("input “in”, before the launch");
  he.see("0 is black, 255 is white.");
  he.picture("an_image_filter");
  he.scroll_to("RGBA", Part::left);
  he.click("RGB", Part::left);
  he.see("AS A PICTURE OF 20 × 45");
  he.click("numbers", Part::left);
  he.see("VALUES OF out BY ELEMENT");
  he.press("Ctrl Z", 2);
  he.see("AS A PICTURE OF 60 × 45");
}

TEST_F(Newcomer, IsAskedForTheTypesOfATemplate) {
  Person& she = sits_down(Size::hd, Theme::light);
  she.drop(
      writes("template <typename T>\n__global__ void scale(T* x, T factor, int n) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] *= factor;\n}\n"));
  she.see("Its kernels are templates: for which types?");
  she.see("template __global__ void scale<float>(float *x, float factor, int n);");
  she.picture("a_template_is_opened");
  she.click("Add and open");
  she.move_away();
  she.see("1,000 threads touched 1,000 elements; 24 touched none.");
  she.see("scale<float>");
}

TEST_F(Newcomer, MendsTheProgramInTheWindow) {
  Person& he = sits_down(Size::full_hd, Theme::dark, "own", writes(late_race));
  he.click("sum[0] += x[i];", Part::right);
  he.press("End");
  he.press("Shift Home");
  he.type("  if (i < n) atomicAdd(sum, x[i]);");
  he.wait(1);
  he.see("2 launches took ");
  he.do_not_see("Data race in kernel");
  he.see("the sum is 499500, it should be 499500");
  he.picture("a_newcomers_program_mended");
}

TEST_F(Newcomer, OpensAScriptOfPythonAndMendsIt) {
  if (const auto numba = base::run_process("/usr/bin/python3", {"-c", "import numba"}, std::chrono::minutes(1));
      !numba || numba->exit_status != 0)
    GTEST_SKIP() << "this build has no Numba to test with";
  fs::create_directories(folder_of("own"));
  const fs::path script = folder_of("own") / "count.py";
  std::ofstream(script) << "import numpy as np\n"
                           "from numba import config, cuda\n"
                           "config.CUDA_WARN_ON_IMPLICIT_COPY = 0\n"
                           "@cuda.jit\n"
                           "def count(total, n):\n"
                           "    i = cuda.grid(1)\n"
                           "    if i < n:\n"
                           "        total[0] += 1\n"
                           "\n"
                           "total = np.zeros(1, np.int32)\n"
                           "count[4, 64](total, 200)\n"
                           "print(f'{total[0]} of 200')\n";
  Person& she = sits_down(Size::hd, Theme::light, "own", script);
  she.see("Data race in kernel count, line 8.");
  she.see("Launch 1 of 1, line 11, stream 0");
  she.see("1 of 200");
  she.picture("a_script_of_python");
  she.click("total[0] += 1", Part::right);
  she.press("End");
  she.press("Shift Home");
  she.type("        cuda.atomic.add(total, 0, 1)");
  she.wait(1);
  she.do_not_see("Data race in kernel");
  she.see("200 of 200");
  she.find("view race");
  she.picture("a_script_of_python_mended");
}

TEST_F(Newcomer, RunsSomebodyElsesProgramInASandbox) {
  const fs::path recording = folder_of("own") / "sum.recording";
  const auto recorded = base::run_process(
      WARPLENS_PROGRAM, {"program", "--check", "--quiet", "--record", recording.string(), writes(late_race).string()},
      std::chrono::minutes(1));
  ASSERT_TRUE(recorded.ok());
  Person& tutor = sits_down(Size::hd, Theme::projector, "tutor", recording);
  tutor.see("Data race in kernel total, line 10.");
  tutor.do_not_see("Run the program");
  tutor.click("Run it here, in a sandbox");
  tutor.wait_for("Run the program");
  tutor.see("it runs in a sandbox");
  tutor.see("Data race in kernel total, line 10.");
  tutor.picture("a_strangers_program");
}

TEST_F(Newcomer, GivesArgumentsAndMistypes) {
  Person& she = sits_down(Size::full_hd, Theme::projector, "own", writes(late_race));
  she.click("arguments of main()", Part::left);
  she.type("32");
  she.see("For the next run. The run that is shown had none.");
  she.press("Enter");
  she.scroll_to("it should be 496", Part::right);
  she.wheel(she.place_of("it should be 496", Part::right), 20);
  she.click("sum[0] += x[i];", Part::right);
  she.press("End");
  she.type(" oops");
  she.wait(1);
  she.see("It was not built: line 10: ");
  she.see("This is the run before the error.");
  she.move_away();
  she.picture("a_newcomers_program_mistyped");
}

TEST_F(Newcomer, OpensAKernelAlone) {
  Person& he = sits_down(Size::hd, Theme::dark, "own", writes(late_race));
  he.click("Its kernels alone", Part::left);
  he.see("ARGUMENTS");
  he.click("Show the whole program", Part::left);
  he.see("Data race in kernel total, line 10.");
}

}  // namespace
}  // namespace warplens::stories
