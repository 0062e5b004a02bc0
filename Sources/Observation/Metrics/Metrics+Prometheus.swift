extension Metrics {
    /// All metrics in Prometheus' text format 0.0.4.
    func prometheusText(version: String) -> String {
        var text = PrometheusText()
        text.gauge("fork_worker_build_info", "The version that runs.", label: "version", value: version, 1)
        text.add(startTime)
        for metric in [uploads, uploadsRefused, samplesIn] { text.add(metric) }
        text.add(samples)
        for metric in [deletions, deletionsRefused] { text.add(metric) }
        for counter in [refusals, documents] { text.add(counter) }
        for metric in [jobs, commits, aborts, fences, producerRebuilds] { text.add(metric) }
        text.add(commitSeconds)
        text.add(lanesFailed)
        text.add(rebalances)
        for metric in [
            partitions, partitionsLeftAlone, rederivingConnections, restores, restoredRecords, restoredBytes,
        ] { text.add(metric) }
        addRestoring(to: &text)
        for metric in [storeRebuilds, topicsCreated] { text.add(metric) }
        text.add(brokerMessages)
        text.add(suppressedLines)
        text.add(lostLines)
        return text.text
    }

    private func addRestoring(to text: inout PrometheusText) {
        let total = restoreBoard.total
        restoringPartitions.cell.set(total.partitions)
        restoringRecords.cell.set(total.records)
        restoringBytes.cell.set(total.bytes)
        restoringLeft.cell.set(total.left)
        restoringETA.cell.set(total.etaSeconds)
        for metric in [restoringPartitions, restoringRecords, restoringBytes, restoringLeft, restoringETA] {
            text.add(metric)
        }
    }
}

/// Prometheus' text format: for each family HELP and TYPE, then its samples.
struct PrometheusText {
    private(set) var text = ""

    mutating func add(_ metric: Metric) {
        head(metric.name, metric.help, metric.kind.rawValue)
        text += "\(metric.name) \(metric.cell.value)\n"
    }

    mutating func add(_ counter: LabelledCounter) {
        head(counter.name, counter.help, "counter")
        for (value, cell) in counter.cells {
            text += "\(counter.name){\(counter.label)=\"\(Self.escaped(value))\"} \(cell.value)\n"
        }
    }

    /// Buckets are cumulative, and the last one's bound is infinite.
    mutating func add(_ histogram: Histogram) {
        head(histogram.name, histogram.help, "histogram")
        var count = 0
        for (index, cell) in histogram.cells.enumerated() {
            count += cell.value
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            text += "\(histogram.name)_bucket{le=\"\(bound)\"} \(count)\n"
        }
        text += "\(histogram.name)_sum \(Double(histogram.sumNanoseconds.value) / 1e9)\n"
        text += "\(histogram.name)_count \(count)\n"
    }

    mutating func gauge(_ name: StaticString, _ help: StaticString, label: StaticString, value: String, _ number: Int) {
        head(name, help, "gauge")
        text += "\(name){\(label)=\"\(Self.escaped(value))\"} \(number)\n"
    }

    private mutating func head(_ name: StaticString, _ help: StaticString, _ kind: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// Of a label's value: backslash, quote and newline.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(scalar)
            }
        }.joined()
    }
}
