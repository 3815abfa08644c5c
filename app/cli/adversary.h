#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "launch/device.h"
#include "launch/launch.h"

namespace warplens::cli {

/// `--adversary ARG[INDEX] --tries N`: the element of an argument, and the number of schedules to try.
struct AdversaryOptions {
  std::string target, tries = "1000";
  std::filesystem::path save;  ///< of --save-schedule: write FILE.smallest and FILE.largest; empty: write nothing
  bool json = false;
};

/// Search for the smallest and the largest outcome, and report the schedules that produce them. Exit status 0; 3 if the kernel
/// fails under some schedules, 2 if under all. Errors: no such element, files that cannot be written.
base::Result<Answer> search(const launch::Launch& launch, const AdversaryOptions& options, const launch::Device& device);

}  // namespace warplens::cli
