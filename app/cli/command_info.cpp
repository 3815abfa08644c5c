#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <memory>

#include "base/number_format.h"
#include "base/resources.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "gl/context.h"
#include "ptx/compile/compile.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

/// The OpenGL renderer of an off-screen context, or the error why there is none.
base::Result<std::string> renderer() {
  const auto context = gl::OffscreenContext::create();
  if (!context) return context.error();
  return gl::description();
}

void add_device(std::string& text, const launch::DeviceProperties& device) {
  fmt::format_to(std::back_inserter(text), "device     {:<5} {:<12} {}: {} multiprocessors, {} threads each",
                 launch::device_kinds.name_of(device.kind), device.id, device.name, device.multiprocessors,
                 base::grouped(std::uint64_t{device.per_multiprocessor.threads}));
  if (!device.compute_capability.empty()) text += ", compute capability " + device.compute_capability;
  if (device.memory > 0) text += fmt::format(", {:.1f} GiB", static_cast<double>(device.memory) / (1u << 30));
  if (!device.driver.empty()) text += fmt::format(", driver CUDA {}, runtime CUDA {}", device.driver, device.runtime);
  text += "\n";
  for (const auto& [what, value] : device.details) fmt::format_to(std::back_inserter(text), "{:<29}{}: {}\n", "", what, value);
}

report::Json json_of(const launch::LineState& line) { return {{"latency_ms", line.latency_ms}, {"requests", line.served}}; }

/// What is at the other end of a line.
base::Result<Answer> info_of(launch::Device& device, bool json) {
  device.ask_state();
  const launch::DeviceProperties& properties = device.properties();
  const auto line = device.line();
  if (json) {
    report::Json all{{"status", "ok"}, {"version", WARPLENS_VERSION}, {"devices", {report::json_of(properties)}}};
    if (line) all["devices"][0]["line"] = json_of(*line);
    return Answer{report::text_of(all) + "\n", {}};
  }
  std::string text;
  add_device(text, properties);
  if (line) {
    fmt::format_to(std::back_inserter(text), "place      {}\nlatency    {:.1f} ms, measured\n", properties.place,
                   line->latency_ms);
    text += "busy with  " + (line->served == 0 ? "nothing" : base::counted(line->served, "request")) + "\n";
  }
  return Answer{text, {}};
}

report::Json json_of(const launch::DeviceList& found) {
  report::Json json{{"status", "ok"}, {"version", WARPLENS_VERSION}, {"devices", report::Json::array()}};
  for (const auto& device : found.devices) json["devices"].push_back(report::json_of(device->properties()));
  json["gpu_note"] = found.gpu_note.empty() ? report::Json() : report::Json(found.gpu_note);
  json["compilers"] = report::Json::array();
  for (const ptx::Compiler& compiler : ptx::find_compilers()) {
    json["compilers"].push_back({{"name", compiler.name}, {"path", compiler.path.string()}, {"version", compiler.version}});
  }
  const auto drawn_by = renderer();
  json["opengl"] = drawn_by.ok() ? report::Json{{"renderer", *drawn_by}}
                                 : report::Json{{"renderer", nullptr}, {"message", drawn_by.error().message}};
  const std::filesystem::path resources = base::resource_folder();
  json["resources"] = {{"folder", resources.string()}, {"found", std::filesystem::is_directory(resources)}};
  return json;
}

std::string text_of(const launch::DeviceList& found) {
  std::string text = "warplens   " WARPLENS_VERSION "\n";
  for (const auto& device : found.devices) add_device(text, device->properties());
  if (!found.gpu_note.empty()) text += "device     gpu   none: " + found.gpu_note + "\n";
  const auto compilers = ptx::find_compilers();
  for (const ptx::Compiler& compiler : compilers) {
    fmt::format_to(std::back_inserter(text), "compiler   {:<5} {} ({})\n", compiler.name, compiler.version,
                   compiler.path.string());
  }
  if (compilers.empty()) text += "compiler   none: .cu files cannot be compiled; install clang or the CUDA toolkit\n";
  const auto drawn_by = renderer();
  text += "OpenGL     " + (drawn_by.ok() ? *drawn_by : "none: " + drawn_by.error().message) + "\n";
  const std::filesystem::path resources = base::resource_folder();
  text += "resources  " + resources.string() + (std::filesystem::is_directory(resources) ? "" : " (missing)") + "\n";
  return text;
}

}  // namespace

Serve add_info(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  const auto place = std::make_shared<std::string>();
  command.add_flag("--json", *json, "print one JSON object");
  command.add_option("--device", *place, "remote:COMMAND: say what is there, and how far it is")->type_name("DEVICE");
  return [json, place](const Context& context) -> base::Result<Answer> {
    if (!place->empty()) {
      const auto device = choose_device(context.devices, *place);
      if (!device) return device.error();
      return info_of(**device, *json);
    }
    const launch::DeviceList& found = context.devices.all();
    return Answer{*json ? report::text_of(json_of(found)) + "\n" : text_of(found), {}, status_fine};
  };
}

}  // namespace warplens::cli
