#pragma once

#include <cstdint>
#include <vector>

namespace warplens::simt {

inline constexpr std::uint32_t no_frame = 0xffffffffu;  ///< of lanes that are in the entry itself

/// One call that some lanes of a warp are in.
struct CallFrame {
  std::uint32_t site = 0;      ///< index in Program::calls
  std::uint32_t function = 0;  ///< index in Program::functions: what was called
  std::uint32_t return_pc = 0;
  std::uint32_t parent = no_frame;
  std::uint32_t depth = 0;         ///< calls around it
  std::uint32_t called = 0;        ///< lanes that called
  std::uint32_t inside = 0;        ///< lanes that have not returned yet
  std::uint64_t saved_bytes = 0;   ///< of one lane, over this call and those around it
  std::vector<std::byte> saved{};  ///< the caller's registers, for the lanes in `called`
};

/// The calls that the lanes of one warp are in: a tree, as lanes of one call may go different ways.
class CallStack {
 public:
  void clear() {
    frames_.clear();
    free_.clear();
  }
  CallFrame& operator[](std::uint32_t frame) { return frames_[frame]; }
  const CallFrame& operator[](std::uint32_t frame) const { return frames_[frame]; }
  /// What it keeps of the callers' registers, bytes.
  std::uint64_t bytes() const {
    std::uint64_t sum = frames_.size() * sizeof(CallFrame);
    for (const CallFrame& frame : frames_) sum += frame.saved.size();
    return sum;
  }
  std::uint32_t depth(std::uint32_t frame) const { return frame == no_frame ? 0 : frames_[frame].depth + 1; }

  std::uint32_t push(CallFrame frame) {
    if (free_.empty()) {
      frames_.push_back(std::move(frame));
      return static_cast<std::uint32_t>(frames_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    frames_[place] = std::move(frame);
    return place;
  }

  /// Lanes return from `frame`. The frame goes with the last of them.
  void leave(std::uint32_t frame, std::uint32_t lanes) {
    if ((frames_[frame].inside &= ~lanes) != 0) return;
    frames_[frame] = {};
    free_.push_back(frame);
  }

  /// Lanes exit in `frame`, and so leave all calls around it.
  void leave_all(std::uint32_t frame, std::uint32_t lanes) {
    while (frame != no_frame) {
      const std::uint32_t parent = frames_[frame].parent;
      leave(frame, lanes);
      frame = parent;
    }
  }

 private:
  std::vector<CallFrame> frames_;
  std::vector<std::uint32_t> free_;
};

}  // namespace warplens::simt
