#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"
#include "simt/decode/background_code.h"
#include "simt/decode/program.h"
#include "simt/device_spec.h"

namespace warplens::simt {

/// A decoded program, and whether it may run on several cores.
struct DecodedProgram {
  Program program;
  bool parallel = true;  ///< no launch of it had to be repeated on one core
  /// Its machine code, by the instruction set.
  std::map<InstructionSet, BackgroundCode> code{};
};

/// The programs decoded last, so that repeated launches do not decode again.
class Programs {
 public:
  /// The program of a launch on a machine of `spec`. Errors: those of decode().
  base::Result<std::shared_ptr<DecodedProgram>> of(const launch::Launch& launch, const DeviceSpec& spec);

 private:
  /// Everything that a program depends on, besides the machine.
  struct Key {
    std::shared_ptr<const ptx::Module> module;
    std::uint32_t entry = 0;
    bool timed = true, as_hardware = false;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> variables;  ///< addresses, where a placement has them
    bool operator==(const Key&) const = default;
  };

  std::list<std::pair<Key, std::shared_ptr<DecodedProgram>>> recent_;  ///< the last used first
};

}  // namespace warplens::simt
