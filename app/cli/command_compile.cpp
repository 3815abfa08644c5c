#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/file.h"
#include "cli/command.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/source_kind.h"
#include "ptx/instrument/instrument.h"
#include "ptx/parse/parser.h"

namespace warplens::cli {
namespace {

struct CompileRequest {
  std::filesystem::path source, output;
  bool instrumented = false;
  std::uint64_t records = 0;  // bytes
};

/// The instrumented PTX that records its own trace on a GPU.
base::Result<std::string> instrumented(const CompileRequest& options, std::string text) {
  const auto module = ptx::parse(std::move(text), options.source.string());
  if (!module) return module.error();
  auto result = ptx::instrument(*module, options.records);
  if (!result) return result.error();
  return std::move(result->text);
}

}  // namespace

Serve add_compile(CLI::App& command) {
  const auto options = std::make_shared<CompileRequest>();
  command.add_option("source", options->source, "CUDA C++ or NVVM IR (.ll), with --instrumented also PTX")
      ->required()
      ->type_name("FILE.cu");
  command.add_option("-o,--output", options->output, "where the PTX goes; standard output without it")->type_name("FILE.ptx");
  command.add_flag("--instrumented", options->instrumented,
                   "PTX that records its accesses to global and shared memory and its barriers, as a GPU runs it for a trace");
  command.add_option("--records", options->records, "with --instrumented: keep the records in a variable of that size")
      ->type_name("BYTES")
      ->needs("--instrumented");
  return [options](const Context& context) -> base::Result<Answer> {
    const bool as_it_is = options->source.extension() == ".ptx" && !options->instrumented;
    if (!ptx::is_kernel_source(options->source) || as_it_is)
      return base::Error{options->source.string(), 0, 0, "not a .cu or .ll file"};
    auto text = ptx::load(options->source, context.compile);
    if (!text) return text.error();
    if (options->instrumented) text = instrumented(*options, std::move(*text));
    if (!text) return text.error();
    if (options->output.empty()) return Answer{std::move(*text), {}, status_fine};
    if (const base::Status written = base::write_file(options->output, *text); !written) return written.error();
    return Answer{};
  };
}

}  // namespace warplens::cli
