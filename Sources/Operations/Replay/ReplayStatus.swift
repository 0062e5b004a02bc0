import Kafka
package import Worker

/// How a replay is, as its record, its group and the offsets of that tell.
package struct ReplayStatus: Equatable, Sendable {
    package let into: String
    package let state: ReplayRecord.State
    /// How much of its uploads is done, from 0 to 100; 100 only where nothing is left.
    package let progress: Int
    /// When it was first started, in milliseconds since 1970.
    package let beganMilliseconds: Int64

    /// - Parameters:
    ///   - request: what was asked.
    ///   - record: what its topic says.
    ///   - members: client ids of the group's members, those of dead ones too until their sessions have ended.
    ///   - committed: the group's offsets.
    package init(
        _ request: ReplayRequest,
        _ record: ReplayRecord,
        members: [String],
        committed: [Input: Int64]
    ) {
        into = request.into
        beganMilliseconds = request.beganMilliseconds
        switch record.state {
        case .running: state = Self.works(record, members) ? .running : .stopped
        case let known: state = known
        }
        let progress = ReplayProgress(request.range, committed: committed, first: [:])
        self.progress = state == .done ? 100 : progress.percent
    }

    /// Whether a process that has not said that it ends is still in the group.
    ///
    /// One that was killed says nothing more: it works as long as its session lasts.
    private static func works(_ record: ReplayRecord, _ members: [String]) -> Bool {
        record.processes.contains { process, isRunning in
            isRunning && members.contains { ReplaySwitch.isMember($0, of: process) }
        }
    }
}

extension ReplayRequest {
    /// What it reads, by the partitions' names.
    var inputs: [TopicPartition: Input] {
        let topics = TopicNames(prefix: inputPrefix)
        var inputs: [TopicPartition: Input] = [:]
        for number in 0..<range.partitions {
            inputs[TopicPartition(topics.uploads, number)] = .uploads(number)
            inputs[TopicPartition(topics.connections, number)] = .connections(number)
        }
        return inputs
    }
}
