#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// Grants for a confined process. Everything else on this computer is out of its reach.
struct Confinement {
  std::vector<std::filesystem::path> readable{};  ///< files, and folders with all that is in them, to read and to run
  std::vector<std::filesystem::path>
      writable{};                          ///< files to write to, and folders in which to make and remove files and folders
  std::filesystem::path working_folder{};  ///< folder to change to; empty: stay
  std::uint32_t user = 0;                  ///< number of the user to become, if this process is root's; 0: none
};

/// Confine this process, and all that it starts, for good. Landlock closes the file system except for the paths in `confinement`;
/// seccomp takes away the network, other processes, and the right to change files' owners and permissions. Open
/// files are closed, except standard input, output and error. Errors: this kernel has no Landlock; a system call
/// failed.
base::Status confine(const Confinement& confinement);

/// Whether this system's kernel supports confine(). The error says what is missing.
base::Status can_confine();

/// The abilities that a confined process keeps and a process in its own namespaces lacks, as the end of a sentence.
std::string not_confined();

}  // namespace warplens::grade
