/// The format of the metrics page.
package enum MetricsFormat: Sendable, CaseIterable {
    /// Prometheus' text format 0.0.4.
    case prometheus
    /// OpenMetrics text format 1.0.0.
    case openMetrics

    /// The value of the HTTP header `Content-Type`.
    package var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

/// Writes the metrics page: HELP and TYPE of each family, then its series.
struct MetricsText {
    private let format: MetricsFormat
    /// The time at which counting began, in Unix seconds; 0 if unknown.
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
            // In OpenMetrics, a family name lacks the suffix that its type adds to the series names.
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

    /// Writes the creation time of a series, if known, so that a reader recognizes a restart of the process.
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

    /// Escapes backslash, quote and newline in a label value.
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
