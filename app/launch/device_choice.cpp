#include "launch/device_choice.h"

#include <algorithm>
#include <charconv>

namespace warplens::launch {
namespace {

using Kind = DeviceChoice::Kind;

constexpr std::string_view numbered = "gpu:";

std::optional<std::uint32_t> number_of(std::string_view digits) {
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// The machine of this kind and id ("": the first of its kind); nullptr if there is none. `ids` receives the existing ids.
Device* find(const DeviceList& devices, std::string_view kind, std::string_view id, std::string& ids) {
  for (const auto& device : devices.devices) {
    const DeviceProperties& properties = device->properties();
    if (properties.kind != kind) continue;
    if (id.empty() || properties.id == id) return device.get();
    ids += (ids.empty() ? "" : ", ") + properties.id;
  }
  return nullptr;
}

base::Result<Device*> find_simt(const DeviceList& devices, std::string_view preset) {
  std::string presets;
  if (Device* const found = find(devices, "simt", preset, presets)) return found;
  if (presets.empty()) return base::error("there is no SIMT machine here");
  return base::error("there is no preset '" + std::string(preset) + "'; there are " + presets);
}

base::Result<Device*> find_gpu(const DeviceList& devices, std::optional<std::uint32_t> number) {
  const std::string id = number ? std::to_string(*number) : "";
  std::string numbers;
  if (Device* const found = find(devices, "gpu", id, numbers)) return found;
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
  return base::error("'" + std::string(text) + "' is not one of " + std::string(device_choice_forms));
}

std::string to_text(const DeviceChoice& choice) {
  switch (choice.kind) {
    case Kind::automatic:
      return "auto";
    case Kind::simt:
      return "simt";
    case Kind::gpu:
      return choice.number ? std::string(numbered) + std::to_string(*choice.number) : "gpu";
  }
  return "";
}

DeviceChoice choice_of(const DeviceProperties& properties) {
  if (properties.kind == "simt") return simt_device;
  return {Kind::gpu, number_of(properties.id)};
}

base::Result<Device*> resolve(const DeviceList& devices, const DeviceChoice& choice, std::string_view preset) {
  if (choice.kind == Kind::simt) return find_simt(devices, preset);
  auto gpu = find_gpu(devices, choice.number);
  if (gpu || choice.kind == Kind::gpu) return gpu;
  return find_simt(devices, preset);
}

}  // namespace warplens::launch
