#include "export/film.h"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/spawn.h"
#include "export/png.h"

namespace warplens::export_ {
namespace {

namespace fs = std::filesystem;

/// Whether a picture has the film's size.
base::Status check_picture(const view::Raster& picture, const FilmFormat& format) {
  if (picture.width == format.width && picture.height == format.height) return base::Nothing{};
  return base::error("a picture of " + std::to_string(picture.width) + " × " + std::to_string(picture.height) +
                     " pixels does not fit the film");
}

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

/// From opaque RGB frames on standard input to a file that plays everywhere: H.264 with 4:2:0 chroma, the index at its beginning
/// (faststart), colours converted by the BT.709 matrix and tagged so, which is what players assume. CRF 18, which x264's manual
/// calls visually lossless, keeps thin letters sharp.
std::vector<std::string> arguments_of(const FilmFormat& format, const fs::path& output) {
  const std::string size = std::to_string(format.width) + "x" + std::to_string(format.height);
  return {"-hide_banner",
          "-loglevel",
          "error",
          "-nostdin",
          "-y",
          "-f",
          "rawvideo",
          "-pixel_format",
          "rgb0",
          "-video_size",
          size,
          "-framerate",
          std::to_string(format.rate),
          "-i",
          "pipe:0",
          "-vf",
          "scale=out_color_matrix=bt709:out_range=tv",
          "-c:v",
          "libx264",
          "-crf",
          "18",
          "-pix_fmt",
          "yuv420p",
          "-colorspace",
          "bt709",
          "-color_primaries",
          "bt709",
          "-color_trc",
          "bt709",
          "-movflags",
          "+faststart",
          "-f",
          "mp4",
          "file:" + output.string()};
}

/// The last line that is not empty.
std::string last_words(const std::string& output) {
  const std::size_t end = output.find_last_not_of(" \r\n");
  if (end == std::string::npos) return "it said nothing";
  const std::size_t begin = output.rfind('\n', end);
  return output.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

class Mp4 : public Film {
 public:
  Mp4(fs::path path, fs::path part, base::FedProcess encoder, const FilmFormat& format)
      : path_(std::move(path)), part_(std::move(part)), encoder_(std::move(encoder)), format_(format) {}

  ~Mp4() override {
    std::error_code ignored;
    if (!finished_) fs::remove(part_, ignored);
  }

  base::Status add(const view::Raster& picture, std::uint64_t times) override {
    if (const base::Status fits = check_picture(picture, format_); !fits) return fits;
    for (; times > 0; --times) {
      const base::Status written = encoder_.write(std::as_bytes(std::span(picture.pixels)));
      if (!written) return why_it_ended();
    }
    return base::Nothing{};
  }

  base::Status finish() override {
    const auto ended = encoder_.finish();
    if (!ended) return ended.error();
    if (ended->exit_status != 0) return failed(*ended);
    std::error_code code;
    fs::rename(part_, path_, code);
    if (code) return base::Error{path_.string(), 0, 0, "cannot write: " + code.message()};
    finished_ = true;
    return base::Nothing{};
  }

 private:
  base::Error failed(const base::ProcessResult& ended) const {
    return {path_.string(), 0, 0,
            "ffmpeg failed with status " + std::to_string(ended.exit_status) + ": " + last_words(ended.output)};
  }

  base::Error why_it_ended() {
    const auto ended = encoder_.finish();
    return ended ? failed(*ended) : ended.error();
  }

  fs::path path_, part_;
  base::FedProcess encoder_;
  FilmFormat format_;
  bool finished_ = false;
};

base::Result<std::unique_ptr<Film>> open_mp4(const fs::path& path, const FilmFormat& format) {
  if (format.width % 2 != 0 || format.height % 2 != 0) {
    return base::Error{path.string(), 0, 0,
                       "a film in H.264 has even sides, not " + std::to_string(format.width) + " × " +
                           std::to_string(format.height) + " pixels"};
  }
  const fs::path ffmpeg = base::find_program("ffmpeg");
  if (ffmpeg.empty()) {
    return base::Error{path.string(), 0, 0,
                       "an .mp4 film needs the program ffmpeg, which is not installed (apt install ffmpeg); with -o FOLDER/ the "
                       "frames are written as pictures, without it"};
  }
  // Find out now, and not after a long run, whether the file can be created.
  const auto part = base::create_part(path);
  if (!part) return part.error();
  auto encoder = base::FedProcess::start(ffmpeg, arguments_of(format, *part));
  if (!encoder) {
    std::error_code ignored;
    fs::remove(*part, ignored);
    return encoder.error();
  }
  return std::unique_ptr<Film>(std::make_unique<Mp4>(path, *part, std::move(*encoder), format));
}

}  // namespace

base::Result<std::unique_ptr<Film>> open_film(const std::filesystem::path& path, const FilmFormat& format) {
  std::error_code code;
  if (!path.has_filename() || std::filesystem::is_directory(path, code)) return open_frames(path, format);
  if (path.extension() == ".mp4") return open_mp4(path, format);
  return base::Error{path.string(), 0, 0, "neither a .mp4 file nor a folder (FOLDER/)"};
}

}  // namespace warplens::export_
