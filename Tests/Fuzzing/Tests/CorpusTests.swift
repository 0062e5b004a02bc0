import Foundation
import Readers
import Testing

/// The kept corpus of the fuzzer: seeds, and what once broke a reader.
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus")

    private static func inputs(_ reader: Reader) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: reader.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test(arguments: Reader.allCases)
    func `a reader bears all that was kept for it`(reader: Reader) throws {
        let inputs = try Self.inputs(reader)
        #expect(inputs.count >= 4)
        for (name, bytes) in inputs {
            let fault = reader.fault(in: bytes)
            #expect(fault == nil, "\(reader.rawValue)/\(name): \(fault ?? "")")
        }
    }

    @Test(arguments: Reader.allCases)
    func `a reader bears every beginning of it, and spoiled bytes`(reader: Reader) throws {
        for (name, bytes) in try Self.inputs(reader) where !bytes.isEmpty {
            var spoiled = bytes
            for step in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 8)) {
                let cut = reader.fault(in: Array(bytes.prefix(step)))
                #expect(cut == nil, "the first \(step) bytes of \(reader.rawValue)/\(name): \(cut ?? "")")
                spoiled[step] ^= 1 << UInt8(step % 8)
                let fault = reader.fault(in: spoiled)
                #expect(fault == nil, "\(reader.rawValue)/\(name), spoiled up to \(step): \(fault ?? "")")
            }
        }
    }
}
