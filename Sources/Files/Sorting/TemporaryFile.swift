import Glibc

/// A file without a name, which the system removes when the process exits or crashes.
struct TemporaryFile: ~Copyable {
    private let descriptor: Int32
    private let directory: String
    /// The number of bytes written.
    private(set) var count = 0

    init(in directory: String) throws(FileFailure) {
        self.directory = directory
        // `mkstemp` replaces the six letters X with random characters.
        var path = Array("\(directory)/.fork-worker-\(String(repeating: "X", count: 6))".utf8CString)
        descriptor = unsafe path.withUnsafeMutableBufferPointer { buffer in
            guard let name = buffer.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(name)
            if descriptor >= 0 {
                unsafe unlink(name)
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
            return descriptor
        }
        if descriptor < 0 { throw Self.failure(directory) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func failure(_ directory: String) -> FileFailure {
        let reason = unsafe String(cString: strerror(errno))
        return FileFailure(
            "a temporary file in \(directory) can't be written: \(reason); choose another folder with --temp-directory"
        )
    }

    mutating func write(_ bytes: ArraySlice<UInt8>) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let descriptor = descriptor
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if written > 0 { done += written } else if errno != EINTR { throw Self.failure(directory) }
        }
        count += done
    }

    /// Replaces the content of a buffer with the bytes from `position` on, at most `most` bytes.
    func read(at position: Int, most: Int, into buffer: inout [UInt8]) throws(FileFailure) {
        let wanted = max(0, min(most, count - position))
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: repeatElement(0, count: wanted))
        var done = 0
        while done < wanted {
            let descriptor = descriptor
            let read = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress?.advanced(by: done), wanted - done, position + done)
            }
            if read > 0 { done += read } else if read == 0 || errno != EINTR { throw Self.failure(directory) }
        }
    }
}
