#include "ptx/parse/refusal.h"

#include <array>

namespace warplens::ptx {
namespace {

constexpr std::string_view textures =
    ": of textures and surfaces, those of one, two and three dimensions and in layers are modelled, by objects of 64 bits";
constexpr std::string_view tensor_cores = ": of the tensor cores' instructions, mma, wmma, ldmatrix, stmatrix and movmatrix run";
constexpr std::string_view clusters = ": thread block clusters are not modelled";
constexpr std::string_view bulk = ": bulk copies and tensor maps are not modelled";

constexpr std::string_view shared_bits =
    ": random bits round pairs in half precision only; of four values, the ISA's text leaves open how two share 16 of the bits";

constexpr std::string_view packed_elements = ": elements of 4 and 6 bits are not unpacked";
constexpr std::string_view out_of_bounds = ": the ISA does not say which NaN stands for what is out of bounds";

constexpr std::array refused{
    Refusal{"tex.cube", textures},
    Refusal{"tex.acube", textures},
    Refusal{"tex.2dms", textures},
    Refusal{"tex.a2dms", textures},
    Refusal{"tld4.r.cube", textures},
    Refusal{"istypep", textures},
    Refusal{"sust.p", textures},
    Refusal{"sured", textures},
    Refusal{"mma.sp", ": products of sparse matrices are not modelled"},
    Refusal{"ldmatrix.sync.aligned.m8n16", packed_elements},
    Refusal{"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8x16", packed_elements},
    Refusal{"ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16", packed_elements},
    Refusal{"fma.rn.oob", out_of_bounds},
    Refusal{"wgmma", tensor_cores},
    Refusal{"tcgen05", tensor_cores},
    Refusal{"setmaxnreg", tensor_cores},
    Refusal{"mapa", clusters},
    Refusal{"getctarank", clusters},
    Refusal{"barrier.cluster", clusters},
    Refusal{"clusterlaunchcontrol", clusters},
    Refusal{"red.async", clusters},
    Refusal{"cp.async.bulk", bulk},
    Refusal{"cp.reduce", bulk},
    Refusal{"tensormap", bulk},
    Refusal{"cvt.rs", shared_bits},
    Refusal{"multimem", ": there is one GPU, without multimem addresses"},
};

}  // namespace

std::span<const Refusal> refusals() { return refused; }

std::string_view refusal(std::string_view written) {
  for (const Refusal& refusal : refused) {
    if (written.starts_with(refusal.start)) return refusal.reason;
  }
  return "";
}

}  // namespace warplens::ptx
