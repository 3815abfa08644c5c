#include "launch/launch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "launch/arguments/argument.h"
#include "launch/arguments/parameters.h"
#include "launch/arguments/shared_arrays.h"
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
  EXPECT_TRUE(check_geometry({2147483647u, 65535, 65535}, {1024, 1, 1}).empty());
  EXPECT_TRUE(check_geometry(one, {1, 1, 64}).empty());
  EXPECT_TRUE(check_geometry(one, {32, 32, 1}).empty());
  EXPECT_EQ(fields(check_geometry({2147483648u, 65536, 65536}, one)), (std::vector{grid_x, grid_y, grid_z}));
  EXPECT_EQ(fields(check_geometry({0, 0, 0}, {0, 0, 0})), (std::vector{grid_x, grid_y, grid_z, block_x, block_y, block_z}));
  EXPECT_EQ(fields(check_geometry(one, {1, 1, 65})), (std::vector{block_z}));
  EXPECT_EQ(fields(check_geometry(one, {1025, 1, 1})), (std::vector{block_x, threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, {1, 1025, 1})), (std::vector{block_y, threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, {33, 32, 1})), (std::vector{threads_per_block}));
  EXPECT_EQ(fields(check_geometry(one, {~0u, ~0u, ~0u})), (std::vector{block_x, block_y, block_z, threads_per_block}));
}

TEST(Geometry, SaysTheNumberTheLimitAndTheReason) {
  const auto problems = check_geometry({1, 1, 1}, {32, 32, 32});
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

/// The launch's module, replaced by a mutable copy.
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
  EXPECT_NE(problem(exact).find("exactly 32 × 2"), std::string::npos);
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
  ptx::Variable own = shared("own", 10, 1), used = shared("_ZZ6kernelPfE4used", 100, 16), foreign = shared("foreign", 40'000, 4);
  own.function = 0;
  module.variables = {own, used, foreign};
  ptx::Instruction instruction;
  ptx::Operand address;
  address.kind = ptx::OperandKind::address;
  address.base = ptx::OperandKind::variable;
  address.index = 1;
  instruction.operands.push_back(address);
  module.functions[0].instructions.push_back(instruction);
  EXPECT_EQ(static_shared_bytes(module, 0), 116u);  // 10, padded to 16, and 100
  launch.dynamic_shared = 49152 - 116;
  EXPECT_EQ(problem(launch), "");
  const SharedLimit limit{49152, "the toy", {{"small", 49152}, {"large", 60000}, {"larger", 232448}}};
  EXPECT_TRUE(check(launch, limit).ok());
  launch.dynamic_shared += 1;
  EXPECT_EQ(problem(launch), "") << "no device, no limit of dynamic shared memory";
  EXPECT_EQ(check(launch, limit).error().message,
            "a block wants 49,153 bytes of shared memory; the toy has at most 49,152; enough have: large, larger");
  EXPECT_TRUE(check(launch, SharedLimit{49153, "the card"}).ok());
  launch.dynamic_shared = ~0u;
  EXPECT_EQ(check(launch, limit).error().message,
            "a block wants 4,294,967,411 bytes of shared memory; the toy has at most 49,152");
  launch.dynamic_shared = 0;
  edit(launch).variables[0].size = 49152;
  EXPECT_EQ(problem(launch),
            "kernel 'k' declares 49,252 bytes of __shared__ arrays; CUDA allows at most 49,152, and more only as dynamic "
            "shared memory (extern __shared__)");
  edit(launch).variables[0].size = 10;

  EXPECT_EQ(dynamic_shared_array(*launch.module, 0), "");
  EXPECT_EQ(shared_arrays(launch), (std::vector<SharedArray>{{"own", 0, 10}, {"used", 16, 100}}));
  ptx::Variable dynamic = shared("dynamic", 0, 4);
  dynamic.function = 0;
  edit(launch).variables.push_back(dynamic);
  EXPECT_EQ(dynamic_shared_array(*launch.module, 0), "dynamic");
  launch.dynamic_shared = 64;
  EXPECT_EQ(shared_arrays(launch).back(), (SharedArray{"dynamic", 128, 64})) << "behind 116 bytes, at a multiple of 16";
}

TEST(Check, MultiprocessorsHaveALimit) {
  Launch launch = three_parameters();
  launch.multiprocessors = max_multiprocessors;
  EXPECT_EQ(problem(launch), "");
  ++launch.multiprocessors;
  EXPECT_EQ(problem(launch), "a launch asks for at most 1,024 multiprocessors, not 1,025");
}

/// A structure with C++ layout.
struct Members {
  std::int32_t width;
  double scale;
  std::int8_t kind;
  std::int16_t step;
  float bias;
  std::uint64_t elements;
  std::int8_t last;
};

Launch with_structure() {
  ptx::Module module;
  ptx::Function function;
  function.name = function.demangled = "k";
  function.entry = true;
  function.parameters = {{"n", ptx::Type::u32, 0, 4, 4}, {"members", ptx::Type::b8, 8, sizeof(Members), 8}};
  function.parameter_bytes = 8 + sizeof(Members);
  module.functions.push_back(function);
  Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module));
  launch.grid = launch.block = {1, 1, 1};
  launch.arguments = {Scalar{ElementType::u32, 77}};
  launch.fields = {1, 7};
  const auto members = parse_arguments("{i32=-3; f64=0.25; i8=-1; i16=500;f32=1.5 ; f32[2]=1,2; i8=9}", 1);
  launch.arguments.insert(launch.arguments.end(), members->begin(), members->end());
  return launch;
}

TEST(Fields, LieAsCppLaysThemOut) {
  const Launch launch = with_structure();
  ASSERT_TRUE(check(launch).ok()) << base::describe(check(launch).error());
  const std::uint64_t address = 0x123456789abcdef0u;
  const std::vector<std::byte> block = parameter_block(launch, std::array{address});
  std::uint32_t n;
  Members members;
  ASSERT_GE(block.size(), 8 + sizeof members);
  std::memcpy(&n, block.data(), sizeof n);
  std::memcpy(&members, block.data() + 8, sizeof members);
  EXPECT_EQ(n, 77u);
  EXPECT_EQ(members.width, -3);
  EXPECT_EQ(members.scale, 0.25);
  EXPECT_EQ(members.kind, -1);
  EXPECT_EQ(members.step, 500);
  EXPECT_EQ(members.bias, 1.5f);
  EXPECT_EQ(members.elements, address);
  EXPECT_EQ(members.last, 9);
}

TEST(Fields, ThatDoNotFillTheStructureAreToldWithBothSizes) {
  Launch launch = with_structure();
  launch.arguments.pop_back();
  launch.fields = {1, 6};
  EXPECT_EQ(check(launch).error().message,
            "the 6 fields of parameter 1 ('members') take 32 bytes as C++ lays them out, but the kernel wants 40");
  launch.arguments.resize(2);
  launch.fields = {};
  EXPECT_EQ(
      check(launch).error().message,
      "argument 1 of kernel 'k' is of type i32, but the kernel wants a struct or array of 40 bytes: its fields are given as "
      "{i32=1; f32=0.5; …}");
  launch.fields = {1, 2};
  EXPECT_FALSE(check(launch).ok());
  launch.fields = {2, 0};
  EXPECT_FALSE(check(launch).ok());
}

TEST(Fields, AreWrittenInBraces) {
  EXPECT_EQ(parse_arguments("i32=1", 1).value().size(), 1u);
  EXPECT_EQ(parse_arguments("{i32=1}", 1).value().size(), 1u);
  EXPECT_EQ(parse_arguments("{i32=1; f32[4]=1,2,3,4}", 1).value().size(), 2u);
  for (const char* wrong : {"{i32=1", "{}", "{i32=1;}", "{;i32=1}", "{{i32=1}}", "{", "i32=1; f32=2"})
    EXPECT_FALSE(parse_arguments(wrong, 1).ok()) << wrong;
}

}  // namespace
}  // namespace warplens::launch
