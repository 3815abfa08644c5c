#include <algorithm>
#include <bit>
#include <string>

#include "base/number_format.h"
#include "simt/code/execute/cells.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/memory/texels.h"
#include "simt/machine/memory/texture_fetch.h"
#include "simt/machine/observe/observers.h"

// Textures and surfaces. A fetch reads its texels one after the other, each as a request of the warp to global memory, through
// L1, which on GPUs is the texture cache as well. Texels of weight 0 are not read.

namespace warplens::simt {
namespace {

using launch::Texture;
using ptx::Opcode;

std::string shape_name(std::uint8_t dimensions, bool layered) {
  return std::to_string(dimensions) + "-D" + (layered ? " in layers" : "");
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
