#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/result.h"
#include "view/drawing/drawing.h"

namespace warplens::export_ {

/// Size of each picture in pixels, and pictures per second.
struct FilmFormat {
  std::uint32_t width = 1920, height = 1080, rate = 30;
};

/// Writes a film frame by frame. If destroyed before finish(), removes what it has written.
class Film {
 public:
  Film() = default;
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;
  virtual ~Film() = default;

  /// Append a frame `times` times. Errors: the frame does not have the film's size, or cannot be written.
  virtual base::Status add(const view::Raster& picture, std::uint64_t times) = 0;
  /// Complete the film and move it to its path. Call once.
  virtual base::Status finish() = 0;
};

/// Open a film at `path`. A folder (an existing one, or a path that ends with a slash) gets a picture per frame, frame-000001.png
/// and so on; NAME.mp4 is encoded by the program ffmpeg as H.264 for any player. Every error that can be found before the first
/// frame is reported here: an unknown ending, no ffmpeg, an odd size (mp4), a folder with frames of another film, no permission.
base::Result<std::unique_ptr<Film>> open_film(const std::filesystem::path& path, const FilmFormat& format);

}  // namespace warplens::export_
