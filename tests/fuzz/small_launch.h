#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "launch/launch.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"

namespace warplens::fuzz {

/// A short launch with arguments for any entry: two blocks of a full warp and a warp of one lane; a buffer of 64 bytes for every
/// parameter that can be an address. `choice` selects schedule, trace level and checks.
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

/// Aborts if the launch gives different results without trace and checks, or when stepped.
inline void run_in_other_ways(launch::Device& device, launch::Launch launch, const launch::LaunchResult& result) {
  const auto expect = [](bool holds) {
    if (!holds) std::abort();
  };
  launch.trace_level = trace::Level::none;
  launch.check = false;
  launch::Progress progress;
  const auto plain = device.run(launch, progress);
  expect(plain.ok() && plain->outcome == result.outcome && plain->outputs == result.outputs);
  const auto history = device.history(launch, progress);
  expect(history.ok());
  launch::History& steps = **history;
  for (const std::uint64_t step : {steps.length(), steps.length() / 3, steps.length() / 2, steps.length()}) {
    steps.go_to(step);
    for (const launch::WarpAt& warp : steps.warps()) static_cast<void>(steps.registers(warp.warp, launch.seed & 31));
  }
  for (std::size_t k = 0; k < result.outputs.size(); ++k) expect(steps.buffer(k) == result.outputs[k]);
  const auto stepper = device.stepper(launch);
  if (!stepper) return;  // without the timing model the launch may fail differently
  for (std::uint32_t i = 0; i < 300; ++i) static_cast<void>((*stepper)->do_step(i / 7 % 4));
  (*stepper)->go_to((*stepper)->length() / 2);
}

/// Parses `text` and runs every entry; any outcome is fine as long as nothing crashes.
inline void run_all_entries(std::string_view text, std::uint8_t choice) {
  auto parsed = ptx::parse(std::string(text), "fuzz.ptx");
  if (!parsed) return;
  const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
  static const auto device = simt::make_device();
  for (std::uint32_t entry = 0; entry < module->functions.size(); ++entry) {
    launch::Progress progress;
    const launch::Launch launch = small_launch(module, entry, choice);
    const auto result = device->run(launch, progress);
    if (result && choice / 18 % 4 == 1) run_in_other_ways(*device, launch, *result);
  }
}

}  // namespace warplens::fuzz
