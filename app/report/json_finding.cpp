#include "report/json_finding.h"

#include <variant>

#include "report/json_value.h"

namespace warplens::report {
namespace {

Json value_of(const launch::Witness& witness, const launch::Buffer* buffer) {
  if (!witness.has_value) return {};
  if (buffer == nullptr) return witness.value;
  return number_of(launch::Scalar{buffer->type, witness.value});
}

Json witness_of(const launch::Witness& witness, const launch::Buffer* buffer) {
  return {{"block", array_of(witness.block)},
          {"thread", array_of(witness.thread)},
          {"file", text_or_null(witness.file)},
          {"line", witness.line},
          {"column", witness.column > 0 ? Json(witness.column) : Json()},
          {"access", witness.access ? Json(launch::access_names.name_of(*witness.access)) : Json()},
          {"value", value_of(witness, buffer)}};
}

const launch::Buffer* buffer_named(const launch::Launch& launch, const std::string& name) {
  for (const launch::Buffer* buffer : launch::buffers_of(launch))
    if (!name.empty() && buffer->name == name) return buffer;
  return nullptr;
}

}  // namespace

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
  json["first"] = witness_of(finding.first, buffer);
  json["second"] = finding.second ? witness_of(*finding.second, buffer) : Json();
  json["message"] = finding.message;
  return json;
}

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
  json["first"] = has_witness ? witness_of(witness, nullptr) : Json();
  json["second"] = Json();
  json["message"] = fault.message;
  return json;
}

}  // namespace warplens::report
