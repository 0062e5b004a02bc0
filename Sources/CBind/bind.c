#include "bind.h"
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local struct sockaddr_in wanted;

/// Returns the `errno` of binding a socket to the wanted address, as mock brokers bind theirs.
static int try_wanted(void) {
    int yes = 1, probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return errno;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int failure = bind(probe, (const struct sockaddr *)&wanted, sizeof wanted) ? errno : 0;
    close(probe);
    return failure;
}

int bind_next_to(const char *address, uint16_t port) {
    memset(&wanted, 0, sizeof wanted);
    if (!address) return 0;
    struct in_addr parsed;
    if (inet_pton(AF_INET, address, &parsed) != 1) return EINVAL;
    wanted = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = parsed};
    // librdkafka 2.0.2 aborts the process if a mock broker cannot bind its socket.
    return try_wanted();
}

// The linker prefers the program's function to that of the C library, also for calls from shared libraries.
int bind(int socket, const struct sockaddr *address, socklen_t length) {
    if (wanted.sin_family == AF_INET) {
        address = (const struct sockaddr *)&wanted;
        length = sizeof wanted;
    }
    return (int)syscall(SYS_bind, socket, address, length);
}
