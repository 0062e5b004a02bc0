/// The worker on uploads of phones with other options than the defaults.
extension PhonesRace {
    /// The name of the part, which runs only on request.
    static let otherOptions = "phones, options"

    /// The options of each worker that is measured; the first one has the defaults.
    private static let variants: [[String]] = [
        [], ["--kafka", "compression.codec=none"], ["--kafka", "compression.codec=zstd"],
        ["--commit-interval", "500ms"], ["--memory-limit", "64MiB"], ["--memory-limit", "96MiB"],
        ["--memory-limit", "128MiB"], ["--memory-limit", "256MiB"],
    ]

    /// Measures a worker with each of the options, one after the other, on the same uploads.
    static func runWithOptions(_ options: Options, _ broker: borrowing Broker, _ report: inout Report) throws {
        let race = try PhonesRace(scale: options.scale, daysBehind: 0) { _ in }
        try race.warmUp(broker)
        var defaults: Figures?
        for variant in variants {
            let topics = try Self.topics(broker)
            defer { topics.clear() }
            let figures = try race.measure(topics, broker) { try Contender.single.start(topics, options: variant) }
            add(variant, figures, against: defaults ?? figures, &report)
            defaults = defaults ?? figures
        }
    }

    private static func add(
        _ variant: [String],
        _ figures: Figures,
        against defaults: Figures,
        _ report: inout Report
    ) {
        let (broker, usual) = (figures.brokerSecondsPerUpload ?? .nan, defaults.brokerSecondsPerUpload ?? .nan)
        let (cpu, usualCPU) = (figures.cpuSecondsPerUpload, defaults.cpuSecondsPerUpload)
        report.add(
            "worker",
            "phones, " + (variant.isEmpty ? "defaults" : variant.joined(separator: " ")),
            [
                Report.Cell(name: "uploads/s", value: figures.uploadsPerSecond),
                Report.Cell(name: "CPU µs/upload", value: cpu * 1e6),
                Report.Cell(name: "CPU ÷ defaults", value: cpu / usualCPU),
                Report.Cell(name: "broker CPU µs/upload", value: broker * 1e6),
                Report.Cell(name: "broker CPU ÷ defaults", value: broker / usual),
                Report.Cell(name: "both ÷ defaults", value: (cpu + broker) / (usualCPU + usual)),
                Report.Cell(name: "peak RSS MiB", value: figures.mebibytes),
                Report.Cell(name: "p50 ms at 300/s", value: figures.steady.seconds.milliseconds(0.5)),
                Report.Cell(name: "p99 ms at 300/s", value: figures.steady.seconds.milliseconds(0.99)),
            ]
        )
    }
}
