/// The kinds of values that are kept of a connection: each begins with the version of its form, a byte, and what is of
/// another version is refused rather than taken for nothing.
package enum StateFormat: String, CaseIterable, Sendable {
    /// What is known of the connection as a whole.
    case summary = "summary"
    case settings = "settings"
    /// The workouts of a day.
    case workouts = "list of workouts"
    /// On which day a workout is listed.
    case workoutPlace = "day of a workout"
    /// The list of pages of its deleted ids.
    case deletedRoot = "list of deleted ids"
    /// A page of deleted ids.
    case deletedPage = "page of deleted ids"
    /// A block of deleted ids.
    case deletedBlock = "block of deleted ids"
    /// The blocks of days whose ids are indexed.
    case heldBlocks = "list of indexed days"
    /// A page of the ids that a block of days holds.
    case heldPage = "page of held ids"
    /// Where the samples lie that name a workout.
    case named = "list of samples that name a workout"
    /// The samples of one stream in some hours.
    case segment = "samples"
    /// Samples that are kept by themselves, with their origins.
    case segmentAlone = "samples longer than a day"
    /// The origins of a day's samples.
    case origins = "sources and devices of a day"
    /// What is known of the partition as a whole.
    case partition = "summary of the partition"
    /// A connection of which documents are to be derived again, by itself.
    case behind = "connection to be derived again"
    /// That a connection is forgotten.
    case forgotten = "mark of a forgotten connection"
    /// What is known of published documents.
    case published = "published documents"

    /// The version that this program writes, and the only one that it reads.
    package var version: UInt8 {
        switch self {
        case .summary: 9
        case .settings: 3
        case .workouts: 3
        case .deletedRoot, .deletedPage, .deletedBlock: 1
        case .named: 1
        case .segment: 3
        case .segmentAlone: 2
        case .partition: 3
        case .origins, .behind, .forgotten, .workoutPlace, .heldBlocks, .heldPage: 1
        case .published: 4
        }
    }

    /// A reader of the bytes of such a value beyond its version; nil when they are of another version.
    @_lifetime(borrow bytes)
    func unpacker(_ bytes: borrowing [UInt8]) -> Unpacker? {
        var unpacker = Unpacker(bytes)
        return unpacker.byte() == version && !unpacker.isBroken ? unpacker : nil
    }
}

/// A value of the state that this program can't read.
///
/// Nothing may come of a commit that met one: documents would be made from a part of the samples.
package struct UnreadableValue: Sendable, Equatable, CustomStringConvertible {
    package let connection: ConnectionID
    package let format: StateFormat
    /// The version that it says, nil when it has no byte at all.
    package let version: UInt8?

    /// A value by its bytes.
    package init(_ format: StateFormat, _ bytes: [UInt8], of connection: ConnectionID) {
        self.connection = connection
        self.format = format
        version = bytes.first
    }

    /// For the person on call: what it is, and what to do.
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
