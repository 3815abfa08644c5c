#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "launch/launch.h"
#include "ptx/parser.h"
#include "simt/simt_device.h"

namespace warplens::fuzz {

/// A launch that any entry takes and that is soon over: two blocks of a full warp and a warp of one lane; a buffer of 64 bytes
/// for every parameter that can be an address. `choice` says how warps take turns, what is recorded, and whether checks look on.
inline launch::Launch small_launch(std::shared_ptr<const ptx::Module> module, std::uint32_t entry, std::uint8_t choice) {
  launch::Launch launch;
  launch.module = std::move(module);
  launch.entry = entry;
  launch.grid = {2, 1, 1};
  launch.block = {33, 1, 1};
  launch.dynamic_shared = 256;
  launch.step_limit = 5'000;
  launch.schedule = static_cast<launch::Schedule>(choice % 3);
  launch.trace_level = static_cast<trace::Level>(choice / 3 % 3);
  launch.trace_budget = 1 << 20;
  launch.check = choice / 9 % 2 == 1;
  for (const ptx::Parameter& parameter : launch.module->functions[entry].parameters) {
    using enum launch::ElementType;
    if (parameter.size == 8 && ptx::kind(parameter.type) != ptx::TypeKind::floating)
      launch.arguments.emplace_back(launch::Buffer{parameter.name, u32, 16, std::make_shared<const launch::Bytes>(64)});
    else if (parameter.size == 8)
      launch.arguments.emplace_back(launch::Scalar{f64, 0x3ff0000000000000u});
    else if (ptx::kind(parameter.type) == ptx::TypeKind::floating)
      launch.arguments.emplace_back(launch::Scalar{f32, 0x3f800000u});
    else
      launch.arguments.emplace_back(launch::Scalar{parameter.size == 4 ? u32 : parameter.size == 2 ? u16 : u8, choice});
  }
  return launch;
}

/// Parse `text` and run every entry. Whatever comes out, it comes out.
inline void run_all_entries(std::string_view text, std::uint8_t choice) {
  auto parsed = ptx::parse(std::string(text), "fuzz.ptx");
  if (!parsed) return;
  const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
  static const auto device = simt::make_device();
  for (std::uint32_t entry = 0; entry < module->functions.size(); ++entry) {
    launch::Progress progress;
    static_cast<void>(device->run(small_launch(module, entry, choice), progress));
  }
}

}  // namespace warplens::fuzz
