#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "grade/confinement.h"

namespace warplens::cli {
namespace {

/// Becomes the command after --. Returns only with an error.
base::Result<Answer> run_confined(const grade::Confinement& confinement, std::vector<std::string> command) {
  if (command.empty()) return base::error("a command is missing, after --");
  if (const base::Status confined = grade::confine(confinement); !confined) return confined.error();
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(words.front(), words.data());
  return base::Error{command.front(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
}

}  // namespace

Serve add_confined(CLI::App& command) {
  const auto confinement = std::make_shared<grade::Confinement>();
  command.add_option("--read", confinement->readable, "file or folder to read")->allow_extra_args(false);
  command.add_option("--write", confinement->writable, "file or folder to write")->allow_extra_args(false);
  command.add_option("--chdir", confinement->working_folder, "folder to go to");
  command.add_option("--user", confinement->user, "number of the user to become");
  return [confinement](const Context& context) { return run_confined(*confinement, context.arguments); };
}

}  // namespace warplens::cli
