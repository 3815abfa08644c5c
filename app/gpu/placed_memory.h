#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "gpu/buffer.h"
#include "gpu/module.h"
#include "launch/launch.h"
#include "launch/placement.h"
#include "launch/relocation.h"

namespace warplens::gpu {

/// Prepares a launch with a Placement for a GPU, where its memory has other addresses: translates pointers in contents and
/// parameters to addresses on the GPU, and translates the kernel's outputs back.
class PlacedMemory {
 public:
  /// `buffers`: the launch's buffers, allocated on the GPU. `module`: the loaded module. Skips variables that the module lacks
  /// because no kernel uses them.
  PlacedMemory(const launch::Launch& launch, const std::vector<Buffer>& buffers, const Module& module);

  /// Translated initial content, per buffer of the launch.
  const std::vector<launch::Bytes>& inputs() const { return inputs_; }
  const std::vector<std::byte>& parameters() const { return parameters_; }
  /// Queue copies of the known contents to variables; this object must live until the stream is synchronised.
  base::Status set_variables(const Module& module, const Stream& stream) const;
  /// Translate the addresses in memory written by the kernel back to addresses of the placement.
  void move_back(launch::Bytes& content) const { from_gpu_.apply(content); }

 private:
  struct Variable {
    std::string name;
    launch::Bytes content;
  };
  launch::Relocation to_gpu_, from_gpu_;
  std::vector<launch::Bytes> inputs_;
  std::vector<Variable> variables_;
  std::vector<std::byte> parameters_;
};

}  // namespace warplens::gpu
