/* Preloaded into Chromium: it cannot watch the machine's networks, so a network that another test creates or removes
   does not make it drop connections (ERR_NETWORK_CHANGED). Chromium has no option for this. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>

int socket(int domain, int type, int protocol) {
  if (domain == AF_NETLINK) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  int (*real)(int, int, int) = dlsym(RTLD_NEXT, "socket");
  return real(domain, type, protocol);
}
