#include "gpu/printed.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace warplens::gpu {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string printed_during(const ptx::Module& module, const std::function<void()>& work) {
  const bool prints = std::any_of(module.functions.begin(), module.functions.end(),
                                  [](const ptx::Function& function) { return function.name == "vprintf"; });
  const std::unique_ptr<std::FILE, CloseFile> caught(prints ? std::tmpfile() : nullptr);
  std::fflush(stdout);
  const int own = caught ? ::dup(STDOUT_FILENO) : -1;
  if (own < 0) {
    work();
    return "";
  }
  ::dup2(::fileno(caught.get()), STDOUT_FILENO);
  work();
  std::fflush(stdout);
  ::dup2(own, STDOUT_FILENO);
  ::close(own);

  std::fseek(caught.get(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::max(0L, std::ftell(caught.get()))), '\0');
  std::rewind(caught.get());
  text.resize(std::fread(text.data(), 1, text.size(), caught.get()));
  return text;
}

}  // namespace warplens::gpu
