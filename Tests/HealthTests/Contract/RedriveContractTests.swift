import Health
import Store
import Testing
import Vocabulary

/// Redriven records are judged by when what they hold was first refused.
@Suite struct RedriveContractTests {
    /// 2024-01-06T12:00:00Z.
    private static let noon: Int64 = 1_704_542_400_000
    private static let steps = Line.upload(
        "2024-01-06T12:00:00Z",
        [Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5)]
    )

    /// The state of a partition, and what records bring that come one by one.
    private final class Redriving {
        private var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        private var store = MemoryStore()
        private var offset: Int64 = 0
        private(set) var records: [OutputRecord] = []
        private(set) var accounting = Accounting()

        /// Takes a record of the connection `c` in a commit of its own; one with an original was redriven.
        func take(
            _ topic: RecordPlace.Topic,
            _ value: String?,
            at time: Int64?,
            redrive: String? = nil,
            original: Int64? = nil
        ) {
            let place = RecordPlace(
                topic: topic,
                partition: 0,
                offset: offset,
                timestampMilliseconds: time,
                redrive: redrive.flatMap { RedriveCount(Array($0.utf8)) },
                originalMilliseconds: original
            )
            offset += 1
            var batch = processor.batch(over: store)
            let bytes = value.map { Array($0.utf8) }
            unsafe processor.add(place, key: [UInt8(ascii: "c")].span.bytes, value: bytes?.span.bytes, to: &batch)
            let outcome = processor.finish(batch)
            store.apply(outcome.changes)
            records += outcome.records
            accounting += outcome.accounting
        }

        func header(_ name: String) -> String? {
            records.last { $0.deadLetter != nil }?.headers.first { $0.name == name }
                .map { String(decoding: $0.value, as: UTF8.self) }
        }

        var hasDocuments: Bool { records.contains { $0.kind == .document && $0.value != nil } }
    }

    @Test(arguments: [(Int64(-1), true), (0, true), (1, false)])
    func `a redriven upload is forgotten when its original is not newer than the forgetting`(
        age: Int64,
        isForgotten: Bool
    ) {
        let redriving = Redriving()
        redriving.take(.connections, #"{"connection_id":"c","forget":true}"#, at: Self.noon)
        redriving.take(.connections, #"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: Self.noon + 10)
        redriving.take(.uploads, Self.steps, at: Self.noon + 99, redrive: "1", original: Self.noon + age)
        #expect(redriving.hasDocuments == !isForgotten)
        #expect(redriving.accounting.uploadsForgotten == (isForgotten ? 1 : 0))
    }

    @Test func `what was redriven counts as old when an instant is forgotten later`() {
        let redriving = Redriving()
        redriving.take(.uploads, Self.steps, at: Self.noon + 99, redrive: "1", original: Self.noon - 5)
        #expect(redriving.hasDocuments)
        redriving.take(.connections, #"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: Self.noon + 100)
        #expect(redriving.records.contains { $0.kind == .document && $0.value == nil })
    }

    @Test func `a header without a count, or of a later time than the record's own, opens nothing`() {
        for (redrive, original) in [(nil, Self.noonAfter), ("1", Self.noonAfter)] as [(String?, Int64)] {
            let redriving = Redriving()
            redriving.take(.connections, #"{"connection_id":"c","forget":true}"#, at: Self.noon)
            redriving.take(.uploads, Self.steps, at: Self.noon - 1, redrive: redrive, original: original)
            #expect(redriving.accounting.uploadsForgotten == 1 && redriving.records.isEmpty)
        }
        let redriving = Redriving()
        redriving.take(.connections, #"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: Self.noon)
        redriving.take(.uploads, Self.steps, at: Self.noon + 1, original: Self.noon - 1)
        #expect(redriving.hasDocuments)
    }

    private static let noonAfter = noon + 1_000

    @Test(arguments: [#""closed":true"#, #""allowed_types":["sleep"]"#])
    func `settings judge a redriven upload by its original`(field: String) {
        for (original, isRefused) in [(Self.noon - 1, false), (Self.noon, true)] {
            let redriving = Redriving()
            redriving.take(.connections, #"{"connection_id":"c",\#(field)}"#, at: Self.noon)
            redriving.take(.uploads, Self.steps, at: Self.noon + 99, redrive: "1", original: original)
            #expect(redriving.hasDocuments == !isRefused)
            #expect((redriving.header("fork-error-code") != nil) == isRefused)
        }
    }

    @Test(arguments: [(Int64(-1), true), (0, false), (1, false)])
    func `redriven settings that are older than the newest change nothing and are refused`(age: Int64, isOld: Bool) {
        let redriving = Redriving()
        redriving.take(.connections, #"{"connection_id":"c","closed":true}"#, at: Self.noon)
        redriving.take(
            .connections,
            #"{"connection_id":"c"}"#,
            at: Self.noon + 50,
            redrive: "2",
            original: Self.noon + age
        )
        #expect(redriving.header("fork-error-code") == (isOld ? "invalidValue" : nil))
        #expect(redriving.header("fork-redrive") == (isOld ? "2" : nil))
        #expect(redriving.header("fork-original-timestamp") == (isOld ? "\(Self.noon + age)" : nil))
        redriving.take(.uploads, Self.steps, at: Self.noon + 99)
        #expect(redriving.hasDocuments == !isOld)
    }

    @Test(arguments: [(Int64(-1), true), (0, true), (1, false)])
    func `redriven settings open a forgotten connection only when they were written since`(age: Int64, isOld: Bool) {
        let redriving = Redriving()
        redriving.take(.uploads, Self.steps, at: Self.noon - 10)
        redriving.take(.connections, #"{"connection_id":"c","forget":true}"#, at: Self.noon)
        redriving.take(
            .connections,
            #"{"connection_id":"c","user_id":"anna"}"#,
            at: Self.noon + 50,
            redrive: "1",
            original: Self.noon + age
        )
        #expect(redriving.header("fork-error-code") == (isOld ? "invalidValue" : nil))
        // Nothing of a forgotten connection is kept in the next letter.
        #expect((redriving.header("fork-value-omitted") != nil) == isOld)
        redriving.take(.uploads, Self.steps, at: Self.noon + 99)
        #expect(redriving.header("fork-error-code") == (isOld ? "connectionIsClosed" : nil))
    }

    @Test func `settings that were redriven and taken hold from their original on`() {
        let redriving = Redriving()
        redriving.take(
            .connections,
            #"{"connection_id":"c","closed":true}"#,
            at: Self.noon + 50,
            redrive: "1",
            original: Self.noon
        )
        redriving.take(.uploads, Self.steps, at: Self.noon + 1)
        #expect(redriving.header("fork-error-code") == "connectionIsClosed" && !redriving.hasDocuments)
    }

    @Test func `settings of a record that was not redriven hold whatever their time is`() {
        let redriving = Redriving()
        redriving.take(.connections, #"{"connection_id":"c","closed":true}"#, at: Self.noon)
        redriving.take(.connections, #"{"connection_id":"c"}"#, at: Self.noon - 50)
        redriving.take(.uploads, Self.steps, at: Self.noon + 99)
        #expect(redriving.hasDocuments)
    }

    @Test(
        arguments: [
            ("0", 0), ("1704542400000", 1_704_542_400_000), ("999999999999999999", 999_999_999_999_999_999), ("", nil),
            ("-1", nil), ("1.5", nil), (" 1", nil), ("9999999999999999999", nil), ("x", nil),
        ] as [(String, Int64?)]
    )
    func `an original timestamp is Unix milliseconds, and nothing else`(text: String, time: Int64?) {
        #expect(OriginalTimestamp.milliseconds(Array(text.utf8)) == time)
    }

    @Test func `a redriven record of a dialect has the time of the record that was refused first`() {
        let step =
            #"{"uuid":"\#(Line.id(1))","identifier":"HKQuantityTypeIdentifierStepCount","startTimestamp":1704448800,"#
            + #""endTimestamp":1704448800,"harmonized":{"value":5,"unit":"count"}}"#
        let redriving = Redriving()
        redriving.take(.uploads, step, at: Self.noon + 86_400_000, redrive: "1", original: Self.noon)
        let documents = redriving.records.filter { $0.kind == .document }
            .map { String(decoding: $0.value ?? [], as: UTF8.self) }
        #expect(!documents.isEmpty && documents.allSatisfy { $0.contains(#""collected_at":726235200,"#) })
    }
}
