import Foundation
import Kafka
import Store
import Vocabulary

/// The time in which a worker restores its state after the loss of its state directory.
extension WorkerSuite {
    /// Measures a restore from a compacted changelog: a day of 900 samples of each of 5,000 connections × scale.
    ///
    /// The changelog is generated without a worker, because generating state is faster than processing uploads.
    static func restore(_ options: Options, _ broker: borrowing Broker, _ report: inout Report) throws {
        let samplesEach = 900
        let count = max(100, Int(5_000 * options.scale))
        let topics = try ContenderTopics(broker)
        try makeTopics(topics)
        log("worker: writing the changelog of \(count * samplesEach) samples")
        let templates = try ConnectionTemplate.all(first: samplesEach, next: 1, uploads: 0)
        let producer = try Producer([
            "bootstrap.servers": topics.servers, "compression.codec": "lz4", "batch.size": "999488",
        ])
        try producer.warmUp([topics.state], timeoutMilliseconds: 10_000)
        for number in 0..<count {
            for record in Changelog.records(of: templates[number % templates.count].changes(number)) {
                try producer.produce(
                    to: topics.state,
                    partition: Int32(number) % ContenderTopics.partitions,
                    key: record.key.span.bytes,
                    value: record.value?.span.bytes
                )
            }
            producer.poll(timeoutMilliseconds: 0)
        }
        try producer.flush(timeoutMilliseconds: 60_000)
        let other = ContenderTopics(topics)
        // The changelog does not say whose it is, as no worker wrote it.
        let process = try Contender.single.start(other, options: ["--adopt-state"])
        defer { other.clear() }
        defer { process.stop() }
        try watchRestore(of: Double(count * samplesEach), by: process, "restore, compacted", &report)
    }

    /// Measures a restore by the log of a worker, from the assignment of partitions until all of them are restored.
    static func watchRestore(
        of samples: Double,
        by process: MeasuredProcess,
        _ name: String,
        _ report: inout Report
    ) throws {
        try process.wait { !process.lines(of: "partitions_assigned").isEmpty }
        let began = ContinuousClock.now
        let before = process.cpuSeconds
        try process.wait { process.lines(of: "restored").count >= Int(ContenderTopics.partitions) }
        let cpu = process.cpuSeconds - before
        let seconds = (ContinuousClock.now - began).seconds
        let ready = try process.secondsToReady()
        let restored = process.lines(of: "restored")
        let records = restored.compactMap { $0["records"] as? Double }.reduce(0, +)
        let bytes = restored.compactMap { $0["bytes"] as? Double }.reduce(0, +)
        report.add(
            "worker",
            name,
            [
                Report.Cell(name: "samples/s", value: samples / seconds),
                Report.Cell(name: "records/s", value: records / seconds),
                Report.Cell(name: "MB/s", value: bytes / seconds / 1e6),
                Report.Cell(name: "B/sample", value: bytes / samples),
                Report.Cell(name: "wall s", value: seconds),
                Report.Cell(name: "CPU s", value: cpu),
                Report.Cell(name: "CPU s/M samples", value: cpu / samples * 1e6),
                Report.Cell(name: "s from start to ready", value: ready),
                Report.Cell(name: "peak RSS MiB", value: process.mebibytes("VmHWM")),
            ]
        )
    }
}
