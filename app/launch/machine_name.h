#pragma once

#include <cstdint>
#include <string>

#include "base/number_format.h"

namespace warplens::launch {

/// Name of a modelled card with `chosen` multiprocessors instead of its `own` number (0: its own): "2-SM toy with 4
/// multiprocessors".
inline std::string machine_name(const std::string& name, std::uint32_t own, std::uint32_t chosen) {
  if (chosen == 0 || chosen == own) return name;
  return name + " with " + base::counted(std::uint64_t{chosen}, "multiprocessor");
}

}  // namespace warplens::launch
