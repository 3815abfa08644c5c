#pragma once

#include <cstdint>
#include <string>

#include "analysis/hierarchy.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

/// The subject of the picture: the source line under the pointer, the request under the pointer or at the current place in the
/// trace, or else the launch.
enum class HierarchyOf : std::uint8_t { launch, line, request };

struct CachesInput {
  Subject subject;
  HierarchyOf of = HierarchyOf::launch;
  std::string name;  ///< of line or request: "line 12", "block 3, warp 0, line 12"
  analysis::Hierarchy hierarchy;
  std::uint64_t cycles = 0, queued = 0;  ///< of a request: until its values arrived; of these, waiting behind others
  bool operator==(const CachesInput&) const = default;
};
CachesInput caches_input(const Material& material);

/// Draw the memory hierarchy from the registers to memory: a box for each level, with its hits and how busy it was, and arrows as
/// wide as the number of bytes moved suggests.
Picture caches_picture(const CachesInput& input, const Theme& theme, float width, float height);

/// State the part that limits the launch; for a line or a request, the levels that its sectors came from.
Headline caches_headline(const CachesInput& input, const Theme& theme);

}  // namespace warplens::view
