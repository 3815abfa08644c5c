#include "simt/machine/turns/special_registers.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace warplens::simt {
namespace {

template <typename T>
void fill_row(const Frame& frame, Row row, T value) {
  std::byte* to = frame.destination(row);
  for (std::size_t lane = 0; lane < warp_size; ++lane) std::memcpy(to + lane * sizeof value, &value, sizeof value);
}

/// A block's shared memory in bytes, in the target's units of allocation (PTX ISA, "Special Registers: %total_smem_size": 128
/// bytes for sm_8x and later, 256 for sm_3x to sm_7x). An H200 says the same.
std::uint32_t total_shared(const LaunchContext& context) {
  const std::string& target = context.launch.module->target;
  const int architecture = target.starts_with("sm_") ? std::atoi(target.c_str() + 3) : 0;
  const std::uint64_t unit = architecture >= 80 ? 128 : 256;
  return static_cast<std::uint32_t>((context.shared_bytes + unit - 1) / unit * unit);
}

}  // namespace

void fill_constant_specials(const LaunchContext& context, const ResidentWarp& warp) {
  const auto of_lane = [&](ptx::SpecialRegister special, std::uint32_t lane) -> std::uint32_t {
    const base::Dim3 thread = base::position(warp.in_block * warp_size + lane, context.launch.block);
    const std::uint32_t bit = 1u << lane;
    using enum ptx::SpecialRegister;
    switch (special) {
      case tid_x:
        return thread.x;
      case tid_y:
        return thread.y;
      case tid_z:
        return thread.z;
      case ntid_x:
        return context.launch.block.x;
      case ntid_y:
        return context.launch.block.y;
      case ntid_z:
        return context.launch.block.z;
      case nctaid_x:
        return context.launch.grid.x;
      case nctaid_y:
        return context.launch.grid.y;
      case nctaid_z:
        return context.launch.grid.z;
      case laneid:
        return lane;
      case warpid:
        return warp.in_block;
      case nwarpid:
        return static_cast<std::uint32_t>(context.warps_per_block);
      case nsmid:
        return context.spec.multiprocessors;
      case lanemask_eq:
        return bit;
      case lanemask_le:
        return bit | (bit - 1);
      case lanemask_lt:
        return bit - 1;
      case lanemask_ge:
        return ~(bit - 1);
      case lanemask_gt:
        return ~(bit | (bit - 1));
      case dynamic_smem_size:
        return context.launch.dynamic_shared;
      case total_smem_size:
        return total_shared(context);
      case envreg1:
        return static_cast<std::uint32_t>(context.grid_workspace() >> 32);
      case envreg2:
        return static_cast<std::uint32_t>(context.grid_workspace());
      default:
        return 0;
    }
  };
  for (const SpecialRow& row : context.program.specials) {
    std::byte* to = warp.frame.destination(row.row);
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      const std::uint32_t value = of_lane(row.special, lane);
      std::memcpy(to + lane * sizeof value, &value, sizeof value);
    }
  }
}

void fill_block_specials(const LaunchContext& context, const ResidentBlock& block, const ResidentWarp& warp) {
  for (const SpecialRow& row : context.program.specials) {
    using enum ptx::SpecialRegister;
    switch (row.special) {
      case ctaid_x:
        fill_row(warp.frame, row.row, block.position.x);
        break;
      case ctaid_y:
        fill_row(warp.frame, row.row, block.position.y);
        break;
      case ctaid_z:
        fill_row(warp.frame, row.row, block.position.z);
        break;
      case smid:
        fill_row(warp.frame, row.row, block.sm);
        break;
      default:
        break;
    }
  }
}

void write_clock(const LaunchContext& context, const ResidentWarp& warp, std::uint64_t cycle) {
  const double nanoseconds_per_cycle = 1000.0 / context.spec.clock_mhz;
  const auto time = static_cast<std::uint64_t>(static_cast<double>(cycle) * nanoseconds_per_cycle);
  for (const SpecialRow& row : context.program.specials) {
    using enum ptx::SpecialRegister;
    switch (row.special) {
      case clock:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(cycle));
        break;
      case clock_hi:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(cycle >> 32));
        break;
      case clock64:
        fill_row(warp.frame, row.row, cycle);
        break;
      case globaltimer:
        fill_row(warp.frame, row.row, time);
        break;
      case globaltimer_lo:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(time));
        break;
      case globaltimer_hi:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(time >> 32));
        break;
      default:
        break;
    }
  }
}

}  // namespace warplens::simt
