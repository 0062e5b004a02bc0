package import Vocabulary

/// The kinds of values in the state, and their format versions.
///
/// Every value begins with one byte for its version. A value with another version is reported as unreadable, never
/// treated as missing.
package enum StateFormat: String, CaseIterable, Sendable {
    /// The summary of a connection.
    case summary = "summary"
    case settings = "settings"
    /// The workouts that start on one UTC day.
    case workouts = "list of workouts"
    /// The UTC day under which a workout is listed.
    case workoutPlace = "day of a workout"
    /// The list of pages of deleted ids.
    case deletedRoot = "list of deleted ids"
    case deletedPage = "page of deleted ids"
    case deletedBlock = "block of deleted ids"
    /// The blocks of days whose sample ids are indexed.
    case heldBlocks = "list of indexed days"
    /// A page of the index from sample ids to days.
    case heldPage = "page of held ids"
    /// The segments that contain samples that name a workout.
    case named = "list of samples that name a workout"
    /// The samples of one stream that start in the same hours of a UTC day.
    case segment = "samples"
    /// Samples that are stored with their own list of origins.
    case segmentAlone = "samples longer than a day"
    /// The sources and devices that the segments of one day refer to.
    case origins = "sources and devices of a day"
    case partition = "summary of the partition"
    /// A marker that a connection's documents must be derived again.
    case behind = "connection to be derived again"
    /// A marker that a connection's documents wait for a topic that refuses documents.
    case owed = "connection whose documents are owed"
    /// A marker that a connection is forgotten.
    case forgotten = "mark of a forgotten connection"
    /// The last record that was written to a document topic.
    case written = "last record of a document topic"
    /// The hashes and bounds of published documents.
    case published = "published documents"

    /// The version that this program writes, and the only one that it reads.
    package var version: UInt8 {
        switch self {
        case .summary: 11
        case .settings: 4
        case .workouts: 4
        case .deletedRoot, .deletedPage, .deletedBlock: 1
        case .named: 1
        case .segment: 4
        case .segmentAlone: 3
        case .partition: 4
        case .origins: 2
        case .written, .owed, .behind, .forgotten, .workoutPlace, .heldBlocks, .heldPage: 1
        case .published: 4
        }
    }

    /// Returns an unpacker positioned after the version byte; nil if the version differs.
    @_lifetime(borrow bytes)
    func unpacker(_ bytes: borrowing [UInt8]) -> Unpacker? {
        var unpacker = Unpacker(bytes)
        return unpacker.byte() == version && !unpacker.isBroken ? unpacker : nil
    }
}

/// A stored value that this program cannot read.
///
/// A commit that depends on such a value must not be written, because its documents would lack samples.
package struct UnreadableValue: Sendable, Equatable, CustomStringConvertible {
    package let connection: ConnectionID
    package let format: StateFormat
    /// The version byte of the value; nil if the value is empty.
    package let version: UInt8?

    /// Describes an unreadable value by its first byte.
    package init(_ format: StateFormat, _ bytes: [UInt8], of connection: ConnectionID) {
        self.connection = connection
        self.format = format
        version = bytes.first
    }

    package var description: String {
        let whose =
            connection == .ofPartition
            ? "(\(format.rawValue))" : "of connection \(connection.string): its \(format.rawValue)"
        guard let version, version != format.version else {
            return """
                The state \(whose) can't be read, its bytes are damaged. Deleting the state directory brings back what \
                the state topic holds; when that is damaged too, nothing helps but to start again from the first upload, \
                with an empty state topic and directory.
                """
        }
        let writer = version > format.version ? "A newer" : "An older"
        return """
            The state \(whose) is of version \(version), and this fork-worker reads version \(format.version). \
            \(writer) fork-worker wrote it: run that one. Deleting the state directory does not help, the state topic \
            holds the same; without that version one can only start again from the first upload, with an empty state \
            topic and directory.
            """
    }
}
