#include "desk/playback/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "launch/arguments/parameters.h"
#include "launch/launch.h"
#include "launch/placement.h"
#include "ptx/debug/written_before.h"

namespace warplens::desk {
namespace {

using ptx::VariableHome;

/// Per lane, the instruction of a function that it executes next; none for lanes that are elsewhere or have exited.
using Places = std::array<std::optional<std::uint32_t>, trace::lanes>;

Places places_in(const RunTables& tables, std::uint32_t function, const launch::WarpAt& warp) {
  Places places;
  for (const launch::LanesAt& at : warp.lanes) {
    const auto place = tables.listing.place(at.instruction);
    if (place.function != function) continue;
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane)
      if ((at.lanes >> lane & 1) != 0) places[lane] = place.instruction;
  }
  return places;
}

/// Whether a number of at least 4 bytes is what the machine fills memory with that nothing has written: bytes of 0xcd.
bool is_untouched(std::uint64_t bits, int width) {
  return (width == 32 && bits == 0xcdcdcdcd) || (width == 64 && bits == 0xcdcdcdcdcdcdcdcd);
}

/// Reads values of variables at one moment.
class Reader {
 public:
  Reader(const RunTables& tables, std::uint32_t function, const launch::Moment& now, const view::SteppedMoment& moment)
      : tables_(tables), now_(now), moment_(moment), places_(places_in(tables, function, *moment.chosen())) {
    std::size_t k = 0;
    for (const launch::Argument& argument : tables.run.launch.arguments)
      if (std::holds_alternative<launch::Buffer>(argument)) addresses_.push_back(now.address(k++));
    const launch::Launch& launch = tables.run.launch;
    parameters_ = launch.placement ? launch.placement->parameters : launch::parameter_block(launch, addresses_);
    const bool last_was_here = moment.last && moment.last->warp == moment.warp;
    if (!last_was_here) return;
    const auto place = tables.listing.place(moment.last->instruction);
    if (place.function == function) written_by_ = place.instruction;
  }

  const Places& places() const { return places_; }

  /// The variable; nothing if it is in scope in no lane.
  std::optional<view::VariableAt> read(const ptx::DebugVariable& variable) {
    view::VariableAt at{.name = variable.name, .type = variable.type, .line = variable.line, .value = {}};
    at.value.type = variable.value;
    bool in_scope = false;
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane) {
      const auto place = places_[lane];
      if (!place || *place < variable.first || *place >= variable.last) {
        at.texts[lane] = view::out_of_scope_text;
        continue;
      }
      in_scope = true;
      read_lane(variable, *place, lane, at);
    }
    return in_scope ? std::optional(at) : std::nullopt;
  }

 private:
  void read_lane(const ptx::DebugVariable& variable, std::uint32_t place, std::uint32_t lane, view::VariableAt& at) {
    const auto [home, unset] = ptx::home_at(variable, place);
    if (home == nullptr) {
      at.texts[lane] = unset ? view::unset_text : view::gone_text;
      return;
    }
    at.value.bits[lane] = bits_in(*home, lane, at);
    if (home->kind == VariableHome::Kind::local && is_untouched(at.value.bits[lane], ptx::bits(at.value.type))) {
      at.texts[lane] = view::unset_text;
      return;
    }
    if (at.value.type == ptx::Type::b64) at.texts[lane] = pointer_text(at.value.bits[lane]);
    if (written_by_ && std::ranges::binary_search(home->writes, *written_by_) && (moment_.last->lanes >> lane & 1) != 0)
      at.written |= 1u << lane;
  }

  std::uint64_t bits_in(const VariableHome& home, std::uint32_t lane, view::VariableAt& at) {
    const auto size = static_cast<std::size_t>(std::max(ptx::bits(at.value.type) / 8, 1));
    std::uint64_t bits = 0;
    const auto take = [&](const auto& bytes, std::uint64_t from) {
      if (from + size <= bytes.size()) std::memcpy(&bits, bytes.data() + from, size);
    };
    switch (home.kind) {
      case VariableHome::Kind::reg:
        if (home.index < moment_.registers.size()) {
          at.value.name = moment_.registers[home.index].name;
          bits = moment_.registers[home.index].bits[lane];
        }
        break;
      case VariableHome::Kind::local: {
        const launch::Bytes& bytes = local(home.index);
        take(bytes, bytes.size() / trace::lanes * lane + home.offset);
        break;
      }
      case VariableHome::Kind::parameter:
        take(parameters_, tables_.function().parameters[home.index].offset + home.offset);
        break;
    }
    return size < 8 ? bits & ((std::uint64_t{1} << 8 * size) - 1) : bits;
  }

  const launch::Bytes& local(std::uint32_t variable) {
    const auto known = std::ranges::find(locals_, variable, &std::pair<std::uint32_t, launch::Bytes>::first);
    if (known != locals_.end()) return known->second;
    return locals_.emplace_back(variable, now_.local(moment_.warp, moment_.lane, variable)).second;
  }

  /// "&a[12]", or "" for an address in no buffer of the launch.
  std::string pointer_text(std::uint64_t address) const {
    if (address == 0) return "nullptr";
    std::size_t k = 0;
    for (const launch::Argument& argument : tables_.run.launch.arguments) {
      const auto* buffer = std::get_if<launch::Buffer>(&argument);
      if (buffer == nullptr) continue;
      const std::uint64_t base = addresses_[k++], bytes = launch::bytes(buffer->type);
      if (address >= base && address <= base + buffer->size * bytes)
        return fmt::format("&{}[{}]", buffer->name, (address - base) / bytes);
    }
    return "";
  }

  const RunTables& tables_;
  const launch::Moment& now_;
  const view::SteppedMoment& moment_;
  const Places places_;
  std::vector<std::uint64_t> addresses_;                         ///< of the launch's buffers
  std::vector<std::byte> parameters_;                            ///< the entry's
  std::vector<std::pair<std::uint32_t, launch::Bytes>> locals_;  ///< contents that were read
  std::optional<std::uint32_t> written_by_;                      ///< instruction of the function that the last step executed
};

/// The variables that optimised code certainly keeps in a register.
void add_named(const KnownVariables& known, view::SteppedMoment& moment) {
  for (std::size_t r = 0; r < known.names.size() && r < moment.registers.size(); ++r) {
    if (known.names[r].name.empty()) continue;
    view::VariableAt at{
        .name = known.names[r].name, .type = known.names[r].type, .line = known.names[r].line, .value = moment.registers[r]};
    at.value.type = at.type == "float" ? ptx::Type::f32 : at.type == "unsigned" ? ptx::Type::u32 : ptx::Type::s32;
    at.written = moment.written[r];
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane)
      if ((moment.set[r] >> lane & 1) == 0) at.texts[lane] = view::unset_text;
    moment.variables.push_back(std::move(at));
  }
}

}  // namespace

KnownVariables known_variables(const RunTables& tables, std::uint32_t function, std::string_view source) {
  const ptx::Module& module = *tables.run.launch.module;
  if (function >= module.functions.size()) return {};
  KnownVariables known{ptx::debug_variables(module, function), {}, {}};
  if (known.variables.empty() && !source.empty() && function == tables.run.launch.entry)
    known.names = ptx::register_names(module.functions[function], source, tables.source_file);
  ptx::WrittenBefore written(module, function);
  for (std::uint32_t r = 0; r < module.functions[function].registers.size(); ++r) {
    known.registers.emplace_back().index = r;
    written.find(known.registers.back(), 0);
  }
  return known;
}

void read_variables(const KnownVariables& known, const RunTables& tables, std::uint32_t function, const launch::Moment& now,
                    view::SteppedMoment& moment) {
  moment.set.assign(moment.registers.size(), ~0u);
  if (moment.chosen() == nullptr || known.registers.size() != moment.registers.size()) return;
  Reader reader(tables, function, now, moment);
  for (std::size_t r = 0; r < moment.registers.size(); ++r)
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane)
      if (const auto place = reader.places()[lane]; place && !known.registers[r].is_set(*place)) moment.set[r] &= ~(1u << lane);
  moment.every_variable = !known.variables.empty();
  for (const ptx::DebugVariable& variable : known.variables)
    if (auto at = reader.read(variable)) moment.variables.push_back(std::move(*at));
  add_named(known, moment);
}

}  // namespace warplens::desk
