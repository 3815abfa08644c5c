#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "nvvm_compiler/compile.h"

// nvvm_compiler [OPTION...] [--output PTX] (--module FILE | --lazy FILE)...: compiles NVVM IR, in a process that
// nvvm_library/program.cpp starts. Without --output it only reads the modules and checks their structure. Errors go to standard
// output, with status 1.

namespace warplens::nvvm_compiler {
namespace {

struct Request {
  std::vector<std::string> options;
  std::optional<std::filesystem::path> output;
  std::vector<IrModule> modules;
};

base::Result<Request> parse(std::span<char*> arguments) {
  Request request;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string word = arguments[k];
    const bool lazy = word == "--lazy";
    if (word != "--output" && word != "--module" && !lazy) {
      request.options.push_back(word);
      continue;
    }
    if (++k == arguments.size()) return base::error(word + " needs a file");
    const std::filesystem::path file = arguments[k];
    if (word == "--output") {
      request.output = file;
      continue;
    }
    auto content = base::read_text(file);
    if (!content) return content.error();
    request.modules.push_back({std::move(*content), file.filename().string(), lazy});
  }
  return request;
}

base::Status run(std::span<char*> arguments) {
  const auto request = parse(arguments);
  if (!request) return request.error();
  const auto options = parse_options(request->options);
  if (!options) return options.error();
  if (!request->output) return verify(request->modules);
  const auto ptx = compile(request->modules, *options);
  if (!ptx) return ptx.error();
  return base::write_file(*request->output, *ptx);
}

}  // namespace
}  // namespace warplens::nvvm_compiler

int main(int count, char** arguments) {
  const auto done = warplens::nvvm_compiler::run(std::span(arguments, static_cast<std::size_t>(count)).subspan(1));
  if (done) return 0;
  // LLVM's messages have lines that show the place.
  const warplens::base::Error& error = done.error();
  std::printf("%s\n", (error.file.empty() ? error.message : warplens::base::describe(error)).c_str());
  return 1;
}
