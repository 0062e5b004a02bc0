import Foundation
import Kafka

/// Contenders, one after the other, on the same uploads.
///
/// At saturation a backlog is read. At half load uploads come at half the pace that the contender itself had there, and
/// each is timed from its append until a reader of committed records sees what it became. A document names the last
/// upload that changed it: where one commit takes two of a connection, the first is not seen, which `seen` tells.
struct Race {
    /// The part of the uploads that is there at the start; the rest comes at a pace.
    private static let backlogPart = 0.6

    private let workload: Workload
    private let connections: [String]
    private let backlog: Int
    private let samplesEach: Double
    private var standings: [Contender: Standing] = [:]

    /// What others are held against.
    private struct Standing {
        var uploadsPerSecond = Double.nan
        var cpuSeconds = Double.nan
        var p50 = Double.nan
        var p99 = Double.nan
    }

    init(_ workload: Workload) {
        self.workload = workload
        connections = Set(workload.uploads.map { String(decoding: $0.connection, as: UTF8.self) }).sorted()
        backlog = Int(Double(workload.uploads.count) * Self.backlogPart)
        samplesEach = Double(workload.samples) / Double(workload.uploads.count)
    }

    mutating func run(_ contender: Contender, _ broker: borrowing Broker, _ report: inout Report) throws {
        let field = try Field(broker, connections: contender.isPerConnection ? connections : [])
        defer { field.clear() }
        try Load().send(workload.uploads[..<backlog], to: field.uploads, at: field.servers, perSecond: nil)
        let subject = try contender.start(field)
        defer { subject.stop() }
        let course = try Course(field.group, field.uploads, partitions: Field.partitions, at: field.servers)
        try saturate(contender, subject, course, &report)
        try halve(contender, subject, course, field, &report)
        if contender == .single {
            let samples = samplesEach * Double(workload.uploads.count)
            try WorkerSuite.restart(subject, field, samples, &report)
        }
    }

    private mutating func saturate(
        _ contender: Contender,
        _ subject: Subject,
        _ course: borrowing Course,
        _ report: inout Report
    ) throws {
        let full = try course.watch([subject], until: backlog, fromFirstCommit: true)
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
                Report.Cell(name: "peak RSS MiB", value: subject.mebibytes("VmHWM")),
            ]
        )
    }

    private mutating func halve(
        _ contender: Contender,
        _ subject: Subject,
        _ course: borrowing Course,
        _ field: Field,
        _ report: inout Report
    ) throws {
        let half = (standings[contender]?.uploadsPerSecond ?? .nan) / 2
        let rest = workload.uploads[backlog...]
        let load = Load()
        let visibility = Visibility()
        visibility.begin(
            contender.outputs(field, of: connections),
            at: field.servers,
            of: load,
            by: contender.mark
        )
        // The reader finds its ends first.
        sleep(2)
        let cpu = subject.cpuSeconds
        let pace = try load.send(rest, to: field.uploads, at: field.servers, perSecond: half)
        _ = try course.watch([subject], until: workload.uploads.count, fromFirstCommit: false)
        let spent = subject.cpuSeconds - cpu
        usleep(500_000)
        let seconds = visibility.end()
        standings[contender]?.p50 = seconds.milliseconds(0.5)
        standings[contender]?.p99 = seconds.milliseconds(0.99)
        let measure = standings[contender.measure] ?? Standing()
        report.add(
            "worker",
            "half load, \(contender.rawValue)",
            [
                Report.Cell(name: "uploads/s", value: pace),
                Report.Cell(name: "CPU s/M samples", value: spent / (Double(rest.count) * samplesEach) * 1e6),
                Report.Cell(name: "seen", value: Double(seconds.count) / Double(rest.count)),
                Report.Cell(name: "p50 ms", value: seconds.milliseconds(0.5)),
                Report.Cell(name: "p50 ÷ copy", value: seconds.milliseconds(0.5) / measure.p50),
                Report.Cell(name: "p99 ms", value: seconds.milliseconds(0.99)),
                Report.Cell(name: "p99 ÷ copy", value: seconds.milliseconds(0.99) / measure.p99),
                Report.Cell(name: "p99.9 ms", value: seconds.milliseconds(0.999)),
            ]
        )
    }
}
