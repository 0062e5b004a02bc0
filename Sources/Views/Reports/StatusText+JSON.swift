import JSON
import Kafka
package import Operations

/// The output as JSON lines for members, partitions, codes, hanging transactions and workers, distinguished by `kind`.
extension StatusText {
    package static func jsonLines(of status: Status) -> [[UInt8]] {
        func members(_ kind: String, _ members: [GroupMember]) -> [[UInt8]] {
            members.sorted { $0.name < $1.name }.map { member in line(kind) { write(member, into: &$0) } }
        }
        let partitions = (status.partitions + status.jobs).map { partition in
            line("partition") { write(partition, into: &$0) }
        }
        let uncommitted = status.uncommitted.map { partition in
            line("uncommitted") {
                $0.member("topic", partition.place.topic)
                $0.member("partition", partition.place.partition)
                $0.member("member", partition.owner)
            }
        }
        let waiting = status.reading.waiting.map { waiting in
            line("waiting") {
                $0.member("jobs", waiting.jobs)
                $0.member("connections", waiting.connections)
                $0.member(
                    "oldest_seconds",
                    waiting.oldestMilliseconds.map { rounded(Double(max(0, status.reading.time - $0)) / 1_000) }
                )
            }
        }
        let letters = (status.reading.letters ?? [:]).sorted { $0.key < $1.key }.map { code, count in
            line("dead_letters") {
                $0.member("code", code)
                $0.member("count", count)
            }
        }
        let hanging = status.reading.hanging.map { found in
            line("hanging_transaction") { write(found, at: status.reading.time, into: &$0) }
        }
        let workers = status.reading.workers.map { worker in line("worker") { write(worker, into: &$0) } }
        return members("member", status.reading.group.members)
            + members("dispatcher", status.reading.dispatchers.members) + partitions + uncommitted
            + (waiting.map { [$0] } ?? []) + letters + hanging + workers
    }

    private static func line(_ kind: String, _ members: (inout Writer) -> Void) -> [UInt8] {
        Writer.object {
            $0.member("kind", kind)
            members(&$0)
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    private static func write(_ member: GroupMember, into writer: inout Writer) {
        let topics = Dictionary(grouping: member.partitions, by: \.topic).sorted { $0.key > $1.key }
        writer.member("member", member.name)
        writer.member("instance_id", member.instanceID)
        writer.member("client_id", member.clientID)
        writer.member("host", member.host)
        writer.member("partitions", (topics.first?.value ?? []).map(\.partition).sorted())
    }

    private static func write(_ partition: Status.Partition, into writer: inout Writer) {
        writer.member("topic", partition.place.topic)
        writer.member("partition", partition.place.partition)
        writer.member("member", partition.owner)
        writer.member("committed", partition.committed)
        writer.member("end", partition.end)
        writer.member("lag", partition.lag)
        writer.member("oldest_seconds", partition.oldestSeconds.map(rounded))
        writer.member("arriving_per_second", partition.arrivingPerSecond.map(rounded))
        writer.member("committed_per_second", partition.committedPerSecond.map(rounded))
    }

    private static func write(_ found: HangingTransaction, at time: Int64, into writer: inout Writer) {
        writer.member("topic", found.place.topic)
        writer.member("partition", found.place.partition)
        writer.member("offset", found.offset)
        writer.member("open_seconds", rounded(Double(time - found.since) / 1_000))
    }

    private static func write(_ worker: WorkerReading, into writer: inout Writer) {
        writer.member("address", worker.address)
        if let failure = worker.failure { return writer.member("failure", failure) }
        writer.member("ready", worker.isReady)
        for name in [
            "partitions", "restoring_partitions", "restoring_remaining_offsets", "restoring_eta_seconds",
            "rederiving_connections", "partitions_left_alone", "owed_connections",
        ] {
            writer.member(name, worker.count("fork_worker_\(name)"))
        }
        if !worker.owed.isEmpty { writer.member("owed", worker.owed) }
    }
}
