package import Operations
import Vocabulary
package import Worker

/// The least rights of all commands but `run` and `dispatch`.
extension Rights {
    /// A consumer with a group id looks up the group coordinator even if it never joins.
    private var coordinator: Right { Right(.describe, .group, group, "to look up the group's coordinator") }

    package func send(toConnections: Bool) -> [Right] {
        [Right(.write, .topic, toConnections ? topics.connections : topics.uploads, "to send lines")]
    }

    package func readConnections() -> [Right] {
        [
            coordinator, Right(.read, .topic, topics.connections, "to read connection settings"),
            Right(.read, .topic, topics.deadLetters, "to know which settings workers have refused"),
        ]
    }

    package func writeConnections() -> [Right] {
        readConnections() + [
            Right(.read, .topic, topics.uploads, "to find the partition of a connection without settings"),
            Right(.write, .topic, topics.connections, "to write connection settings"),
            Right(.write, .transactionalID, connectionsID, "to lose none of two changes at once"),
        ]
    }

    /// The transactional id of all processes that change connection settings.
    private var connectionsID: String { "\(group).connections" }

    package func showDocuments() -> [Right] {
        var rights = [coordinator]
        if routing == .app {
            rights.append(Right(.read, .topic, topics.connections, "to know which app a connection belongs to"))
        }
        return rights + readDocuments(of: topics.prefix, inForms: false)
    }

    package func explain() -> [Right] {
        [
            coordinator, Right(.read, .topic, topics.connections, "to read connection settings"),
            Right(.read, .topic, topics.uploads, "to read uploads"),
        ] + readDocuments(of: topics.prefix, inForms: false)
    }

    package func diff(with other: String) -> [Right] {
        [coordinator] + readDocuments(of: topics.prefix, inForms: true) + readDocuments(of: other, inForms: true) + [
            Right(.read, .topic, ReplayRecord.topic(other), "to know whether it is live")
        ]
    }

    private func readDeadLetters(of owner: StateOwner = .worker) -> [Right] {
        [coordinator, Right(.read, .topic, topics.deadLetters(of: owner), "to read dead letters")]
    }

    package func listDeadLetters(of owner: StateOwner = .worker) -> [Right] {
        readDeadLetters(of: owner) + [
            Right(.read, .topic, topics.connections, "to know which connections were forgotten")
        ]
    }

    /// Returns the rights for `dead-letters list --summary --by app`.
    package func countDeadLettersByApp(of owner: StateOwner = .worker) -> [Right] {
        listDeadLetters(of: owner) + [
            Right(.read, .topic, topics.refusing(owner)[0], "to know the apps of connections without settings")
        ]
    }

    package func status() -> [Right] {
        readDeadLetters() + [
            Right(.read, .topic, topics.uploads, "to show the age of the oldest uncommitted upload"),
            Right(.describe, .topic, topics.connections, "to show the lag of connection settings"),
            Right(.describe, .group, StateOwner.dispatcher.group(ofWorkers: group), "to show dispatchers"),
            Right(.read, .topic, topics.webhookState, "to count the jobs that wait"),
            Right(.describe, .topic, topics.prefix, isPrefix: true, "to find open transactions; with Read, their age"),
        ]
    }

    package func parkDeadLetters(of owner: StateOwner = .worker) -> [Right] {
        listDeadLetters(of: owner) + [
            Right(.write, .topic, topics.deadLetters(of: owner), "to mark dead letters"),
            Right(.write, .transactionalID, "\(group).dead-letters", "to mark each dead letter once"),
        ]
    }

    package func redriveDeadLetters(of owner: StateOwner = .worker) -> [Right] {
        let journal = ReplayRecord.topic(topics.prefix)
        let refusing = topics.refusing(owner)
        return parkDeadLetters(of: owner) + [
            Right(.read, .topic, journal, "to know whether the dead letters belong to a replay")
        ]
            + [Right(.read, .topic, refusing[0], "to read the refused records")]
            + refusing.map { Right(.write, .topic, $0, "to redrive dead letters") }
    }

    /// Returns the rights to list replays of this group under these prefixes.
    package func listReplays(into prefixes: [String]) -> [Right] {
        [
            coordinator,
            Right(.describe, .topic, topics.uploads, "to show the progress of a replay"),
            Right(.describe, .topic, topics.connections, "to show the progress of a replay"),
            Right(.describe, .group, "\(group).replay.", isPrefix: true, "to know whether a replay runs"),
        ] + prefixes.map { Right(.read, .topic, ReplayRecord.topic($0), "to know the options of the replay") }
    }

    package func dropReplay(into: String) -> [Right] {
        listReplays(into: [into]).filter { $0.resource != .group || !$0.isPrefix } + [
            Right(.delete, .topic, into, isPrefix: true, "to delete its topics"),
            Right(.delete, .group, replayGroup(into), "to delete its group"),
        ]
    }

    /// Returns the rights for `forget --check`, with the prefixes of replays; `forget` needs them too.
    package func findTraces(replays: [String]) -> [Right] {
        let prefixes = [topics.prefix] + (topics.inputPrefix == topics.prefix ? [] : [topics.inputPrefix]) + replays
        return [coordinator]
            + prefixes.flatMap { prefix in
                [
                    Right(.read, .topic, prefix, isPrefix: true, "to find records of a connection"),
                    Right(.describeConfigs, .topic, prefix, isPrefix: true, "to know how long records remain"),
                ]
            }
    }

    package func forget(replays: [String]) -> [Right] {
        findTraces(replays: replays) + [
            Right(.write, .topic, topics.connections, "to make workers forget the connection"),
            Right(.write, .transactionalID, connectionsID, "to stop changes of its settings that began before"),
            Right(.write, .topic, topics.deadLetters, "to mark dead letters, so that they cannot be redriven"),
            Right(.write, .topic, topics.webhookDeadLetters, "to mark jobs that were given up in the same way"),
            Right(.write, .transactionalID, "\(group).dead-letters", "to mark each dead letter once"),
        ]
            + documents(of: topics.prefix).flatMap { name, isPrefix, _ in
                let write = Right(.write, .topic, name, isPrefix: isPrefix, "to delete frozen documents")
                let delete = Right(.delete, .topic, name, isPrefix: isPrefix, "to delete the connection's own topic")
                return routing == .connection ? [write, delete] : [write]
            }
    }

    /// Returns the rights for `topics`; changing topics needs more rights than reading them.
    package func topics(mends: Bool) -> [Right] {
        let prefixes = [topics.prefix] + (topics.inputPrefix == topics.prefix ? [] : [topics.inputPrefix])
        let journal = ReplayRecord.topic(topics.prefix)
        var looking = [coordinator, Right(.read, .topic, journal, "to know the inputs of a replay")]
        for prefix in prefixes {
            looking.append(Right(.describe, .topic, prefix, isPrefix: true, "to list topics"))
            looking.append(Right(.describeConfigs, .topic, prefix, isPrefix: true, "to compare their settings"))
        }
        guard mends else { return looking }
        return looking + [
            Right(.create, .topic, topics.prefix, isPrefix: true, "to create missing topics"),
            Right(.alterConfigs, .topic, topics.prefix, isPrefix: true, "to correct wrong settings"),
        ]
    }

    /// Returns the rights that `doctor` needs: those of a worker, because it tests them.
    package func doctor() -> [Right] {
        run(createsTopics: false) + [
            Right(.write, .transactionalID, doctorID, "to test the right on transactional ids")
        ]
    }

    /// Returns the rights to read Fork documents, and with `inForms` also documents in other forms.
    private func readDocuments(of prefix: String, inForms: Bool) -> [Right] {
        documents(of: prefix).filter { inForms || $0.form == nil }
            .map { Right(.read, .topic, $0.name, isPrefix: $0.isPrefix, "to read documents") }
    }

    /// Returns the rights for `replay --into`: everything under its own prefix, and reading of the live inputs.
    package func replay(into: String) -> [Right] {
        let own = replayGroup(into)
        return worker(group: own) + [
            Right(.describeConfigs, .topic, topics.uploads, "to know how long a record can be"),
            Right(.create, .topic, into, isPrefix: true, "to create its topics"),
            Right(.read, .topic, into, isPrefix: true, "to restore its state and to know its progress"),
            Right(.write, .topic, into, isPrefix: true, "to write documents, dead letters, jobs and state"),
            Right(.describeConfigs, .topic, into, isPrefix: true, "to know how long records may be"),
            Right(.write, .transactionalID, "\(own).journal", "to start it once, however many processes start"),
        ]
    }

    /// Returns the rights for `dispatch list`.
    package func listDeliveries() -> [Right] {
        [
            Right(.describe, .group, group, "to look up the group's coordinator"),
            Right(.read, .topic, topics.webhookState, "to read which jobs wait"),
        ]
    }

    /// Returns the rights for `dispatch retry`.
    package func retryDeliveries() -> [Right] {
        writeConnections() + [Right(.read, .topic, topics.webhookState, "to read which jobs wait")]
    }

    /// Returns the rights for `dispatch resend`.
    package func resendJobs() -> [Right] {
        [
            Right(.describe, .group, group, "to look up the group's coordinator"),
            Right(.read, .topic, topics.jobs, "to read the jobs"),
            Right(.write, .topic, topics.jobs, "to send them again"),
            Right(.read, .topic, topics.connections, "to leave out what was forgotten"),
            Right(.read, .topic, topics.webhookState, "to keep their sequences"),
        ]
    }

    /// Returns the group of a replay, whose prefix ends with a dot.
    private func replayGroup(_ into: String) -> String { "\(group).replay.\(into.dropLast())" }
}
