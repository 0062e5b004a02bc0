package import Observation

/// Chooses the format of metrics by the `Accept` header of a request.
package enum Accept {
    /// Returns OpenMetrics if the header names it and prefers no other type; otherwise Prometheus text.
    package static func format(_ header: String?) -> MetricsFormat {
        var openMetrics = 0.0
        // The most specific matching range decides about the quality of a type.
        var plain = (exactness: 0, quality: 0.0)
        for range in (header ?? "*/*").split(separator: ",") {
            let parts = range.split(separator: ";").map { trimmed($0).lowercased() }
            let parameters = parts.dropFirst()
            let quality = parameters.first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard quality >= 0, quality <= 1 else { continue }
            let version = parameters.first { $0.hasPrefix("version=") }.map { $0.dropFirst(8).filter { $0 != "\"" } }
            let exactness: Int
            switch parts.first {
            case "application/openmetrics-text" where version ?? "1.0.0" == "1.0.0":
                openMetrics = max(openMetrics, quality)
                continue
            case "text/plain" where version ?? "0.0.4" == "0.0.4": exactness = 3
            case "text/*": exactness = 2
            case "*/*": exactness = 1
            default: continue
            }
            if exactness > plain.exactness {
                plain = (exactness, quality)
            } else if exactness == plain.exactness {
                plain.quality = max(plain.quality, quality)
            }
        }
        return openMetrics > 0 && openMetrics >= plain.quality ? .openMetrics : .prometheus
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
