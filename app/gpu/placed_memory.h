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

/// What a launch with a Placement needs on a GPU, where its memory lies elsewhere: contents and parameters whose pointers are
/// addresses on the GPU, and the way back for what the kernel leaves.
class PlacedMemory {
 public:
  /// `buffers`: the launch's buffers, allocated on the GPU. `module`: the loaded module. Variables that it lacks, because no
  /// kernel uses them, are left out.
  PlacedMemory(const launch::Launch& launch, const std::vector<Buffer>& buffers, const Module& module);

  /// Per buffer of the launch.
  const std::vector<launch::Bytes>& inputs() const { return inputs_; }
  const std::vector<std::byte>& parameters() const { return parameters_; }
  /// Queue copies to the variables whose contents are known; this object must live until the stream is synchronised.
  base::Status set_variables(const Module& module, const Stream& stream) const;
  /// Turn the addresses in what the kernel has left into those of the placement.
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
