import Glibc

/// The files of a Health export, which is a ZIP archive, a folder, or a single XML file.
///
/// Files are read in the order of the archive, or of their names in a folder. Links, paths that leave the export, and
/// long files other than XML are skipped and reported.
package struct ExportSource: ~Copyable {
    /// The size limit in bytes for files that are not XML.
    package static let longestFile = 64 << 20
    static let pieceBytes = 256 << 10

    private var archive: ArchiveReader?
    private var folder: FolderReader?
    private var file: InputFile?
    private var isOpened = false
    /// The path of the current file within the export.
    package private(set) var path = ""
    /// The size of the export on the disk, in bytes; nil if unknown.
    package let size: Int?
    /// The paths of the first skipped files, each with the reason.
    package private(set) var refusals: [String] = []
    /// The number of skipped files that are not in `refusals`.
    package private(set) var furtherRefusals = 0
    private static let mostRefusals = 100
    /// The length at which a path in `refusals` is cut, in characters.
    private static let longestPath = 200
    /// The number of bytes read from the current file.
    private var currentBytes = 0

    package init(_ path: String) throws(FileFailure) {
        var found = stat()
        guard unsafe path == "-" || stat(path, &found) == 0 else {
            throw FileFailure("\(path) can't be read: \(unsafe String(cString: strerror(errno)))")
        }
        if found.st_mode & S_IFMT == S_IFDIR {
            let reader = try FolderReader(path)
            size = reader.size
            folder = consume reader
            isSingle = false
            return
        }
        if found.st_mode & S_IFMT == S_IFREG, try Self.isArchive(path) {
            archive = try ArchiveReader(path)
            size = Int(found.st_size)
            isSingle = false
            return
        }
        let input = try InputFile(path)
        size = input.size
        file = consume input
        isSingle = true
        self.path = path
    }

    /// Whether the first bytes of a file are the signature of a ZIP archive.
    private static func isArchive(_ path: String) throws(FileFailure) -> Bool {
        var start: [UInt8] = []
        var input = try InputFile(path)
        _ = try input.read(into: &start, waitMilliseconds: -1)
        return start.starts(with: [0x50, 0x4B]) && start.count > 3 && start[2] < 8
    }

    /// Returns the name of the format if a file begins like a gzip or tar archive; nil for other files.
    package static func packing(of start: [UInt8]) -> String? {
        if start.starts(with: Gunzip.signature) { return "a gzip archive" }
        return start.count > 262 && start[257..<262].elementsEqual("ustar".utf8) ? "a tar archive" : nil
    }

    /// Whether the export is a single file, and neither an archive nor a folder.
    package let isSingle: Bool
    /// Whether the name of the current file is the name of an XML file.
    package var isXML: Bool { ArchiveEntry.isXML(path) }

    /// The number of bytes read from the disk, before decompression.
    package private(set) var position = 0

    /// Moves to the next file; false after the last one.
    package mutating func next() throws(FileFailure) -> Bool {
        while true {
            let found: ArchiveEntry?
            if archive != nil {
                found = try archive?.next()
            } else if folder != nil {
                found = try folder?.next()
            } else {
                defer { isOpened = true }
                return !isOpened
            }
            guard let found else { return false }
            if let reason = found.refusal {
                refuse(found.path, reason)
                continue
            }
            path = found.path
            currentBytes = 0
            return true
        }
    }

    private mutating func refuse(_ path: String, _ reason: String) {
        if refusals.count < Self.mostRefusals {
            refusals.append("\(path.prefix(Self.longestPath)): \(reason)")
        } else {
            furtherRefusals += 1
        }
    }

    /// Replaces the content of a buffer with the next bytes of the current file; false at the end of the file.
    package mutating func read(into buffer: inout [UInt8]) throws(FileFailure) -> Bool {
        buffer.removeAll(keepingCapacity: true)
        if !(try fill(&buffer)) { return false }
        currentBytes += buffer.count
        // The length in the header of an archive may be wrong, so the bytes are counted too.
        if currentBytes > Self.longestFile, archive != nil || folder != nil, !ArchiveEntry.isXML(path) {
            refuse(path, "longer than \(Self.longestFile >> 20) MiB")
            return false
        }
        return true
    }

    private mutating func fill(_ buffer: inout [UInt8]) throws(FileFailure) -> Bool {
        if archive != nil {
            guard let read = try archive?.read(into: &buffer) else { return false }
            position = read.position
            return read.hasBytes
        }
        if folder != nil {
            guard let read = try folder?.read(into: &buffer) else { return false }
            position = read.position
            return read.hasBytes
        }
        guard let piece = try file?.read(into: &buffer, waitMilliseconds: -1) else { return false }
        position += buffer.count
        if case .end = piece { return false }
        return true
    }
}

/// A file of an export before it is read.
struct ArchiveEntry {
    let path: String
    /// The reason why the file is skipped; nil if it may be read.
    var refusal: String?

    /// Decides whether a file may be read; `size` is nil if unknown.
    init(path: String, size: Int?, isLink: Bool) {
        self.path = path
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if isLink {
            refusal = "a link"
        } else if path.isEmpty {
            refusal = "a path that is not text"
        } else if path.hasPrefix("/") || parts.contains("..") || path.utf8.contains(0) || path.contains("\\") {
            refusal = "a path that leaves the archive"
        } else if let size, size > ExportSource.longestFile, !Self.isXML(path) {
            refusal = "longer than \(ExportSource.longestFile >> 20) MiB"
        }
    }

    static func isXML(_ path: String) -> Bool { path.lowercased().hasSuffix(".xml") }
}
