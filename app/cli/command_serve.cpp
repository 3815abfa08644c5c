#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/resources.h"
#include "base/threads.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "serve/device_service.h"
#include "serve/server.h"
#include "simt/simt_device.h"

namespace warplens::cli {
namespace {

struct Options {
  std::string page, address = "127.0.0.1", code, device = "auto", spec;
  int port = 8080;
  bool open = false, no_device = false;
};

/// Among the other resources, or in the build folder of ./run.sh web.
std::filesystem::path page_folder(const std::string& given) {
  if (!given.empty()) return given;
  const std::filesystem::path own = base::resource_folder() / "page";
  std::error_code code;
  return std::filesystem::exists(own, code) ? own : base::resource_folder().parent_path().parent_path() / "page";
}

bool is_code(const std::string& code) {
  return !code.empty() && code.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == code.npos;
}

/// The machines that run what browsers send.
struct Machines {
  std::vector<std::unique_ptr<launch::Device>> own;
  std::vector<launch::Device*> all;
};

/// The chosen device; instead of a SIMT machine, as many as this computer has processors, since one runs one launch at a time.
base::Result<Machines> machines_for(const Options& options, launch::DeviceFinder& devices) {
  Machines machines;
  if (options.no_device) return machines;
  const auto device = choose_device(devices, options.device, options.spec);
  if (!device) return device.error();
  const launch::DeviceProperties& properties = (*device)->properties();
  const simt::DeviceSpec* const spec =
      properties.kind == launch::DeviceKind::simt && properties.place.empty() ? simt::device_spec_named(properties.id) : nullptr;
  if (spec == nullptr) {
    machines.all.push_back(*device);
    return machines;
  }
  simt::DeviceSpec limited = *spec;
  limited.max_launch_bytes = serve::LaunchLimits{}.machine_bytes;
  for (unsigned k = 0; k < base::processors(); ++k)
    machines.all.push_back(machines.own.emplace_back(simt::make_device(limited, 1)).get());
  return machines;
}

base::Result<Answer> serve_page(const Options& options, const Context& context) {
  if (!options.code.empty() && !is_code(options.code))
    return base::Error{"--code", 0, 0, "a code consists of letters, digits, - and _"};
  serve::ServeOptions wanted;
  wanted.page = page_folder(options.page);
  wanted.address = options.address;
  wanted.port = options.port;
  if (!options.open) wanted.code = options.code.empty() ? serve::new_code() : options.code;
  wanted.version = version();
  const auto machines = machines_for(options, context.devices);
  if (!machines) return machines.error();
  wanted.machines = machines->all;
  Interrupt interrupt;
  const auto listening = [&](const std::string& address) {
    std::printf("%s\n", address.c_str());
    std::fflush(stdout);
    if (!wanted.machines.empty())
      std::fprintf(stderr, "Browsers may run kernels on %s of this computer.\n",
                   wanted.machines.front()->properties().name.c_str());
    std::fprintf(stderr, "Ctrl C ends it.\n");
  };
  if (const base::Status served = serve::serve(wanted, listening, [&] { return interrupt.came(); }); !served)
    return served.error();
  return Answer{};
}

}  // namespace

Serve add_serve(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("--page", options->page, "folder of the page; by default the one that ./run.sh web builds")
      ->type_name("FOLDER");
  command.add_option("--port", options->port, "0: any that is free")
      ->check(CLI::Range(0, 65535))
      ->type_name("PORT")
      ->capture_default_str();
  command.add_option("--address", options->address, "address to listen at, one that only this computer reaches")
      ->type_name("ADDRESS")
      ->capture_default_str();
  CLI::Option* const code =
      command.add_option("--code", options->code, "what the link begins with; by default a new one each time")->type_name("CODE");
  command.add_flag("--open", options->open, "no code in the link")->excludes(code);
  CLI::Option* const device = command
                                  .add_option("--device", options->device,
                                              "that browsers may run their kernels on: auto, simt, gpu, gpu:NUMBER or "
                                              "remote:COMMAND; auto: a GPU where there is one")
                                  ->type_name("DEVICE")
                                  ->capture_default_str();
  CLI::Option* const spec =
      command.add_option("--spec", options->spec, "preset of the SIMT machine; `warplens info` lists them")->type_name("NAME");
  command.add_flag("--no-device", options->no_device, "kernels run in the browsers only")->excludes(device)->excludes(spec);
  command.footer("Prints the link. Kernels run in the browsers, unless the device of this computer is chosen there (Elsewhere).");
  return [options](const Context& context) { return serve_page(*options, context); };
}

}  // namespace warplens::cli
