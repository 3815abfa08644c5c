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
  std::shared_ptr<const analysis::AccessMap> map;  ///< null: of the whole trace
  view::MappingInput input;                        ///< points into the two above
  std::uint64_t version = 0;                       ///< of the picture
};
struct Lights {
  LightRequest request;
  std::shared_ptr<const view::Lit> lit;
};

/// What the pointer hovers, in every view at once, and what it highlights.
struct Pointer {
  explicit Pointer(const std::function<void()>& wake);

  view::Target target;  ///< hovered in the last frame, or kept
  view::Target next;    ///< hovered in this frame
  view::Target kept;    ///< stays highlighted while nothing is hovered

  std::shared_ptr<const view::Lit> lit;           ///< threads and elements that `target` highlights in the mapping
  view::Target lit_target;                        ///< the target last asked for,
  std::uint64_t lit_version = ~std::uint64_t{0};  ///< in this picture
  Background<LightRequest, Lights> worker;

  /// Whether `lit` was asked for with the current target in this picture.
  bool has_lights(std::uint64_t version) const { return lit_target == target && lit_version == version; }
};

/// End of a frame: what was hovered in it is the target of the next one.
void next_target(Pointer& pointer);
/// Once a frame: take the answer of the worker, if it is of this picture.
void take_lights(Pointer& pointer, std::uint64_t version);
/// Ask for the lights of the request's target, computed at once for a short trace; until they are known the target alone is lit.
void request_lights(Pointer& pointer, LightRequest request);

}  // namespace warplens::desk
