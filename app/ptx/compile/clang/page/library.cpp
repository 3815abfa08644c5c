// The C++ library for WASI is compiled without exceptions: where it would throw one, it stops the program with a text that tells
// which. Here the text becomes that exception.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

namespace {

bool begins(const char* text, const char* word) { return strncmp(text, word, strlen(word)) == 0; }

void* or_throw(void* memory) { return memory != nullptr ? memory : throw std::bad_alloc(); }

}  // namespace

void* operator new(size_t bytes) { return or_throw(malloc(bytes > 0 ? bytes : 1)); }
void* operator new[](size_t bytes) { return operator new(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return or_throw(aligned_alloc(static_cast<size_t>(alignment), bytes > 0 ? bytes : 1));
}
void* operator new[](size_t bytes, std::align_val_t alignment) { return operator new(bytes, alignment); }

extern "C" {
// libc++'s function std::__libcpp_verbose_abort, which it declares as one that throws nothing.
[[noreturn]] void __warplens_library_stops(const char* format, ...) __asm__("_ZNSt3__222__libcpp_verbose_abortEPKcz");

void __warplens_library_stops(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int number = begins(format, "system_error") ? va_arg(arguments, int) : 0;
  const char* const message = strstr(format, "\"%s\"") != nullptr ? va_arg(arguments, const char*) : "";
  va_end(arguments);
  if (begins(format, "invalid_argument")) throw std::invalid_argument(message);
  if (begins(format, "out_of_range")) throw std::out_of_range(message);
  if (begins(format, "length_error")) throw std::length_error(message);
  if (begins(format, "overflow_error")) throw std::overflow_error(message);
  if (begins(format, "runtime_error")) throw std::runtime_error(message);
  if (begins(format, "ios_base::failure")) throw std::system_error(make_error_code(std::errc::io_error), message);
  if (begins(format, "system_error")) throw std::system_error(std::error_code(number, std::generic_category()), message);
  if (begins(format, "bad_alloc")) throw std::bad_alloc();
  if (begins(format, "bad_array_new_length")) throw std::bad_array_new_length();
  if (begins(format, "bad_cast")) throw std::bad_cast();
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  abort();
}
}
