import CZlib

/// Writes ZIP archives without compression, also such as no program should write.
package struct ZIPArchive {
    private struct Entry {
        let path: [UInt8]
        let checksum: UInt32
        let count: UInt32
        let offset: UInt32
        let mode: UInt32
    }

    package static let file: UInt32 = 0o100644
    package static let link: UInt32 = 0o120777

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    package init() {}

    /// An archive of an export, in the folder that the Health app has around everything.
    package init(_ export: HealthExport) {
        add("apple_health_export/export.xml", export.xml)
        for file in export.files { add("apple_health_export/\(file.path)", file.text) }
    }

    package mutating func add(_ path: String, _ text: String, mode: UInt32 = file) {
        let content = Array(text.utf8)
        let entry = Entry(
            path: Array(path.utf8),
            checksum: Self.checksum(content),
            count: UInt32(content.count),
            offset: UInt32(bytes.count),
            mode: mode
        )
        append(0x0403_4B50, 4)
        appendFacts(of: entry)
        bytes += entry.path + content
        entries.append(entry)
    }

    package func finished() -> [UInt8] {
        var archive = self
        let start = bytes.count
        for entry in entries {
            archive.append(0x0201_4B50, 4)
            // Made by Unix, so that modes count.
            archive.append(0x0314, 2)
            archive.appendFacts(of: entry)
            archive.append(0, 6)
            archive.append(UInt64(entry.mode) << 16, 4)
            archive.append(UInt64(entry.offset), 4)
            archive.bytes += entry.path
        }
        let length = archive.bytes.count - start
        archive.append(0x0605_4B50, 4)
        archive.append(0, 4)
        archive.append(UInt64(entries.count), 2)
        archive.append(UInt64(entries.count), 2)
        archive.append(UInt64(length), 4)
        archive.append(UInt64(start), 4)
        archive.append(0, 2)
        return archive.bytes
    }

    /// Appends what both headers of an entry have: version, flags (UTF-8), method, time, checksum and lengths.
    private mutating func appendFacts(of entry: Entry) {
        append(20, 2)
        append(0x0800, 2)
        append(0, 6)
        append(UInt64(entry.checksum), 4)
        append(UInt64(entry.count), 4)
        append(UInt64(entry.count), 4)
        append(UInt64(entry.path.count), 2)
        append(0, 2)
    }

    private mutating func append(_ number: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe UInt32(crc32(0, $0.baseAddress, UInt32($0.count))) }
    }
}
