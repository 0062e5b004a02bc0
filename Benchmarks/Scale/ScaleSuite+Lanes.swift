import Foundation

extension ScaleSuite {
    private static let spreads = [
        ("1 process, 1 lane", 1, 1), ("1 process, 2 lanes", 1, 2), ("2 processes, 1 lane each", 2, 1),
    ]
    /// The part of the backlog that is measured.
    ///
    /// Partitions differ in length, so one lane or process may finish its partitions before the others.
    private static let measuredPart = 0.8

    /// Measures the gain of a second lane and of a second process; the Kafka broker runs on the same cores.
    @Sendable static func lanes(_ options: Options, _ report: inout Report) throws {
        try lanes("", options, &report) { try WorkerSuite.makeUploads(options) }
    }

    /// Measures lanes and processes with the uploads of phones: 2,000 phones at scale 1.
    @Sendable static func lanesOfPhones(_ options: Options, _ report: inout Report) throws {
        try lanes("phones, ", options, &report) {
            log("making uploads of phones")
            return Phone.day(20 * options.scale)
        }
    }

    /// Measures the workers from their first commit until most of a backlog is committed.
    ///
    /// The workers join the group first, and are paused while the backlog is sent. The measurement ends before a worker
    /// can run out of uploads.
    private static func lanes(
        _ kind: String,
        _ options: Options,
        _ report: inout Report,
        _ make: () throws -> Workload
    ) throws {
        guard let broker = try Broker(options) else {
            return log("scale, lanes and processes: skipped: set KAFKA_HOME or --bootstrap-servers")
        }
        let workload = try make()
        let samplesEach = Double(workload.samples) / Double(workload.uploads.count)
        var smallest: Double?
        for (name, count, lanes) in spreads {
            let topics = try ContenderTopics(broker)
            defer { topics.clear() }
            var processes: [MeasuredProcess] = []
            defer { for process in processes { process.stop() } }
            for member in 0..<count {
                processes.append(try Contender.single.start(topics, member: member, lanes: lanes))
                _ = try processes[member].secondsToReady()
            }
            // Waits until the group has moved partitions from the first process to the second.
            sleep(5)
            for process in processes { process.setPaused(true) }
            try Load().send(workload.before[...], to: topics.connections, at: topics.servers, .backlog)
            try Load().send(workload.uploads[...], to: topics.uploads, at: topics.servers, .backlog)
            for process in processes { process.setPaused(false) }
            let progress = try GroupProgress(
                topics.group,
                topics.uploads,
                partitions: ContenderTopics.partitions,
                at: topics.servers
            )
            let end = Int(Double(workload.uploads.count) * measuredPart)
            let stretch = try progress.watch(processes, until: end, fromFirstCommit: true)
            let samples = Double(stretch.records) * samplesEach
            let speed = samples / stretch.seconds
            smallest = smallest ?? speed
            report.add(
                "scale",
                kind + name,
                [
                    Report.Cell(name: "cores, with the broker", value: Double(ProcessInfo.processInfo.processorCount)),
                    Report.Cell(name: "uploads/s", value: speed / samplesEach),
                    Report.Cell(name: "samples/s", value: speed),
                    Report.Cell(name: "× the first", value: speed / (smallest ?? .nan)),
                    Report.Cell(name: "CPU µs/upload", value: stretch.cpuSeconds / Double(stretch.records) * 1e6),
                    Report.Cell(name: "CPU s/M samples", value: stretch.cpuSeconds / samples * 1e6),
                ]
            )
        }
    }
}
