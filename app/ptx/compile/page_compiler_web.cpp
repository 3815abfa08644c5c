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

// Function of the page (cmake/web/functions.js): compile on another thread. `request`, of `bytes` bytes, has the commands, each a
// list of words, then the output's path, then a path and a content for each file. Before each list and text is its length, in
// four bytes. It must last until warplens_compiled() is called.
extern "C" void warplens_compile(int number, const char* request, std::size_t bytes);

namespace warplens::ptx {
namespace {

std::string text_of(const PageRequest& request) {
  std::string text;
  const auto add_count = [&text](std::size_t count) {
    for (unsigned k = 0; k < 4; ++k) text += static_cast<char>(count >> 8 * k & 0xff);
  };
  const auto add = [&](const std::string& part) {
    add_count(part.size());
    text += part;
  };
  add_count(request.commands.size());
  for (const std::vector<std::string>& command : request.commands) {
    add_count(command.size());
    for (const std::string& word : command) add(word);
  }
  add(request.output);
  add_count(request.files.size());
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
      forget_oldest();
      all_.push_back({++last_, std::move(text), std::nullopt});
      found = std::prev(all_.end());
      warplens_compile(found->number, found->text.data(), found->text.size());
    }
    const auto is_answered = [&] { return found->answer.has_value(); };
    if (emscripten_is_main_runtime_thread() == 0) answered_.wait_for(lock, patience, is_answered);
    if (!is_answered()) throw base::NotYet{};
    PageAnswer answer = *found->answer;
    if (answer.made)
      all_.splice(all_.end(), all_, found);
    else  // whoever asks again wants another try
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
  static constexpr std::ptrdiff_t most_answers = 16;

  struct Pending {
    int number = 0;
    std::string text;
    std::optional<PageAnswer> answer;
  };

  /// Drop the answers that nobody has come for the longest.
  void forget_oldest() {
    while (std::count_if(all_.begin(), all_.end(), &Requests::has_answer) > most_answers)
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

/// Called on the page's own thread: the answer to request `number`. `made`: the output, null if a command
/// failed; `said`: messages. Both are to be freed.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_compiled(int number, char* made, std::size_t made_bytes, char* said,
                                                       std::size_t said_bytes) {
  struct Free {
    void operator()(char* text) const { std::free(text); }
  };
  const std::unique_ptr<char, Free> output(made), messages(said);
  warplens::ptx::PageAnswer answer{std::nullopt, std::string(said, said_bytes)};
  if (made != nullptr) answer.made = std::string(made, made_bytes);
  warplens::ptx::requests().answer(number, std::move(answer));
}
