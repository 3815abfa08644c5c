#include "ptx/compile/page_arguments_web.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "ptx/compile/clang_headers.h"

namespace warplens::ptx {
namespace {

using Words = std::vector<std::string>;

void append(Words& all, const std::string& flags) { std::ranges::move(flags_in(flags), std::back_inserter(all)); }

/// The folders of headers: our own, those of clang and of the C++ library, and WASI's version of musl's. Files include each other
/// by "..", which the compiler's file system ignores: -iquote finds ours from their root.
std::string header_folders(const char* system, bool cuda) {
  return fmt::format(
      "-iquote {0} -internal-isystem {0}/{1} {2} -internal-isystem {0}/include -internal-isystem /usr/include/c++/v1 "
      "-internal-isystem /usr/include -internal-externc-isystem /usr/include/wasm32-wasip1",
      page_headers, system, cuda ? "-internal-isystem /usr/include/cuda_wrappers" : "");
}

constexpr const char* emulated = "-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS";

/// What both ways to compile for the device have in common. Macros and headers of the C library come after.
Words device_command(const std::string& target, const CompileOptions& options) {
  const char* const level = options.optimised ? "-O3 -debug-info-kind=line-directives-only -mllvm -inline-threshold=100000 "
                                                "-vectorize-loops -vectorize-slp"
                                              : "-O0 -debug-info-kind=constructor -debugger-tuning=gdb";
  Words all = {"clang", "-cc1"};
  append(all, target);
  append(all, fmt::format("-fcuda-is-device -target-cpu sm_{} -target-feature +ptx{} -emit-llvm -disable-free -x cuda {} -Wall "
                          "-fgnuc-version=4.2.1 -fcxx-exceptions -fexceptions -ffp-contract=fast -dwarf-version=2 -D_GNU_SOURCE "
                          "-include {}/prelude.cuh",
                          options.architecture, clang_isa(options.architecture), level, page_headers));
  append(all, emulated);
  return all;
}

void add_files(Words& all, const CompileOptions& options, const std::filesystem::path& source, const std::string& output) {
  std::ranges::move(arguments_of(options), std::back_inserter(all));
  // __FILE__ is the file's name: nobody knows the page's folders.
  all.push_back("-fmacro-prefix-map=" + source.parent_path().string() + "/=");
  all.insert(all.end(), {"-o", output, source.string()});
}

/// For objects of WebAssembly. Exceptions and setjmp are WebAssembly's own. Of the address sanitizer only the calls before each
/// use of memory are wanted (clang/page/checks.cpp). Objects have places of the source for call stacks.
constexpr const char* to_object =
    "-triple wasm32-unknown-wasip1 -target-cpu generic -target-feature +exception-handling -mrelocation-model static -emit-obj "
    "-disable-free -fgnuc-version=4.2.1 -exception-model=wasm -mllvm -wasm-enable-eh -mllvm -wasm-enable-sjlj -D_GNU_SOURCE "
    "-D_WASI_EMULATED_GETPID";
constexpr const char* for_users =
    "-O1 -debug-info-kind=limited -dwarf-version=4 -fdebug-compilation-dir=/ -fsanitize=address -mllvm -asan-stack=0 "
    "-mllvm -asan-globals=0 -mllvm -asan-instrumentation-with-call-threshold=0 -mllvm -asan-constructor-kind=none "
    "-fno-delete-null-pointer-checks";

}  // namespace

// The C library's headers lack what WASI lacks: __wasilibc_unmodified_upstream restores it, and our folder linux/ has the rest.
Words page_kernel_command(const std::filesystem::path& source, const CompileOptions& options, const std::string& output) {
  Words all = device_command("-triple nvptx64-nvidia-cuda -aux-triple x86_64-unknown-linux-gnu", options);
  append(all, "-D__wasilibc_unmodified_upstream");
  append(all, header_folders("linux", true));
  add_files(all, options, source, output);
  return all;
}

Words page_device_command(const std::filesystem::path& source, const CompileOptions& options, const std::string& output) {
  // Our headers calculate with 128 bits, which clang knows for 64-bit targets only.
  Words all = device_command("-triple nvptx-nvidia-cuda -aux-triple wasm32-unknown-wasip1 -fforce-enable-int128", options);
  append(all, "-D_WASI_EMULATED_GETPID -D__wasm_exception_handling__");  // as on the host, where setjmp needs exceptions
  append(all, header_folders("page", true));
  add_files(all, options, source, output);
  return all;
}

Words page_host_command(const std::filesystem::path& source, const CompileOptions& options, const std::string& ptx,
                        const std::string& output) {
  Words all = {"clang", "-cc1"};
  append(all, to_object);
  append(all, for_users);
  append(all, emulated);
  if (source.extension() == ".c") {
    append(all, header_folders("page", false));
    append(all, "-x c -std=gnu17");
    for (std::string& argument : arguments_of(options))
      if (!argument.starts_with("-std=")) all.push_back(std::move(argument));
    all.insert(all.end(), {"-o", output, source.string()});
    return all;
  }
  // C++ files may use the runtime as well, which the headers for CUDA have. SDK 11 is one in which a launch calls
  // cudaLaunchKernel.
  append(all, header_folders("page", true));
  append(all, fmt::format("-aux-triple nvptx-nvidia-cuda -target-sdk-version=11.0 -fcxx-exceptions -fexceptions -x cuda "
                          "-include {}/prelude.cuh",
                          page_headers));
  if (source.extension() == ".cu")
    all.insert(all.end(), {"-fcuda-include-gpubinary", ptx});
  else
    all.emplace_back("-DWARPLENS_CXX_FILE");
  add_files(all, options, source, output);
  return all;
}

Words page_support_command(const std::string& name, const std::string& output) {
  Words all = {"clang", "-cc1"};
  append(all, to_object);
  append(all, "-fcxx-exceptions -fexceptions -O2 -x c++ -std=c++17");
  append(all, header_folders("page", false));
  all.insert(all.end(), {"-o", output, fmt::format("{}/page/{}", page_headers, name)});
  return all;
}

// Static data and the stack lie below 64 MiB; the runtime's begin there (cmake/web/program.cmake). The stack grows down to
// address 0, so that a program that uses it up stops.
Words page_link_command(const std::vector<std::string>& objects, const std::string& allowed, const std::string& output) {
  Words all = {"wasm-ld"};
  append(all, fmt::format("-m wasm32 --import-memory --initial-memory={} --stack-first -z stack-size={} --export-table "
                          "--export=__stack_pointer --gc-sections --error-limit=0 --allow-undefined-file={} -o {} "
                          "/usr/lib/wasm32-wasip1/crt1-command.o",
                          64 << 20, 8 << 20, allowed, output));
  std::ranges::copy(objects, std::back_inserter(all));
  append(all,
         "-L /usr/lib/wasm32-wasip1 -lc++ -lc++abi -lsetjmp -lwasi-emulated-signal -lwasi-emulated-mman "
         "-lwasi-emulated-process-clocks -lwasi-emulated-getpid -lc /usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a");
  return all;
}

}  // namespace warplens::ptx
