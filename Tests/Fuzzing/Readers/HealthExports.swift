import AppleHealth
import JSON
import Vocabulary

/// An export of the Health app is read to its end or has a fault with a place, and its uploads are JSON that workers take.
enum HealthExports {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var reader = ExportReader(ImportSettings(connection: Array("me".utf8)))
        // The first byte says how long the pieces are in which the file comes.
        let pieceBytes = 1 + Int(bytes.first ?? 0) * 16
        var rest = bytes.dropFirst()
        do throws(ImportFault) {
            while !rest.isEmpty {
                try reader.read(rest.prefix(pieceBytes))
                rest = rest.dropFirst(pieceBytes)
            }
            try reader.finish()
        } catch {
            try expect(error.place.byte <= bytes.count, "a fault at byte \(error.place.byte) of \(bytes.count)")
        }
        checkFiles(bytes, &reader)
        var uploads = UploadWriter(reader, retentionMilliseconds: 400 * 86_400_000)
        var output = Writer()
        let marks = reader.entries.marks.sorted { $0.start < $1.start }
        for mark in marks {
            uploads.add(reader.entries.bytes[mark.range] + mark.tail, start: mark.start, into: &output)
        }
        uploads.finish(into: &output)
        for line in output.bytes.split(separator: UInt8(ascii: "\n")) { try World.expectAccepted(Array(line)) }
    }

    /// Reads the same bytes as each file that an archive may have.
    private static func checkFiles(_ bytes: [UInt8], _ reader: inout ExportReader) {
        var route = RouteFile()
        route.read(bytes)
        route.finish()
        reader.end(route, path: "workout-routes/route.gpx")
        reader.read(.electrocardiogram, bytes, path: "electrocardiograms/ecg.csv")
        reader.read(.clinicalRecord, bytes, path: "clinical-records/a.json")
        reader.endFiles()
    }
}
