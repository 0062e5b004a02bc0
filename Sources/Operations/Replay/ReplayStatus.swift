import Kafka
package import Worker

/// The status of a replay, derived from its record, its group and its committed offsets.
package struct ReplayStatus: Equatable, Sendable {
    package let into: String
    package let state: ReplayRecord.State
    /// The processed part of the uploads in percent; 100 only if nothing is left.
    package let progress: Int
    /// When the replay was first started, in Unix milliseconds.
    package let beganMilliseconds: Int64

    /// `members` are the client ids of the group; a killed process stays a member until its session times out.
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

    /// Whether a process that has not reported that it stopped is still a member of the group.
    ///
    /// A killed process counts as running until its session times out.
    private static func works(_ record: ReplayRecord, _ members: [String]) -> Bool {
        record.processes.contains { process, isRunning in
            isRunning && members.contains { ReplaySwitch.isMember($0, of: process) }
        }
    }
}

extension ReplayRequest {
    /// The inputs by topic partition.
    var inputs: [TopicPartition: Input] {
        let topics = TopicNames(prefix: inputPrefix, forms: [])
        var inputs: [TopicPartition: Input] = [:]
        for number in 0..<range.partitions {
            inputs[TopicPartition(topics.uploads, number)] = .uploads(number)
            inputs[TopicPartition(topics.connections, number)] = .connections(number)
        }
        return inputs
    }
}
