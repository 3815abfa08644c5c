#include "launch/device_choice.h"

#include <algorithm>
#include <charconv>

namespace warplens::launch {
namespace {

using Kind = DeviceChoice::Kind;

constexpr std::string_view numbered = "gpu:", elsewhere = "remote:";

std::optional<std::uint32_t> number_of(std::string_view digits) {
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// The machine of this computer of this kind and id ("": the first of its kind); nullptr if there is none. `ids` receives the
/// existing ids.
Device* find(const DeviceList& devices, DeviceKind kind, std::string_view id, std::string& ids) {
  for (const auto& device : devices.devices) {
    const DeviceProperties& properties = device->properties();
    if (properties.kind != kind || !properties.place.empty()) continue;
    if (id.empty() || properties.id == id) return device.get();
    ids += (ids.empty() ? "" : ", ") + properties.id;
  }
  return nullptr;
}

base::Result<Device*> find_simt(const DeviceList& devices, std::string_view preset) {
  std::string presets;
  if (Device* const found = find(devices, DeviceKind::simt, preset, presets)) return found;
  if (presets.empty()) return base::error("there is no SIMT machine here");
  return base::error("there is no preset '" + std::string(preset) + "'; there are " + presets);
}

base::Result<Device*> find_remote(const DeviceList& devices, const std::string& command) {
  for (const auto& device : devices.devices)
    if (device->properties().place == command) return device.get();
  return base::error("'" + command + "' is not connected");
}

base::Result<Device*> find_gpu(const DeviceList& devices, std::optional<std::uint32_t> number) {
  const std::string id = number ? std::to_string(*number) : "";
  std::string numbers;
  if (Device* const found = find(devices, DeviceKind::gpu, id, numbers)) return found;
  if (numbers.empty()) return base::error("no GPU: " + devices.gpu_note);
  return base::error("there is no GPU " + id + "; there are " + numbers);
}

}  // namespace

base::Result<DeviceChoice> parse_device_choice(std::string_view text) {
  if (text == "auto") return automatic_device;
  if (text == "simt") return simt_device;
  if (text == "gpu") return first_gpu;
  if (text.starts_with(numbered)) {
    if (const auto number = number_of(text.substr(numbered.size()))) return DeviceChoice{Kind::gpu, number};
  }
  if (text.starts_with(elsewhere) && text.size() > elsewhere.size())
    return DeviceChoice{Kind::remote, std::nullopt, std::string(text.substr(elsewhere.size()))};
  return base::error("'" + std::string(text) + "' is not one of " + std::string(device_choice_forms));
}

std::optional<DeviceChoice> local_device_named(const std::string& text) {
  auto choice = parse_device_choice(text);
  if (!choice || choice->kind == Kind::remote) return std::nullopt;
  return std::move(*choice);
}

std::string to_local_text(const DeviceChoice& choice) { return to_text(choice.kind == Kind::remote ? automatic_device : choice); }

std::string to_text(const DeviceChoice& choice) {
  switch (choice.kind) {
    case Kind::automatic:
      return "auto";
    case Kind::simt:
      return "simt";
    case Kind::gpu:
      return choice.number ? std::string(numbered) + std::to_string(*choice.number) : "gpu";
    case Kind::remote:
      return std::string(elsewhere) + choice.command;
  }
  return "";
}

DeviceChoice choice_of(const DeviceProperties& properties) {
  if (!properties.place.empty()) return {Kind::remote, std::nullopt, properties.place};
  if (properties.kind == DeviceKind::simt) return simt_device;
  return {Kind::gpu, number_of(properties.id)};
}

base::Result<Device*> resolve(const DeviceList& devices, const DeviceChoice& choice, std::string_view preset) {
  if (choice.kind == Kind::remote) return find_remote(devices, choice.command);
  if (choice.kind == Kind::simt) return find_simt(devices, preset);
  auto gpu = find_gpu(devices, choice.number);
  if (gpu || choice.kind == Kind::gpu) return gpu;
  return find_simt(devices, preset);
}

}  // namespace warplens::launch
