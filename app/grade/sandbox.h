#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "grade/run_folder.h"

namespace warplens::grade {

/// Keeps what others wrote apart from everything else on this computer, while it is compiled and while it runs.
class Sandbox {
 public:
  enum class Kind {
    namespaces,  ///< bubblewrap: a file system, processes and a network of its own
    landlock,    ///< confine(), where the system gives no namespaces, as in many containers
  };

  /// The better kind that works on this computer. Error: why none does, and what to do.
  static base::Result<Sandbox> find();
  /// This kind. Error: why it does not work here.
  static base::Result<Sandbox> of(Kind kind);

  Kind kind() const { return kind_; }
  /// What it leaves open, a sentence for who grades; empty with namespaces.
  std::string left_open() const;

  /// The command that runs the compiler after it. It sees itself, the system's headers and libraries, Warplens and `readable`:
  /// files, and folders with all that is in them; it writes in `folder` only, which is its working folder. Of this process's
  /// environment it has only what compilers need. Whoever runs it limits its time and its memory.
  std::vector<std::string> for_compiler(const std::filesystem::path& folder,
                                        const std::vector<std::filesystem::path>& readable) const;

  /// The command that runs the program in `folder`. It sees the system's programs and libraries, Warplens' CUDA runtime, and the
  /// files of `folder`; it writes in its working folder and to what the runtime leaves there. It has no network, at most 64
  /// processes and threads, 8 GiB of address space each, 60 s of processor time, and 64 MiB in a file; with namespaces, 256 MiB
  /// in all files.
  std::vector<std::string> for_program(const RunFolder& folder) const;

 private:
  explicit Sandbox(Kind kind) : kind_(kind) {}
  base::Status works() const;

  Kind kind_;
};

}  // namespace warplens::grade
