#include "serve/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/spawn.h"
#include "remote/message.h"
#include "remote/pack.h"
#include "serve/page_files.h"
#include "simt/simt_device.h"
#include "tests/remote/small_launch.h"

// The server as browsers meet it. Its page is a small one.

namespace warplens::serve {
namespace {

using namespace std::chrono_literals;

constexpr const char* page_text = "<!doctype html>the page";

class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = base::TemporaryFolder::create();
    ASSERT_TRUE(folder.ok());
    folder_ = std::make_unique<base::TemporaryFolder>(std::move(*folder));
    write("index.html", page_text);
    write("warplens.wasm", "wasm");
    write("page.js", "js");
    write("notes.md", "not of the page");
    std::filesystem::create_directory(folder_->path() / "CMakeFiles");
    write("CMakeFiles/inner.js", "not of the page");
    start();
  }
  void TearDown() override {
    stops_ = true;
    if (thread_.joinable()) thread_.join();
  }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(base::write_file(folder_->path() / name, text).ok());
  }

  void start() {
    std::promise<std::string> listening;
    std::future<std::string> address = listening.get_future();
    thread_ = std::thread([this, &listening] {
      ServeOptions options;
      options.page = folder_->path();
      options.port = 0;
      options.code = "abc";
      options.machines = machines_;
      const base::Status served = serve(
          options, [&](const std::string& at) { listening.set_value(at); }, [this] { return stops_.load(); });
      EXPECT_TRUE(served.ok()) << (served ? "" : base::describe(served.error()));
    });
    ASSERT_EQ(address.wait_for(std::chrono::seconds(30)), std::future_status::ready);
    address_ = address.get();
    ASSERT_TRUE(address_.ends_with("/abc/")) << address_;
    client_ = std::make_unique<httplib::Client>(address_.substr(0, address_.size() - 5));
    client_->set_read_timeout(std::chrono::seconds(100));
  }

  httplib::Result get(const std::string& path) { return client_->Get(path.c_str()); }
  static std::string set_cookies(const httplib::Response& response) {
    std::string all;
    const auto [begin, end] = response.headers.equal_range("Set-Cookie");
    for (auto each = begin; each != end; ++each) all += each->second + "\n";
    return all;
  }

  std::vector<launch::Device*> machines_;
  std::unique_ptr<base::TemporaryFolder> folder_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
  std::string address_;
  std::unique_ptr<httplib::Client> client_;
};

/// The same with a device.
class ServerWithDevice : public ServerTest {
 protected:
  void SetUp() override {
    machines_ = {device_.get()};
    ServerTest::SetUp();
  }
  static remote::Message read(const httplib::Result& answer) {
    if (!answer || answer->status != 200) throw std::logic_error(answer ? answer->body : "no answer");
    auto message = remote::message_in(std::as_bytes(std::span(answer->body)), remote::Greeting::Side::server, 1u << 20);
    if (!message) throw std::logic_error(message.error().message);
    return std::move(*message);
  }
  std::unique_ptr<launch::Device> device_ = simt::make_device(simt::two_sm_toy(), 1);
};

TEST_F(ServerWithDevice, RunsWhatABrowserSends) {
  EXPECT_NE(set_cookies(*get("/abc/")).find("warplens_device=1"), std::string::npos);
  EXPECT_EQ(remote::unpack_offer(read(get("/abc/offer")).payload).value().properties.name, device_->properties().name);
  const launch::Launch launch = remote::small_launch();
  const std::string request =
      remote::bytes_of(remote::Greeting{}, remote::Message{remote::MessageKind::run, remote::pack(remote::RunRequest{launch})});
  remote::Message answer = read(client_->Post("/abc/run?id=7", request, "application/octet-stream"));
  while (answer.kind == remote::MessageKind::state) answer = read(get("/abc/wait?id=7"));
  ASSERT_EQ(answer.kind, remote::MessageKind::result);
  const auto result = remote::unpack_result(answer.payload, launch);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(static_cast<int>(result->outputs.at(0).at(380)), 1);
  EXPECT_EQ(get("/abc/wait?id=7")->status, 404) << "an answer is given once";
  EXPECT_EQ(client_->Post("/abc/cancel?id=7")->status, 204);
  EXPECT_EQ(remote::unpack_state(read(get("/abc/load")).payload).value().before, 0u);
  EXPECT_EQ(client_->Post("/abc/run", request, "application/octet-stream")->status, 400) << "without an id";
  EXPECT_EQ(client_->Post("/abc/run?id=8", std::string((16u << 20) + 1, ' '), "application/octet-stream")->status, 413);
}

TEST_F(ServerTest, HasNoDeviceUnlessItIsGivenOne) {
  EXPECT_NE(set_cookies(*get("/abc/")).find("warplens_device=0"), std::string::npos);
  for (const char* path : {"/abc/offer", "/abc/load", "/abc/wait?id=1"}) EXPECT_EQ(get(path)->status, 404) << path;
  EXPECT_EQ(client_->Post("/abc/run?id=1", "", "application/octet-stream")->status, 404);
}

TEST_F(ServerTest, GivesThePageWithTheHeadersForSharedMemory) {
  for (const char* path : {"/abc/", "/abc/index.html"}) {
    const auto page = get(path);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->status, 200);
    EXPECT_EQ(page->body, page_text);
    EXPECT_EQ(page->get_header_value("Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(page->get_header_value("Cross-Origin-Embedder-Policy"), "require-corp");
  }
  const auto wasm = get("/abc/warplens.wasm");
  ASSERT_TRUE(wasm);
  EXPECT_EQ(wasm->get_header_value("Content-Type"), "application/wasm");
  EXPECT_FALSE(wasm->has_header("Set-Cookie"));
}

TEST_F(ServerTest, GivesNothingElse) {
  for (const char* path : {"/", "/index.html", "/abd/index.html", "/abc", "/abc/notes.md", "/abc/CMakeFiles/inner.js",
                           "/abc/../../../../etc/passwd", "/abc/%2e%2e/%2e%2e/etc/passwd", "/abc//etc/passwd", "/abc/none.js"}) {
    const auto answer = get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->status, 404) << path;
    EXPECT_TRUE(nlohmann::json::parse(answer->body).contains("message")) << path << " " << answer->body;
  }
}

/// The library reads beyond an answer for some of them, and reads what others have sent out of its memory.
TEST_F(ServerTest, IgnoresRanges) {
  std::string many = "bytes=0-1";
  while (many.size() < 8000) many += ",0-1";
  const std::vector<std::string> ranges{"bytes=0-3",
                                        "bytes=100-200",
                                        "bytes=-100",
                                        "bytes=5-2",
                                        "bytes=0-1,3-4",
                                        "bytes=1000000-1000100",
                                        many,
                                        "bytes=0-18446744073709551615",
                                        "bytes=9223372036854775807-",
                                        "bytes=" + std::string(8000, '9') + "-"};
  for (const std::string& range : ranges) {
    const auto answer = client_->Get("/abc/", {{"Range", range}});
    ASSERT_TRUE(answer) << range;
    // Some are none that the library understands, to which it says so.
    EXPECT_TRUE(answer->status == 416 || answer->body == page_text) << range << ": " << answer->status << " " << answer->body;
  }
  EXPECT_EQ(get("/abc/")->body, page_text);
}

/// Bytes of an answer to what is sent as it is; "" where the server closes the line first.
std::string answer_to(int port, const std::string& head, const std::string& piece, std::size_t bytes) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const base::Descriptor line(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(line.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return "no connection";
  std::size_t sent = 0;
  for (std::string next = head; sent < bytes; next = piece) {
    const ssize_t put = ::send(line.number(), next.data(), next.size(), MSG_NOSIGNAL);
    if (put <= 0) return "";
    sent += static_cast<std::size_t>(put);
  }
  std::array<char, 4096> answer;
  const ssize_t got = ::recv(line.number(), answer.data(), answer.size(), 0);
  return {answer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

TEST_F(ServerTest, EndsRequestsWithoutEnd) {
  const int port = std::stoi(address_.substr(address_.rfind(':') + 1));
  constexpr std::size_t far_too_many = std::size_t{64} << 20;
  const std::string get = "GET /abc/ HTTP/1.1\r\nHost: x\r\n",
                    chunks = "POST /abc/run HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(answer_to(port, get, "A: b\r\n", far_too_many), "") << "headers";
  EXPECT_EQ(answer_to(port, get, std::string(4096, 'a'), far_too_many), "") << "one header";
  EXPECT_EQ(answer_to(port, "GET /", std::string(4096, 'a'), far_too_many), "") << "an address";
  EXPECT_EQ(answer_to(port, chunks, "1000\r\n" + std::string(4096, 'a') + "\r\n", far_too_many), "") << "chunks";
  EXPECT_EQ(client_->Get("/abc/")->body, page_text) << "others are served";
}

TEST_F(ServerTest, KnowsNoNameWithAZero) {
  for (int k = 0; k < 3; ++k) {
    const auto answer = get("/abc/index.html%00" + std::to_string(k) + ".html");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 400);
  }
  PageFiles files(folder_->path());
  EXPECT_EQ(files.find(std::string("index.html\0.html", 16)), nullptr);
}

TEST_F(ServerTest, CompressesAFileOnceAndSendsItOnce) {
  const std::string text(100'000, 'x');
  write("large.js", text);
  const auto ask = [&](const httplib::Headers& headers) { return client_->Get("/abc/large.js", headers); };
  const auto plain = ask({{"Accept-Encoding", "identity"}});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->body, text);
  EXPECT_FALSE(plain->has_header("Content-Encoding"));
  EXPECT_EQ(plain->get_header_value("Content-Type"), "text/javascript; charset=utf-8");
  const auto packed = ask({{"Accept-Encoding", "gzip, br"}});
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->get_header_value("Content-Encoding"), "gzip");
  EXPECT_LT(std::stoi(packed->get_header_value("Content-Length")), 1'000);
  EXPECT_EQ(packed->body, text) << "as the client unpacks it";
  const std::string tag = packed->get_header_value("ETag");
  EXPECT_EQ(ask({{"If-None-Match", tag}})->status, 304);
  write("large.js", "changed");
  std::filesystem::last_write_time(folder_->path() / "large.js", std::filesystem::file_time_type::clock::now() + 2s);
  const auto changed = ask({{"If-None-Match", tag}});
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->status, 200);
  EXPECT_EQ(changed->body, "changed");
}

TEST(Serve, SaysWhatItLacks) {
  const auto refusal = [](const ServeOptions& options) {
    const base::Status served = serve(
        options, [](const std::string&) {}, [] { return true; });
    return served ? std::string() : base::describe(served.error());
  };
  ServeOptions options;
  options.page = "/nowhere";
  EXPECT_NE(refusal(options).find("there is no page"), std::string::npos);
  const auto folder = base::TemporaryFolder::create();
  ASSERT_TRUE(folder.ok());
  for (const char* name : {"index.html", "warplens.wasm"}) ASSERT_TRUE(base::write_file(folder->path() / name, "").ok());
  options.page = folder->path();
  for (const char* address : {"0.0.0.0", "::", "192.168.1.2", "teacher", "127.0.0.1.evil", ""}) {
    options.address = address;
    EXPECT_NE(refusal(options).find("only browsers of this computer"), std::string::npos) << address;
  }
  options.address = "127.0.0.1";
  options.port = 1;              // of the system
  if (::geteuid() == 0) return;  // who may use it
  EXPECT_NE(refusal(options).find("cannot listen"), std::string::npos);
}

}  // namespace
}  // namespace warplens::serve
