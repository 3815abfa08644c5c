#include <array>
#include <bit>
#include <cstring>

#include "simt/code/builtins/builtin.h"
#include "simt/code/execute/cells.h"
#include "simt/machine/calls/calls.h"

// Calls of built-in functions: printf, malloc, …

namespace warplens::simt {
namespace {

/// Memory as one lane of a warp sees it.
class LaneMemory final : public ThreadMemory {
 public:
  LaneMemory(const LaunchContext& context, const GlobalMemory& memory, const Running& running, std::size_t lane)
      : context_(context), memory_(memory), running_(running), lane_(lane) {}

  std::span<const std::byte> at(std::uint64_t address) const override {
    const std::uint64_t window = address >> slot_bits << slot_bits;
    const Frame& frame = running_.warp.frame;
    if (window == shared_window) return part(running_.block.shared.data(), running_.block.shared.size(), address - window);
    if (window == local_window) return part(frame.local + lane_ * frame.local_stride, frame.local_stride, address - window);
    if (window == parameter_window) return part(context_.parameters.data(), context_.function.parameter_bytes, address - window);
    const Allocation* allocation = memory_.find(address);
    if (allocation == nullptr) return {};
    return part(allocation->window.memory, allocation->window.size, address - allocation->window.base);
  }

 private:
  static std::span<const std::byte> part(const std::byte* memory, std::uint64_t size, std::uint64_t offset) {
    if (offset >= size) return {};
    return {memory + offset, static_cast<std::size_t>(size - offset)};
  }

  const LaunchContext& context_;
  const GlobalMemory& memory_;
  const Running& running_;
  std::size_t lane_;
};

}  // namespace

Next Calls::call_builtin(Running& running, const CallSite& site, const Builtin& builtin) {
  ResidentWarp& warp = running.warp;
  observation_.loops().changed();
  std::array<std::uint64_t, 8> arguments{};
  for (std::uint32_t rest = running.group.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    for (std::size_t i = 0; i < builtin.arguments && i < site.arguments.size(); ++i) {
      std::byte bytes[8];
      read_place(warp.frame, site.arguments[i], lane, bytes, sizeof bytes);
      std::memcpy(&arguments[i], bytes, sizeof bytes);
    }
    const LaneMemory memory(context_, memory_, running, lane);
    BuiltinCall call{state_, memory_, memory, std::span(arguments).first(builtin.arguments)};
    builtin.run(call);
    if (call.fault) {
      faults_.raise(call.fault->kind, warp, running.group.pc, static_cast<int>(lane),
                    faults_.thread_text(warp, static_cast<int>(lane)) + ": " + call.fault->message);
      return Next::stop;
    }
    if (!site.results.empty()) {
      std::byte bytes[8];
      std::memcpy(bytes, &call.result, sizeof bytes);
      write_place(warp.frame, site.results.front(), lane, bytes, sizeof bytes);
    }
  }
  ++running.group.pc;
  return Next::on;
}

}  // namespace warplens::simt
