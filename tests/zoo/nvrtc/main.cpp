#include <iostream>

#include "base/file.h"
#include "ptx/compile/nvrtc.h"
#include "ptx/compile/options.h"

/// `SOURCE.cu -o OUTPUT.ptx` compiles with NVRTC, as the program does for a user's source; `--version` prints NVRTC's version.
int main(int count, char** arguments) {
  using namespace warplens;
  if (count == 2 && arguments[1] == std::string("--version")) {
    const auto nvrtc = ptx::find_nvrtc();
    std::cout << (nvrtc ? nvrtc->version : "no NVRTC") << "\n";
    return 0;
  }
  if (count != 4 || arguments[2] != std::string("-o")) return 2;
  const auto failed = [](const base::Error& error) {
    std::cerr << base::describe(error) << "\n";
    return 1;
  };
  const auto source = base::read_text(arguments[1]);
  if (!source) return failed(source.error());
  ptx::CompileOptions options;
  options.architecture = ptx::needed_architecture(*source);
  const auto ptx = ptx::compile_with_nvrtc(*source, arguments[1], options);
  if (!ptx) return failed(ptx.error());
  const auto written = base::write_file(arguments[3], ptx->ptx);
  return written ? 0 : failed(written.error());
}
