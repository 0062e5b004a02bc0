import Foundation
import Kafka

/// The worker on what phones upload; a bare copy that writes as many records and bytes of each kind as the worker did; and
/// another program that does the same job, where one was named.
///
/// Each reads the same backlog, settings before uploads, with one thread, and is measured from its first commit to its last.
/// Then further uploads come evenly, and each is timed from its record to its commit.
///
/// Phones may have days behind them, which the worker has read before anything is measured.
struct PhonesRace {
    /// How many times a hundred phones there are at scale 1.
    private static let hundreds = 4.0
    /// Of what was measured on the days behind, every so many are uploaded: some 120 samples a day with the night.
    private static let strideBehind = 20
    /// So many uploads of the days behind are sent at once.
    private static let sentAtOnce = 2_000

    /// The parts of the suite, and how many days are behind its phones.
    ///
    /// Those with days are measured when they are asked for: at scale 1 they take minutes.
    static let parts = [("phones", 0), ("phones, 10 days behind", 10), ("phones, 400 days behind", 399)]

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
        /// Where its outputs ended before the backlog came; nothing: at their beginning.
        let ends: [TopicPartition: Int64]
    }

    private init(scale: Double, daysBehind: Int, behind: ([Workload.Upload]) throws -> Void) throws {
        log("making uploads of phones")
        workload = try Phone.day(
            "phones",
            Self.hundreds * scale,
            daysBehind: daysBehind,
            every: Self.strideBehind,
            behind: behind
        )
        samplesEach = Double(workload.samples) / Double(workload.uploads.count)
        backlog = workload.uploads.count - min(Self.steady, workload.uploads.count / 3)
    }

    /// One part of the suite.
    static func run(
        _ name: String,
        daysBehind: Int,
        _ options: Options,
        _ broker: borrowing Broker,
        _ report: inout Report
    ) throws {
        let topics = try Self.topics(broker)
        defer { topics.clear() }
        var behind = Behind(topics)
        let race = try PhonesRace(scale: options.scale, daysBehind: daysBehind) { try behind.send($0) }
        try behind.flush()
        let worker = try race.measure(topics, broker, after: behind.count) { try Contender.single.start(topics) }
        let outputs = try OutputShare.all(of: topics, uploads: race.workload.uploads.count, since: worker.ends)
        let copied = try Self.topics(broker)
        defer { copied.clear() }
        for share in outputs {
            try broker.create([NewTopic(copied.copies + "." + share.name, partitions: ContenderTopics.partitions)])
        }
        let copy = try race.measure(copied, broker) { try Copying.start(copied, writing: outputs) }
        race.add("\(name), copy of as much", copy, against: copy, &report)
        race.add("\(name), worker", worker, against: copy, &report)
        report.add(
            "worker",
            "\(name), written by the worker",
            outputs.flatMap { share in
                [
                    Report.Cell(name: "\(share.name), records/upload", value: share.recordsPerUpload),
                    Report.Cell(name: "B/sample", value: share.bytesPerUpload / race.samplesEach),
                ]
            }
        )
        // Another program is asked for what it does from the first upload on.
        guard let peer = options.peer, daysBehind == 0 else { return }
        let others = try Self.topics(broker)
        defer { others.clear() }
        for name in ["documents", "webhook-dispatch", "dead-letter"] {
            try broker.create([NewTopic(others.prefix + name, partitions: ContenderTopics.partitions)])
        }
        let figures = try race.measure(others, broker) { try others.startPeer(in: peer) }
        race.add("\(name), peer", figures, against: copy, &report)
    }

    /// What phones had uploaded before, on its way to the topic as it is made: all of it would be more than memory holds.
    private struct Behind {
        private let topics: ContenderTopics
        private var waiting: [Workload.Upload] = []
        /// How many were sent.
        private(set) var count = 0

        init(_ topics: ContenderTopics) { self.topics = topics }

        mutating func send(_ uploads: [Workload.Upload]) throws {
            waiting += uploads
            if waiting.count >= PhonesRace.sentAtOnce { try flush() }
        }

        mutating func flush() throws {
            try Load().send(waiting[...], to: topics.uploads, at: topics.servers, .backlog)
            count += waiting.count
            waiting = []
        }
    }

    private static func topics(_ broker: borrowing Broker) throws -> ContenderTopics {
        let topics = try ContenderTopics(broker)
        let settings = ["cleanup.policy": "compact"]
        try broker.create([
            NewTopic(topics.connections, partitions: ContenderTopics.partitions, settings: settings)
        ])
        return topics
    }

    /// Measures one of them; where it is to read uploads of days before, they are in its topic already.
    private func measure(
        _ topics: ContenderTopics,
        _ broker: borrowing Broker,
        after before: Int = 0,
        start: () throws -> MeasuredProcess
    ) throws -> Figures {
        func progress(after before: Int) throws -> GroupProgress {
            try GroupProgress(
                topics.group,
                topics.uploads,
                partitions: ContenderTopics.partitions,
                at: topics.servers,
                after: before
            )
        }
        func send() throws {
            try Load().send(workload.uploads[..<backlog], to: topics.uploads, at: topics.servers, .backlog)
        }
        try Load().send(workload.before[...], to: topics.connections, at: topics.servers, .backlog)
        if before == 0 { try send() }
        let process = try start()
        defer { process.stop() }
        var ends: [TopicPartition: Int64] = [:]
        if before > 0 {
            _ = try progress(after: 0).watch([process], until: before, fromFirstCommit: false)
            for name in OutputShare.names {
                let own = try broker.ends(of: topics.prefix + name, partitions: ContenderTopics.partitions)
                ends.merge(own) { $1 }
            }
            process.setPaused(true)
            try send()
            process.setPaused(false)
        }
        let progress = try progress(after: before)
        let stretch = try progress.watch([process], until: backlog, fromFirstCommit: true)
        let mebibytes = process.mebibytes("VmHWM")
        let steady = try SteadyPace(workload.uploads[backlog...], to: topics, of: process, progress)
        return Figures(
            uploadsPerSecond: Double(stretch.records) / stretch.seconds,
            cpuSecondsPerUpload: stretch.cpuSeconds / Double(stretch.records),
            mebibytes: mebibytes,
            steady: steady,
            ends: ends
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
