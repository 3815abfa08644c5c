#pragma once

#include <cstdint>
#include <memory>

#include "analysis/access_map.h"
#include "ui/run_tables.h"
#include "view/mapping/mapping_hover.h"

namespace warplens::ui {

struct App;

// Tables that depend on the pointer and the scrub bar: computed immediately for a short trace, else on their own thread, so that
// the window never blocks. Until the new answer is available the picture shows the previous one.

/// The access map of a run's shown buffer at a place in the trace.
struct ScrubRequest {
  std::shared_ptr<const RunTables> tables;
  std::uint64_t place = 0;
};
struct Scrubbed {
  ScrubRequest request;
  std::shared_ptr<const analysis::AccessMap> map;
  Matrices matrices;
};
Scrubbed scrubbed_map(const ScrubRequest& request);

/// The tables of a run that a view needs.
struct PrepareRequest {
  std::shared_ptr<const RunTables> tables;
  const view::Row* row = nullptr;
  bool operator==(const PrepareRequest&) const = default;
};
PrepareRequest prepared(const PrepareRequest& request);

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
Lights lights(const LightRequest& request);

/// Once a frame: collect answers, and request those needed for the trace position and the hovered target.
void update_deferred(App& app);

}  // namespace warplens::ui
