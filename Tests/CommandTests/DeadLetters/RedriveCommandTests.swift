import Foundation
import Testing

struct RedriveCommandTests {
    private static let line = ["dead-letters", "redrive", "--bootstrap-servers", "127.0.0.1:1"]

    @Test(arguments: [("no json", "not JSON"), ("", "not JSON"), (#"{"a":1} {"b":2}"#, "not JSON")])
    func `a mended value that would be refused again is said before a broker is asked`(
        text: String,
        reason: String
    ) throws {
        let ending = try Command.run(Self.line + ["0:1", "--value", "/dev/stdin"], input: Data(text.utf8))
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.lastError.contains("/dev/stdin") && ending.lastError.contains(reason))
        // Nobody listens there, which whoever asks finds and says.
        #expect(!ending.errors.contains("127.0.0.1:1"))
    }

    @Test func `a file that is not there is named`() throws {
        let ending = try Command.run(Self.line + ["0:1", "--value", "/nowhere.json"])
        #expect(ending.status == 1 && ending.lastError.contains("/nowhere.json"))
    }

    @Test func `neither places nor filters are wrong usage`() throws {
        for action in ["redrive", "park"] {
            let ending = try Command.run(["dead-letters", action, "--bootstrap-servers", "127.0.0.1:1"])
            #expect(ending.status == 64 && ending.errors.contains("PLACE"))
        }
    }
}
