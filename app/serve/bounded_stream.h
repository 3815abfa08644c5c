#pragma once

#include <httplib.h>

#include <cstddef>
#include <functional>
#include <string>

namespace warplens::serve {

/// A connection from which a request may take so many bytes and no more, whatever they are: the library bounds neither the number
/// nor the length of headers, nor bodies in chunks. Closed at the end of its life.
class BoundedStream final : public httplib::Stream {
 public:
  /// `max_bytes`: of one request. Waiting for a byte to read or room to write takes at most `max_seconds`.
  BoundedStream(socket_t socket, std::size_t max_bytes, int max_seconds)
      : socket_(socket), max_bytes_(max_bytes), max_seconds_(max_seconds) {}
  ~BoundedStream() override;
  BoundedStream(const BoundedStream&) = delete;
  BoundedStream& operator=(const BoundedStream&) = delete;

  /// Whether another request comes within a second, whose bytes are counted anew. `stops` ends the wait.
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
  std::string buffer_;  ///< what was read in advance: the library takes headers byte by byte
  std::size_t at_ = 0;  ///< of it that was taken
};

/// A server on this computer whose requests are bounded, and whose answers ignore the header Range: the library would read what
/// is before or behind an answer in memory.
class BoundedServer final : public httplib::Server {
 public:
  /// `max_bytes`: of one request, with its headers.
  explicit BoundedServer(std::size_t max_bytes);

 private:
  bool process_and_close_socket(socket_t socket) override;

  std::size_t max_bytes_;
};

}  // namespace warplens::serve
