#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "ptx/opcode.h"
#include "ptx/parse/form.h"
#include "tests/instructions/instruction_file.h"
#include "tests/simt/launcher.h"

// The files of tests/instructions as full PTX: each is a kernel with its arguments and expected results in comments; see the
// README there.

namespace warplens::simt {
namespace {

using instructions::Case;

const std::filesystem::path folder = WARPLENS_INSTRUCTIONS_FOLDER;

class Instruction : public testing::TestWithParam<std::string> {};

TEST_P(Instruction, GivesTheAnswerInItsFile) {
  const Case test = instructions::case_of(instructions::text_of(folder / GetParam()));
  ASSERT_FALSE(test.expected.empty()) << "a file without an answer";
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin}) {
    launch::Launch launch = test.launch;
    launch.schedule = schedule;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->fault ? std::string(launch::name(result->fault->kind)) : "", test.fault)
        << (result->fault ? result->fault->message : "");
    for (const std::string& difference : instructions::differences(test, *result)) ADD_FAILURE() << difference;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Instruction, testing::ValuesIn(instructions::files(folder)), [](const auto& info) {
  std::string name = info.param.substr(0, info.param.size() - 4);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

/// Types that an opcode treats alike: all types of one width if it only moves them, else a single type.
std::string family(const ptx::OpcodeRow& row, ptx::Type type) {
  const bool moves =
      row.instruction_class == ptx::InstructionClass::move || row.instruction_class == ptx::InstructionClass::memory;
  return moves && type != ptx::Type::pred ? std::to_string(ptx::bits(type)) + " bits" : "." + std::string(ptx::name(type));
}

/// The opcode that each file is named after, with its instructions' types in that file: "add .u32", "cvt from .s8".
std::set<std::string> covered() {
  std::set<std::string> found;
  for (const std::string& file : instructions::files(folder)) {
    const auto opcode = ptx::opcode_named(file.substr(0, file.find('.')));
    EXPECT_TRUE(opcode) << file << " is named after no opcode";
    const auto module = ptx::parse(instructions::text_of(folder / file), file);
    EXPECT_TRUE(module) << (module ? "" : base::describe(module.error()));
    if (!opcode || !module) continue;
    const ptx::OpcodeRow& row = ptx::row(*opcode);
    for (const ptx::Function& function : module->functions) {
      for (const ptx::Instruction& instruction : function.instructions) {
        if (instruction.opcode != *opcode) continue;
        found.insert(std::string(row.mnemonic));
        found.insert(std::string(row.mnemonic) + " " + family(row, instruction.type));
        found.insert(std::string(row.mnemonic) + " from " + family(row, instruction.source_type));
      }
    }
  }
  return found;
}

TEST(InstructionFiles, CoverEveryOpcodeAndType) {
  const std::set<std::string> found = covered();
  for (const ptx::OpcodeRow& row : ptx::opcode_table()) {
    const std::string mnemonic(row.mnemonic);
    EXPECT_TRUE(found.contains(mnemonic)) << "no file tests " << mnemonic;
    const ptx::Form& form = ptx::form(row.opcode);
    for (int t = 0; t <= static_cast<int>(ptx::Type::f64); ++t) {
      const auto type = static_cast<ptx::Type>(t);
      if (form.first_types & ptx::types(type)) {
        EXPECT_TRUE(found.contains(mnemonic + " " + family(row, type))) << mnemonic << " " << ptx::name(type);
      }
      if (form.second_types & ptx::types(type)) {
        EXPECT_TRUE(found.contains(mnemonic + " from " + family(row, type))) << mnemonic << " from " << ptx::name(type);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::simt
