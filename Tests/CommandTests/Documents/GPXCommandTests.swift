import Foundation
import Testing

/// Routes of a file of documents, from the uploads to the tracks.
struct GPXCommandTests {
    private static let arguments = ["documents", "conn-7", "--documents", "-", "--format", "gpx"]

    private static func documents(_ example: String) throws -> Data {
        let path = Command.examples.appending(path: "\(example).uploads.ndjson").path
        return try Command.run(["transform", "--final", path]).output
    }

    @Test func `a workout with a route is a track`() throws {
        let ending = try Command.run(Self.arguments, input: try Self.documents("route"))
        #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
        #expect(ending.text.hasPrefix("<?xml version=\"1.0\"") && ending.text.hasSuffix("</gpx>\n"))
        #expect(ending.text.contains("<name>Running</name>"))
        #expect(ending.text.split(separator: "<trkpt ").count == 7)
        #expect(ending.text.contains("<ele>112.5</ele><time>2024-04-20T11:00:00.000Z</time>"))
    }

    @Test func `without a route the file is empty, and a line says so`() throws {
        let ending = try Command.run(Self.arguments, input: try Self.documents("workout"))
        #expect(ending.status == 0 && !ending.text.contains("<trk>") && ending.text.hasSuffix("</gpx>\n"))
        #expect(ending.errors == "fork-worker: no route in 1 workout of standard input\n", "\(ending.errors)")
    }
}
