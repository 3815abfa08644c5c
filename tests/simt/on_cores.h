#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/check/checker.h"
#include "simt/parallel/parallel.h"
#include "tests/simt/launcher.h"

// Run a launch on several cores, and on one.

namespace warplens::simt {

/// Run on this number of cores from the first turn on; nothing if it must start over on one, or cannot use several.
inline std::optional<launch::LaunchResult> run_on(const launch::Launch& launch, std::uint32_t cores,
                                                  const DeviceSpec& spec = two_sm_toy()) {
  launch::Progress progress;
  const auto program = decode(*launch.module, launch.entry, spec);
  if (!program) throw std::runtime_error(base::describe(program.error()));
  if (!has_separate_blocks(launch, *program)) return std::nullopt;
  Helpers helpers;
  return run_in_parallel(launch, *program, spec, progress, helpers, cores, make_checker, Begin::together);
}

/// Run a launch in parts for several cores, but on this thread alone: the only helper waits in another call.
inline std::optional<launch::LaunchResult> run_without_helpers(const launch::Launch& launch, std::uint32_t cores,
                                                               const DeviceSpec& spec = two_sm_toy()) {
  launch::Progress progress;
  const auto program = decode(*launch.module, launch.entry, spec);
  Helpers helpers;
  const auto other = std::make_shared<Call>(1, [](std::uint32_t) {});
  helpers.call(other, 1);
  other->await_all();
  auto result = run_in_parallel(launch, *program, spec, progress, helpers, cores, make_checker);
  other->close();
  return result;
}

inline launch::LaunchResult run_alone(const launch::Launch& launch, const DeviceSpec& spec = two_sm_toy()) {
  launch::Progress progress;
  return make_device(spec, 1)->run(launch, progress).value();
}

/// A machine of `multiprocessors` multiprocessors in which the order of block placement matters.
inline DeviceSpec crowded(std::uint32_t multiprocessors) {
  DeviceSpec spec = two_sm_toy();
  spec.multiprocessors = multiprocessors;
  spec.per_multiprocessor.blocks = 3;
  return spec;
}

/// All facts of a finding as text.
inline std::string text_of(const launch::Finding& finding) {
  const auto text = [](const launch::Witness& witness) {
    return launch::access_text(witness, launch::thread_text(witness)) + " " + witness.file + ":" + std::to_string(witness.line) +
           ":" + std::to_string(witness.column) + " " + std::to_string(witness.value) + (witness.has_value ? "" : " (no value)") +
           (witness.block_scope ? " (block scope)" : "");
  };
  return std::string(launch::name(finding.kind)) + (finding.benign_looking ? ", benign" : "") +
         (finding.of_warp ? ", of warp" : "") + ", " + finding.space + " " + finding.buffer + "[" +
         std::to_string(finding.element) + "] " + finding.place + " × " + std::to_string(finding.count) + ", " +
         text(finding.first) + ", " + (finding.second ? text(*finding.second) : "") + ": " + finding.message;
}

inline std::vector<std::string> texts_of(const std::vector<launch::Finding>& findings) {
  std::vector<std::string> texts;
  for (const launch::Finding& finding : findings) texts.push_back(text_of(finding));
  return texts;
}

inline void expect_same(const launch::LaunchResult& result, const launch::LaunchResult& expected) {
  EXPECT_EQ(result.outcome, expected.outcome);
  EXPECT_EQ(result.outputs, expected.outputs);
  EXPECT_EQ(result.tallies, expected.tallies);
  EXPECT_EQ(result.counters.cycles, expected.counters.cycles);
  EXPECT_EQ(result.counters.memory_sectors_read, expected.counters.memory_sectors_read);
  EXPECT_EQ(result.counters.memory_sectors_written, expected.counters.memory_sectors_written);
  EXPECT_EQ(result.counters.warp_instructions, expected.counters.warp_instructions);
  EXPECT_EQ(texts_of(result.findings), texts_of(expected.findings));
  EXPECT_EQ(result.unchecked, expected.unchecked);
  EXPECT_EQ(result.trace.steps_not_recorded, expected.trace.steps_not_recorded);
  EXPECT_EQ(result.trace.end_cycle, expected.trace.end_cycle);
  // A trace is too long to be printed.
  EXPECT_TRUE(result.trace.steps == expected.trace.steps);
  EXPECT_TRUE(result.trace.accesses == expected.trace.accesses);
  EXPECT_TRUE(result.trace.waits == expected.trace.waits);
  EXPECT_EQ(result.trace.placements.block, expected.trace.placements.block);
  EXPECT_EQ(result.trace.placements.start, expected.trace.placements.start);
  EXPECT_TRUE(result.trace == expected.trace);
}

}  // namespace warplens::simt
