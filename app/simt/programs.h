#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"
#include "simt/native/background_code.h"

namespace warplens::simt {

/// A decoded program, and whether it may run on several cores.
struct DecodedProgram {
  Program program;
  bool parallel = true;  ///< false once a launch of it had to be repeated on one core
  /// Its machine code, by instruction set.
  std::map<InstructionSet, BackgroundCode> code{};
};

/// Keeps recently decoded programs, so that repeated launches do not decode again.
class Programs {
 public:
  static constexpr std::uint64_t max_kept_bytes = std::uint64_t{256} << 20;

  /// Keeps at most `max_bytes` of programs and their modules; a larger program is decoded for each launch.
  explicit Programs(std::uint64_t max_bytes = max_kept_bytes) : max_bytes_(max_bytes) {}

  /// Get the program of a launch on a machine of `spec`, decoded if need be. Errors: those of decode().
  base::Result<std::shared_ptr<DecodedProgram>> of(const launch::Launch& launch, const DeviceSpec& spec);

  /// Bytes of the kept programs and their modules.
  std::uint64_t bytes() const { return bytes_; }

 private:
  /// Everything that determines a decoded program, apart from the machine.
  struct Key {
    std::shared_ptr<const ptx::Module> module;
    std::uint32_t entry = 0;
    bool timed = true, as_hardware = false;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> variables;  ///< number and address, if a placement gives addresses
    bool operator==(const Key&) const = default;
  };

  struct Recent {
    Key key;
    std::shared_ptr<DecodedProgram> program;
    std::uint64_t bytes = 0;  ///< program and module
  };

  std::uint64_t max_bytes_, bytes_ = 0;
  std::list<Recent> recent_;  ///< last used first
};

}  // namespace warplens::simt
