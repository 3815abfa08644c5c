#include "simt/code/decode/fragment_layout.h"

namespace warplens::simt {

FragmentLayout fragment_layout(const ptx::Instruction& wmma, ptx::Matrix matrix) {
  const bool multiplies = wmma.modifiers.step == ptx::MatrixStep::multiply;
  const ptx::Type type = multiplies ? ptx::element_types(wmma)[static_cast<std::size_t>(matrix)] : wmma.type;
  const ptx::Fragment fragment = ptx::fragment(wmma, matrix);
  const ptx::MatrixExtent extent = ptx::extent(wmma.modifiers.shape, matrix);
  const bool lines_are_columns = matrix == ptx::Matrix::b, stored_by_columns = wmma.modifiers.a_by_columns;
  FragmentLayout layout;
  layout.elements = static_cast<std::uint32_t>(fragment.registers * ptx::bits(fragment.type) / ptx::bits(type));
  layout.line = static_cast<std::uint32_t>(lines_are_columns ? extent.rows : extent.columns);
  layout.total = static_cast<std::uint32_t>(extent.rows * extent.columns);
  layout.element_bytes = static_cast<std::uint8_t>(ptx::bits(type) / 8);
  layout.contiguous = lines_are_columns == stored_by_columns;
  layout.stride = static_cast<std::uint32_t>(stored_by_columns ? extent.rows : extent.columns);
  return layout;
}

FragmentLayout fragment_layout(const ptx::Instruction& wmma) { return fragment_layout(wmma, wmma.modifiers.matrix); }

}  // namespace warplens::simt
