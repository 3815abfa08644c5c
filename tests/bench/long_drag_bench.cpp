#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "ui/window/offscreen.h"

// Whether memory grows while a slider is dragged for long: launches of the window's desk with trace, checks and tables, each
// drawn by the window without a display, in all views that need tables. Prints rows of a table:
//   DRAGGED| launches | allocated, MiB | resident, MiB | most resident so far, MiB |
// Optional arguments: launches (2,000), and threads of the largest one (65,536).

namespace {

using namespace warplens;

/// A field of /proc/self/status, which has it in KiB; MiB.
double of_status(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == field + ":" && status >> kilobytes) return kilobytes / 1024;
  }
  return 0;
}

[[noreturn]] void fail(const base::Error& error) {
  std::fprintf(stderr, "%s\n", base::describe(error).c_str());
  std::exit(1);
}

constexpr std::array<const char*, 6> views{"mapping", "race", "memory", "schedulers", "blocks", "values"};

/// Where the slider is at launch number `launch`: to and fro, and seldom twice the same.
std::uint64_t threads_at(int launch, std::uint64_t most) {
  const auto step = static_cast<std::uint64_t>(launch) * 37 % 1000;
  return 32 + (step < 500 ? step : 1000 - step) * (most - 32) / 500;
}

}  // namespace

int main(int argc, char** argv) {
  const int launches = argc > 1 ? std::atoi(argv[1]) : 2000;
  const std::uint64_t most = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 65'536;
  launch::DeviceList devices;
  devices.devices.push_back(simt::make_device());
  const auto catalogue = experiment::load_catalogue({base::resource_folder() / "kernels"});
  auto window = ui::OffscreenWindow::open(1280, 720, devices, catalogue, nullptr);
  if (!window) fail(window.error());
  desk::Desk& desk = window->desk();
  for (int launch = 0; launch <= launches; ++launch) {
    Session session;
    session.view = views[static_cast<std::size_t>(launch / 50) % views.size()];
    session.experiment = launch / 50 % 2 == 0 ? "increment" : "counter";
    const std::uint64_t threads = threads_at(launch, most);
    session.settings.check = true;
    session.settings.block = {256};
    session.settings.grid = {static_cast<std::uint32_t>((threads + 255) / 256)};
    if (session.experiment == "increment") session.settings.parameters["n"] = static_cast<double>(threads);
    if (const base::Status ran = desk.open_and_run(session); !ran) fail(ran.error());
    if (const base::Status drawn = window->frame(); !drawn) fail(drawn.error());
    if (launch % std::max(launches / 10, 1) != 0) continue;
    const struct mallinfo2 heap = mallinfo2();
    std::printf("DRAGGED| %d | %.0f | %.0f | %.0f |\n", launch, static_cast<double>(heap.uordblks + heap.hblkhd) / (1 << 20),
                of_status("VmRSS"), of_status("VmHWM"));
    std::fflush(stdout);
  }
  return 0;
}
