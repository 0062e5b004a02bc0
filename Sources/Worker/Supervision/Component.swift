package import Observation

/// A part of the process that runs on a thread of its own, such as a lane.
package struct Component {
    /// An event that the supervisor reports about the component.
    package enum Event {
        /// The component has ended and is no longer ready.
        case ended
        case failed(Reason, pauseSeconds: Double)
        case stillFailed(Reason, seconds: Double, pauseSeconds: Double)
        /// The component was fenced, and restarts at once or when the group has no member of its name.
        case fenced(String)
        case restarted
    }

    /// The name in messages, such as `lane 0`.
    package let name: String
    /// The condition for which the start waits, as the rest of a sentence that begins with the name.
    package let awaits: String
    /// Starts the thread, which reports its end by `ComponentStatus.finish`.
    let start: (ComponentStatus) -> Void
    /// Returns whether the group has a member of the component's name, or nil if no broker answers.
    ///
    /// The function is nil if the component has no name in the group.
    let isMember: (() -> Bool?)?
    /// Logs an event with the fields of the component.
    let note: (Event) -> Void

    package init(
        name: String,
        awaits: String,
        start: @escaping (ComponentStatus) -> Void,
        isMember: (() -> Bool?)?,
        note: @escaping (Event) -> Void
    ) {
        self.name = name
        self.awaits = awaits
        self.start = start
        self.isMember = isMember
        self.note = note
    }
}

/// The condition of a component for the probes, as sentences that begin with its name.
package struct ComponentStanding: Sendable, Equatable {
    /// The condition for which the start waits, or nil if the start is complete.
    package var awaits: String?
    /// The reasons why the component does not do all of its work.
    package var unserved: [String] = []
    /// The document topics that refuse documents; they do not delay documents of other topics.
    package var owed = Owed()
    /// The offsets of the partitions, for the console; empty without a console.
    package var partitions: [PartitionOffsets] = []

    /// The offsets of the uploads of one partition.
    package struct PartitionOffsets: Sendable, Equatable {
        package let partition: Int32
        /// The offset of the next record to read; nil while the partition is not read.
        package var next: Int64?
        /// The last committed offset; nil while it is unknown.
        package var committed: Int64?
        /// The number of connections left to derive again.
        package var rederiving = 0

        package init(partition: Int32) { self.partition = partition }
    }

    /// Document topics that refuse documents.
    package struct Owed: Sendable, Equatable {
        /// The largest number of topics that are shown.
        package static let shownMax = 20

        /// The first topics, each with the reason.
        package var topics: [String] = []
        /// The number of all topics.
        package var count = 0
        /// The number of waiting connections by reason.
        ///
        /// If several reasons concern topics of apps, it is the number of topics.
        package var reasons: [String: Int] = [:]

        package init(topics: [String] = [], count: Int = 0) {
            self.topics = topics
            self.count = count
        }
    }

    package init(awaits: String? = nil, unserved: [String] = []) {
        self.awaits = awaits
        self.unserved = unserved
    }
}
