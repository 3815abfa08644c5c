#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

Module parsed(const std::string& text) {
  auto module = parse(text, "test.ptx");
  if (!module) {
    ADD_FAILURE() << base::describe(module.error());
    return {};
  }
  return *module;
}

std::vector<int> bytes_of(const Variable& variable) {
  std::vector<int> bytes;
  for (const std::byte b : variable.initial) bytes.push_back(std::to_integer<int>(b));
  return bytes;
}

TEST(Module, KnowsVersionTargetAndFiles) {
  const Module module = parsed(".version 9.0\n.target sm_75, debug\n.address_size 64\n.file 2 \"a \\\"b\\\".cu\", 12, 34\n");
  EXPECT_EQ(module.version_major, 9);
  EXPECT_EQ(module.version_minor, 0);
  EXPECT_EQ(module.target, "sm_75");
  ASSERT_EQ(module.files.size(), 3u);
  EXPECT_EQ(module.files[1], "");
  EXPECT_EQ(module.files[2], "a \"b\".cu");
}

TEST(Module, LaysOutVariables) {
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n"
      ".visible .const .align 4 .b8 table[6] = {1, 0, 0xff};\n"
      ".global .align 8 .v2 .f32 pair;\n"
      ".global .u16 matrix[2][3] = {{1, 2, 3}, {4, 5, -1}};\n"
      ".global .f32 half = 0f3F000000, quarter = 0.25;\n"
      ".global .u32 counted[] = {7, 8};\n"
      ".extern .shared .align 16 .b8 dynamic[];\n"
      ".global .attribute(.managed) .u32 managed;\n");
  ASSERT_EQ(module.variables.size(), 8u);
  EXPECT_EQ(module.variables[0].space, Space::constant);
  EXPECT_EQ(module.variables[0].size, 6u);
  EXPECT_EQ(bytes_of(module.variables[0]), (std::vector<int>{1, 0, 255}));
  EXPECT_EQ(module.variables[1].size, 8u);
  EXPECT_EQ(module.variables[1].alignment, 8u);
  EXPECT_EQ(bytes_of(module.variables[2]), (std::vector<int>{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255}));
  EXPECT_EQ(bytes_of(module.variables[3]), (std::vector<int>{0, 0, 0, 0x3f}));
  EXPECT_EQ(bytes_of(module.variables[4]), (std::vector<int>{0, 0, 0x80, 0x3e}));
  EXPECT_EQ(module.variables[4].alignment, 4u);
  EXPECT_EQ(module.variables[5].size, 8u);
  EXPECT_TRUE(module.variables[6].external);
  EXPECT_EQ(module.variables[6].size, 0u);
  EXPECT_EQ(module.variables[6].alignment, 16u);
}

TEST(Module, KeepsAddressesInInitialisers) {
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.global .u32 a[4];\n.global .u64 pointers[5] = {0, generic(a)+8, a, generic(a)-4, a+-12};\n");
  const Variable& pointers = module.variables[1];
  EXPECT_EQ(pointers.initial.size(), 40u);
  ASSERT_EQ(pointers.addresses.size(), 4u);
  EXPECT_EQ(pointers.addresses[0].offset, 8u);
  EXPECT_EQ(pointers.addresses[0].variable, 0u);
  EXPECT_EQ(pointers.addresses[0].addend, 8);
  EXPECT_TRUE(pointers.addresses[0].generic);
  EXPECT_EQ(pointers.addresses[1].offset, 16u);
  EXPECT_FALSE(pointers.addresses[1].generic);
  EXPECT_EQ(pointers.addresses[2].addend, -4);
  EXPECT_EQ(pointers.addresses[3].addend, -12);
}

TEST(Module, LaysOutParametersByTheirAlignment) {
  const Function function = parsed_entry(
      ".version 8.0\n.target sm_75\n.entry k(.param .u8 a, .param .align 8 .b8 b[12], .param .u16 c,\n"
      ".param .u64 .ptr .global .align 4 d, .param .f32 e)\n.maxntid 256, 2\n.minnctapersm 2\n.reqntid 32\n.maxnreg 40\n{ ret; "
      "}");
  ASSERT_EQ(function.parameters.size(), 5u);
  const std::vector<std::uint64_t> offsets{0, 8, 20, 24, 32};
  for (std::size_t i = 0; i < offsets.size(); ++i) EXPECT_EQ(function.parameters[i].offset, offsets[i]) << i;
  EXPECT_EQ(function.parameters[1].size, 12u);
  EXPECT_EQ(function.parameter_bytes, 36u);
  EXPECT_EQ(function.max_threads, (std::array<std::uint32_t, 3>{256, 2, 1}));
  EXPECT_EQ(function.required_threads, (std::array<std::uint32_t, 3>{32, 1, 1}));
  EXPECT_EQ(function.min_blocks, 2u);
  EXPECT_EQ(function.max_registers, 40u);
}

TEST(Module, FunctionsOwnTheirVariables) {
  const Module module = parsed(entry_text(".local .align 8 .b8 __local_depot0[16]; ret;"));
  ASSERT_EQ(module.variables.size(), 3u);
  EXPECT_EQ(module.variables[0].function, no_index);
  EXPECT_EQ(module.variables[1].function, 0u);
  EXPECT_EQ(module.variables[2].space, Space::local);
  EXPECT_EQ(module.variables[2].size, 16u);
}

TEST(Module, VariablesBeginWithTheValuesOfExpressions) {
  const Module module = parsed(".version 8.0\n.target sm_75\n.const .u16 x[2] = {(3 + 4) * 2, -1 - 1};\n");
  EXPECT_EQ(bytes_of(module.variables[0]), (std::vector<int>{14, 0, 0xfe, 0xff}));
}

TEST(Module, StepsOverDebugSections) {
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.visible .entry k() { .pragma \"nounroll\"; ret; }\n"
      ".section .debug_str { L: .b8 95,90 \n .b32 .debug_abbrev \n .b64 Lfunc_begin0 }\n.section .debug_loc { }\n");
  ASSERT_EQ(module.functions.size(), 1u);
  EXPECT_EQ(module.functions[0].instructions.size(), 1u);
}

/// The names of what was inlined in an entry whose two locations name strings L and M.
std::vector<std::string> inlined(const std::string& strings) {
  return parsed(
             ".version 8.0\n.target sm_75\n.visible .entry k() {\n"
             ".loc 1 2 1, function_name L, inlined_at 1 1 1\nret;\n.loc 1 3 1, function_name M, inlined_at 1 1 1\nret;\n}\n"
             ".section .debug_str {" +
             strings + "}\n")
      .inlined_functions;
}

TEST(Module, NamesWhatWasInlined) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(inlined("L: .b8 95,90\n.b8 51,0\nother: .b8 65,0\nM: .b8 102,0,103,0"), (Names{"_Z3", "f"}));
  EXPECT_EQ(inlined(""), (Names{"", ""}));
  EXPECT_EQ(inlined("L: .b8 95 { .b8 90 } M: .b8 300,102"), (Names{"_", ""})) << "what is no string is passed over";
  EXPECT_EQ(inlined("L: .b8 95,0 L: .b8 90,0 .b32 M"), (Names{"_", ""})) << "the first of a label";
  EXPECT_FALSE(parse(".version 8.0\n.section .debug_str { L: .b8 95", "test.ptx").ok());
}

TEST(Module, RefusesOneEntryWhereOthersCanRun) {
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.entry good() { ret; }\n.entry bad() { .reg .b32 %r<2>; bra end;\n tex.cube x; { } end: ret; "
      "}\n"
      ".entry fine() { exit; }\n");
  ASSERT_EQ(module.functions.size(), 3u);
  EXPECT_FALSE(module.functions[0].refusal);
  EXPECT_TRUE(module.functions[1].instructions.empty());
  EXPECT_EQ(module.functions[2].instructions.size(), 1u);
  EXPECT_TRUE(find_entry(module, "good").ok());
  const auto bad = find_entry(module, "bad");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(base::describe(bad.error()),
            "test.ptx:5:2: error: instruction 'tex.cube' is not supported: of textures and surfaces, those of one, two and three "
            "dimensions and in layers are modelled, by objects of 64 bits");
}

/// The entries `good` and `bad` of a module: the first can be found, and the second has this error.
void expect_refused(const std::string& bad, const std::string& error) {
  const Module module = parsed(".version 8.0\n.target sm_90\n" + bad + "\n.entry good(.param .u64 p) { ret; }\n");
  const auto good = find_entry(module, "good");
  ASSERT_TRUE(good.ok()) << base::describe(good.error());
  EXPECT_EQ(module.functions[*good].instructions.size(), 1u);
  const auto refused = find_entry(module, "bad");
  ASSERT_FALSE(refused.ok()) << bad;
  EXPECT_EQ(base::describe(refused.error()), "test.ptx:" + error);
  // Without another entry, it is the error of the module.
  EXPECT_EQ(base::describe(error_of(".version 8.0\n.target sm_90\n" + bad)), "test.ptx:" + error);
}

TEST(Module, AnErrorInOneEntryLeavesTheOthers) {
  expect_refused(".entry bad() .reqnctapercluster 2, 1, 1 { { ret; } }",
                 "3:14: error: directive '.reqnctapercluster' is not supported: thread block clusters are not modelled");
  expect_refused(".entry bad(.param .pred p) .maxntid 1 { ret; }", "3:12: error: a parameter cannot be .pred");
  expect_refused(".entry bad() { .reg .f32 %f; { add.s32 %f, %f, 1; } ret; }",
                 "3:40: error: register '%f' is .f32 where 'add' wants .s32");
  expect_refused(".entry bad() { .frob 1; ret; }", "3:16: error: directive '.frob' is not supported");
  expect_refused(".entry bad() { bra nowhere; }", "3:20: error: there is no label 'nowhere' here");
}

TEST(Module, TakesClustersOfOneBlock) {
  const Module module = parsed(
      ".version 8.6\n.target sm_90\n.entry one() .explicitcluster .maxclusterrank 8 .reqnctapercluster 1 { ret; }\n"
      ".entry block() .blocksareclusters .reqntid 32 .reqnctapercluster 1, 1, 1 { ret; }\n");
  for (const char* name : {"one", "block"}) EXPECT_TRUE(find_entry(module, name).ok()) << name;
  for (const char* blocks : {"2", "1, 1, 2"})
    EXPECT_NE(error_of(".version 8.6\n.target sm_90\n.entry k() .explicitcluster .reqnctapercluster " + std::string(blocks) +
                       " { ret; }")
                  .message.find("thread block clusters are not modelled"),
              std::string::npos)
        << blocks;
}

TEST(Module, AnErrorInAFunctionIsThatOfItsCallers) {
  expect_refused(".func f(.param .b32 a, .param .pred b) { ret; }\n.entry bad() { call f, (1, 2); ret; }",
                 "3:24: error: a parameter cannot be .pred");
  expect_refused(".func f() { .reg .b64 %d; mov.b32 %d, 1; ret; }\n.func g() { call f; ret; }\n.entry bad() { call g; ret; }",
                 "3:35: error: register '%d' is .b64 where 'mov' wants .b32");
}

TEST(Module, AnErrorInABodyWithoutAnEndIsOfTheModule) {
  EXPECT_EQ(base::describe(error_of(".version 8.0\n.target sm_75\n.entry good() { ret; }\n.entry bad() { { frob; }\n")),
            "test.ptx:4:18: error: instruction 'frob' is not supported");
}

TEST(FindEntry, GoesByMangledDemangledAndOnlyName) {
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.entry _Z9incrementPfi() { ret; }\n.entry _ZN4math6squareEPf() { ret; }\n"
      ".entry _Z6reduceILi256EEvPf() { ret; }\n.entry _Z6reduceILi512EEvPf() { ret; }\n.entry plain() { ret; }\n");
  EXPECT_EQ(find_entry(module, "_Z9incrementPfi").value(), 0u);
  EXPECT_EQ(find_entry(module, "increment").value(), 0u);
  EXPECT_EQ(find_entry(module, "math::square").value(), 1u);
  EXPECT_EQ(find_entry(module, "reduce<512>").value(), 3u);
  EXPECT_EQ(find_entry(module, "plain").value(), 4u);
  EXPECT_NE(find_entry(module, "reduce").error().message.find("more than one entry"), std::string::npos);
  EXPECT_EQ(find_entry(module, "").error().message,
            "which entry? There are: increment, math::square, reduce<256>, reduce<512>, plain");
  EXPECT_NE(find_entry(module, "nothing").error().message.find("there is no entry 'nothing'; there are: increment"),
            std::string::npos);
}

TEST(FindEntry, ReadsTemplateArgumentsAsTheSourceMayWriteThem) {
  // c++filt: k<unsigned int, 4u>, k<float, 2u>, k<unsigned char, 2u>, k2u<unsigned long>
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.entry _Z1kIjLj4EEvPT_i() { ret; }\n.entry _Z1kIfLj2EEvPT_i() { ret; }\n"
      ".entry _Z1kIhLj2EEvPT_i() { ret; }\n.entry _Z3k2uImEvPT_() { ret; }\n");
  EXPECT_EQ(find_entry(module, "k<unsigned, 4>").value(), 0u);
  EXPECT_EQ(find_entry(module, "k<unsigned int,4U>").value(), 0u);
  EXPECT_EQ(find_entry(module, "k<float, 2>").value(), 1u);
  EXPECT_EQ(find_entry(module, "k<unsigned char, 2ul>").value(), 2u);
  EXPECT_EQ(find_entry(module, "k2u<unsigned long>").value(), 3u);
  EXPECT_FALSE(find_entry(module, "k2<unsigned long>").ok());
  EXPECT_FALSE(find_entry(module, "k<unsigned, 2>").ok());
}

TEST(FindEntry, FindsAShortNameThatOneEntryHas) {
  // c++filt: a::b::k, a::twice<float>, a::twice<int>, c::same, d::same, outside, e::outside, (anonymous namespace)::hidden
  const Module module = parsed(
      ".version 8.0\n.target sm_75\n.entry _ZN1a1b1kEPf() { ret; }\n.entry _ZN1a5twiceIfEEvPT_() { ret; }\n"
      ".entry _ZN1a5twiceIiEEvPT_() { ret; }\n.entry _ZN1c4sameEPf() { ret; }\n.entry _ZN1d4sameEPf() { ret; }\n"
      ".entry _Z7outsidePf() { ret; }\n.entry _ZN1e7outsideEPf() { ret; }\n.entry _ZN12_GLOBAL__N_16hiddenEPf() { ret; }\n");
  const auto index = [&](const char* name) {
    const auto found = find_entry(module, name);
    EXPECT_TRUE(found.ok()) << name << ": " << base::describe(found.error());
    return found.ok() ? static_cast<int>(*found) : -1;
  };
  EXPECT_EQ(index("k"), 0);
  EXPECT_EQ(index("b::k"), 0);
  EXPECT_EQ(index("a::b::k"), 0);
  EXPECT_EQ(index("twice<float>"), 1);
  EXPECT_EQ(index("a::twice< int >"), 2);
  EXPECT_EQ(index("d::same"), 4);
  EXPECT_EQ(index("outside"), 5) << "an exact name goes first";
  EXPECT_EQ(index("hidden"), 7);
  const auto refused = [&](const char* name) {
    const auto found = find_entry(module, name);
    return found.ok() ? std::string() : found.error().message;
  };
  EXPECT_EQ(refused("same"), "'same' is more than one entry; say which: c::same, d::same");
  EXPECT_EQ(refused("twice"), "'twice' is more than one entry; say which: a::twice<float>, a::twice<int>");
  EXPECT_NE(refused("x::k").find("there is no entry 'x::k'"), std::string::npos);
  EXPECT_NE(refused(">").find("there is no entry"), std::string::npos);
}

TEST(FindEntry, TakesTheOnlyOneWithoutAName) {
  EXPECT_EQ(find_entry(parsed(entry_text("ret;")), "").value(), 0u);
  EXPECT_FALSE(find_entry(parsed(".version 8.0\n.target sm_75\n"), "").ok());
}

TEST(FindEntry, LeavesNamesThatWouldExplodeMangled) {
  // Each parameter type is a function of two of the previous type: a name with n of them expands to 2^n types.
  std::string name = "_Z1fPFv1AS_E";
  for (int i = 0; i < 60; ++i) name += "PFvS_S0_E";
  const Module module = parsed(".version 8.0\n.target sm_75\n.entry " + name + "() { ret; }\n");
  EXPECT_EQ(module.functions[0].demangled, name);
}

}  // namespace
}  // namespace warplens::ptx
