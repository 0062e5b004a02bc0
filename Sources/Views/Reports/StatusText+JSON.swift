package import JSON
import Kafka
package import Operations

/// The output as JSON lines for members, partitions, codes, hanging transactions and workers, distinguished by `kind`.
extension StatusText {
    /// Calls the body with a writer function for each line.
    package static func forEachLine(of status: Status, _ body: ((inout Writer) -> Void) -> Void) {
        for member in status.reading.members.sorted(by: { $0.name < $1.name }) { body { write(member, into: &$0) } }
        for partition in status.partitions { body { write(partition, into: &$0) } }
        for (code, count) in (status.reading.letters ?? [:]).sorted(by: { $0.key < $1.key }) {
            body { line(&$0, "dead_letters", [("code", .text(code)), ("count", .whole(Int64(count)))]) }
        }
        for found in status.reading.hanging { body { write(found, at: status.reading.time, into: &$0) } }
        for worker in status.reading.workers { body { write(worker, into: &$0) } }
    }

    /// The value of a member.
    private enum Field {
        case text(String)
        case whole(Int64)
        case real(Double)
        case flag(Bool)
        case numbers([Int32])
        case nothing
    }

    private static func line(_ writer: inout Writer, _ kind: String, _ fields: [(name: StaticString, value: Field)]) {
        writer.raw("{\"kind\":")
        writer.string(kind)
        for (name, value) in fields {
            writer.raw(",\"")
            writer.raw(name)
            writer.raw("\":")
            switch value {
            case .text(let text): writer.string(text)
            case .whole(let number): writer.number(number)
            case .real(let number): writer.number((number * 1_000).rounded() / 1_000)
            case .flag(let flag): writer.raw(flag ? "true" : "false")
            case .numbers(let numbers): writer.raw(Array("[\(numbers.map { "\($0)" }.joined(separator: ","))]".utf8))
            case .nothing: writer.raw("null")
            }
        }
        writer.raw("}")
    }

    private static func write(_ member: GroupMember, into writer: inout Writer) {
        let topics = Dictionary(grouping: member.partitions, by: \.topic).sorted { $0.key > $1.key }
        line(
            &writer,
            "member",
            [
                ("member", .text(member.name)), ("instance_id", member.instanceID.map { .text($0) } ?? .nothing),
                ("client_id", .text(member.clientID)), ("host", .text(member.host)),
                ("partitions", .numbers((topics.first?.value ?? []).map(\.partition).sorted())),
            ]
        )
    }

    private static func write(_ partition: Status.Partition, into writer: inout Writer) {
        line(
            &writer,
            "partition",
            [
                ("topic", .text(partition.place.topic)), ("partition", .whole(Int64(partition.place.partition))),
                ("member", partition.owner.map { .text($0) } ?? .nothing),
                ("committed", partition.committed.map { .whole($0) } ?? .nothing), ("end", .whole(partition.end)),
                ("lag", .whole(partition.lag)),
                ("oldest_seconds", partition.oldestSeconds.map { .real($0) } ?? .nothing),
                ("arriving_per_second", partition.arrivingPerSecond.map { .real($0) } ?? .nothing),
                ("committed_per_second", partition.committedPerSecond.map { .real($0) } ?? .nothing),
            ]
        )
    }

    private static func write(_ found: HangingTransaction, at time: Int64, into writer: inout Writer) {
        line(
            &writer,
            "hanging_transaction",
            [
                ("topic", .text(found.place.topic)), ("partition", .whole(Int64(found.place.partition))),
                ("offset", .whole(found.offset)), ("open_seconds", .real(Double(time - found.since) / 1_000)),
            ]
        )
    }

    private static func write(_ worker: WorkerReading, into writer: inout Writer) {
        guard worker.failure == nil else {
            return line(
                &writer,
                "worker",
                [("address", .text(worker.address)), ("failure", .text(worker.failure ?? ""))]
            )
        }
        func count(_ name: String) -> Field { .whole(Int64(worker.count("fork_worker_\(name)"))) }
        line(
            &writer,
            "worker",
            [
                ("address", .text(worker.address)), ("ready", .flag(worker.isReady)),
                ("partitions", count("partitions")),
                ("restoring_partitions", count("restoring_partitions")),
                ("restoring_left_offsets", count("restoring_left_offsets")),
                ("restoring_eta_seconds", count("restoring_eta_seconds")),
                ("rederiving_connections", count("rederiving_connections")),
                ("partitions_left_alone", count("partitions_left_alone")),
            ]
        )
    }
}
