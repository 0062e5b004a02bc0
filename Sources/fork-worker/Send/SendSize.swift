import Glibc

/// The progress unit of `send`: kilobytes if the length of all files is known, otherwise lines.
struct SendSize {
    /// The length of all files; nil if a length is unknown, for example for a pipe.
    private let bytes: Int?

    init(_ files: [String]) {
        bytes = files.reduce(0 as Int?) { sum, path in
            guard let sum, let size = Self.size(path) else { return nil }
            return sum + size
        }
    }

    private static func size(_ path: String) -> Int? {
        var found = stat()
        let code = unsafe path == "-" ? fstat(STDIN_FILENO, &found) : stat(path, &found)
        return code == 0 && found.st_mode & S_IFMT == S_IFREG ? Int(found.st_size) : nil
    }

    var unit: String { bytes == nil ? "lines" : "kB" }

    var total: Int64? { bytes.map { Int64($0 / 1_000) } }

    /// Returns the progress in the chosen unit.
    func done(lines: Int, bytes: Int) -> Int64 { Int64(self.bytes == nil ? lines : bytes / 1_000) }
}
