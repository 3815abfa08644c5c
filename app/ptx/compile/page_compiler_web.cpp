#include "ptx/compile/page_compiler_web.h"

#include <emscripten.h>
#include <emscripten/threading.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>

#include "base/not_yet.h"

// Function of the page (cmake/web/functions.js): compile on another thread. `request`, of `bytes` bytes, is the number of
// arguments, the arguments, and a path and a text for each file, with a zero byte between each two. It must last until
// warplens_compiled() is called.
extern "C" void warplens_compile(int number, const char* request, std::size_t bytes);

namespace warplens::ptx {
namespace {

std::string text_of(const PageRequest& request) {
  std::string text = std::to_string(request.arguments.size());
  const auto add = [&text](std::string part) {
    std::replace(part.begin(), part.end(), '\0', ' ');
    text += '\0' + part;
  };
  for (const std::string& argument : request.arguments) add(argument);
  for (const auto& [path, content] : request.files) {
    add(path.string());
    add(content);
  }
  return text;
}

/// Requests and their answers. The page's own thread answers; any thread asks.
class Requests {
 public:
  PageAnswer ask(const PageRequest& request) {
    std::string text = text_of(request);
    std::unique_lock lock(mutex_);
    auto found = std::find_if(all_.begin(), all_.end(), [&](const Pending& each) { return each.text == text; });
    if (found == all_.end()) {
      forget_unwanted();
      all_.push_back({++last_, std::move(text), std::nullopt});
      found = std::prev(all_.end());
      warplens_compile(found->number, found->text.data(), found->text.size());
    }
    const auto is_answered = [&] { return found->answer.has_value(); };
    if (emscripten_is_main_runtime_thread() == 0) answered_.wait_for(lock, patience, is_answered);
    if (!is_answered()) throw base::NotYet{};
    PageAnswer answer = std::move(*found->answer);
    all_.erase(found);
    return answer;
  }

  void answer(int number, PageAnswer answer) {
    const std::lock_guard lock(mutex_);
    for (Pending& each : all_)
      if (each.number == number) each.answer = std::move(answer);
    answered_.notify_all();
  }

 private:
  static constexpr std::chrono::milliseconds patience{50};
  static constexpr std::size_t most_unwanted = 4;

  struct Pending {
    int number = 0;
    std::string text;
    std::optional<PageAnswer> answer;
  };

  /// Drop the oldest answers that nobody has come back for.
  void forget_unwanted() {
    while (std::count_if(all_.begin(), all_.end(), &Requests::has_answer) > static_cast<std::ptrdiff_t>(most_unwanted))
      all_.erase(std::find_if(all_.begin(), all_.end(), &Requests::has_answer));
  }
  static bool has_answer(const Pending& pending) { return pending.answer.has_value(); }

  std::mutex mutex_;
  std::condition_variable answered_;
  std::list<Pending> all_;
  int last_ = 0;
};

Requests& requests() {
  static Requests only;
  return only;
}

}  // namespace

PageAnswer ask_page_compiler(const PageRequest& request) { return requests().ask(request); }

}  // namespace warplens::ptx

/// Called on the page's own thread: the answer to request `number`. `made`: the IR, null if the source was refused; `said`:
/// messages. Both are to be freed.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_compiled(int number, char* made, std::size_t made_bytes, char* said,
                                                       std::size_t said_bytes) {
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  const std::unique_ptr<char, Free> ir(made), messages(said);
  warplens::ptx::PageAnswer answer{std::nullopt, std::string(said, said_bytes)};
  if (made != nullptr) answer.ir = std::string(made, made_bytes);
  warplens::ptx::requests().answer(number, std::move(answer));
}
