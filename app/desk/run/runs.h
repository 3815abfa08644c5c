#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "analysis/distribution.h"
#include "analysis/roofline.h"
#include "desk/background/background.h"
#include "desk/choices/choices.h"
#include "desk/run/launch_worker.h"
#include "desk/run/removed.h"
#include "desk/run/run_tables.h"
#include "desk/run/shared_output.h"

namespace warplens::desk {

/// The tables of a run that a view needs.
struct PrepareRequest {
  std::shared_ptr<const RunTables> tables;
  const view::Row* row = nullptr;
  std::optional<view::ColourMode> colour = {};  ///< of its cells; empty: the most telling one
  bool operator==(const PrepareRequest&) const = default;
};

/// The worker that computes the tables that a view needs of a long trace.
struct Preparation {
  explicit Preparation(const std::function<void()>& wake);
  PrepareRequest last;  ///< that was sent
  Background<PrepareRequest, PrepareRequest> worker;
};

/// What is kept of an entry's run, to compare others with it.
struct EntryResult {
  analysis::Distribution distribution;         ///< of the repeats; no runs if it failed
  std::optional<analysis::Roofline> roofline;  ///< nothing where time is not modelled
};

/// What a run took; no cycles if it failed.
struct RunCosts {
  std::uint64_t cycles = 0;
  double issue = 0;  ///< launch::Utilisation::issue
};

/// The launches: the one shown, those it is compared with, and the worker that runs them.
struct Runs {
  /// `wake` is called from the worker's thread when a run has ended.
  explicit Runs(const std::function<void()>& wake);

  SharedOutput output;        ///< before the worker, whose run may be writing there
  bool lends_output = false;  ///< an OpenGL context is current: a GPU may write the shown output into a buffer of it
  LaunchWorker worker;

  // The last good run, and the error that prevents a newer one.
  std::shared_ptr<const RunTables> shown;
  std::uint64_t version = 0;                       ///< changes with `shown` and `counterpart`
  std::shared_ptr<const SourceText> shown_source;  ///< that `shown` ran; null: not known
  std::optional<base::Error> failure;

  /// By entry, all with the settings of `shown`.
  std::map<std::uint32_t, std::shared_ptr<const EntryResult>> results;
  std::shared_ptr<const RunTables> counterpart;     ///< the other machine's run (counterpart.h)
  std::shared_ptr<const RunTables> counterpart_of;  ///< the shown run that it belongs to

  std::map<std::uint64_t, RunCosts> residencies;    ///< by blocks resident at once (residencies.h)
  std::shared_ptr<const RunTables> residencies_of;  ///< the shown run that they belong to

  // The run beside the shown one (beside.h), or why there is none.
  std::shared_ptr<const RunTables> beside;
  std::optional<RunChoice> beside_choice;  ///< Session::beside that it belongs to
  std::optional<base::Error> beside_failure;

  Preparation preparation;
  Removed removed;

  /// Length of the shown trace.
  std::uint64_t steps() const { return shown ? shown->trace().steps.size() : 0; }
  /// Whether the shown run belongs to the chosen experiment and entry.
  bool shows(const Choices& choices) const;
};

/// Once a frame: take the worker's report. True where another run is shown now; a failed one leaves the last good run.
bool take_report(Runs& runs);

/// The launch that is chosen now, with memory lent for the shown output.
RunRequest chosen_run(Runs& runs, const Choices& choices);

/// Once a frame: compute the tables that the view needs of a run, at once for a short trace.
void prepare_tables(Preparation& preparation, const std::shared_ptr<const RunTables>& tables, const view::Row& row,
                    std::optional<view::ColourMode> colour);

}  // namespace warplens::desk
