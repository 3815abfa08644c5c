#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/number_format.h"
#include "simt/code/execute/cells.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/memory/texels.h"
#include "simt/machine/observe/observers.h"

// Textures and surfaces. A fetch reads its texels one after the other, each as a request of the warp to global memory, through
// L1, which on GPUs is the texture cache as well. Texels of weight 0 are not read.

namespace warplens::simt {
namespace {

using launch::Texture;
using ptx::Opcode;
using ptx::TextureShape;

constexpr std::size_t max_blended = 8;                // texels of a fetch, in three dimensions
constexpr std::uint64_t nowhere = ~std::uint64_t{0};  // offset of the border

std::uint8_t dimensions_of(TextureShape shape) {
  return shape == TextureShape::volume ? 3 : shape == TextureShape::plane || shape == TextureShape::planes ? 2 : 1;
}

bool is_layered(TextureShape shape) { return shape == TextureShape::lines || shape == TextureShape::planes; }

std::string shape_name(std::uint8_t dimensions, bool layered) {
  return std::to_string(dimensions) + "-D" + (layered ? " in layers" : "");
}

/// The type that loads a number of a texel into 32 bits, with its sign.
ptx::Type channel_type(const Texture& texture) {
  const bool has_sign = texture.kind == launch::ChannelKind::signed_integer;
  switch (texture.bits) {
    case 8:
      return has_sign ? ptx::Type::s8 : ptx::Type::u8;
    case 16:
      return has_sign ? ptx::Type::s16 : ptx::Type::u16;
    default:
      return ptx::Type::b32;
  }
}

/// The texels that lanes read: of each the offset in the buffer, or `nowhere`, and its weight in 2^(8 · dimensions) parts.
struct Footprint {
  std::size_t count = 1;
  bool gathers = false, blends = false;  ///< two texels in each direction, of which tld4 gives all, or their sum is wanted
  double whole = 1;                      ///< what the weights add up to
  std::array<LaneOffsets, max_blended> offset;
  std::array<std::array<std::uint32_t, warp_size>, max_blended> weight{};
};

/// The sum of the blended texels of each lane, or the bits of the only one.
struct Blend {
  std::array<std::array<double, warp_size>, 4> sum{};
  std::array<std::array<std::uint32_t, warp_size>, 4> bits{};
};

/// Coordinates of a lane in the order x, y, z, without the layer.
std::array<double, 3> place_of(const Frame& frame, const TextureAccess& access, std::size_t lane) {
  const std::size_t first = is_layered(access.modifiers.texture) ? 1 : 0;
  std::array<double, 3> place{};
  for (std::size_t d = 0; d < dimensions_of(access.modifiers.texture); ++d) {
    const auto bits = static_cast<std::uint32_t>(read_cell(frame, access.coordinates[first + d], 4, lane));
    place[d] = access.floating_coordinates ? std::bit_cast<float>(bits) : static_cast<double>(static_cast<std::int32_t>(bits));
  }
  return place;
}

/// Offset of a lane's layer. Layers are never blended, and a number outside is that of the nearest (the guide, "Layered
/// Textures": the first coordinate is an integer).
std::uint64_t layer_offset(const Frame& frame, const TextureAccess& access, const Texture& texture, std::size_t lane) {
  if (!is_layered(access.modifiers.texture)) return 0;
  const auto layer = static_cast<std::int32_t>(read_cell(frame, access.coordinates[0], 4, lane));
  return *texel_number(layer, texture.depth, launch::AddressMode::clamp) * texture.slice;
}

/// Add what one lane reads.
void find_texels(const Frame& frame, const TextureAccess& access, const Texture& texture, std::size_t lane,
                 Footprint& footprint) {
  const std::array<double, 3> place = place_of(frame, access, lane);
  const std::array<std::uint32_t, 3> extents{texture.width, texture.height, texture.depth};
  const std::array<std::uint64_t, 3> distance{texture.texel_bytes(), texture.pitch, texture.slice};
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  std::array<TexelSpan, 3> spans;
  for (std::size_t d = 0; d < dimensions; ++d) {
    // Of consecutive memory, a number outside gives zeros, whatever the mode.
    const launch::AddressMode mode =
        texture.resource == launch::TextureResource::linear ? launch::AddressMode::border : texture.modes[d];
    const bool normalised = texture.normalised_coordinates && access.floating_coordinates;
    spans[d] = texels_at(place[d], extents[d], mode, normalised, footprint.gathers || footprint.blends);
  }
  const std::uint64_t first = texture.offset + layer_offset(frame, access, texture, lane);
  for (std::size_t k = 0; k < footprint.count; ++k) {
    std::uint64_t offset = first;
    std::uint32_t weight = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const std::size_t side = k >> d & 1;
      const auto number = spans[d].number[side];
      offset = number && offset != nowhere ? offset + *number * distance[d] : nowhere;
      weight *= side != 0 ? spans[d].weight : 256 - spans[d].weight;
    }
    footprint.offset[k][lane] = offset;
    footprint.weight[k][lane] = footprint.gathers ? 1 : weight;
  }
}

/// The numbers of a texel of one lane, or of the border, that the instruction gives; those that it lacks are 0, 0 and 1.
std::array<std::uint32_t, 4> numbers_of(const Frame& frame, const Decoded& piece, const Texture& texture, std::size_t lane,
                                        bool border) {
  const std::uint32_t one = texture.reads_floating() ? std::bit_cast<std::uint32_t>(1.0f) : 1;
  std::array<std::uint32_t, 4> numbers{0, 0, 0, one};
  for (std::size_t c = 0; c < texture.channels; ++c)
    numbers[c] = border ? 0 : static_cast<std::uint32_t>(read_cell(frame, piece.operands[c], 4, lane));
  return numbers;
}

Footprint footprint_of(const Frame& frame, const TextureAccess& access, const Texture& texture, std::uint32_t active) {
  Footprint footprint;
  footprint.gathers = access.opcode == Opcode::tld4;
  footprint.blends = texture.linear_filter && access.floating_coordinates && texture.reads_floating() && !footprint.gathers;
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  footprint.count = footprint.gathers || footprint.blends ? std::size_t{1} << dimensions : 1;
  footprint.whole = footprint.blends ? std::ldexp(1, 8 * dimensions) : 1;
  each_lane(active, [&](std::size_t lane) { find_texels(frame, access, texture, lane, footprint); });
  return footprint;
}

/// The lanes that read the k-th texel of their footprint, and those of them for which it is not the border.
struct Readers {
  std::uint32_t all = 0, inside = 0;
};

Readers readers_of(const Footprint& footprint, std::size_t k, std::uint32_t active) {
  Readers readers;
  each_lane(active, [&](std::size_t lane) {
    if (footprint.weight[k][lane] == 0) return;
    readers.all |= 1u << lane;
    if (footprint.offset[k][lane] != nowhere) readers.inside |= 1u << lane;
  });
  return readers;
}

/// Add the k-th texels, which have been loaded.
void add_texels(const Frame& frame, const Decoded& piece, const TextureAccess& access, const Texture& texture,
                const Footprint& footprint, std::size_t k, const Readers& readers, Blend& blend) {
  // Gathered texels come from the lower left on, against the clock, with y downwards: (0,1), (1,1), (1,0), (0,0).
  constexpr std::array<std::size_t, 4> gathered{3, 2, 0, 1};
  each_lane(readers.all, [&](std::size_t lane) {
    const bool border = (readers.inside >> lane & 1) == 0;
    const std::array<std::uint32_t, 4> numbers = numbers_of(frame, piece, texture, lane, border);
    const bool coloured = border && texture.resource != launch::TextureResource::linear;
    const auto value = [&](std::size_t c) -> double {
      if (coloured) return texture.border[c];
      return c < texture.channels ? number_of_texel(texture, numbers[c]) : std::bit_cast<float>(numbers[c]);
    };
    if (footprint.gathers) {
      const std::size_t component = access.modifiers.component;
      blend.bits[gathered[k]][lane] = numbers[component];
      if (texture.reads_floating()) blend.sum[gathered[k]][lane] = value(component);
      return;
    }
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      blend.bits[c][lane] = numbers[c];
      if (texture.reads_floating())
        blend.sum[c][lane] += footprint.blends ? footprint.weight[k][lane] / footprint.whole * value(c) : value(c);
    }
  });
}

void write_blend(const Frame& frame, const TextureAccess& access, const Texture& texture, std::uint32_t active,
                 const Blend& blend) {
  for (std::size_t c = 0; c < access.results.size(); ++c) {
    if (access.results[c] == no_row) continue;
    each_lane(active, [&](std::size_t lane) {
      const auto sum = static_cast<float>(blend.sum[c][lane]);
      write_cell(frame, access.results[c], 4, lane,
                 texture.reads_floating() ? std::bit_cast<std::uint32_t>(sum) : blend.bits[c][lane]);
    });
  }
}

}  // namespace

/// The object behind a handle, if it fits the instruction. Otherwise null, and the fault is raised.
const Texture* MemoryUnit::texture_of(Running& running, const TextureAccess& access, std::uint64_t handle, std::size_t lane) {
  const Texture* const texture = launch::find_texture(context_.launch.textures, handle);
  const bool surface = access.opcode == Opcode::suld || access.opcode == Opcode::sust || access.opcode == Opcode::suq;
  const char* const object = surface ? "surface" : "texture";
  const bool queries = access.modifiers.query != ptx::TextureQuery::none;
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  const bool layered = is_layered(access.modifiers.texture);
  std::string wrong;
  if (texture == nullptr)
    wrong = base::hexadecimal(handle) + ", which is no " + object + " object" +
            (handle == 0 ? ": has the one that the kernel gets been made?" : ": has it been destroyed, or its memory freed?");
  else if (texture->surface != surface)
    wrong = std::string("a ") + (surface ? "texture" : "surface") + " object as if it were a " + object;
  else if (!queries && (texture->dimensions != dimensions || texture->layered != layered))
    wrong = std::string("a ") + object + " that is " + shape_name(texture->dimensions, texture->layered) + " as if it were " +
            shape_name(dimensions, layered);
  if (wrong.empty()) return texture;
  const auto at = static_cast<int>(lane);
  const std::uint32_t pc = running.group.pc;
  faults_.raise(launch::FaultKind::out_of_bounds, running.warp, pc, at,
                faults_.thread_text(running.warp, at) + (access.opcode == Opcode::sust ? " writes " : " reads ") + wrong +
                    ", at " + faults_.place_text(pc));
  return nullptr;
}

/// One request of the lanes to a texel each, at `offsets` in the texture's buffer. Returns the cycle in which it completes.
template <typename Observer>
std::uint64_t MemoryUnit::access_texels(Running& running, const Decoded& piece, const Texture& texture, std::uint32_t active,
                                        const LaneOffsets& offsets) {
  std::uint64_t done = running.clock;
  if (active == 0 || faults_.stop()) return done;
  Request request;
  find_window(running, piece, memory_.buffer_address(texture.buffer), request);
  request.active = active;
  request.own.fill(0);
  each_lane(active, [&](std::size_t lane) { request.own[lane] = offsets[lane]; });
  request.distances = &request.own;
  if (piece.kind == Kind::store && request.space == trace::MemorySpace::constant) {
    const int lane = std::countr_zero(active);
    faults_.raise_access(running.warp, piece, running.group.pc, lane,
                         request.window.base + offsets[static_cast<std::size_t>(lane)], request);
    return done;
  }
  serve<Observer>(running, piece, request, done);
  return done;
}

/// tex, tld4.
template <typename Observer>
std::uint64_t MemoryUnit::fetch_texture(Running& running, const TextureAccess& access, const Texture& texture,
                                        std::uint32_t active) {
  const Frame& frame = running.warp.frame;
  Decoded piece = program_.pieces[access.piece];
  piece.bytes = static_cast<std::uint8_t>(texture.bits / 8);
  piece.vector = texture.channels;
  piece.load = executor_.select_load(channel_type(texture), 4);
  const Footprint footprint = footprint_of(frame, access, texture, active);
  Blend blend;
  std::uint64_t done = running.clock;
  for (std::size_t k = 0; k < footprint.count; ++k) {
    const Readers readers = readers_of(footprint, k, active);
    done = std::max(done, access_texels<Observer>(running, piece, texture, readers.inside, footprint.offset[k]));
    if (faults_.stop()) return done;
    add_texels(frame, piece, access, texture, footprint, k, readers, blend);
  }
  write_blend(frame, access, texture, active, blend);
  return done;
}

/// What happens to a lane outside of the surface: true if it accesses nothing. Raises the fault of .trap.
bool MemoryUnit::outside_surface(Running& running, const TextureAccess& access, const Texture& texture, std::size_t lane,
                                 const std::array<std::int64_t, 3>& at) {
  if (access.modifiers.outside != ptx::OutsideSurface::trap) return true;
  const auto number = static_cast<int>(lane);
  const std::uint32_t pc = running.group.pc;
  const std::uint8_t dimensions = texture.dimensions;
  std::string place = "byte " + base::grouped(at[0]),
              extent = base::counted(std::uint64_t{texture.width} * texture.texel_bytes(), "byte");
  if (dimensions > 1) {
    place += " of row " + base::grouped(at[1]);
    extent = base::counted(std::uint64_t{texture.height}, "row") + " of " + extent;
  }
  if (dimensions > 2 || texture.layered) {
    const char* const what = texture.layered ? "layer" : "slice";
    place += std::string(" of ") + what + " " + base::grouped(at[2]);
    extent = base::counted(std::uint64_t{texture.depth}, what) + " of " + extent;
  }
  const std::string& name = memory_.find(memory_.buffer_address(texture.buffer))->name;
  faults_.raise(launch::FaultKind::out_of_bounds, running.warp, pc, number,
                faults_.thread_text(running.warp, number) + (access.opcode == Opcode::sust ? " writes " : " reads ") + place +
                    " of the surface of " + name + ", which has " + extent + ", at " + faults_.place_text(pc) +
                    "; the first coordinate of a surface counts bytes, not texels");
  const auto distance = [&](std::int64_t count, std::uint64_t bytes) { return count * static_cast<std::int64_t>(bytes); };
  const std::int64_t byte = at[0] + distance(at[1], texture.pitch) + distance(at[2], texture.slice);
  faults_.name_element(name, byte / (texture.bits / 8));
  return true;
}

/// suld, sust: bytes of a surface, at x in bytes.
template <typename Observer>
std::uint64_t MemoryUnit::access_surface(Running& running, const TextureAccess& access, const Texture& texture,
                                         std::uint32_t active) {
  const Frame& frame = running.warp.frame;
  const Decoded& piece = program_.pieces[access.piece];
  const std::int64_t bytes = std::int64_t{piece.bytes} * piece.vector;
  const std::int64_t row_bytes = std::int64_t{texture.width} * texture.texel_bytes();
  const bool layered = is_layered(access.modifiers.texture), clamps = access.modifiers.outside == ptx::OutsideSurface::clamp;
  const std::uint8_t dimensions = dimensions_of(access.modifiers.texture);
  std::uint32_t inside = 0;
  LaneOffsets offsets{};
  each_lane(active, [&](std::size_t lane) {
    if (faults_.raised()) return;
    const auto coordinate = [&](std::size_t number) {
      return std::int64_t{static_cast<std::int32_t>(read_cell(frame, access.coordinates[number], 4, lane))};
    };
    const std::size_t first = layered ? 1 : 0;
    std::array<std::int64_t, 3> at{coordinate(first), dimensions > 1 ? coordinate(first + 1) : 0,
                                   layered          ? coordinate(0)
                                   : dimensions > 2 ? coordinate(2)
                                                    : 0};
    const std::array<std::int64_t, 3> last{row_bytes - bytes, std::int64_t{texture.height} - 1, std::int64_t{texture.depth} - 1};
    if (last[0] < 0) return void(outside_surface(running, access, texture, lane, at));
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (at[d] >= 0 && at[d] <= last[d]) continue;
      if (!clamps) return void(outside_surface(running, access, texture, lane, at));
      at[d] = std::clamp<std::int64_t>(at[d], 0, d == 0 ? last[d] / bytes * bytes : last[d]);
    }
    if (at[0] % bytes != 0) {
      const auto number = static_cast<int>(lane);
      const std::uint32_t pc = running.group.pc;
      return faults_.raise(launch::FaultKind::misaligned, running.warp, pc, number,
                           faults_.thread_text(running.warp, number) + (access.opcode == Opcode::sust ? " writes " : " reads ") +
                               base::counted(static_cast<std::uint64_t>(bytes), "byte") + " at byte " + base::grouped(at[0]) +
                               " of a row of a surface, which is not a multiple of " + std::to_string(bytes) + ", at " +
                               faults_.place_text(pc));
    }
    inside |= 1u << lane;
    offsets[lane] = texture.offset + static_cast<std::uint64_t>(at[0]) + static_cast<std::uint64_t>(at[1]) * texture.pitch +
                    static_cast<std::uint64_t>(at[2]) * texture.slice;
  });
  if (faults_.raised()) return running.clock;
  if (access.opcode == Opcode::suld) {
    for (std::size_t i = 0; i < piece.vector; ++i) {
      if (access.results[i] == no_row) continue;
      each_lane(active & ~inside,
                [&](std::size_t lane) { write_cell(frame, access.results[i], access.results_wide ? 8 : 4, lane, 0); });
    }
  }
  return access_texels<Observer>(running, piece, texture, inside, offsets);
}

template <typename Observer>
void MemoryUnit::access_texture(Running& running, const Decoded& instruction, std::uint32_t active) {
  const TextureAccess& access = program_.textures[instruction.texture];
  const Frame& frame = running.warp.frame;
  std::uint64_t done = running.clock;
  for (std::uint32_t rest = active; rest != 0 && !faults_.stop();) {
    const auto first = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t handle = read_cell(frame, access.handle, 8, first);
    std::uint32_t together = 0;
    each_lane(rest, [&](std::size_t lane) {
      if (read_cell(frame, access.handle, 8, lane) == handle) together |= 1u << lane;
    });
    rest &= ~together;
    const Texture* const texture = texture_of(running, access, handle, first);
    if (texture == nullptr) return;
    switch (access.opcode) {
      case Opcode::tex:
      case Opcode::tld4:
        done = std::max(done, fetch_texture<Observer>(running, access, *texture, together));
        break;
      case Opcode::suld:
      case Opcode::sust:
        done = std::max(done, access_surface<Observer>(running, access, *texture, together));
        break;
      default: {
        const ptx::TextureQuery query = access.modifiers.query;
        const std::uint32_t extent = query == ptx::TextureQuery::width    ? texture->width
                                     : query == ptx::TextureQuery::height ? texture->height
                                                                          : texture->depth;
        if (access.results[0] == no_row) break;
        each_lane(together, [&](std::size_t lane) { write_cell(frame, access.results[0], 4, lane, extent); });
        break;
      }
    }
  }
  if (access.resident != no_row) frame.set_predicate(access.resident, all_lanes, active);
  state_.end_cycle = std::max(state_.end_cycle, done);
  for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) running.warp.ready[program_.waits[r]] = done;
}

template void MemoryUnit::access_texture<NoObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::access_texture<TraceObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::access_texture<CheckObserver>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
