#include "simt/native/instruction_set.h"

#include <asmjit/core.h>

namespace warplens::simt {

InstructionSet widest_instruction_set() {
  using asmjit::CpuFeatures;
  const auto& has = asmjit::CpuInfo::host().features().x86();
  if (!asmjit::CpuInfo::host().features().x86().hasAVX2() || !has.hasFMA()) return InstructionSet::none;
  const bool wide = has.hasAVX512_F() && has.hasAVX512_BW() && has.hasAVX512_DQ() && has.hasAVX512_VL();
  return wide ? InstructionSet::avx512 : InstructionSet::avx2;
}

}  // namespace warplens::simt
