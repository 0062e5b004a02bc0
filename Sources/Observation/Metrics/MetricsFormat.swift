/// How a page of metrics is written.
package enum MetricsFormat: Sendable, CaseIterable {
    /// Prometheus' text format 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.0.
    case openMetrics

    /// As an answer of HTTP names it.
    package var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

/// A page of metrics: for each family HELP and TYPE, then its series.
struct MetricsText {
    private let format: MetricsFormat
    /// When counting began, in Unix seconds.
    private let began: Int
    private(set) var text = ""

    init(_ format: MetricsFormat, countedSince began: Int) {
        self.format = format
        self.began = began
    }

    mutating func add(_ family: MetricFamily) {
        let name = String(describing: family.name)
        switch format {
        case .prometheus:
            head(name, family, family.kind == .info ? .gauge : family.kind)
            for series in family.series { add(name + String(describing: series.suffix), series) }
        case .openMetrics:
            // A family's name is without what its kind puts at the end of its series' names.
            let bare = Self.bare(name, family.kind)
            head(bare, family, family.kind)
            for series in family.series {
                add(name + String(describing: series.suffix), series)
                if family.kind == .counter { created(bare, series.labels) }
            }
            if family.kind == .histogram { created(bare, []) }
        }
    }

    mutating func end() { if format == .openMetrics { text += "# EOF\n" } }

    /// When a series was begun, which tells a restart from a small number.
    ///
    /// Nobody knows it before the process has said that it starts.
    private mutating func created(_ name: String, _ labels: [(name: StaticString, value: String)]) {
        if began > 0 { add("\(name)_created", MetricFamily.Series(labels: labels, value: .whole(began))) }
    }

    private mutating func head(_ name: String, _ family: MetricFamily, _ kind: MetricFamily.Kind) {
        text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func add(_ name: String, _ series: MetricFamily.Series) {
        let labels = series.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(series.value)\n" : "\(name){\(labels)} \(series.value)\n"
    }

    private static func bare(_ name: String, _ kind: MetricFamily.Kind) -> String {
        let ending =
            switch kind {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .histogram: ""
            }
        return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
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
