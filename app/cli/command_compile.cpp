#include <filesystem>
#include <memory>

#include "base/file.h"
#include "cli/command.h"
#include "ptx/compile.h"

namespace warplens::cli {
namespace {

struct CompileOptions {
  std::filesystem::path source, output;
};

}  // namespace

Serve add_compile(CLI::App& command) {
  const auto options = std::make_shared<CompileOptions>();
  command.add_option("source", options->source, "CUDA C++ file")->required()->type_name("FILE.cu");
  command.add_option("-o,--output", options->output, "where the PTX goes; standard output without it")->type_name("FILE.ptx");
  return [options](const Context&) -> base::Result<Answer> {
    if (options->source.extension() != ".cu") return base::Error{options->source.string(), 0, 0, "not a .cu file"};
    auto text = ptx::compile(options->source);
    if (!text) return text.error();
    if (options->output.empty()) return Answer{std::move(*text), {}, status_fine};
    if (const base::Status written = base::write_file(options->output, *text); !written) return written.error();
    return Answer{};
  };
}

}  // namespace warplens::cli
