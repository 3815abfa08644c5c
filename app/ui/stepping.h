#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "launch/device.h"
#include "launch/moment.h"
#include "ui/background.h"
#include "ui/run_tables.h"
#include "view/steps/steps_picture.h"

namespace warplens::ui {

struct App;

// The shown run's launch, paused at one of its steps: in recorded order, or stepped by hand. One step is one instruction of one
// warp.

/// The launch to pause. The device must outlive it.
struct SteppingRequest {
  std::shared_ptr<const RunTables> tables;
  const launch::Device* device = nullptr;
  bool by_hand = false;
  std::shared_ptr<launch::Progress> progress;
};

/// The launch at its first step; one of the two, or the error in the way.
struct SteppedLaunch {
  SteppingRequest request;
  std::unique_ptr<launch::History> history;
  std::unique_ptr<launch::Stepper> stepper;
  std::optional<base::Error> error;

  const launch::Moment* moment() const;
};
SteppedLaunch stand_still(const SteppingRequest& request);

/// State of the steps view.
struct Stepping {
  explicit Stepping(std::function<void()> wake);
  ~Stepping();
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

  bool by_hand = false;  ///< wanted
  std::uint32_t warp = 0, lane = 0;
  std::string opened_from = "mapping";  ///< the view that was shown before
  SteppedLaunch launch;
  std::shared_ptr<const view::SteppedMoment> moment;  ///< machine state at this step, read once after each move; null: not ready

  std::optional<SteppingRequest> asked;
  Background<SteppingRequest, SteppedLaunch> worker;

  bool ready() const { return launch.moment() != nullptr; }
  std::uint64_t step() const { return ready() ? launch.moment()->step() : 0; }
  std::uint64_t length() const;
  /// The chosen warp, where it is on a multiprocessor.
  const launch::WarpAt* chosen() const { return moment ? moment->chosen() : nullptr; }
};

/// Once a frame: request the shown run's launch, and take it once it is paused.
void update_stepping(App& app);
void choose_by_hand(App& app, bool by_hand);
void choose_warp(App& app, std::uint32_t warp, std::uint32_t lane);
/// Choose the previous or next warp in the list.
void move_warp(App& app, int by);

void go_to_step(App& app, std::uint64_t step);
/// One step on: what was taken back is done again; at the end of what was done by hand, the chosen warp does its next
/// instruction.
void step_on(App& app);
/// The chosen warp does its next instruction: by hand, or forward to the next step of this warp as it ran.
void step_warp(App& app);
/// Run the launch on in the order that was stepped by hand.
void run_stepped_order(App& app);

/// Where the lanes of the chosen warp are: CUDA lines and PTX lines, with the lanes that are there, "0–15, 17".
struct LanesOfLine {
  std::uint32_t cuda_line = 0, ptx_line = 0;
  std::uint32_t lanes = 0;
  bool waits = false;
};
std::vector<LanesOfLine> lanes_by_line(const App& app);

/// Text of the instruction with this number, as in the PTX; "the end of NAME" where a function ends.
std::string instruction_text(const RunTables& tables, std::uint32_t number);

}  // namespace warplens::ui
