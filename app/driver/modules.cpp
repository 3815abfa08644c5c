#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "driver/driver.h"
#include "runtime/device_runtime.h"
#include "runtime/ptx_link.h"

// Modules, and linking several texts of PTX to one.

namespace warplens::driver {
namespace {

using runtime::Call;
using runtime::Program;
using runtime::Status;

/// The compiler's options that have an effect here: where to write messages, and how many registers a thread may have.
class JitOptions {
 public:
  JitOptions(unsigned count, const CUjit_option* options, void** values) {
    for (unsigned k = 0; k < count && options != nullptr && values != nullptr; ++k) {
      if (options[k] == CU_JIT_ERROR_LOG_BUFFER) text_ = static_cast<char*>(values[k]);
      if (options[k] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) bytes_ = &values[k];
      if (options[k] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) values[k] = nullptr;  // nothing is written there
      if (options[k] == CU_JIT_MAX_REGISTERS)
        max_registers_ = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(values[k]));
    }
  }
  /// Write a message, and how long it is; "" if all is well.
  void write(std::string_view message) const {
    const std::size_t room = bytes_ != nullptr ? reinterpret_cast<std::uintptr_t>(*bytes_) : 0;
    const std::size_t kept = std::min(message.size(), room == 0 ? 0 : room - 1);
    if (text_ != nullptr && room > 0) {
      std::memcpy(text_, message.data(), kept);
      text_[kept] = '\0';
    }
    if (bytes_ != nullptr) *bytes_ = reinterpret_cast<void*>(kept);
  }

  std::uint32_t max_registers() const { return max_registers_; }  ///< 0: as many as there are

 private:
  char* text_ = nullptr;
  void** bytes_ = nullptr;
  std::uint32_t max_registers_ = 0;
};

Status load(Program& program, CUmodule* module, const void* image, const JitOptions& options) {
  if (module == nullptr || image == nullptr) return Status::invalid_value;
  std::string limited;  // only a text can be: machine code has its registers
  const char first = *static_cast<const char*>(image);
  if (options.max_registers() != 0 && (first == '.' || first == '/' || std::isspace(static_cast<unsigned char>(first)) != 0))
    limited = runtime::with_max_registers(static_cast<const char*>(image), options.max_registers());
  const auto number = program.kernels.add_module(limited.empty() ? image : limited.c_str());
  options.write(number ? "" : base::describe(number.error()));
  if (!number) {
    program.errors.explain(base::describe(number.error()));
    return number.error().line > 0 ? Status::invalid_ptx : Status::invalid_image;
  }
  *module = cudart::make_handle<CUmodule>(++state().handles);
  state().modules[*module] = *number;
  return Status::success;
}

CUresult load(const char* name, CUmodule* module, const void* image, const JitOptions& options = {0, nullptr, nullptr}) {
  return work(name, [&](Program& program, const Call&) { return load(program, module, image, options); });
}

/// body(program, module's number) of a call about a module.
template <typename Body>
CUresult with_module(const char* name, CUmodule module, Body body, Needs needs = Needs::context) {
  return work(
      name,
      [&](Program& program, const Call& call) {
        const auto found = state().modules.find(module);
        return found != state().modules.end() ? body(program, found->second, call) : Status::invalid_handle;
      },
      needs);
}

/// body(program, link) of a call about a link.
template <typename Body>
CUresult with_link(const char* name, CUlinkState link, Body body) {
  return work(name, [&](Program& program, const Call&) {
    const auto found = state().links.find(link);
    return found != state().links.end() ? body(program, found->second) : Status::invalid_handle;
  });
}

Status add(Program& program, std::vector<std::string>& texts, CUjitInputType type, std::string text) {
  if (type == CU_JIT_INPUT_LIBRARY) {  // of CUDA's there is only this one
    if (std::ranges::find(texts, runtime::device_runtime_ptx()) == texts.end()) texts.push_back(runtime::device_runtime_ptx());
    return Status::success;
  }
  if (type != CU_JIT_INPUT_PTX) {
    program.errors.explain("only PTX can be linked here, not machine code of a card");
    return Status::invalid_image;
  }
  text.resize(std::min(text.find('\0'), text.size()));
  texts.push_back(std::move(text));
  return Status::success;
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuModuleLoad(CUmodule* module, const char* file) {
  return work(__func__, [&](Program& program, const Call&) {
    if (file == nullptr) return Status::invalid_value;
    const auto text = base::read_text(file);
    if (!text) {
      program.errors.explain(base::describe(text.error()));
      return Status::file_not_found;
    }
    return load(program, module, text->c_str(), {0, nullptr, nullptr});
  });
}
CUresult cuModuleLoadData(CUmodule* module, const void* image) { return load(__func__, module, image); }
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) { return load(__func__, module, image); }
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjit_option* options, void** values) {
  return load(__func__, module, image, {count, options, values});
}
CUresult cuModuleUnload(CUmodule module) {
  {
    // After a kernel has failed nothing is unloaded. That this is no error keeps Numba, which unloads every kernel at the end,
    // from printing one for each.
    const std::lock_guard lock(cudart::calls_in_turn());
    if (cudart::program().errors.failed() != Status::success) return CUDA_SUCCESS;
  }
  return with_module(
      __func__, module,
      [&](Program& program, std::size_t number, const Call& call) {
        program.streams.wait_for_all();
        program.waited();
        program.kernels.remove_module(number, call);
        state().modules.erase(module);
        return Status::success;
      },
      Needs::initialisation);
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return with_module(__func__, module, [&](Program& program, std::size_t number, const Call&) {
    if (function == nullptr || name == nullptr) return Status::invalid_value;
    const auto kernel = program.kernels.kernel_named(number, name);
    if (!kernel) {
      program.errors.explain(base::describe(kernel.error()));
      return Status::not_found;
    }
    *function = static_cast<CUfunction>(const_cast<void*>(runtime::Kernels::handle_of(**kernel)));
    return Status::success;
  });
}
CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
  return with_module("cuModuleGetGlobal", module, [&](Program& program, std::size_t number, const Call&) {
    if (name == nullptr) return Status::invalid_value;
    const runtime::Allocation* const variable = program.kernels.variable_named(number, name);
    if (variable == nullptr) return Status::not_found;
    if (address != nullptr) *address = variable->address;
    if (bytes != nullptr) *bytes = variable->bytes;
    return Status::success;
  });
}

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* link) {
  return work("cuLinkCreate", [&](Program&, const Call&) {
    if (link == nullptr) return Status::invalid_value;
    const JitOptions given(count, options, values);
    given.write("");
    *link = cudart::make_handle<CUlinkState>(++state().handles);
    state().links[*link] = {{}, given.max_registers()};
    return Status::success;
  });
}
CUresult cuLinkAddData(CUlinkState link, CUjitInputType type, void* data, size_t bytes, const char*, unsigned, CUjit_option*,
                       void**) {
  return with_link("cuLinkAddData", link, [&](Program& program, Link& linking) {
    if (data == nullptr) return Status::invalid_value;
    return add(program, linking.texts, type, {static_cast<const char*>(data), bytes});
  });
}
CUresult cuLinkAddFile(CUlinkState link, CUjitInputType type, const char* file, unsigned, CUjit_option*, void**) {
  return with_link("cuLinkAddFile", link, [&](Program& program, Link& linking) {
    if (file == nullptr) return Status::invalid_value;
    std::error_code code;
    if (type == CU_JIT_INPUT_LIBRARY)
      return std::filesystem::exists(file, code) ? add(program, linking.texts, type, "") : Status::file_not_found;
    auto text = base::read_text(file);
    return text ? add(program, linking.texts, type, std::move(*text)) : Status::file_not_found;
  });
}
/// The result is PTX, not a cubin; cuModuleLoadData accepts it. It is valid until cuLinkDestroy.
CUresult cuLinkComplete(CUlinkState link, void** cubin, size_t* bytes) {
  return with_link(__func__, link, [&](Program&, Link& linking) {
    std::vector<std::string>& texts = linking.texts;
    if (cubin == nullptr || texts.empty()) return Status::invalid_value;
    texts = {runtime::with_max_registers(runtime::linked(texts), linking.max_registers)};
    *cubin = texts.front().data();
    if (bytes != nullptr) *bytes = texts.front().size() + 1;
    return Status::success;
  });
}
CUresult cuLinkDestroy(CUlinkState link) {
  return with_link(__func__, link, [&](Program&, Link&) {
    state().links.erase(link);
    return Status::success;
  });
}
