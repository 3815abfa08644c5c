#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/random.h"
#include "base/resources.h"
#include "ptx/flow/cfg.h"
#include "ptx_text.h"

// Real PTX with random damage gives either a consistent module or an error with its position.

namespace warplens::ptx {
namespace {

/// Every index in a module is valid.
void expect_whole(const Module& module) {
  for (const Function& function : module.functions) {
    const auto inside = [&](const Operand& operand, const auto& self) -> bool {
      const OperandKind kind = operand.kind == OperandKind::address ? operand.base : operand.kind;
      for (const Operand& element : operand.elements) {
        if (!self(element, self)) return false;
      }
      switch (kind) {
        case OperandKind::reg:
          return operand.index < function.registers.size();
        case OperandKind::variable:
          return operand.index < module.variables.size();
        case OperandKind::parameter:
          return operand.index < function.parameters.size();
        case OperandKind::label:
          return operand.index <= function.instructions.size();
        default:
          return true;
      }
    };
    for (const Instruction& instruction : function.instructions) {
      for (const Operand& operand : instruction.operands) ASSERT_TRUE(inside(operand, inside));
      ASSERT_TRUE(instruction.guard == no_index || instruction.guard < function.registers.size());
      ASSERT_TRUE(instruction.location == no_index || instruction.location < function.locations.size());
      ASSERT_LE(instruction.destinations, instruction.operands.size());
    }
    for (const SourceLocation& location : function.locations) {
      ASSERT_LT(location.file, module.files.size());
      ASSERT_TRUE(location.inlined_at == no_index || location.inlined_at < function.locations.size());
    }
    const ControlFlow flow = control_flow(function);
    for (const BasicBlock& block : flow.blocks) ASSERT_LE(block.immediate_post_dominator, flow.exit);
  }
  for (const Variable& variable : module.variables) {
    ASSERT_LE(variable.initial.size(), variable.size);
    for (const AddressInitialiser& address : variable.addresses) {
      ASSERT_LE(address.offset + 8, variable.size);
      ASSERT_LT(address.variable, module.variables.size());
    }
  }
}

std::vector<std::string> real_texts() {
  std::vector<std::string> texts;
  for (const auto& file : std::filesystem::directory_iterator(base::resource_folder() / "kernels")) {
    if (file.path().extension() != ".ptx") continue;
    if (auto text = base::read_text(file.path())) texts.push_back(std::move(*text));
  }
  texts.push_back(
      entry_text(".loc 2 1 1, function_name f+3, inlined_at 1 6 3\n{ .reg .b32 %x<5>; L: @!%p1 bra L; }\n"
                 "setp.lt.and.f32 %p1|%p2, %f1, 0f3F800000, !%p3;\nshfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;\n"
                 "ld.volatile.global.v4.f32 {%f1,%f2,_,%f4}, [%d1+16];\nmov.b64 {%r1,%r2}, %d1;\natom.global.cas.b32 %r1, "
                 "[counter+4], 0, %r2;\n"
                 "cvt.rn.f64.s32 %e1, %r1;\nmad.wide.s32 %d1, %r1, 4, %d2;\nmov.u64 %d3, tile+4;\nbar.sync 0;\nret;"));
  return texts;
}

void mutate(std::string& text, base::Random& random) {
  static constexpr std::string_view pieces[] = {"{",
                                                "}",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                ";",
                                                ",",
                                                ".",
                                                "-",
                                                "%r1",
                                                "%p1",
                                                "0x",
                                                "0f3F800000",
                                                "_",
                                                ".reg .b32 %r<4000000000>;",
                                                "18446744073709551616",
                                                "/*",
                                                "\"",
                                                "\n",
                                                ".f64",
                                                "@!",
                                                "|",
                                                "{{{{{{",
                                                ".loc 1 2 3\n",
                                                "ret;",
                                                "L:",
                                                ".param .b32 a;",
                                                ".version 8.0"};
  const auto place = [&] { return random.below(static_cast<std::uint32_t>(text.size() + 1)); };
  const std::uint32_t at = place(), length = random.below(40);
  switch (random.below(6)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(random.next());
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, pieces[random.below(std::size(pieces))]);
      break;
    case 3:
      text.insert(place(), text.substr(at, length));
      break;
    case 4:
      text.resize(at);
      break;
    default: {
      const std::size_t line = text.rfind('\n', at), end = text.find('\n', at);
      if (line != std::string::npos && end != std::string::npos && line < end) text.erase(line, end - line);
    }
  }
}

TEST(Mutation, NeverBreaksTheParser) {
  base::Random random(20240601);
  const std::vector<std::string> texts = real_texts();
  ASSERT_GE(texts.size(), 2u);
  int parsed = 0, refused = 0;
  constexpr int wanted = 2000;  // the fuzzer of the parser goes on from here
  while (parsed + refused < wanted) {
    std::string text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) mutate(text, random);
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    auto module = parse(std::move(text), "mutated.ptx");
    if (module) {
      ++parsed;
      ASSERT_NO_FATAL_FAILURE(expect_whole(*module));
    } else {
      ++refused;
      ASSERT_FALSE(module.error().message.empty());
      ASSERT_GE(module.error().line, 1) << module.error().message;
      ASSERT_LE(module.error().line, lines) << module.error().message;
      ASSERT_GE(module.error().column, 1) << module.error().message;
    }
  }
  EXPECT_GT(parsed, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace warplens::ptx
