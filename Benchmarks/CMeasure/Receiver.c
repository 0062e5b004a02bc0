#define _GNU_SOURCE
#include "CMeasure.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { descriptors = 1024, head_bytes = 4096 };

// What was read of the request on each connection, by its descriptor.
static struct {
    char head[head_bytes];
    size_t length;
    // The bytes of the body that are still to come.
    size_t body;
} connections[descriptors];

static char input[256 << 10];

static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";

// Takes one byte of a head. Returns whether a request has ended with it.
static int take_head(int connection, char byte) {
    if (connections[connection].length + 1 >= head_bytes) _exit(1);
    char *head = connections[connection].head;
    size_t length = ++connections[connection].length;
    head[length - 1] = byte;
    if (length < 4 || memcmp(head + length - 4, "\r\n\r\n", 4) != 0) return 0;
    head[length] = 0;
    const char *field = strcasestr(head, "\r\ncontent-length:");
    connections[connection].body = field ? strtoul(field + strlen("\r\ncontent-length:"), NULL, 10) : 0;
    connections[connection].length = 0;
    return connections[connection].body == 0;
}

static void take(int connection, const char *bytes, size_t count) {
    while (count > 0) {
        int ended;
        size_t taken = connections[connection].body < count ? connections[connection].body : count;
        if (taken > 0) {
            connections[connection].body -= taken;
            ended = connections[connection].body == 0;
        } else {
            taken = 1;
            ended = take_head(connection, *bytes);
        }
        bytes += taken;
        count -= taken;
        if (ended && write(connection, answer, sizeof answer - 1) < 0) return;
    }
}

static void add(int events, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event);
}

static void open_connection(int events, int listening) {
    int connection = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) return;
    if (connection >= descriptors) {
        close(connection);
        return;
    }
    int on = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    memset(&connections[connection], 0, sizeof connections[connection]);
    add(events, connection);
}

// Answers until the end. It allocates nothing: other threads may have held locks when this process was made.
static void receive(int listening) {
    int events = epoll_create1(EPOLL_CLOEXEC);
    add(events, listening);
    for (;;) {
        struct epoll_event ready[64];
        int count = epoll_wait(events, ready, 64, -1);
        for (int index = 0; index < count; index++) {
            int descriptor = ready[index].data.fd;
            if (descriptor == listening) {
                open_connection(events, listening);
                continue;
            }
            ssize_t length = read(descriptor, input, sizeof input);
            if (length > 0) take(descriptor, input, (size_t)length);
            else close(descriptor);
        }
    }
}

int measure_start_receiver(unsigned short *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0) return -1;
    pid_t process = -1;
    if (bind(listening, (struct sockaddr *)&address, length) == 0 && listen(listening, 512) == 0 &&
        getsockname(listening, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        process = fork();
    }
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGPIPE, SIG_IGN);
        receive(listening);
    }
    close(listening);
    return process;
}

void measure_stop_receiver(int process) {
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}
