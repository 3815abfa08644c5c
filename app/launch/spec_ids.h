#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warplens::launch {

/// Ids of the cards modelled by the SIMT machine, in the order of simt::device_specs(). Code that reads files does not know the
/// machine, and checks the names of cards with this list.
inline constexpr std::array<std::string_view, 7> spec_ids{"toy", "toy-4", "rtx-2080-ti", "a100", "rtx-4090", "h100", "h200"};

constexpr bool is_spec_id(std::string_view id) { return std::find(spec_ids.begin(), spec_ids.end(), id) != spec_ids.end(); }

/// "toy, toy-4, …", for messages.
inline std::string list_of_spec_ids() {
  std::string text;
  for (const std::string_view id : spec_ids) text += (text.empty() ? "" : ", ") + std::string(id);
  return text;
}

}  // namespace warplens::launch
