#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "base/spawn.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "remote/queue.h"
#include "remote/server.h"

namespace warplens::cli {
namespace {

/// What tells a device from the others of this computer, however CUDA numbers them for this process.
std::string identity(const launch::DeviceProperties& properties) {
  const auto address = std::ranges::find(properties.details, "PCI address", &std::pair<std::string, std::string>::first);
  const std::string kind(launch::device_kinds.name_of(properties.kind));
  if (address != properties.details.end()) return kind + "-" + address->second;
  return properties.kind == launch::DeviceKind::gpu ? kind + "-" + properties.id : kind;
}

base::Result<Answer> serve(const std::string& name, const std::string& spec, bool queues, const Context& context) {
  if (::isatty(STDIN_FILENO) == 1)
    return base::error(
        "device-server talks to a program, not to a person: use --device 'remote:ssh HOST warplens device-server'");
  // Standard output belongs to the line. What a kernel's printf, a driver or a library says goes where complaints go.
  const base::Descriptor out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  if (out.number() < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return base::error("standard output is closed");
  const auto device = choose_device(context.devices, name, spec);
  if (!device) return device.error();
  if (!(*device)->properties().place.empty()) return base::Error{"--device", 0, 0, "the device is to be one of this computer"};
  const std::filesystem::path queue = queues ? remote::queue_file(identity((*device)->properties())) : "";
  const base::Status served = remote::serve(**device, version(), queue, STDIN_FILENO, out.number());
  if (!served) return served.error();
  return Answer{};
}

}  // namespace

Serve add_device_server(CLI::App& command) {
  struct Options {
    std::string device = "auto", spec;
    bool unqueued = false;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("--device", options->device, "auto, simt, gpu or gpu:NUMBER; auto: a GPU where there is one")
      ->type_name("DEVICE");
  command.add_option("--spec", options->spec, "preset of the SIMT machine; `warplens info` lists them")->type_name("NAME");
  command.add_flag("--unqueued", options->unqueued,
                   "serve at once: for a program of this computer that uses the device already, and whose turn it is");
  command.footer(
      "It serves one client over standard input and output until these are closed. Servers of one computer queue for the device. "
      "Nobody types this: warplens run … --device 'remote:ssh HOST warplens device-server' starts it.");
  return [options](const Context& context) { return serve(options->device, options->spec, !options->unqueued, context); };
}

}  // namespace warplens::cli
