#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "launch/costs/streams.h"
#include "view/input.h"
#include "view/mapping/colour_mode.h"
#include "view/memory/memory_start.h"
#include "view/navigation.h"
#include "view/race/race_picture.h"
#include "view/roofline/roofline_picture.h"
#include "view/scene/scene_camera.h"
#include "view/schedulers/latency_hiding.h"
#include "view/subject.h"
#include "view/sweep/plot_picture.h"
#include "view/tables.h"

namespace warplens::launch {
struct ProgramRecording;
}

namespace warplens::view {

struct Lit;
struct MappingCells;
struct SteppedMoment;

/// The other machine's run of the same launch.
struct OtherMachine {
  Subject subject;
  const Tables* tables = nullptr;  ///< never null
  std::string device, own_device;  ///< names of it and of the shown run's machine
};

/// The model of a scene.
struct SceneModel {
  Borrowed<float> corners;  ///< nine numbers per triangle; empty: the run has no model
  std::string name;         ///< "ship", or a file's name
  Vector3 eye;
  bool operator==(const SceneModel&) const = default;
};

/// Everything from which a view may build its input: a run, its tables, the runs it is compared with, and the user's position and
/// camera. `owners` keep the objects pointed to alive.
struct Material {
  Input::Owners owners;
  Subject subject;  ///< its `result` is null if the view needs no run

  const Tables* tables = nullptr;            ///< of the run; null where the view needs none
  const analysis::AccessMap* map = nullptr;  ///< of the shown buffer up to `place`
  const analysis::ElementHistory* history = nullptr;  ///< of the highlighted element; null: of the one in `tables`
  const MappingCells* cells = nullptr;       ///< of `map`; null: too few to be made beforehand
  const Matrices* matrices = nullptr;        ///< up to `place`; null: after the whole launch, as in `tables`
  std::uint32_t shared_columns = 0;
  Borrowed<launch::StreamTimeline> streams;
  std::string streams_note;
  SceneModel scene;
  std::vector<Borrowed<std::byte>> initial;     ///< Needs::values: content of each buffer before the launch, by its number
  std::uint64_t changed = 0;                    ///< elements of the shown buffer that the launch changed
  double tolerance = 0;                         ///< tolerance of the reference, relative
  std::optional<double> minimum, maximum;       ///< range of the values counted by a histogram
  std::vector<Outcomes> outcomes;               ///< the shown entry first
  std::vector<RooflineEntry> rooflines;         ///< the shown entry first; empty: nothing is modelled
  std::vector<RooflineEntry> rooflines_beside;  ///< of the run that is drawn beside this one
  std::vector<Residency> residencies;           ///< fewest blocks first, the shown run last; empty: nothing is modelled
  std::optional<OtherMachine> other;

  std::shared_ptr<const launch::ProgramRecording> program;  ///< null: the run belongs to none
  std::uint32_t program_launch = 0;                         ///< the shown launch, index in its launches
  std::uint64_t program_place = ~std::uint64_t{0};          ///< calls of the host done so far; all by default

  std::optional<PlotInput> plot;                ///< plot of the sweep
  std::shared_ptr<const SteppedMoment> moment;  ///< null until the launch is paused
  std::string stepping_error;                   ///< why it cannot be paused, a sentence

  // Position, camera and selection of the user.
  std::uint64_t place = ~std::uint64_t{0};  ///< steps of the trace done so far; all by default
  Navigation navigation;
  std::optional<ColourMode> colour;         ///< the user's choice; empty: the most informative mode
  std::string memory;                       ///< chosen memory; "": the most wasteful one
  std::optional<MemoryStart> memory_start;  ///< with which two runs next to each other begin
  bool rays = false;
  Target hover;
  const Lit* lights = nullptr;  ///< threads and elements that `hover` highlights in the mapping; null: not computed yet
  float scale = 1;              ///< pixels per point
};

}  // namespace warplens::view
