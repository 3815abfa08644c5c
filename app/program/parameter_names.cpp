#include "program/parameter_names.h"

#include <cctype>
#include <cstddef>

namespace warplens::program {
namespace {

using report::Json;

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '>'; }

/// Where `name` stands in `text` as a whole word, from `from` on.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_part_of_name(text[at - 1]);
    if (begins && (end == text.size() || (std::isalnum(static_cast<unsigned char>(text[end])) == 0 && text[end] != '_')))
      return at;
  }
  return std::string::npos;
}

/// Put `parameter` in place of `buffer`; the first time with the buffer's name after it, and after its index.
std::string with_parameter(const std::string& message, const std::string& buffer, const std::string& parameter) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = find_word(message, buffer, 0); at != std::string::npos; at = find_word(message, buffer, done)) {
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

}  // namespace

const std::vector<experiment::KernelSignature>& ParameterNames::kernels_in(const std::string& file) {
  const auto [at, is_new] = kernels_.try_emplace(file);
  if (is_new) at->second = experiment::signatures_of(files_.text(file).value_or(""));
  return at->second;
}

std::string ParameterNames::in(const std::string& message, const Json& finding, const Json& launch) {
  const Json &buffer = finding.at("buffer"), &first = finding.at("first");
  if (!buffer.is_string() || !first.is_object() || !first.at("file").is_string() || !launch.contains("pointers")) return message;
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
