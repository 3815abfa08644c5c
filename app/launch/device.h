#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/result.h"
#include "launch/costs/occupancy.h"
#include "launch/costs/streams.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "launch/moment.h"
#include "launch/schedule/schedule_search.h"
#include "launch/slices.h"

namespace warplens::launch {

/// A sentence without a full stop, written by one thread and read by others.
class ProgressNote {
 public:
  void set(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }
  std::string get() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// Shared with another thread while a launch runs: its progress, and a request to stop.
struct Progress {
  std::atomic<bool> cancel{false};
  std::atomic<std::uint64_t> blocks_done{0};
  std::atomic<std::uint64_t> schedules_done{0};  ///< by a schedule search
  ProgressNote note;  ///< status besides the numbers: "waits for its turn: 2 others are before it"; empty while it just runs
  std::unique_ptr<Slices> slices;  ///< for a job done in slices; null if threads do it
};

/// Make the progress of a job for a background worker (desk::Background).
std::shared_ptr<Progress> progress_of_job();

/// The state of a device at the other end of a line (remote/remote_device.h).
struct LineState {
  bool connected = false;
  double latency_ms = 0;     ///< round trip; 0: unknown
  std::uint32_t served = 0;  ///< requests of all clients that it served or queued, when last asked
  std::string trouble;       ///< why the line was lost; empty if it was not
  bool busy = false;         ///< busy with a request of this program
};

enum class DeviceKind : std::uint8_t { simt, gpu };
inline constexpr base::Names<DeviceKind> device_kinds{{DeviceKind::simt, "simt"}, {DeviceKind::gpu, "gpu"}};

/// Properties of a machine, for `warplens info` and the window. For the SIMT machine, the figures of its DeviceSpec.
struct DeviceProperties {
  DeviceKind kind = DeviceKind::simt;
  std::string id;  ///< the SIMT machine's preset, "toy", or a GPU's number in CUDA's order, "0"
  std::string name;
  std::string place;               ///< the command that connects to its device server; "" for a machine of this computer
  std::string compute_capability;  ///< "9.0"; SIMT machine: of the modelled card, empty if it models none
  std::uint32_t multiprocessors = 0, warp_size = 32;
  GeometryLimits limits;
  MultiprocessorLimits per_multiprocessor;
  std::uint32_t shared_per_block_opt_in = 0;  ///< bytes: maximum for a block that opts in to more than 48 KiB
  std::uint64_t memory = 0, l2 = 0;           ///< bytes; 0 if there is none
  double clock_mhz = 0;
  std::string driver, runtime;  ///< versions; empty on the SIMT machine
  /// Further properties of a GPU as name and text, in the order to show them: {"memory bus", "5,120 bits"}.
  std::vector<std::pair<std::string, std::string>> details;
};

/// Common interface of all machines. Implementations: simt::SimtDevice, gpu::GpuDevice, remote::RemoteDevice.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceProperties& properties() const = 0;
  /// Run until the kernel ends, faults or is cancelled. Error: the launch could not start (bad launch, PTX that the machine
  /// cannot run). A failing kernel is no error: it gives a LaunchResult with a Fault. Blocking; any thread may call it, one at a
  /// time.
  virtual base::Result<LaunchResult> run(const Launch& launch, Progress& progress) = 0;
  /// Search at most `schedules` schedules for the smallest and the largest final value of the target. Errors: a launch that
  /// cannot start, a target that is not in its outputs, a machine whose order of execution cannot be controlled. Blocking; may be
  /// called while another thread is in run().
  virtual base::Result<SearchResult> search(const Launch& launch, const SearchTarget& target, std::uint64_t schedules,
                                            Progress& progress) const;
  /// Make a history of the launch, at its first step; it can go to any other step. Runs the launch once to the end. Blocking.
  /// Errors: cancelled; a GPU, which cannot be stopped at a step.
  virtual base::Result<std::unique_ptr<History>> history(const Launch& launch, Progress& progress) const;
  /// Prepare the launch for manual stepping, before its first instruction; its schedule is ignored. Errors: as history().
  virtual base::Result<std::unique_ptr<Stepper>> stepper(const Launch& launch) const;
  /// Register the first `bytes` bytes of an OpenGL buffer, to lend them to launches (Launch::in_place). Call it on the thread of
  /// the OpenGL context; another thread may be in run(). Error: why the machine cannot write to the buffer.
  virtual base::Result<std::unique_ptr<SharedBuffer>> share(std::uint32_t gl_buffer, std::uint64_t bytes);
  /// Run the launch divided into parts and streams, once per StreamWay, timed by a GPU's events or modelled. `whole`: the outputs
  /// of the undivided launch, to compare with. Errors: a launch that cannot be divided, a kernel that fails. Cancellation takes
  /// effect between two ways, and returns the timelines finished so far. Blocking; call it only where run() may be called.
  virtual base::Result<std::vector<StreamTimeline>> in_streams(const Launch& launch, const StreamPlan& plan,
                                                               const std::vector<Bytes>& whole, Progress& progress);
  /// Why the device can run nothing more in this process; "" while it can. Do not call it while another thread is in run().
  virtual std::string out_of_use() const { return {}; }
  /// The state of a remote device; nothing for others. May be called from any thread.
  virtual std::optional<LineState> line() const { return std::nullopt; }
  /// Ask a remote device for its state, unless it is busy with a request of this program. Blocking.
  virtual void ask_state() {}
};

/// Runs a command that starts a device server, and connects to the server. Blocking. Errors: the command cannot be started, is no
/// device server, or has another version.
using Connect = std::function<base::Result<std::unique_ptr<Device>>(const std::string& command, Progress& progress)>;

/// The machines of this computer: one SIMT machine per preset, the toy first, then GPUs; then the connected remote devices.
/// `gpu_note`: why there is no GPU, if there is none.
struct DeviceList {
  std::vector<std::unique_ptr<Device>> devices;
  std::string gpu_note;
  Connect connect = nullptr;  ///< null: connecting is not possible
};

}  // namespace warplens::launch
