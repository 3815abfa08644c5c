#include "runtime/python_frames.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::runtime {
namespace {

constexpr std::size_t most_frames = 4;

struct PyObject;

/// Functions of Python's C interface (docs.python.org/3/c-api), found in the process, if it has them.
struct Python {
  int (*Py_IsInitialized)() = nullptr;
  int (*PyGILState_Ensure)() = nullptr;
  void (*PyGILState_Release)(int state) = nullptr;
  void* (*PyThreadState_Get)() = nullptr;
  PyObject* (*PyThreadState_GetFrame)(void* thread) = nullptr;
  PyObject* (*PyFrame_GetBack)(PyObject* frame) = nullptr;
  PyObject* (*PyFrame_GetCode)(PyObject* frame) = nullptr;
  int (*PyFrame_GetLineNumber)(PyObject* frame) = nullptr;
  PyObject* (*PyObject_GetAttrString)(PyObject* object, const char* name) = nullptr;
  const char* (*PyUnicode_AsUTF8)(PyObject* text) = nullptr;
  void (*Py_DecRef)(PyObject* object) = nullptr;
  void (*PyErr_Clear)() = nullptr;
  bool all = true;

  Python() {
    const auto find = [this](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(RTLD_DEFAULT, name));
      all = all && function != nullptr;
    };
    find(Py_IsInitialized, "Py_IsInitialized");
    find(PyGILState_Ensure, "PyGILState_Ensure");
    find(PyGILState_Release, "PyGILState_Release");
    find(PyThreadState_Get, "PyThreadState_Get");
    find(PyThreadState_GetFrame, "PyThreadState_GetFrame");
    find(PyFrame_GetBack, "PyFrame_GetBack");
    find(PyFrame_GetCode, "PyFrame_GetCode");
    find(PyFrame_GetLineNumber, "PyFrame_GetLineNumber");
    find(PyObject_GetAttrString, "PyObject_GetAttrString");
    find(PyUnicode_AsUTF8, "PyUnicode_AsUTF8");
    find(Py_DecRef, "Py_DecRef");
    find(PyErr_Clear, "PyErr_Clear");
    finalizing_ = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "Py_IsFinalizing"));
    if (finalizing_ == nullptr) finalizing_ = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "_Py_IsFinalizing"));
  }

  /// A thread that asks for the lock of a Python that ends is ended.
  bool runs() const { return all && Py_IsInitialized() != 0 && (finalizing_ == nullptr || finalizing_() == 0); }

 private:
  int (*finalizing_)() = nullptr;
};

std::string text_of(const Python& python, PyObject* object, const char* attribute) {
  PyObject* const value = python.PyObject_GetAttrString(object, attribute);
  const char* const text = value != nullptr ? python.PyUnicode_AsUTF8(value) : nullptr;
  if (text == nullptr) python.PyErr_Clear();
  std::string copy = text != nullptr ? text : "";
  if (value != nullptr) python.Py_DecRef(value);
  return copy;
}

bool is_of_library(std::string_view file) {
  return std::ranges::any_of(std::array{"/site-packages/", "/dist-packages/", "/lib/python", "<frozen ", "/resources/python/"},
                             [&](const char* part) { return file.find(part) != std::string_view::npos; });
}

}  // namespace

std::vector<PythonFrame> python_frames() {
  static const Python python;
  if (!python.runs()) return {};
  const int state = python.PyGILState_Ensure();
  std::vector<PythonFrame> frames;
  PyObject* frame = python.PyThreadState_GetFrame(python.PyThreadState_Get());
  while (frame != nullptr && frames.size() < most_frames) {
    PyObject* const code = python.PyFrame_GetCode(frame);
    PythonFrame place{text_of(python, code, "co_filename"), text_of(python, code, "co_name"),
                      python.PyFrame_GetLineNumber(frame)};
    python.Py_DecRef(code);
    if (!is_of_library(place.file)) frames.push_back(std::move(place));
    PyObject* const outer = python.PyFrame_GetBack(frame);
    python.Py_DecRef(frame);
    frame = outer;
  }
  if (frame != nullptr) python.Py_DecRef(frame);
  python.PyGILState_Release(state);
  return frames;
}

}  // namespace warplens::runtime
