import Foundation
import JSON
import Randomness
import Testing

@Suite struct MutationTests {
    static let whole: [[UInt8]] = [
        #"{"schema":1,"upload_id":"0F6E1B2C-1234-4A5B-8C9D-001122334455","samples":[{"value":72.5,"unit":"count/min","#
            + #""metadata":{"HKTimeZone":"Europe/Vilnius","a\u00e9\ud83d\ude00":[true,false,null,-0.0,1e-7,{}]}}],"#
            + #""deleted":[{"id":"x"},{"id":"y\\\"\n\u0000"}],"big":18446744073709551615,"small":-9223372036854775808}"#,
        String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
        " \t\r\n{\"é\" : \"ü😀\" , \"\" : [ 1.7976931348623157e308 , 2.2250738585072014e-308 , 5e-324 ] } ",
        "\"\\uD83D\\uDE00 \\b\\f\\n\\r\\t\\/\\\"\\\\ abcdefghijklmnopqrstuvwxyz\"", "-123.456e+7", "true",
    ].map { Array($0.utf8) }

    /// Bytes that change what a document is more often than any byte would.
    private static let telling = Array("[]{}:,\"\\u0123456789abcdefDd8eE+-.tfn \n\t\0\u{1f}\u{80}".utf8) + [0xff, 0xc0]

    /// A document with a few bytes changed, inserted, removed or moved.
    static func document(_ dice: inout SeededRandom) -> [UInt8] {
        var bytes = whole[dice.below(whole.count)]
        for _ in 0..<1 + dice.below(3) {
            let place = dice.below(bytes.count + 1)
            let byte = telling[dice.below(telling.count)]
            switch dice.below(5) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes[place] = byte
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8(dice.below(8))
            default:
                let other = whole[dice.below(whole.count)]
                let start = dice.below(other.count)
                let end = min(other.count, start + dice.below(20))
                bytes.insert(contentsOf: other[start..<end], at: place)
            }
        }
        return bytes
    }

    /// What became of mutated documents, in one number: their canonical texts, or why and where they were refused.
    static func digest(_ seeds: Range<UInt64>, _ check: (UInt64, [UInt8], [UInt8]) -> Void) -> UInt64 {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for seed in seeds {
            var dice = SeededRandom(seed: seed)
            let document = document(&dice)
            var outcome: [UInt8]
            do throws(ParseError) {
                outcome = try canonical(document)
                check(seed, document, outcome)
            } catch {
                outcome = Array(error.description.utf8)
                // A refusal without a place would be one that only simdjson sees a reason for.
                #expect(error.offset != nil || error.reason == .empty, "seed \(seed)")
            }
            for byte in outcome { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return digest
    }

    @Test(arguments: 0..<20)
    func `a mutated document is refused at a place or is canonical at once`(thousand: Int) {
        var accepted = 0
        _ = Self.digest(UInt64(thousand) * 1000..<UInt64(thousand + 1) * 1000) { seed, document, text in
            accepted += 1
            #expect((try? canonical(text)) == text, "seed \(seed)")
            let other = try? JSONSerialization.jsonObject(with: Data(document), options: [.fragmentsAllowed])
            #expect(other != nil, "seed \(seed): another reader refuses it")
        }
        #expect(50..<950 ~= accepted)
    }

    // One that the processor cannot run would end the process.
    private static let kernels: [String] = {
        let processor = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let needs = [("fallback", "sse2"), ("westmere", "sse4_2"), ("haswell", "avx2"), ("icelake", "avx512_vbmi2")]
        return needs.filter { processor.contains(" \($0.1) ") }.map(\.0)
    }()

    @Test(arguments: kernels)
    func `every kernel of simdjson comes to the same end`(kernel: String) async {
        let digest = Self.digest(0..<4000) { _, _, _ in }
        // simdjson chooses its kernel once, at its first use.
        await #expect(processExitsWith: .success) { [kernel = kernel as String, digest = digest as UInt64] in
            unsafe #expect(setenv("SIMDJSON_FORCE_IMPLEMENTATION", kernel, 1) == 0)
            #expect(MutationTests.digest(0..<4000) { _, _, _ in } == digest)
        }
    }
}
