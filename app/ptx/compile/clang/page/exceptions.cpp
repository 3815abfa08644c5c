// Exceptions of C++ by those of WebAssembly. The C++ library for WASI has none: here is what compiled code calls (Itanium C++
// ABI: Exception Handling, "Level II"; WebAssembly tool conventions, "Exception handling").

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <exception>
#include <typeinfo>

// The kind of WebAssembly's exceptions that C++ throws, with the object's address.
__asm__(".tagtype __cpp_exception i32\n.globl __cpp_exception\n__cpp_exception:");

namespace __cxxabiv1 {

/// The first virtual functions of every type_info (LLVM, libcxxabi, "private_typeinfo.h").
class __shim_type_info : public std::type_info {
 public:
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  /// Whether a handler of this type catches `thrown`, an object of the type `type`; moves `thrown` to the base class.
  virtual bool can_catch(const __shim_type_info* type, void*& thrown) const = 0;
};

/// What lies before the thrown object.
struct alignas(16) __cxa_exception {
  const __shim_type_info* type;
  void* (*destroy)(void*);
  void* caught;           ///< the object as the handler's type
  __cxa_exception* next;  ///< in the list of caught ones
  int handlers;           ///< that have begun and not ended
  int references;         ///< of exception_ptr, and of the throw
  bool thrown_again;      ///< by the innermost handler
};

extern "C" char* __cxa_demangle(const char* name, char* buffer, size_t* bytes, int* status);

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;
using Header = __cxxabiv1::__cxa_exception;
using Destructor = void*(void*);

Header* innermost_caught = nullptr;
Header* last_thrown = nullptr;
unsigned in_flight = 0;

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }
void* object_of(Header* header) { return header + 1; }

void release(Header* header) {
  if (--header->references > 0) return;
  if (header->destroy != nullptr) header->destroy(object_of(header));
  if (header == last_thrown) last_thrown = nullptr;
  free(header);
}

[[noreturn]] void throw_it(Header* header) {
  ++in_flight;
  last_thrown = header;
  __builtin_wasm_throw(0, object_of(header));
}

/// Numbers of DWARF: "Variable Length Data".
uint32_t unsigned_at(const uint8_t*& at) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const uint8_t byte = *at++;
    value |= uint32_t{byte & 0x7fu} << shift;
    if ((byte & 0x80) == 0) return value;
  }
}
int32_t signed_at(const uint8_t*& at) {
  uint32_t value = 0;
  for (unsigned shift = 0;;) {
    const uint8_t byte = *at++;
    value |= uint32_t{byte & 0x7fu} << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    if (shift < 32 && (byte & 0x40) != 0) value |= ~uint32_t{0} << shift;
    return static_cast<int32_t>(value);
  }
}

/// A function's table of handlers ("Exception Handling Tables").
struct Table {
  const uint8_t *types, *places, *actions;

  explicit Table(const uint8_t* at) : types(nullptr) {
    constexpr uint8_t omitted = 0xff;
    if (*at++ != omitted) unsigned_at(at);
    if (*at++ != omitted) {
      const uint32_t bytes = unsigned_at(at);
      types = at + bytes;
    }
    ++at;  // how numbers are written: always as above
    const uint32_t bytes = unsigned_at(at);
    places = at;
    actions = at + bytes;
  }

  /// The number of the handler that catches an exception at the place `index`, 0: none does.
  int handler(uint32_t index, Header* header) const {
    const uint8_t* at = places;
    uint32_t first = 0;
    for (uint32_t k = 0; k <= index; ++k) {
      unsigned_at(at);
      first = unsigned_at(at);
    }
    if (first == 0) return 0;
    for (const uint8_t* action = actions + first - 1;;) {
      const int32_t number = signed_at(action);
      const uint8_t* const rest = action;
      const int32_t next = signed_at(action);
      void* object = object_of(header);
      if (number > 0 && catches(reinterpret_cast<const Type* const*>(types)[-number], header->type, object)) {
        header->caught = object;
        return number;
      }
      if (next == 0) return 0;
      action = rest + next;
    }
  }

 private:
  static bool catches(const Type* handler, const Type* thrown, void*& object) {
    return handler == nullptr || handler->can_catch(thrown, object);
  }
};

/// Say what ends the program, as libstdc++ does.
void report() {
  fflush(stdout);
  Header* const header = in_flight > 0 ? last_thrown : innermost_caught;
  if (header == nullptr) {
    fputs("terminate called without an active exception\n", stderr);
    return;
  }
  int status = -1;
  const char* const name = __cxxabiv1::__cxa_demangle(header->type->name(), nullptr, nullptr, &status);
  fprintf(stderr, "terminate called after throwing an instance of '%s'\n", status == 0 ? name : header->type->name());
  void* object = object_of(header);
  if (static_cast<const Type&>(typeid(std::exception)).can_catch(header->type, object))
    fprintf(stderr, "  what():  %s\n", static_cast<std::exception*>(object)->what());
}

[[noreturn]] void report_and_abort() {
  report();
  abort();
}
__attribute__((constructor)) void report_when_terminated() { std::set_terminate(report_and_abort); }

}  // namespace

extern "C" {
/// Where a landing pad says which it is, and reads which handler is meant.
struct {
  uint32_t index;
  const uint8_t* table;
  int selector;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
  Header* const header = header_of(object);
  __wasm_lpad_context.selector = Table(__wasm_lpad_context.table).handler(__wasm_lpad_context.index, header);
  return 0;
}
void _Unwind_DeleteException(void* object) { release(header_of(object)); }
int __gxx_wasm_personality_v0(...) { return 0; }

void* __cxa_allocate_exception(size_t bytes) noexcept {
  Header* const header = static_cast<Header*>(malloc(sizeof(Header) + bytes));
  if (header == nullptr) std::terminate();
  *header = {nullptr, nullptr, nullptr, nullptr, 0, 1, false};
  return object_of(header);
}
void __cxa_free_exception(void* object) noexcept { free(header_of(object)); }
Header* __cxa_init_primary_exception(void* object, std::type_info* type, Destructor* destroy) noexcept {
  Header* const header = header_of(object);
  header->type = static_cast<const Type*>(type);
  header->destroy = destroy;
  header->caught = object;
  return header;
}
[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor* destroy) {
  throw_it(__cxa_init_primary_exception(object, type, destroy));
}
void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->caught; }
void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  if (header->handlers == 0) {
    header->next = innermost_caught;
    innermost_caught = header;
  }
  header->thrown_again = false;
  ++header->handlers;
  --in_flight;
  return header->caught;
}
void __cxa_end_catch() {
  Header* const header = innermost_caught;
  if (header == nullptr || --header->handlers > 0) return;
  innermost_caught = header->next;
  if (!header->thrown_again) release(header);
  header->thrown_again = false;
}
[[noreturn]] void __cxa_rethrow() {
  Header* const header = innermost_caught;
  if (header == nullptr) std::terminate();
  header->thrown_again = true;
  throw_it(header);
}
std::type_info* __cxa_current_exception_type() {
  return innermost_caught != nullptr ? const_cast<Type*>(innermost_caught->type) : nullptr;
}
unsigned __cxa_uncaught_exceptions() noexcept { return in_flight; }
bool __cxa_uncaught_exception() noexcept { return in_flight > 0; }

void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object != nullptr) ++header_of(object)->references;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object != nullptr) release(header_of(object));
}
void* __cxa_current_primary_exception() noexcept {
  if (innermost_caught == nullptr) return nullptr;
  void* const object = object_of(innermost_caught);
  __cxa_increment_exception_refcount(object);
  return object;
}
void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  __cxa_increment_exception_refcount(object);
  throw_it(header_of(object));
}

/// Called by the page for an exception that leaves main(). Whether it is the program's.
__attribute__((export_name("warplens_uncaught"))) bool __warplens_uncaught() {
  if (in_flight == 0) return false;
  report();
  return true;
}
}
