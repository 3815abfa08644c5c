#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "desk/background.h"
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

/// What the compiler removed of the shown kernel, so that the check does not see it. To know it takes another compilation, in the
/// background and once per source and options: parameters do not change it.
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
