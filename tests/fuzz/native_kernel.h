#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"
#include "tests/fuzz/random_kernel.h"

namespace warplens::fuzz {

/// Content of `in` for a random kernel: random bits, with zeros, infinities, NaNs and other special values among them.
inline launch::Bytes random_input(std::uint64_t seed) {
  static constexpr std::uint64_t special[] = {0,
                                              1,
                                              0x80000000,
                                              0x7f800000,
                                              0xff800000,
                                              0x7fc00000,
                                              0x7f800001,
                                              0x00400000,
                                              0x3f800000,
                                              0x4f000000,
                                              0x8000000000000000,
                                              0x7ff0000000000000,
                                              0x7ff8000000000000,
                                              0x7ff0000000000001,
                                              0x000fffffffffffff,
                                              0xffffffffffffffff};
  base::Random random(seed);
  launch::Bytes bytes(std::size_t{bytes_per_thread} * kernel_threads);
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t value = random.next() >> random.below(64);
    if (random.below(4) == 0) value = special[random.below(16)];
    if (random.below(4) == 0) value |= special[random.below(16)] << 32;
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
  return bytes;
}

/// The findings as texts, each with its number of occurrences.
inline std::vector<std::string> texts(const std::vector<launch::Finding>& findings) {
  std::vector<std::string> texts;
  for (const launch::Finding& finding : findings)
    texts.push_back(finding.message + " " + finding.place + " " + std::to_string(finding.count));
  return texts;
}

/// Launch a kernel that has the parameters of a random kernel. `options` selects block size, schedule and check.
inline launch::Launch launch_of(ptx::Module module, std::uint8_t options) {
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module));
  launch.grid = {1, 1, 1};
  launch.block = {kernel_threads - (options % 2 == 0 ? 0u : 5u), 1, 1};
  launch.schedule = static_cast<launch::Schedule>(options / 2 % 3);
  launch.check = options / 6 % 4 == 0;
  const launch::Bytes in = random_input(options);
  using launch::ElementType;
  launch.arguments = {launch::Buffer{"in", ElementType::u8, in.size(), std::make_shared<const launch::Bytes>(in)},
                      launch::Buffer{"out", ElementType::u8, in.size(), std::make_shared<const launch::Bytes>(in.size())}};
  launch.machine_code = launch::MachineCode::off;
  return launch;
}

/// The findings of the check in such a launch without machine code.
inline std::vector<std::string> findings_by_interpreter(const std::string& text, std::uint8_t options) {
  launch::Progress progress;
  const auto result = simt::make_device()->run(launch_of(std::move(*ptx::parse(text, "random.ptx")), options), progress);
  return texts(result->findings);
}

/// A difference between the results of the interpreter and of machine code, followed by the kernel's text; empty if there is
/// none. The kernel has the parameters of a random one. `options`: as for launch_of().
inline std::string difference_of_machine_code(const std::string& text, std::uint8_t options) {
  auto module = ptx::parse(text, "random.ptx");
  if (!module) return base::describe(module.error()) + "\n" + text;
  launch::Launch launch = launch_of(std::move(*module), options);
  const std::unique_ptr<launch::Device> device = simt::make_device();
  launch::Progress progress;
  const auto interpreted = device->run(launch, progress);
  if (!interpreted) return base::describe(interpreted.error()) + "\n" + text;
  for (const launch::MachineCode code : {launch::MachineCode::avx2, launch::MachineCode::avx512}) {
    launch.machine_code = code;
    const auto compiled = device->run(launch, progress);
    const auto differ = [&](std::string_view what) {
      return std::string(name(code)) + " differs: " + std::string(what) + "\n" + text;
    };
    if (!compiled || compiled->outcome != interpreted->outcome) return differ("the outcome");
    if (compiled->outputs != interpreted->outputs) return differ("the outputs");
    if (compiled->tallies != interpreted->tallies) return differ("the tallies");
    if (compiled->timing.kernel_cycles != interpreted->timing.kernel_cycles) return differ("the cycles");
    if (texts(compiled->findings) != texts(interpreted->findings)) return differ("the findings");
  }
  return {};
}

/// The difference for the random kernel made from `choices`.
inline std::string difference_of_machine_code(std::string_view choices) {
  return difference_of_machine_code(KernelWriter(Choices(choices.substr(1))).text(), static_cast<std::uint8_t>(choices.front()));
}

}  // namespace warplens::fuzz
