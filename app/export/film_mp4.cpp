#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/fed_process.h"
#include "base/file.h"
#include "base/process.h"
#include "export/film.h"

namespace warplens::export_ {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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

}  // namespace warplens::export_
