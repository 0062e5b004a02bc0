import Kafka
import Testing
import Vocabulary
import Worker

/// Whether a log is the one that a process knows, for each use of a log and each kind of replacement.
struct LogComparisonTests {
    private static let mark = LogMark(offset: 4, timestampMilliseconds: 70, checksum: 1)
    private static let foreign = LogMark(offset: 4, timestampMilliseconds: 80, checksum: 2)
    private static let later = LogMark(offset: 6, timestampMilliseconds: 70, checksum: 1)

    private static func compare(
        _ use: LogUse,
        _ mark: LogMark?,
        end: Int64 = 0,
        _ bounds: ClosedRange<Int64>,
        _ found: LogMark?
    ) -> LogComparison {
        let log = LogBounds("log [2]", low: bounds.lowerBound, high: bounds.upperBound)
        return LogComparison(KnownLog(use, mark: mark, end: end), in: log, found: found)
    }

    @Test(
        arguments: [
            ("never read", nil, 0, 0...9, nil, .unknown), ("unchanged", mark, 5, 0...5, mark, .same),
            ("grown", mark, 5, 0...9, mark, .same), ("gone with retention", mark, 5, 5...9, nil, .expired),
            ("all gone with retention", mark, 5, 5...5, nil, .expired),
            ("made again empty", mark, 5, 0...0, nil, .shorter(known: 5)),
            ("made again shorter", mark, 5, 0...3, nil, .shorter(known: 5)),
            ("made again with one foreign record", mark, 5, 0...1, nil, .shorter(known: 5)),
            ("made again longer", mark, 5, 0...9, foreign, .other(mark, found: foreign)),
            ("made again with as many records", mark, 5, 0...5, foreign, .other(mark, found: foreign)),
            ("a copy that ends earlier", mark, 5, 0...4, nil, .shorter(known: 5)),
            ("a copy with all records at their offsets", mark, 5, 0...9, mark, .same),
            ("without its end, whose length is not known", mark, 0, 0...4, nil, .other(mark, found: nil)),
            ("read to markers only, and made again", nil, 5, 0...2, nil, .shorter(known: 5)),
        ] as [(String, LogMark?, Int64, ClosedRange<Int64>, LogMark?, LogComparison)]
    )
    func `a log is compared in the same way whatever it is used for`(
        name: String,
        mark: LogMark?,
        end: Int64,
        bounds: ClosedRange<Int64>,
        found: LogMark?,
        result: LogComparison
    ) {
        for use in LogUse.allCases {
            let comparison = Self.compare(use, mark, end: end, bounds, found)
            #expect(comparison == result, "\(name), \(use)")
        }
    }

    @Test func `the last record may only be missing where others can replace it`() {
        for found in [nil, Self.later] {
            for use in [LogUse.settingsInput, .state] {
                #expect(Self.compare(use, Self.mark, 0...9, found) == .gone(Self.mark))
            }
            for use in [LogUse.mainInput, .settings, .documents] {
                #expect(Self.compare(use, Self.mark, 0...9, found) == .other(Self.mark, found: nil))
            }
        }
        #expect(!LogComparison.gone(Self.mark).confirmsMark)
    }

    @Test func `a record that the process wrote is known by its content, because a topic can set other timestamps`() {
        let written = LogMark(offset: 4, timestampMilliseconds: -1, checksum: 1)
        #expect(Self.compare(.state, written, 0...9, Self.mark) == .same)
        let other = LogComparison.other(written, found: Self.foreign)
        #expect(Self.compare(.state, written, 0...9, Self.foreign) == other)
        let late = LogMark(offset: 4, timestampMilliseconds: 71, checksum: 1)
        #expect(Self.compare(.mainInput, Self.mark, 0...9, late) == .other(Self.mark, found: late))
    }

    @Test func `another log is refused, read again, published to again or accepted, as its use demands`() {
        let consequences = LogUse.allCases.map { "\($0): \($0.consequence)" }
        #expect(
            consequences == [
                "mainInput: refuse", "settingsInput: refuse", "state: refuse", "settings: readAgain",
                "documents: publishAgain", "appended: accept",
            ]
        )
    }

    @Test func `the evidence for another log has its figures`() {
        for same in [LogComparison.unknown, .same, .expired, .gone(Self.mark)] { #expect(same.evidence == nil) }
        #expect(LogComparison.shorter(known: 7).evidence?.contains("before offset 7") == true)
        #expect(LogComparison.other(Self.mark, found: nil).evidence?.contains("no record at offset 4") == true)
        let foreign = LogComparison.other(Self.mark, found: Self.foreign)
        #expect(foreign.evidence?.contains("another record at offset 4") == true)
    }
}

/// Where the records of a transaction have got their places in a known log.
struct KnownLogTests {
    private static let known = KnownLog(.state, mark: nil, end: 10)

    private static func span(_ offsets: Int64...) -> DeliveredSpan {
        var span = DeliveredSpan()
        for offset in offsets { span.add(offset, timestampMilliseconds: 0) }
        return span
    }

    @Test func `records follow at the end, or after the marker of the transaction before`() {
        #expect(Self.known.written(Self.span(10, 11)) == .next)
        #expect(Self.known.written(Self.span(12, 11)) == .next)
    }

    @Test func `records below the known end are in another log`() {
        #expect(Self.known.written(Self.span(9, 10)) == .below(9))
        #expect(Self.known.written(Self.span(0)) == .below(0))
        #expect(Self.known.written(Self.span(-1, 3)) == .below(3))
    }

    @Test func `after a gap, or at unknown offsets, the log must be compared`() {
        #expect(Self.known.written(Self.span(12)) == .afterGap)
        #expect(Self.known.written(Self.span(10, -1)) == .afterGap)
        #expect(Self.known.written(Self.span(-1)) == .afterGap)
    }

    @Test func `the last offset of a span is not certain while one is unknown`() {
        #expect(Self.span(3, 5).certainLast == 5 && Self.span(3, 5).end == 6)
        #expect(Self.span(3, -1).certainLast == nil && Self.span(3, -1).end == 4)
        #expect(Self.span(-1).end == nil)
    }
}

/// What follows from a comparison, by the use of each log.
struct LogFindingsTests {
    private static let mark = LogMark(offset: 4, timestampMilliseconds: 70, checksum: 1)
    private static let foreign = LogMark(offset: 4, timestampMilliseconds: 80, checksum: 2)
    private static let place = TopicPartition("log", 2)

    private static func findings(_ use: LogUse, _ result: LogComparison) -> [String] {
        let findings = LogFindings([place: KnownLog(use, mark: mark)], [place: result])
        return findings.states.keys.map { "state of \($0)" } + findings.doubted.map { "doubt of \($0)" }
            + findings.replacedDocuments.map { "documents of \($0)" } + (findings.mustReadAgain ? ["read again"] : [])
            + findings.unsure.keys.map { "unsure of \($0)" }
    }

    @Test(
        arguments: [
            (.mainInput, ["doubt of log [2]"]), (.settingsInput, ["doubt of log [2]"]), (.state, ["state of log [2]"]),
            (.settings, ["read again"]), (.documents, ["documents of log [2]"]), (.appended, []),
        ] as [(LogUse, [String])]
    )
    func `another log is restored, refused, read again or published to again, and the same one is not`(
        use: LogUse,
        findings: [String]
    ) {
        let found = LogMark(offset: 4, timestampMilliseconds: 80, checksum: 2)
        for other in [LogComparison.other(Self.mark, found: found), .other(Self.mark, found: nil), .shorter(known: 5)] {
            #expect(Self.findings(use, other) == findings, "\(other)")
        }
        for same in [LogComparison.same, .unknown, .expired] { #expect(Self.findings(use, same) == [], "\(same)") }
        #expect(Self.findings(use, .gone(Self.mark)) == (use == .state ? ["doubt of log [2]"] : []))
    }

    @Test func `a log that was not compared says nothing`() {
        let findings = LogFindings([Self.place: KnownLog(.state, mark: Self.mark)], [:])
        #expect(findings.states.isEmpty && findings.doubted.isEmpty && !findings.mustReadAgain)
    }

    @Test(
        arguments: [
            // A record that was looked up and is missing.
            (nil, 0...9, true, nil, ["documents of log [2]"]), (.timedOut, 0...9, true, nil, []),
            // A record that was found before the time was over.
            (nil, 0...9, true, foreign, ["documents of log [2]"]),
            (.timedOut, 0...9, true, foreign, ["documents of log [2]"]),
            (nil, 0...9, true, mark, []), (.timedOut, 0...9, true, mark, []),
            // A log that is too short needs no lookup, and one whose broker is silent has no findings.
            (nil, 0...3, false, nil, ["documents of log [2]"]),
            (.timedOut, 0...3, false, nil, ["documents of log [2]"]),
            (nil, nil, false, nil, []), (.timedOut, nil, false, nil, []),
        ] as [(ErrorCode?, ClosedRange<Int64>?, Bool, LogMark?, [String])]
    )
    func `a missing record is evidence, unless the time for the lookup was over`(
        delay: ErrorCode?,
        bounds: ClosedRange<Int64>?,
        isSought: Bool,
        found: LogMark?,
        documents: [String]
    ) {
        let findings = LogFindings(
            [Self.place: KnownLog(.documents, mark: Self.mark, end: 5)],
            in: bounds.map { [Self.place: Watermarks(low: $0.lowerBound, high: $0.upperBound)] } ?? [:],
            soughtAt: isSought ? [Self.place: Self.mark.offset] : [:],
            found: found.map { [Self.place: $0] } ?? [:],
            delay: delay.map { KafkaError(.metadata, $0) }
        )
        #expect(findings.replacedDocuments.map { "documents of \($0)" } == documents)
        #expect(findings.delay?.code == delay)
    }

    @Test func `records of a transaction below the known end are evidence, and those after a gap a question`() {
        var spans: [TopicPartition: DeliveredSpan] = [:]
        let places = (0..<5).map { TopicPartition($0 == 4 ? "other" : "log", $0) }
        for (place, offset) in zip(places, [3, 10, 12, 12, 0] as [Int64]) {
            spans[place, default: .init()].add(offset, timestampMilliseconds: 0)
        }
        let findings = LogFindings(spans, in: "log") { $0 == 3 ? nil : KnownLog(.state, mark: nil, end: 10) }
        #expect(Array(findings.states.keys) == [places[0]])
        #expect(findings.states[places[0]]?.contains("at offset 3, and this process knows it up to 10") == true)
        #expect(Array(findings.unsure.keys) == [places[2]])
    }
}
