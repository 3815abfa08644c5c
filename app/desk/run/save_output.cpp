#include "desk/run/save_output.h"

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/names.h"
#include "experiment/kernel_file/describe.h"
#include "export/png.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/npy.h"
#include "view/drawing/values.h"

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

/// `columns`: elements of a row; 0: a square.
view::Raster image_of(const launch::Buffer& buffer, const launch::Bytes& data, std::uint64_t columns) {
  const std::uint64_t size = data.size() / launch::bytes(buffer.type);
  const auto width = static_cast<std::uint32_t>(columns > 0 ? columns : std::ceil(std::sqrt(static_cast<double>(size))));
  const auto height = static_cast<std::uint32_t>((size + width - 1) / width);
  const bool grey = buffer.type == launch::ElementType::u8;
  const view::ValueRange range = grey ? view::ValueRange{0, 255, false} : view::range_of({buffer.type, size, data, 0});
  const double span = range.high > range.low ? range.high - range.low : 1;
  view::Raster image{width, height, std::vector<view::Colour>(std::size_t{width} * height, view::Colour{0, 0, 0, 0})};
  launch::for_each_element(buffer.type, data, [&](std::uint64_t index, double value) {
    if (!std::isfinite(value)) return;
    constexpr double white = 255;
    const auto level = static_cast<std::uint8_t>(std::lround(std::clamp((value - range.low) / span, 0.0, 1.0) * white));
    image.pixels[index] = {level, level, level};
  });
  return image;
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
  static constexpr base::Names<OutputFile> endings{
      {OutputFile::npy, ".npy"}, {OutputFile::csv, ".csv"}, {OutputFile::png, ".png"}};
  const std::filesystem::path file =
      unused_path(in_session_folder(choices, stem.string() + "-" + buffer + std::string(endings.name_of(kind))));
  const launch::Buffer& output = *launch::buffers_of(run.launch)[found];
  const launch::Bytes& data = run.result.outputs[found];
  const std::uint64_t columns = run.buffer_columns[found];
  const base::Status written = kind == OutputFile::npy ? launch::write_npy(file, output.type, data)
                               : kind == OutputFile::csv
                                   ? base::write_file(file, csv_of(output.type, data, std::max<std::uint64_t>(columns, 1)))
                                   : export_::write_png(file, image_of(output, data, columns));
  return written ? base::Result<std::filesystem::path>(file) : written.error();
}

}  // namespace warplens::desk
