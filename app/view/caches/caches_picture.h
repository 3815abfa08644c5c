#pragma once

#include <cstdint>
#include <string>

#include "analysis/hierarchy.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

/// What the picture is about: the source line under the pointer, or the request under it or at which the trace stands; else the
/// launch.
enum class HierarchyOf : std::uint8_t { launch, line, request };

struct CachesInput {
  Subject subject;
  HierarchyOf of = HierarchyOf::launch;
  std::string name;  ///< of line or request: "line 12", "block 3, warp 0, line 12"
  analysis::Hierarchy hierarchy;
  std::uint64_t cycles = 0, queued = 0;  ///< of a request: until its values arrived, and of these behind others to memory
  bool operator==(const CachesInput&) const = default;
};
CachesInput caches_input(const Material& material);

/// The memory hierarchy from the registers to memory: a box for each level, with what it held and how busy it was, and arrows
/// whose width follows the bytes that moved.
Picture caches_picture(const CachesInput& input, const Theme& theme, float width, float height);

/// Which part limits the launch; of a line or a request, where its sectors came from.
Headline caches_headline(const CachesInput& input, const Theme& theme);

}  // namespace warplens::view
