#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::launch {

/// The forms of a device choice, for messages.
inline constexpr std::string_view device_choice_forms = "auto, simt, gpu, gpu:NUMBER, remote:COMMAND";
/// The forms allowed in files. Files may come from anybody, so opening one must never run a command.
inline constexpr std::string_view local_device_forms = "auto, simt, gpu, gpu:NUMBER";

/// Selects a machine; set by an option, a session or the window.
struct DeviceChoice {
  enum class Kind : std::uint8_t {
    automatic,  ///< the first GPU, else the SIMT machine
    simt,
    gpu,
    remote,  ///< another computer's, through a device server
  } kind = Kind::automatic;
  std::optional<std::uint32_t> number{};  ///< GPU: its number in CUDA's order; nothing: the first GPU
  std::string command{};                  ///< remote device: starts its device server
  bool operator==(const DeviceChoice&) const = default;
};

inline const DeviceChoice automatic_device{};
inline const DeviceChoice simt_device{DeviceChoice::Kind::simt};
inline const DeviceChoice first_gpu{DeviceChoice::Kind::gpu};

/// Parse one of device_choice_forms. The error lists the forms.
base::Result<DeviceChoice> parse_device_choice(std::string_view text);
/// Parse a choice stored in a file: one of local_device_forms.
std::optional<DeviceChoice> local_device_named(const std::string& text);
std::string to_text(const DeviceChoice& choice);
/// Text of the choice for a file. A remote device depends on this computer, and is stored as "auto".
std::string to_local_text(const DeviceChoice& choice);

/// The choice that selects a machine: a GPU by its number; the SIMT machine without its preset; a remote one by its
/// command.
DeviceChoice choice_of(const DeviceProperties& properties);

/// Find the selected machine. `preset`: DeviceProperties::id of the SIMT machine, "" for the first one; ignored for a GPU.
/// Errors, without a place: no GPU, and why; no GPU of this number, or no such preset, and which ones exist; a remote device that
/// is not connected.
base::Result<Device*> resolve(const DeviceList& devices, const DeviceChoice& choice, std::string_view preset = "");

}  // namespace warplens::launch
