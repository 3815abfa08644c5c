#include "ptx/debug/debug_variables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>

#include "base/file.h"
#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"

// Variables of the source in the debug information of compilers: expected as the source below declares them.

namespace warplens::ptx {
namespace {

constexpr const char* source = R"(struct Particle { float x; int hits; unsigned flag : 3; };
__device__ int twice(int v) {
  int r = v * 2;
  return r;
}
__global__ void walk(const float* a, float* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float taps[2][2];
  Particle p = {1.0f, 2, 5};
  __shared__ float tile[32];
  double d = 0.5;
  char c = 'a';
  for (int k = 0; k < 4; k++) taps[k / 2][k % 2] = a[(i + k) % n];
  tile[threadIdx.x % 32] = taps[i % 2][1];
  __syncthreads();
  p.hits = twice((int)i);
  long long big = p.hits + 10000000000LL;
  if (i < n) out[i] = taps[1][0] + p.x + p.hits + d + c + tile[0] + big;
}
)";

class DebugVariables : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    setenv("WARPLENS_COMPILER", GetParam(), 1);
    if (find_compilers().empty()) GTEST_SKIP() << "no " << GetParam() << " here";
  }
  void TearDown() override { unsetenv("WARPLENS_COMPILER"); }

  /// The module, without optimisation.
  static Module compiled() {
    const auto folder = base::TemporaryFolder::create();
    std::ofstream(folder->path() / "walk.cu") << source;
    CompileOptions options;
    options.optimised = false;
    auto text = compile(folder->path() / "walk.cu", options);
    if (!text) {
      ADD_FAILURE() << base::describe(text.error());
      return {};
    }
    auto module = parse(*text, "walk.ptx");
    if (!module) ADD_FAILURE() << base::describe(module.error());
    return module ? std::move(*module) : Module{};
  }
  static std::uint32_t function(const Module& module, std::string_view name) {
    const auto found = std::ranges::find(module.functions, name, &Function::demangled);
    return static_cast<std::uint32_t>(found - module.functions.begin());
  }
};

TEST_P(DebugVariables, AreThoseThatTheSourceDeclares) {
  const Module module = compiled();
  std::map<std::string, DebugVariable> found;
  for (const DebugVariable& variable : debug_variables(module, function(module, "walk"))) {
    EXPECT_TRUE(found.emplace(variable.name, variable).second) << variable.name << " twice";
    EXPECT_EQ(variable.parameter, variable.line == 6) << variable.name;
  }
  struct Expected {
    const char *name, *type;
    Type value;
    std::uint32_t line;
  };
  constexpr Expected all[] = {
      {"a", "const float*", Type::b64, 6},   {"out", "float*", Type::b64, 6},       {"n", "unsigned int", Type::u32, 6},
      {"i", "unsigned int", Type::u32, 7},   {"taps[0][0]", "float", Type::f32, 8}, {"taps[0][1]", "float", Type::f32, 8},
      {"taps[1][0]", "float", Type::f32, 8}, {"taps[1][1]", "float", Type::f32, 8}, {"p.x", "float", Type::f32, 9},
      {"p.hits", "int", Type::s32, 9},       {"d", "double", Type::f64, 11},        {"c", "char", Type::s8, 12},
      {"k", "int", Type::s32, 13},           {"big", "long long", Type::s64, 17}};
  for (const Expected& each : all) {
    ASSERT_TRUE(found.contains(each.name)) << each.name;
    const DebugVariable& variable = found.at(each.name);
    EXPECT_EQ(variable.value, each.value) << each.name;
    EXPECT_EQ(variable.line, each.line) << each.name;
    // clang says long long, nvcc's front end the same; both leave out the "int" of it.
    EXPECT_EQ(variable.type.substr(0, std::string(each.type).size()), each.type) << each.name;
    EXPECT_FALSE(variable.homes.empty()) << each.name;
    found.erase(each.name);
  }
  EXPECT_TRUE(found.empty()) << found.begin()->first << ": is not the thread's own, or was not declared";
  EXPECT_LT(debug_variables(module, function(module, "walk")).front().first, 2u);
}

TEST_P(DebugVariables, OfALoopAreInItsScopeAlone) {
  const Module module = compiled();
  const std::uint32_t walk = function(module, "walk");
  const auto variables = debug_variables(module, walk);
  const auto k = std::ranges::find(variables, "k", &DebugVariable::name);
  ASSERT_NE(k, variables.end());
  const Function& of = module.functions[walk];
  for (std::uint32_t i = 0; i < of.instructions.size(); ++i) {
    const std::uint32_t line = of.locations[of.instructions[i].location].line;
    if (line == 7 || line > 14) {
      EXPECT_TRUE(i < k->first || i >= k->last) << "instruction " << i << " of line " << line;
    }
  }
}

TEST_P(DebugVariables, OfAFunctionThatIsCalledAreItsOwn) {
  const Module module = compiled();
  std::vector<std::string> names;
  for (const DebugVariable& variable : debug_variables(module, function(module, "twice"))) names.push_back(variable.name);
  EXPECT_EQ(names, (std::vector<std::string>{"v", "r"}));
}

TEST_P(DebugVariables, AreUnsetBeforeTheFirstWriteAlone) {
  const Module module = compiled();
  const std::uint32_t walk = function(module, "walk");
  for (const DebugVariable& variable : debug_variables(module, walk)) {
    if (variable.parameter) continue;
    for (const VariableHome& home : variable.homes) {
      ASSERT_EQ(home.set.size(), module.functions[walk].instructions.size()) << variable.name;
      EXPECT_FALSE(home.set.front()) << variable.name;
      EXPECT_TRUE(home.set.back()) << variable.name;
      for (const std::uint32_t write : home.writes) EXPECT_TRUE(home.set[write + 1]) << variable.name;
    }
  }
}

TEST_P(DebugVariables, AreUnsetThoughAnotherArrayIsWrittenByAnIndex) {
  const Module module = compiled();
  const std::uint32_t walk = function(module, "walk");
  const auto variables = debug_variables(module, walk);
  const auto big = std::ranges::find(variables, "big", &DebugVariable::name);
  ASSERT_NE(big, variables.end());
  const Function& of = module.functions[walk];
  for (std::uint32_t i = 0; i < of.instructions.size(); ++i)
    for (const VariableHome& home : big->homes)
      if (of.locations[of.instructions[i].location].line < 17) {
        EXPECT_FALSE(home.set[i]) << "instruction " << i;
      }
}

TEST_P(DebugVariables, OfBrokenInformationAreFewerAndNothingWorse) {
  const Module module = compiled();
  const std::uint32_t walk = function(module, "walk");
  const std::size_t sections = module.text.find(".debug_");
  ASSERT_NE(sections, std::string::npos);
  std::mt19937 random(1);
  const auto any = [&](std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random); };
  for (int round = 0; round < 300; ++round) {
    Module broken = module;
    for (int k = 0; k < 8; ++k) {
      const std::size_t at = sections + any(broken.text.size() - sections);
      if (k % 4 == 0)
        broken.text.erase(at, 1 + any(40));
      else
        broken.text[at] = "0123456789,+.$b \n}"[any(18)];
    }
    EXPECT_LE(debug_variables(broken, walk).size(), 256u);
  }
}

TEST(DebugVariablesOf, AModuleWithoutThemAreNone) {
  const auto module = parse(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n ret;\n}\n", "k.ptx");
  ASSERT_TRUE(module);
  EXPECT_TRUE(debug_variables(*module, 0).empty());
  EXPECT_TRUE(debug_variables(*module, 7).empty());
}

INSTANTIATE_TEST_SUITE_P(By, DebugVariables, testing::Values("nvcc", "clang"), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace warplens::ptx
