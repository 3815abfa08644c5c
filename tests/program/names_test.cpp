#include "program/names.h"

#include <gtest/gtest.h>

#include <fstream>

#include "program/parameter_names.h"
#include "tests/scratch_folder.h"

namespace warplens::program {
namespace {

/// The variable in line `line` of a source with this text.
std::string variable_in(const std::string& text, int line = 1) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "source.cu";
  std::ofstream(file) << text;
  const auto names = allocated_variables({"main", file, line});
  return names.empty() ? "" : names.front();
}

TEST(Names, TheVariableThatTheCallWrites) {
  EXPECT_EQ(variable_in("cudaMalloc(&d_x, n * sizeof(float));"), "d_x");
  EXPECT_EQ(variable_in("  CHECK(cudaMalloc((void**)&d_x, n));"), "d_x");
  EXPECT_EQ(variable_in("cudaMalloc( (void **) &buffer[0], n);"), "buffer[0]");
  EXPECT_EQ(variable_in("cudaMallocManaged(&grid->cells, n);"), "grid->cells");
  EXPECT_EQ(variable_in("cudaMalloc<float>(&p.data, n);"), "p.data");
  EXPECT_EQ(variable_in("cudaMalloc(reinterpret_cast<void**>(&d_y), n);"), "d_y");
  EXPECT_EQ(variable_in("cudaHostAlloc(&pinned, n, cudaHostAllocMapped);"), "pinned");
  EXPECT_EQ(variable_in("cudaMallocPitch(&rows, &pitch, w, h);"), "rows");
}

TEST(Names, TheCallsOfALineInTheirOrder) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "source.cu";
  std::ofstream(file)
      << "CHECK(cudaMalloc((void**)&d_a, n)); CHECK(cudaMalloc(&d_sum, 4));\nALLOCATE(d_b, n); ALLOCATE(d_c, n);\n"
         "float *x = filled(n, 1), *y = Fill::filled<2>(n);\nfilled_to(&p->z, n);\n";
  using Names = std::vector<std::string>;
  EXPECT_EQ(allocated_variables({"main", file, 1}), (Names{"d_a", "d_sum"}));
  EXPECT_EQ(allocated_variables({"main", file, 2}), (Names{"d_b", "d_c"})) << "of a macro";
  EXPECT_EQ(variables_from("filled", {"main", file, 3}), (Names{"x", "y"}));
  EXPECT_EQ(variables_from("filled_to", {"main", file, 4}), Names{"p->z"});
  EXPECT_EQ(variables_from("filled", {"main", file, 1}), Names{});
}

TEST(Names, ACallOfSeveralLinesHasTheLineOfAnyOfThem) {
  EXPECT_EQ(variable_in("int main() {\n  cudaMalloc(&d_x,\n             n);\n", 3), "d_x");
}

TEST(Names, NoneWhereThereIsNoSuchCall) {
  EXPECT_EQ(variable_in("float* p = allocate(n);\n"), "");
  EXPECT_EQ(variable_in("cudaMalloc(&d_x, n);", 1000), "");
  EXPECT_EQ(variable_in("cudaMalloc(&d_x, n);", -3), "");
  EXPECT_TRUE(allocated_variables({"main", "no such file", 3}).empty());
  EXPECT_EQ(variable_in("cudaMalloc(&d_x, n);\nh = (float*)malloc(n);\n", 2), "") << "another statement";
}

TEST(Names, InAKernelItsParameterComesFirst) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "source.cu";
  std::ofstream(file) << "// sums\n__global__ void sum(const int* in, int* total) { *total += in[0]; }\n";
  const NamedFiles files;
  ParameterNames names(files);
  const auto finding = [&](int line) {
    return report::Json{{"buffer", "a"}, {"first", {{"file", file.string()}, {"line", line}}}};
  };
  report::Json launch{{"kernel", "sum"},
                      {"pointers", {{{"parameter", 1}, {"buffer", "a"}}, {{"parameter", 0}, {"buffer", "b"}}}}};
  EXPECT_EQ(names.in("Thread 0 wrote a[3] before a flag, 1 read a[3]", finding(2), launch),
            "Thread 0 wrote total[3] (a) before a flag, 1 read total[3]");
  EXPECT_EQ(names.in("reads element 5 of a, 1 past its end", finding(2), launch), "reads element 5 of total (a), 1 past its end");
  EXPECT_EQ(names.in("wrote a[3]", finding(1), launch), "wrote a[3]") << "not in the kernel";
  launch["pointers"].push_back({{"parameter", 1}, {"buffer", ""}});
  EXPECT_EQ(names.in("wrote [3]", {{"buffer", ""}, {"first", finding(2)["first"]}}, launch), "wrote [3]") << "without a name";
  launch["pointers"].push_back({{"parameter", 0}, {"buffer", "a"}});
  EXPECT_EQ(names.in("wrote a[3]", finding(2), launch), "wrote a[3]") << "two parameters";
}

TEST(Names, NumbersBecomeNamesInText) {
  const std::map<unsigned, std::string> names{{1, "d_x"}, {12, "d_y"}};
  EXPECT_EQ(with_names("allocation 1 is freed before allocation 12", names), "d_x is freed before d_y");
  EXPECT_EQ(with_names("allocation 2 (64 bytes)", names), "allocation 2 (64 bytes)") << "without a name";
  EXPECT_EQ(with_names("reallocation 1, allocation", names), "reallocation 1, allocation");
  EXPECT_EQ(with_names("allocation 99999999999999999999", names), "allocation 99999999999999999999");
  EXPECT_EQ(with_names("allocation 1", {{1, "allocation 1"}}), "allocation 1") << "a name is not replaced again";
}

}  // namespace
}  // namespace warplens::program
