#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/json.h"
#include "runtime/interface.h"
#include "runtime/journal.h"
#include "runtime/kept_contents.h"
#include "runtime/observation.h"

namespace warplens::observe {

/// Keeps what one launch begins with, for a recording: the PTX of its kernel, its parameters, and the content of the GPU's memory
/// and of the program's variables, in the file `contents` of the observation's folder. Its events are runtime/recorder.h's
/// `module` and `begin`, with variables: [[name, address, bytes, offset in `contents`]]; or
///   not kept   launch (its number), reason: a sentence
class LaunchKeeper {
 public:
  LaunchKeeper(const runtime::Observation& observation, runtime::Journal& journal);

  bool active() const { return contents_.has_value(); }

  /// Note what the program registers before main(). `image`: the handle of a fat binary; `host`: a function or a variable's
  /// shadow.
  void add_image(void** image, const void* fat_binary) { images_[image] = fat_binary; }
  void add_kernel(void** image, const void* host, const std::string& name) { kernels_[host] = {image, name}; }
  void add_handle(const void* handle, const void* host);
  void add_variable(void** image, const void* host, const std::string& name, std::uint64_t bytes);

  /// Memory that kernels can address. Returns how many there were so far.
  std::uint64_t allocated(std::uint64_t address, std::uint64_t bytes);
  /// Whether there was any.
  bool freed(std::uint64_t address) { return allocations_.erase(address) > 0; }
  /// Where the memory begins that has this address; nothing if there is none.
  std::optional<std::uint64_t> start_of(std::uint64_t address) const;

  /// Whether this launch is the chosen one.
  bool keeps(std::uint64_t number) const { return active() && number == launch_; }
  /// The chosen launch is about to be made: wait for the GPU and keep what it begins with. `event`: the event `begin`, as far as
  /// it is known without the kernel's code.
  void launch_begins(report::Json event, const void* function, void** arguments, cudaStream_t stream);

 private:
  struct Named {
    void** image = nullptr;
    std::string name;
  };
  struct Variable {
    Named named;
    std::uint64_t bytes = 0;
  };

  std::string keep(report::Json& event, const void* function, void** arguments);
  std::string keep_kernel(report::Json& event, const Named& kernel, void** arguments);
  std::optional<std::uint64_t> copy(std::uint64_t address, std::uint64_t bytes);

  runtime::Journal& journal_;
  std::uint64_t launch_;
  std::optional<runtime::KeptContents> contents_;
  std::map<void**, const void*> images_;
  std::map<const void*, Named> kernels_;
  std::map<const void*, Variable> variables_;
  std::map<std::uint64_t, std::uint64_t> allocations_;  ///< bytes by address, of those that are not freed
  std::uint64_t allocated_ = 0;
};

}  // namespace warplens::observe
