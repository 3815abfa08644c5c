#include "ptx/listing.h"

#include <gtest/gtest.h>

namespace warplens::ptx {
namespace {

Instruction naming(OperandKind kind, std::uint32_t index) {
  Instruction instruction;
  Operand operand;
  operand.kind = kind;
  operand.index = index;
  instruction.operands.push_back(operand);
  return instruction;
}

/// Five functions: 0 references 2, 2 references itself and variable 0, which holds the address of 4; 1 and 3 are unreferenced.
Module module_of_five() {
  Module module;
  module.functions.resize(5);
  module.functions[0].instructions = {naming(OperandKind::none, 0), naming(OperandKind::function, 2)};
  module.functions[1].instructions = {naming(OperandKind::function, 3)};
  module.functions[2].instructions = {naming(OperandKind::function, 2), naming(OperandKind::variable, 0), Instruction{}};
  module.functions[4].instructions = {Instruction{}};
  module.variables.resize(2);
  AddressInitialiser to_other, to_function;
  to_other.variable = 1;
  to_function.function = 4;
  module.variables[0].addresses = {to_other};
  module.variables[1].addresses = {to_function};
  return module;
}

TEST(Listing, ReachesWhatIsCalledOrHeldInVariables) {
  const Module module = module_of_five();
  EXPECT_EQ(reached_functions(module, 0), (std::vector<std::uint32_t>{0, 2, 4}));
  EXPECT_EQ(reached_functions(module, 1), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_TRUE(reached_functions(module, 5).empty());
}

TEST(Listing, NumbersFunctionAfterFunctionWithTheirEnds) {
  const Module module = module_of_five();
  const Listing listing(module, 0);
  EXPECT_EQ(listing.size(), 3u + 4u + 2u);
  EXPECT_EQ(listing.first(1), 3u);
  EXPECT_EQ(listing.place(1).function, 0u);
  EXPECT_EQ(listing.instruction(module, 1), &module.functions[0].instructions[1]);
  EXPECT_EQ(listing.place(2).instruction, 2u);
  EXPECT_EQ(listing.instruction(module, 2), nullptr);
  EXPECT_EQ(listing.place(3).function, 2u);
  EXPECT_EQ(listing.instruction(module, 5), &module.functions[2].instructions[2]);
  EXPECT_EQ(listing.place(7).function, 4u);
  EXPECT_EQ(listing.instruction(module, 7), &module.functions[4].instructions[0]);
  EXPECT_EQ(listing.place(9).function, no_index);
  EXPECT_EQ(Listing(module, 9).size(), 0u);
}

}  // namespace
}  // namespace warplens::ptx
