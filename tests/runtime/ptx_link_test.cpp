#include "runtime/ptx_link.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ptx/parse/parser.h"

namespace warplens::runtime {
namespace {

const std::string top = ".version 7.0\n.target sm_70\n.address_size 64\n";

TEST(LinkedPtx, KeepsOneHeadAndNumbersFilesAnew) {
  const std::string first = top + ".file 1 \"a.cu\"\n.file 3 \"b.cu\"\n  .loc 3 10 2\n";
  const std::string second = top + ".file\t1 \"c.cu\"\n.loc 1 5 0, function_name $L1, inlined_at 1 7 3\n";
  EXPECT_EQ(linked({first}), first);
  EXPECT_EQ(linked({first, second}), first + ".file\t4 \"c.cu\"\n.loc 4 5 0, function_name $L1, inlined_at 4 7 3\n");
  EXPECT_EQ(linked({"", "no line's end"}), "no line's end\n");
}

TEST(MaxRegisters, AreGivenToKernelsThatHaveNone) {
  const std::string text = top +
                           ".visible .entry k(.param .u64 p) // {\n.maxntid 64\n{ ret; }\n.entry own() .maxnreg 40 { ret; }\n" +
                           ".func f() { ret; }\n.entry later();\n.entry last { ret; }\n";
  const auto module = ptx::parse(with_max_registers(text, 32), "test");
  ASSERT_TRUE(module.ok()) << base::describe(module.error());
  const auto registers = [&](const std::string& name) {
    for (const ptx::Function& function : module->functions)
      if (function.name == name) return function.max_registers;
    return ~0u;
  };
  EXPECT_EQ(registers("k"), 32u);
  EXPECT_EQ(registers("own"), 40u) << "what the source says";
  EXPECT_EQ(registers("f"), 0u);
  EXPECT_EQ(registers("last"), 32u);
  EXPECT_EQ(with_max_registers(text, 0), text);
  for (const char* const broken : {"", ".entry", ".entry k(", "/*", ".entry k {"}) with_max_registers(broken, 32);
}

/// A device function and what it needs, as a compiler writes them for each file anew.
const std::string helper = R"(.weak .global .align 8 .u64 environment = 1;
.global .align 4 .u32 counter = 2;
.func (.param .b32 result) helper(.param .b32 x)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [x];
	ld.global.u32 %r2, [counter];
	st.param.b32 [result], %r2;
	ret;
}
)";
std::string caller(const std::string& name) {
  return ".visible .func (.param .b32 result) " + name + R"((.param .b32 x)
{
	.reg .b32 %r<2>;
	ld.param.b32 %r1, [x];
	{
	.param .b32 param0;
	st.param.b32 [param0], %r1;
	.param .b32 retval0;
	call.uni (retval0), helper, (param0);
	ld.param.b32 %r1, [retval0];
	}
	st.param.b32 [result], %r1;
	ret;
}
)";
}

TEST(LinkedPtx, KeepsWhatEachTextHasForItselfApart) {
  const auto module = ptx::parse(linked({top + helper + caller("one"), top + helper + caller("two")}), "linked");
  ASSERT_TRUE(module.ok()) << base::describe(module.error());
  std::vector<std::string> functions, variables;
  for (const auto& function : module->functions) functions.push_back(function.name);
  for (const auto& variable : module->variables)
    if (variable.space == ptx::Space::global) variables.push_back(variable.name);
  EXPECT_EQ(functions, (std::vector<std::string>{"helper", "one", "helper__2", "two"}));
  EXPECT_EQ(variables, (std::vector<std::string>{"environment", "counter", "counter__2"})) << "the weak one is shared";
}

TEST(LinkedPtx, ANewNameIsNotOneThatTheTextHas) {
  const std::string own = ".global .align 4 .u32 counter__2 = 5;\n";
  const auto module = ptx::parse(linked({top + helper + caller("one"), top + own + helper + caller("two")}), "linked");
  ASSERT_TRUE(module.ok()) << base::describe(module.error());
  std::vector<std::string> variables;
  for (const auto& variable : module->variables)
    if (variable.space == ptx::Space::global) variables.push_back(variable.name);
  EXPECT_EQ(variables, (std::vector<std::string>{"environment", "counter", "counter__2", "counter__3"}));
}

TEST(LinkedPtx, KeepsLabelsOfDebugInformationApart) {
  const std::string section = ".section .debug_str\n{\n$L_string0:\n.b8 97\n.b8 0\n}\n";
  const std::string text =
      linked({top + section, top + section + ".file 1 \"a.cu\"\n.loc 1 2 3, function_name $L_string0, inlined_at 1 2 3\n"});
  EXPECT_NE(text.find("$L_string0__2:"), std::string::npos) << text;
  EXPECT_NE(text.find("function_name $L_string0__2,"), std::string::npos) << text;
}

TEST(LinkedPtx, LeavesWhatItCannotReadToTheParser) {
  std::string whole = top + helper + caller("one");
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = "{}()[];\".x\n"[random() % 12];
    const std::string text = linked({whole, damaged.substr(0, random() % damaged.size()), damaged});
    EXPECT_TRUE(text.starts_with(top));
    const auto parsed = ptx::parse(text, "linked");  // is refused or not, but ends
    EXPECT_TRUE(parsed.ok() || parsed.error().line > 0);
  }
}

}  // namespace
}  // namespace warplens::runtime
