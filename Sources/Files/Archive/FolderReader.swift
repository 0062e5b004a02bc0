import Glibc

/// Reads the files of an unpacked export, including subfolders.
struct FolderReader: ~Copyable {
    /// The largest number of files in an export.
    private static let mostFiles = 200_000
    private static let deepest = 3

    private let root: String
    /// The files in the folder: XML files first, then ordered by path.
    private var files: [(entry: ArchiveEntry, size: Int)] = []
    private var nextFile = 0
    private var input: InputFile?
    /// The number of bytes of the files that were read or skipped.
    private var position = 0
    /// The position at the end of the current file.
    private var end = 0
    /// The size of all files together, in bytes.
    let size: Int

    init(_ root: String) throws(FileFailure) {
        self.root = root
        var files: [(entry: ArchiveEntry, size: Int)] = []
        try Self.list(root, "", 1, &files)
        size = files.reduce(0) { $0 + $1.size }
        self.files = files.sorted { left, right in
            let isXML = (left.entry.path.hasSuffix(".xml"), right.entry.path.hasSuffix(".xml"))
            return isXML.0 != isXML.1 ? isXML.0 : left.entry.path < right.entry.path
        }
    }

    private static func list(
        _ root: String,
        _ folder: String,
        _ depth: Int,
        _ files: inout [(entry: ArchiveEntry, size: Int)]
    ) throws(FileFailure) {
        guard let directory = unsafe opendir("\(root)/\(folder)") else {
            throw FileFailure("\(root)/\(folder) can't be read: \(unsafe String(cString: strerror(errno)))")
        }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory), files.count < mostFiles {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            var found = stat()
            guard unsafe lstat("\(root)/\(path)", &found) == 0 else { continue }
            switch found.st_mode & S_IFMT {
            case S_IFDIR: if depth < deepest { try list(root, path, depth + 1, &files) }
            case S_IFREG, S_IFLNK:
                let isLink = found.st_mode & S_IFMT == S_IFLNK
                let size = isLink ? 0 : Int(found.st_size)
                files.append((ArchiveEntry(path: path, size: size, isLink: isLink), size))
            default: continue
            }
        }
    }

    /// Returns the next file; nil after the last one.
    mutating func next() throws(FileFailure) -> ArchiveEntry? {
        input = nil
        position = end
        guard nextFile < files.count else { return nil }
        defer { nextFile += 1 }
        end += files[nextFile].size
        return files[nextFile].entry
    }

    /// Appends the next bytes of the current file, if any, and returns the position in all files together.
    mutating func read(into buffer: inout [UInt8]) throws(FileFailure) -> (hasBytes: Bool, position: Int) {
        guard nextFile > 0 else { return (false, position) }
        if input == nil { input = try InputFile("\(root)/\(files[nextFile - 1].entry.path)") }
        guard let piece = try input?.read(into: &buffer, waitMilliseconds: -1) else { return (false, position) }
        if case .end = piece { return (false, position) }
        position += buffer.count
        return (true, position)
    }
}
