import Glibc

/// The process's three streams, one of which whoever started it may have closed.
enum StandardStreams {
    /// Puts something in the places of those that are closed.
    ///
    /// The system gives a file that is opened the first free number, so that log lines would else go into whatever comes
    /// first: a file of the store, or a connection. Reading and writing fail there, as they would on nothing.
    static func fillGaps() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            if fcntl(descriptor, F_GETFD) >= 0 { continue }
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
