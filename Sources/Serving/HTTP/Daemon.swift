import CMicrohttpd
import Glibc

/// Owns the libmicrohttpd daemon, which has no thread of its own and is run by calls of `turn`.
@safe struct Daemon: ~Copyable {
    /// The memory of one connection, for a request and the headers of its response.
    private static let connectionBytes = 32 << 10
    /// The longest wait of a turn without connections.
    private static let idleMilliseconds: Int64 = 250
    /// The longest wait of a turn with connections, which may reach their time limit.
    private static let busyMilliseconds: Int64 = 100

    private let daemon: OpaquePointer
    private let events: Int32
    private let connections: HTTPConnections

    /// Takes ownership of a socket.
    ///
    /// Returns nil if there is not enough memory.
    init?(listening descriptor: Int32, _ connections: HTTPConnections) {
        let context = unsafe Unmanaged.passUnretained(connections).toOpaque()
        guard
            let daemon = unsafe fork_http_start(
                descriptor,
                connections.service.limits.connections,
                Self.connectionBytes,
                answerCallback,
                connectionCallback,
                completedCallback,
                targetCallback,
                context
            )
        else {
            close(descriptor)
            return nil
        }
        unsafe self.daemon = daemon
        self.connections = connections
        events = unsafe fork_http_events(daemon)
    }

    /// Waits a limited time for events, and handles them.
    func turn() {
        var due: UInt64 = 0
        var longest = connections.isEmpty ? Self.idleMilliseconds : Self.busyMilliseconds
        if let held = connections.dueInMilliseconds { longest = min(longest, held) }
        let wait = unsafe MHD_get_timeout(daemon, &due) == .YES ? min(Int64(clamping: due), longest) : longest
        let silent = connections.silent
        let late = connections.late.descriptor
        var watched = ([events, late] + silent).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        unsafe poll(&watched, nfds_t(watched.count), Int32(clamping: wait))
        // The first byte of a request must be noticed before the library reads it.
        for known in watched.dropFirst(2) where known.revents != 0 { connections.receives(known.fd) }
        connections.service.eachTurn()
        connections.resume()
        connections.resumeAnswered()
        _ = unsafe MHD_run(daemon)
        connections.cut()
    }

    deinit {
        // The library ends the process if it is stopped while connections are suspended.
        connections.resume(all: true)
        unsafe MHD_stop_daemon(daemon)
    }
}
