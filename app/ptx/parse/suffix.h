#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/module.h"

namespace warplens::ptx {

/// Groups of suffixes. An instruction has at most one suffix of each group; its Form lists the allowed groups.
enum class SuffixGroup : std::uint8_t {
  comparison,
  boolean,
  rounding,
  part,
  atomic,
  shuffle,
  shift,
  shift_side,
  vote,
  test,
  ordering,
  scope,
  barrier,
  warp_barrier,
  count,
  permute,
  precision,
  ftz,
  sat,
  uniform,
  branch_table,
  sync,
  to,
  aligned,
  shift_amount,
  nan,
  space,
  vector,
  cache,
  read_only,
  prefetch,
  cache_hint,
  carry,
  relu,
  xorsign,
  absolute,
  noftz,
  pack,
  policy,
  async,
  copy,
  copied_to,
  copied_from,
  memory_mapped,
  mask,
  cta,
  dependency,
  secondary,
  scale,
  plus_one,
  proxy,
  proxy_kind,
  proxied,
  mbarrier,
  transaction,
  no_complete,
  parity,
  no_increment,
  completion,
  async_store,
  shape,
  layout_a,
  layout_b,
  finite,
  matrices,
  transposed,
  step,
  matrix,
  texture_shape,
  mipmap,
  component,
  unformatted,
  outside,
  query,
};

/// A set of groups, one bit each; there are more than 64 groups.
__extension__ using SuffixGroups = unsigned __int128;

template <typename... Group>
constexpr SuffixGroups groups(Group... group) {
  return (SuffixGroups{0} | ... | (SuffixGroups{1} << static_cast<int>(group)));
}

/// One row of the table of suffixes: a name may be in several groups ("and" of setp and of atom).
struct Suffix {
  std::string_view name;  ///< without the dot
  SuffixGroup group;
  void (*set)(Instruction&);
};

/// Find the suffix `name` in one of the `allowed` groups; else null.
const Suffix* find_suffix(std::string_view name, SuffixGroups allowed);

/// Whether any group has a suffix with this name.
bool is_suffix(std::string_view name);

}  // namespace warplens::ptx
