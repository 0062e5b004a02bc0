#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/eventfd.h>

/// `MHD_start_daemon` is variadic, which Swift does not import. The daemon has no thread: its owner calls `MHD_run`.
static inline struct MHD_Daemon *fork_http_start(int listening_socket,
                                                 unsigned int connection_limit,
                                                 size_t connection_memory,
                                                 MHD_AccessHandlerCallback answer,
                                                 MHD_NotifyConnectionCallback connection,
                                                 MHD_RequestCompletedCallback completed,
                                                 void *(*target)(void *, const char *, struct MHD_Connection *),
                                                 void *context) {
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, context,
                            MHD_OPTION_URI_LOG_CALLBACK, target, context,
                            MHD_OPTION_LISTEN_SOCKET, listening_socket,
                            MHD_OPTION_CONNECTION_LIMIT, connection_limit,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
                            MHD_OPTION_NOTIFY_CONNECTION, connection, context,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, context,
                            MHD_OPTION_END);
}

/// What says that something has happened, for `poll`; these questions are variadic too.
static inline int fork_http_events(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

static inline int fork_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

static inline long fork_http_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : (long)info->header_size;
}

/// Whether the client has the address 127.0.0.1 or ::1, also if IPv4 arrives at a socket of IPv6 (::ffff:127.0.0.1).
static inline int fork_http_is_loopback(struct MHD_Connection *connection) {
    static const unsigned char loopback[4] = {127, 0, 0, 1};
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL) return 0;
    if (info->client_addr->sa_family == AF_INET) {
        const struct sockaddr_in *known = (const struct sockaddr_in *)info->client_addr;
        return memcmp(&known->sin_addr, loopback, sizeof loopback) == 0;
    }
    if (info->client_addr->sa_family != AF_INET6) return 0;
    const struct in6_addr *address = &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(address)
        || (IN6_IS_ADDR_V4MAPPED(address) && memcmp(address->s6_addr + 12, loopback, sizeof loopback) == 0);
}
