#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analysis/distribution.h"
#include "analysis/roofline.h"
#include "desk/background/background.h"
#include "desk/choices/choices.h"
#include "desk/run/launch_worker.h"
#include "desk/run/run_tables.h"
#include "desk/run/shared_output.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::desk {

/// A compiled kernel of the user's.
struct CompiledKernel {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
  std::filesystem::path source;
  ptx::CompileOptions options;
  bool operator==(const CompiledKernel&) const = default;
};

/// Finds memory accesses of the shown kernel that the compiler removed, so that the check cannot see them. This needs a second
/// compilation, in the background, once per module and entry: parameters do not matter.
struct Removed {
  struct Text {
    CompiledKernel of;
    std::string text;
  };
  explicit Removed(const std::function<void()>& wake);
  CompiledKernel asked;  ///< last request
  Text known;            ///< the last answer
  Background<CompiledKernel, Text> worker;
};

/// Call once a frame: takes the worker's answer, and requests the shown run's kernel if checked and the user's own.
void update_removed(Removed& removed, const RunTables& shown);

/// A sentence on the accesses that the check of a run cannot see; "": there are none, or they are not known yet.
std::string removed_text(const Removed& removed, const RunTables& shown);

/// The late table of a run that a view needs.
struct PrepareRequest {
  std::shared_ptr<const RunTables> tables;
  view::LateTable table = view::LateTable::none;
  std::optional<view::ColourMode> colour = {};  ///< of its cells; empty: the most telling one
  bool operator==(const PrepareRequest&) const = default;
};

/// The worker that makes late tables of a long trace.
struct Preparation {
  explicit Preparation(const std::function<void()>& wake);
  PrepareRequest last;  ///< last request
  Background<PrepareRequest, PrepareRequest> worker;
};

/// The part of an entry's run to keep for comparison with others.
struct EntryResult {
  analysis::Distribution distribution;         ///< results of the repeats; no runs if the run failed
  std::optional<analysis::Roofline> roofline;  ///< nothing if time is not modelled
};

/// The costs of a run; no cycles if it failed.
struct RunCosts {
  std::uint64_t cycles = 0;
  double issue = 0;  ///< launch::Utilisation::issue
};

/// The runs: the shown one, the ones to compare it with, and the worker that makes them.
struct Runs {
  /// `wake` is called from the worker's thread when a run has ended.
  explicit Runs(const std::function<void()>& wake);

  SharedOutput output;        ///< declared before the worker, whose run may be writing to it
  bool lends_output = false;  ///< an OpenGL context is current: a GPU may write the shown output into one of its buffers
  LaunchWorker worker;

  // The last good run, and the error that prevents a newer one.
  std::shared_ptr<const RunTables> shown;
  std::uint64_t version = 0;                       ///< changes with `shown` and `counterpart`
  std::shared_ptr<const SourceText> shown_source;  ///< source of `shown`; null: unknown
  std::optional<base::Error> failure;

  /// Results by entry, all with the settings of `shown`.
  std::map<std::uint32_t, std::shared_ptr<const EntryResult>> results;
  std::shared_ptr<const RunTables> counterpart;     ///< the other machine's run (companions.h)
  std::shared_ptr<const RunTables> counterpart_of;  ///< shown run for which it was made

  std::map<std::uint64_t, RunCosts> residencies;    ///< costs by number of resident blocks (companions.h)
  std::shared_ptr<const RunTables> residencies_of;  ///< shown run for which they were made

  // The run beside the shown one (beside.h), or why there is none.
  std::shared_ptr<const RunTables> beside;
  std::optional<RunChoice> beside_choice;  ///< Session::beside of this run
  std::optional<base::Error> beside_failure;

  Preparation preparation;
  Removed removed;

  /// Length of the shown trace.
  std::uint64_t steps() const { return shown ? shown->trace().steps.size() : 0; }
  /// Whether the shown run belongs to the chosen experiment and entry.
  bool shows(const Choices& choices) const;
};

/// Call once a frame: takes the worker's report. True if another run is shown now; after a failed run the last good one stays.
bool take_report(Runs& runs);

/// The request for the chosen launch, with memory lent for the shown output.
RunRequest chosen_run(Runs& runs, const Choices& choices);

/// Once a frame: make the late table that the view needs of a run, at once for a short trace.
void prepare_table(Preparation& preparation, const std::shared_ptr<const RunTables>& tables, view::LateTable table,
                   std::optional<view::ColourMode> colour);

}  // namespace warplens::desk
