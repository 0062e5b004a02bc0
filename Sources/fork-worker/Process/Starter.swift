import Glibc

/// Whoever has started this process, as far as its standard input tells of them.
struct Starter {
    /// The other end was closed for writing: `POLLRDHUP`, for sockets.
    private static let half: Int16 = 0x2000

    /// Whether standard input is a pipe or a socket, which ends with the process at its other end.
    private let isConnected: Bool

    init() {
        var input = stat()
        let kind = unsafe fstat(STDIN_FILENO, &input) == 0 ? input.st_mode & S_IFMT : 0
        isConnected = kind == S_IFIFO || kind == S_IFSOCK
    }

    /// Whether standard input has ended; what it may still hold is left there.
    var hasLeft: Bool {
        guard isConnected else { return false }
        var waiting = pollfd(fd: STDIN_FILENO, events: Self.half, revents: 0)
        return unsafe poll(&waiting, 1, 0) > 0
    }
}
