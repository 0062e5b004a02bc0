import JSON
import Vocabulary

/// The metadata entries of an open element.
struct MetadataDraft {
    /// The maximum length of metadata, which leaves room for the rest of the sample within the limit of a worker.
    private static let longest = 60 << 10

    private var writer = Writer()
    /// Whether the metadata names a time zone.
    private(set) var hasZone = false

    var count: Int { writer.bytes.count }
    /// Whether the metadata is longer than workers accept; further entries are then dropped.
    var isTooLong: Bool { count > Self.longest }

    /// Appends the metadata to an entry.
    func append(to bytes: inout [UInt8]) {
        if writer.bytes.isEmpty { return }
        bytes.append(contentsOf: writer.bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a member `metadata` and a comma; appends nothing if there is no metadata.
    func write(into output: inout Writer) {
        if writer.bytes.isEmpty { return }
        output.raw("\"metadata\":")
        output.raw(writer.bytes)
        output.raw("},")
    }

    mutating func add(_ key: [UInt8], _ value: [UInt8], _ texts: inout MetadataText) {
        if isTooLong { return }
        if key == Self.zoneKey { hasZone = true }
        writer.raw(writer.bytes.isEmpty ? "{" : ",")
        writer.string(key)
        writer.raw(":")
        texts.write(value, of: key, into: &writer)
    }

    mutating func removeAll() {
        writer.removeAll()
        hasZone = false
    }

    static let zoneKey = Array("HKTimeZone".utf8)
}
