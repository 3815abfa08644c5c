#include "runtime/interruptible_launch.h"

#include <atomic>
#include <thread>

namespace warplens::runtime {
namespace {

// What a signal handler can know is only what is global.
std::atomic<launch::Progress*> interrupted;
std::atomic<int> using_it = 0;   // handlers, perhaps in other threads
struct sigaction own_action {};  // of the program

void on_interrupt(int signal, siginfo_t* info, void* context) {
  ++using_it;
  if (launch::Progress* const progress = interrupted.load()) progress->cancel = true;
  --using_it;
  if ((own_action.sa_flags & SA_SIGINFO) != 0)
    own_action.sa_sigaction(signal, info, context);
  else
    own_action.sa_handler(signal);
}

}  // namespace

InterruptibleLaunch::InterruptibleLaunch(launch::Progress& progress) {
  if (::sigaction(SIGINT, nullptr, &own_action) != 0) return;
  const bool has_handler =
      (own_action.sa_flags & SA_SIGINFO) != 0 || (own_action.sa_handler != SIG_DFL && own_action.sa_handler != SIG_IGN);
  if (!has_handler) return;
  interrupted = &progress;
  struct sigaction action = own_action;
  action.sa_flags |= SA_SIGINFO;
  action.sa_sigaction = on_interrupt;
  installed_ = ::sigaction(SIGINT, &action, nullptr) == 0;
}

InterruptibleLaunch::~InterruptibleLaunch() {
  if (installed_) ::sigaction(SIGINT, &own_action, nullptr);
  interrupted = nullptr;
  while (using_it != 0) std::this_thread::yield();
}

}  // namespace warplens::runtime
