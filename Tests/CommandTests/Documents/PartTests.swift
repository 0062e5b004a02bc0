import Foundation
import JSON
import Operations
import Testing

/// Documents that were cut are, put together again, byte for byte what they are uncut.
struct PartTests {
    @Test(arguments: try uploads(), [1_000, 3_000, 20_000])
    func `parts make the document`(file: String, limit: Int) throws {
        let path = Command.examples.appending(path: file).path
        let whole = try Self.documents(["transform", "--final", "--document-max-bytes", "512MiB", path])
        let cut = try Self.documents(["transform", "--final", "--document-max-bytes", "\(limit)", path])
        var parts: [String: [(Int, [UInt8])]] = [:]
        for (key, value) in cut {
            let pieces = key.split(separator: "#")
            parts[String(pieces[0]), default: []].append((pieces.count > 1 ? Int(pieces[1]) ?? 0 : 1, value))
        }
        #expect(Set(parts.keys) == Set(whole.keys))
        for (key, list) in parts {
            let joined = DocumentParts.joined(list.sorted { $0.0 < $1.0 }.map(\.1))
            let text = String(decoding: joined, as: UTF8.self)
            #expect(text == String(decoding: whole[key] ?? [], as: UTF8.self), "\(key) of \(list.count) parts")
        }
    }

    private static func uploads() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Command.examples.path)
            .filter { $0.hasSuffix(".uploads.ndjson") }.sorted()
    }

    private static func documents(_ arguments: [String]) throws -> [String: [UInt8]] {
        let ending = try Command.run(arguments)
        #expect(ending.status == 0)
        var documents: [String: [UInt8]] = [:]
        var parser = Parser()
        for line in ending.text.split(separator: "\n") {
            let record = try parser.parse(Array(line.utf8))
            if let key = record.member("key")?.text?.string { documents[key] = record.member("value")?.written }
        }
        return documents
    }
}
