import Foundation
import Kafka

/// The worker on what phones upload; a bare copy that writes as many records and bytes of each kind as the worker did; and
/// another program that does the same job, where one was named.
///
/// Each reads the same backlog, settings before uploads, with one thread, and is measured from its first commit to its last.
/// Then further uploads come evenly, and each is timed from its record to its commit.
struct PhonesRace {
    /// How many times a hundred phones there are at scale 1.
    private static let hundreds = 4.0

    private let workload: Workload
    private let samplesEach: Double
    /// Where in the uploads the backlog ends.
    private let backlog: Int
    /// A quarter of a minute of uploads that come evenly.
    private static let steady = 15 * Int(SteadyPace.perSecond)

    /// What one of them took.
    private struct Figures {
        let uploadsPerSecond: Double
        let cpuSecondsPerUpload: Double
        let mebibytes: Double
        let steady: SteadyPace
    }

    private init(scale: Double) {
        log("making uploads of phones")
        workload = Phone.day(Self.hundreds * scale)
        samplesEach = Double(workload.samples) / Double(workload.uploads.count)
        backlog = workload.uploads.count - min(Self.steady, workload.uploads.count / 3)
    }

    static func run(_ options: Options, _ broker: borrowing Broker, _ report: inout Report) throws {
        let race = PhonesRace(scale: options.scale)
        let topics = try race.topics(broker)
        defer { topics.clear() }
        let worker = try race.measure(topics) { try Contender.single.start(topics) }
        let outputs = try OutputShare.all(of: topics, uploads: race.workload.uploads.count)
        let copied = try race.topics(broker)
        defer { copied.clear() }
        for share in outputs {
            try broker.create([NewTopic(copied.copies + "." + share.name, partitions: ContenderTopics.partitions)])
        }
        let copy = try race.measure(copied) { try Copying.start(copied, writing: outputs) }
        race.add("phones, copy of as much", copy, against: copy, &report)
        race.add("phones, worker", worker, against: copy, &report)
        report.add(
            "worker",
            "phones, written by the worker",
            outputs.flatMap { share in
                [
                    Report.Cell(name: "\(share.name), records/upload", value: share.recordsPerUpload),
                    Report.Cell(name: "B/sample", value: share.bytesPerUpload / race.samplesEach),
                ]
            }
        )
        guard let peer = options.peer else { return }
        let others = try race.topics(broker)
        defer { others.clear() }
        for name in ["documents", "webhook-dispatch", "dead-letter"] {
            try broker.create([NewTopic(others.prefix + name, partitions: ContenderTopics.partitions)])
        }
        race.add("phones, peer", try race.measure(others) { try others.startPeer(in: peer) }, against: copy, &report)
    }

    private func topics(_ broker: borrowing Broker) throws -> ContenderTopics {
        let topics = try ContenderTopics(broker)
        let settings = ["cleanup.policy": "compact"]
        try broker.create([
            NewTopic(topics.connections, partitions: ContenderTopics.partitions, settings: settings)
        ])
        return topics
    }

    private func measure(_ topics: ContenderTopics, start: () throws -> MeasuredProcess) throws -> Figures {
        try Load().send(workload.before[...], to: topics.connections, at: topics.servers, .backlog)
        try Load().send(workload.uploads[..<backlog], to: topics.uploads, at: topics.servers, .backlog)
        let process = try start()
        defer { process.stop() }
        let progress = try GroupProgress(
            topics.group,
            topics.uploads,
            partitions: ContenderTopics.partitions,
            at: topics.servers
        )
        let stretch = try progress.watch([process], until: backlog, fromFirstCommit: true)
        let mebibytes = process.mebibytes("VmHWM")
        let steady = try SteadyPace(workload.uploads[backlog...], to: topics, of: process, progress)
        return Figures(
            uploadsPerSecond: Double(stretch.records) / stretch.seconds,
            cpuSecondsPerUpload: stretch.cpuSeconds / Double(stretch.records),
            mebibytes: mebibytes,
            steady: steady
        )
    }

    private func add(_ name: String, _ figures: Figures, against copy: Figures, _ report: inout Report) {
        report.add(
            "worker",
            name,
            [
                Report.Cell(name: "uploads/s", value: figures.uploadsPerSecond),
                Report.Cell(name: "uploads/s ÷ copy", value: figures.uploadsPerSecond / copy.uploadsPerSecond),
                Report.Cell(name: "CPU µs/upload", value: figures.cpuSecondsPerUpload * 1e6),
                Report.Cell(name: "CPU µs/sample", value: figures.cpuSecondsPerUpload / samplesEach * 1e6),
                Report.Cell(name: "CPU ÷ copy", value: figures.cpuSecondsPerUpload / copy.cpuSecondsPerUpload),
                Report.Cell(name: "peak RSS MiB", value: figures.mebibytes),
            ]
        )
        let (own, measure) = (figures.steady, copy.steady)
        let uploads = Double(own.seconds.count)
        report.add(
            "worker",
            "\(name), \(Int(SteadyPace.perSecond)) uploads/s",
            [
                Report.Cell(name: "CPU µs/upload", value: own.cpuSeconds / uploads * 1e6),
                Report.Cell(name: "p50 ms", value: own.seconds.milliseconds(0.5)),
                Report.Cell(
                    name: "p50 ÷ copy",
                    value: own.seconds.milliseconds(0.5) / measure.seconds.milliseconds(0.5)
                ),
                Report.Cell(name: "p99 ms", value: own.seconds.milliseconds(0.99)),
                Report.Cell(
                    name: "p99 ÷ copy",
                    value: own.seconds.milliseconds(0.99) / measure.seconds.milliseconds(0.99)
                ),
            ]
        )
    }
}
