#include "report/json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

#include "report/json_counters.h"

namespace warplens::report {
namespace {

Json value_of(const launch::Witness& witness, std::optional<launch::ElementType> type) {
  if (!witness.has_value) return {};
  return type ? number_of(launch::Scalar{*type, witness.value}) : Json(witness.value);
}

Json witness_of(const launch::Witness& witness, std::optional<launch::ElementType> type) {
  return {{"block", array_of(witness.block)},
          {"thread", array_of(witness.thread)},
          {"file", text_or_null(witness.file)},
          {"line", witness.line},
          {"column", witness.column > 0 ? Json(witness.column) : Json()},
          {"access", witness.access ? Json(launch::access_names.name_of(*witness.access)) : Json()},
          {"value", value_of(witness, type)}};
}

const launch::Buffer* buffer_named(const launch::Launch& launch, const std::string& name) {
  for (const launch::Buffer* buffer : launch::buffers_of(launch))
    if (!name.empty() && buffer->name == name) return buffer;
  return nullptr;
}

// One element of "findings" (docs/json.md). Unknown values are null.

/// A finding of a check. Values read or written have the type of the buffer that the finding names; elsewhere that of the
/// instruction, or they are the bits as an unsigned integer.
Json finding_of(const launch::Finding& finding, const launch::Launch& launch) {
  const launch::Buffer* buffer = buffer_named(launch, finding.buffer);
  Json json;
  json["kind"] = launch::name(finding.kind);
  json["benign_looking"] = finding.benign_looking;
  json["space"] = text_or_null(finding.space);
  json["buffer"] = text_or_null(finding.buffer);
  json["element"] = finding.buffer.empty() ? Json() : Json(finding.element);
  json["place"] = text_or_null(finding.place);
  json["count"] = finding.count;
  const std::optional<launch::ElementType> type = buffer != nullptr ? std::optional(buffer->type) : finding.type;
  json["first"] = witness_of(finding.first, type);
  json["second"] = finding.second ? witness_of(*finding.second, type) : Json();
  json["message"] = finding.message;
  return json;
}

/// A fault that stopped the kernel. Without a witness if the machine cannot tell the thread, as on a GPU.
Json finding_of(const launch::Fault& fault, bool has_witness) {
  const launch::Witness witness{fault.block, fault.thread, fault.file, fault.line, fault.column, fault.access};
  Json json;
  json["kind"] = launch::name(fault.kind);
  json["benign_looking"] = false;
  json["space"] = text_or_null(fault.space);
  json["buffer"] = text_or_null(fault.buffer);
  json["element"] = fault.buffer.empty() ? Json() : Json(fault.element);
  json["place"] = Json();
  json["count"] = 1;
  json["first"] = has_witness ? witness_of(witness, std::nullopt) : Json();
  json["second"] = Json();
  json["message"] = fault.message;
  return json;
}

Json figure(double value, launch::Origin origin) { return {{"value", number_of(value)}, {"source", launch::name(origin)}}; }

Json outputs_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  Json outputs = Json::array();
  std::size_t k = 0;
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    if (buffer == nullptr) continue;
    Json values;  // null where the machine could not give the content back
    if (k < result.outputs.size() && result.outputs[k].size() == buffer->size * launch::bytes(buffer->type)) {
      values = Json::array();
      for (std::uint64_t at = 0; at < std::min(buffer->size, values_shown); ++at) {
        values.push_back(number_of(launch::element(buffer->type, result.outputs[k], at)));
      }
    }
    ++k;
    outputs.push_back({{"arg", index}, {"type", launch::name(buffer->type)}, {"size", buffer->size}, {"values", values}});
  }
  return outputs;
}

void add_spread(Json& figure, const launch::Spread& spread) {
  figure["smallest"] = number_of(spread.smallest);
  figure["largest"] = number_of(spread.largest);
  figure["runs"] = spread.runs;
}

Json timing_of(const launch::Timing& timing) {
  Json times = Json::object();
  if (timing.host_ms) times["host_ms"] = figure(*timing.host_ms, launch::Origin::measured);
  if (timing.kernel_ms) times["kernel_ms"] = figure(*timing.kernel_ms, launch::Origin::measured);
  if (timing.copies_ms) times["copies_ms"] = figure(*timing.copies_ms, launch::Origin::measured);
  if (timing.overhead_ms) times["overhead_ms"] = figure(*timing.overhead_ms, launch::Origin::measured);
  if (timing.kernel_spread) add_spread(times["kernel_ms"], *timing.kernel_spread);
  if (timing.copies_spread) add_spread(times["copies_ms"], *timing.copies_spread);
  if (timing.kernel_cycles) times["kernel_cycles"] = figure(*timing.kernel_cycles, launch::Origin::modelled);
  if (timing.launch_cycles) times["launch_cycles"] = figure(*timing.launch_cycles, launch::Origin::modelled);
  return times;
}

}  // namespace

Json json_of(const launch::Launch& launch, const launch::LaunchResult& result, launch::DeviceKind device) {
  Json json;
  json["status"] = result.outcome == launch::Outcome::faulted ? "fault" : result.findings.empty() ? "ok" : "found";
  if (result.fault) json["message"] = result.fault->message;
  json["device"] = launch::device_kinds.name_of(device);
  json["device_name"] = result.device;
  json["kernel"] = launch.module->functions[launch.entry].demangled;
  json["launch"] = {{"grid", array_of(launch.grid)}, {"block", array_of(launch.block)}, {"shared", launch.dynamic_shared}};
  json["schedule"] = launch::name(launch.schedule);
  json["seed"] = launch.seed;
  json["counters"] = counters_of(launch, result);
  json["lines"] = lines_of(launch, result);
  if (!result.unchecked.empty()) json["unchecked"] = result.unchecked;
  if (!result.trace_note.empty()) json["trace_note"] = result.trace_note;
  json["findings"] = Json::array();
  const auto told = [&](const launch::Finding& finding) { return launch::same_defect(finding, *result.fault); };
  if (result.fault && std::none_of(result.findings.begin(), result.findings.end(), told))
    json["findings"].push_back(finding_of(*result.fault, result.modelled));
  for (const launch::Finding& finding : result.findings) json["findings"].push_back(finding_of(finding, launch));
  json["notes"] = Json::array();
  for (const launch::Finding& finding : result.notes) json["notes"].push_back(finding_of(finding, launch));
  json["outputs"] = outputs_of(launch, result);
  json["printed"] = result.printed;
  json["timing"] = timing_of(result.timing);
  return json;
}

Json json_of(const base::Error& error) {
  Json json{{"status", "error"}, {"message", error.message}};
  if (!error.file.empty()) json["file"] = error.file;
  if (error.line > 0) json["line"] = error.line;
  if (error.column > 0) json["column"] = error.column;
  return json;
}

Json json_of(const launch::DeviceProperties& device) {
  const auto known = [](std::uint64_t figure) { return figure == 0 ? Json() : Json(figure); };
  Json json;
  json["kind"] = launch::device_kinds.name_of(device.kind);
  json["spec"] = device.kind == launch::DeviceKind::simt ? text_or_null(device.id) : Json();
  json["number"] = device.kind == launch::DeviceKind::gpu ? text_or_null(device.id) : Json();
  json["name"] = device.name;
  json["compute_capability"] = text_or_null(device.compute_capability);
  json["multiprocessors"] = device.multiprocessors;
  json["warp_size"] = device.warp_size;
  json["limits"] = {{"threads_per_block", device.limits.threads_per_block},
                    {"block", array_of(device.limits.block)},
                    {"grid", array_of(device.limits.grid)},
                    {"shared_bytes", device.limits.shared_bytes}};
  json["threads_per_multiprocessor"] = device.per_multiprocessor.threads;
  json["blocks_per_multiprocessor"] = device.per_multiprocessor.blocks;
  json["registers_per_multiprocessor"] = device.per_multiprocessor.registers;
  json["shared_bytes_per_multiprocessor"] = device.per_multiprocessor.shared;
  json["memory_bytes"] = known(device.memory);
  json["l2_bytes"] = known(device.l2);
  json["clock_mhz"] = device.clock_mhz;
  json["driver"] = text_or_null(device.driver);
  json["runtime"] = text_or_null(device.runtime);
  json["details"] = Json::object();
  for (const auto& [what, value] : device.details) json["details"][what] = value;
  return json;
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json array_of(const base::Dim3& extent) { return Json::array({extent.x, extent.y, extent.z}); }

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json number_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json number_of(const launch::Scalar& scalar) {
  if (launch::is_floating(scalar.type)) return number_of(launch::to_double(scalar));
  if (!launch::is_signed(scalar.type)) return scalar.bits;
  const int unused = 64 - 8 * static_cast<int>(launch::bytes(scalar.type));
  return static_cast<std::int64_t>(scalar.bits << unused) >> unused;
}

}  // namespace warplens::report
