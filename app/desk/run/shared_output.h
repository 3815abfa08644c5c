#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "desk/run/run_tables.h"
#include "gl/objects.h"
#include "launch/device.h"

namespace warplens::desk {

/// The OpenGL buffer into which a GPU writes the shown output, so that it is drawn without a host copy. If sharing is refused,
/// the same pictures are drawn from a copy. Use on the window's thread with its context current.
///
/// A run gets the buffer's memory for as long as it holds it, one run at a time; it is registered with the device when it is made
/// and mapped only while it is lent.
class SharedOutput {
 public:
  SharedOutput() = default;
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;
  ~SharedOutput();

  /// Memory for an output of `bytes` bytes of a run on the device. Null where the device cannot write there, and while an earlier
  /// run may still do so: then the run's output is copied.
  std::shared_ptr<const launch::LentMemory> lend(launch::Device& device, std::uint64_t bytes);
  /// A run has ended that `memory` was lent to; `run` if it left the output there.
  void take_back(const std::shared_ptr<const launch::LentMemory>& memory, std::shared_ptr<const RunTables> run);
  /// Once a frame: reclaim buffers lent to runs that ended without returning them.
  void tend();

  /// Stop sharing the buffer and copy outputs from now on. `reason` is for note(), a sentence without a full stop. Does nothing
  /// while the buffer is lent.
  void copy_because(const std::string& reason);

  /// Name of the buffer that holds the shown output of `run`; 0 where none does.
  gl::Name buffer_of(const RunTables& run) const;
  /// How the output reaches the screen and why it is copied, if it is, as a sentence. Empty if nothing has run on a GPU.
  const std::string& note() const { return note_; }
  /// Whether outputs of a GPU are copied.
  bool copies() const { return !note_.empty() && shared_ == nullptr; }

 private:
  bool prepare(launch::Device& device, std::uint64_t bytes);
  void give_back();
  void drop();
  void refuse(const base::Error& reason);

  launch::Device* device_ = nullptr;  ///< that the buffer was offered to
  bool refused_ = false;              ///< by it
  std::string note_;
  std::optional<gl::Buffer> buffer_;
  std::unique_ptr<launch::SharedBuffer> shared_;  ///< after buffer_: gone before it
  std::shared_ptr<const launch::LentMemory> lent_;
  std::weak_ptr<const RunTables> filled_by_;
};

}  // namespace warplens::desk
