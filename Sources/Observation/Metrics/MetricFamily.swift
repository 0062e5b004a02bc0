/// A metric with the current values of all its series.
package struct MetricFamily: Sendable {
    /// The type of a metric family.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
        /// A gauge with the constant value 1, which carries labels.
        case info
    }

    /// A value with its labels.
    struct Series: Sendable {
        /// The suffix of the series name; empty except in histograms.
        var suffix: StaticString = ""
        var labels: [(name: StaticString, value: String)] = []
        let value: Number
    }

    /// A number that is written without a decimal point if it is an integer.
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

    /// The name in Prometheus' text format; the name of a counter ends in `_total`.
    package let name: StaticString
    package let kind: Kind
    package let help: StaticString
    /// The label names of the series.
    package internal(set) var labels: [StaticString] = []
    let series: [Series]
}

extension MetricFamily {
    init(_ metric: Metric) {
        self.init(
            name: metric.name,
            kind: metric.kind,
            help: metric.help,
            series: [Series(value: .whole(metric.value))]
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

    /// Creates the series of a histogram: cumulative buckets, the last without bound, then the sum and the count.
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

    /// Creates a gauge with a given value.
    init(_ name: StaticString, _ help: StaticString, _ value: Number) {
        self.init(name: name, kind: .gauge, help: help, series: [Series(value: value)])
    }
}
