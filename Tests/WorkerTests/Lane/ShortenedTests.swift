import Testing
import Vocabulary
import Worker

/// A dead letter that its topic does not take is written without its value, or without value and key.
struct ShortenedTests {
    private static func letter(omitted: Int? = nil) -> OutputRecord {
        let place = DeadLetter.Place(topic: "fork.uploads", partition: 5, offset: 7)
        var letter = DeadLetter(Refusal(.tooLarge, "It is too long."), of: place, worker: "1")
        letter.omittedValueBytes = omitted
        return OutputRecord(
            kind: .deadLetter(letter),
            topic: "fork.dead-letter",
            partition: nil,
            key: [UInt8](repeating: 1, count: 300),
            value: omitted == nil ? [UInt8](repeating: 2, count: 5_000) : nil
        )
    }

    private static func header(_ name: String, _ record: OutputRecord) -> String? {
        record.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test func `a letter loses its value first, then its key, and its headers have the lengths of both`() throws {
        let whole = Self.letter()
        #expect(whole.shortened(to: RecordBounds.bytes(of: whole)) == whole)
        let valueless = try #require(whole.shortened(to: RecordBounds.bytes(of: whole) - 1))
        #expect(valueless.value == nil && valueless.key == whole.key)
        #expect(Self.header("fork-value-omitted", valueless) == "5000")
        #expect(Self.header("fork-key-omitted", valueless) == nil)
        #expect(whole.shortened(to: RecordBounds.bytes(of: valueless)) == valueless)
        let keyless = try #require(whole.shortened(to: RecordBounds.bytes(of: valueless) - 1))
        #expect(keyless.value == nil && keyless.key == nil)
        #expect(Self.header("fork-value-omitted", keyless) == "5000")
        #expect(Self.header("fork-key-omitted", keyless) == "300")
        #expect(Self.header("fork-offset", keyless) == "7" && Self.header("fork-partition", keyless) == "5")
        #expect(whole.shortened(to: RecordBounds.bytes(of: keyless) - 1) == nil)
    }

    @Test func `the length of a value that was left out before stays as it is`() throws {
        let letter = Self.letter(omitted: 9)
        let keyless = try #require(letter.shortened(to: RecordBounds.bytes(of: letter) - 1))
        #expect(Self.header("fork-value-omitted", keyless) == "9")
        #expect(keyless.headers.filter { $0.name == "fork-value-omitted" }.count == 1)
    }
}
