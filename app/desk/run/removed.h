#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "desk/background/background.h"
#include "desk/run/run_tables.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::desk {

/// A kernel of the user's, as it was compiled.
struct CompiledKernel {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
  std::filesystem::path source;
  ptx::CompileOptions options;
  bool operator==(const CompiledKernel&) const = default;
};

/// Memory accesses of the shown kernel that the compiler removed, so that the check cannot see them. Finding them takes a second
/// compilation, in the background, once per module and entry: parameters do not matter.
struct Removed {
  struct Text {
    CompiledKernel of;
    std::string text;
  };
  explicit Removed(const std::function<void()>& wake);
  CompiledKernel asked;  ///< that was sent last
  Text known;            ///< the last answer
  Background<CompiledKernel, Text> worker;
};

/// Once a frame: take the worker's answer, and ask for the shown run's kernel if it is checked and the user's own.
void update_removed(Removed& removed, const RunTables& shown);

/// A sentence on what the check of a run does not see; "": there is nothing, or it is not known yet.
std::string removed_text(const Removed& removed, const RunTables& shown);

}  // namespace warplens::desk
