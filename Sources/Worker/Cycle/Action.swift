package import Health

/// One partition of an input topic.
package struct Input: Hashable, Comparable, Sendable {
    package let topic: RecordPlace.Topic
    package let partition: Int32

    /// An input from its parts.
    package init(_ topic: RecordPlace.Topic, _ partition: Int32) {
        self.topic = topic
        self.partition = partition
    }

    /// The uploads of a partition.
    package static func uploads(_ partition: Int32) -> Self { Self(.uploads, partition) }
    /// The settings of a partition's connections.
    package static func connections(_ partition: Int32) -> Self { Self(.connections, partition) }

    /// Settings first, then by number, so that lists of inputs have one order.
    package static func < (left: Self, right: Self) -> Bool {
        (left.topic == .uploads ? 1 : 0, left.partition) < (right.topic == .uploads ? 1 : 0, right.partition)
    }
}

/// One call that a commit needs, which can fail.
package enum Step: Equatable, Sendable {
    /// Build the producer and fence its predecessor.
    case openProducer
    /// Derive what the batches bring; within a transaction, hand over what is derived, as far as its topics are known to take
    /// it.
    case finishBatches
    /// Derive documents of a partition again, about so many bytes of samples and documents.
    case rederive(Int32, budgetBytes: Int)
    /// Create the output topics that are missing, and get to know them.
    case prepareTopics
    case begin
    /// Produce outputs, jobs, dead letters and changed state, as far as that is not done.
    case produce
    /// Add the consumed offsets, with fresh group metadata.
    case sendOffsets([Input: Int64])
    case commit
    case abort

    /// Whether records are handed over by it, so that it can't be repeated.
    package var handsOver: Bool { self == .finishBatches || self == .produce }

    /// Whether it reads state.
    package var reads: Bool {
        switch self {
        case .finishBatches, .rederive: true
        default: false
        }
    }
}

/// What a lane is to do next.
package enum Action: Equatable, Sendable {
    /// Make this call and report how it went.
    case perform(Step)
    /// Make this call again after a pause.
    case performAgain(Step, afterMilliseconds: Int64)
    case subscribe
    /// Bring the state of these partitions up to the end of the changelog, and report each with `restored`. What was
    /// under way of them is restarted. State of partitions that are not assigned can go.
    case restore([Int32])
    /// Give up restores that are under way, and take no input from now on.
    case suspend
    /// Let the next record of each input be the one at its offset.
    case seek([Input: Int64])
    /// Take input from these.
    case resume([Input])
    /// Take no input from these.
    case pause([Input])
    /// Forget what is in hand of these partitions, their state too, and take no input from them: they are tried again
    /// later.
    case leaveAlone([Int32])
    /// Forget the batches and what they brought.
    case drop
    /// Write what was committed to the stores.
    case apply
    /// Let go of these partitions; their state may be asked for again soon.
    case release([Int32])
    case end
    /// End with an error.
    case fail(Failure)
}

/// Why a lane cannot go on.
package enum Failure: Equatable, Sendable {
    /// Another producer with the same transactional id has come, and again soon after this one was back.
    case fencedTwice
    /// The lane was to stop, and its transaction could be neither committed nor aborted in time: this step failed.
    case unfinished(Step)
    /// Another consumer with the same group instance id has come, or the consumer failed for good.
    case consumer
    /// A call failed in a way that no repetition mends: this step of a commit, or one outside of commits.
    case refused(Step?)
}

/// What a failed call asks for.
package enum Recovery: Equatable, Sendable, CaseIterable {
    /// The same call again.
    case retry
    /// Abort the transaction and read its input again.
    case abort
    /// A new producer, since somebody may have the name of this one.
    case fenced
    /// A new producer, since this one is of no use any more.
    case rebuild
    /// A new producer, since this one is of no use any more; the broker has no transaction of it that is still open.
    case ended
    /// A new producer, for the same batches: this one knows too many topics, or has to have other settings.
    case renew
    case stop
}
