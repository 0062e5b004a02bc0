/// One metric with all its series, as they are at one moment.
struct MetricFamily: Sendable {
    /// What becomes of its values with time.
    enum Kind: String, Sendable {
        case counter, gauge, histogram
        /// A gauge that is always 1, for the sake of its labels.
        case info
    }

    /// A value under its labels.
    struct Series: Sendable {
        /// Nothing but for the parts of a histogram.
        var suffix: StaticString = ""
        var labels: [(name: StaticString, value: String)] = []
        let value: Number
    }

    /// A number as it is written: whole ones without a point.
    enum Number: Sendable, CustomStringConvertible {
        case whole(Int)
        case real(Double)

        var description: String {
            switch self {
            case .whole(let number): "\(number)"
            case .real(let number): "\(number)"
            }
        }
    }

    /// As Prometheus' text format has it: a counter's ends in `_total`.
    let name: StaticString
    let kind: Kind
    let help: StaticString
    /// The names of the labels that its series have.
    var labels: [StaticString] = []
    let series: [Series]
}

extension MetricFamily {
    init(_ metric: Metric) {
        self.init(
            name: metric.name,
            kind: metric.kind == .counter ? .counter : .gauge,
            help: metric.help,
            series: [Series(value: .whole(metric.cell.value))]
        )
    }

    init(_ counter: LabelledCounter) {
        self.init(
            name: counter.name,
            kind: .counter,
            help: counter.help,
            labels: [counter.label],
            series: counter.cells.map { value, cell in
                Series(labels: [(counter.label, value)], value: .whole(cell.value))
            }
        )
    }

    /// Buckets are cumulative, and the last one's bound is infinite.
    init(_ histogram: Histogram) {
        var series: [Series] = []
        var count = 0
        for (index, cell) in histogram.cells.enumerated() {
            count += cell.value
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            series.append(Series(suffix: "_bucket", labels: [("le", bound)], value: .whole(count)))
        }
        series.append(Series(suffix: "_sum", value: .real(Double(histogram.sumNanoseconds.value) / 1e9)))
        series.append(Series(suffix: "_count", value: .whole(count)))
        self.init(name: histogram.name, kind: .histogram, help: histogram.help, series: series)
    }

    /// A gauge that is told its number.
    init(_ name: StaticString, _ help: StaticString, _ value: Number) {
        self.init(name: name, kind: .gauge, help: help, series: [Series(value: value)])
    }
}
