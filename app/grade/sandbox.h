#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "grade/submissions.h"
#include "ptx/compile/options.h"

namespace warplens::grade {

/// Isolates other people's code from the rest of this computer while it is compiled and while it runs.
class Sandbox {
 public:
  enum class Kind {
    namespaces,  ///< bubblewrap: separate file system, processes and network
    landlock,    ///< confine(), where the system gives no namespaces, as in many containers
  };

  /// The better kind that works on this computer. Error: why none does, and what to do.
  static base::Result<Sandbox> find();
  /// The sandbox of this kind. Error: why it does not work here.
  static base::Result<Sandbox> of(Kind kind);

  Kind kind() const { return kind_; }
  /// A sentence for the person who grades about the gaps of this sandbox; empty with namespaces.
  std::string left_open() const;

  /// A command prefix to run a compiler in the sandbox. The compiler sees itself, the system's headers and libraries, Warplens
  /// and `readable` (files, and folders with all contents); it writes in `folder` only, its working folder. It gets only the
  /// environment variables that compilers need. The caller must limit its time and its memory.
  std::vector<std::string> for_compiler(const std::filesystem::path& folder,
                                        const std::vector<std::filesystem::path>& readable) const;

  /// A command prefix to run the program in `folder`. The program sees the system's programs and libraries, Warplens' CUDA
  /// runtime, and the files of `folder`; it writes in its working folder and to the runtime's two files. It has no network, at
  /// most 64 processes and threads, 8 GiB of address space each, 60 s of processor time, and 64 MiB in a file; with namespaces,
  /// 256 MiB in all files. `interpreter`: the Python of a script, which the sandbox lets it see; "" for an executable.
  std::vector<std::string> for_program(const RunFolder& folder, const std::filesystem::path& interpreter = {}) const;

 private:
  explicit Sandbox(Kind kind) : kind_(kind) {}
  base::Status works() const;

  Kind kind_;
};

/// Compile a submission's kernel `source` to the PTX file `output` in a separate process with limits of time and memory: a
/// hostile text can make a compiler need any amount of both. `wrapper`: Sandbox::for_compiler(), with write access to the folder
/// of `output`, or empty. Errors: the compiler's first error, with its place; a limit exceeded.
base::Status compile_apart(const std::filesystem::path& source, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const std::vector<std::string>& wrapper);

}  // namespace warplens::grade
