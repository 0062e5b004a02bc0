import AppleHealth
import Exports
import Foundation
import JSON
import Vocabulary

/// An import in memory.
struct Import {
    var lines: [String] = []
    var tally = Tally()
    var repairs = 0
    var fault: ImportFault?

    /// Imports an export, its XML in pieces of some bytes.
    init(
        _ export: HealthExport,
        connection: String = "me",
        zone: Zone? = nil,
        zones: ZoneTable = ZoneTable { _ in nil },
        since: Int64? = nil,
        retentionDays: Int = 400,
        pieceBytes: Int = 1 << 16
    ) {
        var reader = ExportReader(
            ImportSettings(connection: Array(connection.utf8), zone: zone, zones: zones, since: since)
        )
        do throws(ImportFault) {
            var rest = Array(export.xml.utf8)[...]
            while !rest.isEmpty {
                try reader.read(rest.prefix(pieceBytes))
                rest = rest.dropFirst(pieceBytes)
            }
            try reader.finish()
        } catch {
            fault = error
        }
        for file in export.files {
            if file.path.hasSuffix(".xml") { continue }
            guard let kind = reader.kind(ofFile: file.path) else {
                reader.pass(file.path)
                continue
            }
            if case .route = kind {
                var route = RouteFile()
                route.read(Array(file.text.utf8))
                route.finish()
                reader.end(route, path: file.path)
            } else {
                reader.read(kind, Array(file.text.utf8), path: file.path)
            }
        }
        reader.endFiles()
        let bytes = reader.entries.bytes
        let marks = reader.entries.marks.sorted { left, right in
            left.start != right.start
                ? left.start < right.start : bytes[left.range].lexicographicallyPrecedes(bytes[right.range])
        }
        var uploads = UploadWriter(reader, retentionMilliseconds: retentionDays * 86_400_000)
        var output = Writer()
        for mark in marks { uploads.add(bytes[mark.range] + mark.tail, start: mark.start, into: &output) }
        uploads.finish(into: &output)
        lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        tally = reader.tally
        repairs = reader.repairs.count
    }

    init(elements: String, zone: Zone? = nil) {
        self.init(HealthExport(xml: HealthExport.document(elements)), zone: zone)
    }

    var uploads: [[String: Any]] {
        lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    var samples: [[String: Any]] { uploads.flatMap { $0["samples"] as? [[String: Any]] ?? [] } }

    func samples(_ type: String) -> [[String: Any]] { samples.filter { $0["type"] as? String == type } }

    var ids: [String] { samples.compactMap { $0["id"] as? String } }
}

/// The text of a JSON object with sorted keys.
func text(_ value: Any?) -> String {
    guard let value,
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return "nil" }
    return String(decoding: data, as: UTF8.self).replacing("\\/", with: "/")
}
