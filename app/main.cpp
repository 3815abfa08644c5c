#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "base/threads.h"
#include "cli/cli.h"
#include "experiment/kernel_file/describe.h"
#include "gpu/gpu_device.h"
#include "remote/lasting_device.h"
#include "remote/remote_device.h"
#include "simt/simt_device.h"
#include "ui/window/main_window.h"

// Choose the devices, then the window or a command.

namespace {

using namespace warplens;

void add_gpus(launch::DeviceList& list) {
  gpu::FoundDevices gpus = gpu::find_devices();
  for (auto& device : gpus.devices) {
    // The shell's parent is this process. What is served waits in no queue: this process may have its turn already.
    const std::string server = "exec /proc/$PPID/exe device-server --unqueued --device gpu:" + device->properties().id;
    list.devices.push_back(remote::make_lasting(
        std::move(device), [server](launch::Progress& progress) { return remote::connect(server, cli::version(), progress); }));
  }
  list.gpu_note = gpus.note;
}

launch::DeviceFinder device_finder() {
  launch::DeviceList simt;
  for (const simt::DeviceSpec& spec : simt::device_specs()) simt.devices.push_back(simt::make_device(spec, base::processors()));
  simt.connect = [](const std::string& command, launch::Progress& progress) {
    return remote::connect(command, cli::version(), progress);
  };
  return {std::move(simt), add_gpus};
}

int fail(const base::Error& error) {
  std::fprintf(stderr, "%s\n", base::describe(error).c_str());
  return cli::status_wrong_request;
}

/// The window's main loop: wait for an event or for the next frame that is due, then draw.
int run_window(launch::DeviceList& devices, const std::vector<std::filesystem::path>& kernel_folders,
               const std::filesystem::path& file) {
  auto window = ui::MainWindow::open(devices, kernel_folders, file);
  if (!window) return fail(window.error());
  (*window)->offer_full_screen();
  while ((*window)->sleep((*window)->sleep_time()))
    if (const base::Status drawn = (*window)->draw_frame(); !drawn) return fail(drawn.error());
  if (const base::Status written = (*window)->save_typed(); !written) return fail(written.error());
  return cli::status_fine;
}

}  // namespace

int main(int argc, char** argv) {
  const auto kernel_folders = cli::window_request(argc, argv);
  const std::filesystem::path first = argc == 2 ? argv[1] : "";
  const bool file = first.extension() == ".warplens" || experiment::is_experiment_file(first);
  launch::DeviceFinder devices = device_finder();
  if (file) return run_window(devices.all(), {}, first);
  return kernel_folders ? run_window(devices.all(), *kernel_folders, {}) : cli::run(argc, argv, devices);
}
