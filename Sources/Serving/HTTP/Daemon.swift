import CMicrohttpd
import Glibc

/// Owns libmicrohttpd's daemon, which has no thread of its own: its owner turns it.
@safe struct Daemon: ~Copyable {
    private static let connections: UInt32 = 64
    /// Of one connection, for the request and the headers of its answer.
    private static let connectionBytes = 32 << 10
    /// How long a turn waits when there is nothing to do.
    private static let idleMilliseconds: Int32 = 250
    /// The same while connections may come to the end of their time.
    private static let busyMilliseconds: Int32 = 100

    private let daemon: OpaquePointer
    private let events: Int32
    private let desk: FrontDesk

    /// Takes over a socket; nil when there is no memory for it.
    init?(listening descriptor: Int32, _ desk: FrontDesk) {
        let context = unsafe Unmanaged.passUnretained(desk).toOpaque()
        guard
            let daemon = unsafe fork_http_start(
                descriptor,
                Self.connections,
                Self.connectionBytes,
                answerCallback,
                connectionCallback,
                completedCallback,
                context
            )
        else {
            close(descriptor)
            return nil
        }
        unsafe self.daemon = daemon
        self.desk = desk
        events = unsafe fork_http_events(daemon)
    }

    /// Waits for something to happen, but not for long, and deals with it.
    func turn() {
        var due: UInt64 = 0
        let longest = desk.isEmpty ? Self.idleMilliseconds : Self.busyMilliseconds
        let wait = unsafe MHD_get_timeout(daemon, &due) == .YES ? Int32(clamping: min(due, UInt64(longest))) : longest
        let silent = desk.silent
        var watched = (CollectionOfOne(events) + silent).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        unsafe poll(&watched, nfds_t(watched.count), wait)
        // Before the library reads it, the first byte of a request can be seen.
        for known in watched.dropFirst() where known.revents != 0 { desk.receives(known.fd) }
        _ = unsafe MHD_run(daemon)
        desk.cut()
    }

    deinit { unsafe MHD_stop_daemon(daemon) }
}
