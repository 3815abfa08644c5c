#include "export/film.h"

#include <system_error>

namespace warplens::export_ {

base::Result<std::unique_ptr<Film>> open_film(const std::filesystem::path& path, const FilmFormat& format) {
  std::error_code code;
  if (!path.has_filename() || std::filesystem::is_directory(path, code)) return open_frames(path, format);
  if (path.extension() == ".mp4") return open_mp4(path, format);
  return base::Error{path.string(), 0, 0, "neither a .mp4 file nor a folder (FOLDER/)"};
}

base::Status check_picture(const view::Raster& picture, const FilmFormat& format) {
  if (picture.width == format.width && picture.height == format.height) return base::Nothing{};
  return base::error("a picture of " + std::to_string(picture.width) + " × " + std::to_string(picture.height) +
                     " pixels does not fit the film");
}

}  // namespace warplens::export_
