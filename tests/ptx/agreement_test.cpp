#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "ptx_text.h"

// Which combinations of opcode, suffixes and types are instructions: thousands of them, put to the toolkit's assembler where it
// is here, and to the parser. They must agree.

namespace warplens::ptx {
namespace {

/// Patterns: (a|b) stands for either, $ for every type, @2 for register 2 of that type, ~2 for one twice as wide, & and ^2 for a
/// second type and a register of it.
constexpr const char* patterns[] = {
    "(add|sub)(|.rn|.sat|.ftz|.rz.ftz.sat).$ @1,@2,@3;",
    "(and|or|xor|rem|copysign|add.rni).$ @1,@2,@3;",
    "(min|max)(|.ftz).$ @1,@2,@3;",
    "div(|.rn|.approx|.full|.full.ftz|.rn.ftz|.rz|.rn.approx).$ @1,@2,@3;",
    "mul(|.lo|.hi|.rn|.rz.sat|.ftz|.rn.ftz|.hi.sat|.wide).$ @1,@2,@3;",
    "mul.wide.$ ~1,@2,@3;",
    "mad.wide.$ ~1,@2,@3,~4;",
    "mad(|.lo|.hi|.rn|.hi.sat|.lo.sat|.rn.ftz).$ @1,@2,@3,@4;",
    "mul24(|.lo|.hi|.wide).$ @1,@2,@3;",
    "mad24(|.lo|.hi|.wide).$ @1,@2,@3,@4;",
    "fma(|.rn|.rz.sat|.rn.ftz).$ @1,@2,@3,@4;",
    "sad.$ @1,@2,@3,@4;",
    "bfe.$ @1,@2,%r3,4;",
    "bfi.$ @1,@2,@3,%r3,4;",
    "selp.$ @1,@2,@3,%p1;",
    "(shl|shr).$ @1,@2,%r1;",
    "(popc|clz|bfind|bfind.shiftamt).$ %r1,@2;",
    "slct(|.ftz).$.(s32 @1,@2,@3,%r4|f32 @1,@2,@3,%f4|u32 @1,@2,@3,%r4);",
    "setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|ltu|num|nan)(|.ftz).$ %p1,@2,@3;",
    "set.(eq|ge|hi|geu)(|.ftz).&.$ ^1,@2,@3;",
    "atom.global.(add|min|max|inc|dec|and|or|xor|exch).$ @1,[%d1],@2;",
    "red.global.(add|min|max|inc|dec|and|or|xor|exch).$ [%d1],@2;",
    "atom(.relaxed|.acquire.gpu|.sc|.volatile).global.add.$ @1,[%d1],@2;",
    "ld.global(|.nc).$ @1,[%d1];",
    "ld.global.v2.$ {@1,@2},[%d1];",
    "(ld.global.v4.$ {@1,@2,@3,@4},[%d1]|st.global.v4.$ [%d1],{@1,@2,@3,@4});",
    "(ld|st)(.relaxed|.relaxed.gpu|.acquire.sys|.release.cta|.volatile|.gpu|.weak).global.(u32 %r1,[%d1]|u32 [%d1],%r1);",
    "ldu.global.$ @1,[%d1];",
    "st.global.$ [%d1],@1;",
    "mov.$ @1,@2;",
    "cvt(|.rn|.rzi|.sat|.rn.sat|.rni.ftz|.ftz).&.$ ^1,@2;",
    "testp.finite.$ %p1,@1;",
    "cvta(|.to).(global|shared|local|const|param).(u64|s64|b64|f64) %d1,%d2;",
    "shfl.sync.(up|down|bfly|idx).$ @1,@2,1,31,-1;",
    "prmt(|.x).$ @1,@2,@3,@4;",
    "lop3.$ @1,@2,@3,@4,0x55;",
    "shf.(l|r).(wrap|clamp).$ @1,@2,@3,%r4;",
    "vote.sync.(all|any|uni|ballot).$ @1,%p2,-1;",
    "activemask.$ @1;",
    "(abs|neg)(|.ftz).$ @1,@2;",
    "(not|brev).$ @1,@2;",
    "(rcp|sqrt|rsqrt)(|.approx|.rn|.approx.ftz|.rz).$ @1,@2;",
    "(sin|cos|ex2|lg2)(|.approx|.approx.ftz).$ @1,@2;",
    "(bar|barrier).(sync|arrive) (0|0,32|0,32,32);",
    "bar.red.(popc.u32 %r1|or.pred %p1|and.u32 %r1|popc.pred %p1),0,!%p2;",
    "bar.warp.sync -1;",
    "fence(|.sc|.acq_rel|.relaxed|.release).(cta|gpu|sys);",
    "membar.(cta|gl|sys);",
    "mov.(b32|u32|f32|b64|f64|s64|u16|pred) "
    "(%r1|%f1|%d1|%e1|%h1|%p1),(%r2|%f2|%d2|%e2|%h2|%p2|0f3F800000|0d3FF8000000000000|0.5|-7|0xFFFFFFFF);",
    "(add.s32 %r1,%r2|add.f32 %f1,%f2|and.b32 %r1,%r2|or.b32 %r1,%r2|add.s64 %d1,%d2|add.f64 %e1,%e2|add.s16 %h1,%h2|and.b64 "
    "%d1,%d2),"
    "(%r3|%f3|%d3|%e3|%h3|%p1|0f3F800000|0d3FF8000000000000|0.5|-7|0xFFFFFFFF|WARP_SZ);",
    "(ld|st).global.(u8|s32|f32|b32|u64|f64|b64) "
    "(%r1,[%d1]|%f1,[%d1]|%d2,[%d1]|%e1,[%d1]|%h1,[%d1]|[%d1],%r1|[%d1],%f1|[%d1],%e1|[%d1],7);",
    "mov.(b32|b64|u32|u64|f64) "
    "(%r1,{%h1,%h2}|%d1,{%r1,%r2}|{%r1,%r2},%d1|{%h1,%h2,%h3,%h4},%d1|{%f1,%r1},%d1|{%r1,%r2},%r3|%e1,{%r1,%r2});",
    "(add.s32 _,%r1,%r2|atom.global.add.u32 _,[%d1],1|mov.u32 _,%r1|setp.eq.s32 _,%r1,%r2|vote.sync.any.pred _,%p2,-1);",
    "(cvt.u32.u64 _,%d1|mov.b64 {%r1,_},%d1|mov.b64 %d1,{%r1,_}|ld.global.u32 _,[%d1]|ld.global.v2.u32 {%r1,_},[%d1]);",
    "(st.global.v2.u32 [%d1],{%r1,_}|st.global.v2.u32 [%d1],{%r1,7}|bar.red.popc.u32 _,0,%p1|ld.global.v2.u8 {%r1,%r2},[%d1]);",
    "setp.(lt|lt.and).s32 (%p1|%p1|%p2|%r1),%r2,(%r3|%r3,%p3|%r3,!%p3);",
};

constexpr const char* type_names[] = {"b8", "b16", "b32", "b64", "u8",  "u16", "u32", "u64",
                                      "s8", "s16", "s32", "s64", "f32", "f64", "pred"};

std::string register_of(const std::string& type) {
  if (type == "pred") return "%p";
  if (type == "f32") return "%f";
  if (type == "f64") return "%e";
  const std::string width = type.substr(1);
  return width == "64" ? "%d" : width == "32" ? "%r" : "%h";
}

std::string wide_register_of(const std::string& type) {
  const std::string narrow = register_of(type);
  return narrow == "%h" ? "%r" : narrow == "%r" ? "%d" : narrow;
}

void replace(std::string& text, char mark, const std::string& by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) text.replace(at, 1, by);
}

/// All that a pattern stands for.
void expand(const std::string& pattern, std::vector<std::string>& out) {
  const std::size_t open = pattern.find('(');
  if (open != std::string::npos) {
    const std::size_t close = pattern.find(')', open);
    std::size_t start = open + 1;
    while (start <= close) {
      const std::size_t end = std::min(pattern.find('|', start), close);
      expand(pattern.substr(0, open) + pattern.substr(start, end - start) + pattern.substr(close + 1), out);
      start = end + 1;
    }
    return;
  }
  const bool first = pattern.find('$') != std::string::npos, second = pattern.find('&') != std::string::npos;
  if (!first && !second) return out.push_back(pattern);
  for (const std::string type : type_names) {
    std::string text = pattern;
    if (first) {
      replace(text, '$', type);
      replace(text, '@', register_of(type));
      replace(text, '~', wide_register_of(type));
      expand(text, out);
    } else {
      replace(text, '&', type);
      replace(text, '^', register_of(type));
      out.push_back(text);
    }
  }
}

/// Where the parser differs: it does not ask rcp.approx.f64 for its .ftz.
bool differs_knowingly(const std::string& instruction) { return instruction.starts_with("rcp.approx.f64"); }

/// 1-based numbers of the lines that the assembler calls wrong; empty when it takes the text.
std::set<std::size_t> wrong_lines(const std::filesystem::path& assembler, const std::filesystem::path& folder,
                                  const std::string& text) {
  EXPECT_TRUE(base::write_file(folder / "k.ptx", text).ok());
  const auto run = base::run_process(assembler, {"-arch=sm_75", (folder / "k.ptx").string(), "-o", (folder / "k.cubin").string()},
                                     std::chrono::seconds(60));
  std::set<std::size_t> lines;
  if (!run || run->exit_status == 0) return lines;
  constexpr std::string_view before = ", line ";
  for (std::size_t at = run->output.find(before); at != std::string::npos; at = run->output.find(before, at + 1)) {
    const std::size_t number = at + before.size(), kind = run->output.find(';', number);
    const std::string_view rest = std::string_view(run->output).substr(kind + 2, 5);
    if (rest == "error" || rest == "fatal") lines.insert(std::stoul(run->output.substr(number, kind - number)));
  }
  EXPECT_FALSE(lines.empty()) << run->output;
  return lines;
}

/// The instructions that the assembler takes: it is asked for many at once, and again without those it called wrong.
std::set<std::string> assembled(const std::filesystem::path& assembler, const std::vector<std::string>& instructions) {
  constexpr std::size_t at_once = 500;
  auto folder = base::TemporaryFolder::create();
  if (!folder) return {};
  std::set<std::string> taken;
  for (std::size_t start = 0; start < instructions.size(); start += at_once) {
    std::vector<std::string> left(
        instructions.begin() + static_cast<std::ptrdiff_t>(start),
        instructions.begin() + static_cast<std::ptrdiff_t>(std::min(start + at_once, instructions.size())));
    for (;;) {
      std::string body;
      for (const std::string& instruction : left) body += instruction + "\n";
      const std::set<std::size_t> wrong = wrong_lines(assembler, folder->path(), entry_text(body + "ret;"));
      if (wrong.empty()) break;
      std::vector<std::string> right;
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (!wrong.contains(i + 1 + lines_before)) right.push_back(left[i]);
      }
      if (right.size() == left.size()) break;
      left = std::move(right);
    }
    taken.insert(left.begin(), left.end());
  }
  return taken;
}

TEST(Agreement, WithTheAssembler) {
  std::filesystem::path assembler = base::find_program("ptxas");
  if (assembler.empty()) assembler = "/usr/local/cuda/bin/ptxas";
  if (!std::filesystem::exists(assembler)) GTEST_SKIP() << "no ptxas here";
  std::vector<std::string> instructions;
  for (const char* pattern : patterns) expand(pattern, instructions);
  EXPECT_GT(instructions.size(), 4000u);
  const std::set<std::string> taken = assembled(assembler, instructions);
  EXPECT_GT(taken.size(), 800u);
  for (const std::string& instruction : instructions) {
    if (differs_knowingly(instruction)) continue;
    const auto module = parse(entry_text(instruction + "\nret;"), "test.ptx");
    EXPECT_EQ(module.ok(), taken.contains(instruction)) << instruction << (module ? "" : "  " + module.error().message);
  }
}

}  // namespace
}  // namespace warplens::ptx
