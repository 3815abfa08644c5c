#include "ptx/compile/nvrtc.h"

#include <dlfcn.h>

#include <algorithm>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "ptx/compile/diagnostic.h"

namespace warplens::ptx {
namespace {

/// A substitute for a header of the C library, with the parts that device code needs.
struct NvrtcHeader {
  const char* name;  ///< as in the include: "cstdio"
  const char* text;
};

constexpr const char* built_in = "#pragma once\n";

constexpr const char* standard_library = R"(#pragma once
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
)";

// Without INFINITY and NAN of its own, NVRTC has the functions only.
constexpr const char* mathematics = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VALF INFINITY
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#endif
)";

// As the toolkit's host headers have it; NVRTC's own assert does nothing.
constexpr const char* assertion = R"(#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif
)";

constexpr const char* integers = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define UINT8_MAX 255
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define UINT64_MAX 18446744073709551615ul
namespace std {
using ::int8_t;
using ::uint8_t;
using ::int16_t;
using ::uint16_t;
using ::int32_t;
using ::uint32_t;
using ::int64_t;
using ::uint64_t;
using ::intptr_t;
using ::uintptr_t;
}
)";

// ISO/IEC 9899:2018, 5.2.4.2, for x86-64 Linux.
constexpr const char* integer_limits = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
)";

constexpr const char* float_limits = R"(#pragma once
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
)";

/// For NVRTC: the headers of the C library that .cu files include most. NVRTC has printf, malloc, memcpy and the mathematical
/// functions built in, but no host headers. If a source needs more than these, NVRTC refuses it, and nvcc or clang compiles it.
constexpr NvrtcHeader nvrtc_headers[] = {
    {"cstdio", built_in},          {"stdio.h", built_in},          {"cstring", built_in},       {"string.h", built_in},
    {"cstddef", built_in},         {"stddef.h", built_in},         {"cassert", assertion},      {"assert.h", assertion},
    {"cstdlib", standard_library}, {"stdlib.h", standard_library}, {"cmath", mathematics},      {"math.h", mathematics},
    {"cstdint", integers},         {"stdint.h", integers},         {"climits", integer_limits}, {"limits.h", integer_limits},
    {"cfloat", float_limits},      {"float.h", float_limits},
};

/// The used functions of nvrtc.h, with the names and types of its documentation; a result of 0 is success.
struct Library {
  using Program = void*;
  int (*version)(int* major, int* minor) = nullptr;
  int (*create)(Program*, const char* source, const char* name, int headers, const char* const*, const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*compile)(Program, int options, const char* const* option) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*ptx_size)(Program, std::size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
  std::filesystem::path path;
};

template <typename Function>
bool bind(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

/// Loaded once and never unloaded: its threads and caches do not survive unloading.
const Library* library() {
  static const std::unique_ptr<const Library> loaded = []() -> std::unique_ptr<const Library> {
    for (const char* name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"}) {
      void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) continue;
      auto found = std::make_unique<Library>();
      Library& f = *found;
      const bool complete = bind(handle, "nvrtcVersion", f.version) && bind(handle, "nvrtcCreateProgram", f.create) &&
                            bind(handle, "nvrtcDestroyProgram", f.destroy) && bind(handle, "nvrtcCompileProgram", f.compile) &&
                            bind(handle, "nvrtcGetProgramLogSize", f.log_size) && bind(handle, "nvrtcGetProgramLog", f.log) &&
                            bind(handle, "nvrtcGetPTXSize", f.ptx_size) && bind(handle, "nvrtcGetPTX", f.ptx);
      if (!complete) continue;
      Dl_info place{};
      if (dladdr(reinterpret_cast<void*>(f.version), &place) != 0 && place.dli_fname != nullptr) f.path = place.dli_fname;
      return found;
    }
    return nullptr;
  }();
  return loaded.get();
}

/// A text returned by NVRTC: its size including the terminating zero, then its bytes.
std::string text_of(Library::Program program, int (*size)(Library::Program, std::size_t*), int (*get)(Library::Program, char*)) {
  std::size_t bytes = 0;
  if (size(program, &bytes) != 0 || bytes == 0) return {};
  std::string text(bytes, '\0');
  if (get(program, text.data()) != 0) return {};
  text.pop_back();
  return text;
}

/// Arguments for a source: include paths for the toolkit's headers (cuda_fp16.h, cooperative_groups.h, cuda/atomic, …) next to
/// the library, and for headers next to the source.
std::vector<std::string> arguments(const Library& nvrtc, const CompileOptions& options, const std::filesystem::path& source) {
  std::vector<std::string> all = nvrtc_arguments(options.architecture);
  std::ranges::move(arguments_of(options), std::back_inserter(all));
  all.push_back("-I" + source.parent_path().string());
  std::error_code code;
  const std::filesystem::path toolkit = std::filesystem::canonical(nvrtc.path, code).parent_path().parent_path();
  for (const std::filesystem::path& include : {toolkit / "include", toolkit / "include" / "cccl"}) {
    if (std::filesystem::exists(include, code)) all.push_back("-I" + include.string());
  }
  return all;
}

base::Result<Compiled> compile_now(const Library& nvrtc, const std::string& source, const std::filesystem::path& path,
                                   const CompileOptions& options) {
  Library::Program program = nullptr;
  std::vector<const char*> texts, names;
  for (const NvrtcHeader& header : nvrtc_headers) {
    texts.push_back(header.text);
    names.push_back(header.name);
  }
  if (nvrtc.create(&program, source.c_str(), path.c_str(), static_cast<int>(names.size()), texts.data(), names.data()) != 0)
    return base::Error{path.string(), 0, 0, "nvrtc could not begin"};
  const auto destroy = [&](Library::Program* used) { nvrtc.destroy(used); };
  const std::unique_ptr<Library::Program, decltype(destroy)> owner(&program, destroy);
  const std::vector<std::string> all = arguments(nvrtc, options, path);
  std::vector<const char*> pointers;
  for (const std::string& option : all) pointers.push_back(option.c_str());
  const bool accepted = nvrtc.compile(program, static_cast<int>(pointers.size()), pointers.data()) == 0;
  const std::string log = text_of(program, nvrtc.log_size, nvrtc.log);
  if (accepted) return Compiled{text_of(program, nvrtc.ptx_size, nvrtc.ptx), warnings_in(log)};
  if (auto error = first_diagnostic(log)) return *error;
  return base::Error{path.string(), 0, 0, "nvrtc failed: " + log.substr(0, log.find('\n'))};
}

}  // namespace

std::optional<Nvrtc> find_nvrtc() {
  const Library* nvrtc = library();
  if (nvrtc == nullptr) return std::nullopt;
  int major = 0, minor = 0;
  nvrtc->version(&major, &minor);
  return Nvrtc{nvrtc->path, std::to_string(major) + "." + std::to_string(minor)};
}

std::vector<std::string> nvrtc_arguments(unsigned architecture) {
  return {"-arch=compute_" + std::to_string(architecture), "-lineinfo", "--device-int128"};
}

base::Result<Compiled> compile_with_nvrtc(const std::string& source, const std::filesystem::path& path,
                                          const CompileOptions& options) {
  const Library* nvrtc = library();
  if (nvrtc == nullptr) return base::Error{path.string(), 0, 0, "there is no NVRTC here"};
  // Compile in a separate thread, which is abandoned if the compiler does not end.
  std::packaged_task<base::Result<Compiled>()> task([=] { return compile_now(*nvrtc, source, path, options); });
  std::future<base::Result<Compiled>> answer = task.get_future();
  std::thread(std::move(task)).detach();
  if (answer.wait_for(compile_limit) != std::future_status::ready)
    return base::Error{path.string(), 0, 0, "nvrtc did not end within " + std::to_string(compile_limit.count()) + " s"};
  return answer.get();
}

}  // namespace warplens::ptx
