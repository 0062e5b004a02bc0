import Files
import Foundation
import JSON
import Testing

/// What is in a file after results were written to it.
struct OutputFileTests {
    @Test(arguments: ["txt", "gz"])
    func `a file has all that was written, in order, and only its user can read it`(ending: String) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString).\(ending)")
        defer { try? FileManager.default.removeItem(at: url) }
        // Longer together than the pieces that are compressed at once.
        let texts = (0..<40).map { [UInt8](String(repeating: "\($0) ", count: 20_000).utf8) }
        do {
            var file = try OutputFile(url.path)
            var writer = Writer()
            for text in texts {
                writer.raw(text + [UInt8(ascii: "\n")])
                try file.write(&writer)
                let left = writer.bytes.count
                #expect(left == 0)
            }
            try file.finish()
        }
        var found: [[UInt8]] = []
        var reader = try LineReader(url.path)
        while let line = try reader.next() { found.append(line) }
        #expect(found == texts)
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
