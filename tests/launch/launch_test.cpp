#include "launch/launch.h"

#include <gtest/gtest.h>

#include "launch/launch_result.h"

namespace warplens::launch {
namespace {

using Field = GeometryProblem::Field;

std::vector<Field> fields(const std::vector<GeometryProblem>& problems) {
  std::vector<Field> result;
  for (const GeometryProblem& problem : problems) result.push_back(problem.field);
  return result;
}

TEST(Geometry, LimitsOfCuda) {
  using enum GeometryProblem::Field;
  const base::Dim3 one{1, 1, 1};
  EXPECT_TRUE(check_geometry({2147483647u, 65535, 65535}, {1024, 1, 1}, 49152).empty());
  EXPECT_TRUE(check_geometry(one, {1, 1, 64}, 0).empty());
  EXPECT_TRUE(check_geometry(one, {32, 32, 1}, 0).empty());
  EXPECT_EQ(fields(check_geometry({2147483648u, 65536, 65536}, one, 0)), (std::vector{grid_x, grid_y, grid_z}));
  EXPECT_EQ(fields(check_geometry({0, 0, 0}, {0, 0, 0}, 0)), (std::vector{grid_x, grid_y, grid_z, block_x, block_y, block_z}));
  EXPECT_EQ(fields(check_geometry(one, {1, 1, 65}, 0)), (std::vector{block_z}));
  EXPECT_EQ(fields(check_geometry(one, {1025, 1, 1}, 0)), (std::vector{block_x, threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, {1, 1025, 1}, 0)), (std::vector{block_y, threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, {33, 32, 1}, 0)), (std::vector{threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, one, 49153)), (std::vector{shared}));
  EXPECT_EQ(fields(check_geometry(one, {~0u, ~0u, ~0u}, 0)), (std::vector{block_x, block_y, block_z, threads_per_block}));
}

TEST(Geometry, SaysTheNumberTheLimitAndTheReason) {
  const auto problems = check_geometry({1, 1, 1}, {32, 32, 32}, 0);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "block 32 × 32 × 32 is 32,768 threads; a block has at most 1,024");
}

TEST(Names, GoThereAndBack) {
  for (const std::string_view text : {"timed", "round-robin", "random"}) {
    ASSERT_TRUE(schedule_named(text).has_value());
    EXPECT_EQ(name(*schedule_named(text)), text);
  }
  EXPECT_FALSE(schedule_named("fast").has_value());
  EXPECT_FALSE(schedule_named("recorded").has_value());
  EXPECT_EQ(name(Origin::modelled), "modelled");
  EXPECT_EQ(name(FaultKind::out_of_bounds), "out-of-bounds");
  EXPECT_EQ(name(FaultKind::device), "device");
}

/// A kernel k(.u64 a, .u32 n, .f32 x) without instructions.
Launch three_parameters() {
  ptx::Module module;
  ptx::Function function;
  function.name = "_Z1kPiif";
  function.demangled = "k";
  function.entry = true;
  function.parameters = {{"a", ptx::Type::u64, 0, 8, 8}, {"n", ptx::Type::u32, 8, 4, 4}, {"x", ptx::Type::f32, 12, 4, 4}};
  module.functions.push_back(function);
  Launch launch;
  launch.module = std::make_shared<const ptx::Module>(module);
  launch.grid = {2, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {Buffer{"a", ElementType::i32, 4, std::make_shared<const Bytes>(16)}, Scalar{ElementType::i32, 4},
                      Scalar{ElementType::f32, 0}};
  return launch;
}

/// The launch's module, to be changed.
ptx::Module& edit(Launch& launch) {
  auto copy = std::make_shared<ptx::Module>(*launch.module);
  launch.module = copy;
  return *copy;
}

std::string problem(const Launch& launch) {
  const base::Status status = check(launch);
  return status.ok() ? "" : status.error().message;
}

TEST(Check, AFittingLaunchPasses) {
  EXPECT_EQ(problem(three_parameters()), "");
  Launch raw = three_parameters();
  raw.arguments[0] = Scalar{ElementType::u64, 0};  // an address as a number
  EXPECT_EQ(problem(raw), "");
}

TEST(Check, AnEntryThatTheParserRefusedIsNotRun) {
  Launch launch = three_parameters();
  edit(launch).functions[0].refusal = base::Error{"k.ptx", 12, 3, "no tensor cores here"};
  const base::Status status = check(launch);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "no tensor cores here");
  EXPECT_EQ(status.error().line, 12);
}

TEST(Check, SaysWhichArgumentDoesNotFit) {
  const auto with = [](std::size_t index, Argument argument) {
    Launch launch = three_parameters();
    launch.arguments[index] = std::move(argument);
    return problem(launch);
  };
  EXPECT_EQ(with(1, Scalar{ElementType::i64, 4}),
            "argument 1 of kernel 'k' is of type i64, but the kernel wants a 4-byte integer (.u32)");
  EXPECT_EQ(with(1, Scalar{ElementType::f32, 4}),
            "argument 1 of kernel 'k' is of type f32, but the kernel wants a 4-byte integer (.u32)");
  EXPECT_EQ(with(2, Scalar{ElementType::i32, 4}),
            "argument 2 of kernel 'k' is of type i32, but the kernel wants a 4-byte floating-point number (.f32)");
  EXPECT_NE(with(0, Scalar{ElementType::f64, 4}).find("an 8-byte number or a buffer"), std::string::npos);
  EXPECT_NE(with(1, Buffer{"b", ElementType::f32, 0, std::make_shared<const Bytes>()}).find("('b')"), std::string::npos);
  EXPECT_NE(with(0, Buffer{"b", ElementType::f32, 4, nullptr}).find("initial content"), std::string::npos);
  EXPECT_NE(with(0, Buffer{"b", ElementType::f32, 4, std::make_shared<const Bytes>(15)}).find("initial content"),
            std::string::npos);
  EXPECT_NE(with(0, Buffer{"b", ElementType::f32, std::uint64_t{1} << 62, std::make_shared<const Bytes>()}).find("8 GiB"),
            std::string::npos);
  Launch few = three_parameters();
  few.arguments.pop_back();
  EXPECT_EQ(problem(few), "kernel 'k' has 3 parameters, but 2 arguments were given");
}

TEST(Check, ThereMustBeAKernel) {
  EXPECT_EQ(problem(Launch{}), "there is no kernel to launch");
  Launch beyond = three_parameters();
  beyond.entry = 1;
  EXPECT_EQ(problem(beyond), "there is no kernel to launch");
  Launch function = three_parameters();
  edit(function).functions[0].entry = false;
  EXPECT_EQ(problem(function), "there is no kernel to launch");
}

TEST(Check, LaunchBoundsOfTheKernel) {
  Launch launch = three_parameters();
  edit(launch).functions[0].max_threads = {64, 0, 0};
  EXPECT_EQ(problem(launch), "");
  launch.block = {65, 1, 1};
  EXPECT_NE(problem(launch).find("at most 64"), std::string::npos);
  Launch exact = three_parameters();
  edit(exact).functions[0].required_threads = {32, 2, 1};
  EXPECT_NE(problem(exact).find("exactly 32 × 2 × 1"), std::string::npos);
  exact.block = {32, 2, 1};
  EXPECT_EQ(problem(exact), "");
}

TEST(Check, SharedMemoryIsWhatTheKernelUsesAndTheLaunchAdds) {
  Launch launch = three_parameters();
  ptx::Module& module = edit(launch);
  const auto shared = [](const char* name, std::uint64_t size, std::uint32_t alignment) {
    ptx::Variable variable;
    variable.name = name;
    variable.space = ptx::Space::shared;
    variable.size = size;
    variable.alignment = alignment;
    return variable;
  };
  ptx::Variable own = shared("own", 10, 1), used = shared("used", 100, 16), foreign = shared("foreign", 40'000, 4);
  own.function = 0;
  module.variables = {own, used, foreign};
  ptx::Instruction instruction;
  ptx::Operand address;
  address.kind = ptx::OperandKind::address;
  address.base = ptx::OperandKind::variable;
  address.index = 1;
  instruction.operands.push_back(address);
  module.functions[0].instructions.push_back(instruction);
  EXPECT_EQ(static_shared_bytes(module, 0), 116u);  // 10, up to 16, and 100
  launch.dynamic_shared = 49152 - 116;
  EXPECT_EQ(problem(launch), "");
  launch.dynamic_shared += 1;
  EXPECT_EQ(problem(launch), "a block wants 49,153 bytes of shared memory; it has at most 49,152");
}

}  // namespace
}  // namespace warplens::launch
