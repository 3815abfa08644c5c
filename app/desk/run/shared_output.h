#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "desk/run/run_tables.h"
#include "gl/objects.h"
#include "launch/device.h"

namespace warplens::desk {

/// An OpenGL buffer into which a GPU writes the shown output, so that it is drawn without a copy on the host. If sharing is
/// refused, the same pictures are drawn from a copy. Use on the window's thread with its context current.
///
/// The buffer's memory is lent to one run at a time. The buffer is registered with the device when it is made, and mapped only
/// while it is lent.
class SharedOutput {
 public:
  SharedOutput() = default;
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;
  ~SharedOutput();

  /// Lend memory for an output of `bytes` bytes to a run on the device. Null, so that the output is copied, if the device cannot
  /// write to the buffer, or while an earlier run may still write to it.
  std::shared_ptr<const launch::LentMemory> lend(launch::Device& device, std::uint64_t bytes);
  /// Take back `memory` after its run has ended; `run`: the run, if it left its output there.
  void take_back(const std::shared_ptr<const launch::LentMemory>& memory, std::shared_ptr<const RunTables> run);
  /// Call once a frame: reclaims memory lent to runs that ended without returning it.
  void tend();

  /// Stop sharing the buffer and copy outputs from now on. `reason` is for note(), a sentence without a full stop. Does nothing
  /// while the buffer is lent.
  void copy_because(const std::string& reason);

  /// Name of the buffer that holds the shown output of `run`; 0 if it does not.
  gl::Name buffer_of(const RunTables& run) const;
  /// A sentence on the way of the output to the screen, and why it is copied, if it is. Empty if nothing has run on a GPU.
  const std::string& note() const { return note_; }
  /// Whether outputs of a GPU are copied.
  bool copies() const { return !note_.empty() && shared_ == nullptr; }

 private:
  bool prepare(launch::Device& device, std::uint64_t bytes);
  void give_back();
  void drop();
  void refuse(const base::Error& reason);

  launch::Device* device_ = nullptr;  ///< device that the buffer was offered to
  bool refused_ = false;              ///< that device refused
  std::string note_;
  std::optional<gl::Buffer> buffer_;
  std::unique_ptr<launch::SharedBuffer> shared_;  ///< declared after buffer_: destroyed before it
  std::shared_ptr<const launch::LentMemory> lent_;
  std::weak_ptr<const RunTables> filled_by_;
};

}  // namespace warplens::desk
