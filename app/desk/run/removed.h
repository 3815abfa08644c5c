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

/// A compiled kernel of the user's.
struct CompiledKernel {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
  std::filesystem::path source;
  ptx::CompileOptions options;
  bool operator==(const CompiledKernel&) const = default;
};

/// Finds memory accesses of the shown kernel that the compiler removed, so that the check cannot see them. This needs a second
/// compilation, in the background, once per module and entry: parameters do not matter.
struct Removed {
  struct Text {
    CompiledKernel of;
    std::string text;
  };
  explicit Removed(const std::function<void()>& wake);
  CompiledKernel asked;  ///< last request
  Text known;            ///< the last answer
  Background<CompiledKernel, Text> worker;
};

/// Call once a frame: takes the worker's answer, and requests the shown run's kernel if checked and the user's own.
void update_removed(Removed& removed, const RunTables& shown);

/// A sentence on the accesses that the check of a run cannot see; "": there are none, or they are not known yet.
std::string removed_text(const Removed& removed, const RunTables& shown);

}  // namespace warplens::desk
