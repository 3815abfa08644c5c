#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "analysis/access_map.h"
#include "base/result.h"
#include "desk/background/background.h"
#include "desk/choices/choices.h"
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
  bool rests = false;   ///< went to `kept` by the keyboard: until the mouse moves, what it rests on does not count

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

/// Find an element of the shown buffer, from `from` on and then from the start. `wanted`: an index, "17"; a value after the
/// launch, "=3.5", "<0", ">1"; "nan"; or "wrong". Errors: none of these forms, an index beyond the end, no such element.
base::Result<std::uint64_t> find_element(const RunTables& tables, const std::string& wanted, std::uint64_t from);

/// Highlight an element, or a thread, in every view until the pointer has another target; lists begin with the element, and the
/// mapping view scrolls to it.
void go_to_element(Pointer& pointer, Choices& choices, std::uint64_t element);
void go_to_thread(Pointer& pointer, std::uint64_t thread);

}  // namespace warplens::desk
