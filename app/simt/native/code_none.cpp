#include "simt/native/code.h"

// In place of the sources of simt/native/compiler where no machine code is made.

namespace warplens::simt {

InstructionSet widest_instruction_set() { return InstructionSet::none; }

namespace native {

struct Code::Memory {};

Code::Code(const ptx::Module&, const Program& program, InstructionSet, const Choice&)
    : runs_(program.code.size()), paths_(program.code.size()) {}

Code::~Code() = default;

}  // namespace native
}  // namespace warplens::simt
