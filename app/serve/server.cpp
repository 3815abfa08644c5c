#include "serve/server.h"

#include <arpa/inet.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "base/process.h"
#include "base/threads.h"
#include "serve/bounded_stream.h"
#include "serve/device_service.h"
#include "serve/page_files.h"
#include "serve/rate_limit.h"

// Endpoints, below /CODE/ where there is a code:
//   GET  FILE                               a file of the page
// and for the device, in the messages of app/remote:
//   GET  offer                              answer: what the device is
//   POST run?id=ID                          body: a request; answer: its result, or its state if there is none after 300 ms
//   GET  wait?id=ID                         answer: as for run
//   POST cancel?id=ID
//   GET  load                               answer: a state with the number of requests that wait or run
// A refused request gets JSON (file, line, column, message) and the status 404, 413 (too large), 429 (too often) or 503 (too
// many). Browsers cannot make the server run anything else.

namespace warplens::serve {
namespace {

constexpr std::size_t max_body = 1u << 20;           // bytes, where there is no device
constexpr std::size_t max_request = 16u << 20;       // bytes of a launch, compressed
constexpr std::size_t max_id = 64;                   // bytes
constexpr std::size_t max_header_bytes = 64u << 10;  // of a request, all headers together
constexpr int runs_at_once_per_client = 500;         // a browser repeats each entry of a racy experiment a hundred times
constexpr std::chrono::milliseconds run_pause{10};
constexpr std::chrono::milliseconds moment{300};  // after which a browser is told the state of its run, and may cancel it
constexpr int connections = 256;                  // served at the same time
constexpr const char* messages = "application/octet-stream";

/// Without these headers browsers share no memory between threads, and without the last they guess types.
void add_headers(httplib::Response& response) {
  response.set_header("Cross-Origin-Opener-Policy", "same-origin");
  response.set_header("Cross-Origin-Embedder-Policy", "require-corp");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Cache-Control", "no-cache");
  response.set_header("X-Content-Type-Options", "nosniff");
}

void refuse(httplib::Response& response, int status, const base::Error& error) {
  response.status = status;
  const nlohmann::json json{{"file", error.file}, {"line", error.line}, {"column", error.column}, {"message", error.message}};
  response.set_content(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), "application/json");
}

/// Answer with `content`, uncompressed: left to the library, which compresses bodies that it is given as a whole, this would take
/// longer than most launches.
void give(httplib::Response& response, std::shared_ptr<const std::string> content, const char* type) {
  if (content->empty()) return response.set_content("", type);
  const std::size_t size = content->size();
  response.set_content_provider(size, type,
                                [content = std::move(content)](std::size_t at, std::size_t length, httplib::DataSink& to) {
                                  return to.write(content->data() + at, length);
                                });
}
void give(httplib::Response& response, std::string content, const char* type) {
  give(response, std::make_shared<const std::string>(std::move(content)), type);
}

void give(const httplib::Request& request, httplib::Response& response, const std::shared_ptr<const PageFile>& file) {
  response.set_header("ETag", file->tag);
  if (request.get_header_value("If-None-Match") == file->tag) {
    response.status = 304;  // Not Modified
    return;
  }
  response.set_header("Vary", "Accept-Encoding");
  const bool packed = !file->compressed.empty() && request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
  if (packed) response.set_header("Content-Encoding", "gzip");
  give(response, {file, packed ? &file->compressed : &file->content}, file->type.c_str());
}

/// Whether only programs of this computer reach an address.
bool is_of_this_computer(const std::string& address) {
  in_addr number{};
  const bool loopback = ::inet_pton(AF_INET, address.c_str(), &number) == 1 && (ntohl(number.s_addr) >> 24) == 127;
  return address == "localhost" || address == "::1" || loopback;
}

class Server {
 public:
  explicit Server(const ServeOptions& options)
      : options_(options),
        page_(options.page),
        http_((options.machines.empty() ? max_body : max_request) + max_header_bytes),
        run_rate_(runs_at_once_per_client, run_pause) {
    if (!options.machines.empty()) device_.emplace(options.machines, options.version);
  }

  base::Status run(const std::function<void(const std::string&)>& listening, const std::function<bool()>& stops) {
    const std::string root = options_.code.empty() ? "" : "/" + options_.code;
    set_up(root);
    const int port = options_.port == 0 ? http_.bind_to_any_port(options_.address) : bound(options_.port);
    if (port < 0)
      return base::error("cannot listen at " + options_.address + ":" + std::to_string(options_.port) +
                         ": choose another --port");
    std::atomic<bool> ended = false;
    std::jthread watch([&] {
      for (; !ended; std::this_thread::sleep_for(std::chrono::milliseconds(100)))
        if (stops()) http_.stop();
    });
    listening("http://" + options_.address + ":" + std::to_string(port) + root + "/");
    http_.listen_after_bind();
    ended = true;
    return base::Nothing{};
  }

 private:
  int bound(int port) { return http_.bind_to_port(options_.address, port) ? port : -1; }

  void set_up(const std::string& root) {
    http_.new_task_queue = [] { return std::make_unique<httplib::ThreadPool>(connections).release(); };
    http_.set_payload_max_length(device_ ? max_request : max_body);
    http_.set_tcp_nodelay(true);  // else an answer waits for the receipt of its header
    http_.set_read_timeout(std::chrono::seconds(10));
    http_.set_write_timeout(std::chrono::seconds(30));
    http_.set_post_routing_handler([this, root](const httplib::Request& request, httplib::Response& response) {
      add_headers(response);
      // In this cookie the page reads what the server offers (assets/web/page.js).
      if (request.path != root + "/" && request.path != root + "/index.html") return;
      response.set_header("Set-Cookie",
                          std::string("warplens_device=") + (device_ ? "1" : "0") + "; SameSite=Strict; Path=" + root + "/");
    });
    http_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty() && response.status >= 400)
        refuse(response, response.status, base::error(sentence(response.status)));
    });
    if (device_) set_up_device(root);
    // Added last, since the pattern matches the paths above as well. Paths without the code match nothing.
    http_.Get(root + "/([^/]*)", [this](const httplib::Request& request, httplib::Response& response) {
      const std::string name = request.matches[1];
      if (const auto file = page_.find(name.empty() ? "index.html" : name)) return give(request, response, file);
      response.status = 404;
    });
  }

  void set_up_device(const std::string& root) {
    http_.Get(root + "/offer",
              [this](const httplib::Request&, httplib::Response& response) { give(response, device_->offer(), messages); });
    http_.Post(root + "/run",
               [this](const httplib::Request& request, httplib::Response& response) { answer_run(request, response); });
    http_.Get(root + "/wait", [this](const httplib::Request& request, httplib::Response& response) {
      give_answer(response, request.get_param_value("id"));
    });
    http_.Get(root + "/load",
              [this](const httplib::Request&, httplib::Response& response) { give(response, device_->load(), messages); });
    http_.Post(root + "/cancel", [this](const httplib::Request& request, httplib::Response& response) {
      device_->cancel(request.get_param_value("id"));
      response.status = 204;
    });
  }

  static std::string sentence(int status) {
    if (status == 404) return "there is nothing here: ask the teacher for the whole link";
    if (status == 413) return "this is larger than the server takes";
    return "this request is not understood";
  }

  void answer_run(const httplib::Request& request, httplib::Response& response) {
    const std::string id = request.get_param_value("id");
    if (id.empty() || id.size() > max_id) return refuse(response, 400, base::error("a run needs an id"));
    if (!run_rate_.admit(request.remote_addr)) return refuse(response, 429, base::error("you run too often: wait a few seconds"));
    if (!device_->begin(request.body, id))
      return refuse(response, 503, base::error("too many runs are waiting: try again in a minute"));
    give_answer(response, id);
  }

  void give_answer(httplib::Response& response, const std::string& id) {
    auto answer = device_->wait(id, moment);
    if (!answer) return refuse(response, 404, base::error("there is no such run"));
    give(response, std::move(*answer), messages);
  }

  const ServeOptions& options_;
  PageFiles page_;
  BoundedServer http_;
  RateLimit run_rate_;
  std::optional<DeviceService> device_;
};

}  // namespace

std::string new_code() {
  constexpr std::string_view letters = "abcdefghjkmnpqrstuvwxyz23456789";  // those that nobody takes for others
  std::random_device random;
  std::uniform_int_distribution<std::size_t> any(0, letters.size() - 1);
  std::string code;
  for (int k = 0; k < 10; ++k) code += letters[any(random)];
  return code;
}

base::Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& listening,
                   const std::function<bool()>& stops) {
  std::error_code code;
  if (!std::filesystem::exists(options.page / "index.html", code) ||
      !std::filesystem::exists(options.page / "warplens.wasm", code))
    return base::Error{options.page.string(), 0, 0, "there is no page: './run.sh web' builds it"};
  if (!is_of_this_computer(options.address))
    return base::error("cannot listen at '" + options.address +
                       "': only browsers of this computer are served, at 127.0.0.1; from another computer, reach it by a tunnel: "
                       "ssh -L 8080:127.0.0.1:" +
                       std::to_string(options.port) + " THIS-COMPUTER");
  return Server(options).run(listening, stops);
}

}  // namespace warplens::serve
