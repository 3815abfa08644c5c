#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ptx/opcode.h"
#include "ptx/parse/form.h"
#include "ptx/type.h"

namespace warplens::ptx {
namespace {

TEST(OpcodeTable, FindsEveryRowByItsMnemonic) {
  std::set<std::string_view> names;
  for (const OpcodeRow& row : opcode_table()) {
    EXPECT_EQ(opcode_named(row.mnemonic), row.opcode) << row.mnemonic;
    EXPECT_EQ(ptx::row(row.opcode).mnemonic, row.mnemonic);
    names.insert(row.mnemonic);
  }
  EXPECT_EQ(names.size(), opcode_table().size());
}

TEST(OpcodeTable, NamesAreThoseOfPtxNotOfCpp) {
  EXPECT_EQ(opcode_named("and"), Opcode::and_);
  EXPECT_FALSE(opcode_named("and_"));
  EXPECT_FALSE(opcode_named("sured"));
  EXPECT_FALSE(opcode_named(""));
  EXPECT_FALSE(opcode_named("zzz"));
}

TEST(Type, KnowsNamesAndWidths) {
  EXPECT_EQ(type_named("u32"), Type::u32);
  EXPECT_FALSE(type_named("u33"));
  EXPECT_FALSE(type_named(""));
  EXPECT_EQ(name(Type::bf16x2), "bf16x2");
  EXPECT_EQ(bits(Type::s16), 16);
  EXPECT_EQ(bits(Type::pred), 1);
  EXPECT_EQ(bits(Type::f64), 64);
  EXPECT_EQ(kind(Type::b8), TypeKind::bits);
  EXPECT_EQ(kind(Type::f16x2), TypeKind::floating);
  EXPECT_EQ(name(Space::constant), "const");
}

TEST(Form, EveryOperandListIsMadeOfRoles) {
  const std::string roles = "drDcqPSKklswtuxfjpnvabeimMCFVTG1234?";
  for (const OpcodeRow& row : opcode_table()) {
    for (const char role : form(row.opcode).operands.letters) EXPECT_NE(roles.find(role), std::string::npos) << row.mnemonic;
  }
}

}  // namespace
}  // namespace warplens::ptx
