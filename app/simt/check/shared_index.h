#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "launch/launch.h"
#include "ptx/flow/index_origin.h"
#include "ptx/listing.h"
#include "simt/check/present.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {

/// Finds out why threads come to the same element of global memory by the same line: their index leaves out the block, or goes on
/// in steps that are too short.
class SharedIndex {
 public:
  /// `followed`: the launch's module, or a version of it with stack variables in registers. It has to outlive this.
  SharedIndex(const launch::Launch& launch, const Program& program, const ptx::Module& followed)
      : launch_(launch), program_(program), kernel_(followed.functions[launch.entry]), listing_(*launch.module, launch.entry) {}

  /// The cause, for a race of the access that a lane is about to make with `past`; "" if it is another one, or not known.
  std::string cause(const Present& present, std::uint32_t lane, const PastAccess& past);

 private:
  const ptx::IndexOrigin& origin(std::uint32_t pc);
  std::string short_step(const Present& present, std::uint32_t lane, const ptx::IndexStep& walk) const;

  const launch::Launch& launch_;
  const Program& program_;
  const ptx::Function& kernel_;
  const ptx::Listing listing_;
  std::map<std::uint32_t, ptx::IndexOrigin> origins_;  ///< by instruction of the entry
};

}  // namespace warplens::simt
