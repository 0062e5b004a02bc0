import Glibc

/// The parent process, observed through standard input.
struct ParentWatch {
    /// `POLLRDHUP`: the other end of a socket was closed for writing.
    private static let half: Int16 = 0x2000

    /// Whether standard input is a pipe or a socket, which is closed when the process at its other end ends.
    private let isConnected: Bool

    init() {
        var input = stat()
        let kind = unsafe fstat(STDIN_FILENO, &input) == 0 ? input.st_mode & S_IFMT : 0
        isConnected = kind == S_IFIFO || kind == S_IFSOCK
    }

    /// Whether standard input has ended; remaining data is not read.
    var hasLeft: Bool {
        guard isConnected else { return false }
        var waiting = pollfd(fd: STDIN_FILENO, events: Self.half, revents: 0)
        return unsafe poll(&waiting, 1, 0) > 0
    }
}
