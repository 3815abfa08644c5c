#include "program/python.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "base/process.h"
#include "base/resources.h"
#include "program/build.h"

namespace warplens::program {
namespace {

constexpr std::chrono::seconds question_limit{20};

/// Prints the version of Numba without importing it, which takes half a second.
constexpr const char* question =
    "import importlib.metadata as m\n"
    "try: print('numba', m.version('numba'))\n"
    "except m.PackageNotFoundError: print('none')";

base::Result<PythonInterpreter> ask(std::filesystem::path program) {
  const auto answer = base::run_process(program, {"-c", question}, question_limit);
  if (!answer) return answer.error();
  const std::string& text = answer->output;
  if (text.starts_with("none\n")) return PythonInterpreter{std::move(program), ""};
  constexpr std::string_view word = "numba ";
  if (!text.starts_with(word)) return base::Error{program.string(), 0, 0, "is not a Python 3.8 or later"};
  return PythonInterpreter{std::move(program), text.substr(word.size(), text.find('\n') - word.size())};
}

std::filesystem::path toolkit_folder() { return library_folder().parent_path() / "toolkit"; }

std::filesystem::path python_folder() { return base::resource_folder() / "python"; }

}  // namespace

base::Result<PythonInterpreter> find_python(const std::string& chosen) {
  if (!chosen.empty()) {
    const std::filesystem::path found = base::find_program(chosen);
    if (found.empty()) return base::Error{"--python", 0, 0, "there is no program '" + chosen + "'"};
    return ask(found);
  }
  base::Result<PythonInterpreter> first = base::error("there is no python3: install Python 3.8 or later, and Numba");
  for (const std::filesystem::path& program :
       std::array{base::find_program("python3"), std::filesystem::path("/usr/bin/python3")}) {
    if (program.empty()) continue;
    auto python = ask(program);
    if (python && !python->numba.empty()) return python;
    if (!first) first = std::move(python);
  }
  return first;
}

std::vector<std::string> python_arguments(const std::filesystem::path& file, const std::vector<std::string>& arguments,
                                          const std::filesystem::path& folder) {
  std::vector<std::string> all;
  if (file.extension() == ".ipynb")
    all = {"-m", "warplens.run_notebook", file.string(), (folder / "cells").string()};
  else
    all = {file.string()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

std::vector<std::filesystem::path> folders_for_python() { return {python_folder(), toolkit_folder()}; }

Variables variables_for_python() {
  const std::filesystem::path toolkit = toolkit_folder();
  std::string path = (python_folder() / "startup").string() + ":" + python_folder().string();
  if (const char* const own = std::getenv("PYTHONPATH"); own != nullptr && *own != '\0') path += std::string(":") + own;
  Variables all{
      {"NUMBA_CUDA_DRIVER", (library_folder() / "libcuda.so.1").string()}, {"CUDA_HOME", toolkit.string()}, {"PYTHONPATH", path}};
  // Numba warns of fewer than 128 blocks, whatever the card has: the kernels of a course would all be warned of.
  constexpr const char* warnings = "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS";
  if (std::getenv(warnings) == nullptr) all.emplace_back(warnings, "0");
  return all;
}

}  // namespace warplens::program
