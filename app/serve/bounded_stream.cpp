#include "serve/bounded_stream.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace warplens::serve {
namespace {

constexpr int milliseconds_of_a_second = 1000, milliseconds_between_looks = 100;
constexpr int seconds_between_requests = 1;
constexpr std::size_t max_requests = 1'000;  // of a connection
constexpr std::size_t buffer_bytes = 1u << 14;

void name_end(socket_t socket, int (*end_of)(int, sockaddr*, socklen_t*), std::string& ip, int& port) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (end_of(socket, any, &length) != 0) return;
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> service{};
  if (::getnameinfo(any, length, host.data(), host.size(), service.data(), service.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return;
  ip = host.data();
  port = std::atoi(service.data());
}

}  // namespace

BoundedStream::~BoundedStream() {
  ::shutdown(socket_, SHUT_RDWR);
  ::close(socket_);
}

bool BoundedStream::is_ready(short event, int milliseconds) const {
  pollfd waiting{socket_, event, 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

bool BoundedStream::awaits_request(const std::function<bool()>& stops) {
  taken_ = 0;
  for (int waited = 0; waited < seconds_between_requests * milliseconds_of_a_second && !stops();
       waited += milliseconds_between_looks)
    if (at_ < buffer_.size() || is_ready(POLLIN, milliseconds_between_looks)) return true;
  return false;
}

bool BoundedStream::is_readable() const {
  return at_ < buffer_.size() || is_ready(POLLIN, max_seconds_ * milliseconds_of_a_second);
}

bool BoundedStream::is_writable() const { return is_ready(POLLOUT, max_seconds_ * milliseconds_of_a_second); }

ssize_t BoundedStream::read(char* to, std::size_t size) {
  if (taken_ >= max_bytes_) return -1;
  size = std::min(size, max_bytes_ - taken_);
  if (at_ == buffer_.size()) {
    if (!is_readable()) return -1;
    buffer_.resize(buffer_bytes);
    at_ = 0;
    ssize_t got = 0;
    do got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    while (got < 0 && errno == EINTR);
    buffer_.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) return got;
  }
  const std::size_t given = std::min(size, buffer_.size() - at_);
  std::memcpy(to, buffer_.data() + at_, given);
  at_ += given;
  taken_ += given;
  return static_cast<ssize_t>(given);
}

ssize_t BoundedStream::write(const char* from, std::size_t size) {
  if (!is_writable()) return -1;
  ssize_t put = 0;
  do put = ::send(socket_, from, size, MSG_NOSIGNAL);
  while (put < 0 && errno == EINTR);
  return put;
}

void BoundedStream::get_remote_ip_and_port(std::string& ip, int& port) const { name_end(socket_, ::getpeername, ip, port); }
void BoundedStream::get_local_ip_and_port(std::string& ip, int& port) const { name_end(socket_, ::getsockname, ip, port); }

BoundedServer::BoundedServer(std::size_t max_bytes) : max_bytes_(max_bytes) {
  set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
    const_cast<httplib::Request&>(request).ranges.clear();  // the library's own, before it looks at them
    if (request.path.find('\0') == std::string::npos) return HandlerResponse::Unhandled;
    response.status = 400;
    return HandlerResponse::Handled;
  });
}

bool BoundedServer::process_and_close_socket(socket_t socket) {
  BoundedStream stream(socket, max_bytes_, static_cast<int>(read_timeout_sec_));
  bool fine = false;
  for (std::size_t request = 1; request <= max_requests && stream.awaits_request([this] { return svr_sock_ == INVALID_SOCKET; });
       ++request) {
    bool closed = false;
    fine = process_request(stream, request == max_requests, closed, nullptr);
    if (!fine || closed) break;
  }
  return fine;
}

}  // namespace warplens::serve
