#pragma once

#include <httplib.h>

#include <cstddef>
#include <functional>
#include <string>

namespace warplens::serve {

/// A connection that limits the total bytes of each request, headers included: the library limits neither the number nor the
/// length of headers, nor bodies in chunks. The destructor closes it.
class BoundedStream final : public httplib::Stream {
 public:
  /// `max_bytes`: limit of one request. Waits at most `max_seconds` for a byte to read or for room to write.
  BoundedStream(socket_t socket, std::size_t max_bytes, int max_seconds)
      : socket_(socket), max_bytes_(max_bytes), max_seconds_(max_seconds) {}
  ~BoundedStream() override;
  BoundedStream(const BoundedStream&) = delete;
  BoundedStream& operator=(const BoundedStream&) = delete;

  /// Wait at most a second for another request, unless `stops`; return whether one comes. Its bytes are counted anew.
  bool awaits_request(const std::function<bool()>& stops);

  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  bool is_ready(short event, int milliseconds) const;

  socket_t socket_;
  std::size_t max_bytes_, taken_ = 0;
  int max_seconds_;
  std::string buffer_;  ///< bytes read in advance: the library takes headers byte by byte
  std::size_t at_ = 0;  ///< bytes of `buffer_` already taken
};

/// A server on this computer that limits the bytes of each request and ignores the header Range, for which the library would read
/// memory before or behind an answer.
class BoundedServer final : public httplib::Server {
 public:
  /// `max_bytes`: limit of one request with its headers.
  explicit BoundedServer(std::size_t max_bytes);

 private:
  bool process_and_close_socket(socket_t socket) override;

  std::size_t max_bytes_;
};

}  // namespace warplens::serve
