#include "ptx/parse/suffix.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

template <auto field, auto value>
void set(Instruction& instruction) {
  instruction.modifiers.*field = value;
}

template <Space space>
void set_space(Instruction& instruction) {
  instruction.space = space;
}

template <std::uint8_t elements>
void set_vector(Instruction& instruction) {
  instruction.vector = elements;
}

/// bar.sync; in bar.warp.sync the suffix has no further meaning.
void set_barrier_sync(Instruction& instruction) {
  if (instruction.modifiers.barrier == BarrierMode::none) instruction.modifiers.barrier = BarrierMode::sync;
}

/// mbarrier.expect_tx, or the expect-tx part of mbarrier.arrive.expect_tx.
void set_expect_tx(Instruction& instruction) {
  Modifiers& modifiers = instruction.modifiers;
  if (modifiers.mbarrier == MbarrierOp::none)
    modifiers.mbarrier = MbarrierOp::expect_tx;
  else
    modifiers.expects = true;
}

template <std::uint8_t m, std::uint8_t n, std::uint8_t k>
void set_shape(Instruction& instruction) {
  instruction.modifiers.shape = {m, n, k};
}

/// Hints without effect on results, and bar.red.popc, the bar.red without a Boolean operation.
void ignore(Instruction&) {}

using enum SuffixGroup;
using M = Modifiers;

constexpr auto suffixes = [] {
  std::array table{
      Suffix{"eq", comparison, set<&M::comparison, Comparison::eq>},
      Suffix{"ne", comparison, set<&M::comparison, Comparison::ne>},
      Suffix{"lt", comparison, set<&M::comparison, Comparison::lt>},
      Suffix{"le", comparison, set<&M::comparison, Comparison::le>},
      Suffix{"gt", comparison, set<&M::comparison, Comparison::gt>},
      Suffix{"ge", comparison, set<&M::comparison, Comparison::ge>},
      Suffix{"lo", comparison, set<&M::comparison, Comparison::lo>},
      Suffix{"ls", comparison, set<&M::comparison, Comparison::ls>},
      Suffix{"hi", comparison, set<&M::comparison, Comparison::hi>},
      Suffix{"hs", comparison, set<&M::comparison, Comparison::hs>},
      Suffix{"equ", comparison, set<&M::comparison, Comparison::equ>},
      Suffix{"neu", comparison, set<&M::comparison, Comparison::neu>},
      Suffix{"ltu", comparison, set<&M::comparison, Comparison::ltu>},
      Suffix{"leu", comparison, set<&M::comparison, Comparison::leu>},
      Suffix{"gtu", comparison, set<&M::comparison, Comparison::gtu>},
      Suffix{"geu", comparison, set<&M::comparison, Comparison::geu>},
      Suffix{"num", comparison, set<&M::comparison, Comparison::num>},
      Suffix{"nan", comparison, set<&M::comparison, Comparison::nan>},

      Suffix{"and", boolean, set<&M::boolean, BooleanOp::and_>},
      Suffix{"or", boolean, set<&M::boolean, BooleanOp::or_>},
      Suffix{"xor", boolean, set<&M::boolean, BooleanOp::xor_>},

      Suffix{"rn", rounding, set<&M::rounding, Rounding::rn>},
      Suffix{"rz", rounding, set<&M::rounding, Rounding::rz>},
      Suffix{"rm", rounding, set<&M::rounding, Rounding::rm>},
      Suffix{"rp", rounding, set<&M::rounding, Rounding::rp>},
      Suffix{"rna", rounding, set<&M::rounding, Rounding::rna>},
      Suffix{"rs", rounding, set<&M::rounding, Rounding::rs>},
      Suffix{"rni", rounding, set<&M::rounding, Rounding::rni>},
      Suffix{"rzi", rounding, set<&M::rounding, Rounding::rzi>},
      Suffix{"rmi", rounding, set<&M::rounding, Rounding::rmi>},
      Suffix{"rpi", rounding, set<&M::rounding, Rounding::rpi>},

      Suffix{"lo", part, set<&M::part, MultiplyPart::lo>},
      Suffix{"hi", part, set<&M::part, MultiplyPart::hi>},
      Suffix{"wide", part, set<&M::part, MultiplyPart::wide>},

      Suffix{"add", atomic, set<&M::atomic, AtomicOp::add>},
      Suffix{"min", atomic, set<&M::atomic, AtomicOp::min>},
      Suffix{"max", atomic, set<&M::atomic, AtomicOp::max>},
      Suffix{"inc", atomic, set<&M::atomic, AtomicOp::inc>},
      Suffix{"dec", atomic, set<&M::atomic, AtomicOp::dec>},
      Suffix{"and", atomic, set<&M::atomic, AtomicOp::and_>},
      Suffix{"or", atomic, set<&M::atomic, AtomicOp::or_>},
      Suffix{"xor", atomic, set<&M::atomic, AtomicOp::xor_>},
      Suffix{"exch", atomic, set<&M::atomic, AtomicOp::exch>},
      Suffix{"cas", atomic, set<&M::atomic, AtomicOp::cas>},

      Suffix{"up", shuffle, set<&M::shuffle, ShuffleMode::up>},
      Suffix{"down", shuffle, set<&M::shuffle, ShuffleMode::down>},
      Suffix{"bfly", shuffle, set<&M::shuffle, ShuffleMode::bfly>},
      Suffix{"idx", shuffle, set<&M::shuffle, ShuffleMode::idx>},

      Suffix{"clamp", shift, set<&M::shift, ShiftMode::clamp>},
      Suffix{"wrap", shift, set<&M::shift, ShiftMode::wrap>},
      Suffix{"l", shift_side, set<&M::shift_left, true>},
      Suffix{"r", shift_side, set<&M::shift_right, true>},

      Suffix{"all", vote, set<&M::vote, VoteMode::all>},
      Suffix{"any", vote, set<&M::vote, VoteMode::any>},
      Suffix{"uni", vote, set<&M::vote, VoteMode::uni>},
      Suffix{"ballot", vote, set<&M::vote, VoteMode::ballot>},

      Suffix{"finite", test, set<&M::test, TestProperty::finite>},
      Suffix{"infinite", test, set<&M::test, TestProperty::infinite>},
      Suffix{"number", test, set<&M::test, TestProperty::number>},
      Suffix{"notanumber", test, set<&M::test, TestProperty::notanumber>},
      Suffix{"normal", test, set<&M::test, TestProperty::normal>},
      Suffix{"subnormal", test, set<&M::test, TestProperty::subnormal>},

      Suffix{"weak", ordering, set<&M::ordering, Ordering::weak>},
      Suffix{"volatile", ordering, set<&M::ordering, Ordering::volatile_>},
      Suffix{"relaxed", ordering, set<&M::ordering, Ordering::relaxed>},
      Suffix{"acquire", ordering, set<&M::ordering, Ordering::acquire>},
      Suffix{"release", ordering, set<&M::ordering, Ordering::release>},
      Suffix{"acq_rel", ordering, set<&M::ordering, Ordering::acq_rel>},
      Suffix{"sc", ordering, set<&M::ordering, Ordering::sc>},

      Suffix{"cta", scope, set<&M::scope, Scope::cta>},
      Suffix{"cluster", scope, set<&M::scope, Scope::cluster>},
      Suffix{"gpu", scope, set<&M::scope, Scope::gpu>},
      Suffix{"gl", scope, set<&M::scope, Scope::gpu>},
      Suffix{"sys", scope, set<&M::scope, Scope::sys>},

      Suffix{"sync", barrier, set_barrier_sync},
      Suffix{"arrive", barrier, set<&M::barrier, BarrierMode::arrive>},
      Suffix{"red", barrier, set<&M::barrier, BarrierMode::red>},
      Suffix{"warp", warp_barrier, set<&M::barrier, BarrierMode::warp_sync>},
      Suffix{"popc", count, ignore},

      Suffix{"f4e", permute, set<&M::permute, PermuteMode::f4e>},
      Suffix{"b4e", permute, set<&M::permute, PermuteMode::b4e>},
      Suffix{"rc8", permute, set<&M::permute, PermuteMode::rc8>},
      Suffix{"ecl", permute, set<&M::permute, PermuteMode::ecl>},
      Suffix{"ecr", permute, set<&M::permute, PermuteMode::ecr>},
      Suffix{"rc16", permute, set<&M::permute, PermuteMode::rc16>},

      Suffix{"approx", precision, set<&M::approx, true>},
      Suffix{"full", precision, set<&M::full, true>},
      Suffix{"ftz", ftz, set<&M::ftz, true>},
      Suffix{"sat", sat, set<&M::sat, true>},
      Suffix{"uni", uniform, set<&M::uniform, true>},
      Suffix{"idx", branch_table, [](Instruction&) {}},
      Suffix{"sync", sync, set<&M::sync, true>},
      Suffix{"to", to, set<&M::to, true>},
      Suffix{"aligned", aligned, set<&M::aligned, true>},
      Suffix{"shiftamt", shift_amount, set<&M::shift_amount, true>},
      Suffix{"NaN", nan, set<&M::nan, true>},
      Suffix{"xorsign", xorsign, set<&M::xorsign, true>},
      Suffix{"abs", absolute, set<&M::magnitudes, true>},
      Suffix{"cc", carry, set<&M::cc, true>},
      Suffix{"relu", relu, set<&M::relu, true>},
      Suffix{"noftz", noftz, set<&M::noftz, true>},
      Suffix{"pack", pack, set<&M::pack, true>},

      Suffix{"fractional", policy, set<&M::policy, PolicySource::fraction>},
      Suffix{"range", policy, set<&M::policy, PolicySource::range>},
      Suffix{"cvt", policy, set<&M::policy, PolicySource::property>},

      Suffix{"async", async, ignore},
      Suffix{"commit_group", copy, set<&M::copy, CopyStep::commit_group>},
      Suffix{"wait_group", copy, set<&M::copy, CopyStep::wait_group>},
      Suffix{"wait_all", copy, set<&M::copy, CopyStep::wait_all>},
      Suffix{"ca", copy, set<&M::copy, CopyStep::copy>},
      Suffix{"cg", copy, set<&M::copy, CopyStep::copy_by_16>},
      Suffix{"mbarrier", copy, set<&M::copy, CopyStep::mbarrier_arrive>},
      Suffix{"bulk", copy, set<&M::copy, CopyStep::bulk>},
      Suffix{"async", async_store, set<&M::copy, CopyStep::store>},
      Suffix{"mbarrier::complete_tx::bytes", completion, set<&M::completes_bytes, true>},
      Suffix{"shared::cluster", copied_to, set_space<Space::shared>},
      Suffix{"noinc", no_increment, set<&M::no_increment, true>},
      Suffix{"shared", copied_to, set_space<Space::shared>},
      Suffix{"shared::cta", copied_to, set_space<Space::shared>},
      Suffix{"global", copied_from, ignore},

      Suffix{"add", secondary, set<&M::secondary, AtomicOp::add>},
      Suffix{"min", secondary, set<&M::secondary, AtomicOp::min>},
      Suffix{"max", secondary, set<&M::secondary, AtomicOp::max>},
      Suffix{"shr7", scale, set<&M::scale, std::uint8_t{7}>},
      Suffix{"shr15", scale, set<&M::scale, std::uint8_t{15}>},
      Suffix{"po", plus_one, set<&M::plus_one, true>},
      Suffix{"proxy", proxy, set<&M::proxy, Proxy::unnamed>},
      Suffix{"alias", proxy_kind, set<&M::proxy, Proxy::alias>},
      Suffix{"async", proxy_kind, set<&M::proxy, Proxy::async>},
      Suffix{"async::generic", proxy_kind, set<&M::proxy, Proxy::async>},
      Suffix{"tensormap::generic", proxy_kind, set<&M::proxy, Proxy::tensormap>},
      Suffix{"global", proxied, ignore},
      Suffix{"shared::cta", proxied, ignore},
      Suffix{"shared::cluster", proxied, ignore},
      Suffix{"mbarrier_init", proxied, ignore},
      Suffix{"sync_restrict::shared::cta", proxied, ignore},
      Suffix{"sync_restrict::shared::cluster", proxied, ignore},
      Suffix{"mmio", memory_mapped, set<&M::memory_mapped, true>},
      Suffix{"mask", mask, ignore},
      Suffix{"cta", cta, ignore},
      Suffix{"wait", dependency, ignore},
      Suffix{"launch_dependents", dependency, ignore},

      Suffix{"init", mbarrier, set<&M::mbarrier, MbarrierOp::init>},
      Suffix{"inval", mbarrier, set<&M::mbarrier, MbarrierOp::inval>},
      Suffix{"complete_tx", mbarrier, set<&M::mbarrier, MbarrierOp::complete_tx>},
      Suffix{"arrive", mbarrier, set<&M::mbarrier, MbarrierOp::arrive>},
      Suffix{"arrive_drop", mbarrier, set<&M::mbarrier, MbarrierOp::arrive_drop>},
      Suffix{"test_wait", mbarrier, set<&M::mbarrier, MbarrierOp::test_wait>},
      Suffix{"try_wait", mbarrier, set<&M::mbarrier, MbarrierOp::try_wait>},
      Suffix{"pending_count", mbarrier, set<&M::mbarrier, MbarrierOp::pending_count>},
      Suffix{"expect_tx", transaction, set_expect_tx},
      Suffix{"noComplete", no_complete, set<&M::no_complete, true>},
      Suffix{"parity", parity, set<&M::parity, true>},

      Suffix{"m8n8", shape, set_shape<8, 8, 0>},
      Suffix{"m16n8", shape, set_shape<16, 8, 0>},
      Suffix{"m16n16", shape, set_shape<16, 16, 0>},
      Suffix{"m8n8k4", shape, set_shape<8, 8, 4>},
      Suffix{"m8n8k16", shape, set_shape<8, 8, 16>},
      Suffix{"m8n8k32", shape, set_shape<8, 8, 32>},
      Suffix{"m16n8k4", shape, set_shape<16, 8, 4>},
      Suffix{"m16n8k8", shape, set_shape<16, 8, 8>},
      Suffix{"m16n8k16", shape, set_shape<16, 8, 16>},
      Suffix{"m16n8k32", shape, set_shape<16, 8, 32>},
      Suffix{"m16n8k64", shape, set_shape<16, 8, 64>},
      Suffix{"m16n16k16", shape, set_shape<16, 16, 16>},
      Suffix{"m32n8k16", shape, set_shape<32, 8, 16>},
      Suffix{"m8n32k16", shape, set_shape<8, 32, 16>},
      Suffix{"m16n16k8", shape, set_shape<16, 16, 8>},
      Suffix{"load", step, set<&M::step, MatrixStep::load>},
      Suffix{"store", step, set<&M::step, MatrixStep::store>},
      Suffix{"mma", step, set<&M::step, MatrixStep::multiply>},
      Suffix{"a", matrix, set<&M::matrix, Matrix::a>},
      Suffix{"b", matrix, set<&M::matrix, Matrix::b>},
      Suffix{"c", matrix, set<&M::matrix, Matrix::c>},
      Suffix{"d", matrix, set<&M::matrix, Matrix::d>},
      Suffix{"row", layout_a, ignore},
      Suffix{"col", layout_a, set<&M::a_by_columns, true>},
      Suffix{"row", layout_b, ignore},
      Suffix{"col", layout_b, set<&M::b_by_columns, true>},
      Suffix{"satfinite", finite, set<&M::finite, true>},
      Suffix{"x1", matrices, ignore},
      Suffix{"x2", matrices, set<&M::matrices, std::uint8_t{2}>},
      Suffix{"x4", matrices, set<&M::matrices, std::uint8_t{4}>},
      Suffix{"trans", transposed, set<&M::transposed, true>},

      Suffix{"1d", texture_shape, set<&M::texture, TextureShape::line>},
      Suffix{"2d", texture_shape, set<&M::texture, TextureShape::plane>},
      Suffix{"3d", texture_shape, set<&M::texture, TextureShape::volume>},
      Suffix{"a1d", texture_shape, set<&M::texture, TextureShape::lines>},
      Suffix{"a2d", texture_shape, set<&M::texture, TextureShape::planes>},
      Suffix{"base", mipmap, ignore},
      Suffix{"level", mipmap, set<&M::mipmap, MipmapChoice::level>},
      Suffix{"grad", mipmap, set<&M::mipmap, MipmapChoice::gradient>},
      Suffix{"r", component, ignore},
      Suffix{"g", component, set<&M::component, std::uint8_t{1}>},
      Suffix{"b", component, set<&M::component, std::uint8_t{2}>},
      Suffix{"a", component, set<&M::component, std::uint8_t{3}>},
      Suffix{"b", unformatted, ignore},
      Suffix{"trap", outside, set<&M::outside, OutsideSurface::trap>},
      Suffix{"clamp", outside, set<&M::outside, OutsideSurface::clamp>},
      Suffix{"zero", outside, set<&M::outside, OutsideSurface::zero>},
      Suffix{"width", query, set<&M::query, TextureQuery::width>},
      Suffix{"height", query, set<&M::query, TextureQuery::height>},
      Suffix{"depth", query, set<&M::query, TextureQuery::depth>},

      Suffix{"param", space, set_space<Space::param>},
      Suffix{"param::func", space, set_space<Space::param>},
      Suffix{"param::entry", space, set_space<Space::param>},
      Suffix{"const", space, set_space<Space::constant>},
      Suffix{"global", space, set_space<Space::global>},
      Suffix{"shared", space, set_space<Space::shared>},
      Suffix{"shared::cta", space, set_space<Space::shared>},
      Suffix{"shared::cluster", space, set_space<Space::shared>},  // every block is a cluster of its own
      Suffix{"local", space, set_space<Space::local>},

      Suffix{"v2", vector, set_vector<2>},
      Suffix{"v4", vector, set_vector<4>},
      Suffix{"v8", vector, set_vector<8>},

      Suffix{"ca", cache, ignore},
      Suffix{"cg", cache, set<&M::past_l1, true>},
      Suffix{"cs", cache, ignore},
      Suffix{"lu", cache, ignore},
      Suffix{"cv", cache, set<&M::past_l1, true>},
      Suffix{"wb", cache, ignore},
      Suffix{"wt", cache, ignore},
      Suffix{"L1::evict_normal", cache, ignore},
      Suffix{"L1::evict_unchanged", cache, ignore},
      Suffix{"L1::evict_first", cache, ignore},
      Suffix{"L1::evict_last", cache, ignore},
      Suffix{"L1::no_allocate", cache, ignore},
      Suffix{"L2::evict_normal", cache, ignore},
      Suffix{"L2::evict_unchanged", cache, ignore},
      Suffix{"L2::evict_first", cache, ignore},
      Suffix{"L2::evict_last", cache, ignore},
      Suffix{"L1", cache, ignore},
      Suffix{"L2", cache, set<&M::past_l1, true>},
      Suffix{"tensormap", cache, set<&M::proxy, Proxy::tensormap>},
      Suffix{"L2::cache_hint", cache_hint, set<&M::cache_hint, true>},
      Suffix{"nc", read_only, ignore},
      Suffix{"L2::64B", prefetch, ignore},
      Suffix{"L2::128B", prefetch, ignore},
      Suffix{"L2::256B", prefetch, ignore},
  };
  std::sort(table.begin(), table.end(), [](const Suffix& a, const Suffix& b) {
    return a.name != b.name ? a.name < b.name : a.group < b.group;  // .row.col: the layout of A, then that of B
  });
  return table;
}();

struct ByName {
  bool operator()(const Suffix& suffix, std::string_view name) const { return suffix.name < name; }
  bool operator()(std::string_view name, const Suffix& suffix) const { return name < suffix.name; }
};

}  // namespace

const Suffix* find_suffix(std::string_view name, SuffixGroups allowed) {
  const auto [first, last] = std::equal_range(suffixes.begin(), suffixes.end(), name, ByName{});
  const auto found = std::find_if(first, last, [&](const Suffix& suffix) { return groups(suffix.group) & allowed; });
  return found == last ? nullptr : &*found;
}

bool is_suffix(std::string_view name) { return std::binary_search(suffixes.begin(), suffixes.end(), name, ByName{}); }

}  // namespace warplens::ptx
