#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "launch/device.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"

// Small launches for tests.

namespace warplens::simt {

template <typename T>
launch::Argument buffer(launch::ElementType type, const std::vector<T>& values, std::string name = "data") {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return launch::Buffer{std::move(name), type, values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

inline launch::Argument scalar(launch::ElementType type, std::uint64_t bits) { return launch::Scalar{type, bits}; }

template <typename T>
std::vector<T> values_of(const launch::Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// A launch of PTX text with one entry, grid × block threads. Throws on a parse error.
inline launch::Launch launch_of(std::string text, std::uint32_t grid, std::uint32_t block,
                                std::vector<launch::Argument> arguments) {
  auto module = ptx::parse(std::move(text), "test.ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  for (std::uint32_t f = 0; f < launch.module->functions.size(); ++f) {
    if (launch.module->functions[f].entry) launch.entry = f;
  }
  launch.grid = {grid, 1, 1};
  launch.block = {block, 1, 1};
  launch.arguments = std::move(arguments);
  return launch;
}

inline base::Result<launch::LaunchResult> run(const launch::Launch& launch) {
  launch::Progress progress;
  return make_device()->run(launch, progress);
}

/// A module with one entry of this body; `parameters` as in PTX.
inline std::string entry_text(const std::string& parameters, const std::string& body) {
  return ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry kernel(" + parameters + ")\n{\n" + body + "\n}\n";
}

}  // namespace warplens::simt
