/// A failure of a store, or of reading a partition's state back from its changelog.
package enum StoreError: Error, Equatable, CustomStringConvertible {
    /// The changelog has a key at this offset that the worker did not write.
    case malformedKey(offset: Int64)
    /// The changelog has a value at this offset that the worker did not write.
    case malformedValue(offset: Int64)
    /// A value in the changelog does not match its checksum; its last chunk is at this offset.
    case damagedValue(offset: Int64)
    /// The changelog has a value at this offset in the format of another worker version.
    case unknownFormat(UInt8, known: UInt8, offset: Int64)
    /// The changelog has a state identity at this offset in another format than this worker's.
    case otherIdentity(UInt8, known: UInt8, offset: Int64)
    /// The store has another layout version than this worker's.
    case otherSchema(UInt8, known: UInt8)
    /// The store's record about a partition has a format that this worker does not know.
    case unknownNote(UInt8, partition: Int32)
    /// The changelog contains states with two identities; the second one starts at this offset.
    case foreign(offset: Int64)
    /// RocksDB failed with this error text.
    case database(String)
    /// The disk has less free space than the next write may need.
    case diskFull(path: String, freeBytes: Int, neededBytes: Int)
    /// The number of values of which the changelog lacks chunks.
    case torn(values: Int)

    /// A sentence that says what happened and what to do.
    package var description: String {
        switch self {
        case .malformedKey(let offset):
            "unexpected key in the state topic at offset \(offset): check whether another program writes to the topic"
        case .malformedValue(let offset):
            "unexpected value in the state topic at offset \(offset): check whether another program writes to the topic"
        case .damagedValue(let offset):
            "the value in the state topic at offset \(offset) does not match its checksum, so it was damaged before or after "
                + "Kafka stored it: check the memory and disks of workers and brokers. A worker whose state directory has "
                + "the partition still serves it. Otherwise restore the state topic from a backup"
        case .unknownFormat(let format, let known, let offset):
            "the value in the state topic at offset \(offset) has format \(format), which "
                + Self.writer(format > known)
        case .otherIdentity(let format, let known, let offset):
            "the state identity in the state topic at offset \(offset) has format \(format), which \(Self.writer(format > known))"
        case .otherSchema(let version, let known):
            "the store has the layout \(version), which \(Self.writer(version > known)). Or start with an empty state "
                + "directory: then this version rebuilds the store from the state topic"
        case .unknownNote(let format, let partition):
            "the store's position of partition \(partition) has the unknown format \(format): run the version that wrote "
                + "it. Or start with an empty state directory: then this version rebuilds the store from the state topic"
        case .foreign(let offset):
            "the state topic contains a second state from offset \(offset) on: two consumer groups, or workers of two "
                + "clusters, write to one state topic. Stop the workers that should not use it"
        case .database(let sentence): sentence
        case .diskFull(let path, let free, let needed):
            "the disk of the store in \(path) is full: \(free >> 20) MiB are free, \(needed >> 20) MiB are needed: enlarge the "
                + "disk, or start with an empty one. No committed state is lost, because the state topic has all of it"
        case .torn(let values):
            "the state topic lacks chunks of \(values) value(s): the topic was truncated, or was not read to its end"
        }
    }

    private static func writer(_ isNewer: Bool) -> String {
        isNewer
            ? "a newer worker wrote: run that version or a later one"
            : "an older worker wrote, before the first release: this version cannot read it"
    }
}
