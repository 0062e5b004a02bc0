/// Why a partition's state could not be read back from its changelog.
package enum StoreError: Error, Equatable, CustomStringConvertible {
    /// A key that the worker did not write, at this offset of the changelog.
    case malformedKey(offset: Int64)
    /// A value that the worker did not write, at this offset of the changelog.
    case malformedValue(offset: Int64)
    /// A value in a format that a newer worker wrote, at this offset of the changelog.
    case unknownFormat(UInt8, offset: Int64)
    /// What the state says of itself is in another format than this worker's, at this offset of the changelog.
    case otherIdentity(UInt8, known: UInt8, offset: Int64)
    /// The store's layout is of another version than this worker's.
    case otherSchema(UInt8, known: UInt8)
    /// What the store says of a partition is in a format that this worker does not know.
    case unknownNote(UInt8, partition: Int32)
    /// The changelog holds state of two origins, the second from this offset on.
    case foreign(offset: Int64)
    /// RocksDB failed: its own sentence.
    case database(String)
    /// The disk has too little room for what may be written next.
    case diskFull(path: String, freeBytes: Int, neededBytes: Int)
    /// So many values of which the changelog holds only some chunks.
    case torn(values: Int)

    /// What happened and what to do, in a sentence.
    package var description: String {
        switch self {
        case .malformedKey(let offset):
            "the changelog's key at offset \(offset) is none of ours: is another program writing to the state topic?"
        case .malformedValue(let offset):
            "the changelog's value at offset \(offset) is none of ours: is another program writing to the state topic?"
        case .unknownFormat(let format, let offset):
            "the changelog's value at offset \(offset) has format \(format), which \(Self.writer(format > 1))"
        case .otherIdentity(let format, let known, let offset):
            "the changelog's identity at offset \(offset) has format \(format), which \(Self.writer(format > known))"
        case .otherSchema(let version, let known):
            "the store has the layout \(version), which \(Self.writer(version > known)), or let this one rebuild the store "
                + "from the changelog in an empty state directory"
        case .unknownNote(let format, let partition):
            "the store's note on partition \(partition) has format \(format), which this version does not know: run the "
                + "version that wrote it, or let this one rebuild the store from the changelog in an empty state directory"
        case .foreign(let offset):
            "the changelog's identity at offset \(offset) is not that of the state before it: are two groups, or workers of "
                + "two clusters, writing to one state topic? Stop the one that does not belong there"
        case .database(let sentence): sentence
        case .diskFull(let path, let free, let needed):
            "the disk of the store in \(path) is full: \(free) bytes are free, \(needed) are needed: make room, and "
                + "start again; what is committed lies in the changelog"
        case .torn(let values):
            "the changelog lacks chunks of \(values) value(s): it was cut, or read before its end"
        }
    }

    private static func writer(_ isNewer: Bool) -> String {
        isNewer
            ? "a newer worker wrote: run that version or a later one"
            : "an older worker wrote, of before the first release: this version cannot read it"
    }
}
