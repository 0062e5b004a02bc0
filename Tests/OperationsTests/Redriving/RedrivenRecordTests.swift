import JSON
import Operations
import Testing
import Vocabulary

/// What letters come to when they go through again.
struct RedrivenRecordTests {
    private static let upload =
        #"{"upload_id":"X","connection_id":"c","collected_at":"2024-05-01T08:00:00Z","app_id":"a","app_id":"b","user_id":null,"#
        + #""time_zone":"Europe/Vilnius","samples":[ {"a":0},{"a":1} ,{"a":2}],"deleted":[{"id":"d"}],"post":[]}"#

    /// The record that letters come to, and why those stay that do.
    private static func made(
        _ letters: [(record: DeadLetterRecord, value: String?)],
        original: String? = upload,
        _ words: RedriveWords = RedriveWords()
    ) throws -> (record: RedrivenRecord?, value: String?, notSent: [String]) {
        var index = LetterIndex(.filter(DeadLetterFilter()), keepsOthers: true)
        for letter in letters { index.take(letter.record) }
        let plan = RedrivePlan(index, again: false, inputs: ["fork.uploads"], areNamed: false)
        let step = try #require(plan[0])
        let read = letters.map { ReadLetter(record: $0.record, value: $0.value.map { Array($0.utf8) }) }
        let byPlace = Dictionary(uniqueKeysWithValues: read.map { ($0.record.place, $0) })
        var parser = Parser()
        let found = original.flatMap { text in
            step.need(byPlace, words).map { need in
                RefusedOriginal(key: Array("k".utf8), value: Array(text.utf8), need: need, &parser)
            }
        }
        let make = step.make(byPlace, found, words, &parser)
        let value = make.record?.value.map { String(decoding: $0, as: UTF8.self) }
        return (make.record, value, make.notSent.map { "\($0.place) \($0.reason)" })
    }

    private static let id = String(
        decoding: UUID128.v5(name: Array("redrive/fork.uploads/2/10".utf8)).textBytes,
        as: UTF8.self
    )
    private static let head =
        #""connection_id":"c","collected_at":"2024-05-01T08:00:00Z","time_zone":"Europe/Vilnius","app_id":"b""#

    @Test func `refused elements become one upload, with what the original says of itself`() throws {
        let made = try Self.made([
            (letter(1, of: 10, "/samples/0", [("fork-redrive", "2"), ("traceparent", "t")]), #"{"x":1}"#),
            (letter(2, of: 10, "/deleted/0"), "5"), (letter(3, of: 10, "/samples/2"), " null "),
            (letter(4, of: 10, "/post/1"), "{}"),
        ])
        #expect(
            made.value
                == #"{"upload_id":"\#(Self.id)",\#(Self.head),"samples":[{"x":1}, null ],"deleted":[5],"post":[{}]}"#
        )
        let record = try #require(made.record)
        #expect(record.topic == "fork.uploads" && record.partition == 2 && record.key == Array("c".utf8))
        #expect(record.redrive.number == 3 && record.traceparent == Array("t".utf8))
        #expect(record.letters.map(\.offset) == [1, 2, 3, 4] && made.notSent.isEmpty)
        #expect(record.elements == [.samples: 2, .deleted: 1, .post: 1])
        #expect(record.uploadID.map { String(decoding: $0.textBytes, as: UTF8.self) } == Self.id)
    }

    @Test(
        arguments: [
            ([], 5), ([("fork-original-timestamp", "3")], 3), ([("fork-original-timestamp", "-3")], 5),
        ] as [([(String, String)], Int64)]
    )
    func `a record says when what it holds was first refused`(headers: [(String, String)], time: Int64) throws {
        let made = try Self.made([(letter(9, of: 10, "/samples/0", headers), "{}")])
        #expect(made.record?.originalMilliseconds == time)
        let whole = try Self.made([(letter(9, of: 10, nil, headers), "{}")])
        #expect(whole.record?.originalMilliseconds == time)
    }

    @Test func `without its upload an element goes by the time that somebody says`() throws {
        let letters = [(record: letter(1, of: 10, "/samples/0"), value: "{}" as String?)]
        let without = try Self.made(letters, original: nil)
        #expect(without.record == nil && without.notSent.count == 1)
        #expect(without.notSent[0].hasPrefix("0:1 ") && without.notSent[0].contains("--collected-at"))
        var words = RedriveWords()
        words.collectedAtMilliseconds = 1_714_550_400_000
        let with = try Self.made(letters, original: nil, words)
        #expect(
            with.value
                == #"{"upload_id":"\#(Self.id)","connection_id":"c","collected_at":"2024-05-01T08:00:00.000Z","samples":[{}]}"#
        )
        // What the upload says itself goes before what somebody says.
        #expect(try Self.made(letters, words).value?.contains(Self.head) == true)
        #expect(try Self.made([(letter(1, of: 10, "/samples/0", key: nil), "{}")], original: nil, words).record == nil)
    }

    @Test func `an element that its letter does not hold is taken from the upload`() throws {
        let omitted = [("fork-value-omitted", "7")]
        let letters = [
            (record: letter(1, of: 10, "/samples/1", omitted), value: nil as String?),
            (record: letter(2, of: 10, "/samples/9", omitted), value: nil),
            (record: letter(3, of: 10, "/samples/2"), value: "{}"),
        ]
        let made = try Self.made(letters)
        #expect(made.value?.hasSuffix(#""samples":[{"a":1},{}]}"#) == true)
        #expect(made.record?.letters.map(\.offset) == [1, 3])
        #expect(made.notSent.map { $0.prefix(4) } == ["0:2 "])
    }

    @Test(arguments: ["no json", "", #"{"a":1},{"b":2}"#, "[1", "{}]"])
    func `an element that is no JSON stays, and the others go`(value: String) throws {
        let made = try Self.made([
            (letter(1, of: 10, "/samples/0"), value), (letter(2, of: 10, "/samples/1"), "{}"),
        ])
        #expect(made.record?.letters.map(\.offset) == [2] && made.notSent.count == 1)
    }

    @Test(arguments: ["no json", "", nil])
    func `a record goes as it was`(value: String?) throws {
        let made = try Self.made([(letter(1, of: 10), value)], original: nil)
        #expect(made.record != nil && made.value == value && made.record?.uploadID == nil)
    }

    @Test func `a record that its letter does not hold is taken from where it was, or stays`() throws {
        let letters = [(record: letter(1, of: 10, nil, [("fork-value-omitted", "7")]), value: nil as String?)]
        #expect(try Self.made(letters).value == Self.upload)
        #expect(try Self.made(letters).record?.key == Array("c".utf8))
        #expect(try Self.made(letters, original: nil).record == nil)
        #expect(try Self.made(letters, original: nil).notSent.count == 1)
        let both = [("fork-value-omitted", "7"), ("fork-key-omitted", "9")]
        #expect(try Self.made([(letter(1, of: 10, key: nil, both), nil)]).record?.key == Array("k".utf8))
        #expect(try Self.made([(letter(1, of: 10, key: nil, both), nil)], original: nil).record == nil)
    }

    @Test func `the whole upload goes once where a letter stands for many, or it is of another shape`() throws {
        let rest = letter(2, of: 10, "/samples", [("fork-error-count", "3")])
        let whole = try Self.made([(letter(1, of: 10, "/samples/0"), "{}"), (rest, "all of it")], original: nil)
        #expect(whole.value == "all of it" && whole.record?.letters.map(\.offset) == [1, 2])
        let dialect = letter(1, of: 10, "/data/records/3")
        #expect(try Self.made([(dialect, "{}")], original: "[1]").value == "[1]")
        #expect(try Self.made([(dialect, "{}")], original: nil).record == nil)
    }

    @Test func `a mended value goes in place of what was refused`() throws {
        var words = RedriveWords()
        words.replacementValue = Array("{\"mended\":1}\n".utf8)
        #expect(try Self.made([(letter(1, of: 10), "x")], original: nil, words).value == "{\"mended\":1}\n")
        let sample = try Self.made([(letter(1, of: 10, "/samples/0"), "{}")], words)
        #expect(sample.value?.hasSuffix("\"samples\":[{\"mended\":1}\n]}") == true)
        let omitted = [(record: letter(1, of: 10, "/samples/77", [("fork-value-omitted", "7")]), value: nil as String?)]
        #expect(try Self.made(omitted, words).value?.contains("mended") == true)
    }
}
