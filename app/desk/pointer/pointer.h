#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "analysis/access_map.h"
#include "desk/background/background.h"
#include "desk/run/run_tables.h"
#include "view/mapping/mapping_hover.h"

namespace warplens::desk {

/// The threads and elements that the hovered target highlights in the mapping.
struct LightRequest {
  std::shared_ptr<const RunTables> tables;
  std::shared_ptr<const analysis::AccessMap> map;  ///< null: the map of the whole trace
  view::MappingInput input;                        ///< points into the two above
  std::uint64_t version = 0;                       ///< version of the picture
};
struct Lights {
  LightRequest request;
  std::shared_ptr<const view::Lit> lit;
};

/// The hovered target, the same in all views, and its highlights.
struct Pointer {
  explicit Pointer(const std::function<void()>& wake);

  view::Target target;  ///< hovered in the last frame, or kept
  view::Target next;    ///< hovered in this frame
  view::Target kept;    ///< stays highlighted while nothing is hovered

  std::shared_ptr<const view::Lit> lit;           ///< threads and elements that `target` highlights in the mapping
  view::Target lit_target;                        ///< target of the last request for `lit`
  std::uint64_t lit_version = ~std::uint64_t{0};  ///< version of the picture in that request
  Background<LightRequest, Lights> worker;

  /// Whether `lit` was requested for the current target in this picture.
  bool has_lights(std::uint64_t version) const { return lit_target == target && lit_version == version; }
};

/// Call at the end of a frame: the hovered target becomes the target of the next frame.
void next_target(Pointer& pointer);
/// Call once a frame: takes the worker's answer, if it belongs to this picture.
void take_lights(Pointer& pointer, std::uint64_t version);
/// Request the highlights of a target, computed at once for a short trace; until they are known only the target is lit.
void request_lights(Pointer& pointer, LightRequest request);

}  // namespace warplens::desk
