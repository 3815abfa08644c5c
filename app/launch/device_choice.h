#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::launch {

/// The forms that a device choice is written in, for messages and help.
inline constexpr std::string_view device_choice_forms = "auto, simt, gpu, gpu:NUMBER";

/// Which machine is asked for, by options, sessions and the window alike.
struct DeviceChoice {
  enum class Kind : std::uint8_t {
    automatic,  ///< the first GPU, else the SIMT machine
    simt,
    gpu,
  } kind = Kind::automatic;
  std::optional<std::uint32_t> number;  ///< of a GPU, in CUDA's order; nothing: the first there is
  bool operator==(const DeviceChoice&) const = default;
};

inline constexpr DeviceChoice automatic_device{};
inline constexpr DeviceChoice simt_device{DeviceChoice::Kind::simt, std::nullopt};
inline constexpr DeviceChoice first_gpu{DeviceChoice::Kind::gpu, std::nullopt};

/// One of device_choice_forms. The error names the forms.
base::Result<DeviceChoice> parse_device_choice(std::string_view text);
std::string to_text(const DeviceChoice& choice);

/// The choice that names this machine: a GPU by its number, the SIMT machine whatever its preset.
DeviceChoice choice_of(const DeviceProperties& properties);

/// The machine that is chosen. `preset` says which SIMT machine (DeviceProperties::id), "" the first; it does not matter on a
/// GPU. Errors, without a place: no GPU and why, no GPU of this number and which there are, no such preset and which there are.
base::Result<Device*> resolve(const DeviceList& devices, const DeviceChoice& choice, std::string_view preset = "");

}  // namespace warplens::launch
