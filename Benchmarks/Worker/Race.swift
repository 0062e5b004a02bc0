import Foundation
import Kafka

/// The comparison of the contenders, one after the other, on the same uploads.
///
/// At saturation, the contender reads a backlog. Then uploads arrive in two stages. At full load, the number of uploads
/// in flight is constant: as many as the contender took of the backlog in a quarter of a second. At half load, uploads
/// arrive evenly at half the pace of the backlog. Each of these uploads is timed from its append until a reader of
/// committed records sees the result.
///
/// A document names only the last upload that changed it. If a commit has two uploads of a connection, the first is
/// never seen; the figure `seen` is the share of the uploads that were seen.
struct Race {
    /// A stage in which each upload is timed.
    private enum Stage: String {
        case full = "full load"
        case half = "half load"
    }

    /// The parts of the uploads in the backlog and at full load; the rest arrive at half load.
    private static let parts = (backlog: 0.45, full: 0.25)

    private let workload: Workload
    private let connections: [String]
    /// The indices at which the uploads of the backlog and of full load end.
    private let ends: (backlog: Int, full: Int)
    private let samplesEach: Double
    private var standings: [Contender: Standing] = [:]

    /// The figures of a contender with which others are compared.
    private struct Standing {
        var uploadsPerSecond = Double.nan
        var cpuSeconds = Double.nan
        var times: [Stage: [Double]] = [:]
    }

    init(_ workload: Workload) {
        self.workload = workload
        connections = Set(workload.uploads.map { String(decoding: $0.connection, as: UTF8.self) }).sorted()
        let count = Double(workload.uploads.count)
        ends = (Int(count * Self.parts.backlog), Int(count * (Self.parts.backlog + Self.parts.full)))
        samplesEach = Double(workload.samples) / Double(workload.uploads.count)
    }

    mutating func run(_ contender: Contender, _ broker: borrowing Broker, _ report: inout Report) throws {
        let topics = try ContenderTopics(broker, connections: contender.isPerConnection ? connections : [])
        defer { topics.clear() }
        try Load().send(workload.uploads[..<ends.backlog], to: topics.uploads, at: topics.servers, .backlog)
        let process = try contender.start(topics)
        defer { process.stop() }
        let progress = try GroupProgress(
            topics.group,
            topics.uploads,
            partitions: ContenderTopics.partitions,
            at: topics.servers
        )
        try saturate(contender, process, progress, &report)
        try time(.full, contender, process, progress, topics, &report)
        try time(.half, contender, process, progress, topics, &report)
        if contender == .single {
            let samples = samplesEach * Double(workload.uploads.count)
            try WorkerSuite.restart(process, topics, samples, &report)
        }
    }

    private mutating func saturate(
        _ contender: Contender,
        _ process: MeasuredProcess,
        _ progress: borrowing GroupProgress,
        _ report: inout Report
    ) throws {
        let full = try progress.watch([process], until: ends.backlog, fromFirstCommit: true)
        let rate = Double(full.records) / full.seconds
        let cpu = full.cpuSeconds / (Double(full.records) * samplesEach) * 1e6
        standings[contender] = Standing(uploadsPerSecond: rate, cpuSeconds: cpu)
        let measure = standings[contender.measure] ?? Standing()
        report.add(
            "worker",
            "saturation, \(contender.rawValue)",
            [
                Report.Cell(name: "uploads/s", value: rate),
                Report.Cell(name: "uploads/s ÷ copy", value: rate / measure.uploadsPerSecond),
                Report.Cell(name: "samples/s", value: rate * samplesEach),
                Report.Cell(name: "CPU s/M samples", value: cpu),
                Report.Cell(name: "CPU ÷ copy", value: cpu / measure.cpuSeconds),
                Report.Cell(name: "peak RSS MiB", value: process.mebibytes("VmHWM")),
            ]
        )
    }

    private mutating func time(
        _ stage: Stage,
        _ contender: Contender,
        _ process: MeasuredProcess,
        _ progress: borrowing GroupProgress,
        _ topics: ContenderTopics,
        _ report: inout Report
    ) throws {
        let uploads =
            stage == .full ? workload.uploads[ends.backlog..<ends.full] : workload.uploads[ends.full...]
        let half = (standings[contender]?.uploadsPerSecond ?? .nan) / 2
        let load = Load()
        let visibility = Visibility()
        visibility.begin(
            contender.outputs(topics, of: connections),
            at: topics.servers,
            of: load,
            by: contender.mark
        )
        // Gives the reader time to find the end offsets, from which it reads.
        sleep(2)
        let cpu = process.cpuSeconds
        let pace = stage == .half ? Load.Pace.perSecond(half) : .inFlight(Int(half / 2))
        let began = ContinuousClock.now
        let sent = try load.send(uploads, to: topics.uploads, at: topics.servers, pace) {
            max(0, (progress.records ?? 0) - uploads.startIndex)
        }
        _ = try progress.watch([process], until: uploads.endIndex, fromFirstCommit: false)
        let done = Double(uploads.count) / (ContinuousClock.now - began).seconds
        let spent = process.cpuSeconds - cpu
        usleep(500_000)
        let seconds = visibility.end()
        standings[contender]?.times[stage] = seconds
        let measure = standings[contender.measure]?.times[stage] ?? []
        report.add(
            "worker",
            "\(stage.rawValue), \(contender.rawValue)",
            [
                Report.Cell(name: "uploads/s", value: stage == .half ? sent : done),
                Report.Cell(name: "CPU s/M samples", value: spent / (Double(uploads.count) * samplesEach) * 1e6),
                Report.Cell(name: "seen", value: Double(seconds.count) / Double(uploads.count)),
                Report.Cell(name: "p50 ms", value: seconds.milliseconds(0.5)),
                Report.Cell(name: "p50 ÷ copy", value: seconds.milliseconds(0.5) / measure.milliseconds(0.5)),
                Report.Cell(name: "p99 ms", value: seconds.milliseconds(0.99)),
                Report.Cell(name: "p99 ÷ copy", value: seconds.milliseconds(0.99) / measure.milliseconds(0.99)),
                Report.Cell(name: "p99.9 ms", value: seconds.milliseconds(0.999)),
            ]
        )
    }
}
