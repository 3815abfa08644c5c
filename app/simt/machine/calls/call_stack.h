#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::simt {

inline constexpr std::uint32_t no_frame = 0xffffffffu;  ///< frame of lanes in the entry function

/// One active call of some lanes of a warp.
struct CallFrame {
  std::uint32_t site = 0;      ///< index in Program::calls
  std::uint32_t function = 0;  ///< callee: index in Program::functions
  std::uint32_t return_pc = 0;
  std::uint32_t parent = no_frame;
  std::uint32_t depth = 0;         ///< number of enclosing calls
  std::uint32_t called = 0;        ///< lanes that made the call
  std::uint32_t inside = 0;        ///< lanes that have not returned yet
  std::uint64_t saved_bytes = 0;   ///< per lane, for this call and the enclosing ones
  std::vector<std::byte> saved{};  ///< the caller's registers, for the lanes in `called`
};

/// The active calls of the lanes of one warp: a tree, as lanes of one call may diverge into different calls.
class CallStack {
 public:
  void clear() {
    frames_.clear();
    free_.clear();
    active_bytes_ = 0;
  }
  CallFrame& operator[](std::uint32_t frame) { return frames_[frame]; }
  const CallFrame& operator[](std::uint32_t frame) const { return frames_[frame]; }
  /// All entries for calls, including free ones.
  std::span<const CallFrame> frames() const { return frames_; }
  /// Size of the saved registers, bytes.
  std::uint64_t bytes() const {
    std::uint64_t sum = frames_.size() * sizeof(CallFrame);
    for (const CallFrame& frame : frames_) sum += frame.saved.size();
    return sum;
  }
  /// Size of an active call with its saved registers, bytes.
  static std::uint64_t bytes_of(const CallFrame& frame) { return sizeof frame + frame.saved.size(); }
  /// Size of all active calls with their saved registers, bytes.
  std::uint64_t active_bytes() const { return active_bytes_; }
  std::uint32_t depth(std::uint32_t frame) const { return frame == no_frame ? 0 : frames_[frame].depth + 1; }

  std::uint32_t push(CallFrame frame) {
    active_bytes_ += bytes_of(frame);
    if (free_.empty()) {
      frames_.push_back(std::move(frame));
      return static_cast<std::uint32_t>(frames_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    frames_[place] = std::move(frame);
    return place;
  }

  /// Lanes return from `frame`. The frame is removed when the last lane returns.
  void leave(std::uint32_t frame, std::uint32_t lanes) {
    if ((frames_[frame].inside &= ~lanes) != 0) return;
    active_bytes_ -= bytes_of(frames_[frame]);
    frames_[frame] = {};
    free_.push_back(frame);
  }

  /// Lanes exit in `frame`, which also ends all enclosing calls.
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
  std::uint64_t active_bytes_ = 0;
};

}  // namespace warplens::simt
