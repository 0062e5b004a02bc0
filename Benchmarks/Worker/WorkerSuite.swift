import Foundation
import Kafka

/// The worker as a process against Apache Kafka, and the bare copy beside it in the same run.
///
/// At saturation a backlog is read; at half load uploads come at half that pace, and each is timed from its append until a
/// reader of committed records sees what it became. A document names the last upload that changed it: where one commit
/// takes two of a connection, the first is not seen, which `seen` tells.
enum WorkerSuite {
    /// The part of the uploads that is there at the start; the rest comes at a pace.
    private static let backlogPart = 0.6

    static func run(_ options: Options, _ report: inout Report) throws {
        if let words = ProcessInfo.processInfo.environment[Copying.variable] {
            try Copying.run(words.split(separator: " ").map(String.init))
        }
        guard let broker = try Broker(options) else {
            return log("worker: left out, since it needs KAFKA_HOME or --bootstrap-servers")
        }
        let workload = try make(options)
        try start(broker, &report)
        var pace: Double?
        // The copy comes last, at the pace that the worker had.
        for contender in [Contender.single, .perConnection, .copy]
        where options.workload.map({ $0 == contender.rawValue }) ?? true {
            try race(contender, broker, workload, &pace, &report)
        }
    }

    /// Days of many connections, all of it new.
    private static func make(_ options: Options) throws -> Workload {
        guard let first = Workload.all.first else { throw Options.Wrong(description: "there is no workload") }
        log("worker: making uploads")
        return first.make(8 * options.scale)
    }

    private static func race(
        _ contender: Contender,
        _ broker: borrowing Broker,
        _ workload: Workload,
        _ pace: inout Double?,
        _ report: inout Report
    ) throws {
        let field = try Field(broker)
        defer { field.clear() }
        let count = Int(Double(workload.uploads.count) * backlogPart)
        let each = Double(workload.samples) / Double(workload.uploads.count)
        try Load().send(workload.uploads[..<count], to: field.uploads, at: field.servers, perSecond: nil)
        let subject = try contender.start(field)
        defer { subject.stop() }
        let course = try Course(field.group, field.uploads, partitions: Field.partitions, at: field.servers)
        let full = try course.watch(subject, until: count, fromFirstCommit: true)
        let rate = Double(full.records) / full.seconds
        report.add(
            "worker",
            "saturation, \(contender.rawValue)",
            [
                Report.Cell(name: "uploads/s", value: rate),
                Report.Cell(name: "samples/s", value: rate * each),
                Report.Cell(name: "CPU s/M samples", value: full.cpuSeconds / (Double(full.records) * each) * 1e6),
                Report.Cell(name: "peak RSS MiB", value: subject.mebibytes("VmHWM")),
            ]
        )
        let half = pace ?? rate / 2
        pace = half
        let rest = workload.uploads[count...]
        let connections = Set(workload.uploads.map { String(decoding: $0.connection, as: UTF8.self) }).sorted()
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
        try load.send(rest, to: field.uploads, at: field.servers, perSecond: half)
        _ = try course.watch(subject, until: workload.uploads.count, fromFirstCommit: false)
        let spent = subject.cpuSeconds - cpu
        usleep(500_000)
        let seconds = visibility.end()
        report.add(
            "worker",
            "half load, \(contender.rawValue)",
            [
                Report.Cell(name: "uploads/s", value: half),
                Report.Cell(name: "CPU s/M samples", value: spent / (Double(rest.count) * each) * 1e6),
                Report.Cell(name: "seen", value: Double(seconds.count) / Double(rest.count)),
                Report.Cell(name: "p50 ms", value: seconds.milliseconds(0.5)),
                Report.Cell(name: "p99 ms", value: seconds.milliseconds(0.99)),
                Report.Cell(name: "p99.9 ms", value: seconds.milliseconds(0.999)),
            ]
        )
        if contender == .single { try restart(subject, field, each * Double(workload.uploads.count), &report) }
    }
}
