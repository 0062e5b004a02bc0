import Glibc

/// The three standard streams of the process, some of which its parent may have closed.
enum StandardStreams {
    /// Opens `/dev/null` for every closed standard stream.
    ///
    /// Otherwise the next opened file would get the free descriptor, and log lines would be written into a file of the
    /// store or a connection. `/dev/null` is opened in the wrong direction, so that reads and writes still fail.
    static func fillGaps() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            if fcntl(descriptor, F_GETFD) >= 0 { continue }
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
