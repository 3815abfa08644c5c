#include "launch/python/python_source.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "tests/scratch_folder.h"

namespace warplens::launch {
namespace {

using Words = std::vector<std::string>;

Words lines_in(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const std::string script = R"(from numba import cuda
@cuda.jit
def matmul(A, B: "array", C=None,
           *rest):
    tile = cuda.shared.array((TPB,  # tile = shared.array
                              TPB), float32)
    def inner(x):
        return x
    other = cuda.shared.array(16, float32)

    i = cuda.grid(1)
total, (d_a, d_b) = 0, (1, 2)
d_a, d_b = cuda.to_device(a), cuda.to_device(b)
matmul[(4, 4),
       (16, 16)](d_a, b[1:, 0], c)
x == y
values["a=b"] = cuda.device_array(5)
f(x=1)
)";

TEST(PythonSource, FindsFunctionsWithTheirParametersAndLines) {
  const auto lines = lines_in(script);
  const auto functions = python_functions(lines);
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0].name, "matmul");
  EXPECT_EQ(functions[0].parameters, (Words{"A", "B", "C", "rest"}));
  EXPECT_EQ(functions[0].line, 3u);
  EXPECT_EQ(functions[0].end, 12u);
  EXPECT_EQ(functions[1].name, "inner");
  EXPECT_EQ(python_function_at(functions, 8)->name, "inner");
  EXPECT_EQ(python_function_at(functions, 11)->name, "matmul");
  EXPECT_EQ(python_function_at(functions, 12), nullptr);
}

TEST(PythonSource, FindsNamesOfWhatLinesMake) {
  const auto lines = lines_in(script);
  EXPECT_EQ(assigned_names(lines, 13), (Words{"d_a", "d_b"}));
  EXPECT_EQ(assigned_names(lines, 16), Words{}) << "compares";
  EXPECT_EQ(assigned_names(lines, 18), Words{}) << "calls";
  EXPECT_EQ(assigned_names({"n = 5; d_a = to_device(a); d_b = array((n, 2)); d_c[0] = 1"}, 1), (Words{"d_a", "d_b"}));
  EXPECT_EQ(assigned_names(lines, 0), Words{});
  EXPECT_EQ(assigned_names(lines, 99), Words{});
  EXPECT_EQ(launch_arguments(lines, 14), (Words{"d_a", "b[1:, 0]", "c"}));
  EXPECT_EQ(launch_arguments(lines, 13), Words{});
  EXPECT_EQ(names_made_by(lines, python_functions(lines)[0], "shared.array"), (Words{"tile", "other"}));
}

class PtxOfPython : public testing::Test {
 protected:
  /// PTX of the kernel in `script`, with shared variables of these names.
  std::string ptx(const Words& variables) const {
    std::string text = ".version 7.2\n.target sm_75\n.address_size 64\n";
    for (const std::string& name : variables) text += ".visible .shared .align 4 .b8 " + name + "[64];\n";
    text += ".visible .entry k()\n{\n.reg .b64 %rd<3>;\n.loc 1 3 0\n";
    for (const std::string& name : variables) text += "mov.u64 %rd1, " + name + ";\n";
    return text + "ret;\n}\n.file 1 \"" + (folder_.path() / "script.py").string() + "\"\n";
  }
  void SetUp() override { std::ofstream(folder_.path() / "script.py") << script; }

  ScratchFolder folder_;
};

TEST_F(PtxOfPython, GetsTheNamesOfItsSharedArrays) {
  EXPECT_EQ(with_names_of_python(ptx({"_cudapy_smem_11", "_cudapy_smem_9"})), ptx({"other", "tile"})) << "Numba counts on";
  EXPECT_EQ(with_names_of_python(ptx({"_cudapy_smem_1"})), ptx({"_cudapy_smem_1"})) << "the source has two";
  EXPECT_EQ(with_names_of_python(ptx({"a", "b"})), ptx({"a", "b"}));
  std::filesystem::remove(folder_.path() / "script.py");
  EXPECT_EQ(with_names_of_python(ptx({"_cudapy_smem_1", "_cudapy_smem_2"})), ptx({"_cudapy_smem_1", "_cudapy_smem_2"}));
}

TEST_F(PtxOfPython, DamagedTextIsReadAsFarAsItGoes) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = script, text = ptx({"_cudapy_smem_1", "_cudapy_smem_2"});
    for (int k = 0; k < 4; ++k) {
      damaged[random() % damaged.size()] = "()[]{}=:,#'\"\n \t"[random() % 15];
      text[random() % text.size()] = "{}\"\n.1 "[random() % 7];
    }
    std::ofstream(folder_.path() / "script.py") << damaged;
    const auto lines = lines_in(damaged);
    for (std::size_t line = 0; line <= lines.size() + 1; ++line) {
      assigned_names(lines, line);
      launch_arguments(lines, line);
    }
    for (const PythonFunction& function : python_functions(lines)) {
      EXPECT_LT(function.line, function.end);
      names_made_by(lines, function, "shared.array");
    }
    EXPECT_FALSE(with_names_of_python(text).empty());
  }
}

}  // namespace
}  // namespace warplens::launch
