import Foundation
import Kafka

/// The comparison on uploads of phones: the worker, a bare copy, and the peer program if the options name one.
///
/// The copy writes as many records and bytes to each topic as the worker did. Each program reads the same backlog with
/// one thread, settings before uploads, and is measured from its first commit to its last. Then uploads arrive evenly,
/// and each is timed from its record to its commit.
///
/// Phones can have a history, which the worker reads before the measurement.
struct PhonesRace {
    /// The number of phones at scale 1, in hundreds.
    private static let hundreds = 4.0
    /// The history has every twentieth sample: about 120 samples a day with the sleep stages.
    private static let strideBehind = 20
    /// The greatest number of uploads in the backlog of a warm-up.
    private static let warmUpBacklog = 30_000
    /// The broker is warm if its JIT compiler uses at most this part of a core while uploads arrive evenly.
    private static let restingCompiler = 0.1
    /// The greatest number of warm-ups.
    private static let mostWarmUps = 6
    /// The number of uploads of the history that are sent at once.
    private static let sentAtOnce = 2_000

    /// The parts of the suite, each with the number of days in the history of its phones.
    ///
    /// The parts with a history run only on request, because they take minutes at scale 1.
    static let parts = [("phones", 0), ("phones, 10 days behind", 10), ("phones, 400 days behind", 399)]

    private let workload: Workload
    private let samplesEach: Double
    /// The number of uploads in the backlog; the rest arrive evenly.
    private let backlog: Int
    /// The greatest number of uploads that arrive evenly: half a minute.
    private static let steady = 30 * Int(SteadyPace.perSecond)

    /// The figures of one program.
    struct Figures {
        let uploadsPerSecond: Double
        let cpuSecondsPerUpload: Double
        /// The CPU time of the broker during the backlog; nil for a cluster that the options name.
        let brokerSecondsPerUpload: Double?
        let mebibytes: Double
        let steady: SteadyPace
        /// The outputs for the backlog, and those for the uploads that arrived evenly; empty if not requested.
        let written: [[OutputShare]]
    }

    init(scale: Double, daysBehind: Int, behind: ([Workload.Upload]) throws -> Void) throws {
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

    /// Runs one part of the suite.
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
        try race.warmUp(broker)
        let worker = try race.measure(topics, broker, after: behind.count, outputs: true) {
            try Contender.single.start(topics)
        }
        let copied = try Self.topics(broker)
        defer { copied.clear() }
        for name in OutputShare.names {
            try broker.create([NewTopic(copied.copies + "." + name, partitions: ContenderTopics.partitions)])
        }
        let copy = try race.measure(copied, broker) {
            try Copying.start(copied, writing: worker.written, turningAfter: race.backlog)
        }
        race.add("\(name), copy of as much", copy, against: copy, &report)
        race.add("\(name), worker", worker, against: copy, &report)
        for (shares, stretch) in zip(worker.written, ["of the backlog", "of \(Int(SteadyPace.perSecond)) uploads/s"]) {
            report.add(
                "worker",
                "\(name), written \(stretch)",
                shares.flatMap { share in
                    [
                        Report.Cell(name: "\(share.name), records/upload", value: share.recordsPerUpload),
                        Report.Cell(name: "\(share.name), B/sample", value: share.bytesPerUpload / race.samplesEach),
                    ]
                }
            )
        }
        // The peer program is measured only without history.
        guard let peer = options.peer, daysBehind == 0 else { return }
        let others = try Self.topics(broker)
        defer { others.clear() }
        for name in ["documents", "webhook-dispatch", "dead-letter"] {
            try broker.create([NewTopic(others.prefix + name, partitions: ContenderTopics.partitions)])
        }
        let figures = try race.measure(others, broker) { try others.startPeer(in: peer) }
        race.add("\(name), peer", figures, against: copy, &report)
    }

    /// Sends the history of the phones to the topic while it is generated.
    ///
    /// The whole history would not fit into memory.
    private struct Behind {
        private let topics: ContenderTopics
        private var waiting: [Workload.Upload] = []
        /// The number of sent uploads.
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

    static func topics(_ broker: borrowing Broker) throws -> ContenderTopics {
        let topics = try ContenderTopics(broker)
        let settings = ["cleanup.policy": "compact"]
        try broker.create([
            NewTopic(topics.connections, partitions: ContenderTopics.partitions, settings: settings)
        ])
        return topics
    }

    /// Repeats warm-ups until the JIT compiler of this run's broker is nearly idle.
    ///
    /// A cluster that the options name gets one warm-up.
    ///
    /// With many small commits, the compiler uses half a core for half a minute, and for minutes on slow cores. Without
    /// warm-ups, this load would slow the worker, which is measured first.
    func warmUp(_ broker: borrowing Broker) throws {
        for round in 1...Self.mostWarmUps {
            let share = try warmUpOnce(broker)
            log("warm-up \(round): the JIT compiler uses \(share.map { "\(Int($0 * 100)) %" } ?? "?") of a core")
            guard let share, share > Self.restingCompiler else { return }
        }
    }

    /// Runs a worker on a backlog and then on uploads that arrive evenly, on topics of its own, without measuring it.
    ///
    /// - Returns: The part of a core that the broker's JIT compiler used while uploads arrived evenly; nil for a
    ///   cluster that the options name.
    private func warmUpOnce(_ broker: borrowing Broker) throws -> Double? {
        let topics = try Self.topics(broker)
        defer { topics.clear() }
        let end = min(backlog, Self.warmUpBacklog)
        try Load().send(workload.before[...], to: topics.connections, at: topics.servers, .backlog)
        try Load().send(workload.uploads[..<end], to: topics.uploads, at: topics.servers, .backlog)
        let process = try Contender.single.start(topics)
        defer { process.stop() }
        let progress = try Self.progress(topics)
        _ = try progress.watch([process], until: end, fromFirstCommit: false)
        let (began, before) = (ContinuousClock.now, broker.compilerSeconds)
        _ = try SteadyPace(workload.uploads[end...].prefix(Self.steady), to: topics, of: process, progress)
        guard let before, let after = broker.compilerSeconds else { return nil }
        return (after - before) / (ContinuousClock.now - began).seconds
    }

    private static func progress(_ topics: ContenderTopics, after before: Int = 0) throws -> GroupProgress {
        try GroupProgress(
            topics.group,
            topics.uploads,
            partitions: ContenderTopics.partitions,
            at: topics.servers,
            after: before
        )
    }

    /// Measures one program.
    ///
    /// - Parameters:
    ///   - topics: The topics of the program.
    ///   - broker: The cluster.
    ///   - before: The number of uploads of the history, which are in the topic already.
    ///   - outputs: Whether the outputs of the program are measured.
    ///   - start: Starts the program.
    /// - Returns: The figures of the program.
    /// - Throws: If the program fails, or takes too long.
    func measure(
        _ topics: ContenderTopics,
        _ broker: borrowing Broker,
        after before: Int = 0,
        outputs: Bool = false,
        start: () throws -> MeasuredProcess
    ) throws -> Figures {
        func send() throws {
            try Load().send(workload.uploads[..<backlog], to: topics.uploads, at: topics.servers, .backlog)
        }
        try Load().send(workload.before[...], to: topics.connections, at: topics.servers, .backlog)
        if before == 0 { try send() }
        let process = try start()
        defer { process.stop() }
        var begins: [TopicPartition: Int64] = [:]
        if before > 0 {
            _ = try Self.progress(topics).watch([process], until: before, fromFirstCommit: false)
            process.waitUntilIdle()
            begins = try OutputShare.ends(of: topics, broker)
            process.setPaused(true)
            try send()
            process.setPaused(false)
        }
        let progress = try Self.progress(topics, after: before)
        let brokerBefore = broker.cpuSeconds
        let stretch = try progress.watch([process], until: backlog, fromFirstCommit: true)
        let brokerSeconds = brokerBefore.flatMap { before in broker.cpuSeconds.map { $0 - before } }
        let mebibytes = process.mebibytes("VmHWM")
        let turn = outputs ? try OutputShare.ends(of: topics, broker) : [:]
        let steady = try SteadyPace(workload.uploads[backlog...], to: topics, of: process, progress)
        let ends = outputs ? try OutputShare.ends(of: topics, broker) : [:]
        let stretches = [
            OutputShare.Stretch(uploads: backlog, begins: begins, ends: turn),
            OutputShare.Stretch(uploads: workload.uploads.count - backlog, begins: turn, ends: ends),
        ]
        return Figures(
            uploadsPerSecond: Double(stretch.records) / stretch.seconds,
            cpuSecondsPerUpload: stretch.cpuSeconds / Double(stretch.records),
            brokerSecondsPerUpload: brokerSeconds.map { $0 / Double(backlog) },
            mebibytes: mebibytes,
            steady: steady,
            written: outputs ? try stretches.map { try OutputShare.all(of: topics, in: $0) } : []
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
                Report.Cell(name: "broker CPU µs/upload", value: (figures.brokerSecondsPerUpload ?? .nan) * 1e6),
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
