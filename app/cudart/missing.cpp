#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cudart/process.h"

// Functions of CUDA and its libraries that Warplens does not have: a program may be linked to them, and ends where it calls one.

namespace warplens::cudart {
namespace {

struct LeftOut {
  std::string_view prefix;  ///< of the function's name
  std::string_view what;
};

constexpr std::array left_out{LeftOut{"cublas", "it is not among the functions of cuBLAS that Warplens has"},
                              LeftOut{"curand", "it is not among the functions of cuRAND that Warplens has"},
                              LeftOut{"cufft", "Warplens has no cuFFT"},
                              LeftOut{"cusparse", "Warplens has no cuSPARSE"},
                              LeftOut{"cusolver", "Warplens has no cuSOLVER"},
                              LeftOut{"cudnn", "Warplens has no cuDNN"},
                              LeftOut{"nccl", "Warplens has no NCCL"},
                              LeftOut{"nvrtc", "Warplens has no NVRTC for programs"},
                              LeftOut{"cudaGraphics", "Warplens shows no graphics of the program's own"},
                              LeftOut{"cudaGL", "Warplens shows no graphics of the program's own"},
                              LeftOut{"cuGraphics", "Warplens shows no graphics of the program's own"},
                              LeftOut{"cudaGraph", "it is not among the functions of CUDA graphs that Warplens has"},
                              LeftOut{"cudaIpc", "Warplens shares no memory between processes"},
                              LeftOut{"", "Warplens does not have it"}};

std::string_view why(std::string_view name) {
  for (const LeftOut& row : left_out)
    if (name.starts_with(row.prefix)) return row.what;
  return {};
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

void __cudaMissingFunction(const char* name) {
  {
    const OngoingCall ongoing(name);
    ongoing.program.refuse(ongoing.call, std::string(why(name)) + "; the program ends here");
    ongoing.returns(runtime::Status::not_supported);
  }
  std::exit(EXIT_FAILURE);
}
