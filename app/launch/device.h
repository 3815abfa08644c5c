#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "launch/costs/occupancy.h"
#include "launch/costs/stream_timeline.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "launch/moment.h"
#include "launch/schedule/schedule_search.h"

namespace warplens::launch {

/// Seen from another thread while a launch runs: how far it is, and whether it should stop.
struct Progress {
  std::atomic<bool> cancel{false};
  std::atomic<std::uint64_t> blocks_done{0};
  std::atomic<std::uint64_t> schedules_done{0};  ///< of a search
};

/// What a machine is, for `warplens info` and the device chip. On the SIMT machine, the figures of its DeviceSpec.
struct DeviceProperties {
  std::string kind;  ///< "simt" or "gpu"
  std::string id;    ///< of the SIMT machine's preset: "toy"; of a GPU its number in CUDA's order: "0"
  std::string name;
  std::string compute_capability;  ///< "9.0"; on the SIMT machine that of the card it is modelled on; empty where it is none
  std::uint32_t multiprocessors = 0, warp_size = 32;
  GeometryLimits limits;
  MultiprocessorLimits per_multiprocessor;
  std::uint32_t shared_per_block_opt_in = 0;  ///< bytes: the most a block gets that asks for more than 48 KiB
  std::uint64_t memory = 0, l2 = 0;           ///< bytes; 0 where there is none
  double clock_mhz = 0;
  std::string driver, runtime;  ///< versions; empty on the SIMT machine
  /// What else there is to know of a GPU, for people, in the order to be shown: {"memory bus", "5,120 bits"}.
  std::vector<std::pair<std::string, std::string>> details;
};

/// The one seam between machines. Implementations: simt::SimtDevice, gpu::GpuDevice.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceProperties& properties() const = 0;
  /// Run to the end, a fault or cancellation. An Error is a request that could not be started (bad launch, PTX the machine cannot
  /// run); a kernel that fails is a LaunchResult with a Fault. Blocking; may be called from any one thread at a time.
  virtual base::Result<LaunchResult> run(const Launch& launch, Progress& progress) = 0;
  /// Search at most `schedules` schedules for the smallest and the largest final value of the target. An Error is a launch that
  /// cannot start, a target outside of it, or a machine that cannot be told in which order to go. Blocking; may be called while
  /// another thread is in run().
  virtual base::Result<SearchResult> search(const Launch& launch, const SearchTarget& target, std::uint64_t schedules,
                                            Progress& progress) const;
  /// The same launch, at its first moment, to go to any other. It runs once to the end for that: blocking, and may be cancelled
  /// (an Error). On a GPU nothing can stand still: an Error.
  virtual base::Result<std::unique_ptr<History>> history(const Launch& launch, Progress& progress) const;
  /// The same launch before its first instruction, to be stepped by hand; its schedule does not matter. Errors: as history().
  virtual base::Result<std::unique_ptr<Stepper>> stepper(const Launch& launch) const;
  /// The first `bytes` bytes of an OpenGL buffer, which may be lent to launches (Launch::in_place). Called on the thread where
  /// its context is current; may be called while another thread is in run(). An Error says why the machine cannot write there.
  virtual base::Result<std::unique_ptr<SharedBuffer>> share(std::uint32_t gl_buffer, std::uint64_t bytes);
  /// The work of a launch that run() has run, in parts and in streams, one way after the other, timed by events. `whole` is what
  /// it gave as a whole. Errors: a launch that cannot be divided so, a kernel that fails; on the SIMT machine, which has nothing
  /// to measure. Cancelling ends it between two ways, with those that are done. Blocking; from the threads of run().
  virtual base::Result<std::vector<StreamTimeline>> in_streams(const Launch& launch, const StreamPlan& plan,
                                                               const std::vector<Bytes>& whole, Progress& progress);
};

/// The machines of this computer: the SIMT machine in all its presets, the toy first, then GPUs. `gpu_note` says why there is no
/// GPU, when there is none.
struct DeviceList {
  std::vector<std::unique_ptr<Device>> devices;
  std::string gpu_note;
};

}  // namespace warplens::launch
