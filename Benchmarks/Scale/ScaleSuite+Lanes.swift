import Foundation

extension ScaleSuite {
    private static let spreads = [
        ("1 process, 1 lane", 1, 1), ("1 process, 2 lanes", 1, 2), ("2 processes, 1 lane each", 2, 1),
    ]
    /// Partitions, and so the parts of lanes and processes, are not all of the same length.
    private static let measuredPart = 0.8

    /// What a second lane, and a second process, bring against Apache Kafka, whose broker runs on the same cores.
    @Sendable static func lanes(_ options: Options, _ report: inout Report) throws {
        try lanes("", options, &report) { try WorkerSuite.makeUploads(options) }
    }

    /// The same with what phones upload: 2,000 of them at scale 1.
    @Sendable static func lanesOfPhones(_ options: Options, _ report: inout Report) throws {
        try lanes("phones, ", options, &report) {
            log("making uploads of phones")
            return Phone.day(20 * options.scale)
        }
    }

    /// The workers have joined the group and stand still while the backlog is sent; what they do from their first commit
    /// on is measured until the first of them may run dry.
    private static func lanes(
        _ kind: String,
        _ options: Options,
        _ report: inout Report,
        _ make: () throws -> Workload
    ) throws {
        guard let broker = try Broker(options) else {
            return log("scale, lanes and processes: left out, since it needs KAFKA_HOME or --bootstrap-servers")
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
            // Partitions go from the first to the second.
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
