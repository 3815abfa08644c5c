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
  bool parallel = true;  ///< no launch of it had to be repeated on one core
  /// Its machine code, by the instruction set.
  std::map<InstructionSet, BackgroundCode> code{};
};

/// Keeps the programs decoded last, so that repeated launches do not decode again.
class Programs {
 public:
  static constexpr std::uint64_t max_kept_bytes = std::uint64_t{256} << 20;

  /// Keeps at most `max_bytes` of programs and their modules; one that is larger by itself is decoded for each launch.
  explicit Programs(std::uint64_t max_bytes = max_kept_bytes) : max_bytes_(max_bytes) {}

  /// The program of a launch on a machine of `spec`. Errors: those of decode().
  base::Result<std::shared_ptr<DecodedProgram>> of(const launch::Launch& launch, const DeviceSpec& spec);

  /// Bytes of the programs that it keeps, and of their modules.
  std::uint64_t bytes() const { return bytes_; }

 private:
  /// Everything that a program depends on, apart from the machine.
  struct Key {
    std::shared_ptr<const ptx::Module> module;
    std::uint32_t entry = 0;
    bool timed = true, as_hardware = false;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> variables;  ///< addresses, where a placement has them
    bool operator==(const Key&) const = default;
  };

  struct Recent {
    Key key;
    std::shared_ptr<DecodedProgram> program;
    std::uint64_t bytes = 0;  ///< with its module
  };

  std::uint64_t max_bytes_, bytes_ = 0;
  std::list<Recent> recent_;  ///< the last used first
};

}  // namespace warplens::simt
