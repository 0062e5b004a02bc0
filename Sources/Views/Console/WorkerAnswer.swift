import JSON
package import Observation
import Vocabulary
package import Worker

/// What does not change while a worker runs, for the console's API.
package struct WorkerIdentity: Sendable {
    /// A setting in effect, without secrets; `source` is `flag`, `environment`, `file` or `default`.
    package typealias Setting = (name: String, value: String, source: String)

    package let startedMilliseconds: Int64
    let version: String
    let options: WorkerOptions
    let settings: [Setting]

    package init(startedMilliseconds: Int64, version: String, _ options: WorkerOptions, settings: [Setting]) {
        (self.startedMilliseconds, self.version) = (startedMilliseconds, version)
        (self.options, self.settings) = (options, settings)
    }

    var topics: TopicNames { options.topics }
}

/// The answer `worker` of the console's API: what each lane and partition does, totals, memory and settings.
package struct WorkerAnswer: Sendable {
    let identity: WorkerIdentity
    let probes: ProbeSnapshot
    let partitions: [Int32: PartitionBoard.Partition]
    /// The lag of uploads by partition.
    let lags: [Int32: PartitionBacklog]
    let totals: WorkerTotals
    let nowMilliseconds: Int64
    private let observer: Observer

    package init(
        _ identity: WorkerIdentity,
        _ probes: ProbeSnapshot,
        _ partitions: [Int32: PartitionBoard.Partition],
        _ observer: Observer,
        atMilliseconds now: Int64
    ) {
        self.identity = identity
        self.probes = probes
        self.partitions = partitions
        let uploads = observer.backlogs.filter { $0.topic == identity.topics.uploads }
        lags = Dictionary(uploads.map { ($0.partition, $0) }) { $1 }
        totals = observer.totals
        nowMilliseconds = now
        self.observer = observer
    }

    package var json: [UInt8] {
        Writer.object { writer in
            writer.member("now", text: Instant.iso8601(unixMilliseconds: nowMilliseconds))
            writer.member("started", text: Instant.iso8601(unixMilliseconds: identity.startedMilliseconds))
            writer.member("version", identity.version)
            writer.member("group", identity.options.groupID)
            writer.member("instance", identity.options.instanceID)
            writer.member("prefix", identity.topics.prefix)
            let unserved = probes.unserved
            writer.member("ready", unserved.isEmpty)
            writer.member("waiting_for", unserved.map(shown))
            writer.member("lanes") { $0.array(probes.components) { write($0, into: &$1) } }
            writer.member("totals") { $0.object(writeTotals) }
            writer.member("owed") { $0.object(writeOwed) }
            writer.object("memory") { writer in
                writer.member("resident_bytes", totals.residentBytes)
                writer.member("limit_bytes", totals.limitBytes)
                writer.member("store_bytes", totals.storeBytes)
                writer.member("store_free_bytes", totals.storeFreeBytes)
            }
            writer.objects("settings", identity.settings) { setting, writer in
                writer.member("name", setting.name)
                writer.member("value", setting.value)
                writer.member("from", setting.source)
            }
        }
    }

    private func write(_ lane: ProbeSnapshot.Condition, into writer: inout Writer) {
        let number = lane.name.split(separator: " ").last.flatMap { Int($0) } ?? 0
        writer.object { writer in
            writer.member("lane", number)
            writer.member("state", state(of: lane))
            if let failure = lane.failure { writer.member("reason", shown(failure)) }
            let own = partitions.filter { $0.value.lane == number && !lane.hasEnded }.sorted { $0.key < $1.key }
            writer.member("partitions") { writer in
                writer.array(own) { one, writer in
                    let offsets = lane.standing.partitions.first { $0.partition == one.key }
                    write(one.key, one.value, offsets, into: &writer)
                }
            }
        }
    }

    private func state(of lane: ProbeSnapshot.Condition) -> String {
        if probes.isStopping { return "stopping" }
        if lane.hasEnded { return "failed" }
        return lane.standing.awaits == nil ? "serving" : "starting"
    }

    private func write(
        _ number: Int32,
        _ partition: PartitionBoard.Partition,
        _ offsets: ComponentStanding.PartitionOffsets?,
        into writer: inout Writer
    ) {
        writer.object { writer in
            writer.member("partition", number)
            switch partition.phase {
            case .restoring: writer.member("state", "restoring")
            case .serving: writer.member("state", "serving")
            case .leftAlone(let reason):
                writer.member("state", "leftAlone")
                writer.member("reason", shown(reason.sentence))
            }
            writer.member("offset", offsets?.next)
            if let committed = offsets?.committed { writer.member("committed", committed) }
            let lag = lags[number]
            writer.member("lag", lag?.records)
            let age = lag.map { lag in lag.oldest.map { Double(max(0, nowMilliseconds - $0)) / 1_000 } ?? 0 }
            writer.member("oldest_seconds", age)
            let share = partition.phase == .restoring ? observer.restoredShare(of: number) ?? 0 : 0
            writer.member("restored", partition.phase == .serving ? 1.0 : ConsoleFigures.rounded(share))
            writer.member("rederiving", offsets?.rederiving ?? 0)
        }
    }

    private func writeTotals(_ writer: inout Writer) {
        writer.member("uploads", totals.uploads)
        writer.member("samples_in", totals.samplesIn)
        writer.member("commits", totals.commits)
        writer.member("aborts", totals.aborts)
        writer.member("fences", totals.fences)
        writer.member("jobs", totals.jobs)
        for (name, counts) in [
            ("samples", totals.samples), ("refusals", totals.refusals), ("documents", totals.documents),
        ] {
            writer.object(name) { writer in
                for (label, count) in counts.sorted(by: { $0.key < $1.key }) { writer.member(label, count) }
            }
        }
    }

    private func writeOwed(_ writer: inout Writer) {
        var reasons: [String: Int] = [:]
        for component in probes.components {
            for (reason, count) in component.standing.owed.reasons { reasons[shown(reason), default: 0] += count }
        }
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) where count > 0 { writer.member(reason, count) }
    }

    /// Returns a reason without the topic and the id of a single connection.
    private func shown(_ reason: String) -> String { OwnerlessReason.text(reason, identity.topics) }
}

/// Helpers for the numbers of the console's API.
enum ConsoleFigures {
    /// Rounds to a thousandth.
    static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
