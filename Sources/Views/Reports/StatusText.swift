import Kafka
import Observation
package import Operations

/// Formats a status as a page of text or as JSON lines.
package enum StatusText {
    /// The most partitions shown; of more partitions, those with the largest lag are shown.
    private static let shownPartitions = 64

    /// Returns the lines of a page.
    ///
    /// `title` is the first line, with group, brokers and time. `topic` is the upload topic; partitions of other
    /// topics are shown only if they have lag.
    package static func page(_ status: Status, title: String, uploads topic: String, _ ink: ANSIStyle = .plain)
        -> [String]
    {
        let uploads = status.partitions.filter { $0.place.topic == topic }
        let shown = status.partitions.filter { $0.place.topic == topic || $0.lag > 0 }
        let lag = shown.reduce(0) { $0 + $1.lag }
        let arriving = uploads.compactMap(\.arrivingPerSecond)
        let done = uploads.compactMap(\.committedPerSecond)
        var line =
            "\(Figures.count(status.reading.group.members.count, "member")), "
            + "\(Figures.count(uploads.count, "partition")), lag \(lag)"
        if !arriving.isEmpty { line += ", \(rate(arriving.reduce(0, +)))/s in, \(rate(done.reduce(0, +)))/s committed" }
        return [ink(.heading, title), line, ""] + uncommitted(status, ink) + members(status.reading.group, ink)
            + partitions(shown, ink) + dispatchers(status, ink) + hanging(status, ink) + letters(status, ink)
            + workers(status, ink)
    }

    /// Warns of partitions whose owners commit nothing, and names the next commands.
    private static func uncommitted(_ status: Status, _ ink: ANSIStyle) -> [String] {
        let topics = Dictionary(grouping: status.uncommitted, by: \.place.topic).sorted { $0.key > $1.key }
        if topics.isEmpty { return [] }
        let lines = topics.map { topic, partitions in
            ink(.bad, "  \(topic) [\(EscapedText.ranges(partitions.map(\.place.partition)))]")
        }
        return [ink(.bold, "Owned partitions of which the group has committed nothing")] + lines
            + ["  They are new, or left alone. /readyz and fork-worker doctor give the reason.", ""]
    }

    private static func members(_ group: StatusReading.Group, _ ink: ANSIStyle) -> [String] {
        if group.members.isEmpty { return [ink(.bad, "no members: uploads are not processed"), ""] }
        return members(group.members, "MEMBER", ink) + [""]
    }

    private static func members(_ members: [GroupMember], _ head: String, _ ink: ANSIStyle) -> [String] {
        let rows = members.sorted { $0.name < $1.name }.map { member in
            let topics = Dictionary(grouping: member.partitions, by: \.topic).sorted { $0.key > $1.key }
            let numbers = topics.first.map { EscapedText.ranges($0.value.map(\.partition)) } ?? "none"
            return [member.name, member.host, numbers]
        }
        return Table.lines(rows, header: [head, "HOST", "PARTITIONS"], ink)
    }

    /// Returns the lines about dispatchers; none if there are no dispatchers and no jobs for them.
    private static func dispatchers(_ status: Status, _ ink: ANSIStyle) -> [String] {
        let (members, waiting) = (status.reading.dispatchers.members, status.reading.waiting)
        let lag = status.jobs.reduce(0) { $0 + $1.lag }
        if members.isEmpty, lag == 0, waiting?.jobs ?? 0 == 0 { return [] }
        var line = "\(Figures.count(members.count, "dispatcher")), lag \(lag)"
        if let waiting {
            line +=
                ", \(Figures.count(waiting.jobs, "job")) of \(Figures.count(waiting.connections, "connection")) waiting"
            if let oldest = waiting.oldestMilliseconds {
                line += ", the oldest for \(age(Double(max(0, status.reading.time - oldest)) / 1_000))"
            }
        }
        let rows = status.jobs.filter { $0.lag > 0 }
        let list =
            members.isEmpty
            ? [ink(.bad, "no members: webhooks are not sent")] : Self.members(members, "DISPATCHER", ink)
        return [ink(.bold, line)] + list + [""] + (rows.isEmpty ? [] : partitions(rows, ink))
    }

    private static func partitions(_ known: [Status.Partition], _ ink: ANSIStyle) -> [String] {
        var shown = known
        let more = shown.count - shownPartitions
        if more > 0 { shown = Array(shown.sorted { $0.lag > $1.lag }.prefix(shownPartitions)) }
        let rows = shown.map { partition in
            [
                partition.place.description, partition.owner ?? "nobody",
                partition.committed.map { "\($0)" } ?? "-", "\(partition.end)", "\(partition.lag)",
                partition.oldestSeconds.map { age($0) } ?? "-", partition.arrivingPerSecond.map { rate($0) } ?? "-",
                partition.committedPerSecond.map { rate($0) } ?? "-",
            ]
        }
        let head = ["PARTITION", "MEMBER", "COMMITTED", "END", "LAG", "OLDEST", "IN/S", "DONE/S"]
        return Table.lines(rows, header: head, numbersFrom: 2, ink)
            + (more > 0 ? ["and \(more) more, of less lag"] : []) + [""]
    }

    private static func hanging(_ status: Status, _ ink: ANSIStyle) -> [String] {
        if status.reading.hanging.isEmpty { return [] }
        let lines = status.reading.hanging.map { found in
            ink(.bad, "  \(found.place) from offset \(found.offset) on")
                + ", open for \(age(Double(status.reading.time - found.since) / 1_000))"
        }
        return [ink(.bold, "Hanging transactions")] + lines + [""]
    }

    private static func letters(_ status: Status, _ ink: ANSIStyle) -> [String] {
        guard let letters = status.reading.letters, !letters.isEmpty else { return [] }
        let rows = letters.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ["  " + $0.key, "\($0.value)"] }
        return [ink(.bold, "Open dead letters of the last day")] + Table.lines(rows, numbersFrom: 1) + [""]
    }

    private static func workers(_ status: Status, _ ink: ANSIStyle) -> [String] {
        if status.reading.workers.isEmpty { return [] }
        let rows = status.reading.workers.map { worker in
            if let failure = worker.failure { return [worker.address, "no answer: \(failure)"] }
            return [
                worker.address, worker.isReady ? "yes" : "no",
                "\(worker.count("fork_worker_partitions"))", "\(worker.count("fork_worker_restoring_partitions"))",
                "\(worker.count("fork_worker_restoring_remaining_offsets"))",
                age(Double(worker.count("fork_worker_restoring_eta_seconds"))),
                "\(worker.count("fork_worker_rederiving_connections"))",
                "\(worker.count("fork_worker_partitions_left_alone"))",
                "\(worker.count("fork_worker_owed_connections"))",
            ]
        }
        let head = ["WORKER", "READY", "OWNS", "RESTORING", "LEFT", "ETA", "DERIVING", "LEFT ALONE", "OWED"]
        let owed = status.reading.workers.flatMap(\.owed).map { "  " + $0 }
        let heading = owed.isEmpty ? [] : ["", ink(.bold, "Topics that take nothing")]
        return Table.lines(rows, header: head, numbersFrom: 2, ink) + heading + owed + [""]
    }

    /// Formats a rate with one decimal place.
    private static func rate(_ value: Double) -> String {
        let tenths = Int((min(value, 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func age(_ seconds: Double) -> String { Figures.duration(seconds: seconds.rounded()) }

    /// Returns lines that overwrite the previous page on a terminal.
    package static func overwriting(_ lines: [String]) -> [String] {
        let first = "\u{1B}[H" + (lines.first ?? "")
        return ([first] + lines.dropFirst()).map { $0 + "\u{1B}[K" }.dropLast() + ["\u{1B}[J"]
    }
}
