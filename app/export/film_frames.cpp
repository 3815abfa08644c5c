#include <fmt/format.h>

#include <string>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "export/film.h"
#include "export/png.h"

namespace warplens::export_ {
namespace {

namespace fs = std::filesystem;

class Frames : public Film {
 public:
  Frames(fs::path folder, bool made, const FilmFormat& format) : folder_(std::move(folder)), made_(made), format_(format) {}

  ~Frames() override {
    if (finished_) return;
    std::error_code ignored;
    for (std::uint64_t frame = 1; frame <= count_; ++frame) fs::remove(name_of(frame), ignored);
    if (made_) fs::remove(folder_, ignored);  // where nothing else is in it
  }

  base::Status add(const view::Raster& picture, std::uint64_t times) override {
    if (const base::Status fits = check_picture(picture, format_); !fits) return fits;
    const auto bytes = png_of(picture.width, picture.height, picture.pixels);
    if (!bytes) return bytes.error();
    for (; times > 0; --times) {
      if (const base::Status written = base::write_file(name_of(count_ + 1), *bytes); !written) return written;
      ++count_;
    }
    return base::Nothing{};
  }

  base::Status finish() override {
    finished_ = true;
    return base::Nothing{};
  }

 private:
  fs::path name_of(std::uint64_t frame) const { return folder_ / fmt::format("frame-{:06}.png", frame); }

  fs::path folder_;
  bool made_;  ///< for this film
  FilmFormat format_;
  std::uint64_t count_ = 0;
  bool finished_ = false;
};

}  // namespace

base::Result<std::unique_ptr<Film>> open_frames(const fs::path& folder, const FilmFormat& format) {
  std::error_code code;
  const bool made = fs::create_directory(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot make the folder: " + code.message()};
  fs::directory_iterator entries(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot read the folder: " + code.message()};
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("frame-") && name.ends_with(".png"))
      return base::Error{folder.string(), 0, 0, "holds frames of another film; remove them, or choose another folder"};
  }
  auto film = std::make_unique<Frames>(folder, made, format);
  // Find out now, and not after a long run, whether files can be created there.
  const fs::path probe = folder / "frame-000000.png";
  const base::Status written = base::write_file(probe, std::string());
  if (!written) return base::Error{folder.string(), 0, 0, written.error().message};
  fs::remove(probe, code);
  return std::unique_ptr<Film>(std::move(film));
}

}  // namespace warplens::export_
