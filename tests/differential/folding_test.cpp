#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "base/random.h"
#include "ptx/compile/assembler.h"
#include "tests/differential/cubin_constants.h"
#include "tests/scratch_folder.h"
#include "tests/simt/launcher.h"

// ptxas's constant folding as a second opinion: instructions on constants, whose results ptxas may compute itself and then
// stores as constants. WARPLENS_FOLDING_SECONDS=3600 goes on for that many seconds.

namespace warplens::differential {
namespace {

/// Division and roots are left out: ptxas makes functions of them, and what follows a call is not read.
/// Instructions with their alternatives in braces, after the classes of their registers, the destination's first: h 16 bits, r
/// 32, l 64, f and g floating, p a predicate.
constexpr std::pair<const char*, const char*> forms[] = {
    {"hhh", "{add,sub,min,max}.{u16,s16}"},
    {"hhh", "mul.{lo,hi}.{u16,s16}"},
    {"hhhh", "{mad.lo,mad.hi,sad}.{u16,s16}"},
    {"rhh", "mul.wide.{u16,s16}"},
    {"rrr", "{add,sub,min,max}.{u32,s32}"},
    {"rrr", "{add,sub}.sat.s32"},
    {"rrr", "{mul.lo,mul.hi,mul24.lo,mul24.hi}.{u32,s32}"},
    {"rrrr", "{mad.lo,mad.hi,mad24.lo,mad24.hi,sad}.{u32,s32}"},
    {"rrrr", "{mad,mad24}.hi.sat.s32"},
    {"rrrr", "{dp4a,dp2a.lo,dp2a.hi}.{u32,s32}.{u32,s32}"},
    {"lrr", "mul.wide.{u32,s32}"},
    {"lrrl", "mad.wide.{u32,s32}"},
    {"lll", "{add,sub,min,max,mul.lo,mul.hi}.{u64,s64}"},
    {"llll", "{mad.lo,mad.hi,sad}.{u64,s64}"},
    {"rr", "{abs,neg}.s32"},
    {"ll", "{abs,neg}.s64"},
    {"rrr", "{and,or,xor}.b32"},
    {"lll", "{and,or,xor}.b64"},
    {"rr", "{not,cnot,brev,clz,popc}.b32"},
    {"ll", "{not,cnot,brev}.b64"},
    {"rl", "{clz,popc}.b64"},
    {"rr", "bfind{,.shiftamt}.{u32,s32}"},
    {"rl", "bfind{,.shiftamt}.{u64,s64}"},
    {"rrr", "{shl.b32,shr.u32,shr.s32,bmsk.clamp.b32,bmsk.wrap.b32}"},
    {"rrr", "szext.{clamp,wrap}.{u32,s32}"},
    {"llr", "{shl.b64,shr.u64,shr.s64}"},
    {"rrrr", "shf.{l,r}.{clamp,wrap}.b32"},
    {"rrrr", "prmt.b32{,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}"},
    {"rrrr", "bfe.{u32,s32}"},
    {"rrrrr", "bfi.b32"},
    {"fff", "{add,sub,mul}{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32"},
    {"ffff", "fma{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32"},
    {"fff", "{min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.f32"},
    {"ff", "{abs,neg}{,.ftz}.f32"},
    {"fff", "copysign.f32"},
    {"ggg", "{add,sub,mul}{.rn,.rz,.rm,.rp}.f64"},
    {"gggg", "fma{.rn,.rz,.rm,.rp}.f64"},
    {"ggg", "{min,max,copysign}.f64"},
    {"gg", "{abs,neg}.f64"},
    {"prr", "setp.{eq,ne,lt,le,gt,ge}.s32"},
    {"prr", "setp.{lo,ls,hi,hs}.u32"},
    {"pll", "setp.{lt,ge}.{s64,u64}"},
    {"pff", "setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f32"},
    {"pgg", "setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.f64"},
    {"rff", "set.{lt,neu}{,.ftz}.u32.f32"},
    {"frr", "set.{lt,eq}.f32.s32"},
    {"rrrf", "slct{,.ftz}.b32.f32"},
    {"pf", "testp.{finite,infinite,number,notanumber,normal,subnormal}.f32"},
    {"pg", "testp.{finite,infinite,number,notanumber,normal,subnormal}.f64"},
    {"rr", "cvt.{u16,s16,u8,s8}.{u32,s32}"},
    {"rr", "cvt.sat.{u8,s8,u16,s16}.{u32,s32}"},
    {"rl", "cvt{,.sat}.u32.{u64,s64}"},
    {"rl", "cvt{,.sat}.s32.{u64,s64}"},
    {"lr", "cvt.{u64,s64}.{u32,s32}"},
    {"fr", "cvt{.rn,.rz,.rm,.rp}{,.sat}.f32.{u32,s32}"},
    {"fl", "cvt{.rn,.rz,.rm,.rp}.f32.{u64,s64}"},
    {"gr", "cvt.rn.f64.{u32,s32}"},
    {"gl", "cvt{.rn,.rz,.rm,.rp}.f64.{u64,s64}"},
    {"rf", "cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}.{u32,s32}.f32"},
    {"lf", "cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}.{u64,s64}.f32"},
    {"rg", "cvt{.rni,.rzi,.rmi,.rpi}.{u32,s32}.f64"},
    {"lg", "cvt{.rni,.rzi,.rmi,.rpi}.{u64,s64}.f64"},
    {"ff", "cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}{,.sat}.f32.f32"},
    {"fg", "cvt{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32.f64"},
    {"gf", "cvt{,.ftz}.f64.f32"},
    {"hf", "cvt{.rn,.rz,.rm,.rp}.{f16,bf16}.f32"},
    {"fh", "cvt{,.ftz}.f32.f16"},
    {"hhh", "{add,sub,mul,min,max}.{f16,bf16}"},
    {"hhhh", "fma.rn{,.relu}.{f16,bf16}"},
    {"rrr", "{add,sub,mul,min,max}.{f16x2,bf16x2}"},
    {"rrr", "{vadd,vsub,vabsdiff,vmin,vmax}.{u32,s32}.{u32,s32}.{u32,s32}{,.sat}"},
    {"rrrr", "{vadd,vsub,vabsdiff,vmin,vmax}.{u32,s32}.s32.s32.sat.{add,min,max}"},
    {"rrr", "{vshl,vshr}.{u32,s32}.{u32,s32}.u32{,.sat}.{clamp,wrap}"},
    {"rrr", "vset.{u32,s32}.{u32,s32}.{eq,ne,lt,le,gt,ge}"},
    {"rrrr", "vmad.s32.s32.s32{,.po}{,.sat}{,.shr7,.shr15}"},
    {"rrrr",
     "{vadd2,vsub2,vavrg2,vabsdiff2,vmin2,vmax2,vadd4,vsub4,vavrg4,vabsdiff4,vmin4,vmax4}.{u32,s32}.{u32,s32}.{u32,s32}{,.sat,."
     "add}"},
    {"rrrr", "{vset2,vset4}.{u32,s32}.{u32,s32}.{eq,lt,ge}{,.add}"},
};

/// The text with each combination of the alternatives in its braces.
void expand(const std::string& text, std::vector<std::string>& all) {
  const std::size_t open = text.find('{');
  if (open == std::string::npos) return all.push_back(text);
  const std::size_t close = text.find('}', open);
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(text.find(',', begin), close);
    expand(text.substr(0, open) + text.substr(begin, end - begin) + text.substr(close + 1), all);
    begin = end + 1;
  }
}

struct Form {
  std::string registers, instruction;
};

std::vector<Form> all_forms() {
  std::vector<Form> all;
  for (const auto& [registers, text] : forms) {
    std::vector<std::string> instructions;
    expand(text, instructions);
    for (const std::string& instruction : instructions) all.push_back({registers, instruction});
  }
  return all;
}

std::uint64_t random_bits(char its, base::Random& random) {
  static constexpr std::uint64_t integers[] = {0,
                                               1,
                                               2,
                                               31,
                                               32,
                                               33,
                                               63,
                                               64,
                                               0x7f,
                                               0x80,
                                               0xff,
                                               0x100,
                                               0x7fff,
                                               0x8000,
                                               0xffff,
                                               0x7fffffff,
                                               0x80000000,
                                               0xffffffff,
                                               0x7fffffffffffffff,
                                               0x8000000000000000,
                                               ~std::uint64_t{0}};
  static constexpr std::uint64_t singles[] = {0,          0x80000000, 1,          0x80000001, 0x7fffff,   0x800000,   0x3f800000,
                                              0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
                                              0x3f000000, 0x40200000, 0x4b800000, 0x4f000000, 0x5f000000, 0x477ff000, 0x33000001};
  if (its == 'f') {
    if (random.below(2) == 0) return singles[random.below(std::size(singles))];
    // Exponents near one another, so that sums are inexact and not only one of the numbers.
    return (random.next() & 0x807fffff) | std::uint64_t{117 + random.below(24)} << 23;
  }
  if (its == 'g') {
    if (random.below(2) == 0)
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(singles[random.below(std::size(singles))]))));
    return (random.next() & 0x800fffffffffffff) | std::uint64_t{1000 + random.below(60)} << 52;
  }
  const std::uint64_t value = random.below(2) == 0 ? integers[random.below(std::size(integers))] : random.next();
  return its == 'h' ? value & 0xffff : its == 'r' ? value & 0xffffffffu : value;
}

std::string hexadecimal(std::uint64_t bits) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

constexpr std::size_t cell = 8;

/// A block that computes one instruction and stores its result at its place.
std::string block(const Form& form, std::size_t place, base::Random& random) {
  std::string text = "{ .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %l<8>; .reg .f32 %f<8>; .reg .f64 %g<8>; .reg .pred %p<2>;\n";
  std::string operands;
  for (std::size_t i = 0; i < form.registers.size(); ++i) {
    const char its = form.registers[i];
    const std::string name = std::string("%") + its + std::to_string(i);
    operands += (i > 0 ? ", " : " ") + name;
    if (i == 0) continue;
    const std::uint64_t bits = random_bits(its, random);
    const bool wide = its == 'l' || its == 'g';
    if (its == 'f')
      text += "mov.b32 %r7, " + hexadecimal(bits) + "; mov.b32 " + name + ", %r7;\n";
    else if (its == 'g')
      text += "mov.b64 %l7, " + hexadecimal(bits) + "; mov.b64 " + name + ", %l7;\n";
    else
      text += std::string(wide ? "mov.b64 " : its == 'h' ? "mov.b16 " : "mov.b32 ") + name + ", " + hexadecimal(bits) + ";\n";
  }
  text += form.instruction + operands + ";\n";
  const std::string to = " [%to+" + std::to_string(place * cell) + "], ";
  switch (form.registers[0]) {
    case 'p':
      return text + "selp.b32 %r7, 1, 0, %p0; st.global.b32" + to + "%r7; }\n";
    case 'h':
      return text + "cvt.u32.u16 %r7, %h0; st.global.b32" + to + "%r7; }\n";
    case 'r':
    case 'f':
      return text + "st.global.b32" + to + "%" + form.registers[0] + "0; }\n";
    default:
      return text + "st.global.b64" + to + "%" + form.registers[0] + "0; }\n";
  }
}

/// The cubin that ptxas makes of the text, or "".
std::string assembled(const std::string& text) {
  const auto input = scratch("folding.ptx"), output = scratch("folding.cubin");
  if (!base::write_file(input, text)) return {};
  const auto done =
      base::run_process(ptx::find_assembler(), {"-arch=sm_90", "-o", output.string(), input.string()}, std::chrono::minutes(10));
  if (!done || done->exit_status != 0) {
    ADD_FAILURE() << (done ? done->output : done.error().message) << text;
    return {};
  }
  const auto content = base::read_text(output);
  return content ? *content : std::string();
}

/// NaNs are alike, whatever their bits.
bool alike(char its, std::uint64_t a, std::uint64_t b) {
  const auto single = [](std::uint64_t x) { return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(x))); };
  const auto twofold = [](std::uint64_t x) { return std::isnan(std::bit_cast<double>(x)); };
  if (its == 'f' && single(a)) return single(b);
  if (its == 'g' && twofold(a)) return twofold(b);
  return a == b;
}

/// Forms first, first + 1, … with random constants, as many as there are in a kernel; adds those that ptxas folds to `folded`.
/// False where the machine differs.
bool agrees(const std::vector<Form>& all, std::size_t first, std::uint64_t seed, std::set<std::size_t>& folded) {
  constexpr std::size_t together = 100;
  base::Random random(seed);
  std::vector<std::string> blocks;
  for (std::size_t i = 0; i < together; ++i) blocks.push_back(block(all[(first + i) % all.size()], i, random));
  std::string text =
      ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry kernel(.param .u64 out)\n{\n.reg .b64 %to;\nld.param.u64 "
      "%to, [out];\n";
  for (const std::string& its : blocks) text += its;
  text += "ret;\n}\n";
  const auto constants = stored_constants(assembled(text));
  const auto result =
      simt::run(simt::launch_of(text, 1, 1, {simt::buffer(launch::ElementType::u64, std::vector<std::uint64_t>(together))}));
  if (!result || result->fault) {
    ADD_FAILURE() << (result ? result->fault->message : base::describe(result.error())) << "\n" << text;
    return false;
  }
  const auto out = simt::values_of<std::uint64_t>(result->outputs[0]);
  bool fine = true;
  for (std::size_t i = 0; i < together; ++i) {
    const Form& form = all[(first + i) % all.size()];
    const bool wide = form.registers[0] == 'l' || form.registers[0] == 'g';
    const auto lower = constants.find(static_cast<std::int64_t>(i * cell)),
               upper = constants.find(static_cast<std::int64_t>(i * cell + 4));
    if (lower == constants.end() || (wide && upper == constants.end())) continue;
    const std::uint64_t expected = lower->second | (wide ? std::uint64_t{upper->second} << 32 : 0);
    folded.insert((first + i) % all.size());
    if (alike(form.registers[0], expected, out[i])) continue;
    ADD_FAILURE() << "machine " << hexadecimal(out[i]) << ", ptxas " << hexadecimal(expected) << ", seed " << seed << ":\n"
                  << blocks[i];
    fine = false;
  }
  return fine;
}

class Folding : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Folding, AgreesWithTheAssembler) {
  if (ptx::find_assembler().empty()) GTEST_SKIP() << "no ptxas here";
  const std::vector<Form> all = all_forms();
  std::set<std::size_t> folded;
  for (std::size_t first = 0; first < all.size(); first += 100) agrees(all, first, GetParam() * 1000 + first, folded);
  EXPECT_GT(folded.size(), all.size() / 6) << "of " << all.size() << ": is a new ptxas read correctly?";
  if (std::getenv("WARPLENS_FOLDING_LIST") == nullptr) return;
  for (std::size_t i = 0; i < all.size(); ++i)
    std::printf("%s %s\n", folded.contains(i) ? "folded" : "not", all[i].instruction.c_str());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Folding, testing::Values(1, 2));

TEST(FoldingForLong, AgreesForAsLongAsAsked) {
  const char* seconds = std::getenv("WARPLENS_FOLDING_SECONDS");
  if (seconds == nullptr) GTEST_SKIP() << "WARPLENS_FOLDING_SECONDS is not set";
  const std::vector<Form> all = all_forms();
  std::set<std::size_t> folded;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t seed = 1'000'000, different = 0;
  for (; std::chrono::steady_clock::now() - start < std::chrono::duration<double>(std::atof(seconds)) && different < 20; ++seed)
    different += agrees(all, seed * 100 % all.size(), seed, folded) ? 0 : 1;
  std::printf("%llu kernels of 100 instructions, %zu of %zu forms folded\n", static_cast<unsigned long long>(seed - 1'000'000),
              folded.size(), all.size());
}

}  // namespace
}  // namespace warplens::differential
