package import Foundation

extension HealthExport {
    /// The folder of an export with one of each kind, and one element that no version of iOS has.
    package static let sampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "Sample"
    )

    /// The export in `sampleFolder`.
    package static func sample() throws -> HealthExport {
        func text(_ path: String) throws -> String {
            try String(contentsOf: sampleFolder.appending(path: path), encoding: .utf8)
        }
        let paths = [
            "export_cda.xml", "workout-routes/route_2024-04-20_9.31am.gpx", "electrocardiograms/ecg_2024-04-20.csv",
            "clinical-records/Observation-1.json",
        ]
        return HealthExport(xml: try text("export.xml"), files: try paths.map { ($0, try text($0)) })
    }
}
