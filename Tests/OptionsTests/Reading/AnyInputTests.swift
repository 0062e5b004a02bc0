import Options
import Randomness
import Testing

/// Whatever is typed, set or written: options, a page, or a complaint; never a crash.
struct AnyInputTests {
    private static let pieces = [
        "run", "transform", "units", "help", "completion", "--", "-", "-5", "-.", "--lanes", "--lanes=", "=", "--=x",
        "--kafka", "a=b", "=", "sasl.password=x", "--config", "f.json", "--final", "--final=", "\0", "\u{1b}", "é", "",
        "--bootstrap-servers", "[", "[]:", ":", ",", "9223372036854775808d", "--state-retention", "--help", "-h", "-x",
        "--upload-max-bytes", "GiB", "99999999999999999999GiB", "--\u{301}", "--lanes\u{301}=3", "{", "}", "\"lanes\"",
        "1",
        "[[", "null", "\"kafka\"", ":{\"a\":", "1e999",
    ]

    @Test(arguments: 0..<20)
    func `any words come to something`(seed: Int) {
        var dice = SeededRandom(seed: UInt64(seed))
        for _ in 0..<200 {
            func words(_ count: Range<Int>) -> [String] {
                (0..<Int.random(in: count, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice) ?? "" }
            }
            let arguments = words(0..<6)
            let environment = ["FORK_KAFKA": words(0..<4).joined(), "FORK_CONFIG": words(0..<2).joined()]
            let file = words(0..<8).joined()
            let outcome = Invocation.parse(arguments: arguments, environment: environment, version: "1") { _ in
                Array(file.utf8)
            }
            if case .usage(let complaint) = outcome {
                let text = complaint.text
                let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
                #expect(isPlain && text.hasSuffix("--help'.\n"), "seed \(seed), \(arguments), \(environment), \(file)")
            }
        }
    }
}
