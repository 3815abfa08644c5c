#pragma once

// Names of computers, for host code.

#include <netinet/in.h>
#include <sys/socket.h>

struct hostent {
  char* h_name;
  char** h_aliases;
  int h_addrtype, h_length;
  char** h_addr_list;
};
#define h_addr h_addr_list[0]

struct addrinfo {
  int ai_flags, ai_family, ai_socktype, ai_protocol;
  socklen_t ai_addrlen;
  struct sockaddr* ai_addr;
  char* ai_canonname;
  struct addrinfo* ai_next;
};
#define AI_PASSIVE 1

#ifdef __cplusplus
extern "C" {
#endif
struct hostent* gethostbyname(const char*);
int getaddrinfo(const char*, const char*, const struct addrinfo*, struct addrinfo**);
void freeaddrinfo(struct addrinfo*);
const char* gai_strerror(int);
#ifdef __cplusplus
}
#endif
