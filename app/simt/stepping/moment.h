#pragma once

#include <cstdint>
#include <vector>

#include "launch/moment.h"
#include "simt/machine/machine.h"

// Reads the content of a launch::Moment from a paused machine.

namespace warplens::simt {

/// See launch::Moment::warps().
std::vector<launch::WarpAt> warps_of(const Machine& machine);

/// See launch::Moment::registers().
std::vector<launch::RegisterAt> registers_of(const Machine& machine, const Program& program, const ptx::Module& module,
                                             std::uint32_t warp, std::uint32_t lane);

/// See launch::Moment::local().
launch::Bytes local_of(const Machine& machine, const Program& program, const ptx::Module& module, std::uint32_t warp,
                       std::uint32_t lane, std::uint32_t variable);

/// See launch::Moment::shared().
launch::Bytes shared_of(const Machine& machine, std::uint32_t block);

/// See launch::Moment::buffer().
launch::Bytes buffer_of(const Machine& machine, std::size_t k);

}  // namespace warplens::simt
