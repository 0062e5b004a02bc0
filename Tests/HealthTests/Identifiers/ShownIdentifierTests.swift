import Testing
import Vocabulary

/// Which identifiers of an upload a message shows.
struct ShownIdentifierTests {
    @Test(arguments: [
        ("HKQuantityTypeIdentifierMoonPhase", "HKQuantityTypeIdentifierMoonPhase"), ("data.heart_1", "data.heart_1"),
        (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
        (String(repeating: "x", count: 65), String(repeating: "x", count: 64)), ("", nil), ("blood sugar 5.6", nil),
        ("a-b", nil), ("a`b", nil), ("ä", nil), (String(repeating: "x", count: 64) + " 5.6", nil),
    ])
    func `an identifier is shown up to 64 characters, and nothing that has others`(text: String, shown: String?) {
        #expect(String(identifier: text.utf8) == shown)
    }

    @Test func `a message without an identifier is a sentence too`() {
        let sentence = "The type% is unknown."
        #expect(Refusal.about(.invalidIdentifier, sentence, "HKFoo").message == "The type `HKFoo` is unknown.")
        #expect(Refusal.about(.invalidIdentifier, sentence, nil).message == "The type is unknown.")
    }
}
