#include "ptx/compile/architecture.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

constexpr unsigned oldest = 75;

struct Feature {
  std::string_view word;
  unsigned architecture;
};
constexpr std::array features{Feature{"__reduce_", 80},     Feature{"redux.sync", 80},       Feature{"cp.async", 80},
                              Feature{"__pipeline_", 80},   Feature{"mbarrier", 80},         Feature{"createpolicy", 80},
                              Feature{"__hmax", 80},        Feature{"__hmin", 80},           Feature{"cuda_bf16.h", 80},
                              Feature{"memcpy_async", 80},  Feature{"cuda/barrier", 80},     Feature{"cuda/pipeline", 80},
                              Feature{"cp.async.bulk", 90}, Feature{"__cluster_dims__", 90}, Feature{"this_cluster", 90},
                              Feature{"cluster_group", 90}, Feature{"barrier.cluster", 90},  Feature{"mapa.", 90},
                              Feature{"fence.proxy", 90},   Feature{"elect.sync", 90},       Feature{"stmatrix", 90}};

}  // namespace

unsigned needed_architecture(std::string_view source) {
  unsigned needed = oldest;
  for (const Feature& feature : features)
    if (feature.architecture > needed && source.find(feature.word) != std::string_view::npos) needed = feature.architecture;
  return needed;
}

}  // namespace warplens::ptx
