// A program in a page has one thread. A thread that it creates runs to its end at once, before the program goes on. That is one
// of the orders in which threads may run.

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

namespace {

struct Ended {
  void* result;
  bool detached;
};

}  // namespace

extern "C" {
int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*function)(void*), void* argument) {
  Ended* const ended = static_cast<Ended*>(malloc(sizeof(Ended)));
  if (ended == nullptr) return EAGAIN;
  *ended = {nullptr, false};
  *thread = reinterpret_cast<pthread_t>(ended);
  ended->result = function(argument);
  return 0;
}
int pthread_join(pthread_t thread, void** result) {
  Ended* const ended = reinterpret_cast<Ended*>(thread);
  if (result != nullptr) *result = ended->result;
  free(ended);
  return 0;
}
int pthread_detach(pthread_t) { return 0; }
}
