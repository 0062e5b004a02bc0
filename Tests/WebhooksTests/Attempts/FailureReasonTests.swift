import Testing
import Webhooks

struct FailureReasonTests {
    @Test(
        arguments: [
            ("Connection refused", "Connection refused"),
            ("two\nlines\r\nand a tab\t", "two lines  and a tab"),
            ("escape \u{1B}[31m and \u{9B}m", "escape  [31m and  m"),
            ("", nil), (" \n", nil),
            (String(repeating: "x", count: 201), String(repeating: "x", count: 200)),
            (String(repeating: "x", count: 199) + "é", String(repeating: "x", count: 199)),
            (String(repeating: "é", count: 101), String(repeating: "é", count: 100)),
        ] as [(String, String?)]
    )
    func `a reason is a line of at most 200 bytes`(words: String, shown: String?) {
        #expect(FailureReason(words)?.description == shown)
    }
}
