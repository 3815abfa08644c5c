#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "ptx/module.h"
#include "simt/native/code.h"

namespace warplens::simt {

/// The machine code of a program for one instruction set. A background thread compiles it once a launch has turned out to be
/// long. Results do not depend on when it is ready.
class BackgroundCode {
 public:
  /// A launch with more warp instructions is long. The interpreter executes this many in well under a millisecond.
  static constexpr std::uint64_t long_launch = 16384;

  /// `program` must outlive this object, and stay at its address.
  BackgroundCode(std::shared_ptr<const ptx::Module> module, const Program& program, InstructionSet set)
      : module_(std::move(module)), program_(program), set_(set) {}
  BackgroundCode(const BackgroundCode&) = delete;
  BackgroundCode& operator=(const BackgroundCode&) = delete;
  /// Waits until a compilation in progress has ended.
  ~BackgroundCode();

  /// The code, or null while there is none. The first call for a long launch starts to compile it. `issued`: warp instructions of
  /// the launch so far. May be called from several threads.
  const native::Code* code(std::uint64_t issued);
  /// Whether there is no code yet, but there may be some later.
  bool may_come() const { return set_ != InstructionSet::none && !ended_.load(std::memory_order_acquire); }
  /// The code, compiled now if need be; null without an instruction set. No other thread may call code() meanwhile.
  const native::Code* code_at_once();

 private:
  void compile();

  const std::shared_ptr<const ptx::Module> module_;
  const Program& program_;
  const InstructionSet set_;
  std::atomic<bool> begun_{false}, ended_{false};
  std::atomic<const native::Code*> ready_{nullptr};
  std::unique_ptr<const native::Code> code_;
  std::thread thread_;
};

/// Source of a machine's machine code: `ready`, or `background` once it has been compiled. Both null: no machine code.
struct CodeSource {
  const native::Code* ready = nullptr;
  BackgroundCode* background = nullptr;
};

}  // namespace warplens::simt
