package import Vocabulary

/// One partition of an input topic.
package struct Input: Hashable, Comparable, Sendable {
    package let topic: RecordPlace.Topic
    package let partition: Int32

    package init(_ topic: RecordPlace.Topic, _ partition: Int32) {
        self.topic = topic
        self.partition = partition
    }

    /// The `fork.uploads` input of a partition.
    package static func uploads(_ partition: Int32) -> Self { Self(.uploads, partition) }
    /// The `fork.connections` input of a partition: the settings of its connections.
    package static func connections(_ partition: Int32) -> Self { Self(.connections, partition) }

    /// The uploads and the settings of each partition.
    static func both(of partitions: [Int32]) -> [Self] { partitions.flatMap { [.uploads($0), .connections($0)] } }

    /// Orders settings before uploads, then by partition, so that lists of inputs are deterministic.
    package static func < (left: Self, right: Self) -> Bool {
        (left.topic == .uploads ? 1 : 0, left.partition) < (right.topic == .uploads ? 1 : 0, right.partition)
    }
}

/// A call of a commit that can fail.
package enum Step: Equatable, Sendable {
    /// Create the producer and fence the previous producer.
    case openProducer
    /// Derive the documents of the batches.
    ///
    /// If a transaction is open, also hand the derived records to the producer, until a topic does not accept records.
    case finishBatches
    /// Derive documents of a partition again; `budgetBytes` bounds the samples and documents, approximately.
    case rederive(Int32, budgetBytes: Int)
    /// Look up the output topics and create missing topics.
    case prepareTopics
    case begin
    /// Hand the remaining documents, jobs, dead letters and state changes to the producer.
    case produce
    /// Add the consumed offsets to the transaction, with the current group metadata.
    case sendOffsets([Input: Int64])
    case commit
    case abort

    /// Whether the step hands records to the producer, so that repeating the step would duplicate records.
    package var handsOver: Bool { self == .finishBatches || self == .produce }

    /// Whether the step adds records or offsets to a transaction, or commits it.
    package var isOfTransaction: Bool {
        switch self {
        case .finishBatches, .produce, .sendOffsets, .commit: true
        case .openProducer, .rederive, .prepareTopics, .begin, .abort: false
        }
    }

    /// Whether the step reads the state of partitions.
    package var reads: Bool {
        switch self {
        case .finishBatches, .rederive: true
        default: false
        }
    }
}

/// An instruction of the cycle to its lane.
package enum Action: Equatable, Sendable {
    /// Perform this step and report success or failure.
    case perform(Step)
    /// Wait, then perform this step again.
    case performAgain(Step, afterMilliseconds: Int64)
    case subscribe
    /// Restore the state of these partitions up to the end of the changelog, and report each with `restored`.
    ///
    /// A restore that is already running is restarted. The lane may drop the state of partitions that are not assigned.
    case restore([Int32])
    /// Cancel all running restores and pause all inputs.
    case suspend
    /// Continue each input at its offset.
    case seek([Input: Int64])
    /// Resume fetching from these inputs.
    case resume([Input])
    /// Pause fetching from these inputs.
    case pause([Input])
    /// Drop the batches and the state of these partitions and pause their inputs until a later retry.
    case leaveAlone([Int32])
    /// Drop all batches and the records derived from them.
    case drop
    /// Write the committed changes to the local stores.
    case apply
    /// Give up these partitions, but keep their local state for a later assignment.
    case release([Int32])
    case end
    /// End with this error.
    case fail(Failure)
}

/// The reason why a lane stops with an error.
package enum Failure: Equatable, Sendable {
    /// The producer was fenced twice within a short time, so a second worker has the same transactional id.
    case fencedTwice
    /// The lane was asked to stop, but this step failed and the transaction was neither committed nor aborted in time.
    case unfinished(Step)
    /// The consumer failed permanently, for example because another consumer has the same group instance id.
    case consumer
    /// A call failed and retrying cannot help: this step of a commit, or a call outside of commits (nil).
    case refused(Step?)
}

/// The reaction to a failed call.
package enum Recovery: Equatable, Sendable, CaseIterable {
    /// Repeat the same call.
    case retry
    /// Abort the transaction and read its input again.
    case abort
    /// Create a new producer, because another producer may use the same transactional id.
    case fenced
    /// Create a new producer, because the current producer has failed permanently.
    case rebuild
    /// Create a new producer; the broker has no open transaction of the failed producer.
    case ended
    /// Create a new producer for the same batches: the current one knows too many topics or needs other properties.
    case renew
    case stop
}
