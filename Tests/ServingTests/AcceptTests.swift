import Observation
import Serving
import Testing

struct AcceptTests {
    @Test(
        arguments: [
            (nil, .prometheus), ("", .prometheus), ("*/*", .prometheus), ("text/html, */*;q=0.8", .prometheus),
            // Prometheus 2.42, and 3.
            (
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics
            ),
            (
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                    + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                .openMetrics
            ),
            ("application/openmetrics-text", .openMetrics),
            ("Application/OpenMetrics-Text ; Version=1.0.0", .openMetrics),
            ("application/openmetrics-text; version=\"1.0.0\"", .openMetrics),
            ("application/openmetrics-text;q=0.4, text/plain;q=0.5", .prometheus),
            ("application/openmetrics-text;q=0.4, text/plain;q=0.3, */*", .openMetrics),
            ("application/openmetrics-text;q=0", .prometheus),
            ("application/openmetrics-text;q=0, */*;q=0", .prometheus),
            ("application/openmetrics-text;version=2.0.0", .prometheus),
            ("application/openmetrics-text;q=many", .prometheus), ("application/openmetrics-text;q=7", .prometheus),
            (",;,=;q,,", .prometheus),
        ] as [(String?, MetricsFormat)]
    )
    func `OpenMetrics is for those who ask for it by name`(header: String?, format: MetricsFormat) {
        #expect(Accept.format(header) == format)
    }
}
