#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desk/background/background.h"
#include "desk/playback/path.h"
#include "desk/playback/variables.h"
#include "desk/run/runs.h"
#include "launch/device.h"
#include "launch/moment.h"
#include "view/steps/steps_picture.h"

namespace warplens::desk {

// The shown run's launch, paused at one of its steps: in recorded order, or stepped by hand. One step is one instruction of one
// warp.

/// The launch to pause. The device must outlive it.
struct SteppingRequest {
  std::shared_ptr<const RunTables> tables;
  const launch::Device* device = nullptr;
  bool by_hand = false;
  std::shared_ptr<launch::Progress> progress;
  std::shared_ptr<const SourceText> source = nullptr;  ///< source of the run; null: unknown
};

/// The launch at its first step, as a history or a stepper; or the error.
struct SteppedLaunch {
  SteppingRequest request;
  std::unique_ptr<launch::History> history;
  std::unique_ptr<launch::Stepper> stepper;
  std::optional<base::Error> error;
  std::map<std::uint32_t, KnownVariables> variables = {};  ///< per function that was looked at, and of the entry
  std::vector<std::string> parameters = {};  ///< names of the entry's parameters in the source, in order; empty: unknown

  const launch::Moment* moment() const;
};
SteppedLaunch stand_still(const SteppingRequest& request);

/// State of the steps view.
struct Stepping {
  explicit Stepping(std::function<void()> wake);
  ~Stepping();
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

  bool by_hand = false;  ///< whether stepping by hand is wanted
  std::uint32_t warp = 0, lane = 0;
  std::uint64_t element = 0;  ///< of the shown buffer: its value is told, its accesses are searched
  SteppedLaunch launch;
  std::shared_ptr<const view::SteppedMoment> moment;  ///< machine state at the current step, read once per move; null: not ready

  std::optional<SteppingRequest> asked;
  Background<SteppingRequest, SteppedLaunch> worker;

  bool ready() const { return launch.moment() != nullptr; }
  std::uint64_t step() const { return ready() ? launch.moment()->step() : 0; }
  std::uint64_t length() const;
  /// The chosen warp; null if it is not on a multiprocessor.
  const launch::WarpAt* chosen() const { return moment ? moment->chosen() : nullptr; }
};

/// Call once a frame: requests the shown run's launch, and takes it once it is paused.
void update_stepping(Stepping& stepping, const Choices& choices, const Runs& runs);
/// Choose the element of the shown buffer whose value is told; by default the experiment's own.
void choose_stepped_element(Stepping& stepping, std::optional<std::uint64_t> element);
/// Choose a warp by its number in the launch, and one of its lanes.
void choose_warp(Stepping& stepping, std::uint32_t warp, std::uint32_t lane);
/// Choose the previous or next warp in the list.
void move_warp(Stepping& stepping, int by);

/// Go to a step of the paused launch; beyond the end, to the end.
void go_to_step(Stepping& stepping, std::uint64_t step);
/// Go one step on: repeat an undone step, or after the last step execute the next instruction of the chosen warp. Errors: the
/// warp has to wait.
base::Status step_on(Stepping& stepping);
/// Execute the next instruction of the chosen warp; in recorded order, go forward to its next step. Errors: the warp has to wait,
/// or has no further step.
base::Status step_warp(Stepping& stepping);
/// Return the steps as a path, whose smallest move is an instruction. `stepping` must outlive it.
std::unique_ptr<Path> step_path(Stepping& stepping);
/// Run the launch to its end in the order stepped by hand, and return to the previous view.
void run_stepped_order(const Stepping& stepping, Choices& choices, const Runs& runs);

/// "c[17]": the chosen element of the paused run; "" where there is none.
std::string stepped_element_name(const Stepping& stepping);

/// The lanes of the chosen warp at one CUDA line and PTX line.
struct LanesOfLine {
  std::uint32_t cuda_line = 0, ptx_line = 0;
  std::uint32_t lanes = 0;
  bool waits = false;
};
std::vector<LanesOfLine> lanes_by_line(const Stepping& stepping, const Choices& choices, const Runs& runs);

/// Return the PTX text of an instruction by its number in the listing; "the end of NAME" at the end of a function.
std::string instruction_text(const RunTables& tables, std::uint32_t number);

}  // namespace warplens::desk
