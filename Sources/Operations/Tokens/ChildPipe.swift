import Glibc

/// A pipe from a child process; reads do not block, and deinit closes both ends.
struct ChildPipe: ~Copyable {
    let reader: Int32
    private(set) var writer: Int32

    /// Returns nil if the process has too many open files.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
        // The child inherits only the descriptors that are passed to it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    /// Closes the parent's copy of the writing end, so that the end of the child's output is noticed.
    mutating func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// Reads the available bytes, and keeps only the last `count` bytes.
    func read(into bytes: inout [UInt8], keeping count: Int) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        // The loop is bounded, however fast the child writes.
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
