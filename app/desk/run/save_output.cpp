#include "desk/run/save_output.h"

#include <algorithm>

#include "base/file.h"
#include "experiment/kernel_file/describe.h"
#include "launch/arguments/npy.h"

namespace warplens::desk {
namespace {

/// `columns`: elements of a line.
std::string csv_of(launch::ElementType type, const launch::Bytes& data, std::uint64_t columns) {
  std::string text;
  const std::uint64_t size = data.size() / launch::bytes(type);
  for (std::uint64_t k = 0; k < size; ++k) {
    text += launch::to_text(launch::element(type, data, k));
    text += (k + 1) % columns == 0 || k + 1 == size ? '\n' : ',';
  }
  return text;
}

}  // namespace

base::Result<std::filesystem::path> save_output(const Choices& choices, const RunTables& tables, const std::string& buffer,
                                                OutputFile kind) {
  const experiment::Run& run = tables.run;
  const auto found = static_cast<std::size_t>(std::ranges::find(run.buffer_names, buffer) - run.buffer_names.begin());
  if (found >= run.result.outputs.size()) return base::error("the run has left nothing in '" + buffer + "'");
  const auto named = experiment::kernel_named(choices.session.experiment);
  const std::filesystem::path stem =
      named ? std::filesystem::path(named->file).replace_extension() : std::filesystem::path(choices.session.experiment);
  const std::filesystem::path file =
      beside_session(choices, stem.string() + "-" + buffer + (kind == OutputFile::npy ? ".npy" : ".csv"));
  const launch::ElementType type = launch::buffers_of(run.launch)[found]->type;
  const launch::Bytes& data = run.result.outputs[found];
  const base::Status written =
      kind == OutputFile::npy ? launch::write_npy(file, type, data)
                              : base::write_file(file, csv_of(type, data, std::max<std::uint64_t>(run.buffer_columns[found], 1)));
  return written ? base::Result<std::filesystem::path>(file) : written.error();
}

}  // namespace warplens::desk
