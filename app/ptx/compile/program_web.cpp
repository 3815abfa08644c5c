#include "ptx/compile/program_web.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "ptx/compile/clang_headers.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/launch_brackets.h"
#include "ptx/compile/link_errors.h"
#include "ptx/compile/page_arguments_web.h"
#include "ptx/compile/page_compiler_web.h"
#include "ptx/compile/source_files.h"

namespace warplens::ptx {
namespace {

/// What the page gives to programs apart from what runtime_calls.cuh declares (runtime/interface.h): called by what clang makes
/// of a .cu file, and by programs that declare it themselves.
constexpr const char* declared_elsewhere[] = {
    "__cudaRegisterFatBinary",    "__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary",  "__cudaRegisterFunction",
    "__cudaRegisterVar",          "__cudaRegisterManagedVar",   "__cudaPopCallConfiguration", "cudaGetKernel",
    "cudaGetDeviceProperties_v2", "cudaGetFuncBySymbol",        "cudaMemPoolSetAccess",       "cudaEventElapsedTime_v2"};

bool is_in_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// The functions of CUDA that a header declares.
void add_declared(const std::string& header, std::set<std::string>& names) {
  for (std::size_t at = header.find('('); at != std::string::npos; at = header.find('(', at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_in_name(header[begin - 1])) --begin;
    const std::string_view name = std::string_view(header).substr(begin, at - begin);
    if (name.starts_with("cuda") || name.starts_with("__cuda")) names.emplace(name);
  }
}

/// A list for the linker of what the page gives to programs, apart from what our own files import.
base::Result<std::string> allowed_functions() {
  std::set<std::string> names(std::begin(declared_elsewhere), std::end(declared_elsewhere));
  for (const char* header : {"runtime_calls.cuh", "graph_calls.cuh"}) {
    const auto calls = base::read_text(clang_headers() / header);
    if (!calls) return calls.error();
    add_declared(*calls, names);
  }
  std::string list;
  for (const std::string& name : names) list += name + '\n';
  return list;
}

/// The name, after its length, that the linker gives to what stands for main() where there is none: the C library may lack it.
constexpr std::string_view no_main = "\x13undefined_weak:main";

constexpr const char* not_in_the_page =
    "which Warplens does not have in a page: the driver's interface, mipmaps and CUDA's libraries are left out";

constexpr const char* allowed_file = "/made/functions";
constexpr const char* program_file = "/made/program.wasm";

/// The request, but for the files of the user.
base::Result<PageRequest> host_request(const std::vector<HostSource>& sources, const CompileOptions& options) {
  auto allowed = allowed_functions();
  if (!allowed) return allowed.error();
  PageRequest request{{}, program_file, {{allowed_file, std::move(*allowed)}}};
  std::vector<std::string> objects;
  for (const HostSource& source : sources) {
    const std::string stem = "/made/" + std::to_string(objects.size()), ptx = stem + ".ptx";
    // The runtime finds the text's end by a zero, which clang does not add.
    if (!source.ptx.empty()) request.files.emplace_back(ptx, source.ptx + '\0');
    objects.push_back(stem + ".o");
    request.commands.push_back(page_host_command(base::whole_path(source.path), options, ptx, objects.back()));
  }
  for (const char* name : {"memory", "threads", "exceptions", "library", "checks"}) {
    objects.push_back(std::string("/made/") + name + ".o");
    request.commands.push_back(page_support_command(std::string(name) + ".cpp", objects.back()));
  }
  request.commands.push_back(page_link_command(objects, allowed_file, program_file));
  return request;
}

/// Give each file of the user the path by which the user knows it.
base::Error in_given_words(base::Error error, const std::vector<HostSource>& sources) {
  for (const HostSource& source : sources)
    if (error.file == base::whole_path(source.path).string()) error.file = source.path.string();
  return error;
}

/// What the linker has found in two files. Compilers give main() further names, which begin with "__".
std::string defined_twice(const std::string& said) {
  constexpr std::string_view before = "duplicate symbol: ";
  std::string all;
  for (std::size_t at = said.find(before); at != std::string::npos; at = said.find(before, at + 1)) {
    const std::size_t begin = at + before.size();
    const std::string name = said.substr(begin, said.find('\n', begin) - begin);
    if (!name.starts_with("__")) all += (all.empty() ? "" : ", ") + name;
  }
  return all;
}

base::Error host_error(const std::string& said, const std::vector<HostSource>& sources) {
  if (auto error = first_diagnostic(said)) return in_given_words(std::move(*error), sources);
  if (auto error = missing_function_error(said, not_in_the_page)) return std::move(*error);
  if (said.find("initial memory too small") != std::string::npos)
    return base::error("the program's static variables take more than 56 MB, which are too many in a page");
  if (const std::string twice = defined_twice(said); !twice.empty())
    return base::error("two files of the program both define " + twice);
  return base::Error{sources.front().path.string(), 0, 0, first_line(said)};
}

}  // namespace

base::Result<HostProgram> compile_host(const std::vector<HostSource>& sources, const CompileOptions& options) {
  auto request = host_request(sources, options);
  if (!request) return request.error();
  std::vector<std::filesystem::path> paths;
  for (const HostSource& source : sources) paths.push_back(base::whole_path(source.path));
  auto read = read_sources(paths, options.include_folders);
  if (!read) return in_given_words(read.error(), sources);
  for (SourceFile& file : read->files)
    request->files.emplace_back(std::move(file.path), with_joined_brackets(std::move(file.text)));
  PageAnswer answer = ask_page_compiler(*request);
  if (!answer.made) return host_error(answer.said, sources);
  if (answer.made->find(no_main) != std::string::npos) return base::error("the program has no function main()");
  HostProgram program{std::move(*answer.made), warnings_in(answer.said)};
  for (base::Error& warning : program.warnings) warning = in_given_words(std::move(warning), sources);
  return program;
}

}  // namespace warplens::ptx
