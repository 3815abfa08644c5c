#include "simt/code/execute/lanes.h"

namespace warplens::simt::WARPLENS_ISA {
namespace {

/// In the order of the opcodes; null for those that are no operations.
constexpr Select selectors[] = {
#define OPERATION(opcode, ...) &select_##opcode,
#define EFFECT(...) nullptr,
#include "ptx/instructions.inc"
};

Operation select(const ptx::Instruction& instruction, const ptx::Function& function) {
  const Select selector = selectors[static_cast<std::size_t>(instruction.opcode)];
  return selector != nullptr ? selector(instruction, function) : Operation{};
}

}  // namespace

const Executor& executor() {
  static constexpr Executor functions{&select,          &select_load,        &select_own,     &select_store,
                                      &select_atomic,   &addresses,          &lowest_address, &find_lines,
                                      &count_conflicts, &max_on_one_address, &next_element};
  return functions;
}

}  // namespace warplens::simt::WARPLENS_ISA
