#include "program/event_parts.h"

#include <algorithm>
#include <array>

namespace warplens::program {
namespace {

using launch::RecordedCall;

struct FunctionKind {
  std::string_view beginning;  ///< of the function's name
  RecordedCall::Kind kind;
};
constexpr std::array function_kinds{
    FunctionKind{"cudaMalloc", RecordedCall::Kind::allocate},
    FunctionKind{"cudaHostAlloc", RecordedCall::Kind::allocate},
    FunctionKind{"cudaHostRegister", RecordedCall::Kind::allocate},
    FunctionKind{"cudaFree", RecordedCall::Kind::free},
    FunctionKind{"cudaHostUnregister", RecordedCall::Kind::free},
    FunctionKind{"cudaMemcpy", RecordedCall::Kind::copy},
    FunctionKind{"cudaMemset", RecordedCall::Kind::set},
    FunctionKind{"cudaLaunchKernel", RecordedCall::Kind::launch},
    FunctionKind{"cudaLaunchCooperativeKernel", RecordedCall::Kind::launch},
    FunctionKind{"launch by a kernel", RecordedCall::Kind::launch},
    FunctionKind{"kernel node of a graph", RecordedCall::Kind::launch},
    FunctionKind{"memcpy node of a graph", RecordedCall::Kind::copy},
    FunctionKind{"memset node of a graph", RecordedCall::Kind::set},
    FunctionKind{"cudaDeviceSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cudaStreamSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cudaEventSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cudaStreamQuery", RecordedCall::Kind::wait},
    FunctionKind{"cudaEventQuery", RecordedCall::Kind::wait},
    FunctionKind{"cudaDeviceReset", RecordedCall::Kind::wait},
    FunctionKind{"cuMemAlloc", RecordedCall::Kind::allocate},
    FunctionKind{"cuMemHostAlloc", RecordedCall::Kind::allocate},
    FunctionKind{"cuMemHostRegister", RecordedCall::Kind::allocate},
    FunctionKind{"cuMemFree", RecordedCall::Kind::free},
    FunctionKind{"cuMemHostUnregister", RecordedCall::Kind::free},
    FunctionKind{"cuMemcpy", RecordedCall::Kind::copy},
    FunctionKind{"cuMemset", RecordedCall::Kind::set},
    FunctionKind{"cuLaunchKernel", RecordedCall::Kind::launch},
    FunctionKind{"cuLaunchCooperativeKernel", RecordedCall::Kind::launch},
    FunctionKind{"cublasSetVector", RecordedCall::Kind::copy},
    FunctionKind{"cublasGetVector", RecordedCall::Kind::copy},
    FunctionKind{"cublasSetMatrix", RecordedCall::Kind::copy},
    FunctionKind{"cublasGetMatrix", RecordedCall::Kind::copy},
    FunctionKind{"cuCtxSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cuStreamSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cuEventSynchronize", RecordedCall::Kind::wait},
    FunctionKind{"cuStreamQuery", RecordedCall::Kind::wait},
    FunctionKind{"cuEventQuery", RecordedCall::Kind::wait},
    FunctionKind{"cuDevicePrimaryCtxReset", RecordedCall::Kind::wait},
};

template <typename T>
T enumerator_from(const report::Json& json) {
  return static_cast<T>(std::min<std::uint64_t>(json.get<std::uint64_t>(), base::enumerators<T> - 1));
}

}  // namespace

RecordedCall::Kind kind_of(std::string_view function) {
  const auto found =
      std::ranges::find_if(function_kinds, [&](const FunctionKind& each) { return function.starts_with(each.beginning); });
  return found != function_kinds.end() ? found->kind : RecordedCall::Kind::other;
}

std::vector<std::byte> from_hexadecimal(const std::string& text) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10) & 15; };
  std::vector<std::byte> bytes;
  for (std::size_t k = 0; k + 1 < text.size(); k += 2)
    bytes.push_back(static_cast<std::byte>(digit(text[k]) << 4 | digit(text[k + 1])));
  return bytes;
}

base::Dim3 extents(const report::Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

std::uint32_t line_number(int line) { return static_cast<std::uint32_t>(std::max(line, 0)); }

launch::Texture texture_from(const report::Json& json) {
  launch::Texture texture;
  texture.handle = json.at("handle");
  texture.surface = json.at("surface");
  texture.resource = enumerator_from<launch::TextureResource>(json.at("resource"));
  texture.offset = json.at("offset");
  texture.width = json.at("extents").at(0);
  texture.height = json.at("extents").at(1);
  texture.depth = json.at("extents").at(2);
  texture.pitch = json.at("distances").at(0);
  texture.slice = json.at("distances").at(1);
  texture.dimensions = json.at("dimensions");
  texture.layered = json.at("layered");
  texture.kind = enumerator_from<launch::ChannelKind>(json.at("format").at(0));
  texture.bits = json.at("format").at(1);
  texture.channels = json.at("format").at(2);
  for (std::size_t d = 0; d < texture.modes.size(); ++d)
    texture.modes[d] = enumerator_from<launch::AddressMode>(json.at("modes").at(d));
  texture.linear_filter = json.at("linear");
  texture.normalised_reads = json.at("parts");
  texture.normalised_coordinates = json.at("normalised");
  for (std::size_t c = 0; c < texture.border.size(); ++c) {  // JSON has no infinities and NaNs
    const report::Json& component = json.at("border").at(c);
    texture.border[c] = component.is_number() ? component.get<float>() : 0;
  }
  return texture;
}

launch::ProgramPlace place_of(const report::Json& call, const Places& places) {
  const Place place = places.of(call);
  return {place.file, line_number(place.line)};
}

}  // namespace warplens::program
