#include "program/parameter_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "launch/python/python_source.h"
#include "launch/python/python_words.h"

namespace warplens::program {
namespace {

using report::Json;

/// Where a message names the buffer, from `from` on: "sum[3]", "byte 12 of sum at line 3", "element 3 of sum, 1 past its end",
/// "sum after it was freed". A buffer may have the name of any other word.
std::size_t find_buffer(const std::string& text, const std::string& name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::string_view before = std::string_view(text).substr(0, at), after = std::string_view(text).substr(at + name.size());
    if (!before.ends_with(' ')) continue;
    if (after.starts_with('[') || after.starts_with(" after it was freed") ||
        (before.ends_with(" of ") && (after.starts_with(',') || after.starts_with(" at line"))))
      return at;
  }
  return std::string::npos;
}

/// Put `parameter` in place of `buffer`; the first time with the buffer's name after it, and after its index.
std::string with_parameter(const std::string& message, const std::string& buffer, const std::string& parameter) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = find_buffer(message, buffer, 0); at != std::string::npos; at = find_buffer(message, buffer, done)) {
    const bool is_first = done == 0;
    text += message.substr(done, at - done) + parameter;
    done = at + buffer.size();
    if (!is_first) continue;
    if (done < message.size() && message[done] == '[') {
      const std::size_t end = message.find(']', done);
      if (end == std::string::npos) break;
      text += message.substr(done, end + 1 - done);
      done = end + 1;
    }
    text += " (" + buffer + ")";
  }
  return text + message.substr(done);
}

std::vector<experiment::KernelSignature> python_signatures(const std::vector<std::string>& lines) {
  std::vector<experiment::KernelSignature> signatures;
  for (const launch::PythonFunction& function : launch::python_functions(lines)) {
    experiment::KernelSignature& signature = signatures.emplace_back();
    signature.kernel = function.name;
    signature.line = static_cast<std::uint32_t>(function.line);
    for (const std::string& name : function.parameters) signature.parameters.push_back({name, "", {}});
  }
  return signatures;
}

}  // namespace

const std::vector<experiment::KernelSignature>& ParameterNames::kernels_in(const std::string& file) {
  const auto [at, is_new] = kernels_.try_emplace(file);
  if (!is_new) return at->second;
  if (launch::is_python_source(file))
    at->second = python_signatures(files_.lines(file));
  else
    at->second = experiment::signatures_of(files_.text(file).value_or(""));
  return at->second;
}

std::string ParameterNames::in(const std::string& message, const Json& finding, const Json& launch) {
  const Json &buffer = finding.at("buffer"), &first = finding.at("first");
  if (!buffer.is_string() || buffer == "" || !first.is_object() || !first.at("file").is_string() || !launch.contains("pointers"))
    return message;
  const Json* pointer = nullptr;
  for (const Json& each : launch["pointers"]) {
    if (each.at("buffer") != buffer) continue;
    if (pointer != nullptr) return message;
    pointer = &each;
  }
  if (pointer == nullptr) return message;
  const auto line = first.at("line").get<std::uint32_t>();
  const experiment::KernelSignature* kernel = nullptr;  // the last one that begins before the line
  for (const experiment::KernelSignature& each : kernels_in(first.at("file").get<std::string>()))
    if (each.line <= line) kernel = &each;
  const auto index = pointer->at("parameter").get<std::size_t>();
  if (kernel == nullptr || kernel->kernel != launch.at("kernel") || index >= kernel->parameters.size()) return message;
  const std::string& parameter = kernel->parameters[index].name;
  return parameter == buffer ? message : with_parameter(message, buffer.get<std::string>(), parameter);
}

}  // namespace warplens::program
