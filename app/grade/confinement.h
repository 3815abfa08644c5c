#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// What a confined process may use. Everything else on this computer is out of its reach.
struct Confinement {
  std::vector<std::filesystem::path> readable{};  ///< files, and folders with all that is in them, to read and to run
  std::vector<std::filesystem::path>
      writable{};                          ///< files to write to, and folders in which to make and remove files and folders
  std::filesystem::path working_folder{};  ///< that it goes to; empty: it stays
  std::uint32_t user = 0;                  ///< number of the user that it becomes, if this process is root's; 0: none
};

/// Confine this process, and all that it starts, for good. Landlock closes the file system but for what `confinement` names;
/// seccomp takes away the network, other processes, and the right to change files' owners and permissions. Files that this
/// process has open are closed, but for its standard input, output and error. Errors: this kernel has no Landlock; a system call
/// failed.
base::Status confine(const Confinement& confinement);

/// Whether this kernel has what confine() needs. The error says what is missing.
base::Status can_confine();

/// What a confined process can still do that one in namespaces of its own cannot: the end of a sentence.
std::string not_confined();

}  // namespace warplens::grade
