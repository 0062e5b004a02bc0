package import Kafka
import Vocabulary

/// The kind of program that a state belongs to, which determines its inputs and its changelog.
package enum StateOwner: Hashable, Sendable {
    /// The worker, whose state is the set of samples.
    case worker
    /// The dispatcher, whose state is the jobs that wait.
    case dispatcher

    /// Whether the state also follows settings, whose offsets the group commits too.
    var followsSettings: Bool { self == .worker }

    /// Returns the consumer group of this kind of program.
    package func group(ofWorkers group: String) -> String { self == .worker ? group : "\(group).dispatch" }

    /// The content of the state that connections lack after they have moved to other partitions.
    var contents: String { self == .worker ? "earlier samples" : "waiting jobs" }

    /// Returns the advice for topics with another number of partitions.
    func advice(partitions: Int32) -> String {
        switch self {
        case .worker:
            """
            Go on with topics of \(partitions) partition(s), or make new topics under another --topic-prefix and upload \
            or replay everything into them
            """
        case .dispatcher:
            """
            Go on with topics of \(partitions) partition(s), or wait until no job waits, stop all dispatchers, delete the \
            state topic and the state directories, create the topic again, and start each once with --adopt-state
            """
        }
    }

    /// The advice for a group that has read records although there is no state.
    var adviceWithoutState: String {
        switch self {
        case .worker:
            """
            Restore it, or reset the group's offsets to the earliest and start once with --adopt-state, so that everything \
            is read again
            """
        case .dispatcher:
            """
            Restore it, or start once with --adopt-state, which goes on from the group's offset. The jobs that waited in \
            the state are lost then: send them again with fork-worker dispatch resend
            """
        }
    }
}

extension TopicNames {
    /// Returns the main input of an owner.
    package func input(of owner: StateOwner) -> String { owner == .worker ? uploads : jobs }

    /// Returns the changelog of an owner.
    package func changelog(of owner: StateOwner) -> String { owner == .worker ? state : webhookState }

    /// Returns the topic that takes the refused records of an owner.
    package func deadLetters(of owner: StateOwner) -> String { owner == .worker ? deadLetters : webhookDeadLetters }

    /// Returns the topics whose records an owner refuses.
    package func refusing(_ owner: StateOwner) -> [String] { owner == .worker ? [uploads, connections] : [jobs] }

    /// Returns the topics whose settings an owner must be able to read.
    package func described(by owner: StateOwner) -> [String] {
        [input(of: owner), changelog(of: owner), deadLetters(of: owner)] + (owner == .worker ? [jobs] : [])
    }

    /// Returns the topics with the same number of partitions as the main input of an owner, beginning with that input.
    func partitioned(with owner: StateOwner) -> [String] {
        let settings = owner.followsSettings ? [connections] : []
        return [input(of: owner)] + settings + [changelog(of: owner)]
    }

    /// Returns the topics that an owner needs; the topics of both owners if `owner` is nil.
    package func needed(by owner: StateOwner?) -> [String] {
        switch owner {
        case .worker: all
        case .dispatcher: [connections, jobs, webhookState, webhookDeadLetters]
        case nil: all + [webhookState, webhookDeadLetters]
        }
    }

    /// Returns the partition of an input's topic; `.uploads` stands for the main input of the owner.
    package func place(_ input: Input, of owner: StateOwner) -> TopicPartition {
        owner == .dispatcher && input.topic == .uploads ? TopicPartition(jobs, input.partition) : place(input)
    }
}
