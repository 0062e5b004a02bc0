import Glibc

/// A pipe from a child process, whose ends are closed with it; reading does not wait.
struct Channel: ~Copyable {
    let reader: Int32
    private(set) var writer: Int32

    /// Nil where the process may have no more files open.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
        // Only what is handed on by name is the child's.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    /// The child alone has it from now on: its end is seen.
    mutating func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// Takes what is there, and of all that came the last so many bytes.
    func read(into bytes: inout [UInt8], keeping count: Int) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        // Bounded, whatever the other end writes meanwhile.
        for _ in 0..<8 {
            let found = unsafe Glibc.read(reader, &buffer, buffer.count)
            if found <= 0 { return }
            bytes += buffer[..<found]
            if bytes.count > count { bytes.removeFirst(bytes.count - count) }
        }
    }

    deinit {
        close(reader)
        if writer >= 0 { close(writer) }
    }
}
