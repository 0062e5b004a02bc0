import CArchive
import Glibc

/// Reads the files of a ZIP archive one after the other.
@safe struct ArchiveReader: ~Copyable {
    private let archive: OpaquePointer
    /// A UTF-8 locale: in the process's locale `C`, libarchive returns no paths with non-ASCII characters.
    private let utf8: locale_t?
    private let name: String
    private var path = ""

    init(_ path: String) throws(FileFailure) {
        unsafe archive = try Self.open(path)
        unsafe utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        name = path
    }

    private static func open(_ path: String) throws(FileFailure) -> OpaquePointer {
        guard let archive = unsafe archive_read_new() else { throw FileFailure("no memory is left to read \(path)") }
        // Enables only ZIP and no filters: a compressed archive in an archive can be a decompression bomb.
        unsafe archive_read_support_format_zip(archive)
        if unsafe archive_read_open_filename(archive, path, ExportSource.pieceBytes) == ARCHIVE_OK {
            return unsafe archive
        }
        let reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? "no reason is known"
        unsafe archive_read_free(archive)
        throw FileFailure("\(path) can't be read: \(reason)")
    }

    deinit {
        unsafe archive_read_free(archive)
        if let utf8 = unsafe utf8 { unsafe freelocale(utf8) }
    }

    /// The number of bytes read from the archive.
    private var position: Int { Int(unsafe archive_filter_bytes(archive, -1)) }

    private func failure() -> FileFailure {
        // libarchive returns no message if the archive ends in the middle of a file.
        let reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? "it ends too early"
        let place = path.isEmpty ? "" : ", in \(path)"
        return FileFailure("\(name) can't be read to its end: \(reason) (byte \(position) of the archive\(place))")
    }

    /// Returns the next file that is not a folder; nil after the last one.
    mutating func next() throws(FileFailure) -> ArchiveEntry? {
        while true {
            let old = unsafe uselocale(utf8)
            defer { unsafe uselocale(old) }
            var entry: OpaquePointer?
            let code = unsafe archive_read_next_header(archive, &entry)
            if code == ARCHIVE_EOF { return nil }
            guard code >= ARCHIVE_WARN, let entry = unsafe entry else { throw failure() }
            let type = unsafe archive_entry_filetype(entry)
            if type == S_IFDIR { continue }
            let text = unsafe archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
            // An unreadable path becomes empty, and `ArchiveEntry` refuses empty paths.
            path = unsafe text.map { unsafe String(cString: $0) } ?? ""
            let size = unsafe archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil
            let isLink = unsafe type != S_IFREG || archive_entry_hardlink(entry) != nil
            return ArchiveEntry(path: path, size: size, isLink: isLink)
        }
    }

    /// Appends the next bytes of the current file, if any, and returns the position in the archive.
    mutating func read(into buffer: inout [UInt8]) throws(FileFailure) -> (hasBytes: Bool, position: Int) {
        // Reads whole blocks, because `archive_read_data` drops the last bytes of a truncated archive.
        var count = 0
        while count == 0 {
            var block: UnsafeRawPointer?
            var offset: Int64 = 0
            let code = unsafe archive_read_data_block(archive, &block, &count, &offset)
            if code == ARCHIVE_EOF { return (false, position) }
            guard code >= ARCHIVE_WARN else { throw failure() }
            if let block = unsafe block {
                unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(start: block, count: count))
            }
        }
        return (true, position)
    }
}
